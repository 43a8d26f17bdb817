// WebAssembly from loop nests: the loops. A vector has four float lanes. Loop-invariant values are
// hoisted here, because the browsers' compilers do not hoist them.
#include <algorithm>
#include <cmath>
#include <map>

#include "codegen/codegen.h"
#include "codegen/expand.h"
#include "codegen/plan.h"
#include "codegen/wasm_encoder.h"
#include "codegen/wasm_matmul.h"
#include "codegen/wasm_values.h"
#include "support/check.h"

namespace vt {
namespace {
using namespace codegen;
using loop::Axis;
using loop::LoopNest;
using loop::Phase;
using loop::Reduce;
using loop::Reduction;
using loop::Store;
using wasm::get;
using wasm::Local;
using wasm::op;
using wasm::Tree;
using wasm::Type;

constexpr int kAccumulators = 4;   // vectors per row reduction, to hide the latency of an add
constexpr int kInterleaved = 4;    // of these, evaluated op by op together, so that a constant is fetched once
constexpr int kColumnVectors = 4;  // vectors of columns per pass over the rows
// Browsers start a function in baseline code and use the optimised code, compiled meanwhile, from the next
// call on. A large kernel is therefore split into many calls, so that even its first run is soon fast.
constexpr int64_t kPartElements = 16384;

bool in_parts(const LoopNest& nest) {
  if (nest.outer.empty()) return false;
  int64_t elements = 1, extent = 0;
  for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
    for (const Axis& axis : *axes) {
      if (!sym_is_constant(axis.extent, &extent)) return true;
      elements *= extent;
    }
  return elements > kPartElements;
}

// The axis that is split into parts: the first with at least kEnough elements, otherwise the longest.
size_t parted_axis(const LoopNest& nest) {
  constexpr int64_t kEnough = 32;
  size_t longest = 0;
  int64_t most = 0;
  for (size_t i = 0; i < nest.outer.size(); ++i) {
    int64_t extent = 0;
    if (!sym_is_constant(nest.outer[i].extent, &extent)) extent = kEnough;
    if (extent >= kEnough) return i;
    if (extent > most) most = extent, longest = i;
  }
  return longest;
}

class WasmNest {
 public:
  WasmNest(const LoopNest& nest, const WasmTarget& target, wasm::Module& module)
      : nest_(prepare_nest(nest, false)),
        plan_(plan_nest(nest_)),
        in_parts_(in_parts(nest_)),
        parted_(parted_axis(nest_)),
        target_(target),
        module_(module),
        f_(in_parts_ ? wasm::Function(nest.name + "_part", "from", "to") : wasm::Function(nest.name)),
        values_(nest_, plan_.lane_axis, target, f_, module) {
    offset_ = f_.local(Type::kI32, "offset");
    values_.set_byte_offset(offset_);
    int first = 0;
    for (const Phase& phase : nest_.phases) {
      first_reduction_.push_back(first);
      first += static_cast<int>(phase.reductions.size());
    }
  }

  void emit() {
    switch (plan_.shape) {
      case LoopShape::kPointwise: emit_pointwise(); break;
      case LoopShape::kRow:
      case LoopShape::kSplit: emit_rows(); break;
      case LoopShape::kColumn: emit_columns(); break;
    }
    uint32_t function = module_.add(std::move(f_));
    if (in_parts_) emit_kernel(function);
  }

