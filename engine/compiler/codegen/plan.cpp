#include "codegen/plan.h"

#include <algorithm>

#include "support/check.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::LoopNest;
using loop::Reduce;
using loop::ScalarOp;

struct Replacement {
  const std::string* variable;
  SymExpr value;
};

SymExpr replace_variable(const void* context, std::string_view name) {
  auto* r = static_cast<const Replacement*>(context);
  return name == *r->variable ? r->value : SymExpr();
}

SymExpr substitute(const SymExpr& index, const std::string& variable, SymExpr value) {
  Replacement replacement{&variable, std::move(value)};
  return sym_substitute(index, replace_variable, &replacement);
}

bool lane_dtype(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kInt32 || dtype == DType::kBool; }

bool lane_op(const Expr& e) {
  switch (e.op) {
    case ScalarOp::kIndex:
    case ScalarOp::kFloorDiv:
    case ScalarOp::kTruncDiv: return false;
    case ScalarOp::kRemainder:
    case ScalarOp::kFmod:
    case ScalarOp::kDiv:
    case ScalarOp::kPow: return e.dtype == DType::kFloat32;
    default: return true;
  }
}

bool lane_reduction(const loop::Reduction& r) {
  if (r.kind == Reduce::kArgMax || r.kind == Reduce::kArgMin) return false;
  if (r.kind == Reduce::kAny || r.kind == Reduce::kAll) return r.accumulate == DType::kBool;
  return r.accumulate == DType::kFloat32;
}

bool is_comparison(ScalarOp op) {
  return op == ScalarOp::kEqual || op == ScalarOp::kNotEqual || op == ScalarOp::kLess || op == ScalarOp::kLessEqual ||
         op == ScalarOp::kGreater || op == ScalarOp::kGreaterEqual;
}

constexpr size_t kMostPositions = 12;  // what a lane computes for itself is written again for each comparison

bool reads_positions(const ExprGraph& graph, const Expr& e) {
  return e.dtype != DType::kInt64 && e.operands[0] != loop::kNoExpr && graph.dtype(e.operands[0]) == DType::kInt64;
}

// In lanes there are no integers of 64 bits; comparisons and casts of positions, which are computed from nothing but
// such integers (places, positions read from memory), can be had all the same.
bool position_in_lanes(const ExprGraph& graph, const Expr& e) {
  if (!lane_dtype(e.dtype) || (!is_comparison(e.op) && e.op != ScalarOp::kCast)) return false;
  std::vector<ExprId> operands;
  for (ExprId operand : e.operands)
    if (operand != loop::kNoExpr) operands.push_back(operand);
  const std::vector<ExprId> positions = needed_by(graph, operands);
  return positions.size() <= kMostPositions && std::all_of(positions.begin(), positions.end(), [&](ExprId id) {
           return graph.dtype(id) == DType::kInt64 && graph.at(id).op != ScalarOp::kReduced;
         });
}

bool can_use_lanes(const LoopNest& nest, bool takes_positions) {
  std::vector<ExprId> roots = roots_of(nest.row_stores);
  for (const loop::Phase& phase : nest.phases) {
    for (ExprId root : roots_of(phase)) roots.push_back(root);
    for (const loop::Reduction& r : phase.reductions)
      if (!lane_reduction(r)) return false;
  }
  for (ExprId id : needed_by(nest.exprs, roots)) {
    const Expr& e = nest.exprs.at(id);
    const bool root = std::find(roots.begin(), roots.end(), id) != roots.end();
    if (takes_positions && e.dtype == DType::kInt64 && !root) continue;  // its readers say whether it may be
    if (takes_positions && reads_positions(nest.exprs, e)) {
      if (!position_in_lanes(nest.exprs, e)) return false;
    } else if (!lane_dtype(e.dtype) || !lane_op(e)) {
      return false;
    }
  }
  return true;
}

constexpr double kUnbounded = 1e18;

Growth growth(const SymExpr& e, const std::string& variable) {
  if (!mentions(e, variable)) return {};
  const std::vector<SymExpr>& of = e->operands;
  Growth g;
  int64_t factor = 1;
  switch (e->op) {
    case SymOp::kConstant: return {};
    case SymOp::kSymbol: return {1, 1};
    case SymOp::kNegate: g = growth(of[0], variable); return {-g.most, -g.least};
    case SymOp::kAdd:
      for (const SymExpr& term : of) {
        const Growth more = growth(term, variable);
        g = {g.least + more.least, g.most + more.most};
      }
      return g;
    case SymOp::kMul: {
      const SymExpr* moving = nullptr;
      for (const SymExpr& term : of) {
        int64_t value;
        if (sym_is_constant(term, &value)) factor *= value;
        else if (mentions(term, variable) && !moving) moving = &term;
        else return {-kUnbounded, kUnbounded};
      }
      g = growth(*moving, variable);
      return factor < 0 ? Growth{g.most * static_cast<double>(factor), g.least * static_cast<double>(factor)}
                        : Growth{g.least * static_cast<double>(factor), g.most * static_cast<double>(factor)};
    }
    case SymOp::kMin:
    case SymOp::kMax:
      g = growth(of[0], variable);
      for (const SymExpr& term : of) {
        const Growth other = growth(term, variable);
        g = {std::min(g.least, other.least), std::max(g.most, other.most)};
      }
      return g;
    case SymOp::kMod:
      g = growth(of[0], variable);
      if (mentions(of[1], variable) || g.least < 0 || g.most > 1) return {-kUnbounded, kUnbounded};
      return {-kUnbounded, 1};
    case SymOp::kFloorDiv:
      g = growth(of[0], variable);
      if (mentions(of[1], variable) || !sym_is_constant(of[1], &factor) || factor < 1 || g.least < 0 || g.most > 1)
        return {-kUnbounded, kUnbounded};
      return {0, 1};
  }
  VT_UNREACHABLE("symbolic op");
}

