#include "ops/families/element_formulas.h"

#include <algorithm>

#include "ops/kernels/parallel.h"
#include "ops/kernels/target.h"
#include "ops/kernels/widest.h"

namespace vt {
namespace {

template <class T, class F>
void run_row(const F& formula, T* out, const T* const* in, int64_t n) {
  const T* x = in[0];
  [[maybe_unused]] const T *y = F::kInputs > 1 ? in[1] : nullptr, *z = F::kInputs > 2 ? in[2] : nullptr;
  run_widest([=]() VT_LAMBDA {
    const F f = formula;
    for (int64_t i = 0; i < n; ++i) {
      Element<T> elements[3] = {{x[i]}, {}, {}};
      if constexpr (F::kInputs > 1) elements[1] = {y[i]};
      if constexpr (F::kInputs > 2) elements[2] = {z[i]};
      out[i] = f.of(elements).v;
    }
  });
}
template <class T, class F>
void run_all(const F& formula, std::span<const Tensor> inputs, const Tensor& out) {
  T* result = out.data<T>();
  const T* from[F::kInputs];
  for (size_t i = 0; i < F::kInputs; ++i) from[i] = inputs[i].data<T>();
  parallel_for(0, out.numel(), kGrain, [&](int64_t begin, int64_t end) {
    const T* at[F::kInputs];
    for (size_t i = 0; i < F::kInputs; ++i) at[i] = from[i] + begin;
    run_row<T>(formula, result + begin, at, end - begin);
  });
}

}  // namespace

bool suits_formula(std::span<const Tensor> inputs) {
  const Tensor& first = inputs[0];
  if (first.dtype() != DType::kFloat32 && first.dtype() != DType::kFloat64) return false;
  return std::all_of(inputs.begin(), inputs.end(), [&](const Tensor& t) {
    return t.dtype() == first.dtype() && t.sizes() == first.sizes() && t.is_contiguous() &&
           t.device() == first.device();
  });
}

Tensor formula_output(const Tensor& like) {
  Tensor target = take_inplace_target(like.sizes(), like.dtype());
  bool fits = target.defined() && target.is_contiguous();
  return fits ? target : empty_tensor(like.sizes(), like.dtype(), like.device());
}

template <class F>
bool run_formula(const F& formula, std::span<const Tensor> inputs, const Tensor& out) {
  if (!suits_formula(inputs) || !out.is_contiguous() || out.dtype() != inputs[0].dtype()) return false;
  if (out.dtype() == DType::kFloat32) run_all<float>(formula, inputs, out);
  else run_all<double>(formula, inputs, out);
  return true;
}
#define FORMULA(name) template bool run_formula(const formulas::name&, std::span<const Tensor>, const Tensor&);
FORMULA(Lerp)
FORMULA(NanToNum)
FORMULA(Copysign)
FORMULA(Hardshrink)
FORMULA(Mse)
FORMULA(SmoothL1)
FORMULA(Huber)
FORMULA(HardtanhGradient)
FORMULA(HardsigmoidGradient)
FORMULA(HardswishGradient)
FORMULA(MseSlope)
FORMULA(SmoothL1Slope)
FORMULA(HuberSlope)
#undef FORMULA

template <>
bool run_formula(const formulas::Softshrink& formula, std::span<const Tensor> inputs, const Tensor& out) {
  if (!suits_formula(inputs) || !out.is_contiguous() || out.dtype() != inputs[0].dtype()) return false;
  const formulas::SoftshrinkInVectors in_vectors(formula);
  auto run = [&]<class T>(T* to, const T* from) {
    const int64_t n = out.numel(), whole = n - n % (64 / static_cast<int64_t>(sizeof(T)));
    parallel_for(0, whole, kGrain, [&](int64_t begin, int64_t end) {
      const T* at = from + begin;
      run_row<T>(in_vectors, to + begin, &at, end - begin);
    });
    const T* rest = from + whole;
    run_row<T>(formula, to + whole, &rest, n - whole);
  };
  if (out.dtype() == DType::kFloat32) run(out.data<float>(), inputs[0].data<float>());
  else run(out.data<double>(), inputs[0].data<double>());
  return true;
}

}  // namespace vt
