#include "codegen/expand.h"

#include <cmath>
#include <limits>

#include "codegen/moments.h"
#include "codegen/plan.h"
#include "codegen/stash.h"
#include "loop/one_plus_erf.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::kNoExpr;
using loop::ScalarOp;

// Shorthand for the float32 expressions in which the formulas below are written.
class Math {
 public:
  Math(ExprGraph& g, bool fused, bool rounds = false) : g_(g), fused_(fused), rounds_(rounds) {}
  ExprId f(double v) { return g_.constant(v, DType::kFloat32); }
  ExprId i(int64_t v) { return g_.constant_int(v, DType::kInt32); }
  ExprId add(ExprId a, ExprId b) { return g_.binary(ScalarOp::kAdd, a, b); }
  ExprId sub(ExprId a, ExprId b) { return g_.binary(ScalarOp::kSub, a, b); }
  ExprId mul(ExprId a, ExprId b) { return g_.binary(ScalarOp::kMul, a, b); }
  ExprId div(ExprId a, ExprId b) { return g_.binary(ScalarOp::kDiv, a, b); }
  ExprId fma(ExprId a, ExprId b, ExprId c) { return g_.fma(a, b, c); }
  ExprId less(ExprId a, ExprId b) { return g_.binary(ScalarOp::kLess, a, b); }
  ExprId select(ExprId c, ExprId a, ExprId b) { return g_.select(c, a, b); }
  ExprId abs(ExprId a) { return g_.unary(ScalarOp::kAbs, a); }
  ExprId bits(ExprId a) { return g_.bitcast(a, DType::kInt32); }
  ExprId from_bits(ExprId a) { return g_.bitcast(a, DType::kFloat32); }
  ExprId shl(ExprId a, int n) { return g_.binary(ScalarOp::kShiftLeft, a, i(n)); }
  ExprId shr(ExprId a, int n) { return g_.binary(ScalarOp::kShiftRight, a, i(n)); }
  ExprId band(ExprId a, ExprId b) { return g_.binary(ScalarOp::kAnd, a, b); }
  ExprId to_float(ExprId a) { return g_.cast(a, DType::kFloat32); }
  // With a constant second operand, max and min are one instruction each and keep a NaN in `a`.
  ExprId clamp(ExprId a, double low, double high) {
    return g_.binary(ScalarOp::kMin, g_.binary(ScalarOp::kMax, a, f(low)), f(high));
  }
  // Horner's scheme; coefficients from the highest power down.
  template <class... C>
  ExprId poly(ExprId x, double first, C... rest) {
    ExprId sum = f(first);
    ((sum = fma(sum, x, f(rest))), ...);
    return sum;
  }

  ExprId exp(ExprId x);
  ExprId exp2(ExprId x);
  ExprId exp_up_to_zero(ExprId x);
  ExprId exp_clamped(ExprId x);
  ExprId expm1(ExprId x);
  ExprId log(ExprId x);
  ExprId log2(ExprId x);
  ExprId log10(ExprId x);
  ExprId log1p(ExprId x);
  ExprId tanh(ExprId x);
  ExprId sigmoid(ExprId x);
  ExprId erf(ExprId x);
  ExprId one_plus_erf(ExprId x);
  ExprId sin_cos(ExprId x, bool cosine);

 private:
  struct Reduced {
    ExprId rest;    // r, |r| <= ln(2) / 2
    ExprId biased;  // n + bias in the low bits, ready to be shifted into the exponent field of a float
  };
  struct Whole {
    ExprId number;   // n, x * factor rounded to an integer
    ExprId shifted;  // n + bias in the low bits; none if rounds_
  };
  Whole nearest(ExprId x, double factor, int bias);
  ExprId biased(const Whole& n, int bias);
  Reduced reduce_exp(ExprId x, int bias);
  ExprId power(ExprId r);
  ExprId two_factors(Reduced reduced);
  struct Parted {
    ExprId exponent;  // n
    ExprId above;     // m - 1, with x = 2^n m
    ExprId curve;     // log(m) - (m - 1) + (m - 1)^2 / 2
    ExprId square;    // (m - 1)^2
  };
  Parted part_log(ExprId x);
  ExprId log_edges(ExprId x, ExprId usual);
  struct Angle {
    ExprId turns;         // number of quarter turns, in the low bits
    ExprId rest, excess;  // the reduced angle is rest - excess; `excess` may be none
    double most;          // largest |x| for which the reduction is accurate enough
  };
  Angle reduce_angle(ExprId x);
  ExprGraph& g_;
  bool fused_;
  bool rounds_;  // round with an instruction: needed if the compiler may reassociate additions
};

