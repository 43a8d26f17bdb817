// The loops of one floating register type; included by evaluate_float.cpp and
// evaluate_double.cpp so that each compiles on its own.
#pragma once
#include <cmath>

#include "loop/scalar_math.h"
#include "ops/families/evaluate_loops.h"
#include "ops/families/evaluate_steps.h"
#include "ops/families/special_math.h"
#include "support/check.h"

namespace vt {

template <class T>
T sign_of(T x) {
  return T((x > 0) - (x < 0));  // 0 for NaN, as in PyTorch
}
template <class T>
T max_of(T a, T b) {
  return std::isnan(a) || a >= b ? a : b;
}
template <class T>
T min_of(T a, T b) {
  return std::isnan(a) || a <= b ? a : b;
}
template <class T>
T sigmoid_of(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

#define UNARY(formula) unary_loop<T, T>([](T x) -> T { return formula; })
#define TEST(formula) unary_loop<uint8_t, T>([](T x) -> uint8_t { return formula; })
#define BINARY(formula) binary_loop<T, T>([](T a, T b) -> T { return formula; })
#define ORDERED(formula) ordered_loop<T, T>([](T a, T b) -> T { return formula; })
#define COMPARE(formula) binary_loop<uint8_t, T>([](T a, T b) -> uint8_t { return formula; })

template <class T>
struct FmaLoop {
  VT_INLINE static void run VT_STEP_PARAMETERS {
    T* r = reinterpret_cast<T*>(out);
    const T *x = reinterpret_cast<const T*>(a), *y = reinterpret_cast<const T*>(b), *z = reinterpret_cast<const T*>(c);
    for (int64_t i = 0; i < n; ++i) r[i] = std::fma(x[i], y[i], z[i]);
  }
};

template <class T>
EvaluateLoops real_arithmetic_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  switch (op) {
    case S::kAdd: return BINARY(a + b);
    case S::kSub: return ORDERED(a - b);
    case S::kMul: return BINARY(a * b);
    case S::kDiv: return ORDERED(a / b);
    case S::kFma: return best_step<FmaLoop<T>>();
    case S::kFloorDiv: return BINARY(loop::floor_divide(a, b));
    case S::kTruncDiv: return BINARY(std::trunc(a / b));
    case S::kRemainder: return BINARY(loop::python_remainder(a, b));
    case S::kFmod: return BINARY(std::fmod(a, b));
    case S::kPow: return BINARY(std::pow(a, b));
    case S::kMax: return BINARY(max_of(a, b));
    case S::kMin: return BINARY(min_of(a, b));
    case S::kAtan2: return BINARY(std::atan2(a, b));
    case S::kEqual: return COMPARE(a == b);
    case S::kNotEqual: return COMPARE(a != b);
    case S::kLess: return COMPARE(a < b);
    case S::kLessEqual: return COMPARE(a <= b);
    case S::kGreater: return COMPARE(a > b);
    case S::kGreaterEqual: return COMPARE(a >= b);
    case S::kIsNan: return TEST(std::isnan(x));
    case S::kIsInf: return TEST(std::isinf(x));
    case S::kSelect: return select_loop<T>();
    default: return {};
  }
}

template <class T>
EvaluateLoops real_function_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  switch (op) {
    case S::kNeg: return UNARY(-x);
    case S::kAbs: return UNARY(std::abs(x));
    case S::kSign: return UNARY(sign_of(x));
    case S::kSqrt: return UNARY(std::sqrt(x));
    case S::kRsqrt: return UNARY(T(1) / std::sqrt(x));
    case S::kReciprocal: return UNARY(T(1) / x);
    case S::kExp: return UNARY(std::exp(x));
    case S::kExp2: return UNARY(std::exp2(x));
    case S::kExpm1: return UNARY(std::expm1(x));
    case S::kLog: return UNARY(std::log(x));
    case S::kLog2: return UNARY(std::log2(x));
    case S::kLog10: return UNARY(std::log10(x));
    case S::kLog1p: return UNARY(std::log1p(x));
    case S::kSin: return UNARY(std::sin(x));
    case S::kCos: return UNARY(std::cos(x));
    case S::kTan: return UNARY(std::tan(x));
    case S::kAsin: return UNARY(std::asin(x));
    case S::kAcos: return UNARY(std::acos(x));
    case S::kAtan: return UNARY(std::atan(x));
    case S::kSinh: return UNARY(std::sinh(x));
    case S::kCosh: return UNARY(std::cosh(x));
    case S::kTanh: return UNARY(std::tanh(x));
    case S::kSigmoid: return UNARY(sigmoid_of(x));
    case S::kErf: return UNARY(std::erf(x));
    case S::kErfc: return UNARY(std::erfc(x));
    case S::kErfinv: return UNARY(erfinv(x));
    case S::kLgamma: return UNARY(std::lgamma(x));
    case S::kFloor: return UNARY(std::floor(x));
    case S::kCeil: return UNARY(std::ceil(x));
    case S::kTrunc: return UNARY(std::trunc(x));
    case S::kRound: return UNARY(std::nearbyint(x));
    default: return {};
  }
}

template <class T>
EvaluateLoops real_loops(loop::ScalarOp op) {
  EvaluateLoops loops = real_arithmetic_loops<T>(op);
  return loops.step ? loops : real_function_loops<T>(op);
}

#undef UNARY
#undef TEST
#undef BINARY
#undef ORDERED
#undef COMPARE

}  // namespace vt
