// What kernels read: how many bytes, in which memory order; and from that, dead kernels and the kernels' order.
#include <algorithm>

#include "lower/choices.h"
#include "lower/probe.h"
#include "ops/dispatch.h"

namespace vt {

// Number of distinct buffers that the value's expression reads and that are more than half as large as the value.
int Lowering::large_reads(ValueRef ref) {
  const TensorMeta& meta = graph_.meta(ref);
  std::vector<SymExpr> sizes = exprs(meta.sizes);
  Probe probe(*this, sizes);
  loader(ref)(probe.graph, probe.index);
  int64_t own = hint(product_of(sizes));
  return static_cast<int>(std::count_if(probe.reads.begin(), probe.reads.end(), [&](int buffer) {
    return 2 * hint(product_of(buffers[static_cast<size_t>(buffer)].sizes)) > own;
  }));
}

// Number of loads for one element of a piece of an axis, or of the whole; `width` gets the width of the
// segments of the axis in which index conditions are constant.
size_t Lowering::count_loads(const Kernel& kernel, size_t axis, const LowerContext::Piece* piece, SymExpr* width) {
  std::vector<SymExpr> sizes = kernel.sizes;
  if (piece) sizes[axis] = piece->size;
  Probe probe(*this, sizes);
  loop::ExprGraph& g = probe.graph;
  loop::ExprId root = (piece ? piece->element : kernel.element)(g, probe.index);
  if (width) *width = choice_width(g, Probe::axis_name(axis), probe.ranges);
  root = fold_choices(g, root, probe.ranges);
  std::vector<bool> needed(g.size());
  needed[static_cast<uint32_t>(root)] = true;
  size_t count = 0;
  for (size_t i = g.size(); i-- > 0;) {
    if (!needed[i]) continue;
    const loop::Expr& e = g.at(loop::ExprId(i));
    if (loop::reads_buffer(e.op)) ++count;
    for (loop::ExprId operand : e.operands)
      if (operand != loop::kNoExpr) needed[static_cast<uint32_t>(operand)] = true;
  }
  return count;
}

// If the index on an axis selects what is loaded (the gradient of several parts selected from one tensor), the loops
// run over one segment of the axis and write the others in the same iteration, each with its own loads.
void Lowering::unroll_choices(Kernel& kernel) {
  constexpr int64_t kMostPieces = 4;
  if (!options_.products_by_library || !kernel.pieces.empty()) return;
  for (size_t axis = 0; axis < kernel.sizes.size(); ++axis) {
    SymExpr width;
    int64_t size = 0, each = 0;
    size_t all = count_loads(kernel, axis, nullptr, &width);
    if (!width || !sym_is_constant(kernel.sizes[axis], &size) || !sym_is_constant(width, &each)) continue;
    if (each <= 0 || size % each != 0 || size / each < 2 || size / each > kMostPieces) continue;
    std::vector<LowerContext::Piece> pieces;
    for (int64_t start = 0; start < size; start += each) {
      Loader part = [element = kernel.element, axis, start](loop::ExprGraph& g, Index index) {
        index[axis] = sym_add(index[axis], sym_constant(start));
        return element(g, index);
      };
      pieces.push_back({std::move(part), sym_constant(start), sym_constant(each)});
    }
    bool fewer = std::all_of(pieces.begin(), pieces.end(), [&](const LowerContext::Piece& piece) {
      return count_loads(kernel, axis, &piece, nullptr) < all;
    });
    if (!fewer) continue;
    kernel.pieces = std::move(pieces);
    kernel.piece_axis = axis;
    kernel.unrolled = true;
    return;
  }
}

// Is a load contiguous along a kept axis (and not a broadcast of one row)?
static bool steps_by_one(const loop::ExprGraph& g, const std::vector<SymExpr>& kept) {
  for (size_t i = 0; i < g.size(); ++i) {
    const loop::Expr& e = g.at(loop::ExprId(i));
    SymExpr step, rest;
    for (size_t axis = 0; e.op == loop::ScalarOp::kLoad && axis < kept.size(); ++axis)
      if (linear_in(e.index, Probe::axis_name(axis), &step, &rest) && is_one(step) && rest->op != SymOp::kConstant)
        return true;
  }
  return false;
}

// Probes every kernel alone to find the buffers that it reads and their memory order.
void Lowering::find_reads() {
  for (size_t k = 0; k < kernels.size(); ++k) {
    Kernel& kernel = kernels[k];
    if (kernel.kind != KernelKind::kExtern) {
      std::vector<SymExpr> sizes =
          kernel.kind == KernelKind::kMatmul ? std::vector<SymExpr>{kernel.batch, kernel.m, kernel.n} : kernel.sizes;
      if (kernel.kind == KernelKind::kReduction)
        sizes.insert(sizes.end(), kernel.reduced.begin(), kernel.reduced.end());
      Probe probe(*this, sizes);
      loop::ExprGraph& g = probe.graph;
      if (kernel.kind == KernelKind::kMatmul) {
        kernel.finish(g, g.constant(0, DType::kFloat32), probe.index);
        probe.reads.insert(kernel.a.buffer);
        probe.reads.insert(kernel.b.buffer);
      } else {
        kernel.element(g, probe.index);
        kernel.columns = kernel.kind == KernelKind::kReduction && steps_by_one(g, kernel.sizes);
      }
      kernel.reads = std::move(probe.reads);
    }
  }
}

void Lowering::drop_dead_kernels() {
  std::vector<int> writer(buffers.size(), -1);
  for (size_t k = 0; k < kernels.size(); ++k)
    for (int buffer : kernels[k].writes) writer[static_cast<size_t>(buffer)] = static_cast<int>(k);
  std::vector<bool> alive(kernels.size());
  std::vector<int> work;
  auto need = [&](int buffer) {
    int k = writer[static_cast<size_t>(buffer)];
    if (k >= 0 && !alive[static_cast<size_t>(k)]) {
      alive[static_cast<size_t>(k)] = true;
      work.push_back(k);
    }
  };
  for (int buffer : output_buffers) need(buffer);
  for (size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k].kind == KernelKind::kExtern && (kernels[k].call.op->traits & (kRandom | kMutates)) &&
        !kernels[k].writes.empty())
      need(kernels[k].writes[0]);
  while (!work.empty()) {
    int k = work.back();
    work.pop_back();
    for (int buffer : kernels[static_cast<size_t>(k)].reads) need(buffer);
  }
  std::vector<Kernel> kept;
  for (size_t k = 0; k < kernels.size(); ++k)
    if (alive[k]) kept.push_back(std::move(kernels[k]));
  kernels = std::move(kept);
}

// Program order, except that the producer of a value that was materialized late moves before its readers. Random
// kernels keep their relative order.
void Lowering::sort_kernels() {
  std::vector<int> writer(buffers.size(), -1);
  for (size_t k = 0; k < kernels.size(); ++k)
    for (int buffer : kernels[k].writes) writer[static_cast<size_t>(buffer)] = static_cast<int>(k);
  std::vector<Kernel> sorted;
  std::vector<char> state(kernels.size());
  std::function<void(size_t)> visit = [&](size_t k) {
    if (state[k]) return;
    state[k] = 1;
    for (int buffer : kernels[k].reads)
      if (int w = writer[static_cast<size_t>(buffer)]; w >= 0) visit(static_cast<size_t>(w));
    sorted.push_back(std::move(kernels[k]));
  };
  for (size_t k = 0; k < kernels.size(); ++k) visit(k);
  kernels = std::move(sorted);
  for (std::set<int>& list : readers) list.clear();
  for (size_t k = 0; k < kernels.size(); ++k)
    for (int buffer : kernels[k].reads) readers[static_cast<size_t>(buffer)].insert(static_cast<int>(k));
}

}  // namespace vt
