// Finishes an emitted group: assigns results to the first phase in which their values are known, splits
// axes to remove quotients that views cause, merges axes that are contiguous in memory, and removes
// unused expressions.
#include <algorithm>

#include "lower/emit.h"
#include "support/check.h"

namespace vt {

using loop::Expr;
using loop::ExprId;
using loop::ScalarOp;

namespace {

// Works on all index expressions of a group: those of loads and indices, and one per result.
class Finisher {
 public:
  Finisher(GroupEmission& group, Lowering& lowering) : group_(group), lowering_(lowering) {}

  void find_reachable() {
    reachable_.assign(group_.exprs.size(), false);
    for (const loop::Reduction& reduction : group_.reductions) reachable_[number(reduction.value)] = true;
    for (const GroupEmission::Result& result : group_.results) reachable_[number(result.value)] = true;
    index_.resize(group_.exprs.size());
    for (uint32_t i = static_cast<uint32_t>(reachable_.size()); i-- > 0;) {
      if (!reachable_[i]) continue;
      const Expr& e = group_.exprs.at(ExprId(i));
      for (int k = 0; k < loop::scalar_op_info(e.op).operands; ++k) reachable_[number(e.operands[k])] = true;
      index_[i] = e.index;
    }
    for (const GroupEmission::Result& result : group_.results) stores_.push_back(result.flat);
    used_reductions();
  }

  // Marks the reductions that a result uses; the others are removed.
  void used_reductions() {
    std::vector<bool> used(group_.reductions.size());
    std::vector<ExprId> work;
    std::vector<bool> seen(group_.exprs.size());
    for (const GroupEmission::Result& result : group_.results) work.push_back(result.value);
    while (!work.empty()) {
      ExprId id = work.back();
      work.pop_back();
      if (seen[number(id)]) continue;
      seen[number(id)] = true;
      const Expr& e = group_.exprs.at(id);
      for (int k = 0; k < loop::scalar_op_info(e.op).operands; ++k) work.push_back(e.operands[k]);
      if (e.op != ScalarOp::kReduced) continue;
      used[static_cast<size_t>(e.integer)] = true;
      work.push_back(group_.reductions[static_cast<size_t>(e.integer)].value);
    }
    reachable_ = seen;
    used_ = used;
  }

  // Splits an axis i of which a view uses i div 4 and i mod 4 into two loops, which makes both indices affine.
  void split_axes() {
    for (std::vector<loop::Axis>* axes : {&group_.outer, &group_.inner})
      for (size_t a = 0; a < axes->size() && axes->size() < 8; ++a) {
        SymExpr divisor = find_divisor((*axes)[a].variable);
        int64_t extent, by;
        if (!divisor || !sym_is_constant(divisor, &by) || !sym_is_constant((*axes)[a].extent, &extent) || by <= 1 ||
            extent % by || extent == by)
          continue;
        loop::Axis high = {(*axes)[a].variable + "h", sym_constant(extent / by)},
                   low = {(*axes)[a].variable + "l", divisor};
        SymExpr value = sym_add(sym_mul(sym_variable(high.variable), divisor), sym_variable(low.variable));
        std::string old = (*axes)[a].variable;
        (*axes)[a] = high;
        axes->insert(axes->begin() + static_cast<long>(a) + 1, low);
        IndexRanges ranges = all_ranges();
        for_each_index([&](SymExpr& e) { e = simplify_index(substitute(e, old, value), ranges); });
        a = static_cast<size_t>(-1);  // restart, because the new axes may need a split too
      }
  }

  void merge_axes() {
    for (std::vector<loop::Axis>* axes : {&group_.outer, &group_.inner})
      for (size_t a = axes->size(); a-- > 1;) {
        loop::Axis& high = (*axes)[a - 1];
        loop::Axis& low = (*axes)[a];
        if (!can_merge(high, low)) continue;
        for_each_index([&](SymExpr& e) { e = substitute(e, high.variable, sym_constant(0)); });
        low.extent = sym_mul(low.extent, high.extent);
        axes->erase(axes->begin() + static_cast<long>(a) - 1);
      }
  }

  void rename_axes() {
    std::vector<std::pair<std::string, std::string>> names;
    size_t next = 0;
    for (std::vector<loop::Axis>* axes : {&group_.outer, &group_.inner})
      for (loop::Axis& axis : *axes) {
        std::string fresh = "i" + std::to_string(next++);
        names.emplace_back(axis.variable, fresh);
        axis.variable = fresh;
      }
    for_each_index([&](SymExpr& e) {
      e = sym_substitute(
          e,
          [](const void* context, std::string_view name) -> SymExpr {
            for (const auto& [from, to] :
                 *static_cast<const std::vector<std::pair<std::string, std::string>>*>(context))
              if (from == name) return sym_variable(to);
            return {};
          },
          &names);
    });
  }