// |x * factor| must be below 2^21. Adding and subtracting 1.5 * 2^23 rounds to an integer; the intermediate sum has it
// in its low bits, already with the bias of a float's exponent.
Math::Whole Math::nearest(ExprId x, double factor, int bias) {
  if (rounds_) return {g_.unary(ScalarOp::kRound, factor == 1 ? x : mul(x, f(factor))), kNoExpr};
  ExprId magic = f(12582912.0 + bias), shifted = factor == 1 ? add(x, magic) : fma(x, f(factor), magic);
  return {sub(shifted, magic), shifted};
}
ExprId Math::biased(const Whole& n, int bias) {
  return rounds_ ? add(g_.cast(n.number, DType::kInt32), i(bias)) : bits(n.shifted);
}

// exp(x) = exp(r) * 2^n with n = round(x / ln 2); exp(r) by a minimax polynomial of degree 5.
Math::Reduced Math::reduce_exp(ExprId x, int bias) {
  Whole n = nearest(x, 1.44269504088896341, bias);
  ExprId r = fma(n.number, f(-0.693359375), x);
  r = fma(n.number, f(2.12194440e-4), r);
  return {r, biased(n, bias)};
}
ExprId Math::power(ExprId r) {
  return poly(r, 8.2902934284e-3, 4.1898044436e-2, 1.6667637160e-1, 4.9999148686e-1, 9.9999970675e-1, 1.0);
}

// 2^n as a product of two powers of two, so that denormals, zero and infinity come out right; the bias is 254.
ExprId Math::two_factors(Reduced reduced) {
  ExprId half = shr(reduced.biased, 1), rest = sub(reduced.biased, half);
  return mul(mul(power(reduced.rest), from_bits(shl(half, 23))), from_bits(shl(rest, 23)));
}
ExprId Math::exp(ExprId x) { return two_factors(reduce_exp(clamp(x, -104, 89), 254)); }

// The same scheme as exp(); the fractional part of x is exact, so one subtraction suffices.
ExprId Math::exp2(ExprId x) {
  ExprId near = clamp(x, -151, 129);
  Whole n = nearest(near, 1, 254);
  ExprId r = mul(sub(near, n.number), f(0.693147180559945309));
  return two_factors({r, biased(n, 254)});
}
// For arguments up to about zero, as in softmax. 2^(n + 24) is a normal float, and the final product by
// 2^-24 rounds into the denormals. At the lower bound n is -151 and the exponent field zero, so a result
// that rounds to zero is zero before that product; this avoids products that underflow, which are slow
// on many processors.
ExprId Math::exp_up_to_zero(ExprId x) {
  auto [r, biased] = reduce_exp(g_.binary(ScalarOp::kMax, x, f(-104.7)), 127 + 24);
  return mul(mul(power(r), from_bits(shl(biased, 23))), f(5.9604644775390625e-8));
}

// For formulas that are constant below -87: a single factor 2^n, which becomes infinite from 88.4 on.
ExprId Math::exp_clamped(ExprId x) {
  auto [r, biased] = reduce_exp(clamp(x, -87, 89), 127);
  return mul(power(r), from_bits(shl(biased, 23)));
}

// 2 (2^(n - 1) expm1(r) + 2^(n - 1) - 1/2): finite whenever the result is. Near zero, where n = 0 and r = x, the form
// x * slope keeps the sign of zero.
ExprId Math::expm1(ExprId x) {
  auto [r, biased] = reduce_exp(clamp(x, -87, 89), 126);
  ExprId half = from_bits(shl(biased, 23));
  ExprId slope = fma(r, poly(r, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5), f(1));
  ExprId far = mul(fma(half, mul(r, slope), sub(half, f(0.5))), f(2));
  return select(less(abs(x), f(0.3465)), mul(x, slope), far);
}

