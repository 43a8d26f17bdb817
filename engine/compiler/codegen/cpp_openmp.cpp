// C++ with OpenMP and SIMD from loop nests. One function per kernel:
//   pointwise   tasks = outer rows x chunks of the last axis; lanes along the last axis; where a
//               tensor lies transposed, tasks = tiles of the last axis and of the one that it lies along
//   row         tasks = outer points, or some neighbours where a tensor lies transposed; each phase runs lanes along
//               the row
//   column      tasks = outer rows x tiles of columns; accumulators live in a tile
//   split       the inner range in fixed chunks with partial results, combined in order,
//               so that results do not depend on the number of threads
#include <algorithm>
#include <map>

#include "codegen/codegen.h"
#include "codegen/cpp_text.h"
#include "support/check.h"
#include "support/isa.h"

namespace vt {
namespace {
using namespace codegen;
using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::LoopNest;
using loop::Phase;
using loop::Reduce;
using loop::Reduction;
using loop::ScalarOp;

constexpr int kUnroll = 4;          // accumulators per reduction: hides the latency of an add
constexpr int kColumnVectors = 32;  // vectors of columns in a tile: accumulators stay in L1
constexpr int64_t kSplitChunks = 16;
constexpr int64_t kTileRows = 32, kTileLanes = 64;          // of transposed reads
constexpr int64_t kReducedRows = 16, kReducedLanes = 2048;  // of those that are reduced along their lanes: at most
constexpr size_t kMostTiles = 4;
constexpr int64_t kParallelWork = 32768;  // elements below which one thread does it

class CppNest : CppText {
 public:
  CppNest(const LoopNest& nest, const CpuTarget& target, std::vector<TaggedLine>& out)
      : CppText(nest, target.fma, out), target_(target) {
    for (const Phase& phase : nest_.phases) {
      first_reduction_.push_back(static_cast<int>(reductions_.size()));
      for (const Reduction& r : phase.reductions) reductions_.push_back(&r);
    }
  }

  void emit() {
    line("extern \"C\" void " + nest_.name + "(void* const* buffers, const i64* symbols) {", {nest_.item});
    ++depth_;
    declare_arguments();
    switch (plan_.shape) {
      case LoopShape::kPointwise: emit_pointwise(); break;
      case LoopShape::kRow: emit_row(); break;
      case LoopShape::kColumn: emit_column(); break;
      case LoopShape::kSplit: emit_split(); break;
    }
    --depth_;
    line("}");
    line("");
  }

 private:
  // --- loops -----------------------------------------------------------------------
  static std::string product(const std::vector<Axis>& axes, size_t begin, size_t end) {
    std::string text;
    for (size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " * ") + c_index(axes[i].extent);
    return text.empty() ? "1" : text;
  }
  // Splits flat `task` into the axes [0, count), last fastest.
  void unflatten(const std::vector<Axis>& axes, size_t count, const std::string& task) {
    if (count == 0) return;
    if (count == 1) return line("const i64 " + axes[0].variable + " = " + task + ";");
    line("i64 rest = " + task + ";");
    for (size_t i = count; i-- > 0;) {
      std::string extent = c_index(axes[i].extent);
      if (i == 0) line("const i64 " + axes[i].variable + " = rest;");
      else line("const i64 " + axes[i].variable + " = rest % " + extent + "; rest /= " + extent + ";");
    }
  }
  void parallel_for(const std::string& variable, const std::string& count, const std::string& work) {
    if (target_.threads > 1)
      line("#pragma omp parallel for schedule(static) if (" + work + " >= " + number(kParallelWork) + ")");
    open("for (i64 " + variable + " = 0; " + variable + " < " + count + "; ++" + variable + ")");
  }

  void emit_phase_body(const Phase& phase, bool lanes) {
    emit_values(roots_of(phase), lanes);
    emit_stores(phase.stores, lanes);
  }

