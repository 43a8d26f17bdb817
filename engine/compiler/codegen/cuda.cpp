// CUDA C++ from loop nests: which of the shapes of cuda_*.cpp a nest gets.
#include <map>
#include <set>

#include "codegen/cuda_text.h"
#include "codegen/moments.h"
#include "codegen/names.h"
#include "codegen/short_outer.h"
#include "codegen/stash.h"

namespace vt {
using namespace codegen;

namespace {

// A row in registers is read once however many phases there are.
bool keeps_rows(const loop::LoopNest& nest, const CudaTarget& target) {
  std::vector<TaggedLine> unused;
  CudaText text(nest, target, unused);
  return rows_fit_registers(text);
}

bool has_cells(const loop::LoopNest& nest, const CudaTarget& target) {
  std::vector<TaggedLine> unused;
  CudaText text(nest, target, unused);
  return is_for_cells(text);
}

loop::LoopNest prepare(const loop::LoopNest& nest, const CudaTarget& target) {
  loop::LoopNest prepared = nest;
  divide_once_per_row(prepared);
  if (!nest.inner.empty() && !keeps_rows(nest, target) && !has_cells(nest, target)) join_moments(prepared);
  return prepared;
}

loop::LoopNest with_outer(const loop::LoopNest& nest, const CudaTarget& target) {
  loop::LoopNest named = with_names(nest);
  unroll_short_outer(named, int64_t{target.multiprocessors} * 4);
  return named;
}

CudaKernel emit_kernel(CudaText& text) {
  if (text.nest.inner.empty()) return reads_transposed(text) ? emit_cuda_transposed(text) : emit_cuda_pointwise(text);
  if (is_for_cells(text)) return emit_cuda_cells(text);
  return keeps_rows(text.nest, text.target) ? emit_cuda_rows(text) : emit_cuda_reductions(text);
}

CudaKernel generate_one(const KernelSource& source, const CudaTarget& target, std::vector<TaggedLine>& lines) {
  loop::LoopNest nest;
  if (auto found = std::get_if<const loop::MatmulTemplate*>(&source)) {
    loop::MatmulTemplate product = with_names(**found);
    if (target.whole_templates) {
      nest = product_nest(product);
      CudaText text(nest, target, lines);
      CudaKernel kernel = emit_cuda_product(text, product);
      kernel.looks_up = text.looks_up();
      return kernel;
    }
    nest = epilogue_nest(product);
  } else {
    nest = with_outer(*std::get<const loop::LoopNest*>(source), target);
  }
  nest = prepare(nest, target);
  CudaText text(nest, target, lines);
  CudaKernel kernel = emit_kernel(text);
  kernel.looks_up = text.looks_up();
  return kernel;
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
  } else if (has_cells(with_outer(**nest, target), target)) {
    for (int threads : {128, 256})
      for (int unroll : {1, 2, 4, 8}) shapes.push_back({threads, unroll, 0});
  } else if (keeps_rows(with_outer(**nest, target), target)) {
    for (int unroll : {1, 2, 4, 8}) shapes.push_back({0, unroll, 0});
  } else {
    for (int threads : {256, 512, 1024})
      for (int unroll : {2, 4, 8}) shapes.push_back({threads, unroll, 0});
  }
  return shapes;
}

// A kernel's text with nothing in it that is only a name: equal kernels of the layers of a
// model differ in no more.
std::string without_names(const std::vector<TaggedLine>& lines, const CudaKernel& kernel) {
  std::string text;
  for (const TaggedLine& line : lines) {
    size_t comment = line.text.find(" /* ");
    text += line.text.substr(0, comment);
    if (comment != std::string::npos) text += line.text.substr(line.text.find("*/", comment) + 2);
    text += '\n';
  }
  for (size_t i = kernel.launches.size(); i-- > 0;) {
    const std::string call = kernel.launches[i].entry + "(";
    for (size_t at = text.find(call); at != std::string::npos; at = text.find(call, at))
      text.replace(at, call.size(), "@" + std::to_string(i) + "(");
  }
  return text;
}

}  // namespace

GeneratedCode generate_cuda(const std::vector<KernelSource>& kernels, const CudaTarget& target) {
  GeneratedCode code;
  code.prelude = cuda_prelude();
  code.text.push_back({"// Pack, block_reduce, max_of ... are defined before this text", {}});
  std::map<std::string, size_t> known;  // text -> the first kernel that has it
  for (const KernelSource& kernel : kernels) {
    code.entry_names.push_back(name_of(kernel));
    std::vector<TaggedLine> lines;
    CudaTarget own = target;
    if (code.cuda.size() < target.shapes.size()) own.shape = target.shapes[code.cuda.size()];
    CudaKernel made = generate_one(kernel, own, lines);
    auto [first, is_new] = known.emplace(without_names(lines, made), code.cuda.size());
    if (is_new) {
      made.first_line = code.text.size();
      code.text.insert(code.text.end(), lines.begin(), lines.end());
      made.end_line = code.text.size();
    } else {
      for (size_t i = 0; i < made.launches.size(); ++i)
        made.launches[i].entry = code.cuda[first->second].launches[i].entry;
      code.text.push_back({"// " + name_of(kernel) + " launches " + made.launches[0].entry, lines[0].items});
    }
    code.cuda.push_back(std::move(made));
    code.text.push_back({"", {}});
  }
  return code;
}

GeneratedCode generate_cuda_foreach(const loop::LoopNest& nest, size_t shared, const CudaTarget& target) {
  GeneratedCode code;
  code.prelude = cuda_prelude();
  code.entry_names = {nest.name};
  CudaText text(nest, target, code.text);
  code.cuda.push_back(emit_cuda_foreach(text, shared));
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
