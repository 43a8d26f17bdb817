#include "ops/families/composites.h"

#include <cmath>

#include "loop/one_plus_erf.h"
#include "ops/kernels/vector_library.h"
#include "ops/kernels/vector_math.h"

namespace vt {
namespace {

using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::kNoExpr;
using S = loop::ScalarOp;

bool is_number(const ExprGraph& graph, ExprId id, double number) {
  const Expr& e = graph.at(id);
  return e.op == S::kConstant && e.number == static_cast<double>(static_cast<float>(number));
}
// The other operand of an operation whose right one is that number; kNoExpr otherwise.
ExprId beside_number(const ExprGraph& graph, ExprId id, S op, double number) {
  const Expr& e = graph.at(id);
  return e.op == op && is_number(graph, e.operands[1], number) ? e.operands[0] : kNoExpr;
}
bool is_binary(const Expr& e, S op) { return e.op == op && e.dtype == DType::kFloat32; }

// The `x` of x / (exp(-x) + 1).
ExprId silu_argument(const ExprGraph& graph, const Expr& e) {
  if (e.op != S::kDiv || (e.dtype != DType::kFloat32 && e.dtype != DType::kFloat64)) return kNoExpr;
  ExprId power = beside_number(graph, e.operands[1], S::kAdd, 1);
  if (power == kNoExpr || graph.at(power).op != S::kExp) return kNoExpr;
  const Expr& negative = graph.at(graph.at(power).operands[0]);
  return negative.op == S::kNeg && negative.operands[0] == e.operands[0] ? e.operands[0] : kNoExpr;
}

// The `x` of s * (x * (1 - s) + 1) with s = sigmoid(x).
ExprId silu_slope_argument(const ExprGraph& graph, const Expr& e) {
  if (!is_binary(e, S::kMul) || graph.at(e.operands[0]).op != S::kSigmoid) return kNoExpr;
  ExprId s = e.operands[0], x = graph.at(s).operands[0];
  ExprId product = beside_number(graph, e.operands[1], S::kAdd, 1);
  if (product == kNoExpr || graph.at(product).op != S::kMul || graph.at(product).operands[0] != x) return kNoExpr;
  const Expr& rest = graph.at(graph.at(product).operands[1]);
  return rest.op == S::kSub && is_number(graph, rest.operands[0], 1) && rest.operands[1] == s ? x : kNoExpr;
}

// The `x` of (1 + erf(x * sqrt(0.5))) * 0.5 + x * (exp(x * x * -0.5) * (1 / sqrt(2 pi))).
ExprId gelu_slope_argument(const ExprGraph& graph, const Expr& e) {
  if (!is_binary(e, S::kAdd)) return kNoExpr;
  ExprId sum = beside_number(graph, e.operands[0], S::kMul, 0.5);
  const Expr& product = graph.at(e.operands[1]);
  if (sum == kNoExpr || product.op != S::kMul) return kNoExpr;
  ExprId scaled = loop::one_plus_erf_argument(graph, graph.at(sum));
  ExprId density = beside_number(graph, product.operands[1], S::kMul, 0.3989422804014327);
  if (scaled == kNoExpr || density == kNoExpr || graph.at(density).op != S::kExp) return kNoExpr;
  ExprId x = product.operands[0];
  ExprId square = beside_number(graph, graph.at(density).operands[0], S::kMul, -0.5);
  if (square == kNoExpr || graph.at(square).op != S::kMul) return kNoExpr;
  bool whole = graph.at(square).operands[0] == x && graph.at(square).operands[1] == x &&
               beside_number(graph, scaled, S::kMul, M_SQRT1_2) == x;
  return whole ? x : kNoExpr;
}

// The `x` of x > 0 ? x : x * number.
ExprId leaky_argument(const ExprGraph& graph, const Expr& e) {
  if (!is_binary(e, S::kSelect)) return kNoExpr;
  ExprId x = e.operands[1];
  const Expr& scaled = graph.at(e.operands[2]);
  bool leaky = beside_number(graph, e.operands[0], S::kGreater, 0) == x && scaled.op == S::kMul &&
               scaled.operands[0] == x && graph.at(scaled.operands[1]).op == S::kConstant;
  return leaky ? x : kNoExpr;
}

}  // namespace

Composite composite(const ExprGraph& graph, const Expr& e) {
  VectorComposites loops = vector_composites();
  if (!loops.gelu) return {};
  if (ExprId x = loop::gelu_argument(graph, e); x != kNoExpr) return {loops.gelu, x};
  if (ExprId x = gelu_slope_argument(graph, e); x != kNoExpr) return {loops.gelu_slope, x};
  if (ExprId a = loop::one_plus_erf_argument(graph, e); a != kNoExpr) return {loops.one_plus_erf, a};
  if (ExprId x = silu_argument(graph, e); x != kNoExpr)
    return {e.dtype == DType::kFloat64 ? vector_library_double_silu() : loops.silu, x};
  if (ExprId x = silu_slope_argument(graph, e); x != kNoExpr) return {loops.silu_slope, x};
  if (ExprId x = leaky_argument(graph, e); x != kNoExpr)
    return {loops.leaky_relu, x, graph.at(e.operands[2]).operands[1]};
  return {};
}

}  // namespace vt