// Votes of the loads of all phases: contiguous along `variable`, less those strided.
int contiguity(const LoopNest& nest, const std::string& variable) {
  int votes = 0;
  for (const loop::Phase& phase : nest.phases)
    for (ExprId id : needed_by(nest.exprs, roots_of(phase))) {
      const Expr& e = nest.exprs.at(id);
      if (!loop::reads_buffer(e.op)) continue;
      Access access = access_of(nest.exprs, e, variable);
      votes += access == Access::kContiguous ? 1 : access == Access::kStrided ? -1 : 0;
    }
  return votes;
}

}  // namespace

bool mentions(const SymExpr& index, const std::string& variable) {
  std::vector<std::string> names;
  sym_free_symbols(index, names);
  return std::find(names.begin(), names.end(), variable) != names.end();
}

SymExpr index_at_zero(const SymExpr& index, const std::string& variable) {
  return substitute(index, variable, sym_constant(0));
}

SymExpr step_along(const SymExpr& index, const std::string& variable) {
  SymExpr step = sym_sub(substitute(index, variable, sym_add(sym_variable(variable), sym_constant(1))), index);
  return mentions(step, variable) ? SymExpr() : step;
}

Growth growth_along(const SymExpr& index, const std::string& variable) { return growth(index, variable); }

Access access_along(const SymExpr& index, const std::string& variable) {
  if (!mentions(index, variable)) return Access::kBroadcast;
  SymExpr next = substitute(index, variable, sym_add(sym_variable(variable), sym_constant(1)));
  int64_t step = 0;
  bool constant = sym_is_constant(sym_sub(next, index), &step);
  if (constant && step == 1) return Access::kContiguous;
  return constant && step == 0 ? Access::kBroadcast : Access::kStrided;
}

Access access_of(const ExprGraph& graph, const Expr& e, const std::string& variable) {
  if (e.op == ScalarOp::kGather)
    for (ExprId id : needed_by(graph, {e.operands[0]}))
      if (const SymExpr& index = graph.at(id).index; index && mentions(index, variable)) return Access::kStrided;
  return access_along(e.index, variable);
}

std::vector<ExprId> needed_by(const ExprGraph& graph, const std::vector<ExprId>& roots) {
  std::vector<bool> needed(graph.size());
  for (ExprId root : roots) needed[static_cast<uint32_t>(root)] = true;
  for (size_t i = graph.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (ExprId operand : graph.at(ExprId(i)).operands)
      if (operand != loop::kNoExpr) needed[static_cast<uint32_t>(operand)] = true;
  }
  std::vector<ExprId> order;
  for (size_t i = 0; i < graph.size(); ++i)
    if (needed[i]) order.push_back(ExprId(i));
  return order;
}

std::vector<ExprId> roots_of(const std::vector<loop::Store>& stores) {
  std::vector<ExprId> roots;
  for (const loop::Store& s : stores) roots.push_back(s.value);
  return roots;
}

std::vector<ExprId> roots_of(const loop::Phase& phase) {
  std::vector<ExprId> roots = roots_of(phase.stores);
  for (const loop::Reduction& r : phase.reductions) roots.push_back(r.value);
  return roots;
}

NestPlan plan_nest(const LoopNest& nest, bool takes_positions) {
  NestPlan plan;
  if (nest.inner.empty()) {
    plan.shape = LoopShape::kPointwise;
    plan.lane_axis = nest.outer.empty() ? "" : nest.outer.back().variable;
  } else if (nest.outer.empty()) {
    plan.shape = LoopShape::kSplit;
    plan.lane_axis = nest.inner.back().variable;
  } else {
    const std::string& row = nest.inner.back().variable;
    const std::string& column = nest.outer.back().variable;
    bool by_column = contiguity(nest, column) > 0 && contiguity(nest, row) <= 0;
    plan.shape = by_column ? LoopShape::kColumn : LoopShape::kRow;
    plan.lane_axis = by_column ? column : row;
  }
  plan.vector = !plan.lane_axis.empty() && can_use_lanes(nest, takes_positions);
  return plan;
}

std::string number_text(int64_t v) { return std::to_string(v); }

