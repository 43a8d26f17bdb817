// Comparisons, logical and bitwise operations, shifts. All but the logical ones have an
// overload whose second operand is a number.
#include "ops/defs/prelude.h"

namespace vt {

namespace {

std::vector<Sample> int_number_samples() { return {{Args{sample_ints({2, 3}, {3, 4, 0, 7, 1, 2}), 2}}}; }

// Operands as truth values.
template <S op>
ExprId logical_expr(ExprGraph& g, Exprs in, const Args& args) {
  Operands operands(g, in, args);
  E e{g};
  auto truth = [&](ExprId x) { return g.dtype(x) == DType::kBool ? x : g.unary(S::kNot, e.is_zero(x)); };
  ExprId a = truth(operands.take(0));
  return g.binary(op, a, truth(operands.take(1)));
}

}  // namespace

constinit const OpDef op_eq = define({
    .name = "eq",
    .signature = "eq(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is equal to other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_eq>,
    .kernel = pointwise_kernel<op_eq>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kEqual>,
});

constinit const OpDef op_eq_scalar = define({
    .name = "eq.Scalar",
    .signature = "eq.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is equal to a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_eq_scalar>,
    .kernel = pointwise_kernel<op_eq_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kEqual>,
});

constinit const OpDef op_ne = define({
    .name = "ne",
    .signature = "ne(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is not equal to other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_ne>,
    .kernel = pointwise_kernel<op_ne>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kNotEqual>,
});

constinit const OpDef op_ne_scalar = define({
    .name = "ne.Scalar",
    .signature = "ne.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is not equal to a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_ne_scalar>,
    .kernel = pointwise_kernel<op_ne_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kNotEqual>,
});

constinit const OpDef op_lt = define({
    .name = "lt",
    .signature = "lt(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is less than other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_lt>,
    .kernel = pointwise_kernel<op_lt>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kLess>,
});

constinit const OpDef op_lt_scalar = define({
    .name = "lt.Scalar",
    .signature = "lt.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is less than a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_lt_scalar>,
    .kernel = pointwise_kernel<op_lt_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kLess>,
});

constinit const OpDef op_le = define({
    .name = "le",
    .signature = "le(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is less or equal to other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_le>,
    .kernel = pointwise_kernel<op_le>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kLessEqual>,
});

constinit const OpDef op_le_scalar = define({
    .name = "le.Scalar",
    .signature = "le.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is less or equal to a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_le_scalar>,
    .kernel = pointwise_kernel<op_le_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kLessEqual>,
});

constinit const OpDef op_gt = define({
    .name = "gt",
    .signature = "gt(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is greater than other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_gt>,
    .kernel = pointwise_kernel<op_gt>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kGreater>,
});

constinit const OpDef op_gt_scalar = define({
    .name = "gt.Scalar",
    .signature = "gt.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is greater than a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_gt_scalar>,
    .kernel = pointwise_kernel<op_gt_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kGreater>,
});

constinit const OpDef op_ge = define({
    .name = "ge",
    .signature = "ge(Tensor self, Tensor other) -> Tensor",
    .doc = "True where self is greater or equal to other.",
    .traits = kElementwise | kBoolResult,
    .samples = binary_samples,
    .infer = pointwise_infer<op_ge>,
    .kernel = pointwise_kernel<op_ge>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kGreaterEqual>,
});

constinit const OpDef op_ge_scalar = define({
    .name = "ge.Scalar",
    .signature = "ge.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "True where self is greater or equal to a number.",
    .traits = kElementwise | kBoolResult,
    .samples = scalar_samples,
    .infer = pointwise_infer<op_ge_scalar>,
    .kernel = pointwise_kernel<op_ge_scalar>,
    .no_grad = "bool result",
    .pointwise = binary_expr<S::kGreaterEqual>,
});

constinit const OpDef op_logical_and = define({
    .name = "logical_and",
    .signature = "logical_and(Tensor self, Tensor other) -> Tensor",
    .doc = "True where both are not zero.",
    .traits = kElementwise | kBoolResult,
    .samples = bool_binary_samples,
    .infer = pointwise_infer<op_logical_and>,
    .kernel = pointwise_kernel<op_logical_and>,
    .no_grad = "bool result",
    .pointwise = logical_expr<S::kAnd>,
});

constinit const OpDef op_logical_or = define({
    .name = "logical_or",
    .signature = "logical_or(Tensor self, Tensor other) -> Tensor",
    .doc = "True where either is not zero.",
    .traits = kElementwise | kBoolResult,
    .samples = bool_binary_samples,
    .infer = pointwise_infer<op_logical_or>,
    .kernel = pointwise_kernel<op_logical_or>,
    .no_grad = "bool result",
    .pointwise = logical_expr<S::kOr>,
});

constinit const OpDef op_logical_xor = define({
    .name = "logical_xor",
    .signature = "logical_xor(Tensor self, Tensor other) -> Tensor",
    .doc = "True where exactly one is not zero.",
    .traits = kElementwise | kBoolResult,
    .samples = bool_binary_samples,
    .infer = pointwise_infer<op_logical_xor>,
    .kernel = pointwise_kernel<op_logical_xor>,
    .no_grad = "bool result",
    .pointwise = logical_expr<S::kXor>,
});

constinit const OpDef op_bitwise_and = define({
    .name = "bitwise_and",
    .signature = "bitwise_and(Tensor self, Tensor other) -> Tensor",
    .doc = "Bitwise and; logical and of bools.",
    .traits = kElementwise,
    .samples = int_binary_samples,
    .infer = pointwise_infer<op_bitwise_and>,
    .kernel = pointwise_kernel<op_bitwise_and>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kAnd>,
});

constinit const OpDef op_bitwise_and_scalar = define({
    .name = "bitwise_and.Scalar",
    .signature = "bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "Bitwise and; logical and of bools, by a number.",
    .traits = kElementwise,
    .samples = int_number_samples,
    .infer = pointwise_infer<op_bitwise_and_scalar>,
    .kernel = pointwise_kernel<op_bitwise_and_scalar>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kAnd>,
});

constinit const OpDef op_bitwise_or = define({
    .name = "bitwise_or",
    .signature = "bitwise_or(Tensor self, Tensor other) -> Tensor",
    .doc = "Bitwise or; logical or of bools.",
    .traits = kElementwise,
    .samples = int_binary_samples,
    .infer = pointwise_infer<op_bitwise_or>,
    .kernel = pointwise_kernel<op_bitwise_or>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kOr>,
});

constinit const OpDef op_bitwise_or_scalar = define({
    .name = "bitwise_or.Scalar",
    .signature = "bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "Bitwise or; logical or of bools, by a number.",
    .traits = kElementwise,
    .samples = int_number_samples,
    .infer = pointwise_infer<op_bitwise_or_scalar>,
    .kernel = pointwise_kernel<op_bitwise_or_scalar>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kOr>,
});

constinit const OpDef op_bitwise_xor = define({
    .name = "bitwise_xor",
    .signature = "bitwise_xor(Tensor self, Tensor other) -> Tensor",
    .doc = "Bitwise exclusive or.",
    .traits = kElementwise,
    .samples = int_binary_samples,
    .infer = pointwise_infer<op_bitwise_xor>,
    .kernel = pointwise_kernel<op_bitwise_xor>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kXor>,
});

constinit const OpDef op_bitwise_xor_scalar = define({
    .name = "bitwise_xor.Scalar",
    .signature = "bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "Bitwise exclusive or, by a number.",
    .traits = kElementwise,
    .samples = int_number_samples,
    .infer = pointwise_infer<op_bitwise_xor_scalar>,
    .kernel = pointwise_kernel<op_bitwise_xor_scalar>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kXor>,
});

constinit const OpDef op_bitwise_left_shift = define({
    .name = "bitwise_left_shift",
    .signature = "bitwise_left_shift(Tensor self, Tensor other) -> Tensor",
    .doc = "Shifts bits to the left.",
    .traits = kElementwise,
    .samples = int_binary_samples,
    .infer = pointwise_infer<op_bitwise_left_shift>,
    .kernel = pointwise_kernel<op_bitwise_left_shift>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kShiftLeft>,
});

constinit const OpDef op_bitwise_left_shift_scalar = define({
    .name = "bitwise_left_shift.Scalar",
    .signature = "bitwise_left_shift.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "Shifts bits to the left, by a number.",
    .traits = kElementwise,
    .samples = int_number_samples,
    .infer = pointwise_infer<op_bitwise_left_shift_scalar>,
    .kernel = pointwise_kernel<op_bitwise_left_shift_scalar>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kShiftLeft>,
});

constinit const OpDef op_bitwise_right_shift = define({
    .name = "bitwise_right_shift",
    .signature = "bitwise_right_shift(Tensor self, Tensor other) -> Tensor",
    .doc = "Shifts bits to the right, keeping the sign.",
    .traits = kElementwise,
    .samples = int_binary_samples,
    .infer = pointwise_infer<op_bitwise_right_shift>,
    .kernel = pointwise_kernel<op_bitwise_right_shift>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kShiftRight>,
});

constinit const OpDef op_bitwise_right_shift_scalar = define({
    .name = "bitwise_right_shift.Scalar",
    .signature = "bitwise_right_shift.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "Shifts bits to the right, keeping the sign, by a number.",
    .traits = kElementwise,
    .samples = int_number_samples,
    .infer = pointwise_infer<op_bitwise_right_shift_scalar>,
    .kernel = pointwise_kernel<op_bitwise_right_shift_scalar>,
    .no_grad = "integer result",
    .pointwise = binary_expr<S::kShiftRight>,
});

VT_OPS(comparisons, &op_eq, &op_eq_scalar, &op_ne, &op_ne_scalar, &op_lt, &op_lt_scalar, &op_le, &op_le_scalar, &op_gt,
       &op_gt_scalar, &op_ge, &op_ge_scalar, &op_logical_and, &op_logical_or, &op_logical_xor, &op_bitwise_and,
       &op_bitwise_and_scalar, &op_bitwise_or, &op_bitwise_or_scalar, &op_bitwise_xor, &op_bitwise_xor_scalar,
       &op_bitwise_left_shift, &op_bitwise_left_shift_scalar, &op_bitwise_right_shift, &op_bitwise_right_shift_scalar)

}  // namespace vt
