// Kernels without reductions: each thread computes one vector along the last axis.
#include "codegen/wgsl_text.h"

namespace vt::codegen {

namespace {
constexpr int kThreads = 256;
}

WgslKernel emit_wgsl_pointwise(const loop::LoopNest& nest, const WgslTarget& target, std::vector<TaggedLine>& out) {
  WgslText text(nest, target, nest.outer.empty() ? "" : nest.outer.back().variable, nest.outer.size() == 1, false);
  const SymExpr count = extent_of(nest.outer);
  const int64_t per_group = int64_t{kThreads} * text.width;
  WgslKernel kernel;
  kernel.launches.push_back({nest.name, ceil_div(count, sym_constant(per_group))});
  text.open_entry(nest.name, kThreads, kernel.launches[0].groups);
  const std::string number = "block * " + number_text(kThreads) + " + thread";
  text.line("let element = " + (text.width > 1 ? "(" + number + ") * " + number_text(text.width) : number) + ";");
  if (!divisible(count, per_group)) text.line("if (element >= " + wgsl_index(count) + ") { return; }");
  if (text.tail) text.line("let left = " + wgsl_index(count) + " - element;");
  text.unflatten(nest.outer, "element");
  std::vector<loop::ExprId> roots;
  for (const loop::Phase& phase : nest.phases)
    for (loop::ExprId id : roots_of(phase)) roots.push_back(id);
  text.values(roots);
  for (const loop::Phase& phase : nest.phases)
    for (const loop::Store& s : phase.stores) text.store(s);
  text.close();
  const std::vector<TaggedLine> lines = text.finish();
  out.insert(out.end(), lines.begin(), lines.end());
  return kernel;
}

}  // namespace vt::codegen