 private:
  // The kernel function: calls the part function for pieces of one outer axis, or lets threads do it.
  void emit_kernel(uint32_t part) {
    wasm::Function kernel(nest_.name);
    LoopNest sizes;
    sizes.symbols = nest_.symbols;
    WasmValues values(sizes, "", target_, kernel, module_);
    Local from = kernel.local(Type::kI32, "from"), to = kernel.local(Type::kI32, "to"),
          end = kernel.local(Type::kI32, "end"), step = kernel.local(Type::kI32, "step");
    kernel.set(end, values.index(nest_.outer[parted_].extent));
    SymExpr elements = sym_constant(1);
    for (size_t i = 0; i < nest_.outer.size(); ++i)
      if (i != parted_) elements = sym_mul(elements, nest_.outer[i].extent);
    for (const Axis& axis : nest_.inner) elements = sym_mul(elements, axis.extent);
    kernel.set(step, values.index(sym_max(sym_constant(1), sym_floordiv(sym_constant(kPartElements),
                                                                        sym_max(sym_constant(1), elements)))));
    if (target_.shared) return module_.add_sharing_kernel(std::move(kernel), 0, get(end), get(step));
    kernel.begin_while(op("i32.lt_s", {get(from), get(end)}));
    Tree next = op("i32.add", {get(from), get(step)});
    kernel.set(to, op("select", {next, get(end), op("i32.lt_s", {next, get(end)})}));
    kernel.statement(kernel.call(part, (nest_.name + "_part").c_str(),
                                 {get(kernel.parameter(0)), get(kernel.parameter(1)), get(from), get(to)}));
    kernel.set(from, get(to));
    kernel.end_while();
    module_.add(std::move(kernel));
  }

  // --- loops ---------------------------------------------------------------------
  bool is_parted(const Axis& axis) const { return in_parts_ && axis.variable == nest_.outer[parted_].variable; }
  Tree start(const Axis& axis) const { return is_parted(axis) ? get(f_.parameter(2)) : wasm::i32(0); }
  void begin_axis(const Axis& axis) {
    Local v = values_.variable(axis.variable);
    Local end = bound(axis);
    f_.set(v, start(axis));
    f_.begin_while(op("i32.lt_s", {get(v), get(end)}));
  }
  void end_axis(const Axis& axis) {
    Local v = values_.variable(axis.variable);
    f_.set(v, op("i32.add", {get(v), wasm::i32(1)}));
    f_.end_while();
  }
  Local bound(const Axis& axis) {
    if (is_parted(axis)) return f_.parameter(3);
    Local end = f_.local(Type::kI32, "n_" + axis.variable);
    f_.set(end, values_.index(axis.extent));
    return end;
  }
  template <class Body>
  void over(const std::vector<Axis>& axes, size_t count, Body body) {
    for (size_t i = 0; i < count; ++i) begin_axis(axes[i]);
    body();
    for (size_t i = count; i-- > 0;) end_axis(axes[i]);
  }

  // --- pointwise -------------------------------------------------------------------
  void emit_pointwise() {
    VT_CHECK(nest_.phases.size() == 1, "a pointwise nest has one phase");
    if (nest_.outer.empty()) return emit_scalar_body(nest_.phases[0]);
    over(nest_.outer, nest_.outer.size() - 1, [&] {
      Local end = begin_span(nest_.outer.back());
      if (plan_.vector) emit_lane_span(nest_.phases[0], end);
      emit_tail(nest_.outer.back(), end, [&] { emit_scalar_body(nest_.phases[0]); });
    });
  }
  // Sets the byte offset of the first element; returns the end of the span, in elements.
  Local begin_span(const Axis& axis) {
    Local end = bound(axis);
    f_.set(offset_, is_parted(axis) ? op("i32.shl", {start(axis), wasm::i32(2)}) : wasm::i32(0));
    return end;
  }
  // offset + 16 * vectors <= 4 * end
  Tree room_for(int vectors, const Local& end) {
    return op("i32.le_u",
              {op("i32.add", {get(offset_), wasm::i32(16 * vectors)}), op("i32.shl", {get(end), wasm::i32(2)})});
  }
  void set_lane_variable() { f_.set(values_.variable(plan_.lane_axis), op("i32.shr_u", {get(offset_), wasm::i32(2)})); }
  void advance(int vectors) { f_.set(offset_, op("i32.add", {get(offset_), wasm::i32(16 * vectors)})); }