// x = 2^n m with sqrt(1/2) <= m < sqrt(2). Denormals are scaled to normal floats first.
Math::Parted Math::part_log(ExprId x) {
  ExprId tiny = less(x, f(1.17549435e-38));
  ExprId scaled = select(tiny, mul(x, f(8388608.0)), x);
  ExprId b = sub(bits(scaled), i(0x3F3504F3));
  ExprId n = sub(to_float(shr(b, 23)), select(tiny, f(23), f(0)));
  ExprId m = from_bits(add(band(b, i(0x007FFFFF)), i(0x3F3504F3)));
  m = sub(m, f(1));
  ExprId z = mul(m, m);
  ExprId p = poly(m, 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                  -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1);
  return {n, m, mul(mul(p, m), z), z};
}

// Results for zero, negative numbers, infinity and NaN.
ExprId Math::log_edges(ExprId x, ExprId usual) {
  const double inf = std::numeric_limits<double>::infinity();
  ExprId result = select(less(x, f(0)), f(std::numeric_limits<double>::quiet_NaN()), usual);
  result = select(g_.binary(ScalarOp::kEqual, x, f(0)), f(-inf), result);
  return select(less(x, f(inf)), result, x);
}

// n log(2) + log(m), with log(2) as a sum of two constants.
ExprId Math::log(ExprId x) {
  Parted x_parts = part_log(x);
  ExprId p = fma(x_parts.exponent, f(-2.12194440e-4), x_parts.curve);
  p = fma(x_parts.square, f(-0.5), p);
  return log_edges(x, fma(x_parts.exponent, f(0.693359375), add(x_parts.above, p)));
}
ExprId Math::log2(ExprId x) {  // exact for powers of two
  Parted x_parts = part_log(x);
  ExprId log = add(x_parts.above, fma(x_parts.square, f(-0.5), x_parts.curve));
  return log_edges(x, fma(log, f(1.44269504088896341), x_parts.exponent));
}
ExprId Math::log10(ExprId x) {
  Parted x_parts = part_log(x);
  ExprId log = add(x_parts.above, fma(x_parts.square, f(-0.5), x_parts.curve));
  ExprId low = fma(log, f(0.434294481903251828), mul(x_parts.exponent, f(2.48745663981195213739e-4)));
  return log_edges(x, fma(x_parts.exponent, f(0.30078125), low));
}

// log(1 + x), corrected for the rounding error of 1 + x (Higham).
ExprId Math::log1p(ExprId x) {
  ExprId u = add(x, f(1));
  ExprId d = sub(u, f(1));
  ExprId corrected = mul(log(u), div(x, d));
  ExprId exact = g_.binary(ScalarOp::kEqual, d, f(0));
  ExprId big = less(f(1e10), x);
  return select(exact, x, select(big, log(u), corrected));
}

// x P(x^2) / Q(x^2), fitted up to 8.8; beyond that the quotient exceeds one and is clamped.
ExprId Math::tanh(ExprId x) {
  ExprId near = clamp(x, -9.2, 9.2), z = mul(near, near);
  ExprId p = poly(z, 1.3714801e-8, 2.0865562e-5, 3.51106725e-3, 1.3394032e-1, 1.0);
  ExprId q = poly(z, 7.9228641e-7, 3.3110174e-4, 2.5935786e-2, 4.672735e-1, 1.0);
  return clamp(div(mul(near, p), q), -1, 1);
}

ExprId Math::sigmoid(ExprId x) { return div(f(1), add(f(1), exp_clamped(g_.unary(ScalarOp::kNeg, x)))); }

// A rational fit like tanh's, on [-4, 4]. A single formula, because vector code would evaluate both branches of two.
ExprId Math::erf(ExprId x) {
  ExprId near = clamp(x, -4.1, 4.1), z = mul(near, near);
  ExprId p = poly(z, 1.98664384e-6, 2.84549198e-4, 3.8831688e-3, 5.31012118e-2, 1.93542823e-1, 1.12837911);
  ExprId q = poly(z, 3.7417838e-5, 1.18550367e-3, 1.52069274e-2, 1.15348853e-1, 5.04855394e-1, 1.0);
  return clamp(div(mul(near, p), q), -1, 1);
}

