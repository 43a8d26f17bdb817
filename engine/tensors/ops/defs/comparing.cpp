// Comparing whole tensors, and one-hot codes.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/allocator.h"
#include "tensor/extent.h"

namespace vt {

namespace {

Tensor close_mask(const Args& a) {
  Tensor x = a.tensor(0), y = a.tensor(1);
  if (x.dtype() != y.dtype())
    tensor_error(std::string(dtype_scalar_name(x.dtype())) + " did not match " + dtype_scalar_name(y.dtype()));
  double rtol = a.real(2), atol = a.real(3);
  if (rtol < 0) tensor_error("rtol must be greater than or equal to zero, but got " + number_text(rtol));
  if (atol < 0) tensor_error("atol must be greater than or equal to zero, but got " + number_text(atol));
  if (x.dtype() == DType::kBool) {  // truth values have no difference
    x = f::to_dtype(x, DType::kUInt8);
    y = f::to_dtype(y, DType::kUInt8);
  }
  Tensor mask = f::eq(x, y);
  if (a.boolean_or(4, false) && is_floating(x.dtype())) {
    Tensor both = f::logical_and(call1(op_isnan, {x}), call1(op_isnan, {y}));
    mask = call1(op_logical_or, {mask, both});
  }
  if (rtol == 0 && atol == 0) return mask;
  Tensor allowed = f::add(f::abs(f::mul(y, rtol)), atol);
  Tensor error = f::abs(f::sub(x, y));
  Tensor near = f::logical_and(call1(op_isfinite, {error}), f::le(error, allowed));
  return call1(op_logical_or, {mask, near});
}
std::vector<Sample> tolerance_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}), 1e-5, 1e-8, false}}};
}

bool equal_tensors(const Tensor& a, const Tensor& b) {
  if (!same_sizes(sizes_of(a), sizes_of(b))) return false;
  Tensor same = op_eq.kernel({a, b})[0];
  return read_element(op_all.kernel({same})[0], Dims{}) != 0;
}

}  // namespace

constinit const OpDef op_isclose = define({
    .name = "isclose",
    .signature =
        "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
    .doc = "True where |self - other| <= atol + rtol * |other|.",
    .samples = tolerance_samples,
    .decompose = [](const Args& a) -> Outputs { return {close_mask(a)}; },
});
constinit const OpDef op_allclose = define({
    .name = "allclose",
    .signature =
        "allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool",
    .doc = "Whether isclose holds everywhere; a bool tensor without dimensions here, a bool in programs.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples = tolerance_samples,
    .decompose = [](const Args& a) -> Outputs { return {call1(op_all, {close_mask(a)})}; },
});
constinit const OpDef op_equal = define({
    .name = "equal",
    .signature = "equal(Tensor self, Tensor other) -> bool",
    .doc = "Whether sizes and all elements agree; a bool tensor without dimensions here, a bool in programs.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples = binary_samples,
    .infer = [](const Args& a) -> Metas { return {meta_like(a.tensor(0), {}, DType::kBool)}; },
    .kernel = [](const Args& a) -> Outputs {
      return {scalar_tensor(Scalar::of(equal_tensors(a.tensor(0), a.tensor(1))), DType::kBool)};
    },
    .no_grad = "bool result",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_one_hot = define({
    .name = "one_hot",
    .signature = "one_hot(Tensor self, int num_classes=-1) -> Tensor",
    .doc = "A last axis of zeros with a one at each index.",
    .traits = kFunctional | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({3}, {0, 2, 1}), 4}}, {Args{sample_ints({3}, {0, 2, 1}), -1}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& index = a.tensor(0);
      if (index.dtype() != DType::kInt64)
        tensor_error("one_hot is only applicable to index tensor of type LongTensor.");
      int64_t classes = a.integer(1);
      if (!index.is_fake()) {
        if (index.numel() == 0 && classes <= 0)
          tensor_error("Can not infer total number of classes from empty tensor.");
        if (index.numel() > 0) {
          if (read_element_int(op_min.kernel({on_host(index)})[0], Dims{}) < 0)
            tensor_error("Class values must be non-negative.");
          int64_t largest = read_element_int(op_max.kernel({on_host(index)})[0], Dims{});
          if (classes == -1) classes = checked_add(largest, 1);
          else if (largest >= classes) tensor_error("Class values must be smaller than num_classes.");
        }
      } else if (classes == -1) {
        tensor_error("the size of one_hot without num_classes depends on values", "NotImplementedError");
      }
      Tensor labels = call1(op_arange, {classes, DType::kInt64, index.device()});
      return {f::to_dtype(f::eq(f::unsqueeze(index, -1), labels), DType::kInt64)};
    },
});

VT_OPS(comparing, &op_isclose, &op_allclose, &op_equal, &op_one_hot)

}  // namespace vt