  void emit_lane_span(const Phase& phase, const Local& end) {
    values_.hoist_lanes(roots_of(phase));
    for (const Store& s : phase.stores) values_.hoist_store(s);
    if (target_.lane_vectors > 1) emit_rounds(phase, end, target_.lane_vectors);
    emit_rounds(phase, end, 1);
  }
  void emit_rounds(const Phase& phase, const Local& end, int vectors) {
    f_.begin_while(room_for(vectors, end));
    for (int v = 0; v < vectors; ++v) {
      set_lane_variable();
      if (v)
        f_.set(values_.variable(plan_.lane_axis),
               op("i32.add", {get(values_.variable(plan_.lane_axis)), wasm::i32(4 * v)}));
      emit_lane_body(phase, static_cast<uint32_t>(16 * v));
    }
    advance(vectors);
    f_.end_while();
  }
  void emit_lane_body(const Phase& phase, uint32_t unroll_offset = 0) {
    values_.emit_lanes(roots_of(phase), unroll_offset);
    for (const Store& s : phase.stores) values_.store_lanes(s, unroll_offset);
  }
  void emit_scalar_body(const Phase& phase) {
    values_.emit_scalar(roots_of(phase));
    for (const Store& s : phase.stores) values_.store_scalar(s);
  }
  // The scalar tail: elements that do not fill a vector.
  template <class Body>
  void emit_tail(const Axis& axis, const Local& end, Body body) {
    Local v = values_.variable(axis.variable);
    f_.set(v, op("i32.shr_u", {get(offset_), wasm::i32(2)}));
    f_.begin_while(op("i32.lt_s", {get(v), get(end)}));
    body();
    end_axis(axis);
  }

  // --- reductions --------------------------------------------------------------------
  static bool is_arg(const Reduction& r) { return r.kind == Reduce::kArgMax || r.kind == Reduce::kArgMin; }
  DType running_dtype(const Reduction& r) const { return is_arg(r) ? nest_.exprs.dtype(r.value) : r.accumulate; }

  Tree identity(const Reduction& r, bool lanes) const {
    DType dtype = running_dtype(r);
    bool low = r.kind == Reduce::kMax || r.kind == Reduce::kArgMax,
         high = r.kind == Reduce::kMin || r.kind == Reduce::kArgMin;
    double number = r.kind == Reduce::kProd ? 1 : low ? -__builtin_inf() : high ? __builtin_inf() : 0;
    if (lanes && dtype == DType::kFloat32) return wasm::v128_f32(static_cast<float>(number));
    if (lanes) return wasm::v128_i32(r.kind == Reduce::kAll ? -1 : 0);
    int64_t whole = r.kind == Reduce::kProd || r.kind == Reduce::kAll ? 1 : low ? INT64_MIN : high ? INT64_MAX : 0;
    switch (values_.scalar_type(dtype)) {
      case Type::kF32: return wasm::f32(static_cast<float>(number));
      case Type::kF64: return wasm::f64(number);
      case Type::kI64: return wasm::i64(whole);
      default: return wasm::i32(low ? INT32_MIN : high ? INT32_MAX : static_cast<int32_t>(whole));
    }
  }
  Tree combine(const Reduction& r, Tree a, Tree b, bool lanes) const {
    std::string prefix = lanes ? "f32x4." : std::string(wasm::type_name(values_.scalar_type(r.accumulate))) + ".";
    bool floating = is_floating(r.accumulate);
    switch (r.kind) {
      case Reduce::kSum: return op(prefix + "add", {a, b});
      case Reduce::kProd: return op(prefix + "mul", {a, b});
      case Reduce::kAny: return op(lanes ? "v128.or" : "i32.or", {a, b});
      case Reduce::kAll: return op(lanes ? "v128.and" : "i32.and", {a, b});
      case Reduce::kMax:
      case Reduce::kMin: {
        bool maximum = r.kind == Reduce::kMax;
        if (floating) return op(prefix + (maximum ? "max" : "min"), {a, b});
        return op("select", {a, b, op(prefix + (maximum ? "gt_s" : "lt_s"), {a, b})});
      }
      case Reduce::kDeviations:
      case Reduce::kArgMax:
      case Reduce::kArgMin: break;
    }
    VT_UNREACHABLE("arg reductions combine with their position");
  }

