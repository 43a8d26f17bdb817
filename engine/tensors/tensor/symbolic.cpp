#include "tensor/symbolic.h"

#include <algorithm>

#include "support/check.h"
#include "tensor/extent.h"

// Canonical form: a sum is a list of terms in descending order with the constant last; a
// term is a coefficient times a sorted list of atoms; products of sums are multiplied out.
namespace vt {
namespace {

SymExpr node(SymOp op, std::vector<SymExpr> operands) {
  auto result = make_ref<SymNode>();
  result->op = op;
  result->operands = std::move(operands);
  return result;
}

// coefficient * atoms[0] * atoms[1] * ...; no atoms: a constant.
struct Term {
  int64_t coefficient = 0;
  std::vector<SymExpr> atoms;
};

int compare_atoms(const std::vector<SymExpr>& a, const std::vector<SymExpr>& b) {
  if (a.size() != b.size()) return a.size() > b.size() ? -1 : 1;  // higher degree first
  for (size_t i = 0; i < a.size(); ++i) {
    if (int order = sym_compare(a[i], b[i])) return order;
  }
  return 0;
}

Term term_of(const SymExpr& e) {
  if (e->op == SymOp::kConstant) return {e->constant, {}};
  if (e->op != SymOp::kMul) return {1, {e}};
  Term term{1, {}};
  for (const SymExpr& operand : e->operands) {
    if (operand->op == SymOp::kConstant) term.coefficient = operand->constant;
    else term.atoms.push_back(operand);
  }
  return term;
}

std::vector<Term> terms_of(const SymExpr& e) {
  if (e->op != SymOp::kAdd) return {term_of(e)};
  std::vector<Term> terms;
  for (const SymExpr& operand : e->operands) terms.push_back(term_of(operand));
  return terms;
}

SymExpr from_term(Term term) {
  if (term.coefficient == 0 || term.atoms.empty()) return sym_constant(term.coefficient);
  if (term.coefficient == 1 && term.atoms.size() == 1) return term.atoms[0];
  if (term.coefficient != 1) term.atoms.insert(term.atoms.begin(), sym_constant(term.coefficient));
  return node(SymOp::kMul, std::move(term.atoms));
}

SymExpr from_terms(std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return compare_atoms(a.atoms, b.atoms) < 0; });
  std::vector<SymExpr> operands;
  for (size_t i = 0; i < terms.size();) {
    Term sum = std::move(terms[i++]);
    while (i < terms.size() && compare_atoms(sum.atoms, terms[i].atoms) == 0)
      sum.coefficient = saturating_add(sum.coefficient, terms[i++].coefficient);
    if (sum.coefficient != 0) operands.push_back(from_term(std::move(sum)));
  }
  if (operands.empty()) return sym_constant(0);
  if (operands.size() == 1) return operands[0];
  return node(SymOp::kAdd, std::move(operands));
}

Term multiply(const Term& a, const Term& b) {
  Term product{saturating_multiply(a.coefficient, b.coefficient), {}};
  std::merge(a.atoms.begin(), a.atoms.end(), b.atoms.begin(), b.atoms.end(), std::back_inserter(product.atoms),
             [](const SymExpr& x, const SymExpr& y) { return sym_compare(x, y) < 0; });
  return product;
}

// a / b where b divides a as a monomial.
bool divide(const Term& a, const Term& b, Term& quotient) {
  if (b.coefficient == 0 || a.coefficient % b.coefficient != 0) return false;
  quotient.coefficient = a.coefficient / b.coefficient;
  quotient.atoms = a.atoms;
  for (const SymExpr& atom : b.atoms) {
    auto found = std::find_if(quotient.atoms.begin(), quotient.atoms.end(),
                              [&](const SymExpr& x) { return sym_equal(x, atom); });
    if (found == quotient.atoms.end()) return false;
    quotient.atoms.erase(found);
  }
  return true;
}

// Long division by a sum; true when it leaves no remainder.
bool divide_exactly(const SymExpr& a, const SymExpr& b, SymExpr& quotient) {
  std::vector<Term> divisor = terms_of(b);
  quotient = sym_constant(0);
  SymExpr rest = a;
  for (int step = 0; step < 16; ++step) {
    if (sym_is_constant(rest) && rest->constant == 0) return true;
    Term part;
    if (!divide(terms_of(rest)[0], divisor[0], part)) return false;
    SymExpr factor = from_term(part);
    quotient = sym_add(quotient, factor);
    rest = sym_sub(rest, sym_mul(factor, b));
  }
  return false;
}

