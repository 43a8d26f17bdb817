// Special functions, integer arithmetic of pairs, and the parts of a floating number:
// computed element by element in double, and called as library kernels by compiled graphs.
#include <cmath>
#include <numeric>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/special_math.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "tensor/extent.h"

namespace vt {

namespace {

DType float_of(DType dtype) { return is_floating(dtype) ? dtype : default_dtype(); }

constexpr uint32_t kTorch = kFunction | kMethod;

Metas unary_infer(const Args& a) {
  TensorMeta meta = meta_like(a.tensor(0), sizes_of(a.tensor(0)), float_of(a.tensor(0).dtype()));
  meta.strides = result_strides(meta.sizes, {a.tensor(0)});
  return {meta};
}
// Values in the type and the order of axes that the result has.
Tensor laid_out(const Tensor& values, const TensorMeta& meta) {
  if (meta.strides.empty()) return as_dtype(values, meta.dtype);
  Tensor result = empty_for(meta);
  copy_tensor(result, values);
  return result;
}
// Every element by a function of T, which is the type of `dtype`.
template <class T, T (*fn)(T)>
Outputs apply(const Args& a, DType dtype) {
  Tensor values = contiguous_copy(as_dtype(a.tensor(0), dtype));
  T* data = values.data<T>();
  parallel_for(0, values.numel(), kGrain / 16, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) data[i] = fn(data[i]);
  });
  return {laid_out(values, unary_infer(a)[0])};
}
template <double (*fn)(double)>
Outputs unary_kernel(const Args& a) {
  return apply<double, fn>(a, DType::kFloat64);
}

// `slope(x, y)` is the derivative at x, where the value is y.
template <double (*fn)(double), auto slope>
constexpr OpDef unary(const char* name, const char* signature, const char* doc, uint32_t traits, const char* grad_name,
                      SamplesFn samples = unary_samples) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = traits,
          .samples = samples,
          .infer = unary_infer,
          .kernel = unary_kernel<fn>,
          .grad = [](GradContext& c) { c.set(0, f::mul(c.grad_output(), slope(c.input(0), c.output()))); },
          .grad_name = grad_name,
          .saves_inputs = 1,
          .saves_outputs = 1,
          .lower = extern_lower};
}
template <double (*fn)(double)>
constexpr OpDef unary_no_grad(const char* name, const char* signature, const char* doc) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kSpecial,
          .samples = positive_samples,
          .infer = unary_infer,
          .kernel = unary_kernel<fn>,
          .no_grad = "PyTorch gives none either",
          .lower = extern_lower};
}

DType binary_dtype(const Args& a) {
  ResultType type;
  type.add(a.tensor(0));
  type.add(a.tensor(1));
  return type.get();
}
template <bool integral>
Metas binary_infer(const Args& a) {
  DType dtype = binary_dtype(a);
  TensorMeta meta = meta_like(a.tensor(0), broadcast_sizes(sizes_of(a.tensor(0)), sizes_of(a.tensor(1))),
                              integral ? dtype : float_of(dtype));
  meta.strides = result_strides(meta.sizes, {a.tensor(0), a.tensor(1)});
  return {meta};
}
// Both operands in the result's sizes, row by row.
template <class T, class F>
Outputs map_pairs(const Args& a, const TensorMeta& meta, const F& fn) {
  constexpr DType kWide = std::is_same_v<T, double> ? DType::kFloat64 : DType::kInt64;
  Tensor x = contiguous_copy(f::expand(as_dtype(a.tensor(0), kWide), meta.sizes));
  Tensor y = as_contiguous(f::expand(as_dtype(a.tensor(1), kWide), meta.sizes));
  for (int64_t i = 0; i < x.numel(); ++i) x.data<T>()[i] = fn(x.data<T>()[i], y.data<T>()[i]);
  return {laid_out(x, meta)};
}
template <double (*fn)(double, double)>
Outputs binary_kernel(const Args& a) {
  return map_pairs<double>(a, binary_infer<false>(a)[0], fn);
}
// Without a sign, so that the least number has one too.
uint64_t magnitude(int64_t x) { return x < 0 ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x); }
int64_t greatest_common_divisor(int64_t a, int64_t b) {
  return static_cast<int64_t>(std::gcd(magnitude(a), magnitude(b)));
}
// What does not fit wraps, as products of tensors do: at 32 bits for narrower types too.
template <class T>
int64_t least_common_multiple(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  const uint64_t product = magnitude(a) / std::gcd(magnitude(a), magnitude(b)) * magnitude(b);
  return static_cast<int64_t>(magnitude(static_cast<T>(product)));
}
using IntegerFn = int64_t (*)(int64_t, int64_t);
Outputs integer_kernel(const Args& a, const char* name, IntegerFn narrow, IntegerFn wide) {
  DType dtype = binary_dtype(a);
  if (!is_integral(dtype) || dtype == DType::kBool)
    tensor_error(std::string("\"") + name + "_cpu\" not implemented for '" + dtype_scalar_name(dtype) + "'",
                 "NotImplementedError");
  return map_pairs<int64_t>(a, binary_infer<true>(a)[0], dtype == DType::kInt64 ? wide : narrow);
}