  // f32x4.max takes eight instructions on x86, because it propagates NaN. Row reductions use pmax (one
  // instruction) and record in a second accumulator whether a NaN occurred.
  static bool is_extremum(const Reduction& r) { return r.kind == Reduce::kMax || r.kind == Reduce::kMin; }
  static Tree combine_numbers(const Reduction& r, Tree a, Tree b) {
    return op(r.kind == Reduce::kMax ? "f32x4.pmax" : "f32x4.pmin", {a, b});
  }

  template <class F>
  void each_reduction(size_t phase, F f) {
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first_reduction_[phase] + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }
  Local& accumulator(int index, const Reduction& r) {
    auto found = accumulators_.find(index);
    if (found != accumulators_.end()) return found->second;
    return accumulators_.emplace(index, f_.local(values_.scalar_type(running_dtype(r)), "acc" + std::to_string(index)))
        .first->second;
  }
  Local& position(int index) {
    auto found = positions_.find(index);
    if (found != positions_.end()) return found->second;
    return positions_.emplace(index, f_.local(Type::kI64, "place" + std::to_string(index))).first->second;
  }
  void begin_accumulators(size_t p) {
    each_reduction(p, [&](int i, const Reduction& r) {
      f_.set(accumulator(i, r), identity(r, false));
      if (is_arg(r)) f_.set(position(i), wasm::i64(-1));
      if (r.kind == Reduce::kDeviations)
        for (const char* name : {"mean", "seen"}) f_.set(helper(name, i, r), identity(r, false));
    });
  }
  void name_results(size_t p) {
    each_reduction(
        p, [&](int i, const Reduction& r) { values_.set_reduced(i, is_arg(r) ? position(i) : accumulator(i, r)); });
  }
  void accumulate_scalar(int i, const Reduction& r) {
    Local& a = accumulator(i, r);
    Tree v = values_.value(r.value, false);
    std::vector<ItemId> items{values_.item_of(r.value)};
    if (r.kind == Reduce::kDeviations) return add_deviation(i, r, v, items);
    if (!is_arg(r)) return f_.set(a, combine(r, get(a), v, false), items);
    DType dtype = running_dtype(r);
    std::string prefix = std::string(wasm::type_name(values_.scalar_type(dtype))) + ".";
    std::string relation = std::string(r.kind == Reduce::kArgMax ? "gt" : "lt") + (is_floating(dtype) ? "" : "_s");
    Tree better = op("i32.or", {op(prefix + relation, {v, get(a)}), op("i64.lt_s", {get(position(i)), wasm::i64(0)})});
    if (is_floating(dtype)) {  // as in PyTorch, the first NaN wins
      Tree nan = op("i32.and", {op(prefix + "ne", {v, v}), op(prefix + "eq", {get(a), get(a)})});
      better = op("i32.or", {better, nan});
    }
    f_.begin_if(better);
    f_.set(a, v, items);
    f_.set(position(i), op("i64.extend_i32_s", {flat_inner()}), items);
    f_.end_if();
  }
  // Welford's update, relative to the first element to avoid cancellation.
  void add_deviation(int i, const Reduction& r, const Tree& v, const std::vector<ItemId>& items) {
    std::string prefix = std::string(wasm::type_name(values_.scalar_type(r.accumulate))) + ".";
    Local &a = accumulator(i, r), &mean = helper("mean", i, r), &seen = helper("seen", i, r);
    Local &origin = helper("origin", i, r), &x = helper("x", i, r), &distance = helper("distance", i, r);
    bool wide = values_.scalar_type(r.accumulate) == Type::kF64;
    f_.begin_if(op(prefix + "eq", {get(seen), wide ? wasm::f64(0) : wasm::f32(0)}));
    f_.set(origin, v);
    f_.end_if();
    f_.set(seen, op(prefix + "add", {get(seen), wide ? wasm::f64(1) : wasm::f32(1)}));
    f_.set(x, op(prefix + "sub", {v, get(origin)}));
    f_.set(distance, op(prefix + "sub", {get(x), get(mean)}));
    f_.set(mean, op(prefix + "add", {get(mean), op(prefix + "div", {get(distance), get(seen)})}));
    Tree rest = op(prefix + "sub", {get(x), get(mean)});
    f_.set(a, op(prefix + "add", {get(a), op(prefix + "mul", {get(distance), rest})}), items);
  }
  Local& helper(const char* name, int i, const Reduction& r) {
    auto found = helpers_.find(name + std::to_string(i));
    if (found != helpers_.end()) return found->second;
    return helpers_
        .emplace(name + std::to_string(i), f_.local(values_.scalar_type(r.accumulate), name + std::to_string(i)))
        .first->second;
  }
  Tree flat_inner() {
    Tree flat = get(values_.variable(nest_.inner[0].variable));
    for (size_t i = 1; i < nest_.inner.size(); ++i)
      flat = op("i32.add", {op("i32.mul", {flat, values_.index(nest_.inner[i].extent)}),
                            get(values_.variable(nest_.inner[i].variable))});
    return flat;
  }
  void emit_row_stores() {
    values_.emit_scalar(roots_of(nest_.row_stores));
    for (const Store& s : nest_.row_stores) values_.store_scalar(s);
  }

