#include <algorithm>

#include "loop/nest.h"

namespace vt::loop {
namespace {

bool is_comparison(ScalarOp op) {
  return (op >= ScalarOp::kEqual && op <= ScalarOp::kGreaterEqual) || op == ScalarOp::kIsNan || op == ScalarOp::kIsInf;
}

class Verifier {
 public:
  explicit Verifier(const LoopNest& nest) : nest_(nest) {}

  std::string run() {
    for (uint32_t i = 0; i < nest_.exprs.size(); ++i) check_expr(ExprId(i));
    std::vector<std::string> outer = nest_.symbols;
    for (const Axis& axis : nest_.outer) outer.push_back(axis.variable);
    std::vector<std::string> all = outer;
    for (const Axis& axis : nest_.inner) all.push_back(axis.variable);
    for (const std::vector<Axis>* axes : {&nest_.outer, &nest_.inner})
      for (const Axis& axis : *axes) check_symbols(axis.extent, nest_.symbols, "extent of " + axis.variable);
    int64_t ready = 0;
    for (const Phase& phase : nest_.phases) {
      for (const Reduction& reduction : phase.reductions) check_reduction(reduction, all, ready);
      for (const Store& store : phase.stores) check_store(store, all, ready);
      ready += static_cast<int64_t>(phase.reductions.size());
    }
    for (const Store& store : nest_.row_stores) check_store(store, nest_.inner.empty() ? all : outer, ready);
    return problem_;
  }

 private:
  void fail(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }
  bool valid(ExprId id) const { return static_cast<uint32_t>(id) < nest_.exprs.size(); }

  void check_expr(ExprId id) {
    const Expr& e = nest_.exprs.at(id);
    std::string name = "expression " + std::to_string(static_cast<uint32_t>(id));
    int count = scalar_op_info(e.op).operands;
    for (int i = 0; i < count; ++i) {
      if (!valid(e.operands[i])) return fail(name + " has an operand out of range");
      if (e.operands[i] >= id) return fail(name + " uses a later expression");
    }
    if (e.op == ScalarOp::kInput) return fail(name + " is an unbound input");
    if (e.op == ScalarOp::kLoad || e.op == ScalarOp::kGather) {
      if (!buffer_ok(e.integer)) return fail(name + " loads from a buffer out of range");
      if (nest_.buffers[static_cast<size_t>(e.integer)].dtype != e.dtype)
        return fail(name + " loads another dtype than its buffer's");
    }
    const bool has_index =
        e.op == ScalarOp::kLoad || e.op == ScalarOp::kGather || e.op == ScalarOp::kPosition || e.op == ScalarOp::kIndex;
    if (has_index && !e.index) return fail(name + " has no index");
    check_dtypes(e, count, name);
  }

  void check_dtypes(const Expr& e, int count, const std::string& name) {
    if (count == 0 || e.op == ScalarOp::kCast || e.op == ScalarOp::kBitcast) return;
    auto dtype = [&](int i) { return nest_.exprs.dtype(e.operands[i]); };
    if (e.op == ScalarOp::kGather) {
      if (dtype(0) != DType::kInt64) fail(name + " goes on by something else than an int64");
      return;
    }
    if (e.op == ScalarOp::kSelect) {
      if (dtype(0) != DType::kBool) fail(name + " selects on a condition that is no bool");
      if (dtype(1) != e.dtype || dtype(2) != e.dtype) fail(name + " selects between different dtypes");
      return;
    }
    if (e.op == ScalarOp::kShiftLeft || e.op == ScalarOp::kShiftRight) return;
    for (int i = 1; i < count; ++i)
      if (dtype(i) != dtype(0)) return fail(name + " (" + scalar_op_info(e.op).name + ") mixes dtypes");
    if (is_comparison(e.op)) {
      if (e.dtype != DType::kBool) fail(name + " compares but is no bool");
    } else if (dtype(0) != e.dtype) {
      fail(name + " (" + scalar_op_info(e.op).name + ") changes its dtype without a cast");
    }
  }

  bool buffer_ok(int64_t index) const { return index >= 0 && index < static_cast<int64_t>(nest_.buffers.size()); }

  void check_symbols(const SymExpr& e, const std::vector<std::string>& known, const std::string& where) {
    std::vector<std::string> names;
    sym_free_symbols(e, names);
    for (const std::string& name : names)
      if (std::find(known.begin(), known.end(), name) == known.end()) fail(name + " is unbound in the " + where);
  }

  // Checks all expressions that a root uses: bound variables, and reductions of earlier phases only.
  void check_reachable(ExprId root, const std::vector<std::string>& known, int64_t ready, const std::string& where) {
    std::vector<ExprId> stack = {root};
    std::vector<bool> seen(nest_.exprs.size());
    while (!stack.empty()) {
      ExprId id = stack.back();
      stack.pop_back();
      if (seen[static_cast<uint32_t>(id)]) continue;
      seen[static_cast<uint32_t>(id)] = true;
      const Expr& e = nest_.exprs.at(id);
      if (e.op == ScalarOp::kReduced && (e.integer < 0 || e.integer >= ready))
        fail(where + " reads reduction " + std::to_string(e.integer) + " before it is finished");
      if (e.index) check_symbols(e.index, known, where);
      for (int i = 0; i < scalar_op_info(e.op).operands; ++i) stack.push_back(e.operands[i]);
    }
  }

  void check_reduction(const Reduction& reduction, const std::vector<std::string>& known, int64_t ready) {
    if (!valid(reduction.value)) return fail("a reduction's value is out of range");
    if (nest_.inner.empty()) return fail("a reduction needs an inner axis");
    if (nest_.exprs.dtype(reduction.value) != reduction.accumulate)
      return fail("a reduction's value is not of the type it accumulates in");
    if (problem_.empty()) check_reachable(reduction.value, known, ready, "a reduction");
  }

  void check_store(const Store& store, const std::vector<std::string>& known, int64_t ready) {
    if (!buffer_ok(store.buffer)) return fail("a store's buffer is out of range");
    if (!valid(store.value)) return fail("a store's value is out of range");
    const NestBuffer& buffer = nest_.buffers[static_cast<size_t>(store.buffer)];
    if (!buffer.written) fail("a store to " + buffer.name + ", which is not marked as written");
    if (nest_.exprs.dtype(store.value) != buffer.dtype) fail("a store of another dtype than that of " + buffer.name);
    check_symbols(store.index, known, "store to " + buffer.name);
    if (problem_.empty()) check_reachable(store.value, known, ready, "the store to " + buffer.name);
  }

  const LoopNest& nest_;
  std::string problem_;
};

}  // namespace

std::string verify_nest(const LoopNest& nest) { return Verifier(nest).run(); }

}  // namespace vt::loop
