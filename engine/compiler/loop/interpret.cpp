#include <algorithm>
#include <limits>
#include <optional>

#include "loop/evaluate.h"
#include "loop/index_program.h"
#include "loop/nest.h"
#include "loop/scalar_math.h"
#include "support/check.h"

namespace vt::loop {
namespace {

// Evaluates the expressions that given roots use, one vector of lanes at a time along one loop
// variable. Shared by loop nests and product templates.
class BodyRun {
 public:
  BodyRun(const ExprGraph& exprs, const std::vector<NestBuffer>& buffers, void* const* pointers,
          const IndexScope& scope)
      : exprs_(exprs),
        buffers_(buffers),
        pointers_(pointers),
        scope_(scope),
        lanes_(exprs.size()),
        programs_(exprs.size()) {}

  // The expressions that the roots use, in topological order.
  std::vector<ExprId> order(const std::vector<ExprId>& roots) {
    std::vector<bool> needed(exprs_.size());
    for (ExprId root : roots) needed[static_cast<uint32_t>(root)] = true;
    for (uint32_t i = static_cast<uint32_t>(exprs_.size()); i-- > 0;) {
      if (!needed[i]) continue;
      const Expr& e = exprs_.at(ExprId(i));
      for (int k = 0; k < scalar_op_info(e.op).operands; ++k) needed[static_cast<uint32_t>(e.operands[k])] = true;
      if (e.index && !programs_[i]) programs_[i].emplace(e.index, scope_);
    }
    std::vector<ExprId> list;
    for (uint32_t i = 0; i < needed.size(); ++i)
      if (needed[i]) list.push_back(ExprId(i));
    return list;
  }

  Lanes& lanes(ExprId id) { return lanes_[static_cast<uint32_t>(id)]; }
  std::vector<Lanes>& reduced() { return reduced_; }
  Lanes& carry() { return carry_; }

  void evaluate(const std::vector<ExprId>& list, int64_t* variables, int vector_variable, int count) {
    for (ExprId id : list) evaluate_one(id, variables, vector_variable, count);
  }

  void store(const Store& store, const IndexProgram& index, int64_t* variables, int vector_variable, int count) {
    const NestBuffer& buffer = buffers_[static_cast<size_t>(store.buffer)];
    void* pointer = pointers_[store.buffer];
    int64_t step;
    if (index.step(vector_variable, &step)) {
      store_lanes(pointer, index.evaluate(variables), step, buffer.dtype, lanes(store.value), count);
    } else {
      store_scatter(pointer, offsets(index, variables, vector_variable, count), buffer.dtype, lanes(store.value),
                    count);
    }
  }

 private:
  const int64_t* offsets(const IndexProgram& index, int64_t* variables, int vector_variable, int count) {
    int64_t start = variables[vector_variable];
    for (int l = 0; l < count; ++l) {
      variables[vector_variable] = start + l;
      offsets_[l] = index.evaluate(variables);
    }
    variables[vector_variable] = start;
    return offsets_;
  }

  void evaluate_one(ExprId id, int64_t* variables, int vector_variable, int count) {
    const Expr& e = exprs_.at(id);
    Lanes& out = lanes(id);
    switch (e.op) {
      case ScalarOp::kConstant: return fill_constant(e, out, count);
      case ScalarOp::kReduced: return broadcast(reduced_[static_cast<size_t>(e.integer)], e.dtype, out, count);
      case ScalarOp::kCarry: out = carry_; return;
      case ScalarOp::kLoad:
      case ScalarOp::kIndex: return evaluate_index(id, e, out, variables, vector_variable, count);
      case ScalarOp::kGather: return gather(id, e, out, variables, vector_variable, count);
      case ScalarOp::kPosition: {
        const int64_t extent = programs_[static_cast<uint32_t>(id)]->evaluate(variables);
        for (int l = 0; l < count; ++l) out.i[l] = place_of(lanes(e.operands[0]).i[l], extent, e.number != 0);
        return;
      }
      case ScalarOp::kCast:
      case ScalarOp::kBitcast:
        return convert_lanes(lanes(e.operands[0]), exprs_.dtype(e.operands[0]), e.dtype, e.op == ScalarOp::kBitcast,
                             out, count);
      case ScalarOp::kInput: VT_UNREACHABLE("inputs are bound before a nest runs");
      default: break;
    }
    int operands = scalar_op_info(e.op).operands;
    evaluate_lanes(e, exprs_.dtype(e.operands[0]), &lanes(e.operands[0]),
                   operands > 1 ? &lanes(e.operands[1]) : nullptr, operands > 2 ? &lanes(e.operands[2]) : nullptr, out,
                   count);
  }

