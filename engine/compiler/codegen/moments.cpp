#include "codegen/moments.h"

#include <algorithm>

#include "codegen/plan.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprId;
using loop::LoopNest;
using loop::Phase;
using loop::Reduce;
using loop::Reduction;
using loop::ScalarOp;

size_t reductions_before(const LoopNest& nest, size_t phase) {
  size_t count = 0;
  for (size_t p = 0; p < phase; ++p) count += nest.phases[p].reductions.size();
  return count;
}

// Whether `id` is the number of reduced elements.
bool is_length(const LoopNest& nest, ExprId id) {
  SymExpr length = sym_constant(1);
  for (const loop::Axis& axis : nest.inner) length = sym_mul(length, axis.extent);
  const Expr& e = nest.exprs.at(id);
  int64_t constant;
  if (e.op == ScalarOp::kConstant)
    return is_floating(e.dtype) && sym_is_constant(length, &constant) && e.number == static_cast<double>(constant);
  if (e.op == ScalarOp::kCast) return is_length(nest, e.operands[0]);
  return e.op == ScalarOp::kIndex && sym_equal(e.index, length);
}

// If `r` sums (x - sum / length)^2: the index in `phase` of the reduction that computes the sum of x; else -1.
int sum_behind(const LoopNest& nest, size_t phase, const Reduction& r) {
  if (r.kind != Reduce::kSum || (r.accumulate != DType::kFloat32 && r.accumulate != DType::kFloat64)) return -1;
  const Expr& square = nest.exprs.at(r.value);
  if (square.op != ScalarOp::kMul || square.operands[0] != square.operands[1]) return -1;
  const Expr& distance = nest.exprs.at(square.operands[0]);
  if (distance.op != ScalarOp::kSub) return -1;
  const Expr& mean = nest.exprs.at(distance.operands[1]);
  if (mean.op != ScalarOp::kDiv || !is_length(nest, mean.operands[1])) return -1;
  const Expr& sum = nest.exprs.at(mean.operands[0]);
  if (sum.op != ScalarOp::kReduced) return -1;
  int64_t number = sum.integer - static_cast<int64_t>(reductions_before(nest, phase));
  const std::vector<Reduction>& list = nest.phases[phase].reductions;
  if (number < 0 || number >= static_cast<int64_t>(list.size())) return -1;
  const Reduction& first = list[static_cast<size_t>(number)];
  bool same = first.kind == Reduce::kSum && first.value == distance.operands[0] && first.accumulate == r.accumulate;
  return same ? static_cast<int>(number) : -1;
}

// Renumbers the kReduced expressions after a reduction has moved to another phase.
void renumber(LoopNest& nest, const std::vector<int64_t>& number) {
  LoopNest old = nest;
  nest.exprs = {};
  nest.items.clear();
  std::vector<ExprId> map(old.exprs.size());
  for (size_t i = 0; i < old.exprs.size(); ++i) {
    Expr e = old.exprs.at(ExprId(i));
    for (ExprId& operand : e.operands)
      if (operand != loop::kNoExpr) operand = map[static_cast<uint32_t>(operand)];
    if (e.op == ScalarOp::kReduced) e.integer = number[static_cast<size_t>(e.integer)];
    map[i] = nest.exprs.add(std::move(e));
    nest.items.resize(nest.exprs.size(), i < old.items.size() ? old.items[i] : kNoItem);
  }
  auto mapped = [&](ExprId& id) { id = map[static_cast<uint32_t>(id)]; };
  for (Phase& phase : nest.phases) {
    for (Reduction& r : phase.reductions) mapped(r.value);
    for (loop::Store& s : phase.stores) mapped(s.value);
  }
  for (loop::Store& s : nest.row_stores) mapped(s.value);
}

bool join_one(LoopNest& nest) {
  for (size_t p = 0; p + 1 < nest.phases.size(); ++p) {
    std::vector<Reduction>& later = nest.phases[p + 1].reductions;
    for (size_t i = 0; i < later.size(); ++i) {
      int sum = sum_behind(nest, p, later[i]);
      if (sum < 0) continue;
      std::vector<Reduction>& now = nest.phases[p].reductions;
      size_t from = reductions_before(nest, p + 1) + i, to = reductions_before(nest, p + 1);
      std::vector<int64_t> number(reductions_before(nest, nest.phases.size()));
      for (size_t n = 0; n < number.size(); ++n)
        number[n] = static_cast<int64_t>(n == from ? to : n >= to && n < from ? n + 1 : n);
      now.push_back({Reduce::kDeviations, later[i].accumulate, now[static_cast<size_t>(sum)].value});
      later.erase(later.begin() + static_cast<long>(i));
      if (later.empty() && nest.phases[p + 1].stores.empty())
        nest.phases.erase(nest.phases.begin() + static_cast<long>(p) + 1);
      renumber(nest, number);
      return true;
    }
  }
  return false;
}

}  // namespace

void join_moments(LoopNest& nest) {
  while (join_one(nest)) {
  }
}

}  // namespace vt::codegen