  void emit_pointwise() {
    VT_CHECK(nest_.phases.size() == 1 && reductions_.empty(), "a pointwise nest has one phase and no reduction");
    const Phase& phase = nest_.phases[0];
    if (nest_.outer.empty()) return emit_phase_body(phase, false);
    if (plan_.vector && !shorter(nest_.outer.back(), 16)) {
      const size_t axis = find_tiles(0, nest_.outer.size() - 1);
      if (!tiles_.empty() || !store_tiles_.empty()) return emit_tiled(axis);
    }
    const Axis& last = nest_.outer.back();
    line("const i64 n = " + c_index(last.extent) + ", rows = " + product(nest_.outer, 0, nest_.outer.size() - 1) + ";");
    line("const i64 chunk = 16384, chunks = (n + chunk - 1) / chunk;");
    declare_stream("n * rows", "n");
    parallel_for("task", "rows * chunks", "n * rows");
    line("const i64 begin = task % chunks * chunk, end = begin + chunk < n ? begin + chunk : n;");
    if (nest_.outer.size() > 1) line("const i64 row = task / chunks;");
    unflatten(nest_.outer, nest_.outer.size() - 1, "row");
    line("i64 " + last.variable + " = begin;");
    emit_lane_loop(last.variable, "end", [&](bool lanes) { emit_phase_body(phase, lanes); });
    close();
    finish_stream();
  }

