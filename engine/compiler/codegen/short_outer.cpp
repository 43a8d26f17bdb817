#include "codegen/short_outer.h"

#include <algorithm>

#include "codegen/plan.h"

namespace vt::codegen {
namespace {
using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::LoopNest;
using loop::Phase;
using loop::Reduction;
using loop::ScalarOp;
using loop::Store;

constexpr int64_t kMostCopies = 4, kLeastInner = 65;
constexpr size_t kMostReductions = 8;

SymExpr at_copy(const SymExpr& index, const std::string& axis, int64_t copy) {
  struct Replacement {
    const std::string* axis;
    int64_t copy;
  } replacement{&axis, copy};
  return sym_substitute(
      index,
      [](const void* context, std::string_view name) -> SymExpr {
        auto* r = static_cast<const Replacement*>(context);
        return name == *r->axis ? sym_constant(r->copy) : SymExpr();
      },
      &replacement);
}

// Does a load that moves along the inner axes serve several copies, by its value or by its neighbours?
bool shares_loads(const LoopNest& nest, const std::string& axis) {
  for (const Phase& phase : nest.phases)
    for (ExprId id : needed_by(nest.exprs, roots_of(phase))) {
      const Expr& e = nest.exprs.at(id);
      if (e.op != ScalarOp::kLoad) continue;
      const bool moves = std::any_of(nest.inner.begin(), nest.inner.end(),
                                     [&](const Axis& inner) { return mentions(e.index, inner.variable); });
      if (moves && access_along(e.index, axis) != Access::kStrided) return true;
    }
  return false;
}

// The copies of every expression: those that do not depend on the axis are one.
std::vector<std::vector<ExprId>> copy_expressions(LoopNest& nest, const LoopNest& old, const std::string& axis,
                                                  int64_t copies) {
  std::vector<std::vector<ExprId>> map(static_cast<size_t>(copies), std::vector<ExprId>(old.exprs.size()));
  for (size_t i = 0; i < old.exprs.size(); ++i)
    for (int64_t c = 0; c < copies; ++c) {
      std::vector<ExprId>& own = map[static_cast<size_t>(c)];
      Expr e = old.exprs.at(ExprId(i));
      for (ExprId& operand : e.operands)
        if (operand != loop::kNoExpr) operand = own[static_cast<uint32_t>(operand)];
      if (e.index) e.index = at_copy(e.index, axis, c);
      if (e.op == ScalarOp::kReduced) e.integer = e.integer * copies + c;
      if (int64_t number; e.op == ScalarOp::kIndex && sym_is_constant(e.index, &number)) {
        e = {};
        e.dtype = DType::kInt64, e.integer = number;
      }
      own[i] = nest.exprs.add(std::move(e));
      nest.items.resize(nest.exprs.size(), i < old.items.size() ? old.items[i] : kNoItem);
    }
  return map;
}

void unroll(LoopNest& nest, size_t place, int64_t copies) {
  const LoopNest old = nest;
  const std::string axis = old.outer[place].variable;
  nest.exprs = {};
  nest.items.clear();
  const std::vector<std::vector<ExprId>> map = copy_expressions(nest, old, axis, copies);
  auto copied = [&](const std::vector<Store>& stores) {
    std::vector<Store> made;
    for (const Store& s : stores)
      for (int64_t c = 0; c < copies; ++c)
        made.push_back(
            {s.buffer, at_copy(s.index, axis, c), map[static_cast<size_t>(c)][static_cast<uint32_t>(s.value)]});
    return made;
  };
  for (size_t p = 0; p < nest.phases.size(); ++p) {
    Phase& phase = nest.phases[p];
    phase.stores = copied(old.phases[p].stores);
    phase.reductions.clear();
    for (const Reduction& r : old.phases[p].reductions)
      for (int64_t c = 0; c < copies; ++c)
        phase.reductions.push_back({r.kind, r.accumulate, map[static_cast<size_t>(c)][static_cast<uint32_t>(r.value)]});
  }
  nest.row_stores = copied(old.row_stores);
  nest.outer.erase(nest.outer.begin() + static_cast<long>(place));
}

}  // namespace

void unroll_short_outer(LoopNest& nest, int64_t least_points) {
  size_t reductions = 0;
  for (const Phase& phase : nest.phases) reductions += phase.reductions.size();
  int64_t length = 0;
  if (reductions == 0 || (sym_is_constant(extent_of(nest.inner), &length) && length < kLeastInner)) return;
  const int64_t points = with_hints(extent_of(nest.outer), {});
  for (size_t place = nest.outer.size(); place-- > 0;) {
    const Axis& axis = nest.outer[place];
    int64_t copies;
    if (!sym_is_constant(axis.extent, &copies) || copies < 2 || copies > kMostCopies || nest.outer.size() < 2 ||
        reductions * static_cast<size_t>(copies) > kMostReductions || points / copies < least_points ||
        !shares_loads(nest, axis.variable))
      continue;
    return unroll(nest, place, copies);
  }
}

}  // namespace vt::codegen
