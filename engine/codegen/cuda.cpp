// CUDA C++ from loop nests: which of the shapes of cuda_*.cpp a nest gets.
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

}  // namespace

GeneratedCode generate_cuda(const std::vector<KernelSource>& kernels, const CudaTarget& target) {
  GeneratedCode code;
  code.prelude = kCudaPrelude;
  code.text.push_back({"// Pack, block_reduce, max_of ... are defined before this text", {}});
  for (const KernelSource& kernel : kernels) {
    loop::LoopNest epilogue;
    const loop::LoopNest* nest = nullptr;
    if (auto product = std::get_if<const loop::MatmulTemplate*>(&kernel)) {
      epilogue = epilogue_nest(**product);
      nest = &epilogue;
    } else {
      nest = std::get<const loop::LoopNest*>(kernel);
    }
    code.entry_names.push_back(nest->name);
    loop::LoopNest prepared = prepare(*nest, target);
    CudaText text(prepared, target, code.text);
    code.cuda.push_back(emit_kernel(text));
    code.text.push_back({"", {}});
  }
  return code;
}

}  // namespace vt
