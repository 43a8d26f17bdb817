// Reductions, one block per outer point: each phase walks the row once.
#include "codegen/cuda_text.h"

namespace vt::codegen {

using loop::ExprId;
using loop::Phase;
using loop::Reduction;

CudaKernel emit_cuda_rows(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  constexpr int kThreads = 256;
  CudaLaunch launch;
  launch.entry = nest.name;
  launch.threads = kThreads;
  launch.blocks = sym_constant(1);
  for (const loop::Axis& axis : nest.outer) launch.blocks = sym_mul(launch.blocks, axis.extent);
  text.open_kernel(nest.name, kThreads);
  text.unflatten(nest.outer, "(i64)blockIdx.x");
  std::string length = CudaText::product(nest.inner, 0, nest.inner.size());
  for (size_t p = 0; p < nest.phases.size(); ++p) {
    const Phase& phase = nest.phases[p];
    int first = text.first_reduction(p), count = static_cast<int>(phase.reductions.size());
    for (int i = first; i < first + count; ++i) {
      const Reduction& r = text.reduction(i);
      text.line(text.accumulator_type(r) + " acc" + number_text(i) + " = " + text.identity(r) + ";");
    }
    text.open("for (i64 place = threadIdx.x; place < " + length + "; place += " + number_text(kThreads) + ")");
    text.unflatten(nest.inner, "place");
    text.values(roots_of(phase));
    for (const loop::Store& s : phase.stores) text.store(s);
    for (int i = first; i < first + count; ++i) {
      const Reduction& r = text.reduction(i);
      text.line(text.accumulate(r, "acc" + number_text(i), c_name(r.value), "place"), {text.item_of(r.value)});
    }
    text.close();
    for (int i = first; i < first + count; ++i) {
      const Reduction& r = text.reduction(i);
      std::string n = number_text(i), type = text.accumulator_type(r);
      text.line("__shared__ " + type + " warps" + n + "[" + number_text(kThreads / 32) + "];");
      text.line("const auto r" + n + " = " +
                    text.result_of(r, "block_reduce<" + text.combiner(r) + ", " + number_text(kThreads) + ">(acc" + n +
                                          ", warps" + n + ")") +
                    ";",
                {text.item_of(r.value)});
    }
  }
  if (!nest.row_stores.empty()) {
    text.line("if (threadIdx.x != 0) return;");
    text.values(roots_of(nest.row_stores));
    for (const loop::Store& s : nest.row_stores) text.store(s);
  }
  text.close();
  CudaKernel kernel;
  kernel.launches.push_back(launch);
  return kernel;
}

}  // namespace vt::codegen
