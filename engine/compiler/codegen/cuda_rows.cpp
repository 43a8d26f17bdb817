// Reductions over rows that fit in registers: a group of threads takes a row, reads it once,
// and keeps between the phases what later ones need. What lies across the rows goes through tiles (cuda_tiles.h).
#include <algorithm>
#include <functional>
#include <set>

#include "codegen/cuda_lanes.h"
#include "codegen/cuda_tiles.h"

namespace vt::codegen {

using loop::Expr;
using loop::ExprId;
using loop::Phase;
using loop::Reduction;
using loop::ScalarOp;

namespace {

constexpr int kMostValues = 32;  // elements of a row per thread
constexpr int kMostThreads = 1024;

struct RowShape {
  int lanes = 1;    // threads of a row
  int vectors = 1;  // of a thread
  int rows = 1;     // of a block
  int threads() const { return lanes * rows; }
};

int power_of_two_above(int64_t v) {
  int p = 1;
  while (p < v) p *= 2;
  return p;
}

int row_width(CudaText& text) { return CudaLanes(text, text.nest.inner.back().variable, false).width; }

// Short rows are a warp's, which needs no barrier; in longer ones each thread takes two
// vectors, which was fastest on an H200.
RowShape row_shape(const CudaText& text, int64_t length, int width) {
  RowShape shape;
  int64_t vectors = std::max<int64_t>((length + width - 1) / width, 1);
  int each = text.target.shape.unroll ? text.target.shape.unroll : width == 1 ? 8 : vectors <= 128 ? 4 : 2;
  shape.lanes = std::min(power_of_two_above((vectors + each - 1) / each), kMostThreads);
  if (shape.lanes < 32) shape.lanes = std::min(power_of_two_above(vectors), 32);
  if (text.target.shape.threads) shape.lanes = std::max(text.target.shape.threads, shape.lanes);
  shape.lanes = std::min(shape.lanes, kMostThreads);
  shape.vectors = static_cast<int>((vectors + shape.lanes - 1) / shape.lanes);
  shape.rows = shape.lanes >= 128 ? 1 : 128 / shape.lanes;
  if (shape.lanes > 32) shape.rows = 1;  // a barrier is the whole block's
  return shape;
}

// Rows of a tile are a warp's or less each, since others wait at the block's barriers; those that are too long for that
// do without tiles.
RowShape row_shape(const CudaText& text, int64_t length, int width, CudaTiles& tiles) {
  RowShape shape = row_shape(text, length, width);
  if (tiles.rows == 0) return shape;
  const int lanes = std::min(shape.lanes, 32);
  const int vectors = static_cast<int>((length + int64_t{lanes} * width - 1) / (int64_t{lanes} * width));
  if (vectors * width <= kMostValues) return {lanes, vectors, tiles.rows};
  tiles.rows = 0;
  return shape;
}

bool any_access(const CudaText& text, const std::function<bool(const SymExpr&)>& holds) {
  for (const Phase& phase : text.nest.phases) {
    for (ExprId id : text.needed(roots_of(phase)))
      if (const Expr& e = text.nest.exprs.at(id); e.op == ScalarOp::kLoad && holds(e.index)) return true;
    for (const loop::Store& s : phase.stores)
      if (holds(s.index)) return true;
  }
  return false;
}

class RowKernel {
 public:
  explicit RowKernel(CudaText& text)
      : text_(text),
        nest_(text.nest),
        axis_(nest_.inner.back().variable),
        lanes_(text, axis_, false),
        row_length_(text.hint(extent_of(nest_.inner))),
        tiles_(text, row_length_, lanes_.width),
        shape_(row_shape(text, row_length_, lanes_.width, tiles_)),
        guarded_(tiles_.rows > 0 ? !tiles_.whole() : shape_.rows > 1) {}

  CudaKernel emit() {
    choose_kept();
    SymExpr rows = extent_of(nest_.outer);
    CudaLaunch launch;
    launch.entry = nest_.name;
    launch.threads = shape_.threads();
    launch.blocks = tiles_.rows > 0 ? extent_of(tiles_.block_axes()) : ceil_div(rows, sym_constant(shape_.rows));
    text_.open_kernel(nest_.name, shape_.threads());
    if (tiles_.rows > 0) open_tiles();
    else open_rows(rows);
    for (size_t p = 0; p < nest_.phases.size(); ++p) emit_phase(p);
    if (!nest_.row_stores.empty()) {
      text_.open(guarded_ ? "if (alive && lane == 0)" : "if (lane == 0)");
      text_.values(roots_of(nest_.row_stores));
      for (const loop::Store& s : nest_.row_stores) text_.store(s);
      text_.close();
    }
    text_.close();
    CudaKernel kernel;
    kernel.launches.push_back(launch);
    kernel.vector_access = lanes_.any_pack;
    return kernel;
  }

