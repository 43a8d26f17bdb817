// Kernels whose threads each compute a few results alone: reductions over so few elements that threads which share one
// would mostly wait for each other, and pointwise nests that read something transposed.
//
// Of reductions, lanes run along the last outer axis where most loads are contiguous along it, and a thread has a
// vector of results; else along the last inner axis, and a thread has the results of `rows_` neighbours along an outer
// axis that some load does not depend on, so that what it loads serves all of them.
#include <algorithm>
#include <set>

#include "codegen/cuda_lanes.h"

namespace vt::codegen {

using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::Phase;
using loop::Reduction;
using loop::ScalarOp;
using loop::Store;

namespace {

constexpr int64_t kMostInner = 64, kFewInner = 4, kLeastResults = 1 << 18;
constexpr int kThreads = 128, kMostRows = 8, kUnrolled = 64;

// Loads that differ along the inner axes, without those of positions of which others are read.
std::vector<SymExpr> moving_loads(const CudaText& text) {
  const loop::ExprGraph& g = text.nest.exprs;
  std::set<ExprId> positions;
  for (size_t i = 0; i < g.size(); ++i)
    if (const Expr& e = g.at(ExprId(i)); e.op == ScalarOp::kGather)
      for (ExprId id : needed_by(g, {e.operands[0]})) positions.insert(id);
  std::vector<SymExpr> indices;
  for (const Phase& phase : text.nest.phases)
    for (ExprId id : text.needed(roots_of(phase))) {
      const Expr& e = g.at(id);
      if (!loop::reads_buffer(e.op) || positions.count(id)) continue;
      const bool moves = std::any_of(text.nest.inner.begin(), text.nest.inner.end(), [&](const Axis& axis) {
        return access_of(g, e, axis.variable) != Access::kBroadcast;
      });
      if (moves) indices.push_back(e.index);
    }
  return indices;
}

bool is_one(const Axis& axis) {
  int64_t extent;
  return sym_is_constant(axis.extent, &extent) && extent == 1;
}

// The outer axis along which results lie next to each other.
std::string result_axis(const loop::LoopNest& nest) {
  const std::vector<Store>* stores = &nest.row_stores;
  for (const Phase& phase : nest.phases)
    if (stores->empty()) stores = &phase.stores;
  for (const Store& s : *stores)
    for (const Axis& axis : nest.outer)
      if (!is_one(axis) && access_along(s.index, axis.variable) == Access::kContiguous) return axis.variable;
  return nest.outer.back().variable;
}

int contiguous_along(const std::vector<SymExpr>& indices, const std::string& variable) {
  return static_cast<int>(std::count_if(indices.begin(), indices.end(), [&](const SymExpr& index) {
    return access_along(index, variable) == Access::kContiguous;
  }));
}

class CellKernel {
 public:
  explicit CellKernel(CudaText& text)
      : text_(text),
        nest_(text.nest),
        results_(result_axis(nest_)),
        along_results_(lanes_follow_results()),
        lanes_(text, along_results_ ? results_ : nest_.inner.back().variable, false) {
    sym_is_constant(extent_of(nest_.inner), &length_);
    if (!along_results_) choose_rows();
  }

  CudaKernel emit() {
    CudaLaunch launch;
    launch.entry = nest_.name;
    launch.threads = text_.target.shape.threads ? text_.target.shape.threads : kThreads;
    std::vector<Axis> axes = thread_axes();
    SymExpr count = extent_of(axes);
    launch.blocks = ceil_div(count, sym_constant(launch.threads));
    text_.open_kernel(nest_.name, launch.threads);
    text_.line("const " + type() + " cell = (" + type() + ")blockIdx.x * " + number_text(launch.threads) +
               " + threadIdx.x;");
    if (!divisible(count, launch.threads)) text_.line("if (cell >= " + c_index(count) + ") return;");
    text_.unflatten(axes, "cell");
    if (along_results_)
      text_.line("const " + type() + " " + results_ + "_0 = vector * " + number_text(lanes_.width) + ";");
    for (size_t p = 0; p < nest_.phases.size(); ++p) emit_phase(p);
    emit_row_stores();
    text_.close();
    CudaKernel kernel;
    kernel.launches.push_back(launch);
    kernel.vector_access = lanes_.any_pack;
    return kernel;
  }