  // The phase in which each expression can be evaluated: after the reductions that it uses.
  void find_levels() {
    levels_.assign(group_.exprs.size(), 0);
    for (uint32_t i = 0; i < levels_.size(); ++i) {
      const Expr& e = group_.exprs.at(ExprId(i));
      for (int k = 0; k < loop::scalar_op_info(e.op).operands; ++k)
        levels_[i] = std::max(levels_[i], levels_[number(e.operands[k])]);
      if (e.op == ScalarOp::kReduced)
        levels_[i] = levels_[number(group_.reductions[static_cast<size_t>(e.integer)].value)] + 1;
    }
  }
  int level(ExprId id) const { return levels_[number(id)]; }

  // Copies the used expressions into the nest's own graph.
  template <class Nest>
  void rebuild(Nest& nest) {
    new_ids_.assign(group_.exprs.size(), loop::kNoExpr);
    for (uint32_t i = 0; i < reachable_.size(); ++i) {
      if (!reachable_[i]) continue;
      Expr e = group_.exprs.at(ExprId(i));
      for (int k = 0; k < loop::scalar_op_info(e.op).operands; ++k) e.operands[k] = new_ids_[number(e.operands[k])];
      e.index = index_[i];
      if (loop::reads_buffer(e.op)) e.integer = slot(nest, group_.slots[static_cast<size_t>(e.integer)]);
      if (e.op == ScalarOp::kReduced) e.integer = reduction_numbers_[static_cast<size_t>(e.integer)];
      new_ids_[i] = nest.exprs.add(e);
      if (nest.items.size() < nest.exprs.size())
        nest.items.resize(nest.exprs.size(), i < group_.items.size() ? group_.items[i] : kNoItem);
    }
  }

  template <class Nest>
  int64_t slot(Nest& nest, int buffer, bool written = false) {
    for (size_t i = 0; i < nest.buffers.size(); ++i) {
      if (nest.buffers[i].program_buffer != buffer) continue;
      nest.buffers[i].written |= written;
      return static_cast<int64_t>(i);
    }
    const Buffer& b = lowering_.buffers[static_cast<size_t>(buffer)];
    nest.buffers.push_back({b.name, b.dtype, buffer, written});
    return static_cast<int64_t>(nest.buffers.size()) - 1;
  }

  template <class Nest>
  loop::Store store(Nest& nest, size_t result) {
    const GroupEmission::Result& r = group_.results[result];
    return {slot(nest, r.buffer, true), stores_[result], new_ids_[number(r.value)]};
  }

  // Groups the used reductions by phase and numbers them in that order.
  std::vector<std::vector<size_t>> number_reductions() {
    std::vector<std::vector<size_t>> phases;
    for (size_t r = 0; r < group_.reductions.size(); ++r) {
      if (!used_[r]) continue;
      size_t phase = static_cast<size_t>(level(group_.reductions[r].value));
      if (phases.size() <= phase) phases.resize(phase + 1);
      phases[phase].push_back(r);
    }
    reduction_numbers_.assign(group_.reductions.size(), -1);
    int64_t next = 0;
    for (const std::vector<size_t>& phase : phases)
      for (size_t r : phase) reduction_numbers_[r] = next++;
    return phases;
  }

  ExprId renamed(ExprId id) const { return new_ids_[number(id)]; }
  void free_symbols(std::vector<std::string>& names, const std::vector<loop::Axis>& bound) {
    std::vector<std::string> all;
    for_each_index([&](SymExpr& e) { sym_free_symbols(e, all); });
    for (const std::vector<loop::Axis>* axes : {&group_.outer, &group_.inner})
      for (const loop::Axis& axis : *axes) sym_free_symbols(axis.extent, all);
    for (const std::string& name : all)
      if (std::none_of(bound.begin(), bound.end(), [&](const loop::Axis& axis) { return axis.variable == name; }))
        names.push_back(name);
  }