  void evaluate_index(ExprId id, const Expr& e, Lanes& out, int64_t* variables, int vector_variable, int count) {
    const IndexProgram& index = *programs_[static_cast<uint32_t>(id)];
    int64_t step;
    bool regular = index.step(vector_variable, &step);
    if (e.op == ScalarOp::kIndex) {
      if (!regular) {
        std::copy_n(offsets(index, variables, vector_variable, count), count, out.i);
        return;
      }
      int64_t start = index.evaluate(variables);
      for (int l = 0; l < count; ++l) out.i[l] = start + l * step;
      return;
    }
    const void* pointer = pointers_[e.integer];
    if (regular) load_lanes(pointer, index.evaluate(variables), step, e.dtype, out, count);
    else load_gather(pointer, offsets(index, variables, vector_variable, count), e.dtype, out, count);
  }

  void gather(ExprId id, const Expr& e, Lanes& out, int64_t* variables, int vector_variable, int count) {
    offsets(*programs_[static_cast<uint32_t>(id)], variables, vector_variable, count);
    for (int l = 0; l < count; ++l) offsets_[l] += lanes(e.operands[0]).i[l];
    load_gather(pointers_[e.integer], offsets_, e.dtype, out, count);
  }

  static int64_t place_of(int64_t given, int64_t extent, bool wraps) {
    const int64_t place = wraps && given < 0 ? given + extent : given;
    if (place >= 0 && place < extent) return place;
    tensor_error("index " + std::to_string(given) + " is out of bounds for an axis of size " + std::to_string(extent),
                 "IndexError");
  }

  static void broadcast(const Lanes& value, DType dtype, Lanes& out, int count) {
    switch (lane_class(dtype)) {
      case LaneClass::kFloat: std::fill_n(out.f, count, value.f[0]); return;
      case LaneClass::kDouble: std::fill_n(out.d, count, value.d[0]); return;
      case LaneClass::kInteger: std::fill_n(out.i, count, value.i[0]); return;
    }
  }

  const ExprGraph& exprs_;
  const std::vector<NestBuffer>& buffers_;
  void* const* pointers_;
  const IndexScope& scope_;
  std::vector<Lanes> lanes_;
  std::vector<std::optional<IndexProgram>> programs_;
  std::vector<Lanes> reduced_;  // the result of each reduction, in lane 0
  Lanes carry_;
  int64_t offsets_[kLanes];
};

// The accumulator of one reduction: one partial result per lane, combined at the end. Partial sums
// also keep the rounding error of long float sums small.
class Accumulator {
 public:
  void start(const Reduction& reduction) {
    kind_ = reduction.kind;
    dtype_ = reduction.accumulate;
    used_ = 0;
    seen_ = mean_ = deviations_ = 0;
  }

  void add(const Lanes& value, int count, int64_t first_index) {
    if (kind_ == Reduce::kDeviations) {
      for (int l = 0; l < count; ++l)
        add_deviation(lane_class(dtype_) == LaneClass::kFloat ? static_cast<double>(value.f[l]) : value.d[l]);
      return;
    }
    switch (lane_class(dtype_)) {
      case LaneClass::kFloat: add_typed(value.f, state_.f, count, first_index); break;
      case LaneClass::kDouble: add_typed(value.d, state_.d, count, first_index); break;
      case LaneClass::kInteger: add_typed(value.i, state_.i, count, first_index); break;
    }
    used_ = std::max(used_, count);
  }