  void emit_rows() {
    over(nest_.outer, nest_.outer.size(), [&] {
      for (size_t p = 0; p < nest_.phases.size(); ++p) {
        begin_accumulators(p);
        over(nest_.inner, nest_.inner.size() - 1, [&] {
          Local end = begin_span(nest_.inner.back());
          if (plan_.vector && nest_.phases[p].reductions.empty()) emit_lane_span(nest_.phases[p], end);
          else if (plan_.vector) emit_lane_reduction(p, end);
          emit_tail(nest_.inner.back(), end, [&] {
            emit_scalar_body(nest_.phases[p]);
            each_reduction(p, [&](int i, const Reduction& r) { accumulate_scalar(i, r); });
          });
        });
        name_results(p);
      }
      emit_row_stores();
    });
  }

  void emit_lane_reduction(size_t p, const Local& end) {
    const Phase& phase = nest_.phases[p];
    values_.hoist_lanes(roots_of(phase));
    for (const Store& s : phase.stores) values_.hoist_store(s);
    std::vector<std::vector<Local>> lanes;
    std::unordered_map<int, Local> nans;
    each_reduction(p, [&](int i, const Reduction& r) {
      std::vector<Local>& row = lanes.emplace_back();
      for (int u = 0; u < kAccumulators; ++u) {
        row.push_back(f_.local(Type::kV128, "lane" + std::to_string(i) + "_" + std::to_string(u)));
        f_.set(row[u], identity(r, true));
      }
      if (!is_extremum(r)) return;
      nans.emplace(i, f_.local(Type::kV128, "nan" + std::to_string(i)));
      f_.set(nans.at(i), wasm::v128_i32(0));
    });
    bool interleave = values_.can_interleave(roots_of(phase), phase.stores);
    auto step = [&](int vectors) {
      int together = vectors % kInterleaved == 0 && interleave ? kInterleaved : 1;
      f_.begin_while(room_for(vectors, end));
      set_lane_variable();
      for (int u = 0; u < vectors; ++u) {
        if (u)
          f_.set(values_.variable(plan_.lane_axis),
                 op("i32.add", {get(values_.variable(plan_.lane_axis)), wasm::i32(4)}));
        if (u % together == 0)
          values_.emit_lane_copies(roots_of(phase), static_cast<uint32_t>(16 * u), static_cast<uint32_t>(together));
        values_.choose_copy(static_cast<uint32_t>(u % together));
        for (const Store& s : phase.stores) values_.store_lanes(s, static_cast<uint32_t>(16 * u));
        each_reduction(p, [&](int i, const Reduction& r) {
          Local& a = lanes[i - first_reduction_[p]][u];
          Tree v = values_.value(r.value, true);
          std::vector<ItemId> items{values_.item_of(r.value)};
          if (!is_extremum(r)) return f_.set(a, combine(r, get(a), v, true), items);
          f_.set(a, combine_numbers(r, get(a), v), items);
          f_.set(nans.at(i), op("v128.or", {get(nans.at(i)), op("f32x4.ne", {v, v})}), items);
        });
        values_.choose_copy(0);
      }
      advance(vectors);
      f_.end_while();
    };
    step(kAccumulators);
    step(1);
    each_reduction(p, [&](int i, const Reduction& r) {
      fold_lanes(i, r, lanes[i - first_reduction_[p]]);
      if (!is_extremum(r)) return;
      Local& a = accumulator(i, r);
      f_.set(a, op("select", {wasm::f32(std::nanf("")), get(a), op("v128.any_true", {get(nans.at(i))})}));
    });
  }
  void fold_lanes(int i, const Reduction& r, const std::vector<Local>& lanes) {
    Tree all = combine(r, combine(r, get(lanes[0]), get(lanes[1]), true),
                       combine(r, get(lanes[2]), get(lanes[3]), true), true);
    f_.set(lanes[0], all);
    Local& a = accumulator(i, r);
    if (r.accumulate == DType::kBool) {
      Tree truth =
          r.kind == Reduce::kAny ? op("v128.any_true", {get(lanes[0])}) : op("i32x4.all_true", {get(lanes[0])});
      return f_.set(a, combine(r, get(a), truth, false));
    }
    for (int l = 0; l < 4; ++l)
      f_.set(a, combine(r, get(a), wasm::lane("f32x4.extract_lane", l, {get(lanes[0])}), false));
  }