 private:
  std::string type() const { return text_.index_type(); }
  bool lanes_follow_results() const {
    const std::vector<SymExpr> loads = moving_loads(text_);
    return contiguous_along(loads, results_) > contiguous_along(loads, nest_.inner.back().variable) &&
           CudaLanes(text_, results_, false).width > 1;
  }
  void choose_rows() {
    const std::vector<SymExpr> loads = moving_loads(text_);
    int64_t results = text_.hint(extent_of(nest_.outer));
    for (const Axis& axis : nest_.outer) {
      const bool some_without = std::any_of(loads.begin(), loads.end(),
                                            [&](const SymExpr& index) { return !mentions(index, axis.variable); });
      if (axis.variable == results_ || is_one(axis) || !some_without) continue;
      int rows = text_.target.shape.unroll ? text_.target.shape.unroll : kMostRows;
      while (rows > 1 && (text_.hint(axis.extent) < 2 * rows || results / rows < kLeastResults / 2)) rows /= 2;
      if (rows > rows_) rows_ = rows, row_axis_ = axis;
    }
  }
  // The last is the one along which results lie.
  std::vector<Axis> thread_axes() const {
    std::vector<Axis> axes;
    Axis last;
    for (const Axis& axis : nest_.outer) {
      if (axis.variable == results_) last = axis;
      else if (rows_ > 1 && axis.variable == row_axis_.variable)
        axes.push_back({"tile", ceil_div(axis.extent, sym_constant(rows_))});
      else axes.push_back(axis);
    }
    if (along_results_) last = {"vector", sym_floordiv(last.extent, sym_constant(lanes_.width))};
    axes.push_back(last);
    return axes;
  }

  // The results of a thread: rows, or lanes.
  std::string cell() const { return along_results_ ? "[l]" : "[r]"; }
  void open_rows() {
    if (rows_ == 1) {
      text_.open("");
      return text_.line("constexpr int r = 0;");
    }
    text_.line("#pragma unroll");
    text_.open("for (int r = 0; r < " + number_text(rows_) + "; ++r)");
    std::string place = "tile * " + number_text(rows_) + " + r";
    if (!divisible(row_axis_.extent, rows_)) place = "min_of(" + place + ", " + c_index(row_axis_.extent) + " - 1)";
    text_.line("const " + type() + " " + row_axis_.variable + " = " + place + ";");
  }
  template <class F>
  void for_reductions(size_t phase, F f) {
    int first = text_.first_reduction(phase);
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }
  // What earlier phases found for a cell.
  void name_results(size_t phases) {
    for (size_t p = 0; p < phases; ++p)
      for_reductions(p, [&](int i, const Reduction& r) {
        const std::string n = number_text(i);
        text_.line("const auto r" + n + " = " + text_.result_of(r, "acc" + n + cell()) + ";", {text_.item_of(r.value)});
      });
  }

  void emit_phase(size_t p) {
    const Phase& phase = nest_.phases[p];
    std::vector<ExprId> roots = roots_of(phase);
    if (roots.empty()) return;
    const int cells = along_results_ ? lanes_.width : rows_, step = along_results_ ? 1 : lanes_.width;
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string n = number_text(i);
      text_.line(text_.accumulator_type(r) + " acc" + n + "[" + number_text(cells) + "];");
      text_.line("#pragma unroll");
      text_.line("for (int c = 0; c < " + number_text(cells) + "; ++c) acc" + n + "[c] = " + text_.identity(r) + ";");
    });
    std::vector<ExprId> packs;
    KnownValues known;
    for (ExprId id : lanes_.packs(roots)) {
      packs.push_back(id);
      known[id] = lanes_.lane(id, along_results_ ? "0" : "r");
    }
    text_.line("#pragma unroll " + number_text(std::max<int64_t>(1, kUnrolled / (int64_t{rows_} * lanes_.width))));
    text_.open("for (int place = 0; place < " + number_text(length_) + "; place += " + number_text(step) + ")");
    text_.unflatten(nest_.inner, "place", along_results_ ? "" : nest_.inner.back().variable);
    for (ExprId id : packs) lanes_.declare(id, along_results_ ? "1" : number_text(rows_));
    if (!packs.empty()) {
      if (!along_results_) open_rows();
      for (ExprId id : packs) lanes_.load(id, along_results_ ? "0" : "r");
      if (!along_results_) text_.close();
    }
    if (!along_results_) open_rows();
    lanes_.declare_stores(phase.stores, "o");
    lanes_.open_lanes();
    name_results(p);
    text_.values(roots, known);
    lanes_.fill_stores(phase.stores, "o");
    const std::string position = step > 1 ? "place + l" : "place";
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line(text_.accumulate(r, "acc" + number_text(i) + cell(), c_name(r.value), position),
                 {text_.item_of(r.value)});
    });
    text_.close();
    lanes_.write_stores(phase.stores, "o");
    if (!along_results_) text_.close();
    text_.close();
  }

  void emit_row_stores() {
    if (nest_.row_stores.empty()) return;
    const std::vector<ExprId> roots = roots_of(nest_.row_stores);
    if (along_results_) {
      lanes_.declare_stores(nest_.row_stores, "o");
      lanes_.open_lanes();
      name_results(nest_.phases.size());
      text_.values(roots);
      lanes_.fill_stores(nest_.row_stores, "o");
      text_.close();
      return lanes_.write_stores(nest_.row_stores, "o");
    }
    open_rows();
    name_results(nest_.phases.size());
    text_.values(roots);
    for (const Store& s : nest_.row_stores) text_.store(s);
    text_.close();
  }

  CudaText& text_;
  const loop::LoopNest& nest_;
  std::string results_;  // the outer axis of neighbouring threads
  bool along_results_;
  CudaLanes lanes_;
  int64_t length_ = 0;
  int rows_ = 1;
  Axis row_axis_;
};