  // The loads that lie along `axis` where the lanes go across.
  std::vector<Tile> tiles_along(const Axis& axis) const {
    std::vector<Tile> tiles;
    for (const Phase& phase : nest_.phases)
      for (ExprId id : needed_by(nest_.exprs, roots_of(phase))) {
        const Expr& e = nest_.exprs.at(id);
        if (e.op != ScalarOp::kLoad || access_along(e.index, plan_.lane_axis) != Access::kStrided ||
            access_along(e.index, axis.variable) != Access::kContiguous || nest_.buffers[e.integer].written)
          continue;
        const SymExpr step = step_along(e.index, plan_.lane_axis);
        const bool known = std::any_of(tiles.begin(), tiles.end(), [&](const Tile& tile) {
          return tile.buffer == e.integer && sym_equal(tile.index, e.index);
        });
        if (step && !known && !mentions(step, axis.variable)) tiles.push_back({e.integer, e.index, step, ""});
      }
    return tiles;
  }
  // The stores that lie along `axis` where the lanes go across.
  std::vector<Tile> store_tiles_along(const Axis& axis) const {
    std::vector<Tile> tiles;
    for (const Phase& phase : nest_.phases)
      for (const loop::Store& s : phase.stores) {
        if (access_along(s.index, plan_.lane_axis) != Access::kStrided ||
            access_along(s.index, axis.variable) != Access::kContiguous || is_read(s.buffer))
          continue;
        const SymExpr step = step_along(s.index, plan_.lane_axis);
        if (step && !mentions(step, axis.variable)) tiles.push_back({s.buffer, s.index, step, ""});
      }
    return tiles;
  }
  static bool shorter(const Axis& axis, int64_t than) {
    int64_t extent;
    return sym_is_constant(axis.extent, &extent) && extent < than;
  }
  // Chooses the axis along which most of what lies transposed lies, of those before `end`.
  size_t find_tiles(size_t begin, size_t end) {
    size_t best = 0;
    for (size_t i = begin; i < end; ++i) {
      if (shorter(nest_.outer[i], 4)) continue;
      std::vector<Tile> tiles = tiles_along(nest_.outer[i]), stores;
      if (nest_.inner.empty()) stores = store_tiles_along(nest_.outer[i]);
      if (tiles.size() + stores.size() <= tiles_.size() + store_tiles_.size()) continue;
      tiles_ = std::move(tiles);
      store_tiles_ = std::move(stores);
      best = i;
    }
    if (tiles_.size() > kMostTiles) tiles_.resize(kMostTiles);
    if (store_tiles_.size() > kMostTiles) store_tiles_.resize(kMostTiles);
    for (size_t i = 0; i < tiles_.size(); ++i) tiles_[i].name = "tile" + number(static_cast<int64_t>(i));
    for (size_t i = 0; i < store_tiles_.size(); ++i) store_tiles_[i].name = "out" + number(static_cast<int64_t>(i));
    return best;
  }
  // Copies what the tiles hold: rows [top, bottom) of `down`, lanes [begin, begin + lanes).
  void fill_tiles(const Axis& down, const std::string& begin, int64_t rows, int64_t pitch, const std::string& lanes) {
    for (const std::vector<Tile>* tiles : {&tiles_, &store_tiles_})
      for (const Tile& tile : *tiles)
        line(std::string(c_storage_type(nest_.buffers[tile.buffer].dtype)) + " " + tile.name + "[" +
             number(rows * pitch) + "];");
    open("");
    line("const i64 " + down.variable + " = top, " + plan_.lane_axis + " = " + begin + ";");
    for (const Tile& tile : tiles_)
      line("transpose_tile(" + tile.name + ", " + number(pitch) + ", " + pointer(tile.buffer) + " + " +
           c_index(tile.index) + ", " + c_index(tile.step) + ", bottom - top, " + lanes + ");");
    close();
    tile_place_ = "((" + down.variable + " - top) * " + number(pitch) + " + (" + plan_.lane_axis + " - " + begin + "))";
  }
  // Writes what the tiles of stores hold to where it belongs.
  void empty_tiles(const Axis& down, const std::string& begin, int64_t pitch, const std::string& lanes) {
    if (store_tiles_.empty()) return;
    open("");
    line("const i64 " + down.variable + " = top, " + plan_.lane_axis + " = " + begin + ";");
    for (const Tile& tile : store_tiles_)
      line("transpose_tile(" + pointer(tile.buffer) + " + " + c_index(tile.index) + ", " + c_index(tile.step) + ", " +
           "(const " + c_storage_type(nest_.buffers[tile.buffer].dtype) + "*)" + tile.name + ", " + number(pitch) +
           ", " + lanes + ", bottom - top);");
    close();
  }
  void emit_tiled(size_t along) {
    const Axis &last = nest_.outer.back(), &down = nest_.outer[along];
    std::vector<Axis> others(nest_.outer.begin(), nest_.outer.end() - 1);
    others.erase(others.begin() + static_cast<int64_t>(along));
    const std::string rows = number(kTileRows), lanes = number(kTileLanes);
    line("const i64 n = " + c_index(last.extent) + ", height = " + c_index(down.extent) +
         ", rows = " + product(others, 0, others.size()) + ";");
    line("const i64 across = (n + " + lanes + " - 1) / " + lanes + ", tiles = across * ((height + " + rows +
         " - 1) / " + rows + ");");
    declare_stream("n * height * rows", "n");
    parallel_for("task", "rows * tiles", "n * height * rows");
    line("const i64 begin = task % across * " + lanes + ", end = begin + " + lanes + " < n ? begin + " + lanes +
         " : n;");
    line("const i64 top = task % tiles / across * " + rows + ", bottom = top + " + rows + " < height ? top + " + rows +
         " : height;");
    if (!others.empty()) line("const i64 row = task / tiles;");
    unflatten(others, others.size(), "row");
    fill_tiles(down, "begin", kTileRows, kTileLanes, "end - begin");
    open("for (i64 " + down.variable + " = top; " + down.variable + " < bottom; ++" + down.variable + ")");
    line("i64 " + last.variable + " = begin;");
    emit_lane_loop(last.variable, "end", [&](bool in_lanes) { emit_phase_body(nest_.phases[0], in_lanes); });
    close();
    empty_tiles(down, "begin", kTileLanes, "end - begin");
    close();
    finish_stream();
  }

  // `for (; v + W <= end; v += W) lanes; for (; v < end; ++v) scalar;`
  template <class Body>
  void emit_lane_loop(const std::string& variable, const std::string& end, Body body) {
    if (plan_.vector) {
      open("for (; " + variable + " + W <= " + end + "; " + variable + " += W)");
      body(true);
      close();
    }
    open("for (; " + variable + " < " + end + "; ++" + variable + ")");
    body(false);
    close();
  }

