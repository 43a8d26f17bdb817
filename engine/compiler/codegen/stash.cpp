#include "codegen/stash.h"

#include <functional>

#include "codegen/expand.h"
#include "codegen/plan.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprId;
using loop::kNoExpr;
using loop::LoopNest;
using loop::Phase;
using loop::ScalarOp;
using loop::Store;

size_t at(ExprId id) { return static_cast<uint32_t>(id); }

std::vector<bool> needed_mask(const LoopNest& nest, const std::vector<ExprId>& roots) {
  std::vector<bool> mask(nest.exprs.size());
  for (ExprId id : needed_by(nest.exprs, roots)) mask[at(id)] = true;
  return mask;
}

// The last expensive (transcendental) float expression that both phases use.
ExprId shared_dear_value(const LoopNest& nest, const Phase& first, const Phase& last) {
  std::vector<bool> a = needed_mask(nest, roots_of(first)), b = needed_mask(nest, roots_of(last));
  for (size_t i = nest.exprs.size(); i-- > 0;) {
    const Expr& e = nest.exprs.at(ExprId(i));
    if (a[i] && b[i] && e.dtype == DType::kFloat32 && has_expansion(e.op)) return ExprId(i);
  }
  return kNoExpr;
}

// `root` with `from` replaced by `to`.
ExprId replaced(LoopNest& nest, ExprId root, ExprId from, ExprId to) {
  if (root == from) return to;
  Expr e = nest.exprs.at(root);
  bool changed = false;
  for (ExprId& operand : e.operands) {
    if (operand == kNoExpr) continue;
    ExprId other = replaced(nest, operand, from, to);
    changed = changed || other != operand;
    operand = other;
  }
  if (!changed) return root;
  ItemId item = at(root) < nest.items.size() ? nest.items[at(root)] : kNoItem;
  ExprId made = nest.exprs.add(std::move(e));
  nest.items.resize(nest.exprs.size(), item);
  return made;
}

bool reads_buffers_beside(const LoopNest& nest, ExprId root, ExprId stashed) {
  if (root == stashed) return false;
  const Expr& e = nest.exprs.at(root);
  if (loop::reads_buffer(e.op)) return true;
  for (ExprId operand : e.operands)
    if (operand != kNoExpr && reads_buffers_beside(nest, operand, stashed)) return true;
  return false;
}

}  // namespace

void stash_shared_values(LoopNest& nest) {
  if (nest.phases.size() < 2 || nest.inner.empty()) return;
  Phase& first = nest.phases[nest.phases.size() - 2];
  Phase& last = nest.phases.back();
  if (last.stores.size() != 1 || !last.reductions.empty() || !first.stores.empty() || !nest.row_stores.empty()) return;
  Store& store = last.stores[0];
  if (nest.buffers[store.buffer].dtype != DType::kFloat32) return;
  ExprId dear = shared_dear_value(nest, first, last);
  if (dear == kNoExpr || reads_buffers_beside(nest, store.value, dear)) return;
  ExprId kept = nest.exprs.load(store.buffer, store.index, DType::kFloat32);
  nest.items.resize(nest.exprs.size(), at(dear) < nest.items.size() ? nest.items[at(dear)] : kNoItem);
  first.stores.push_back({store.buffer, store.index, dear});
  store.value = replaced(nest, store.value, dear, kept);
}

void divide_once_per_row(LoopNest& nest) {
  for (Phase& phase : nest.phases)
    for (Store& store : phase.stores) {
      Expr e = nest.exprs.at(store.value);
      if (e.op != ScalarOp::kDiv || e.dtype != DType::kFloat32 || nest.exprs.at(e.operands[1]).op != ScalarOp::kReduced)
        continue;
      ItemId item = at(store.value) < nest.items.size() ? nest.items[at(store.value)] : kNoItem;
      ExprId one = nest.exprs.constant(1, DType::kFloat32);
      ExprId inverse = nest.exprs.binary(ScalarOp::kDiv, one, e.operands[1]);
      store.value = nest.exprs.binary(ScalarOp::kMul, e.operands[0], inverse);
      nest.items.resize(nest.exprs.size(), item);
    }
}

}  // namespace vt::codegen