  void finish(Lanes& out) {
    if (kind_ == Reduce::kDeviations) {
      if (lane_class(dtype_) == LaneClass::kFloat) out.f[0] = static_cast<float>(deviations_);
      else out.d[0] = deviations_;
      return;
    }
    switch (lane_class(dtype_)) {
      case LaneClass::kFloat: finish_typed(state_.f, out.f); break;
      case LaneClass::kDouble: finish_typed(state_.d, out.d); break;
      case LaneClass::kInteger:
        finish_typed(state_.i, out.i);
        out.i[0] = wrap_integer(out.i[0], dtype_);
        break;
    }
    if (is_arg()) out.i[0] = used_ ? indices_[0] : 0;
  }

 private:
  bool is_arg() const { return kind_ == Reduce::kArgMax || kind_ == Reduce::kArgMin; }

  template <class T>
  T identity() const {
    using Limits = std::numeric_limits<T>;
    switch (kind_) {
      case Reduce::kSum:
      case Reduce::kDeviations:
      case Reduce::kAny: return 0;
      case Reduce::kProd:
      case Reduce::kAll: return 1;
      case Reduce::kMax:
      case Reduce::kArgMax: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
      case Reduce::kMin:
      case Reduce::kArgMin: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    }
    return 0;
  }
  template <class T>
  T combine(T a, T b) const {
    switch (kind_) {
      case Reduce::kSum:
        if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
        else return a + b;
      case Reduce::kProd:
        if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
        else return a * b;
      case Reduce::kMax: return nan_max(a, b);
      case Reduce::kMin: return nan_min(a, b);
      case Reduce::kAny: return a != 0 || b != 0;
      case Reduce::kAll: return a != 0 && b != 0;
      case Reduce::kDeviations:
      case Reduce::kArgMax:
      case Reduce::kArgMin: break;
    }
    return a;
  }
  // As in PyTorch, NaN compares as the extreme value, and the first of equal values wins.
  template <class T>
  bool beats(T a, T b) const {
    if (b != b) return false;
    if (a != a) return true;
    return kind_ == Reduce::kArgMax ? a > b : a < b;
  }

  template <class T>
  void add_typed(const T* value, T* state, int count, int64_t first_index) {
    for (int l = used_; l < count; ++l) {
      state[l] = is_arg() ? value[l] : combine(identity<T>(), value[l]);
      indices_[l] = first_index + l;
    }
    int old = std::min(used_, count);
    if (!is_arg()) {
      if (kind_ == Reduce::kSum && !std::is_integral_v<T>) {
        for (int l = 0; l < old; ++l) state[l] += value[l];
      } else {
        for (int l = 0; l < old; ++l) state[l] = combine(state[l], value[l]);
      }
      return;
    }
    for (int l = 0; l < old; ++l) {
      if (!beats(value[l], state[l])) continue;
      state[l] = value[l];
      indices_[l] = first_index + l;
    }
  }

  template <class T>
  void finish_typed(T* state, T* out) {
    if (used_ == 0) {
      out[0] = identity<T>();
      return;
    }
    for (int width = used_; width > 1;) {
      int half = (width + 1) / 2;
      for (int l = half; l < width; ++l) join(state, l - half, l);
      width = half;
    }
    out[0] = state[0];
  }
  template <class T>
  void join(T* state, int a, int b) {
    if (!is_arg()) {
      state[a] = combine(state[a], state[b]);
      return;
    }
    bool equal = !beats(state[a], state[b]) && !beats(state[b], state[a]);
    if (beats(state[b], state[a]) || (equal && indices_[b] < indices_[a])) {
      state[a] = state[b];
      indices_[a] = indices_[b];
    }
  }

  void add_deviation(double value) {
    double distance = value - mean_;
    mean_ += distance / ++seen_;
    deviations_ += distance * (value - mean_);
  }