 private:
  static uint32_t number(ExprId id) { return static_cast<uint32_t>(id); }
  template <class F>
  void for_each_index(F f) {
    for (size_t i = 0; i < index_.size(); ++i)
      if (reachable_[i] && index_[i]) f(index_[i]);
    for (SymExpr& e : stores_) f(e);
  }
  IndexRanges all_ranges() const {
    IndexRanges ranges;
    for (const std::vector<loop::Axis>* axes : {&group_.outer, &group_.inner})
      for (const loop::Axis& axis : *axes) ranges.push_back({axis.variable, axis.extent});
    return ranges;
  }
  SymExpr find_divisor(const std::string& variable) {
    SymExpr found;
    for_each_index([&](SymExpr& e) {
      if (!found) found = divisor_of(e, variable);
    });
    return found;
  }
  bool can_merge(const loop::Axis& high, const loop::Axis& low) {
    bool good = true;
    for_each_index([&](SymExpr& e) {
      if (!good) return;
      SymExpr a, b, rest;
      good = linear_in(e, high.variable, &a, &rest) && linear_in(e, low.variable, &b, &rest) &&
             sym_equal(a, sym_mul(b, low.extent));
    });
    return good;
  }

  GroupEmission& group_;
  Lowering& lowering_;
  std::vector<bool> reachable_, used_;
  std::vector<SymExpr> index_, stores_;
  std::vector<int> levels_;
  std::vector<ExprId> new_ids_;
  std::vector<int64_t> reduction_numbers_;
};

}  // namespace

loop::LoopNest finish_nest(GroupEmission& group, Lowering& lowering) {
  Finisher finisher(group, lowering);
  finisher.find_reachable();
  finisher.split_axes();
  finisher.merge_axes();
  finisher.rename_axes();
  finisher.find_levels();
  loop::LoopNest nest;
  nest.name = lowering.kernel_name(group.members(), "fused");
  std::vector<std::vector<size_t>> phases = finisher.number_reductions();
  finisher.rebuild(nest);
  nest.outer = group.outer;
  nest.inner = group.inner;
  nest.phases.resize(std::max<size_t>(phases.size(), 1));
  for (size_t p = 0; p < phases.size(); ++p)
    for (size_t r : phases[p]) {
      loop::Reduction reduction = group.reductions[r];
      reduction.value = finisher.renamed(reduction.value);
      nest.phases[p].reductions.push_back(reduction);
    }
  for (size_t i = 0; i < group.results.size(); ++i) {
    if (group.results[i].per_row && !nest.inner.empty()) {
      nest.row_stores.push_back(finisher.store(nest, i));
      continue;
    }
    size_t phase = static_cast<size_t>(finisher.level(group.results[i].value));
    if (nest.phases.size() <= phase) nest.phases.resize(phase + 1);
    nest.phases[phase].stores.push_back(finisher.store(nest, i));
  }
  std::vector<loop::Axis> bound = nest.outer;
  bound.insert(bound.end(), nest.inner.begin(), nest.inner.end());
  finisher.free_symbols(nest.symbols, bound);
  return nest;
}

loop::MatmulTemplate finish_template(GroupEmission& group, Lowering& lowering, const Kernel& product) {
  loop::MatmulTemplate nest;
  Finisher finisher(group, lowering);
  finisher.find_reachable();
  nest.name = lowering.kernel_name(group.members(), "matmul");
  nest.batch = product.batch;
  nest.m = product.m;
  nest.n = product.n;
  nest.k = product.k;
  nest.dtype = lowering.buffers[static_cast<size_t>(product.a.buffer)].dtype;
  auto operand = [&](const MatmulOperand& o) {
    return loop::MatmulTemplate::Operand{finisher.slot(nest, o.buffer), o.offset, o.batch_stride, o.row_stride,
                                         o.column_stride};
  };
  nest.a = operand(product.a);
  nest.b = operand(product.b);
  finisher.rebuild(nest);
  for (size_t i = 0; i < group.results.size(); ++i) nest.epilogue.push_back(finisher.store(nest, i));
  finisher.free_symbols(nest.symbols, group.outer);
  std::vector<std::string> sizes;
  for (const SymExpr* e :
       {&nest.batch, &nest.m, &nest.n, &nest.k, &nest.a.offset, &nest.a.batch_stride, &nest.a.row_stride,
        &nest.a.column_stride, &nest.b.offset, &nest.b.batch_stride, &nest.b.row_stride, &nest.b.column_stride})
    sym_free_symbols(*e, sizes);
  for (const std::string& name : sizes)
    if (std::find(nest.symbols.begin(), nest.symbols.end(), name) == nest.symbols.end()) nest.symbols.push_back(name);
  return nest;
}

}  // namespace vt