std::vector<Sample> integer_pairs() { return {{Args{sample_ints({3}, {4, 6, 9}), sample_ints({3}, {6, 10, 3})}}}; }
std::vector<Sample> gamma_pairs() { return {{Args{sample_tensor({3}, 0.5, 3), sample_tensor({3}, 0.4, 2)}}}; }

Tensor pi_times(const Tensor& x) { return f::mul(x, M_PI); }

Outputs nextafter_kernel(const Args& a) {
  TensorMeta meta = binary_infer<false>(a)[0];
  if (meta.dtype == DType::kFloat64)
    return map_pairs<double>(a, meta, [](double x, double y) { return std::nextafter(x, y); });
  return map_pairs<double>(a, meta, [](double x, double y) {
    return static_cast<double>(std::nextafter(static_cast<float>(x), static_cast<float>(y)));
  });
}

Metas frexp_infer(const Args& a) {
  const Tensor& t = a.tensor(0);
  if (!is_floating(t.dtype())) tensor_error("torch.frexp() only supports floating-point dtypes");
  return {meta_preserving(t, t.dtype()), meta_preserving(t, DType::kInt32)};
}
Outputs frexp_kernel(const Args& a) {
  Tensor mantissa = contiguous_copy(as_dtype(a.tensor(0), DType::kFloat64));
  Tensor exponent = empty_tensor(mantissa.sizes(), DType::kInt32);
  for (int64_t i = 0; i < mantissa.numel(); ++i) {
    int power = 0;
    mantissa.data<double>()[i] = std::frexp(mantissa.data<double>()[i], &power);
    exponent.data<int32_t>()[i] = power;
  }
  Metas metas = frexp_infer(a);
  return {laid_out(mantissa, metas[0]), laid_out(exponent, metas[1])};
}

Outputs polygamma_kernel(const Args& a) {
  int64_t order = a.integer(0);
  if (order < 0) tensor_error("polygamma(n, x) does not support negative n.");
  Tensor values = contiguous_copy(as_dtype(a.tensor(1), DType::kFloat64));
  for (int64_t i = 0; i < values.numel(); ++i) values.data<double>()[i] = polygamma(order, values.data<double>()[i]);
  return {laid_out(values, meta_preserving(a.tensor(1), float_of(a.tensor(1).dtype())))};
}
constexpr OpDef kPolygamma = {
    .name = "polygamma",
    .signature = "polygamma(int n, Tensor self) -> Tensor",
    .doc = "The n-th derivative of digamma.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{1, sample_tensor({2, 3}, 0.3, 2.5)}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_preserving(a.tensor(1), float_of(a.tensor(1).dtype()))}; },
    .kernel = polygamma_kernel,
    .grad =
        [](GradContext& c) {
          Arg next(c.attributes().integer(0) + 1);
          c.set(1, f::mul(c.grad_output(), call1(op_polygamma, {next, c.input(1)})));
        },
    .grad_name = "PolygammaBackward0",
    .saves_inputs = 2,
    .lower = extern_lower};

constexpr OpDef kIgamma = {.name = "igamma",
                           .signature = "igamma(Tensor self, Tensor other) -> Tensor",
                           .doc = "The regularised lower incomplete gamma function.",
                           .traits = kTorch,
                           .samples = gamma_pairs,
                           .infer = binary_infer<false>,
                           .kernel = binary_kernel<lower_gamma>,
                           .no_grad = "the derivative by the first argument is not implemented, as in PyTorch",
                           .lower = extern_lower};