  // --- columns ---------------------------------------------------------------------------
  void emit_columns() {
    over(nest_.outer, nest_.outer.size() - 1, [&] {
      Local end = begin_span(nest_.outer.back());
      if (plan_.vector) {
        emit_column_lanes(kColumnVectors, end);
        emit_column_lanes(1, end);
      }
      emit_tail(nest_.outer.back(), end, [&] {
        for (size_t p = 0; p < nest_.phases.size(); ++p) {
          begin_accumulators(p);
          over(nest_.inner, nest_.inner.size(), [&] {
            emit_scalar_body(nest_.phases[p]);
            each_reduction(p, [&](int i, const Reduction& r) { accumulate_scalar(i, r); });
          });
          name_results(p);
        }
        emit_row_stores();
      });
    });
  }
  void emit_column_lanes(int vectors, const Local& end) {
    std::vector<std::vector<Local>> lanes;
    for (size_t p = 0; p < nest_.phases.size(); ++p)
      each_reduction(p, [&](int i, const Reduction&) {
        std::vector<Local>& row = lanes.emplace_back();
        for (int u = 0; u < vectors; ++u)
          row.push_back(f_.local(Type::kV128, "column" + std::to_string(i) + "_" + std::to_string(u)));
      });
    auto use_results = [&](int u) {
      for (size_t i = 0; i < lanes.size(); ++i) values_.set_reduced_lanes(static_cast<int64_t>(i), lanes[i][u]);
    };
    // For deviations (Welford): per column the first element, the mean relative to it, and 1 / count, the
    // weight of a new element in the mean.
    std::map<int, std::vector<Local>> origins, means;
    Local seen = f_.local(Type::kF32, "seen"), share = f_.local(Type::kV128, "share");
    Local distance = f_.local(Type::kV128, "distance"), x = f_.local(Type::kV128, "x");
    f_.begin_while(room_for(vectors, end));
    set_lane_variable();
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      each_reduction(p, [&](int i, const Reduction& r) {
        for (int u = 0; u < vectors; ++u) {
          f_.set(lanes[i][u], identity(r, true));
          if (r.kind != Reduce::kDeviations) continue;
          origins[i].push_back(f_.local(Type::kV128, "origin" + std::to_string(i) + "_" + std::to_string(u)));
          means[i].push_back(f_.local(Type::kV128, "mean" + std::to_string(i) + "_" + std::to_string(u)));
          f_.set(means[i][u], identity(r, true));
        }
      });
      f_.set(seen, wasm::f32(0));
      over(nest_.inner, nest_.inner.size(), [&] {
        if (!means.empty()) {
          f_.set(seen, op("f32.add", {get(seen), wasm::f32(1)}));
          f_.set(share, op("f32x4.splat", {op("f32.div", {wasm::f32(1), get(seen)})}));
        }
        for (int u = 0; u < vectors; ++u) {
          use_results(u);
          values_.hoist_lanes(roots_of(nest_.phases[p]));
          for (const Store& s : nest_.phases[p].stores) values_.hoist_store(s);
          step_lane_variable(u);
          emit_lane_body(nest_.phases[p], static_cast<uint32_t>(16 * u));
          each_reduction(p, [&](int i, const Reduction& r) {
            Tree v = values_.value(r.value, true);
            Local& a = lanes[i][u];
            if (r.kind != Reduce::kDeviations) return f_.set(a, combine(r, get(a), v, true));
            Local &origin = origins[i][u], &mean = means[i][u];
            f_.begin_if(op("f32.eq", {get(seen), wasm::f32(1)}));
            f_.set(origin, v);
            f_.end_if();
            f_.set(x, op("f32x4.sub", {v, get(origin)}));
            f_.set(distance, op("f32x4.sub", {get(x), get(mean)}));
            f_.set(mean, op("f32x4.add", {get(mean), op("f32x4.mul", {get(distance), get(share)})}));
            Tree rest = op("f32x4.sub", {get(x), get(mean)});
            f_.set(a, op("f32x4.add", {get(a), op("f32x4.mul", {get(distance), rest})}));
          });
        }
        step_lane_variable(0);
      });
    }
    for (int u = 0; u < vectors && !nest_.row_stores.empty(); ++u) {
      use_results(u);
      values_.hoist_lanes(roots_of(nest_.row_stores));
      for (const Store& s : nest_.row_stores) values_.hoist_store(s);
      step_lane_variable(u);
      values_.emit_lanes(roots_of(nest_.row_stores), static_cast<uint32_t>(16 * u));
      for (const Store& s : nest_.row_stores) values_.store_lanes(s, static_cast<uint32_t>(16 * u));
    }
    advance(vectors);
    f_.end_while();
    for (size_t i = 0; i < lanes.size(); ++i) values_.clear_reduced_lanes(static_cast<int64_t>(i));
  }
  void step_lane_variable(int u) {
    f_.set(values_.variable(plan_.lane_axis),
           op("i32.add", {op("i32.shr_u", {get(offset_), wasm::i32(2)}), wasm::i32(4 * u)}));
  }

