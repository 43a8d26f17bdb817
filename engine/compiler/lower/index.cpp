#include "lower/index.h"

#include <algorithm>

namespace vt {
namespace {

struct Term {
  int64_t coefficient;
  std::vector<SymExpr> atoms;
};

Term term_of(const SymExpr& e) {
  if (e->op == SymOp::kConstant) return {e->constant, {}};
  if (e->op != SymOp::kMul) return {1, {e}};
  Term term{1, {}};
  for (const SymExpr& operand : e->operands) {
    if (operand->op == SymOp::kConstant) term.coefficient *= operand->constant;
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

SymExpr expr_of(const Term& term) {
  SymExpr result = sym_constant(term.coefficient);
  for (const SymExpr& atom : term.atoms) result = sym_mul(result, atom);
  return result;
}

const IndexRange* find_range(const IndexRanges& ranges, const std::string& name) {
  for (const IndexRange& range : ranges)
    if (range.variable == name) return &range;
  return nullptr;
}

bool proved_positive_or_zero(const SymExpr& e) { return sym_range(e).low >= 0; }

// Upper bound of an expression that is never negative; null if unknown.
SymExpr largest(const SymExpr& e, const IndexRanges& ranges);
bool never_negative(const SymExpr& e, const IndexRanges& ranges);

SymExpr largest_atom(const SymExpr& atom, const IndexRanges& ranges) {
  switch (atom->op) {
    case SymOp::kSymbol:
      if (const IndexRange* range = find_range(ranges, atom->name)) return sym_sub(range->extent, sym_constant(1));
      return atom;
    case SymOp::kMod: return sym_sub(atom->operands[1], sym_constant(1));
    case SymOp::kFloorDiv: {
      SymExpr top = largest(atom->operands[0], ranges);
      return top ? sym_floordiv(top, atom->operands[1]) : top;
    }
    case SymOp::kConstant:
    case SymOp::kAdd:
    case SymOp::kMul:
    case SymOp::kMin:
    case SymOp::kMax:
    case SymOp::kNegate: break;
  }
  return atom;
}

bool atom_never_negative(const SymExpr& atom, const IndexRanges& ranges) {
  switch (atom->op) {
    case SymOp::kSymbol: return find_range(ranges, atom->name) || sym_range(atom).low >= 0;
    case SymOp::kMod: return true;
    case SymOp::kFloorDiv:
      return never_negative(atom->operands[0], ranges) && never_negative(atom->operands[1], ranges);
    case SymOp::kMin:
    case SymOp::kMax:
      return std::all_of(atom->operands.begin(), atom->operands.end(),
                         [&](const SymExpr& o) { return never_negative(o, ranges); });
    case SymOp::kConstant: return atom->constant >= 0;
    case SymOp::kAdd:
    case SymOp::kMul:
    case SymOp::kNegate: break;
  }
  return never_negative(atom, ranges);
}

// Replaces loop variables by their bounds: the largest (`upper`) or smallest value of the sum; null if unknown.
SymExpr extreme(const SymExpr& e, const IndexRanges& ranges, bool upper) {
  SymExpr sum = sym_constant(0);
  for (const Term& term : terms_of(e)) {
    SymExpr part = sym_constant(term.coefficient);
    bool grow = (term.coefficient > 0) == upper;
    for (const SymExpr& atom : term.atoms) {
      if (!atom_never_negative(atom, ranges)) return {};
      bool loop = atom->op != SymOp::kSymbol || find_range(ranges, atom->name);
      if (!loop) {
        part = sym_mul(part, atom);
      } else if (grow) {
        SymExpr top = largest_atom(atom, ranges);
        if (!top) return {};
        part = sym_mul(part, top);
      } else {
        part = sym_constant(0);  // loop variables start at 0
      }
    }
    sum = sym_add(sum, part);
  }
  return sum;
}

SymExpr largest(const SymExpr& e, const IndexRanges& ranges) { return extreme(e, ranges, true); }

bool never_negative(const SymExpr& e, const IndexRanges& ranges) {
  if (e->op == SymOp::kConstant) return e->constant >= 0;
  if (e->op == SymOp::kSymbol) return atom_never_negative(e, ranges);
  SymExpr low = extreme(e, ranges, false);
  return low && proved_positive_or_zero(low);
}

bool proved_less(const SymExpr& e, const SymExpr& bound, const IndexRanges& ranges) {
  SymExpr top = largest(e, ranges);
  return top && proved_positive_or_zero(sym_sub(sym_sub(bound, sym_constant(1)), top));
}

bool proved_inside(const SymExpr& e, const SymExpr& bound, const IndexRanges& ranges) {
  return never_negative(e, ranges) && proved_less(e, bound, ranges);
}

// sym_floordiv takes out the terms that the divisor divides; a remaining quotient whose numerator is
// smaller than its divisor is zero.
SymExpr drop_small_quotients(const SymExpr& e, const IndexRanges& ranges) {
  SymExpr sum = sym_constant(0);
  for (const Term& term : terms_of(e)) {
    bool zero = std::any_of(term.atoms.begin(), term.atoms.end(), [&](const SymExpr& atom) {
      return atom->op == SymOp::kFloorDiv && proved_inside(atom->operands[0], atom->operands[1], ranges);
    });
    if (!zero) sum = sym_add(sum, expr_of(term));
  }
  return sum;
}

// c*(x mod n) + c*n*(x div n) = c*x.
SymExpr recombine(const SymExpr& e) {
  if (e->op != SymOp::kAdd) return e;
  std::vector<Term> terms = terms_of(e);
  for (size_t i = 0; i < terms.size(); ++i) {
    for (size_t k = 0; k < terms[i].atoms.size(); ++k) {
      SymExpr mod = terms[i].atoms[k];
      if (mod->op != SymOp::kMod) continue;
      Term factor = terms[i];
      factor.atoms.erase(factor.atoms.begin() + static_cast<long>(k));
      SymExpr outside = expr_of(factor);
      SymExpr partner = sym_mul(sym_mul(outside, mod->operands[1]), sym_floordiv(mod->operands[0], mod->operands[1]));
      for (size_t j = 0; j < terms.size(); ++j) {
        if (j == i || !sym_equal(expr_of(terms[j]), partner)) continue;
        SymExpr rest = sym_sub(sym_sub(e, expr_of(terms[i])), expr_of(terms[j]));
        return recombine(sym_add(rest, sym_mul(outside, mod->operands[0])));
      }
    }
  }
  return e;
}

SymExpr simplify_extreme(const SymExpr& a, const SymExpr& b, bool is_min, const IndexRanges& ranges) {
  if (never_negative(sym_sub(b, a), ranges)) return is_min ? a : b;
  if (never_negative(sym_sub(a, b), ranges)) return is_min ? b : a;
  return is_min ? sym_min(a, b) : sym_max(a, b);
}

SymExpr rebuild(const SymExpr& e, const IndexRanges& ranges) {
  if (!has_quotients(e)) return e;
  SymExpr result = rebuild(e->operands[0], ranges);
  for (size_t i = 1; i < e->operands.size(); ++i) {
    SymExpr next = rebuild(e->operands[i], ranges);
    switch (e->op) {
      case SymOp::kAdd: result = sym_add(result, next); break;
      case SymOp::kMul: result = sym_mul(result, next); break;
      case SymOp::kFloorDiv: result = drop_small_quotients(sym_floordiv(result, next), ranges); break;
      case SymOp::kMod:
        result = sym_mod(result, next);
        if (result->op == SymOp::kMod && proved_inside(result->operands[0], result->operands[1], ranges))
          result = result->operands[0];
        break;
      case SymOp::kMin: result = simplify_extreme(result, next, true, ranges); break;
      case SymOp::kMax: result = simplify_extreme(result, next, false, ranges); break;
      case SymOp::kConstant:
      case SymOp::kSymbol:
      case SymOp::kNegate: break;
    }
  }
  return recombine(result);
}

}  // namespace

bool has_quotients(const SymExpr& e) {
  if (e->op == SymOp::kFloorDiv || e->op == SymOp::kMod || e->op == SymOp::kMin || e->op == SymOp::kMax) return true;
  return std::any_of(e->operands.begin(), e->operands.end(), has_quotients);
}

SymExpr simplify_index(const SymExpr& e, const IndexRanges& ranges) { return rebuild(e, ranges); }

bool mentions(const SymExpr& e, const std::string& variable) {
  if (e->op == SymOp::kSymbol) return e->name == variable;
  return std::any_of(e->operands.begin(), e->operands.end(), [&](const SymExpr& o) { return mentions(o, variable); });
}

bool linear_in(SymExpr e, const std::string& variable, SymExpr* coefficient, SymExpr* rest) {
  *coefficient = sym_constant(0);
  if (!mentions(e, variable)) {
    *rest = e;
    return true;
  }
  *rest = sym_constant(0);
  for (const Term& term : terms_of(e)) {
    Term factor{term.coefficient, {}};
    int times = 0;
    for (const SymExpr& atom : term.atoms) {
      if (atom->op == SymOp::kSymbol && atom->name == variable) ++times;
      else if (mentions(atom, variable)) return false;
      else factor.atoms.push_back(atom);
    }
    if (times > 1) return false;
    if (times == 1) *coefficient = sym_add(*coefficient, expr_of(factor));
    else *rest = sym_add(*rest, expr_of(term));
  }
  return true;
}

SymExpr substitute(const SymExpr& e, const std::string& variable, const SymExpr& value) {
  struct Context {
    const std::string& name;
    const SymExpr& value;
  } context{variable, value};
  return sym_substitute(
      e,
      [](const void* c, std::string_view name) -> SymExpr {
        const Context& known = *static_cast<const Context*>(c);
        return name == known.name ? known.value : SymExpr();
      },
      &context);
}

SymExpr divisor_of(const SymExpr& e, const std::string& variable) {
  if ((e->op == SymOp::kFloorDiv || e->op == SymOp::kMod) && e->operands[0]->op == SymOp::kSymbol &&
      e->operands[0]->name == variable)
    return e->operands[1];
  for (const SymExpr& operand : e->operands)
    if (SymExpr found = divisor_of(operand, variable)) return found;
  return {};
}

SymExpr product_of(std::span<const SymExpr> sizes) {
  SymExpr product = sym_constant(1);
  for (const SymExpr& size : sizes) product = sym_mul(product, size);
  return product;
}

bool is_one(const SymExpr& e) { return e->op == SymOp::kConstant && e->constant == 1; }

SymExpr flatten(std::span<const SymExpr> index, std::span<const SymExpr> sizes) {
  SymExpr position = sym_constant(0), stride = sym_constant(1);
  for (size_t i = sizes.size(); i-- > 0;) {
    position = sym_add(position, sym_mul(index[i], stride));
    stride = sym_mul(stride, sizes[i]);
  }
  return position;
}

std::vector<SymExpr> unflatten(const SymExpr& position, std::span<const SymExpr> sizes, const IndexRanges& ranges) {
  std::vector<SymExpr> index(sizes.size(), sym_constant(0));
  size_t first = 0;
  while (first < sizes.size() && is_one(sizes[first])) ++first;
  SymExpr rest = position;
  for (size_t i = sizes.size(); i-- > first;) {
    if (is_one(sizes[i])) continue;
    index[i] = i == first ? rest : simplify_index(sym_mod(rest, sizes[i]), ranges);
    if (i != first) rest = simplify_index(sym_floordiv(rest, sizes[i]), ranges);
  }
  return index;
}

}  // namespace vt
