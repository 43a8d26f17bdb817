// Elementary functions by AVX-512's own instructions for rounding and for powers of two, which loops
// that the compiler turns into vectors cannot use. The formulas are those of vector_math.cpp, which
// hands these out where the machine has them.
#pragma once
#include <cstdint>

#include "ops/families/evaluate_steps.h"

namespace vt {

struct WideSteps {
  EvaluateStep exp = nullptr, sigmoid = nullptr, silu = nullptr, silu_gradient = nullptr;
  EvaluateStep one_plus_erf = nullptr, gelu = nullptr, gelu_slope = nullptr;
};
// Null without AVX-512.
WideSteps wide_steps();

// Parts of softmax over a row, as vector_rows.h has them. Null without AVX-512.
struct WideRows {
  float (*largest)(const float* in, int64_t n) = nullptr;
  float (*exp)(const float* in, float shift, float* out, int64_t n) = nullptr;
  void (*log_gradient)(const float* grad, const float* result, float sum, float* out, int64_t n) = nullptr;
};
WideRows wide_rows();

}  // namespace vt