  LoopNest nest_;
  NestPlan plan_;
  bool in_parts_;
  size_t parted_;
  const WasmTarget& target_;
  wasm::Module& module_;
  wasm::Function f_;
  WasmValues values_;
  Local offset_;
  std::vector<int> first_reduction_;
  std::unordered_map<int, Local> accumulators_, positions_;
  std::unordered_map<std::string, Local> helpers_;  // state of deviations
};

}  // namespace

GeneratedCode generate_wasm(const std::vector<KernelSource>& kernels, const WasmTarget& target) {
  GeneratedCode code;
  wasm::Module module(target.shared);
  std::vector<std::string> refusals;
  for (const KernelSource& kernel : kernels) {
    try {
      if (auto product = std::get_if<const loop::MatmulTemplate*>(&kernel)) {
        emit_matmul(**product, target, module);
        code.entry_names.push_back((*product)->name);
      } else {
        const LoopNest& nest = *std::get<const LoopNest*>(kernel);
        WasmNest(nest, target, module).emit();
        code.entry_names.push_back(nest.name);
      }
    } catch (const codegen::NoWasm& refusal) {
      code.entry_names.push_back({});
      code.text.push_back({";; kernel " + std::to_string(code.entry_names.size()) +
                               " is run by the loop interpreter: " + refusal.reason,
                           {}});
    }
  }
  code.wasm = module.encode();
  if (target.shared) code.wasm_parts = module.parts();
  for (TaggedLine& line : module.text()) code.text.push_back(std::move(line));
  return code;
}

}  // namespace vt
