// Ops under other names.
#include "ops/defs/composed.h"
#include "ops/defs/prelude.h"

namespace vt {
namespace {

std::vector<Sample> rounded_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({3}, 0.3, 2), "floor"}}}; }
std::vector<Sample> rounded_number_samples() { return {{Args{sample_tensor({2, 3}), 2, "floor"}}}; }

}  // namespace

VT_ALIAS(op_negative, "negative", "negative(Tensor self) -> Tensor", "neg under another name.", kElementwise,
         unary_samples, { return {f::neg(a.tensor(0))}; });
VT_ALIAS(op_absolute, "absolute", "absolute(Tensor self) -> Tensor", "abs under another name.", kElementwise,
         unary_samples, { return {f::abs(a.tensor(0))}; });
VT_ALIAS(op_fix, "fix", "fix(Tensor self) -> Tensor", "trunc under another name.", kElementwise, unary_samples,
         { return call(op_trunc, {a[0]}); });
VT_ALIAS(op_expit, "expit", "expit(Tensor self) -> Tensor", "sigmoid under another name.", kSpecial, unary_samples,
         { return {f::sigmoid(a.tensor(0))}; });
VT_ALIAS(op_arcsin, "arcsin", "arcsin(Tensor self) -> Tensor", "asin under another name.", kElementwise, unit_samples,
         { return call(op_asin, a); });
VT_ALIAS(op_arccos, "arccos", "arccos(Tensor self) -> Tensor", "acos under another name.", kElementwise, unit_samples,
         { return call(op_acos, a); });
VT_ALIAS(op_arctan, "arctan", "arctan(Tensor self) -> Tensor", "atan under another name.", kElementwise, unary_samples,
         { return call(op_atan, a); });
VT_ALIAS(op_multiply, "multiply", "multiply(Tensor self, Tensor other) -> Tensor", "mul under another name.",
         kElementwise, binary_samples, { return call(op_mul, a); });
VT_ALIAS(op_multiply_scalar, "multiply.Scalar", "multiply.Scalar(Tensor self, Scalar other) -> Tensor",
         "mul under another name.", kElementwise, scalar_samples, { return call(op_mul_scalar, a); });
VT_ALIAS(op_subtract, "subtract", "subtract(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
         "sub under another name.", kElementwise, binary_samples, {
           return {call1(op_sub, {a[0], a[1], a.has(2) ? a[2] : Arg(1)})};
         });
VT_ALIAS(op_subtract_scalar, "subtract.Scalar", "subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
         "sub under another name.", kElementwise, scalar_samples, {
           return {call1(op_sub_scalar, {a[0], a[1], a.has(2) ? a[2] : Arg(1)})};
         });
VT_ALIAS(op_divide, "divide", "divide(Tensor self, Tensor other) -> Tensor", "div under another name.", kElementwise,
         positive_binary_samples, { return call(op_div, a); });
VT_ALIAS(op_divide_scalar, "divide.Scalar", "divide.Scalar(Tensor self, Scalar other) -> Tensor",
         "div under another name.", kElementwise, scalar_samples, { return call(op_div_scalar, a); });
VT_ALIAS(op_divide_mode, "divide.Tensor_mode",
         "divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode=None) -> Tensor",
         "div under another name.", kElementwise, rounded_samples, { return call(op_div_mode, a); });
VT_ALIAS(op_divide_scalar_mode, "divide.Scalar_mode",
         "divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode=None) -> Tensor",
         "div under another name.", kElementwise, rounded_number_samples, { return call(op_div_scalar_mode, a); });
VT_ALIAS(op_true_divide, "true_divide", "true_divide(Tensor self, Tensor other) -> Tensor", "div under another name.",
         kElementwise, positive_binary_samples, { return call(op_div, a); });
VT_ALIAS(op_true_divide_scalar, "true_divide.Scalar", "true_divide.Scalar(Tensor self, Scalar other) -> Tensor",
         "div under another name.", kElementwise, scalar_samples, { return call(op_div_scalar, a); });
VT_ALIAS(op_greater, "greater", "greater(Tensor self, Tensor other) -> Tensor", "gt under another name.", kElementwise,
         binary_samples, { return call(op_gt, a); });
VT_ALIAS(op_less, "less", "less(Tensor self, Tensor other) -> Tensor", "lt under another name.", kElementwise,
         binary_samples, { return call(op_lt, a); });
VT_ALIAS(
    op_ger, "ger", "ger(Tensor self, Tensor vec2) -> Tensor", "outer under another name.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2}), sample_tensor({3})}}});
    },
    { return call(op_outer, a); });

VT_OPS(synonyms, &op_negative, &op_absolute, &op_fix, &op_expit, &op_arcsin, &op_arccos, &op_arctan, &op_multiply,
       &op_multiply_scalar, &op_subtract, &op_subtract_scalar, &op_divide, &op_divide_scalar, &op_divide_mode,
       &op_divide_scalar_mode, &op_true_divide, &op_true_divide_scalar, &op_greater, &op_less, &op_ger)

}  // namespace vt