  // --- reductions --------------------------------------------------------------------
  std::string identity(const Reduction& r) const {
    bool floating = is_floating(r.accumulate);
    switch (r.kind) {
      case Reduce::kSum:
      case Reduce::kDeviations: return floating ? "0.0f" : "0";
      case Reduce::kProd: return floating ? "1.0f" : "1";
      case Reduce::kAny: return "false";
      case Reduce::kAll: return "true";
      case Reduce::kMax:
      case Reduce::kArgMax: return extreme_identity(r, false);
      case Reduce::kMin:
      case Reduce::kArgMin: return extreme_identity(r, true);
    }
    VT_UNREACHABLE("reduction");
  }
  std::string extreme_identity(const Reduction& r, bool high) const {
    DType dtype = value_dtype(r);
    if (is_floating(dtype)) return high ? "__builtin_inff()" : "-__builtin_inff()";
    if (dtype == DType::kBool) return high ? "true" : "false";
    if (dtype == DType::kUInt8) return high ? "255" : "0";
    int64_t bits = dtype_bytes(dtype) * 8;
    if (bits == 64) return high ? "9223372036854775807LL" : "(-9223372036854775807LL - 1)";
    return high ? number((int64_t{1} << (bits - 1)) - 1) : number(-(int64_t{1} << (bits - 1)));
  }
  DType value_dtype(const Reduction& r) const { return nest_.exprs.dtype(r.value); }
  static bool is_arg(const Reduction& r) { return r.kind == Reduce::kArgMax || r.kind == Reduce::kArgMin; }
  std::string combine(const Reduction& r, const std::string& a, const std::string& b) const {
    switch (r.kind) {
      case Reduce::kSum: return a + " + " + b;
      case Reduce::kProd: return a + " * " + b;
      case Reduce::kAny: return a + " | " + b;
      case Reduce::kAll: return a + " & " + b;
      case Reduce::kMax: return "max_of(" + a + ", " + b + ")";
      case Reduce::kMin: return "min_of(" + a + ", " + b + ")";
      case Reduce::kDeviations:
      case Reduce::kArgMax:
      case Reduce::kArgMin: break;
    }
    VT_UNREACHABLE("arg reductions combine with their position");
  }
  std::string register_type(const Reduction& r) const {
    return c_register_type(is_arg(r) ? value_dtype(r) : r.accumulate);
  }
  // Scalar `accN = combine(accN, value)`, with the position of arg reductions.
  void accumulate_scalar(int index, const Reduction& r, const std::string& value, const std::string& position) {
    std::string a = "acc" + number(index);
    if (r.kind == Reduce::kDeviations) {
      std::string n = number(index), type = register_type(r);
      line("if (!seen" + n + "++) origin" + n + " = " + value + ";");
      return line("{ const " + type + " x = " + value + " - origin" + n + ", d = x - mean" + n + "; mean" + n +
                      " += d / (" + type + ")seen" + n + "; " + a + " += d * (x - mean" + n + "); }",
                  {item_of(r.value)});
    }
    if (!is_arg(r)) return line(a + " = " + combine(r, a, value) + ";", {item_of(r.value)});
    std::string better = r.kind == Reduce::kArgMax ? value + " > " + a : value + " < " + a;
    line("if (at" + number(index) + " < 0 || " + better + " || (" + value + " != " + value + " && " + a + " == " + a +
             ")) { " + a + " = " + value + "; at" + number(index) + " = " + position + "; }",
         {item_of(r.value)});
  }
  void declare_accumulators(size_t phase) {
    for_reductions(phase, [&](int i, const Reduction& r) {
      line(register_type(r) + " acc" + number(i) + " = " + identity(r) + ";");
      if (is_arg(r)) line("i64 at" + number(i) + " = -1;");
      if (r.kind == Reduce::kDeviations)
        line(register_type(r) + " origin" + number(i) + " = 0, mean" + number(i) + " = 0; i64 seen" + number(i) +
             " = 0;");
    });
  }
  void name_results(size_t phase) {
    for_reductions(phase, [&](int i, const Reduction& r) {
      line("const " + std::string(is_arg(r) ? "i64" : c_register_type(r.accumulate)) + " r" + number(i) + " = " +
               (is_arg(r) ? "at" : "acc") + number(i) + ";",
           {item_of(r.value)});
    });
  }
  template <class F>
  void for_reductions(size_t phase, F f) {
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first_reduction_[phase] + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }
  static bool has_deviations(const Phase& phase) {
    return std::any_of(phase.reductions.begin(), phase.reductions.end(),
                       [](const Reduction& r) { return r.kind == Reduce::kDeviations; });
  }
  bool has_arg(const Phase& phase) const {
    return std::any_of(phase.reductions.begin(), phase.reductions.end(), is_arg);
  }
  std::string flat_inner() const {
    std::string text = nest_.inner[0].variable;
    for (size_t i = 1; i < nest_.inner.size(); ++i)
      text = "(" + text + " * " + c_index(nest_.inner[i].extent) + " + " + nest_.inner[i].variable + ")";
    return text;
  }