// The outer axis along which something is read that lies across the results; empty if there is none.
std::string transposed_axis(const CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  if (!nest.inner.empty() || nest.outer.size() < 2 || text.one_of_many) return "";
  const std::string& last = nest.outer.back().variable;
  if (text.hint(extent_of(nest.outer)) < kLeastResults || text.hint(nest.outer.back().extent) < 32) return "";
  for (const Phase& phase : nest.phases)
    for (const Store& s : phase.stores)
      if (access_along(s.index, last) != Access::kContiguous) return "";
  for (const Phase& phase : nest.phases)
    for (ExprId id : text.needed(roots_of(phase))) {
      const Expr& e = nest.exprs.at(id);
      if (e.op != ScalarOp::kLoad || access_along(e.index, last) != Access::kStrided) continue;
      for (const Axis& axis : nest.outer)
        if (access_along(e.index, axis.variable) == Access::kContiguous && text.hint(axis.extent) >= 8)
          return axis.variable;
    }
  return "";
}

}  // namespace

bool is_for_cells(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  int64_t length;
  if (nest.inner.empty() || nest.outer.empty() || !sym_is_constant(extent_of(nest.inner), &length)) return false;
  if (length > kMostInner || length < 1 || text.hint(extent_of(nest.outer)) < kLeastResults) return false;
  if (length <= kFewInner) return true;
  // Rows that are read once are better read by threads side by side.
  const std::vector<SymExpr> loads = moving_loads(text);
  const std::string& row = nest.inner.back().variable;
  return std::any_of(loads.begin(), loads.end(), [&](const SymExpr& index) {
    return access_along(index, row) != Access::kContiguous || nest.inner.size() > 1 ||
           std::any_of(nest.outer.begin(), nest.outer.end(),
                       [&](const Axis& axis) { return !is_one(axis) && !mentions(index, axis.variable); });
  });
}

CudaKernel emit_cuda_cells(CudaText& text) { return CellKernel(text).emit(); }

bool reads_transposed(CudaText& text) {
  const std::string axis = transposed_axis(text);
  return !axis.empty() && CudaLanes(text, axis, false).any_pack;
}

// Neighbouring threads are neighbours along the last axis, where the results lie; a thread takes two vectors along the
// other axis, whole sectors of what is transposed.
CudaKernel emit_cuda_transposed(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  const std::string axis = transposed_axis(text), type = text.index_type();
  CudaLanes lanes(text, axis, false);
  std::vector<Axis> axes = nest.outer;
  int vectors = text.target.shape.unroll ? text.target.shape.unroll : 2;
  for (Axis& a : axes) {
    if (a.variable != axis) continue;
    while (vectors > 1 && !divisible(a.extent, int64_t{vectors} * lanes.width)) vectors /= 2;
    a = {"tile", sym_floordiv(a.extent, sym_constant(int64_t{vectors} * lanes.width))};
  }
  SymExpr count = extent_of(axes);
  CudaLaunch launch;
  launch.entry = nest.name;
  launch.threads = text.target.shape.threads ? text.target.shape.threads : 256;
  launch.blocks = ceil_div(count, sym_constant(launch.threads));
  text.open_kernel(nest.name, launch.threads);
  text.line("const " + type + " cell = (" + type + ")blockIdx.x * " + number_text(launch.threads) + " + threadIdx.x;");
  if (!divisible(count, launch.threads)) text.line("if (cell >= " + c_index(count) + ") return;");
  text.unflatten(axes, "cell");
  std::vector<ExprId> roots;
  std::vector<Store> stores;
  for (const Phase& phase : nest.phases) {
    for (ExprId id : roots_of(phase)) roots.push_back(id);
    stores.insert(stores.end(), phase.stores.begin(), phase.stores.end());
  }
  const std::string v = number_text(vectors);
  auto open_vector = [&] {
    text.line("#pragma unroll");
    text.open("for (int u = 0; u < " + v + "; ++u)");
    text.line("const " + type + " " + axis + "_0 = (tile * " + v + " + u) * " + number_text(lanes.width) + ";");
  };
  KnownValues known;
  std::vector<ExprId> packs = lanes.packs(roots);
  for (ExprId id : packs) lanes.declare(id, v), known[id] = lanes.lane(id, "u");
  open_vector();
  for (ExprId id : packs) lanes.load(id, "u");
  text.close();
  open_vector();
  lanes.declare_stores(stores, "o");
  lanes.open_lanes();
  text.values(roots, known);
  lanes.fill_stores(stores, "o");
  text.close();
  lanes.write_stores(stores, "o");
  text.close();
  text.close();
  CudaKernel kernel;
  kernel.launches.push_back(launch);
  kernel.vector_access = lanes.any_pack;
  return kernel;
}

}  // namespace vt::codegen
