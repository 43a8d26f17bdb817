// Tests of single elements, and logical and bitwise negation.
#include "ops/defs/prelude.h"

namespace vt {

constinit const OpDef op_isnan = define({
    .name = "isnan",
    .signature = "isnan(Tensor self) -> Tensor",
    .doc = "True where an element is not a number.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_isnan>,
    .kernel = pointwise_kernel<op_isnan>,
    .no_grad = "bool result",
    .grad_name = "IsnanBackward0",
    .pointwise = unary_expr<S::kIsNan>,
});

constinit const OpDef op_isinf = define({
    .name = "isinf",
    .signature = "isinf(Tensor self) -> Tensor",
    .doc = "True where an element is infinite.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_isinf>,
    .kernel = pointwise_kernel<op_isinf>,
    .no_grad = "bool result",
    .grad_name = "IsinfBackward0",
    .pointwise = unary_expr<S::kIsInf>,
});

constinit const OpDef op_isfinite = define({
    .name = "isfinite",
    .signature = "isfinite(Tensor self) -> Tensor",
    .doc = "True where an element is neither infinite nor NaN.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_isfinite>,
    .kernel = pointwise_kernel<op_isfinite>,
    .no_grad = "bool result",
    .grad_name = "IsfiniteBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          ExprId x = in[0];
          return g.unary(S::kNot, g.binary(S::kOr, g.unary(S::kIsNan, x), g.unary(S::kIsInf, x)));
        },
});

constinit const OpDef op_isposinf = define({
    .name = "isposinf",
    .signature = "isposinf(Tensor self) -> Tensor",
    .doc = "True where an element is plus infinity.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_isposinf>,
    .kernel = pointwise_kernel<op_isposinf>,
    .no_grad = "bool result",
    .grad_name = "IsposinfBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return g.binary(S::kAnd, g.unary(S::kIsInf, x), e.greater(x, 0));
        },
});

constinit const OpDef op_isneginf = define({
    .name = "isneginf",
    .signature = "isneginf(Tensor self) -> Tensor",
    .doc = "True where an element is minus infinity.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_isneginf>,
    .kernel = pointwise_kernel<op_isneginf>,
    .no_grad = "bool result",
    .grad_name = "IsneginfBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return g.binary(S::kAnd, g.unary(S::kIsInf, x), e.less(x, 0));
        },
});

constinit const OpDef op_signbit = define({
    .name = "signbit",
    .signature = "signbit(Tensor self) -> Tensor",
    .doc = "True where the sign is minus.",
    .traits = kFunction | kMethod | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_signbit>,
    .kernel = pointwise_kernel<op_signbit>,
    .no_grad = "bool result",
    .grad_name = "SignbitBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          if (!is_floating(g.dtype(x))) return e.less(x, 0);
          // 1 / x tells -0 from 0.
          return e.select(e.is_zero(x), e.less(g.unary(S::kReciprocal, x), 0), e.less(x, 0));
        },
});

constinit const OpDef op_logical_not = define({
    .name = "logical_not",
    .signature = "logical_not(Tensor self) -> Tensor",
    .doc = "True where an element is zero.",
    .traits = kElementwise | kBoolResult,
    .samples = unary_samples,
    .infer = pointwise_infer<op_logical_not>,
    .kernel = pointwise_kernel<op_logical_not>,
    .no_grad = "bool result",
    .grad_name = "Logical_notBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args&) {
          E e{g};
          ExprId x = in[0];
          return g.dtype(x) == DType::kBool ? g.unary(S::kNot, x) : e.is_zero(x);
        },
});

constinit const OpDef op_bitwise_not = define({
    .name = "bitwise_not",
    .signature = "bitwise_not(Tensor self) -> Tensor",
    .doc = "Flips every bit; logical negation of bools.",
    .traits = kElementwise,
    .samples = int_samples,
    .infer = pointwise_infer<op_bitwise_not>,
    .kernel = pointwise_kernel<op_bitwise_not>,
    .no_grad = "integer result",
    .grad_name = "Bitwise_notBackward0",
    .pointwise = unary_expr<S::kNot>,
});

VT_OPS(predicates, &op_isnan, &op_isinf, &op_isfinite, &op_isposinf, &op_isneginf, &op_signbit, &op_logical_not,
       &op_bitwise_not)

}  // namespace vt