SymExpr extent_of(const std::vector<loop::Axis>& axes) {
  SymExpr count = sym_constant(1);
  for (const loop::Axis& axis : axes) count = sym_mul(count, axis.extent);
  return count;
}

SymExpr ceil_div(const SymExpr& a, const SymExpr& b) {
  return sym_floordiv(sym_add(a, sym_sub(b, sym_constant(1))), b);
}

bool divisible(const SymExpr& e, int64_t by) {
  auto part = [&](const SymExpr& operand) { return divisible(operand, by); };
  switch (e->op) {
    case SymOp::kConstant: return e->constant % by == 0;
    case SymOp::kSymbol:
    case SymOp::kFloorDiv: return by == 1;
    case SymOp::kMul: return std::any_of(e->operands.begin(), e->operands.end(), part);
    case SymOp::kAdd:
    case SymOp::kMod:
    case SymOp::kMin:
    case SymOp::kMax:
    case SymOp::kNegate: return std::all_of(e->operands.begin(), e->operands.end(), part);
  }
  VT_UNREACHABLE("symbolic op");
}

int64_t with_hints(const SymExpr& e, const std::vector<std::pair<std::string, int64_t>>& hints) {
  auto look_up = [](const void* context, std::string_view name) -> int64_t {
    for (const auto& [symbol, value] : *static_cast<const std::vector<std::pair<std::string, int64_t>>*>(context))
      if (symbol == name) return value;
    return 256;
  };
  return sym_evaluate(e, look_up, &hints);
}

namespace {
// The element of the product in row-major order, and an index of the epilogue, both without axes of one element.
SymExpr product_element(const loop::MatmulTemplate& product) {
  SymExpr row = sym_add(sym_mul(sym_variable("b"), product.m), sym_variable("m"));
  return sym_add(sym_mul(row, product.n), sym_variable("n"));
}
SymExpr without_ones(SymExpr index, const loop::MatmulTemplate& product) {
  int64_t extent;
  if (sym_is_constant(product.batch, &extent) && extent == 1) index = index_at_zero(index, "b");
  if (sym_is_constant(product.m, &extent) && extent == 1) index = index_at_zero(index, "m");
  if (sym_is_constant(product.n, &extent) && extent == 1) index = index_at_zero(index, "n");
  return index;
}
}  // namespace

int64_t product_place(const loop::MatmulTemplate& product) {
  const SymExpr element = without_ones(product_element(product), product);
  for (const loop::Store& store : product.epilogue) {
    int64_t apart;
    if (product.buffers[static_cast<size_t>(store.buffer)].dtype != product.dtype ||
        !sym_is_constant(sym_sub(without_ones(store.index, product), element), &apart) || apart != 0)
      continue;
    const int64_t slot = store.buffer;
    bool read = product.a.buffer == slot || product.b.buffer == slot;
    for (size_t i = 0; i < product.exprs.size(); ++i) {
      const Expr& e = product.exprs.at(ExprId(i));
      read = read || (e.op == ScalarOp::kLoad && e.integer == slot);
    }
    const auto stores = std::count_if(product.epilogue.begin(), product.epilogue.end(),
                                      [&](const loop::Store& s) { return s.buffer == slot; });
    if (!read && stores == 1) return slot;
  }
  return -1;
}

bool is_plain_product(const loop::MatmulTemplate& product) {
  return product.epilogue.size() == 1 && product.exprs.at(product.epilogue[0].value).op == ScalarOp::kCarry &&
         product_place(product) >= 0;
}

loop::LoopNest epilogue_nest(const loop::MatmulTemplate& product, bool in_place) {
  LoopNest nest;
  nest.name = product.name;
  nest.outer = {{"b", product.batch}, {"m", product.m}, {"n", product.n}};
  nest.buffers = product.buffers;
  nest.symbols = product.symbols;
  nest.item = product.item;
  SymExpr place = product_element(product);
  int64_t source = in_place ? product_place(product) : -1;
  if (source < 0) {
    source = static_cast<int64_t>(nest.buffers.size());
    nest.buffers.push_back({"product", product.dtype, -1, false});
  } else {
    for (const loop::Store& store : product.epilogue)
      if (store.buffer == source) place = store.index;
  }
  std::vector<ExprId> map(product.exprs.size());
  for (size_t i = 0; i < product.exprs.size(); ++i) {
    Expr e = product.exprs.at(ExprId(i));
    for (ExprId& operand : e.operands)
      if (operand != loop::kNoExpr) operand = map[static_cast<uint32_t>(operand)];
    map[i] = e.op == ScalarOp::kCarry ? nest.exprs.load(source, place, e.dtype) : nest.exprs.add(std::move(e));
    nest.items.resize(nest.exprs.size(), i < product.items.size() ? product.items[i] : kNoItem);
  }
  loop::Phase phase;
  for (loop::Store store : product.epilogue) {
    store.value = map[static_cast<uint32_t>(store.value)];
    phase.stores.push_back(std::move(store));
  }
  nest.phases.push_back(std::move(phase));
  return nest;
}

}  // namespace vt::codegen