 private:
  void open_rows(const SymExpr& rows) {
    const std::string type = text_.index_type();
    if (shape_.rows > 1) {
      text_.line("const int lane = threadIdx.x % " + number_text(shape_.lanes) + ";");
      text_.line("const " + type + " rows = " + c_index(rows) + ", wanted = (" + type + ")blockIdx.x * " +
                 number_text(shape_.rows) + " + threadIdx.x / " + number_text(shape_.lanes) + ";");
      text_.line("const bool alive = wanted < rows;  // the last rows are not left to themselves: warps stay whole");
      text_.line("const " + type + " row = alive ? wanted : rows - 1;");
    } else {
      text_.line("const int lane = threadIdx.x;");
      if (!nest_.outer.empty()) text_.line("const " + type + " row = blockIdx.x;");
    }
    text_.unflatten(nest_.outer, "row");
  }
  void open_tiles() {
    const std::string lanes = number_text(shape_.lanes);
    text_.line("const int lane = threadIdx.x % " + lanes + ", mine = threadIdx.x / " + lanes + ";");
    text_.line("const " + std::string(text_.index_type()) + " block = blockIdx.x;");
    text_.unflatten(tiles_.block_axes(), "block");
    tiles_.name_row();
    load_vectors(roots_of(nest_.phases[0]), false);  // under way while the block waits for the tiles
    tiles_.fill(shape_.threads());
  }

  // Does the value differ along the row?
  void find_varying() {
    varying_.assign(nest_.exprs.size(), false);
    for (size_t i = 0; i < varying_.size(); ++i) {
      const Expr& e = nest_.exprs.at(ExprId(i));
      for (ExprId operand : e.operands)
        if (operand != loop::kNoExpr && varying_[static_cast<uint32_t>(operand)]) varying_[i] = true;
      if (e.index)
        for (const loop::Axis& axis : nest_.inner) varying_[i] = varying_[i] || mentions(e.index, axis.variable);
    }
  }

  // `kept_from_[id]`: the phase that computes a value which a later one reads from registers.
  void choose_kept() {
    find_varying();
    std::set<ExprId> before;
    std::vector<std::set<ExprId>> values(nest_.phases.size()), loads(nest_.phases.size());
    std::vector<std::set<ExprId>> evaluated(nest_.phases.size());
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      walk(roots_of(nest_.phases[p]), before, values[p], evaluated[p]);
      before.insert(evaluated[p].begin(), evaluated[p].end());
    }
    // Keeping the loads and computing again is better where it needs fewer registers.
    std::set<ExprId> seen;
    for (size_t p = 0; p < nest_.phases.size(); ++p)
      for (ExprId id : text_.needed(roots_of(nest_.phases[p])))
        if (nest_.exprs.at(id).op == ScalarOp::kLoad && varying_[static_cast<uint32_t>(id)] && !seen.insert(id).second)
          loads[p].insert(id);
    std::set<ExprId> all_values, all_loads;
    size_t most_values = 0, most_loads = 0;
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      most_values = std::max(most_values, values[p].size());
      most_loads = std::max(most_loads, loads[p].size());
      all_values.insert(values[p].begin(), values[p].end());
      all_loads.insert(loads[p].begin(), loads[p].end());
    }
    kept_ = most_values <= most_loads ? all_values : all_loads;
  }
  void walk(const std::vector<ExprId>& roots, const std::set<ExprId>& before, std::set<ExprId>& frontier,
            std::set<ExprId>& evaluated) {
    for (ExprId id : roots) {
      const Expr& e = nest_.exprs.at(id);
      if (!varying_[static_cast<uint32_t>(id)]) continue;
      if (before.count(id) && e.op != ScalarOp::kIndex) {
        frontier.insert(id);
        continue;
      }
      if (!evaluated.insert(id).second) continue;
      for (ExprId operand : e.operands)
        if (operand != loop::kNoExpr) walk({operand}, before, frontier, evaluated);
    }
  }

  bool full() const { return int64_t{shape_.lanes} * shape_.vectors * lanes_.width == row_length_; }
  void open_vectors() {
    text_.line("#pragma unroll");
    text_.open("for (int k = 0; k < " + number_text(shape_.vectors) + "; ++k)");
    text_.line("const int place = (k * " + number_text(shape_.lanes) + " + lane) * " + number_text(lanes_.width) + ";");
    if (!full()) text_.line("if (place >= " + number_text(row_length_) + ") break;");
    text_.unflatten(nest_.inner, "place", axis_);
  }

  void load_vectors(const std::vector<ExprId>& roots, bool from_tiles = true) {
    const std::vector<ExprId> packed = lanes_.packs(roots, known_);
    std::vector<ExprId> loads;
    for (ExprId id : text_.needed(roots, known_)) {
      const bool pack = std::find(packed.begin(), packed.end(), id) != packed.end();
      const bool tiled = tiles_.has(id);
      if (!known_.count(id) && (tiled ? from_tiles : pack && varying_[static_cast<uint32_t>(id)])) loads.push_back(id);
    }
    if (loads.empty()) return;
    for (ExprId id : loads) lanes_.declare(id, number_text(shape_.vectors)), known_[id] = lanes_.lane(id, "k");
    open_vectors();
    for (ExprId id : loads) {
      if (tiles_.has(id)) lanes_.load_from(id, "k", tiles_.element(id));
      else lanes_.load(id, "k");
    }
    text_.close();
  }