constexpr OpDef kIgammac = {.name = "igammac",
                            .signature = "igammac(Tensor self, Tensor other) -> Tensor",
                            .doc = "The regularised upper incomplete gamma function.",
                            .traits = kTorch,
                            .samples = gamma_pairs,
                            .infer = binary_infer<false>,
                            .kernel = binary_kernel<upper_gamma>,
                            .no_grad = "the derivative by the first argument is not implemented, as in PyTorch",
                            .lower = extern_lower};

constexpr auto slope_i0 = [](const Tensor& x, const Tensor&) { return call1(op_i1, {x}); };
// The derivative of (I1(x)) is I0(x) - I1(x) / x, and 1/2 at 0.
Tensor slope_of_i1(const Tensor& x, const Tensor& i0, const Tensor& y) {
  Tensor at_zero = f::eq(x, 0);
  Tensor safe = f::masked_fill(x, at_zero, 1);
  return f::where(at_zero, f::full_like(x, 0.5), f::sub(i0, f::div(y, safe)));
}
constexpr auto slope_i1 = [](const Tensor& x, const Tensor& y) { return slope_of_i1(x, call1(op_i0, {x}), y); };
constexpr auto slope_i0e = [](const Tensor& x, const Tensor& y) {
  return f::sub(call1(op_i1e, {x}), f::mul(f::sign(x), y));
};
constexpr auto slope_i1e = [](const Tensor& x, const Tensor& y) {
  return f::sub(slope_of_i1(x, call1(op_i0e, {x}), y), f::mul(f::sign(x), y));
};
constexpr auto slope_sinc = [](const Tensor& x, const Tensor& y) {
  Tensor at_zero = f::eq(x, 0);
  Tensor slope = f::div(f::sub(f::cos(pi_times(x)), y), f::masked_fill(x, at_zero, 1));
  return f::masked_fill(slope, at_zero, 0);
};
constexpr auto slope_entr = [](const Tensor& x, const Tensor&) { return f::sub(f::neg(f::log(x)), 1); };
constexpr auto slope_erfcx = [](const Tensor& x, const Tensor& y) {
  return f::sub(f::mul(f::mul(x, 2), y), 2 / std::sqrt(M_PI));
};
Tensor normal_density(const Tensor& x) { return f::mul(f::exp(f::mul(f::mul(x, x), -0.5)), 1 / std::sqrt(2 * M_PI)); }
constexpr auto slope_ndtr = [](const Tensor& x, const Tensor&) { return normal_density(x); };
constexpr auto slope_log_ndtr = [](const Tensor& x, const Tensor& y) { return f::div(normal_density(x), f::exp(y)); };
constexpr auto slope_ndtri = [](const Tensor&, const Tensor& y) { return f::reciprocal(normal_density(y)); };

constexpr OpDef kI0 = unary<bessel_i0, slope_i0>("i0", "i0(Tensor self) -> Tensor",
                                                 "The modified Bessel function of order 0.", kTorch, "I0Backward0");
// The product with pi is rounded to the element's own precision, as PyTorch's is.
Outputs sinc_kernel(const Args& a) {
  if (float_of(a.tensor(0).dtype()) == DType::kFloat64) return unary_kernel<sinc>(a);
  return apply<float, sinc_float>(a, DType::kFloat32);
}
constexpr OpDef sinc_op() {
  OpDef op = unary<sinc, slope_sinc>("sinc", "sinc(Tensor self) -> Tensor", "sin(pi x) / (pi x), 1 at 0.",
                                     kTorch | kHasInplace, "SincBackward0");
  op.kernel = sinc_kernel;
  return op;
}
constexpr OpDef kSinc = sinc_op();

}  // namespace

constinit const OpDef op_i0 = define(kI0);
constinit const OpDef op_special_i0 =
    define(with_traits(renamed(kI0, "special_i0", "special_i0(Tensor self) -> Tensor"), kSpecial));
constinit const OpDef op_i0e = define(unary<bessel_i0e, slope_i0e>(
    "special_i0e", "special_i0e(Tensor self) -> Tensor", "i0 times exp(-|x|).", kSpecial, "SpecialI0EBackward0"));
constinit const OpDef op_i1 =
    define(unary<bessel_i1, slope_i1>("special_i1", "special_i1(Tensor self) -> Tensor",
                                      "The modified Bessel function of order 1.", kSpecial, "SpecialI1Backward0"));
constinit const OpDef op_i1e = define(unary<bessel_i1e, slope_i1e>(
    "special_i1e", "special_i1e(Tensor self) -> Tensor", "i1 times exp(-|x|).", kSpecial, "SpecialI1EBackward0"));
