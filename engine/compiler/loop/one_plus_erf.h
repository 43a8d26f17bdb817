// 1 + erf(a) of float32, a subexpression of gelu and of the normal distribution: recognises it, and gelu, in an
// expression, and has the constants with which eager kernels and generated code compute it. With t = |a|,
// erfc(t) = 2^-(t p(t)); the polynomial p is fitted to keep the error of the result small. The sum keeps the
// rounding of erf near -1, so that it is exactly zero far below zero, as in PyTorch.
#pragma once
#include <numbers>

#include "loop/expr.h"

namespace vt::loop {

inline constexpr float kErfcPowers[] = {4.53586035e-5f,  -4.455077e-4f, 1.48944184e-3f, 7.74629123e-4f,
                                        -2.82536801e-2f, 0.148481607f,  0.918416381f,   1.62790859f};
// 2^r for |r| <= 1/2 within 2e-9, highest power first.
inline constexpr float kExp2Powers[] = {1.5353362e-4f, 1.3398875e-3f, 9.61843692e-3f, 5.55033237e-2f, 0.240226477f,
                                        0.693147182f,  1.0f};
// Upper bound of the exponent t p(t): there erf rounds to 1.
inline constexpr float kMostErfcExponent = 126;

// The `a` of 1 + erf(a) in float32; kNoExpr for every other expression.
inline ExprId one_plus_erf_argument(const ExprGraph& exprs, const Expr& e) {
  if (e.op != ScalarOp::kAdd || e.dtype != DType::kFloat32) return kNoExpr;
  for (int i = 0; i < 2; ++i) {
    const Expr& erf = exprs.at(e.operands[i]);
    const Expr& one = exprs.at(e.operands[1 - i]);
    if (erf.op == ScalarOp::kErf && one.op == ScalarOp::kConstant && one.number == 1) return erf.operands[0];
  }
  return kNoExpr;
}

// The `x` of x * 0.5 * (1 + erf(x * sqrt(0.5))) in float32; kNoExpr for every other expression.
inline ExprId gelu_argument(const ExprGraph& exprs, const Expr& e) {
  auto multiple_of = [&](const Expr& product, float number) {
    if (product.op != ScalarOp::kMul) return kNoExpr;
    const Expr& by = exprs.at(product.operands[1]);
    return by.op == ScalarOp::kConstant && by.number == static_cast<double>(number) ? product.operands[0] : kNoExpr;
  };
  if (e.op != ScalarOp::kMul) return kNoExpr;
  ExprId a = one_plus_erf_argument(exprs, exprs.at(e.operands[1]));
  if (a == kNoExpr) return kNoExpr;
  ExprId x = multiple_of(exprs.at(a), std::numbers::sqrt2_v<float> / 2);
  return x == multiple_of(exprs.at(e.operands[0]), 0.5f) ? x : kNoExpr;
}

}  // namespace vt::loop
