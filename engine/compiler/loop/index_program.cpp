#include "loop/index_program.h"

#include <algorithm>

#include "support/check.h"

namespace vt::loop {
namespace {

int64_t floor_quotient(int64_t a, int64_t b) {
  if (b == 0) return 0;
  int64_t quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

bool is_constant(const std::vector<int64_t>& form) {
  return std::all_of(form.begin() + 1, form.end(), [](int64_t c) { return c == 0; });
}

// Constant folding of the ops that have no affine form: quotient, remainder, minimum, maximum.
int64_t fold(SymOp op, int64_t a, int64_t b) {
  switch (op) {
    case SymOp::kFloorDiv: return floor_quotient(a, b);
    case SymOp::kMod: return a - b * floor_quotient(a, b);
    case SymOp::kMin: return std::min(a, b);
    case SymOp::kMax: return std::max(a, b);
    case SymOp::kAdd: return a + b;
    case SymOp::kMul: return a * b;
    case SymOp::kConstant:
    case SymOp::kSymbol:
    case SymOp::kNegate: break;
  }
  VT_UNREACHABLE("a binary operator of an index");
}

}  // namespace

int IndexScope::variable(std::string_view name) const {
  for (size_t i = 0; i < variables.size(); ++i)
    if (variables[i] == name) return static_cast<int>(i);
  return -1;
}
int64_t IndexScope::symbol(std::string_view name) const {
  for (size_t i = 0; i < symbols.size(); ++i)
    if (symbols[i] == name) return symbol_values[i];
  VT_CHECK(false, "the symbol " + std::string(name) + " has no value");
  return 0;
}

IndexProgram::IndexProgram(const SymExpr& e, const IndexScope& scope) : uses_(scope.variables.size()) {
  form_.assign(scope.variables.size() + 1, 0);
  affine_ = affine_of(e, scope, form_);
  if (!affine_) flatten(e, scope);
}

bool IndexProgram::affine_of(const SymExpr& e, const IndexScope& scope, std::vector<int64_t>& form) const {
  std::fill(form.begin(), form.end(), 0);
  if (e->op == SymOp::kConstant) {
    form[0] = e->constant;
    return true;
  }
  if (e->op == SymOp::kSymbol) {
    int slot = scope.variable(e->name);
    if (slot >= 0) form[static_cast<size_t>(slot) + 1] = 1;
    else form[0] = scope.symbol(e->name);
    return true;
  }
  std::vector<int64_t> other(form.size());
  for (size_t i = 0; i < e->operands.size(); ++i) {
    if (!affine_of(e->operands[i], scope, i == 0 ? form : other)) return false;
    if (i == 0) continue;
    if (e->op == SymOp::kAdd) {
      for (size_t k = 0; k < form.size(); ++k) form[k] += other[k];
    } else if (e->op == SymOp::kMul) {
      if (is_constant(form)) std::swap(form, other);
      if (!is_constant(other)) return false;
      for (int64_t& c : form) c *= other[0];
    } else {
      if (!is_constant(form) || !is_constant(other)) return false;
      form[0] = fold(e->op, form[0], other[0]);
    }
  }
  if (e->op == SymOp::kNegate)
    for (int64_t& c : form) c = -c;
  return true;
}

void IndexProgram::flatten(const SymExpr& e, const IndexScope& scope) {
  if (e->op == SymOp::kConstant) {
    code_.push_back({SymOp::kConstant, e->constant});
    return;
  }
  if (e->op == SymOp::kSymbol) {
    int slot = scope.variable(e->name);
    if (slot >= 0) {
      uses_[static_cast<size_t>(slot)] = true;
      code_.push_back({SymOp::kSymbol, slot});
    } else {
      code_.push_back({SymOp::kConstant, scope.symbol(e->name)});
    }
    return;
  }
  for (const SymExpr& operand : e->operands) flatten(operand, scope);
  code_.push_back({e->op, static_cast<int64_t>(e->operands.size())});
}

int64_t IndexProgram::evaluate(const int64_t* variables) const {
  if (affine_) {
    int64_t value = form_[0];
    for (size_t i = 1; i < form_.size(); ++i) value += form_[i] * variables[i - 1];
    return value;
  }
  int64_t stack[64];
  int top = 0;
  for (const Instruction& instruction : code_) {
    VT_CHECK(top < 63, "an index expression is too deep");
    if (instruction.op == SymOp::kConstant) stack[top++] = instruction.value;
    else if (instruction.op == SymOp::kSymbol) stack[top++] = variables[instruction.value];
    else if (instruction.op == SymOp::kNegate) stack[top - 1] = -stack[top - 1];
    else {
      int first = top - static_cast<int>(instruction.value);
      for (int i = first + 1; i < top; ++i) stack[first] = fold(instruction.op, stack[first], stack[i]);
      top = first + 1;
    }
  }
  return stack[0];
}

bool IndexProgram::step(int variable, int64_t* step) const {
  *step = affine_ && variable >= 0 ? form_[static_cast<size_t>(variable) + 1] : 0;
  return affine_ || variable < 0 || !uses_[static_cast<size_t>(variable)];
}

}  // namespace vt::loop