  Reduce kind_ = Reduce::kSum;
  double seen_ = 0, mean_ = 0, deviations_ = 0;
  DType dtype_ = DType::kFloat32;
  int used_ = 0;
  Lanes state_;
  int64_t indices_[kLanes];
};

IndexScope scope_of(const LoopNest& nest, const int64_t* symbol_values) {
  IndexScope scope;
  for (const Axis& axis : nest.outer) scope.variables.push_back(axis.variable);
  for (const Axis& axis : nest.inner) scope.variables.push_back(axis.variable);
  scope.symbols = nest.symbols;
  scope.symbol_values = symbol_values;
  return scope;
}

// Increments a multi-dimensional index, last axis fastest; false after the last one.
bool advance(int64_t* index, const int64_t* extents, size_t count) {
  for (size_t i = count; i-- > 0;) {
    if (++index[i] < extents[i]) return true;
    index[i] = 0;
  }
  return false;
}

class NestRun {
 public:
  NestRun(const LoopNest& nest, void* const* buffers, const int64_t* symbol_values)
      : nest_(nest),
        scope_(scope_of(nest, symbol_values)),
        body_(nest.exprs, nest.buffers, buffers, scope_),
        outer_(nest.outer.size()),
        axes_(outer_ + nest.inner.size()),
        variables_(axes_ + 1) {
    for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
      for (const Axis& axis : *axes) extents_.push_back(IndexProgram(axis.extent, scope_).evaluate(variables_.data()));
    for (const Phase& phase : nest.phases) phases_.push_back(prepare(phase));
    Phase last;
    last.stores = nest.row_stores;
    rows_ = prepare(last);
    size_t reductions = 0;
    for (const Phase& phase : nest.phases) reductions += phase.reductions.size();
    body_.reduced().resize(reductions);
  }

  void run() {
    for (size_t i = 0; i < outer_; ++i)
      if (extents_[i] == 0) return;
    if (nest_.inner.empty()) run_pointwise();
    else run_rows();
  }

 private:
  struct Prepared {
    const Phase* phase = nullptr;
    std::vector<Store> stores;
    std::vector<ExprId> order;
    std::vector<IndexProgram> indices;
  };

  Prepared prepare(const Phase& phase) {
    Prepared prepared;
    prepared.phase = &phase;
    prepared.stores = phase.stores;
    std::vector<ExprId> roots;
    for (const Reduction& reduction : phase.reductions) roots.push_back(reduction.value);
    for (const Store& store : phase.stores) {
      roots.push_back(store.value);
      prepared.indices.emplace_back(store.index, scope_);
    }
    prepared.order = body_.order(roots);
    return prepared;
  }

  void stores(const Prepared& prepared, int vector_variable, int count) {
    for (size_t i = 0; i < prepared.stores.size(); ++i)
      body_.store(prepared.stores[i], prepared.indices[i], variables_.data(), vector_variable, count);
  }

  void run_chunk(const Prepared& prepared, int vector_variable, int count) {
    body_.evaluate(prepared.order, variables_.data(), vector_variable, count);
    stores(prepared, vector_variable, count);
  }

  void run_pointwise() {
    int vector_variable = outer_ ? static_cast<int>(outer_) - 1 : -1;
    int64_t length = outer_ ? extents_[outer_ - 1] : 1;
    do {
      for (int64_t at = 0; at < length; at += kLanes) {
        if (outer_) variables_[outer_ - 1] = at;
        int count = static_cast<int>(std::min<int64_t>(kLanes, length - at));
        for (const Prepared& phase : phases_) run_chunk(phase, vector_variable, count);
        if (!rows_.stores.empty()) run_chunk(rows_, vector_variable, count);
      }
      if (outer_) variables_[outer_ - 1] = 0;
    } while (outer_ > 1 && advance(variables_.data(), extents_.data(), outer_ - 1));
  }

  void run_rows() {
    do {
      size_t first = 0;
      for (const Prepared& phase : phases_) {
        run_phase(phase, first);
        first += phase.phase->reductions.size();
      }
      if (!rows_.stores.empty()) run_chunk(rows_, -1, 1);
    } while (outer_ > 0 && advance(variables_.data(), extents_.data(), outer_));
  }