constinit const OpDef op_sinc = define(kSinc);
constinit const OpDef op_special_sinc =
    define(with_traits(renamed(kSinc, "special_sinc", "special_sinc(Tensor self) -> Tensor"), kSpecial));
constinit const OpDef op_entr = define(unary<entropy_term, slope_entr>(
    "special_entr", "special_entr(Tensor self) -> Tensor", "-x log(x), 0 at 0, -inf below.", kSpecial,
    "SpecialEntrBackward0", positive_samples));
constinit const OpDef op_erfcx = define(unary<erfcx, slope_erfcx>(
    "special_erfcx", "special_erfcx(Tensor self) -> Tensor", "exp(x^2) erfc(x).", kSpecial, "SpecialErfcxBackward0"));
constinit const OpDef op_ndtr =
    define(unary<normal_cdf, slope_ndtr>("special_ndtr", "special_ndtr(Tensor self) -> Tensor",
                                         "The normal distribution function.", kSpecial, "SpecialNdtrBackward0"));
constinit const OpDef op_log_ndtr = define(unary<log_normal_cdf, slope_log_ndtr>(
    "special_log_ndtr", "special_log_ndtr(Tensor self) -> Tensor", "The logarithm of the normal distribution function.",
    kSpecial, "SpecialLogNdtrBackward0"));
constinit const OpDef op_ndtri = define(unary<normal_quantile, slope_ndtri>(
    "special_ndtri", "special_ndtri(Tensor self) -> Tensor", "The quantile of the normal distribution.", kSpecial,
    "SpecialNdtriBackward0", [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3}, 0.1, 0.9)}}};
    }));
constinit const OpDef op_bessel_j0 =
    define(unary_no_grad<::j0>("special_bessel_j0", "special_bessel_j0(Tensor self) -> Tensor",
                               "The Bessel function of the first kind, order 0."));
constinit const OpDef op_bessel_j1 =
    define(unary_no_grad<::j1>("special_bessel_j1", "special_bessel_j1(Tensor self) -> Tensor",
                               "The Bessel function of the first kind, order 1."));
constinit const OpDef op_bessel_y0 =
    define(unary_no_grad<::y0>("special_bessel_y0", "special_bessel_y0(Tensor self) -> Tensor",
                               "The Bessel function of the second kind, order 0."));
constinit const OpDef op_bessel_y1 =
    define(unary_no_grad<::y1>("special_bessel_y1", "special_bessel_y1(Tensor self) -> Tensor",
                               "The Bessel function of the second kind, order 1."));

constinit const OpDef op_polygamma = define(kPolygamma);
constinit const OpDef op_special_polygamma = define(
    with_traits(renamed(kPolygamma, "special_polygamma", "special_polygamma(int n, Tensor self) -> Tensor"), kSpecial));
constinit const OpDef op_polygamma_method = define({
    .name = "polygamma.method",
    .signature = "polygamma.method(Tensor self, int n) -> Tensor",
    .doc = "The n-th derivative of digamma, as a method.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}, 0.5, 2), 2}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_polygamma, {a[1], a[0]});
        },
});
constinit const OpDef op_mvlgamma = define({
    .name = "mvlgamma",
    .signature = "mvlgamma(Tensor self, int p) -> Tensor",
    .doc = "The logarithm of the gamma function of p dimensions; elements must be above (p - 1) / 2.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}, 1.5, 4), 2}}};
        },
    .grad_name = "MvlgammaBackward0",
    .decompose = [](const Args& a) -> Outputs {
      int64_t p = a.integer(1);
      if (p < 1) tensor_error("p has to be greater than or equal to 1");
      require_memory(p, sizeof(double));  // a row of each element's terms
      const double pairs = static_cast<double>(p) * static_cast<double>(p - 1);
      Tensor total = f::full(sizes_of(a.tensor(0)), pairs / 4 * std::log(M_PI), float_of(a.tensor(0).dtype()),
                             a.tensor(0).device());
      for (int64_t j = 0; j < p; ++j)
        total = f::add(total, call1(op_lgamma, {f::sub(a.tensor(0), static_cast<double>(j) / 2)}));
      return {total};
    },
});
constinit const OpDef op_zeta = define({
    .name = "special_zeta",
    .signature = "special_zeta(Tensor self, Tensor other) -> Tensor",
    .doc = "The Hurwitz zeta function of x and q.",
    .traits = kSpecial,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}, 1.5, 4), sample_tensor({3}, 0.5, 2)}}};
        },
    .infer = binary_infer<false>,
    .kernel = binary_kernel<hurwitz_zeta>,
    .no_grad = "the derivative by the first argument is not implemented, as in PyTorch",
    .lower = extern_lower,
});
constinit const OpDef op_igamma = define(kIgamma);
constinit const OpDef op_igammac = define(kIgammac);
constinit const OpDef op_gammainc = define(with_traits(
    renamed(kIgamma, "special_gammainc", "special_gammainc(Tensor self, Tensor other) -> Tensor"), kSpecial));
