// Products in 8-bit integers, for dynamic quantisation.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

Metas quantized_linear_infer(const Args& args) {
  const Tensor &x = args.tensor(0), &weight = args.tensor(1);
  if (weight.rank() != 2 || weight.dtype() != DType::kInt8) tensor_error("the weight must be a matrix of int8");
  if (args.has(3) && (args.tensor(3).dtype() != DType::kFloat32 || args.tensor(3).rank() != 1 ||
                      args.tensor(3).size(0) != weight.size(0)))
    tensor_error("the bias must be a float32 vector with an element for each row of the weight");
  if (x.rank() < 1) tensor_error("quantized_linear: input must have at least one dimension");
  SymSizes sizes = sizes_of(x);
  if (!(sizes.back() == sizes_of(weight)[1]))
    tensor_error("The number of columns in the input and of the weight must be the same: " +
                 std::to_string(sizes.back().hint()) + " and " + std::to_string(weight.size(1)));
  sizes.back() = sizes_of(weight)[0];
  return {meta_like(x, sizes, DType::kFloat32)};
}

// How floats map to 0 .. steps, so that 0.0 is exact.
struct Affine {
  float scale = 1;
  int32_t zero = 0;
};
Affine affine_for(const float* values, int64_t count, int32_t steps) {
  float least = 0, most = 0;
  for (int64_t i = 0; i < count; ++i) {
    least = std::min(least, values[i]);
    most = std::max(most, values[i]);
  }
  Affine map;
  map.scale = (most - least) / static_cast<float>(steps);
  if (!(map.scale > 0)) map.scale = 0.1f;
  float zero = std::nearbyint(-least / map.scale);
  if (std::isnan(zero)) zero = 0;  // infinities on both sides
  map.zero = static_cast<int32_t>(std::clamp(zero, 0.0f, static_cast<float>(steps)));
  return map;
}

Tensor quantized_linear(const Args& args) {
  Tensor x = as_contiguous(args.tensor(0)), weight = as_contiguous(args.tensor(1));
  if (x.dtype() != DType::kFloat32) tensor_error("the input must be float32");
  Tensor out = empty_for(quantized_linear_infer(args)[0]);
  int64_t columns = weight.size(1), outputs = weight.size(0);
  int64_t rows = outputs == 0 ? 0 : out.numel() / outputs;
  const float* values = x.data<float>();
  const int8_t* weights = weight.data<int8_t>();
  float weight_scale = static_cast<float>(args.real(2));
  Tensor bias = args.has(3) ? as_contiguous(args.tensor(3)) : Tensor();
  const float* shift = bias.defined() ? bias.data<float>() : nullptr;
  int32_t steps = args.boolean_or(4, false) ? 127 : 255;
  Affine map = affine_for(values, x.numel(), steps);
  std::vector<uint8_t> quantized(static_cast<size_t>(x.numel()));
  float inverse = 1.0f / map.scale;
  for (size_t i = 0; i < quantized.size(); ++i) {
    float q = std::nearbyint(values[i] * inverse) + static_cast<float>(map.zero);
    quantized[i] = static_cast<uint8_t>(std::clamp(q, 0.0f, static_cast<float>(steps)));
  }
  float* results = out.data<float>();
  float scale = map.scale * weight_scale;
  for (int64_t r = 0; r < rows; ++r) {
    const uint8_t* row = quantized.data() + r * columns;
    for (int64_t o = 0; o < outputs; ++o) {
      const int8_t* w = weights + o * columns;
      // Sum of (q - zero) * w, the zero taken out at the end.
      int32_t sum = 0, weight_sum = 0;
      for (int64_t k = 0; k < columns; ++k) {
        sum += static_cast<int32_t>(row[k]) * static_cast<int32_t>(w[k]);
        weight_sum += w[k];
      }
      sum -= map.zero * weight_sum;
      results[r * outputs + o] = static_cast<float>(sum) * scale + (shift ? shift[o] : 0.0f);
    }
  }
  return out;
}

}  // namespace

constinit const OpDef op_quantized_linear_dynamic = define({
    .name = "_quantized_linear_dynamic",
    .signature = "_quantized_linear_dynamic(Tensor X, Tensor W, float scale, Tensor? bias=None, bool "
                 "reduce_range=False) -> Tensor",
    .doc = "x @ W^T * scale + bias with an int8 matrix W; x is quantised to 8 bits (7 with reduce_range) per call, "
           "products and sums are integers.",
    .traits = kFunction,
    .samples =
        [] {
          Tensor weight = empty_tensor(Dims{3, 4}, DType::kInt8);
          for (int i = 0; i < 12; ++i) weight.data<int8_t>()[i] = static_cast<int8_t>(i * 20 - 110);
          return std::vector<Sample>{{Args{sample_tensor({2, 4}, -2, 2, DType::kFloat32), weight, 0.01,
                                           sample_tensor({3}, -2, 2, DType::kFloat32), false}}};
        },
    .infer = quantized_linear_infer,
    .kernel = [](const Args& args) -> Outputs { return {quantized_linear(args)}; },
    .no_grad = "rounding to integers",
});

VT_OPS(quantized, &op_quantized_linear_dynamic)

}  // namespace vt