// a = divisible * b + rest, term by term.
void split_divisible(const SymExpr& a, const SymExpr& b, SymExpr& divisible, SymExpr& rest) {
  std::vector<Term> quotients, rests;
  Term divisor = term_of(b);
  for (Term& term : terms_of(a)) {
    Term quotient;
    if (divide(term, divisor, quotient)) quotients.push_back(std::move(quotient));
    else rests.push_back(std::move(term));
  }
  divisible = from_terms(std::move(quotients));
  rest = from_terms(std::move(rests));
}

SymExpr extreme(SymOp op, const SymExpr& a, const SymExpr& b) {
  SymRange difference = sym_range(sym_sub(a, b));
  if (difference.low >= 0) return op == SymOp::kMax ? a : b;
  if (difference.high <= 0) return op == SymOp::kMax ? b : a;
  std::vector<SymExpr> operands;
  for (const SymExpr& side : {a, b}) {
    if (side->op == op) operands.insert(operands.end(), side->operands.begin(), side->operands.end());
    else operands.push_back(side);
  }
  std::sort(operands.begin(), operands.end(), [](const SymExpr& x, const SymExpr& y) { return sym_compare(x, y) < 0; });
  operands.erase(std::unique(operands.begin(), operands.end(), sym_equal), operands.end());
  return operands.size() == 1 ? operands[0] : node(op, std::move(operands));
}

}  // namespace

SymExpr sym_constant(int64_t value) {
  auto result = make_ref<SymNode>();
  result->constant = value;
  return result;
}

SymExpr sym_variable(std::string name, ShapeEnv* env) {
  auto result = make_ref<SymNode>();
  result->op = SymOp::kSymbol;
  result->name = std::move(name);
  result->env = env;
  return result;
}

bool sym_is_constant(const SymExpr& e, int64_t* value) {
  if (e->op != SymOp::kConstant) return false;
  if (value) *value = e->constant;
  return true;
}

// Symbols before compound atoms; s2 before s10.
int sym_compare(const SymExpr& a, const SymExpr& b) {
  if (a == b) return 0;
  if (a->op != b->op) return a->op < b->op ? -1 : 1;
  if (a->op == SymOp::kConstant) return a->constant < b->constant ? -1 : a->constant > b->constant;
  if (a->op == SymOp::kSymbol) {
    if (a->name.size() != b->name.size()) return a->name.size() < b->name.size() ? -1 : 1;
    return a->name.compare(b->name);
  }
  if (a->operands.size() != b->operands.size()) return a->operands.size() < b->operands.size() ? -1 : 1;
  for (size_t i = 0; i < a->operands.size(); ++i) {
    if (int order = sym_compare(a->operands[i], b->operands[i])) return order;
  }
  return 0;
}
bool sym_equal(const SymExpr& a, const SymExpr& b) { return sym_compare(a, b) == 0; }

SymExpr sym_add(const SymExpr& a, const SymExpr& b) {
  int64_t x, y;
  if (sym_is_constant(a, &x)) {
    if (sym_is_constant(b, &y)) return sym_constant(saturating_add(x, y));
    if (x == 0) return b;
  } else if (sym_is_constant(b, &y) && y == 0) {
    return a;
  }
  std::vector<Term> terms = terms_of(a), more = terms_of(b);
  terms.insert(terms.end(), more.begin(), more.end());
  return from_terms(std::move(terms));
}
SymExpr sym_sub(const SymExpr& a, const SymExpr& b) { return sym_add(a, sym_mul(sym_constant(-1), b)); }

SymExpr sym_mul(const SymExpr& a, const SymExpr& b) {
  int64_t x, y;
  if (sym_is_constant(a, &x)) {
    if (sym_is_constant(b, &y)) return sym_constant(saturating_multiply(x, y));
    if (x == 1) return b;
    if (x == 0) return a;
  } else if (sym_is_constant(b, &y)) {
    if (y == 1) return a;
    if (y == 0) return b;
  }
  std::vector<Term> products;
  for (const Term& left : terms_of(a)) {
    for (const Term& right : terms_of(b)) products.push_back(multiply(left, right));
  }
  return from_terms(std::move(products));
}

// By zero: zero. An index into a tensor without elements divides by its sizes and is never evaluated;
// a program's own division raises before it comes here.
SymExpr sym_floordiv(const SymExpr& a, const SymExpr& b) {
  int64_t x, y;
  bool constant_divisor = sym_is_constant(b, &y);
  if (constant_divisor) {
    if (y == 0) return b;
    if (y == 1) return a;
    if (sym_is_constant(a, &x)) return sym_constant(floor_quotient(x, y));
  }
  if (b->op == SymOp::kAdd) {
    SymExpr quotient;
    if (divide_exactly(a, b, quotient)) return quotient;
    return node(SymOp::kFloorDiv, {a, b});
  }
  SymExpr divisible, rest;
  split_divisible(a, b, divisible, rest);
  if (sym_is_constant(rest, &x) && x == 0) return divisible;
  if (!sym_is_constant(divisible) || divisible->constant != 0) return sym_add(divisible, sym_floordiv(rest, b));
  SymRange range = sym_range(a);
  if (constant_divisor && y > 0 && range.low >= 0 && range.high < y) return sym_constant(0);
  // (x // c) // d is x // (c*d) for positive constants.
  int64_t inner;
  if (constant_divisor && y > 0 && a->op == SymOp::kFloorDiv && sym_is_constant(a->operands[1], &inner) && inner > 0) {
    return sym_floordiv(a->operands[0], sym_constant(saturating_multiply(inner, y)));
  }
  return node(SymOp::kFloorDiv, {a, b});
}