// See loop/one_plus_erf.h. Adding and subtracting 1.5 * 2^23 splits the exponent, as in reduce_exp.
ExprId Math::one_plus_erf(ExprId x) {
  const double magic = 12582912.0 + 127;
  auto horner = [&](std::span<const float> powers, ExprId at) {
    ExprId sum = f(powers[0]);
    for (float power : powers.subspan(1)) sum = fma(sum, at, f(power));
    return sum;
  };
  ExprId t = abs(x);
  ExprId p = g_.binary(ScalarOp::kMin, mul(horner(loop::kErfcPowers, t), t), f(loop::kMostErfcExponent));
  ExprId r, power;
  if (rounds_) {
    ExprId least = g_.unary(ScalarOp::kNeg, p);
    Whole n = nearest(least, 1, 127);
    r = sub(least, n.number), power = biased(n, 127);
  } else {
    ExprId shifted = sub(f(magic), p);
    r = sub(sub(f(magic), shifted), p), power = bits(shifted);
  }
  ExprId erf = sub(f(1), mul(horner(loop::kExp2Powers, r), from_bits(shl(power, 23))));
  return select(less(x, f(0)), sub(f(1), erf), add(f(1), erf));
}

// x - n pi/2 with n = round(x / (pi/2)) and pi/2 as a sum of parts (Cody and Waite). With fma, the first difference is
// exact for any part, and each of the others rounds only once. Without fma, the first three parts have at most 11
// bits, so that their products by n are exact for n below 2^15, and `excess` is the rounding error of the last
// difference. All parts have the same sign, which keeps the sign of zero.
Math::Angle Math::reduce_angle(ExprId x) {
  Whole turns = nearest(x, 0.636619772367581343, 0);
  ExprId n = turns.number;
  if (fused_) {
    ExprId rest = fma(n, f(-1.57079625129699707), x);
    rest = fma(n, f(-7.54978941586159635e-8), rest);
    return {biased(turns, 0), fma(n, f(-5.39030285815811905e-15), rest), kNoExpr, 262144};
  }
  ExprId rest = x;
  for (double part : {-1.5703125, -4.835128784179688e-4, -3.1385570764541626e-7}) rest = fma(n, f(part), rest);
  ExprId last = mul(n, f(6.0771006282767104e-11)), result = sub(rest, last);
  return {biased(turns, 0), result, add(sub(result, rest), last), 32768};
}

// Polynomials up to pi/4, summed so that sin keeps the sign of zero. Arguments too large for the reduction use the
// library function, which generated code calls only if such an argument occurs (is_rare).
ExprId Math::sin_cos(ExprId x, bool cosine) {
  Angle angle = reduce_angle(x);
  ExprId quadrant = cosine ? add(angle.turns, i(1)) : angle.turns;
  ExprId r = angle.rest, z = mul(r, r), zz = mul(z, z);
  ExprId s = fma(poly(z, -1.9515295891e-4, 8.3321608736e-3), zz, mul(z, f(-1.6666654611e-1)));
  s = angle.excess == kNoExpr ? fma(s, r, r) : add(sub(mul(s, r), angle.excess), r);
  ExprId c = poly(z, 2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2);
  c = fma(c, zz, fma(z, f(-0.5), f(1)));
  ExprId odd = g_.binary(ScalarOp::kNotEqual, band(quadrant, i(1)), i(0));
  ExprId sign = band(shl(quadrant, 30), i(INT32_MIN));
  ExprId near = from_bits(g_.binary(ScalarOp::kXor, bits(select(odd, c, s)), sign));
  ExprId far = less(f(angle.most), abs(x));
  return select(far, g_.unary(cosine ? ScalarOp::kCos : ScalarOp::kSin, x), near);
}

// True for `a - max(a)`, the argument of exp in a softmax.
bool at_most_zero(const loop::LoopNest& nest, ExprId id) {
  const Expr& e = nest.exprs.at(id);
  if (e.op != ScalarOp::kSub || nest.exprs.at(e.operands[1]).op != ScalarOp::kReduced) return false;
  int64_t index = nest.exprs.at(e.operands[1]).integer;
  for (const loop::Phase& phase : nest.phases) {
    if (index < static_cast<int64_t>(phase.reductions.size())) {
      const loop::Reduction& r = phase.reductions[static_cast<size_t>(index)];
      return r.kind == loop::Reduce::kMax && r.value == e.operands[0];
    }
    index -= static_cast<int64_t>(phase.reductions.size());
  }
  return false;
}