constinit const OpDef op_gammaincc = define(with_traits(
    renamed(kIgammac, "special_gammaincc", "special_gammaincc(Tensor self, Tensor other) -> Tensor"), kSpecial));
constinit const OpDef op_gcd = define({
    .name = "gcd",
    .signature = "gcd(Tensor self, Tensor other) -> Tensor",
    .doc = "The greatest common divisor of integers.",
    .traits = kTorch | kHasInplace,
    .samples = integer_pairs,
    .infer = binary_infer<true>,
    .kernel = [](const Args& a) { return integer_kernel(a, "gcd", greatest_common_divisor, greatest_common_divisor); },
    .no_grad = "integer result",
    .lower = extern_lower,
});
constinit const OpDef op_lcm = define({
    .name = "lcm",
    .signature = "lcm(Tensor self, Tensor other) -> Tensor",
    .doc = "The least common multiple of integers.",
    .traits = kTorch | kHasInplace,
    .samples = integer_pairs,
    .infer = binary_infer<true>,
    .kernel =
        [](const Args& a) {
          return integer_kernel(a, "lcm", least_common_multiple<int32_t>, least_common_multiple<int64_t>);
        },
    .no_grad = "integer result",
    .lower = extern_lower,
});
constinit const OpDef op_nextafter = define({
    .name = "nextafter",
    .signature = "nextafter(Tensor self, Tensor other) -> Tensor",
    .doc = "The next floating number towards another.",
    .traits = kTorch | kHasInplace,
    .samples = binary_samples,
    .infer = binary_infer<false>,
    .kernel = nextafter_kernel,
    .no_grad = "PyTorch gives none either",
    .lower = extern_lower,
});
constinit const OpDef op_ldexp = define({
    .name = "ldexp",
    .signature = "ldexp(Tensor self, Tensor other) -> Tensor",
    .doc = "Multiplies by powers of 2.",
    .traits = kTorch | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), sample_ints({3}, {1, 0, 3})}}};
        },
    .grad_name = "LdexpBackward0",
    .decompose = [](const Args& a) -> Outputs {
      // The 2 is a number beside both operands' type.
      DType type = promote_types(a.tensor(0).dtype(), a.tensor(1).dtype());
      if (!is_floating(type)) type = default_dtype();
      return {f::mul(a.tensor(0), call1(op_pow_base, {2.0, f::to_dtype(a.tensor(1), type)}))};
    },
});
constinit const OpDef op_frexp = define({
    .name = "frexp",
    .signature = "frexp(Tensor self) -> (Tensor mantissa, Tensor exponent)",
    .doc = "Mantissas in [1/2, 1) and exponents of 2.",
    .traits = kTorch,
    .samples = unary_samples,
    .infer = frexp_infer,
    .kernel = frexp_kernel,
    .grad =
        [](GradContext& c) {
          if (c.grad_output(0).defined())
            c.set(0, f::mul(c.grad_output(0), call1(op_pow_base, {2.0, f::neg(c.output(1))})));
        },
    .grad_name = "FrexpBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});

VT_OPS(special, &op_i0, &op_special_i0, &op_i0e, &op_i1, &op_i1e, &op_sinc, &op_special_sinc, &op_entr, &op_erfcx,
       &op_ndtr, &op_log_ndtr, &op_ndtri, &op_bessel_j0, &op_bessel_j1, &op_bessel_y0, &op_bessel_y1, &op_polygamma,
       &op_special_polygamma, &op_polygamma_method, &op_mvlgamma, &op_zeta, &op_igamma, &op_igammac, &op_gammainc,
       &op_gammaincc, &op_gcd, &op_lcm, &op_nextafter, &op_ldexp, &op_frexp)

}  // namespace vt
