// Kernels without reductions: one thread per element.
#include "codegen/cuda_text.h"

namespace vt::codegen {

CudaKernel emit_cuda_pointwise(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  constexpr int kThreads = 256;
  CudaLaunch launch;
  launch.entry = nest.name;
  launch.threads = kThreads;
  SymExpr count = sym_constant(1);
  for (const loop::Axis& axis : nest.outer) count = sym_mul(count, axis.extent);
  launch.blocks = sym_floordiv(sym_add(count, sym_constant(kThreads - 1)), sym_constant(kThreads));
  text.open_kernel(nest.name, kThreads);
  text.line("const i64 element = (i64)blockIdx.x * " + number_text(kThreads) + " + threadIdx.x;");
  text.line("if (element >= " + CudaText::product(nest.outer, 0, nest.outer.size()) + ") return;");
  text.unflatten(nest.outer, "element");
  for (const loop::Phase& phase : nest.phases) {
    text.values(roots_of(phase));
    for (const loop::Store& s : phase.stores) text.store(s);
  }
  text.close();
  CudaKernel kernel;
  kernel.launches.push_back(launch);
  return kernel;
}

}  // namespace vt::codegen
