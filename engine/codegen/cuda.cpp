// CUDA C++ from loop nests: which of the shapes of cuda_*.cpp a nest gets.
#include "codegen/cuda_text.h"

namespace vt {
using namespace codegen;

namespace {

CudaKernel emit_kernel(CudaText& text) {
  LoopShape shape = plan_nest(text.nest).shape;
  if (shape == LoopShape::kPointwise) return emit_cuda_pointwise(text);
  // Few rows keep few blocks busy, however short they are.
  bool many = shape == LoopShape::kRow && rows_fit_registers(text);
  return many ? emit_cuda_rows(text) : emit_cuda_reductions(text);
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
    CudaText text(*nest, target, code.text);
    code.cuda.push_back(emit_kernel(text));
    code.text.push_back({"", {}});
  }
  return code;
}

}  // namespace vt