SymExpr sym_mod(const SymExpr& a, const SymExpr& b) {
  int64_t x, y;
  bool constant_divisor = sym_is_constant(b, &y);
  if (constant_divisor) {
    if (y == 0) return b;
    if (y == 1) return sym_constant(0);
    if (sym_is_constant(a, &x)) return sym_constant(floor_remainder(x, y));
  }
  if (b->op == SymOp::kAdd) {
    SymExpr quotient;
    if (divide_exactly(a, b, quotient)) return sym_constant(0);
    return node(SymOp::kMod, {a, b});
  }
  SymExpr divisible, rest;
  split_divisible(a, b, divisible, rest);
  if (sym_is_constant(rest, &x) && x == 0) return rest;
  if (!sym_is_constant(divisible) || divisible->constant != 0) return sym_mod(rest, b);
  SymRange range = sym_range(a);
  if (constant_divisor && y > 0 && range.low >= 0 && range.high < y) return a;
  return node(SymOp::kMod, {a, b});
}

SymExpr sym_min(const SymExpr& a, const SymExpr& b) { return extreme(SymOp::kMin, a, b); }
SymExpr sym_max(const SymExpr& a, const SymExpr& b) { return extreme(SymOp::kMax, a, b); }

SymExpr sym_substitute(const SymExpr& e, SymLookup lookup, const void* context) {
  if (e->op == SymOp::kConstant) return e;
  if (e->op == SymOp::kSymbol) {
    SymExpr found = lookup(context, e->name);
    return found ? found : e;
  }
  std::vector<SymExpr> operands;
  bool changed = false;
  for (const SymExpr& operand : e->operands) {
    operands.push_back(sym_substitute(operand, lookup, context));
    changed |= !(operands.back() == operand);
  }
  if (!changed) return e;
  SymExpr result = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) {
    switch (e->op) {
      case SymOp::kAdd: result = sym_add(result, operands[i]); break;
      case SymOp::kMul: result = sym_mul(result, operands[i]); break;
      case SymOp::kFloorDiv: result = sym_floordiv(result, operands[i]); break;
      case SymOp::kMod: result = sym_mod(result, operands[i]); break;
      case SymOp::kMin: result = sym_min(result, operands[i]); break;
      case SymOp::kMax: result = sym_max(result, operands[i]); break;
      case SymOp::kConstant:
      case SymOp::kSymbol:
      case SymOp::kNegate: VT_UNREACHABLE("canonical expressions have no such node here");
    }
  }
  return result;
}

int64_t sym_evaluate(const SymExpr& e, SymValueLookup lookup, const void* context) {
  if (e->op == SymOp::kConstant) return e->constant;
  if (e->op == SymOp::kSymbol) return lookup(context, e->name);
  int64_t result = sym_evaluate(e->operands[0], lookup, context);
  for (size_t i = 1; i < e->operands.size(); ++i) {
    int64_t operand = sym_evaluate(e->operands[i], lookup, context);
    if (operand == 0 && (e->op == SymOp::kFloorDiv || e->op == SymOp::kMod)) return 0;
    switch (e->op) {
      case SymOp::kAdd: result = saturating_add(result, operand); break;
      case SymOp::kMul: result = saturating_multiply(result, operand); break;
      case SymOp::kFloorDiv: result = floor_quotient(result, operand); break;
      case SymOp::kMod: result = floor_remainder(result, operand); break;
      case SymOp::kMin: result = std::min(result, operand); break;
      case SymOp::kMax: result = std::max(result, operand); break;
      case SymOp::kConstant:
      case SymOp::kSymbol:
      case SymOp::kNegate: VT_UNREACHABLE("canonical expressions have no such node here");
    }
  }
  return result;
}

void sym_free_symbols(const SymExpr& e, std::vector<std::string>& names) {
  if (e->op == SymOp::kSymbol && std::find(names.begin(), names.end(), e->name) == names.end())
    names.push_back(e->name);
  for (const SymExpr& operand : e->operands) sym_free_symbols(operand, names);
}

}  // namespace vt
