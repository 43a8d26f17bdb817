// CUDA C++ from loop nests: which of the shapes of cuda_*.cpp a nest gets.
#include <set>

#include "codegen/cuda_text.h"
#include "codegen/moments.h"
#include "codegen/stash.h"

namespace vt {
using namespace codegen;

namespace {

// A row in registers is read once however many phases there are.
bool keeps_rows(const loop::LoopNest& nest, const CudaTarget& target) {
  std::vector<TaggedLine> unused;
  CudaText text(nest, target, unused);
  return plan_nest(nest).shape == LoopShape::kRow && rows_fit_registers(text);
}

loop::LoopNest prepare(const loop::LoopNest& nest, const CudaTarget& target) {
  loop::LoopNest prepared = nest;
  divide_once_per_row(prepared);
  if (!nest.inner.empty() && !keeps_rows(nest, target)) join_moments(prepared);
  return prepared;
}

CudaKernel emit_kernel(CudaText& text) {
  if (text.nest.inner.empty()) return emit_cuda_pointwise(text);
  return keeps_rows(text.nest, text.target) ? emit_cuda_rows(text) : emit_cuda_reductions(text);
}

CudaKernel generate_one(const KernelSource& source, const CudaTarget& target, std::vector<TaggedLine>& lines) {
  if (auto product = std::get_if<const loop::MatmulTemplate*>(&source); product && target.whole_templates) {
    loop::LoopNest nest = product_nest(**product);
    CudaText text(nest, target, lines);
    return emit_cuda_product(text, **product);
  }
  loop::LoopNest nest;
  if (auto product = std::get_if<const loop::MatmulTemplate*>(&source)) nest = epilogue_nest(**product);
  else nest = *std::get<const loop::LoopNest*>(source);
  nest = prepare(nest, target);
  CudaText text(nest, target, lines);
  return emit_kernel(text);
}

const std::string& name_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return (*nest)->name;
  return std::get<const loop::MatmulTemplate*>(source)->name;
}

// Ways to cut the kernel that were fastest for one size or another.
std::vector<CudaShape> shapes_to_try(const KernelSource& source, const CudaTarget& target) {
  std::vector<CudaShape> shapes;
  auto nest = std::get_if<const loop::LoopNest*>(&source);
  if (!nest && target.whole_templates) {
    for (int each : {1, 2, 4, 8}) shapes.push_back({0, each, 0});
  } else if (!nest || (*nest)->inner.empty()) {
    for (int threads : {128, 256, 512})
      for (int unroll : {1, 2, 4}) shapes.push_back({threads, unroll, 0});
  } else if (keeps_rows(**nest, target)) {
    for (int unroll : {1, 2, 4, 8}) shapes.push_back({0, unroll, 0});
  } else {
    for (int threads : {256, 512, 1024})
      for (int unroll : {2, 4, 8}) shapes.push_back({threads, unroll, 0});
  }
  return shapes;
}

}  // namespace

GeneratedCode generate_cuda(const std::vector<KernelSource>& kernels, const CudaTarget& target) {
  GeneratedCode code;
  code.prelude = kCudaPrelude;
  code.text.push_back({"// Pack, block_reduce, max_of ... are defined before this text", {}});
  for (const KernelSource& kernel : kernels) {
    code.entry_names.push_back(name_of(kernel));
    code.cuda.push_back(generate_one(kernel, target, code.text));
    code.text.push_back({"", {}});
  }
  return code;
}

std::vector<CudaShape> cuda_candidates(const KernelSource& kernel, CudaTarget target) {
  std::vector<CudaShape> shapes = {{}};
  std::set<std::string> seen;
  auto is_new = [&](const CudaShape& shape) {
    target.shape = shape;
    std::vector<TaggedLine> lines;
    CudaKernel made = generate_one(kernel, target, lines);
    std::string text;
    for (const CudaLaunch& launch : made.launches) text += sym_text(launch.blocks) + " ";
    for (const TaggedLine& line : lines) text += line.text + "\n";
    return seen.insert(text).second;
  };
  is_new({});
  for (const CudaShape& shape : shapes_to_try(kernel, target))
    if (is_new(shape)) shapes.push_back(shape);
  return shapes;
}

}  // namespace vt