  // One phase over [begin, end) of the last inner axis, into accN (declared outside).
  void emit_phase_span(size_t p, const std::string& begin, const std::string& end) {
    const Phase& phase = nest_.phases[p];
    const std::string& v = nest_.inner.back().variable;
    line("i64 " + v + " = " + begin + ";");
    if (plan_.vector) emit_unrolled(p, v, end);
    open("for (; " + v + " < " + end + "; ++" + v + ")");
    emit_values(roots_of(phase), false);
    emit_stores(phase.stores, false);
    for_reductions(p, [&](int i, const Reduction& r) {
      accumulate_scalar(i, r, c_name(r.value), has_arg(phase) ? flat_inner() : "0");
    });
    close();
  }

  void emit_unrolled(size_t p, const std::string& v, const std::string& end) {
    const Phase& phase = nest_.phases[p];
    if (phase.reductions.empty()) {
      open("for (; " + v + " + W <= " + end + "; " + v + " += W)");
      emit_phase_body(phase, true);
      return close();
    }
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string type = r.accumulate == DType::kFloat32 ? "f32v" : "i32v";
      line(type + " lane" + number(i) + "[" + number(kUnroll) + "];");
      line("for (int u = 0; u < " + number(kUnroll) + "; ++u) lane" + number(i) + "[u] = splat(" + identity(r) + ");");
    });
    open("for (; " + v + " + " + number(kUnroll) + " * W <= " + end + ";)");
    line("#pragma GCC unroll " + number(kUnroll));
    open("for (int u = 0; u < " + number(kUnroll) + "; ++u, " + v + " += W)");
    emit_lane_step(p, "[u]");
    close();
    close();
    open("for (; " + v + " + W <= " + end + "; " + v + " += W)");
    emit_lane_step(p, "[0]");
    close();
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string lane = "lane" + number(i);
      line("for (int u = 1; u < " + number(kUnroll) + "; ++u) " + lane +
           "[0] = " + combine(r, lane + "[0]", lane + "[u]") + ";");
      std::string element = r.accumulate == DType::kBool ? "(" + lane + "[0][l] != 0)" : lane + "[0][l]";
      line("for (int l = 0; l < W; ++l) acc" + number(i) + " = " + combine(r, "acc" + number(i), element) + ";");
    });
  }
  void emit_lane_step(size_t p, const std::string& slot) {
    emit_phase_body(nest_.phases[p], true);
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string lane = "lane" + number(i) + slot;
      line(lane + " = " + combine(r, lane, c_name(r.value)) + ";", {item_of(r.value)});
    });
  }

  void emit_row() {
    std::string rows = product(nest_.outer, 0, nest_.outer.size());
    std::string work = rows + " * " + product(nest_.inner, 0, nest_.inner.size());
    declare_stream(work, c_index(nest_.inner.back().extent));
    int64_t lanes = 0;
    if (plan_.vector && nest_.inner.size() == 1 && sym_is_constant(nest_.inner[0].extent, &lanes) && lanes >= 16 &&
        lanes <= kReducedLanes)
      find_tiles(nest_.outer.size() - 1, nest_.outer.size());
    if (tiles_.empty()) {
      parallel_for("task", rows, work);
      unflatten(nest_.outer, nest_.outer.size(), "task");
      emit_row_phases();
      close();
    } else {
      emit_row_tiles(work, lanes);
    }
    finish_stream();
  }
  // Some neighbours along the last outer axis, along which a tensor lies that is reduced across.
  void emit_row_tiles(const std::string& work, int64_t lanes) {
    const Axis& down = nest_.outer.back();
    const std::string count = number(kReducedRows), height = c_index(down.extent);
    line("const i64 tiles = (" + height + " + " + count + " - 1) / " + count + ";");
    parallel_for("task", product(nest_.outer, 0, nest_.outer.size() - 1) + " * tiles", work);
    line("const i64 top = task % tiles * " + count + ", bottom = top + " + count + " < " + height + " ? top + " +
         count + " : " + height + ";");
    if (nest_.outer.size() > 1) line("const i64 row = task / tiles;");
    unflatten(nest_.outer, nest_.outer.size() - 1, "row");
    fill_tiles(down, "0", kReducedRows, lanes, number(lanes));
    open("for (i64 " + down.variable + " = top; " + down.variable + " < bottom; ++" + down.variable + ")");
    emit_row_phases();
    close();
    close();
  }
  void emit_row_phases() {
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      declare_accumulators(p);
      open("");
      for (size_t i = 0; i + 1 < nest_.inner.size(); ++i) loop_over(nest_.inner[i]);
      emit_phase_span(p, "0", c_index(nest_.inner.back().extent));
      for (size_t i = 0; i + 1 < nest_.inner.size(); ++i) close();
      close();
      name_results(p);
    }
    emit_row_stores();
  }
  void loop_over(const Axis& axis) {
    open("for (i64 " + axis.variable + " = 0; " + axis.variable + " < " + c_index(axis.extent) + "; ++" +
         axis.variable + ")");
  }
  void emit_row_stores() {
    if (nest_.row_stores.empty()) return;
    emit_values(roots_of(nest_.row_stores), false);
    emit_stores(nest_.row_stores, false);
  }

  // --- columns -------------------------------------------------------------------------
  void emit_column() {
    const Axis& column = nest_.outer.back();
    line("const i64 n = " + c_index(column.extent) + ", rows = " + product(nest_.outer, 0, nest_.outer.size() - 1) +
         ";");
    std::string step = plan_.vector ? number(kColumnVectors) + " * W" : "64";
    line("const i64 tile = " + step + ", tiles = (n + tile - 1) / tile;");
    parallel_for("task", "rows * tiles", "n * rows * " + product(nest_.inner, 0, nest_.inner.size()));
    line("const i64 begin = task % tiles * tile, end = begin + tile < n ? begin + tile : n;");
    if (nest_.outer.size() > 1) line("const i64 row = task / tiles;");
    unflatten(nest_.outer, nest_.outer.size() - 1, "row");
    line("i64 first = begin;");
    if (plan_.vector) {
      open("");
      line("const int vectors = (int)((end - begin) / W);");
      emit_column_lanes();
      line("first = begin + (i64)vectors * W;");
      close();
    }
    open("for (i64 " + column.variable + " = first; " + column.variable + " < end; ++" + column.variable + ")");
    for (size_t p = 0; p < nest_.phases.size(); ++p) emit_scalar_phase(p);
    emit_row_stores();
    close();
    close();
  }
  void emit_scalar_phase(size_t p) {
    const Phase& phase = nest_.phases[p];
    declare_accumulators(p);
    for (const Axis& axis : nest_.inner) loop_over(axis);
    emit_values(roots_of(phase), false);
    emit_stores(phase.stores, false);
    for_reductions(p, [&](int i, const Reduction& r) {
      accumulate_scalar(i, r, c_name(r.value), has_arg(phase) ? flat_inner() : "0");
    });
    for (size_t i = 0; i < nest_.inner.size(); ++i) close();
    name_results(p);
  }
  void emit_column_lanes() {
    const std::string& v = nest_.outer.back().variable;
    for (size_t i = 0; i < reductions_.size(); ++i) {
      std::string type = reductions_[i]->accumulate == DType::kFloat32 ? "f32v" : "i32v";
      line(type + " tile" + number(i) + "[" + number(kColumnVectors) + "];");
      if (reductions_[i]->kind == Reduce::kDeviations)
        line(type + " origin" + number(i) + "[" + number(kColumnVectors) + "], mean" + number(i) + "[" +
             number(kColumnVectors) + "];");
    }
    auto over_vectors = [&] {
      open("for (int c = 0; c < vectors; ++c)");
      line("const i64 " + v + " = begin + (i64)c * W;");
    };
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      for_reductions(p, [&](int i, const Reduction& r) {
        line("for (int c = 0; c < vectors; ++c) tile" + number(i) + "[c] = splat(" + identity(r) + ");");
        if (r.kind == Reduce::kDeviations)
          line("for (int c = 0; c < vectors; ++c) mean" + number(i) + "[c] = splat(0.0f);");
      });
      bool moments = has_deviations(nest_.phases[p]);
      if (moments) line("i64 seen" + number(p) + " = 0;");
      for (const Axis& axis : nest_.inner) loop_over(axis);
      if (moments) line("const float share = 1.0f / (float)++seen" + number(p) + ";");
      over_vectors();
      emit_tile_values(roots_of(nest_.phases[p]));
      emit_stores(nest_.phases[p].stores, true);
      for_reductions(p, [&](int i, const Reduction& r) {
        std::string slot = "tile" + number(i) + "[c]";
        if (r.kind == Reduce::kDeviations) {
          std::string mean = "mean" + number(i) + "[c]", origin = "origin" + number(i) + "[c]";
          std::string value = c_name(r.value);
          line("if (seen" + number(p) + " == 1) " + origin + " = " + value + ";");
          return line("{ const f32v x = " + value + " - " + origin + ", d = x - " + mean + "; " + mean +
                          " += d * share; " + slot + " += d * (x - " + mean + "); }",
                      {item_of(r.value)});
        }
        line(slot + " = " + combine(r, slot, c_name(r.value)) + ";", {item_of(r.value)});
      });
      close();
      for (size_t i = 0; i < nest_.inner.size(); ++i) close();
    }
    if (nest_.row_stores.empty()) return;
    over_vectors();
    emit_tile_values(roots_of(nest_.row_stores));
    emit_stores(nest_.row_stores, true);
    close();
  }
  void emit_tile_values(const std::vector<ExprId>& roots) {
    for (ExprId id : needed_by(nest_.exprs, roots)) {
      const Expr& e = nest_.exprs.at(id);
      if (e.op == ScalarOp::kReduced) line("#define r" + number(e.integer) + "_tile tile" + number(e.integer) + "[c]");
    }
    emit_values(roots, true, "_tile");
    for (ExprId id : needed_by(nest_.exprs, roots)) {
      const Expr& e = nest_.exprs.at(id);
      if (e.op == ScalarOp::kReduced) line("#undef r" + number(e.integer) + "_tile");
    }
  }

  // --- split -----------------------------------------------------------------------------
  void emit_split() {
    const Axis& last = nest_.inner.back();
    line("const i64 n = " + c_index(last.extent) + ", rows = " + product(nest_.inner, 0, nest_.inner.size() - 1) + ";");
    line("const i64 piece = 8192, pieces = (n + piece - 1) / piece, tasks = rows * pieces;");
    line("const i64 chunks = n * rows < " + number(kParallelWork) + " ? 1 : " + number(kSplitChunks) + ";");
    declare_stream("n * rows", "n");
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      for_reductions(p, [&](int i, const Reduction& r) {
        line(register_type(r) + " part" + number(i) + "[" + number(kSplitChunks) + "];");
        if (is_arg(r)) line("i64 place" + number(i) + "[" + number(kSplitChunks) + "];");
      });
      parallel_for("slot", "chunks", "n * rows");
      declare_accumulators(p);
      open("for (i64 task = tasks * slot / chunks; task < tasks * (slot + 1) / chunks; ++task)");
      line("const i64 begin = task % pieces * piece, end = begin + piece < n ? begin + piece : n;");
      if (nest_.inner.size() > 1) line("const i64 row = task / pieces;");
      unflatten(nest_.inner, nest_.inner.size() - 1, "row");
      emit_phase_span(p, "begin", "end");
      close();
      for_reductions(p, [&](int i, const Reduction& r) {
        line("part" + number(i) + "[slot] = acc" + number(i) + ";");
        if (is_arg(r)) line("place" + number(i) + "[slot] = at" + number(i) + ";");
      });
      close();
      combine_parts(p);
    }
    emit_row_stores();
    finish_stream();
  }
  void combine_parts(size_t p) {
    declare_accumulators(p);
    if (nest_.phases[p].reductions.empty()) return;
    open("for (i64 slot = 0; slot < chunks; ++slot)");
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string part = "part" + number(i) + "[slot]", place = "place" + number(i) + "[slot]";
      if (!is_arg(r)) return line("acc" + number(i) + " = " + combine(r, "acc" + number(i), part) + ";");
      open("if (" + place + " >= 0)");
      accumulate_scalar(i, r, part, place);
      close();
    });
    close();
    name_results(p);
  }

  const CpuTarget& target_;
  std::vector<const Reduction*> reductions_;
  std::vector<int> first_reduction_;
};

}  // namespace

