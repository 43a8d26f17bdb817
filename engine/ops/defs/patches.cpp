// Patches of planes as columns, and a few functions of numbers and tensors.
#include "ops/defs/prelude.h"

namespace vt {

extern const OpDef op_im2col, op_remainder_number, op_cross, op_quantile;

namespace {

// self[N, C, H, W] to [N, C * kernel area, positions].
Outputs patches(const Args& a) {
  Tensor t = a.tensor(0);
  bool single = t.rank() == 3;
  if (t.rank() != 3 && t.rank() != 4)
    tensor_error(
        "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but "
        "got: " +
        sizes_text(sizes_of(t)));
  if (single) t = f::unsqueeze(t, 0);
  std::vector<int64_t> kernel = a.plain_ints(1), dilation = a.plain_ints(2), padding = a.plain_ints(3),
                       stride = a.plain_ints(4);
  if (padding[0] || padding[1])
    t = call1(op_constant_pad, {t, IntList{padding[1], padding[1], padding[0], padding[0]}, 0});
  for (int i = 0; i < 2; ++i) {
    size_t k = static_cast<size_t>(i);
    int64_t reach = dilation[k] * (kernel[k] - 1) + 1;
    t = call1(op_unfold, {t, 2 + i, reach, stride[k]});
    if (dilation[k] > 1) t = f::slice(t, 4 + i, 0, reach, dilation[k]);
  }
  SymSizes sizes = sizes_of(t);
  Tensor columns =
      f::reshape(f::permute(t, {0, 1, 4, 5, 2, 3}), {sizes[0], sizes[1] * sizes[4] * sizes[5], sizes[2] * sizes[3]});
  return {single ? f::squeeze(columns, 0) : columns};
}

}  // namespace

constinit const OpDef op_im2col = define({
    .name = "unfold.functional",
    .signature = "unfold.functional(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] "
                 "stride=1) -> Tensor",
    .doc = "Patches of planes as columns: [N, C, H, W] to [N, C * kernel area, positions].",
    .traits = kFunctional,
    .samples =
        [] {
          IntList one = {1, 1}, zero = {0, 0};
          return std::vector<Sample>{
              {Args{sample_tensor({1, 2, 3, 4}), IntList{2, 2}, one, zero, one}},
              {Args{sample_tensor({1, 1, 5, 5}), IntList{2, 2}, IntList{2, 2}, one, IntList{2, 1}}, "dilated"}};
        },
    .decompose = patches,
});
constinit const OpDef op_remainder_number = define({
    .name = "remainder.Scalar_Tensor",
    .signature = "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    .doc = "A number modulo each element; the sign is the divisor's.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{5.5, sample_tensor({2, 3}, 0.4, 2)}}};
        },
    .infer = pointwise_infer<op_remainder_number>,
    .kernel = pointwise_kernel<op_remainder_number>,
    .grad =
        [](GradContext& c) {
          Tensor b = c.input(1);
          Tensor a = f::full({}, c.attributes()[0], b.dtype(), b.device());
          c.set(1, f::neg(f::mul(c.grad_output(), call1(op_div_mode, {a, b, "floor"}))));
        },
    .grad_name = "RemainderBackward1",
    .saves_inputs = 2,
    .pointwise = binary_expr<S::kRemainder>,
});
constinit const OpDef op_cross = define({
    .name = "cross",
    .signature = "cross(Tensor self, Tensor other, int dim=-1) -> Tensor",
    .doc = "The vector product along an axis of size 3.",
    .traits = kFunction | kMethod | kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5), -1}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor &a = args.tensor(0), &b = args.tensor(1);
      int axis = wrap_axis(args.integer(2), a.rank());
      if (a.size(axis) != 3 || b.size(axis) != 3)
        tensor_error("linalg.cross: inputs dimension " + std::to_string(args.integer(2)) + " must have length 3. Got " +
                     std::to_string(a.size(axis)) + " and " + std::to_string(b.size(axis)));
      auto rolled = [&](const Tensor& t, int shift) { return call1(op_roll_axis, {t, shift, axis}); };
      return {f::sub(f::mul(rolled(a, -1), rolled(b, 1)), f::mul(rolled(a, 1), rolled(b, -1)))};
    },
});
constinit const OpDef op_quantile = define({
    .name = "quantile",
    .signature = "quantile(Tensor self, float q, int? dim=None, bool keepdim=False) -> Tensor",
    .doc = "The value below which a share q of the elements lies, between neighbours by straight line.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4}), 0.3, 1, false}},
                                     {Args{sample_tensor({5}), 0.5, Arg(), false}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Tensor t = a.tensor(0);
      double q = a.real(1);
      if (!is_floating(t.dtype())) tensor_error("quantile() input tensor must be either float or double dtype");
      if (q < 0 || q > 1) tensor_error("quantile() q values must be in the range [0, 1]");
      if (!a.has(2)) t = f::reshape(t, {count_of(sizes_of(t))});
      int axis = a.has(2) ? wrap_axis(a.integer(2), t.rank()) : 0;
      Tensor sorted = call(op_sort, {t, axis, false, false})[0];
      int64_t last = sizes_of(t)[static_cast<size_t>(axis)].guard_int() - 1;
      double place = q * static_cast<double>(last);
      int64_t low = static_cast<int64_t>(place), high = std::min(low + 1, last);
      Tensor below = f::select(sorted, axis, low), above = f::select(sorted, axis, high);
      Tensor value = call1(op_lerp_scalar, {below, above, place - static_cast<double>(low)});
      if (!a.boolean_or(3, false)) return {value};
      if (a.has(2)) return {f::unsqueeze(value, axis)};
      return {f::reshape(value, SymSizes(static_cast<size_t>(a.tensor(0).rank()), SymInt(1)))};
    },
});

VT_OPS(patches, &op_im2col, &op_remainder_number, &op_cross, &op_quantile)

}  // namespace vt
