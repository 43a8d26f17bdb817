#include "ops/families/samples.h"

#include <cmath>

#include "ops/families/evaluate_steps.h"

namespace vt {

Tensor sample_tensor(const std::vector<int64_t>& sizes, double low, double high, DType dtype) {
  Tensor t = empty_tensor(sizes, dtype);
  std::vector<double> values(static_cast<size_t>(t.numel()));
  double position = 0.37;
  for (double& value : values) {
    position = std::fmod(position + 0.6180339887498949, 1.0);
    value = low + (high - low) * position;
  }
  store_step(DType::kFloat64, dtype)(t.data<std::byte>(), 1, reinterpret_cast<const std::byte*>(values.data()),
                                     t.numel());
  return t;
}

Tensor sample_ints(const std::vector<int64_t>& sizes, std::vector<int64_t> values, DType dtype) {
  Tensor t = empty_tensor(sizes, dtype);
  std::vector<int64_t> all(static_cast<size_t>(t.numel()));
  for (size_t i = 0; i < all.size(); ++i) all[i] = values[i % values.size()];
  store_step(DType::kInt64, dtype)(t.data<std::byte>(), 1, reinterpret_cast<const std::byte*>(all.data()), t.numel());
  return t;
}

Tensor sample_bools(const std::vector<int64_t>& sizes) { return sample_ints(sizes, {1, 0, 0, 1, 1}, DType::kBool); }

namespace {
std::vector<Sample> one_tensor(double low, double high) {
  return {{Args{sample_tensor({2, 3}, low, high)}},
          {Args{sample_tensor({5}, low, high, DType::kFloat32)}, "float32"},
          {Args{sample_tensor({}, low, high)}, "no dimensions"}};
}
std::vector<Sample> two_tensors(double low, double high) {
  return {{Args{sample_tensor({2, 3}, low, high), sample_tensor({2, 3}, low + 0.05, high)}},
          {Args{sample_tensor({2, 3}, low, high), sample_tensor({3}, low + 0.05, high)}, "row"},
          {Args{sample_tensor({2, 1}, low, high), sample_tensor({1, 3}, low + 0.05, high)}, "both broadcast"}};
}
}  // namespace

std::vector<Sample> unary_samples() { return one_tensor(-2, 2); }
std::vector<Sample> positive_samples() { return one_tensor(0.3, 2.5); }
std::vector<Sample> unit_samples() { return one_tensor(-0.9, 0.9); }
std::vector<Sample> above_one_samples() { return one_tensor(1.2, 3); }
std::vector<Sample> int_samples() { return {{Args{sample_ints({2, 3}, {3, -4, 0, 7, 1, -2})}}}; }
std::vector<Sample> binary_samples() { return two_tensors(-2, 2); }
std::vector<Sample> positive_binary_samples() { return two_tensors(0.3, 2.5); }
std::vector<Sample> scalar_samples() {
  return {{Args{sample_tensor({2, 3}, 0.3, 2.5), 2.5}}, {Args{sample_tensor({4}, 0.3, 2.5), 2}, "int"}};
}
std::vector<Sample> int_binary_samples() {
  return {{Args{sample_ints({2, 3}, {3, 4, 0, 7, 1, 2}), sample_ints({3}, {1, 2, 3})}}};
}
std::vector<Sample> bool_binary_samples() { return {{Args{sample_bools({2, 3}), sample_bools({3})}}}; }
std::vector<Sample> reduction_samples() {
  Tensor t = sample_tensor({2, 3, 4});
  return {{Args{t}}, {Args{t, IntList{1}, false}, "one axis"}, {Args{t, IntList{0, -1}, true}, "two axes, kept"}};
}

}  // namespace vt
