// Everything that elementwise ops share: promotion, broadcasting, layout of the result,
// and the eager kernel, which evaluates the op's own `pointwise` expression block by block.
// Before the op files in defs/; lower/ asks it for the dtypes that an expression works in.
#pragma once
#include "loop/expr.h"
#include "ops/families/shape.h"
#include "ops/op.h"

namespace vt {

using loop::ExprGraph;
using loop::ExprId;
using S = loop::ScalarOp;
using Exprs = std::span<const ExprId>;

// PyTorch's result type of tensors and numbers; the three categories (tensors with
// dimensions, tensors without, numbers) give way to each other in that order.
class ResultType {
 public:
  void add(const Tensor& t);
  void add(const Scalar& s);
  void add(const Arg& arg);
  DType get() const;

 private:
  void merge(int category, DType dtype);
  bool seen_[3] = {};
  DType types_[3] = {};
};

// How an elementwise op treats its arguments, read from its signature once.
struct PointwiseInfo {
  const OpDef* op = nullptr;
  uint32_t promoting = 0;   // bit i: argument i takes part in type promotion
  uint32_t conditions = 0;  // bit i: argument i is a bool mask and stays one
};
PointwiseInfo describe_pointwise(const OpDef& op);

struct PointwiseTypes {
  DType compute;  // what the tensor arguments are cast to before the expression sees them
  DType result;
};
PointwiseTypes pointwise_types(const PointwiseInfo& info, const Args& args);
// For lower/: the dtype that argument i (a tensor) enters the expression in.
PointwiseTypes pointwise_types(const OpDef& op, const Args& args);
bool is_condition_argument(const OpDef& op, size_t argument);

Metas infer_pointwise(const PointwiseInfo& info, const Args& args);
Outputs run_pointwise(const PointwiseInfo& info, const Args& args);

template <const OpDef& op>
const PointwiseInfo& info_of() {
  static const PointwiseInfo info = describe_pointwise(op);
  return info;
}
template <const OpDef& op>
Metas pointwise_infer(const Args& args) {
  return infer_pointwise(info_of<op>(), args);
}
template <const OpDef& op>
Outputs pointwise_kernel(const Args& args) {
  return run_pointwise(info_of<op>(), args);
}

// The next operand of an expression: a number of the arguments, or the next input. Ops
// with a Tensor and a Scalar overload share their expression through it.
class Operands {
 public:
  Operands(ExprGraph& graph, Exprs inputs, const Args& args) : graph_(graph), inputs_(inputs), args_(args) {}
  // The dtype of the computation: that of the first input that is not a condition.
  DType dtype() const;
  ExprId take(size_t argument);
  // A number among the arguments as a constant of `dtype`.
  ExprId number(size_t argument, DType dtype);

 private:
  ExprGraph& graph_;
  Exprs inputs_;
  const Args& args_;
  size_t next_ = 0;
};

ExprId scalar_constant(ExprGraph& graph, const Scalar& s, DType dtype);

// Evaluates one expression for every element. `inputs` are broadcast to `out`; each is
// cast to its entry in `dtypes` on loading. Shared by run_pointwise and fused references.
void evaluate_expression(const ExprGraph& graph, ExprId result, std::span<const Tensor> inputs,
                         std::span<const DType> dtypes, const Tensor& out);

// Shorthand for expressions.
struct E {
  ExprGraph& g;
  ExprId operator()(double value, ExprId like) const {
    DType dtype = g.dtype(like);
    return is_floating(dtype) ? g.constant(value, dtype) : g.constant_int(static_cast<int64_t>(value), dtype);
  }
  ExprId add(ExprId a, ExprId b) const { return g.binary(S::kAdd, a, b); }
  ExprId sub(ExprId a, ExprId b) const { return g.binary(S::kSub, a, b); }
  ExprId mul(ExprId a, ExprId b) const { return g.binary(S::kMul, a, b); }
  ExprId div(ExprId a, ExprId b) const { return g.binary(S::kDiv, a, b); }
  ExprId add(ExprId a, double b) const { return add(a, (*this)(b, a)); }
  ExprId sub(ExprId a, double b) const { return sub(a, (*this)(b, a)); }
  ExprId mul(ExprId a, double b) const { return mul(a, (*this)(b, a)); }
  ExprId div(ExprId a, double b) const { return div(a, (*this)(b, a)); }
  ExprId max(ExprId a, double b) const { return g.binary(S::kMax, a, (*this)(b, a)); }
  ExprId min(ExprId a, double b) const { return g.binary(S::kMin, a, (*this)(b, a)); }
  ExprId less(ExprId a, ExprId b) const { return g.binary(S::kLess, a, b); }
  ExprId less(ExprId a, double b) const { return less(a, (*this)(b, a)); }
  ExprId greater(ExprId a, ExprId b) const { return g.binary(S::kGreater, a, b); }
  ExprId greater(ExprId a, double b) const { return greater(a, (*this)(b, a)); }
  ExprId select(ExprId c, ExprId a, ExprId b) const { return g.select(c, a, b); }
  ExprId exp(ExprId a) const { return g.unary(S::kExp, a); }
  ExprId log(ExprId a) const { return g.unary(S::kLog, a); }
  ExprId log1p(ExprId a) const { return g.unary(S::kLog1p, a); }
  ExprId abs(ExprId a) const { return g.unary(S::kAbs, a); }
  ExprId neg(ExprId a) const { return g.unary(S::kNeg, a); }
  ExprId tanh(ExprId a) const { return g.unary(S::kTanh, a); }
  ExprId sigmoid(ExprId a) const { return g.unary(S::kSigmoid, a); }
  ExprId is_zero(ExprId a) const { return g.binary(S::kEqual, a, (*this)(0, a)); }
};

}  // namespace vt