CpuTarget host_cpu_target() {
  CpuTarget target;
  target.vector_bytes = isa() == Isa::kAvx512 ? 64 : isa() == Isa::kAvx2 ? 32 : 16;
  target.fma = isa() != Isa::kPlain;
  return target;
}

namespace {

// What a function computes, whatever it and its buffers are called.
std::string without_names(const std::vector<TaggedLine>& lines, const std::string& name) {
  std::string text;
  for (const TaggedLine& line : lines) text += line.text.substr(0, line.text.find(";  // ")) + "\n";
  if (const size_t at = text.find(name); at != std::string::npos) text.erase(at, name.size());
  return text;
}

void join_items(std::vector<ItemId>& items, const std::vector<ItemId>& more) {
  for (ItemId item : more)
    if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
}

}  // namespace

GeneratedCode generate_cpp(const std::vector<KernelSource>& kernels, const CpuTarget& target) {
  GeneratedCode code;
  std::string lanes = "#define W " + number(target.vector_bytes / 4) + "  // float lanes of a vector";
  code.prelude = lanes + "\n" + kCppPrelude;
  code.text.push_back({"// " + lanes + "; load_v, choose, max_of ... are defined before this text", {}});
  std::map<std::string, size_t> known;  // functions by what they compute
  auto note = [&](const std::string& text, ItemId item) {
    code.text.push_back({"// " + text, item == kNoItem ? std::vector<ItemId>() : std::vector<ItemId>{item}});
    code.text.push_back({"", {}});
  };
  for (const KernelSource& kernel : kernels) {
    LoopNest epilogue;
    const LoopNest* nest = nullptr;
    if (auto product = std::get_if<const loop::MatmulTemplate*>(&kernel)) {
      if (is_plain_product(**product)) {
        note((*product)->name + ": the library's product as it is", (*product)->item);
        code.entry_names.emplace_back();
        continue;
      }
      epilogue = epilogue_nest(**product, true);
      nest = &epilogue;
    } else {
      nest = std::get<const LoopNest*>(kernel);
    }
    std::vector<TaggedLine> lines;
    CppNest(*nest, target, lines).emit();
    auto [same, fresh] = known.try_emplace(without_names(lines, nest->name), code.functions.size());
    if (fresh) {
      code.functions.push_back({nest->name, code.text.size(), code.text.size() + lines.size()});
      code.text.insert(code.text.end(), lines.begin(), lines.end());
    } else {
      const GeneratedCode::Function& first = code.functions[same->second];
      for (size_t i = 0; i < lines.size(); ++i) join_items(code.text[first.first_line + i].items, lines[i].items);
      note(nest->name + ": the same code as " + first.entry, nest->item);
    }
    code.entry_names.push_back(code.functions[same->second].entry);
  }
  return code;
}

}  // namespace vt
