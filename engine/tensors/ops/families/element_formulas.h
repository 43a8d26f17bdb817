// Elementwise formulas that are written once and read twice: over Terms they give an op's expression, over
// Elements a loop of their own from memory to memory, without the steps between which a chain keeps its tiles.
// Before the op files whose formulas these are.
#pragma once
#include <cmath>
#include <limits>
#include <span>

#include "ops/families/pointwise.h"
#include "support/isa.h"

namespace vt {

template <class T>
struct Element {
  T v;
};
struct Term {
  ExprGraph* graph;
  ExprId id;
};

template <class T>
VT_INLINE Element<T> number(Element<T>, double x) {
  return {static_cast<T>(x)};
}
inline Term number(Term like, double x) { return {like.graph, E{*like.graph}(x, like.id)}; }

// The same operator on both; numbers are rounded to the elements' type first.
#define VT_FORMULA_OPERATOR(symbol, op)                                                              \
  template <class T>                                                                                 \
  VT_INLINE auto operator symbol(Element<T> a, Element<T> b) {                                       \
    return formula_result(a.v symbol b.v);                                                           \
  }                                                                                                  \
  inline Term operator symbol(Term a, Term b) { return {a.graph, a.graph->binary(op, a.id, b.id)}; } \
  template <class V>                                                                                 \
  requires requires(V v) { number(v, 0.0); }                                                         \
  VT_INLINE auto operator symbol(V a, double b) { return a symbol number(a, b); }
VT_INLINE bool formula_result(bool x) { return x; }
VT_INLINE Element<float> formula_result(float x) { return {x}; }
VT_INLINE Element<double> formula_result(double x) { return {x}; }
VT_FORMULA_OPERATOR(+, S::kAdd)
VT_FORMULA_OPERATOR(-, S::kSub)
VT_FORMULA_OPERATOR(*, S::kMul)
VT_FORMULA_OPERATOR(/, S::kDiv)
VT_FORMULA_OPERATOR(<, S::kLess)
VT_FORMULA_OPERATOR(<=, S::kLessEqual)
VT_FORMULA_OPERATOR(>, S::kGreater)
VT_FORMULA_OPERATOR(==, S::kEqual)
#undef VT_FORMULA_OPERATOR

template <class T>
VT_INLINE Element<T> operator-(Element<T> a) {
  return {-a.v};
}
inline Term operator-(Term a) { return {a.graph, a.graph->unary(S::kNeg, a.id)}; }
template <class T>
VT_INLINE Element<T> size_of(Element<T> a) {
  return {std::fabs(a.v)};
}
inline Term size_of(Term a) { return {a.graph, a.graph->unary(S::kAbs, a.id)}; }
template <class T>
VT_INLINE bool is_nan(Element<T> a) {
  return a.v != a.v;
}
inline Term is_nan(Term a) { return {a.graph, a.graph->unary(S::kIsNan, a.id)}; }
template <class T>
VT_INLINE Element<T> joined(Element<T> a, Element<T> b, Element<T> c) {  // a * b + c, rounded once
  return {std::fma(a.v, b.v, c.v)};
}
inline Term joined(Term a, Term b, Term c) { return {a.graph, a.graph->fma(a.id, b.id, c.id)}; }
template <class T>
VT_INLINE Element<T> choose(bool condition, Element<T> a, Element<T> b) {
  return {condition ? a.v : b.v};
}
inline Term choose(Term condition, Term a, Term b) { return {a.graph, a.graph->select(condition.id, a.id, b.id)}; }
template <class T>
VT_INLINE Element<T> with_sign(Element<T> a, Element<T> b) {
  return {std::copysign(a.v, b.v)};
}
inline Term with_sign(Term a, Term b) {
  Term size = size_of(a), zero = number(b, 0);
  // 1 / b tells -0 from 0.
  Term inverse{b.graph, b.graph->unary(S::kReciprocal, b.id)};
  ExprId negative = b.graph->select((b == zero).id, (inverse < 0).id, (b < zero).id);
  return choose(Term{b.graph, negative}, -size, size);
}
template <class T>
VT_INLINE double largest(Element<T>) {
  return std::numeric_limits<T>::max();
}
inline double largest(Term x) {
  return x.graph->dtype(x.id) == DType::kFloat64 ? std::numeric_limits<double>::max()
                                                 : std::numeric_limits<float>::max();
}

// Each is made from an op's arguments; `of` takes one element of every input.
namespace formulas {

struct Lerp {
  static constexpr size_t kInputs = 3;
  explicit Lerp(const Args&) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    // From the nearer end, so that weight 1 gives exactly `end`.
    V span = x[1] - x[0], one = number(x[2], 1);
    return choose(size_of(x[2]) < 0.5, joined(x[2], span, x[0]), joined(-span, one - x[2], x[1]));
  }
};
struct NanToNum {
  static constexpr size_t kInputs = 1;
  explicit NanToNum(const Args& args)
      : nan(args.has(1) ? args.real(1) : 0),
        high(args.has(2) ? args.real(2) : HUGE_VAL),
        low(args.has(3) ? args.real(3) : -HUGE_VAL),
        has_high(args.has(2)),
        has_low(args.has(3)) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V most = number(x[0], has_high ? high : largest(x[0])), least = number(x[0], has_low ? low : -largest(x[0]));
    V finite = choose(x[0] == HUGE_VAL, most, choose(x[0] == -HUGE_VAL, least, x[0]));
    return choose(is_nan(x[0]), number(x[0], nan), finite);
  }
  double nan, high, low;
  bool has_high, has_low;
};
struct Copysign {
  static constexpr size_t kInputs = 2;
  explicit Copysign(const Args&) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    return with_sign(x[0], x[1]);
  }
};
struct Hardshrink {
  static constexpr size_t kInputs = 1;
  explicit Hardshrink(const Args& args) : within(args.real(1)) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    return choose(size_of(x[0]) <= within, number(x[0], 0), x[0]);  // NaN stays
  }
  double within;
};
struct Softshrink {
  static constexpr size_t kInputs = 1;
  explicit Softshrink(const Args& args) : within(args.real(1)) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V low = choose(x[0] < -within, x[0] + within, x[0] * 0.0);
    return choose(x[0] > within, x[0] - within, low);
  }
  double within;
};
// PyTorch's loops put zeros into whole vectors of a row, and x * 0 into what is left of it.
struct SoftshrinkInVectors : Softshrink {
  explicit SoftshrinkInVectors(const Softshrink& formula) : Softshrink(formula) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    return Softshrink::of(x) + 0.0;
  }
};
struct Mse {
  static constexpr size_t kInputs = 2;
  explicit Mse(double) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V d = x[0] - x[1];
    return d * d;
  }
};
struct SmoothL1 {
  static constexpr size_t kInputs = 2;
  explicit SmoothL1(double width) : beta(width) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V d = size_of(x[0] - x[1]);
    if (beta == 0) return d;
    return choose(d < beta, d * d * 0.5 / beta, d - 0.5 * beta);
  }
  double beta;
};
struct Huber {
  static constexpr size_t kInputs = 2;
  explicit Huber(double width) : delta(width) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V d = size_of(x[0] - x[1]);
    return choose(number(d, delta) < d, (d - 0.5 * delta) * delta, d * d * 0.5);
  }
  double delta;
};
// The gradients of activations from (incoming, input).
struct HardtanhGradient {
  static constexpr size_t kInputs = 2;
  explicit HardtanhGradient(const Args& args) : low(args.real(2)), high(args.real(3)) {}
  HardtanhGradient(double least, double most) : low(least), high(most) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V zero = number(x[1], 0);
    return choose(x[1] > low, choose(x[1] < high, x[0], zero), zero);
  }
  double low, high;
};
struct HardsigmoidGradient : HardtanhGradient {
  explicit HardsigmoidGradient(const Args&) : HardtanhGradient(-3, 3) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    return HardtanhGradient::of(x) * static_cast<double>(1.0f / 6);  // of float64 too
  }
};
struct HardswishGradient {
  static constexpr size_t kInputs = 2;
  explicit HardswishGradient(const Args&) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V inside = x[0] * (x[1] / 3.0 + 0.5);
    return choose(x[1] <= -3.0, number(x[1], 0), choose(x[1] < 3.0, inside, x[0]));
  }
};
// The slopes of losses times one incoming gradient.
template <class V>
VT_INLINE V sign_of_difference(V d) {
  V zero = number(d, 0);
  return choose(d > 0, number(d, 1), choose(d < 0, number(d, -1), zero));
}
struct MseSlope {
  static constexpr size_t kInputs = 2;
  MseSlope(double, double incoming) : grad(incoming) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    return (x[0] - x[1]) * 2.0 * grad;
  }
  double grad;
};
struct SmoothL1Slope {
  static constexpr size_t kInputs = 2;
  SmoothL1Slope(double width, double incoming) : beta(width), grad(incoming) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V d = x[0] - x[1];
    if (beta == 0) return sign_of_difference(d) * grad;
    return choose(size_of(d) < beta, d / beta, sign_of_difference(d)) * grad;
  }
  double beta, grad;
};
struct HuberSlope {
  static constexpr size_t kInputs = 2;
  HuberSlope(double width, double incoming) : delta(width), grad(incoming) {}
  template <class V>
  VT_INLINE V of(const V* x) const {
    V d = x[0] - x[1];
    return choose(size_of(d) <= delta, d, sign_of_difference(d) * delta) * grad;
  }
  double delta, grad;
};

}  // namespace formulas

// Defined for those above. False if the operands are not float32 or float64 of one size that lie without gaps.
template <class F>
bool run_formula(const F& formula, std::span<const Tensor> inputs, const Tensor& out);
bool suits_formula(std::span<const Tensor> inputs);

template <class F>
ExprId formula_expression(ExprGraph& g, Exprs in, const Args& args) {
  Term terms[F::kInputs];
  for (size_t i = 0; i < F::kInputs; ++i) terms[i] = {&g, in[i]};
  return F(args).of(terms).id;
}
// What an in-place call wants its result in, or a new tensor.
Tensor formula_output(const Tensor& like);
// The formula in one loop, and what it stands for where it does not suit.
template <class F>
Outputs formula_or(DecomposeFn parts, const Args& args) {
  Tensor inputs[F::kInputs];
  for (size_t i = 0; i < F::kInputs; ++i) inputs[i] = args.tensor(i);
  if (!suits_formula(inputs)) return parts(args);
  Tensor out = formula_output(inputs[0]);
  run_formula(F(args), inputs, out);
  return {out};
}
template <const OpDef& op, class F>
Outputs formula_kernel(const Args& args) {
  return formula_or<F>(pointwise_kernel<op>, args);
}

}  // namespace vt
