// Arguments for the tests of ops: small tensors with well-spread values.
#pragma once
#include <vector>

#include "ops/op.h"

namespace vt {

// Values spread over (low, high) without repeats or kinks at round numbers.
Tensor sample_tensor(const std::vector<int64_t>& sizes, double low = -2, double high = 2,
                     DType dtype = DType::kFloat64);
Tensor sample_ints(const std::vector<int64_t>& sizes, std::vector<int64_t> values, DType dtype = DType::kInt64);
Tensor sample_bools(const std::vector<int64_t>& sizes);

std::vector<Sample> unary_samples();      // (-2, 2)
std::vector<Sample> positive_samples();   // (0.3, 2.5)
std::vector<Sample> unit_samples();       // (-0.9, 0.9)
std::vector<Sample> above_one_samples();  // (1.2, 3)
std::vector<Sample> int_samples();
std::vector<Sample> binary_samples();  // broadcasting pairs
std::vector<Sample> positive_binary_samples();
std::vector<Sample> scalar_samples();  // tensor and number
std::vector<Sample> int_binary_samples();
std::vector<Sample> bool_binary_samples();
std::vector<Sample> reduction_samples();  // all, one axis, keepdim

}  // namespace vt
