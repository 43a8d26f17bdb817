// Kernels without reductions: each thread takes a few vectors of the last axis, all loads
// before the first use, so that enough bytes are under way.
#include "codegen/cuda_lanes.h"
#include "loop/one_plus_erf.h"

namespace vt::codegen {

using loop::ExprId;
using loop::ScalarOp;

namespace {

// Instructions per element, roughly.
int work_per_element(const CudaText& text, const std::vector<ExprId>& roots) {
  int work = 0;
  for (ExprId id : text.needed(roots)) {
    const loop::Expr& e = text.nest.exprs.at(id);
    if (loop::one_plus_erf_argument(text.nest.exprs, e) != loop::kNoExpr) work += 12;
    switch (e.op) {
      case ScalarOp::kConstant:
      case ScalarOp::kLoad:
      case ScalarOp::kIndex: break;
      case ScalarOp::kErf:
      case ScalarOp::kErfc:
      case ScalarOp::kErfinv:
      case ScalarOp::kTanh:
      case ScalarOp::kPow:
      case ScalarOp::kLgamma: work += 24; break;
      case ScalarOp::kSigmoid: work += 4; break;
      case ScalarOp::kExp:
      case ScalarOp::kExpm1:
      case ScalarOp::kLog:
      case ScalarOp::kLog1p:
      case ScalarOp::kDiv:
      case ScalarOp::kSin:
      case ScalarOp::kCos: work += 10; break;
      default: ++work;
    }
  }
  return work;
}

// Vectors per thread. With little to compute, many short threads keep most loads under way;
// with much, what a thread does once should serve several vectors.
int vectors_per_thread(const CudaText& text, const CudaLanes& lanes, const std::vector<ExprId>& roots,
                       int64_t elements) {
  if (text.target.shape.unroll) return text.target.shape.unroll;
  int wanted = lanes.width == 1 || work_per_element(text, roots) >= 40 ? 4 : 1;
  // A small problem needs threads more than vectors.
  int64_t whole = int64_t{text.target.multiprocessors} * text.target.threads_per_multiprocessor * lanes.width;
  while (wanted > 1 && elements < 2 * whole * wanted) wanted /= 2;
  return wanted;
}

}  // namespace

CudaKernel emit_cuda_pointwise(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  const int threads = text.target.shape.threads ? text.target.shape.threads : 256;
  std::string axis = nest.outer.empty() ? "" : nest.outer.back().variable;
  CudaLanes lanes(text, axis, nest.outer.size() == 1);
  SymExpr count = extent_of(nest.outer);
  std::vector<ExprId> roots;
  for (const loop::Phase& phase : nest.phases)
    for (ExprId id : roots_of(phase)) roots.push_back(id);
  const int unroll = vectors_per_thread(text, lanes, roots, text.hint(count));
  const int64_t per_block = int64_t{threads} * unroll * lanes.width;
  CudaLaunch launch;
  launch.entry = nest.name;
  launch.threads = threads;
  launch.blocks = ceil_div(count, sym_constant(per_block));
  const bool guard = !divisible(count, per_block);
  const std::string type = text.index_type(), u = number_text(unroll), v = number_text(lanes.width);

  text.open_kernel(nest.name, threads);
  if (guard || lanes.tail) text.line("const " + type + " count = " + c_index(count) + ";");
  text.line("const " + type + " first = ((" + type + ")" + text.block() + " * " +
            number_text(int64_t{threads} * unroll) + " + threadIdx.x) * " + v + ";");
  std::vector<loop::Store> stores;
  for (const loop::Phase& phase : nest.phases) stores.insert(stores.end(), phase.stores.begin(), phase.stores.end());
  KnownValues known;
  std::vector<ExprId> packs = lanes.packs(roots);
  for (ExprId id : packs) lanes.declare(id, u), known[id] = lanes.lane(id, "u");
  auto open_vector = [&] {
    text.line("#pragma unroll");
    text.open("for (int u = 0; u < " + u + "; ++u)");
    text.line("const " + type + " element = first + u * " + number_text(int64_t{threads} * lanes.width) + ";");
    if (guard) text.line("if (element >= count) break;");
    text.unflatten(nest.outer, "element", axis);
  };
  if (!packs.empty()) {
    open_vector();
    for (ExprId id : packs) lanes.load(id, "u", "count - element");
    text.close();
  }
  open_vector();
  lanes.declare_stores(stores, "o");
  lanes.open_lanes("count - 1");
  text.values(roots, known);
  lanes.fill_stores(stores, "o", lanes.tail ? axis + "_0 + l < count" : "");
  text.close();
  lanes.write_stores(stores, "o", "count - element");
  text.close();
  text.close();
  CudaKernel kernel;
  kernel.launches.push_back(launch);
  kernel.vector_access = lanes.any_pack;
  return kernel;
}

}  // namespace vt::codegen