ExprId expand_one(Math& m, ExprGraph& g, ScalarOp op, ExprId x) {
  switch (op) {
    case ScalarOp::kExp: return m.exp(x);
    case ScalarOp::kExp2: return m.exp2(x);
    case ScalarOp::kExpm1: return m.expm1(x);
    case ScalarOp::kLog: return m.log(x);
    case ScalarOp::kLog2: return m.log2(x);
    case ScalarOp::kLog10: return m.log10(x);
    case ScalarOp::kLog1p: return m.log1p(x);
    case ScalarOp::kTanh: return m.tanh(x);
    case ScalarOp::kSigmoid: return m.sigmoid(x);
    case ScalarOp::kErf: return m.erf(x);
    case ScalarOp::kSin: return m.sin_cos(x, false);
    case ScalarOp::kCos: return m.sin_cos(x, true);
    case ScalarOp::kReciprocal: return m.div(m.f(1), x);
    case ScalarOp::kRsqrt: return m.div(m.f(1), g.unary(ScalarOp::kSqrt, x));
    default: return kNoExpr;
  }
}

}  // namespace

bool has_expansion(ScalarOp op) {
  switch (op) {
    case ScalarOp::kExp:
    case ScalarOp::kExp2:
    case ScalarOp::kExpm1:
    case ScalarOp::kLog:
    case ScalarOp::kLog2:
    case ScalarOp::kLog10:
    case ScalarOp::kLog1p:
    case ScalarOp::kTanh:
    case ScalarOp::kSigmoid:
    case ScalarOp::kErf:
    case ScalarOp::kSin:
    case ScalarOp::kCos:
    case ScalarOp::kReciprocal:
    case ScalarOp::kRsqrt: return true;
    default: return false;
  }
}

bool is_rare(const ExprGraph& expanded, ExprId id) {
  const Expr& e = expanded.at(id);
  return e.dtype == DType::kFloat32 && (e.op == ScalarOp::kSin || e.op == ScalarOp::kCos);
}

Expansion expansion_of(ScalarOp op) {
  Expansion made;
  Math math(made.exprs, false, true);
  made.result = expand_one(math, made.exprs, op, made.exprs.input(0, DType::kFloat32));
  return made;
}

Expansion expansion_of_one_plus_erf() {
  Expansion made;
  Math math(made.exprs, false, true);
  made.result = math.one_plus_erf(made.exprs.input(0, DType::kFloat32));
  return made;
}

loop::LoopNest expand_math(const loop::LoopNest& nest, bool fused) {
  loop::LoopNest out = nest;
  out.exprs = {};
  out.items.clear();
  Math math(out.exprs, fused);
  std::vector<ExprId> map(nest.exprs.size());
  auto mapped = [&](ExprId id) { return id == kNoExpr ? id : map[static_cast<uint32_t>(id)]; };
  for (size_t i = 0; i < nest.exprs.size(); ++i) {
    Expr e = nest.exprs.at(ExprId(i));
    for (ExprId& operand : e.operands) operand = mapped(operand);
    if (ExprId a = loop::one_plus_erf_argument(nest.exprs, nest.exprs.at(ExprId(i))); a != kNoExpr)
      map[i] = math.one_plus_erf(mapped(a));
    else if (e.dtype != DType::kFloat32 || !has_expansion(e.op)) map[i] = out.exprs.add(std::move(e));
    else if (e.op == ScalarOp::kExp && at_most_zero(nest, nest.exprs.at(ExprId(i)).operands[0]))
      map[i] = math.exp_up_to_zero(e.operands[0]);
    else map[i] = expand_one(math, out.exprs, e.op, e.operands[0]);
    out.items.resize(out.exprs.size(), i < nest.items.size() ? nest.items[i] : kNoItem);
  }
  for (loop::Phase& phase : out.phases) {
    for (loop::Reduction& r : phase.reductions) r.value = mapped(r.value);
    for (loop::Store& s : phase.stores) s.value = mapped(s.value);
  }
  for (loop::Store& s : out.row_stores) s.value = mapped(s.value);
  return out;
}

static loop::LoopNest expanded(loop::LoopNest nest, bool fused) {
  stash_shared_values(nest);
  divide_once_per_row(nest);
  return expand_math(nest, fused);
}

loop::LoopNest prepare_nest(const loop::LoopNest& nest, bool fused) {
  if (plan_nest(nest).shape == LoopShape::kColumn) {
    loop::LoopNest joined = nest;
    join_moments(joined);
    joined = expanded(std::move(joined), fused);
    // With one loading phase fewer, rows may be the better axis, but running moments are implemented for columns only.
    if (plan_nest(joined).shape == LoopShape::kColumn) return joined;
  }
  return expanded(nest, fused);
}

}  // namespace vt::codegen