  void run_phase(const Prepared& prepared, size_t first_reduction) {
    const std::vector<Reduction>& reductions = prepared.phase->reductions;
    if (accumulators_.size() < reductions.size()) accumulators_.resize(reductions.size());
    for (size_t r = 0; r < reductions.size(); ++r) accumulators_[r].start(reductions[r]);
    bool empty =
        std::any_of(extents_.begin() + static_cast<long>(outer_), extents_.end(), [](int64_t e) { return e == 0; });
    int64_t length = extents_[axes_ - 1];
    int64_t flat = 0;
    size_t middle = axes_ - 1 - outer_;
    std::fill(variables_.begin() + static_cast<long>(outer_), variables_.end(), 0);
    if (!empty) do {
        for (int64_t at = 0; at < length; at += kLanes) {
          variables_[axes_ - 1] = at;
          int count = static_cast<int>(std::min<int64_t>(kLanes, length - at));
          run_chunk(prepared, static_cast<int>(axes_) - 1, count);
          for (size_t r = 0; r < reductions.size(); ++r)
            accumulators_[r].add(body_.lanes(reductions[r].value), count, flat + at);
        }
        flat += length;
        variables_[axes_ - 1] = 0;
      } while (middle > 0 && advance(variables_.data() + outer_, extents_.data() + outer_, middle));
    for (size_t r = 0; r < reductions.size(); ++r) accumulators_[r].finish(body_.reduced()[first_reduction + r]);
  }

  const LoopNest& nest_;
  IndexScope scope_;
  BodyRun body_;
  size_t outer_, axes_;
  std::vector<int64_t> variables_, extents_;
  std::vector<Prepared> phases_;
  Prepared rows_;
  std::vector<Accumulator> accumulators_;
};

}  // namespace

void interpret_nest(const LoopNest& nest, void* const* buffers, const int64_t* symbol_values) {
  NestRun(nest, buffers, symbol_values).run();
}

void interpret_template(const MatmulTemplate& nest, void* const* buffers, const int64_t* symbol_values) {
  IndexScope scope;
  scope.variables = {"b", "m", "n"};
  scope.symbols = nest.symbols;
  scope.symbol_values = symbol_values;
  int64_t variables[4] = {};
  auto number = [&](const SymExpr& e) { return IndexProgram(e, scope).evaluate(variables); };
  struct Strides {
    int64_t offset, batch, row, column;
  };
  auto strides = [&](const MatmulTemplate::Operand& o) {
    return Strides{number(o.offset), number(o.batch_stride), number(o.row_stride), number(o.column_stride)};
  };
  Strides a = strides(nest.a), b = strides(nest.b);
  int64_t batch = number(nest.batch), rows = number(nest.m), columns = number(nest.n), depth = number(nest.k);

  BodyRun body(nest.exprs, nest.buffers, buffers, scope);
  std::vector<ExprId> roots;
  std::vector<IndexProgram> indices;
  for (const Store& store : nest.epilogue) {
    roots.push_back(store.value);
    indices.emplace_back(store.index, scope);
  }
  std::vector<ExprId> order = body.order(roots);
  LaneClass kind = lane_class(nest.dtype);
  Lanes left, right;
  for (variables[0] = 0; variables[0] < batch; ++variables[0])
    for (variables[1] = 0; variables[1] < rows; ++variables[1])
      for (int64_t at = 0; at < columns; at += kLanes) {
        int count = static_cast<int>(std::min<int64_t>(kLanes, columns - at));
        Lanes& sum = body.carry();
        std::fill_n(sum.i, kLanes, 0);  // all bits zero is the number 0 in each LaneClass
        for (int64_t k = 0; k < depth; ++k) {
          load_lanes(buffers[nest.a.buffer], a.offset + variables[0] * a.batch + variables[1] * a.row + k * a.column, 0,
                     nest.dtype, left, 1);
          load_lanes(buffers[nest.b.buffer], b.offset + variables[0] * b.batch + k * b.row + at * b.column, b.column,
                     nest.dtype, right, count);
          if (kind == LaneClass::kFloat)
            for (int l = 0; l < count; ++l) sum.f[l] += left.f[0] * right.f[l];
          else if (kind == LaneClass::kDouble)
            for (int l = 0; l < count; ++l) sum.d[l] += left.d[0] * right.d[l];
          else
            for (int l = 0; l < count; ++l)
              sum.i[l] = static_cast<int64_t>(static_cast<uint64_t>(sum.i[l]) +
                                              static_cast<uint64_t>(left.i[0]) * static_cast<uint64_t>(right.i[l]));
        }
        variables[2] = at;
        body.evaluate(order, variables, 2, count);
        for (size_t i = 0; i < nest.epilogue.size(); ++i) body.store(nest.epilogue[i], indices[i], variables, 2, count);
      }
}

}  // namespace vt::loop