  // Stores that go to memory as they are; the others go to tiles first, under their numbers.
  std::vector<loop::Store> direct_stores(const Phase& phase, std::vector<size_t>& tiled) const {
    std::vector<loop::Store> direct;
    for (size_t i = 0; i < phase.stores.size(); ++i) {
      if (tiles_.has(phase.stores[i])) tiled.push_back(i);
      else direct.push_back(phase.stores[i]);
    }
    return direct;
  }

  void emit_phase(size_t p) {
    const Phase& phase = nest_.phases[p];
    std::vector<ExprId> roots = roots_of(phase);
    load_vectors(roots);
    // Values that this phase computes and a later phase reads.
    std::vector<ExprId> fresh;
    for (ExprId id : text_.needed(roots, known_))
      if (kept_.count(id) && !known_.count(id)) fresh.push_back(id);
    const std::string count = number_text(shape_.vectors), width = number_text(lanes_.width);
    for (ExprId id : fresh)
      text_.line(std::string(c_register_type(nest_.exprs.dtype(id))) + " k" + number_text(static_cast<uint32_t>(id)) +
                     "[" + count + "][" + width + "];",
                 {text_.item_of(id)});
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line(text_.accumulator_type(r) + " acc" + number_text(i) + " = " + text_.identity(r) + ";");
    });
    if (phase.reductions.empty() && phase.stores.empty()) return;
    std::vector<size_t> tiled;
    const std::vector<loop::Store> direct = direct_stores(phase, tiled);
    auto tiled_name = [](size_t i) { return "t" + number_text(static_cast<int64_t>(i)); };
    tiles_.declare(p);
    open_vectors();
    lanes_.declare_stores(direct, "o");
    for (size_t i : tiled) text_.line(lanes_.pack_type(phase.stores[i]) + " " + tiled_name(i) + ";");
    lanes_.open_lanes();
    text_.values(roots, known_);
    for (ExprId id : fresh) text_.line("k" + number_text(static_cast<uint32_t>(id)) + "[k][l] = " + c_name(id) + ";");
    lanes_.fill_stores(direct, "o", guarded_ ? "alive" : "");
    for (size_t i : tiled)
      text_.line(tiled_name(i) + ".at[l] = " +
                     to_storage(c_name(phase.stores[i].value), lanes_.dtype_of(phase.stores[i].buffer)) + ";",
                 {text_.item_of(phase.stores[i].value)});
    std::string position = lanes_.width > 1 ? "place + l" : "place";
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line(text_.accumulate(r, "acc" + number_text(i), c_name(r.value), position), {text_.item_of(r.value)});
    });
    text_.close();
    lanes_.write_stores(direct, "o", "", guarded_ ? "alive" : "");
    for (size_t i : tiled)
      text_.line("store_pack<" + width + ">(" + tiles_.element(p, i) + ", " + tiled_name(i) + ");");
    text_.close();
    tiles_.write(p, shape_.threads());
    for (ExprId id : fresh) known_[id] = "k" + number_text(static_cast<uint32_t>(id)) + "[k][l]";
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string n = number_text(i);
      std::string reduce;
      if (shape_.lanes > 32) {
        text_.line("__shared__ " + text_.accumulator_type(r) + " warps" + n + "[" + number_text(shape_.lanes / 32) +
                   "];");
        reduce =
            "block_reduce<" + text_.combiner(r) + ", " + number_text(shape_.lanes) + ">(acc" + n + ", warps" + n + ")";
      } else {
        reduce = "warp_reduce<" + text_.combiner(r) + ", " + number_text(shape_.lanes) + ">(acc" + n + ")";
      }
      text_.line("const auto r" + n + " = " + text_.result_of(r, reduce) + ";", {text_.item_of(r.value)});
    });
  }
  template <class F>
  void for_reductions(size_t phase, F f) {
    int first = text_.first_reduction(phase);
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }

  CudaText& text_;
  const loop::LoopNest& nest_;
  std::string axis_;
  CudaLanes lanes_;
  int64_t row_length_;
  CudaTiles tiles_;
  RowShape shape_;
  bool guarded_;  // some rows of a block may be past the end
  std::vector<bool> varying_;
  std::set<ExprId> kept_;
  KnownValues known_;
};

}  // namespace

bool rows_fit_registers(CudaText& text) {
  const loop::LoopNest& nest = text.nest;
  int64_t length;
  if (nest.inner.empty() || !sym_is_constant(extent_of(nest.inner), &length)) return false;
  const int width = row_width(text);
  CudaTiles tiles(text, length, width);
  const RowShape shape = row_shape(text, length, width, tiles);
  if (plan_nest(nest).shape == LoopShape::kRow) return shape.vectors * width <= kMostValues;
  // Of columns, those that are read along the reduced axis, too.
  const std::string& row = nest.inner.back().variable;
  return tiles.rows > 0 &&
         any_access(text, [&](const SymExpr& index) { return access_along(index, row) == Access::kContiguous; });
}

CudaKernel emit_cuda_rows(CudaText& text) { return RowKernel(text).emit(); }

}  // namespace vt::codegen
