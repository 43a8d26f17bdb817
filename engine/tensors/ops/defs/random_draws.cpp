// Draws from distributions: methods that fill, and draws whose parameters are tensors.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/special_math.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/random.h"

namespace vt {

namespace {

constexpr int64_t kDrawnAtOnce = 1024;
constexpr uint32_t kFiller = kMethod | kMutates | kRandom;

Metas same(const Args& args) { return {meta_of(args.tensor(0))}; }
Metas like_meta(const Args& args) { return {meta_preserving(args.tensor(0), args.tensor(0).dtype())}; }

Metas contiguous_meta(const Args& args) {
  const Tensor& t = args.tensor(0);
  return {meta_like(t, sizes_of(t), t.dtype())};
}

// A number from [0, 1) for each probability: of 53 bits for float64, else of 24.
void draw_below(Generator& generator, double* to, int64_t n) { generator.draw(to, n); }
void draw_below(Generator& generator, float* to, int64_t n) {
  uint32_t bits[kDrawnAtOnce];
  generator.draw(bits, n);
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<float>(static_cast<int32_t>(bits[i] & 0xffffff)) * 0x1p-24f;
}
template <class T>
bool is_probability(T p) {
  return p >= 0 && p <= 1;
}
template <class T>
void draw_each(const T* probabilities, T* to, int64_t n) {
  Generator& generator = default_generator();
  T drawn[kDrawnAtOnce];
  for (int64_t start = 0; start < n; start += kDrawnAtOnce, probabilities += kDrawnAtOnce, to += kDrawnAtOnce) {
    const int64_t count = std::min(kDrawnAtOnce, n - start);
    int outside = 0;
    for (int64_t i = 0; i < count; ++i) outside |= !is_probability(probabilities[i]);
    if (outside) {  // those before it have been drawn
      draw_below(generator, drawn,
                 std::find_if_not(probabilities, probabilities + count, is_probability<T>) - probabilities);
      tensor_error(
          "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, "
          "please "
          "report an enhancement request to PyTorch.)");
    }
    draw_below(generator, drawn, count);
    for (int64_t i = 0; i < count; ++i) to[i] = drawn[i] < probabilities[i] ? T(1) : T(0);
  }
}
// Draws per element of a tensor of probabilities.
Outputs bernoulli_kernel(const Args& args) {
  const Tensor& p = args.tensor(0);
  const Tensor out = empty_for(contiguous_meta(args)[0]);
  const DType dtype = p.dtype() == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32;
  const Tensor wide = as_contiguous(as_dtype(p, dtype));
  const bool direct = out.dtype() == dtype && out.is_contiguous();
  const Tensor values = direct ? out : empty_tensor(p.sizes(), dtype);
  if (dtype == DType::kFloat64) draw_each(wide.data<double>(), values.data<double>(), p.numel());
  else draw_each(wide.data<float>(), values.data<float>(), p.numel());
  if (!direct) copy_tensor(out, values);
  return {out};
}

Metas multinomial_infer(const Args& args) {
  const Tensor& p = args.tensor(0);
  if (!is_floating(p.dtype()))
    tensor_error(std::string("multinomial only supports floating-point dtypes for input, got: ") +
                 dtype_scalar_name(p.dtype()));
  if (p.rank() < 1 || p.rank() > 2) tensor_error("prob_dist must be 1 or 2 dim");
  if (args.integer(1) <= 0) tensor_error("cannot sample n_sample <= 0 samples");
  if (!args.boolean_or(2, false) && args.integer(1) > p.sizes().back())
    tensor_error("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  SymSizes sizes = sizes_of(p);
  sizes.back() = args.scalar(1).integer;
  return {meta_like(p, sizes, DType::kInt64)};
}
// Without replacement, and for a single draw: the largest of p / exponential noise, as
// PyTorch draws it. With replacement: by the cumulative distribution.
Outputs multinomial_kernel(const Args& args) {
  const Tensor& p = args.tensor(0);
  int64_t draws = args.integer(1);
  Tensor out = empty_for(multinomial_infer(args)[0]);
  Tensor weights = as_contiguous(as_dtype(p, DType::kFloat64));
  int64_t columns = p.sizes().back(), rows = columns ? p.numel() / columns : 0;
  bool replacement = args.boolean_or(2, false) && draws > 1;
  for (int64_t r = 0; r < rows; ++r) {
    std::vector<double> row(weights.data<double>() + r * columns, weights.data<double>() + (r + 1) * columns);
    double total = 0;
    for (double w : row) {
      if (!(w >= 0 && std::isfinite(w))) tensor_error("probability tensor contains either `inf`, `nan` or element < 0");
      total += w;
    }
    if (!(total > 0)) tensor_error("invalid multinomial distribution (sum of probabilities <= 0)");
    Tensor noise = empty_tensor(Dims{replacement ? draws : columns}, DType::kFloat64);
    fill_uniform(noise, 0, 1, default_generator());
    for (int64_t k = 0; k < draws; ++k) {
      int64_t best = 0;
      if (replacement) {
        double target = noise.data<double>()[k] * total, sum = 0;
        for (best = 0; best + 1 < columns && (sum += row[static_cast<size_t>(best)]) <= target;) ++best;
      } else {
        double record = -1;
        for (int64_t c = 0; c < columns; ++c) {
          double score = row[static_cast<size_t>(c)] / -std::log1p(-noise.data<double>()[c]);
          if (score > record) {
            record = score;
            best = c;
          }
        }
        row[static_cast<size_t>(best)] = -1;
      }
      out.data<int64_t>()[r * draws + k] = best;
    }
  }
  return {out};
}

int64_t draw_poisson(double rate, Generator& generator) {
  if (!(rate >= 0)) tensor_error("invalid Poisson rate, expected rate to be non-negative");
  if (rate == 0) return 0;
  if (rate > 0x1p62) tensor_error("Poisson rates beyond the integers are not supported");
  if (rate < 10) {  // products of uniforms until they fall below exp(-rate)
    int64_t count = 0;
    for (double product = generator.uniform(), end = std::exp(-rate); product > end; product *= generator.uniform())
      ++count;
    return count;
  }
  // Transformed rejection (Hoermann 1993).
  double root = std::sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), accept = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    double u = generator.uniform() - 0.5, v = generator.uniform(), edge = 0.5 - std::abs(u);
    double k = std::floor((2 * a / edge + b) * u + rate + 0.43);
    if (edge >= 0.07 && v <= accept) return static_cast<int64_t>(k);
    if (k < 0 || (edge < 0.013 && v > edge)) continue;
    if (std::log(v) + std::log(inverse_alpha) - std::log(a / (edge * edge) + b) <=
        -rate + k * std::log(rate) - std::lgamma(k + 1))
      return static_cast<int64_t>(k);
  }
}

// log(k!) less Stirling's approximation of it.
double stirling_rest(double k) {
  if (k <= 9) return std::lgamma(k + 1) - ((k + 0.5) * std::log(k + 1) - (k + 1) + 0.9189385332046727);
  double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Of `count` trials with a probability of at most a half.
double draw_few(double count, double p, Generator& generator) {
  if (count * p < 10) {  // the gaps between successes are geometric
    double log_no = std::log1p(-p), passed = 0;
    for (double found = 0;; ++found) {
      passed += std::ceil(std::log(generator.uniform()) / log_no);
      if (passed > count) return found;
    }
  }
  // Transformed rejection with squeeze (Hoermann 1993).
  double deviation = std::sqrt(count * p * (1 - p)), b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
  double c = count * p + 0.5, accept = 0.92 - 4.2 / b, odds = p / (1 - p), alpha = (2.83 + 5.1 / b) * deviation;
  double m = std::floor((count + 1) * p);
  for (;;) {
    double u = generator.uniform() - 0.5, v = generator.uniform(), edge = 0.5 - std::abs(u);
    double k = std::floor((2 * a / edge + b) * u + c);
    if (edge >= 0.07 && v <= accept) return k;
    if (k < 0 || k > count) continue;
    double bound = (m + 0.5) * std::log((m + 1) / (odds * (count - m + 1))) +
                   (count + 1) * std::log((count - m + 1) / (count - k + 1)) +
                   (k + 0.5) * std::log(odds * (count - k + 1) / (k + 1)) + stirling_rest(m) +
                   stirling_rest(count - m) - stirling_rest(k) - stirling_rest(count - k);
    if (std::log(v * alpha / (a / (edge * edge) + b)) <= bound) return k;
  }
}

double draw_binomial(double count, double p, Generator& generator) {
  if (std::isnan(count)) return count;  // no draw would be accepted
  if (count <= 0 || p <= 0) return 0;
  if (p >= 1) return count;
  if (p <= 0.5) return draw_few(count, p, generator);
  return p > 0.5 ? count - draw_few(count, 1 - p, generator) : std::nan("");
}

// Two tensors of one dtype, broadcast.
Metas pair_infer(const Args& args) {
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  if (a.dtype() != b.dtype())
    tensor_error("Found dtype " + std::string(dtype_scalar_name(b.dtype())) + " but expected " +
                 dtype_scalar_name(a.dtype()));
  if (a.sizes() == b.sizes()) return {meta_preserving(a, a.dtype())};
  return {meta_like(a, broadcast_sizes(sizes_of(a), sizes_of(b)), a.dtype())};
}
template <double (*f)(double, double)>
Outputs pair_kernel(const Args& args) {
  Tensor out = empty_for(pair_infer(args)[0]);
  Tensor a = empty_tensor(out.sizes(), DType::kFloat64), b = empty_tensor(out.sizes(), DType::kFloat64);
  copy_tensor(a, args.tensor(0));
  copy_tensor(b, args.tensor(1));
  for (int64_t i = 0; i < a.numel(); ++i) a.data<double>()[i] = f(a.data<double>()[i], b.data<double>()[i]);
  copy_tensor(out, a);
  return {out};
}
double draw_binomial(double count, double chance) { return draw_binomial(count, chance, default_generator()); }

double draw_gamma(double shape, Generator& generator) {
  double scale = 1;
  if (shape < 1) {
    if (shape == 0) return 0;
    scale = std::pow(1 - generator.uniform(), 1 / shape);
    shape += 1;
  }
  // Marsaglia and Tsang 2000.
  double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    double x, y;
    do {
      x = generator.normal();
      y = 1 + c * x;
    } while (y <= 0);
    double v = y * y * y, u = 1 - generator.uniform(), squared = x * x;
    if (u < 1 - 0.0331 * squared * squared || std::log(u) < 0.5 * squared + d * (1 - v + std::log(v)))
      return scale * d * v;
  }
}

// One draw per element of `args[0]`, in the order of memory.
template <auto draw>
Outputs draw_kernel(const Args& args) {
  Tensor values = contiguous_copy(as_dtype(args.tensor(0), DType::kFloat64));
  for (int64_t i = 0; i < values.numel(); ++i)
    values.data<double>()[i] = static_cast<double>(draw(values.data<double>()[i], default_generator()));
  return {as_dtype(values, args.tensor(0).dtype())};
}
// Implicit differentiation: the quantile stays, so dx/da = -(dF/da) / (dF/dx).
double gamma_slope(double shape, double x) {
  double h = 1e-3 * shape;
  auto f = [&](double steps) { return lower_gamma(shape + steps * h, x); };
  double by_shape = (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / (12 * h);
  return -by_shape / std::exp((shape - 1) * std::log(x) - x - std::lgamma(shape));
}
std::vector<Sample> rate_samples() { return {{Args{sample_tensor({2, 3}, 0.5, 20)}}}; }

// A method that fills its tensor with draws from a distribution of two parameters, or one.
using Fill2 = void (*)(const Tensor&, double, double, Generator&);
template <Fill2 fill>
Outputs fill_kernel(const Args& a) {
  fill(a.tensor(0), a.real(1), a.size() > 2 ? a.real(2) : 0, default_generator());
  return {a.tensor(0)};
}
constexpr OpDef filler(const char* name, const char* signature, const char* doc, const char* grad_name,
                       SamplesFn samples, KernelFn kernel) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kFiller,
          .samples = samples,
          .infer = same,
          .kernel = kernel,
          .grad = zero_gradient,
          .grad_name = grad_name,
          .lower = extern_lower};
}
std::vector<Sample> two_parameters() { return {{Args{sample_tensor({2, 3}), 0.5, 1.0}}}; }
std::vector<Sample> one_parameter() { return {{Args{sample_tensor({2, 3}), 0.5}}}; }

}  // namespace

constinit const OpDef op_bernoulli = define({
    .name = "bernoulli",
    .signature = "bernoulli(Tensor self) -> Tensor",
    .doc = "1 with the probability that each element gives, else 0.",
    .traits = kFunction | kMethod | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}, 0.1, 0.9)}}};
        },
    .infer = contiguous_meta,
    .kernel = bernoulli_kernel,
    .grad = zero_gradient,
    .grad_name = "BernoulliBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_multinomial = define({
    .name = "multinomial",
    .signature = "multinomial(Tensor self, int num_samples, bool replacement=False) -> Tensor",
    .doc = "Positions drawn with the probabilities of each row.",
    .traits = kFunction | kMethod | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}, 0.1, 0.9), 2, false}}};
        },
    .infer = multinomial_infer,
    .kernel = multinomial_kernel,
    .no_grad = "integer result",
    .lower = extern_lower,
});
constinit const OpDef op_uniform_inplace = define({
    .name = "uniform_",
    .signature = "uniform_(Tensor self, float from=0.0, float to=1.0) -> Tensor",
    .doc = "Fills with uniform random numbers.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), -1.0, 1.0}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      if (a.real(1) > a.real(2))
        tensor_error("uniform_ expects to return a [from, to) range, but found from=" + number_text(a.real(1)) +
                     " > to=" + number_text(a.real(2)));
      fill_uniform(a.tensor(0), a.real(1), a.real(2), default_generator());
      return {a.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "UniformBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_normal_inplace = define({
    .name = "normal_",
    .signature = "normal_(Tensor self, float mean=0.0, float std=1.0) -> Tensor",
    .doc = "Fills with normal random numbers.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.0, 1.0}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      if (a.real(2) < 0) tensor_error("normal expects std >= 0.0, but found std " + number_text(a.real(2)));
      fill_normal(a.tensor(0), a.real(1), a.real(2), default_generator());
      return {a.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "NormalBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_random_inplace = define({
    .name = "random_.from",
    .signature = "random_.from(Tensor self, int from, int to) -> Tensor",
    .doc = "Fills with random integers from `from` up to `to`, which is left out.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0, 5}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      if (a.integer(1) >= a.integer(2))
        tensor_error("random_ expects 'from' to be less than 'to', but got from=" + std::to_string(a.integer(1)) +
                     " >= to=" + std::to_string(a.integer(2)));
      check_random_range(a.integer(1), a.integer(2), a.tensor(0).dtype());
      fill_random_int(a.tensor(0), a.integer(1), a.integer(2), default_generator());
      return {a.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "RandomBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_random_to_inplace = define({
    .name = "random_.to",
    .signature = "random_.to(Tensor self, int to) -> Tensor",
    .doc = "Fills with random integers from 0 up to `to`, which is left out.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 5}}};
        },
    .infer = same,
    .kernel =
        [](const Args& a) {
          return op_random_inplace.kernel({a[0], 0, a[1]});
        },
    .grad = zero_gradient,
    .grad_name = "RandomBackward1",
    .lower = extern_lower,
});
constinit const OpDef op_exponential_inplace = define({
    .name = "exponential_",
    .signature = "exponential_(Tensor self, float lambd=1.0) -> Tensor",
    .doc = "Fills with exponentially distributed numbers.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      const Tensor& t = a.tensor(0);
      if (t.device().kind == DeviceKind::kCuda) {
        fill_exponential(t, a.real(1), default_generator());
        return {t};
      }
      Tensor noise = empty_for(meta_preserving(t, DType::kFloat64));  // drawn in the order of memory
      fill_uniform(noise, 0, 1, default_generator());
      double lambda = a.real(1);
      if (!(lambda > 0)) tensor_error("exponential_ expects lambda > 0.0, but found lambda=" + number_text(lambda));
      for (int64_t i = 0; i < noise.numel(); ++i)
        noise.data<double>()[i] = -1 / lambda * std::log1p(-noise.data<double>()[i]);
      copy_tensor(t, noise);
      return {t};
    },
    .grad = zero_gradient,
    .grad_name = "ExponentialBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_bernoulli_inplace = define({
    .name = "bernoulli_",
    .signature = "bernoulli_(Tensor self, float p=0.5) -> Tensor",
    .doc = "Fills with 1 with a probability, else 0.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      if (double p = a.real(1); !(p >= 0 && p <= 1))
        tensor_error("bernoulli_ expects p to be in [0, 1], but got p=" + number_text(p));
      fill_bernoulli(a.tensor(0), a.real(1), default_generator());
      return {a.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "BernoulliBackward1",
    .lower = extern_lower,
});
constinit const OpDef op_bernoulli_tensor_inplace = define({
    .name = "bernoulli_.Tensor",
    .signature = "bernoulli_.Tensor(Tensor self, Tensor p) -> Tensor",
    .doc = "Fills with 1 with the probability that each element of p gives, else 0.",
    .traits = kFiller,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9)}}};
        },
    .infer = same,
    .kernel = [](const Args& a) -> Outputs {
      if (!is_floating(a.tensor(1).dtype()))
        tensor_error(std::string("\"bernoulli_tensor_cpu_p_\" not implemented for '") +
                         dtype_scalar_name(a.tensor(1).dtype()) + "'",
                     "NotImplementedError");
      Args wide{a[1], sizes_of(a.tensor(0)), false};
      infer_op(op_expand, wide);  // refuses sizes that do not broadcast
      copy_tensor(a.tensor(0), bernoulli_kernel({op_expand.kernel(wide)[0]})[0]);
      return {a.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "BernoulliBackward2",
    .lower = extern_lower,
});
constinit const OpDef op_random_full_inplace = define(filler(
    "random_", "random_(Tensor self) -> Tensor", "Fills with integers over the whole range that the dtype holds.",
    "RandomBackward2",
    [] {
      return std::vector<Sample>{{Args{sample_tensor({2, 3})}}};
    },
    [](const Args& a) -> Outputs {
      fill_random_full(a.tensor(0), default_generator());
      return {a.tensor(0)};
    }));
constinit const OpDef op_cauchy_inplace = define(
    filler("cauchy_", "cauchy_(Tensor self, float median=0.0, float sigma=1.0) -> Tensor",
           "Fills with Cauchy distributed numbers.", "CauchyBackward0", two_parameters, [](const Args& a) {
             if (!is_floating(a.tensor(0).dtype()))
               tensor_error(std::string("Cauchy distribution is a continuous probability distribution. dtype must be a "
                                        "floating point but you specified ") +
                            dtype_cpp_name(a.tensor(0).dtype()));
             if (!(a.real(2) > 0))
               tensor_error("cauchy_ expects sigma > 0.0, but found sigma=" + number_text(a.real(2)));
             return fill_kernel<fill_cauchy>(a);
           }));
constinit const OpDef op_log_normal_inplace = define(
    filler("log_normal_", "log_normal_(Tensor self, float mean=1.0, float std=2.0) -> Tensor",
           "Fills with exponentials of normal numbers.", "LogNormalBackward0", two_parameters, [](const Args& a) {
             if (!(a.real(2) > 0))
               tensor_error("log_normal_ expects std > 0.0, but found std=" + number_text(a.real(2)));
             return fill_kernel<fill_log_normal>(a);
           }));
constinit const OpDef op_geometric_inplace =
    define(filler("geometric_", "geometric_(Tensor self, float p) -> Tensor",
                  "Fills with the number of trials until the first success of probability p.", "GeometricBackward0",
                  one_parameter, fill_kernel<[](const Tensor& t, double p, double, Generator& generator) {
                    if (!(p > 0 && p < 1))
                      tensor_error("geometric_ expects p to be in (0, 1), but got p=" + number_text(p));
                    fill_geometric(t, p, generator);
                  }>));
constinit const OpDef op_poisson = define({
    .name = "poisson",
    .signature = "poisson(Tensor self) -> Tensor",
    .doc = "Poisson distributed numbers with the rate that each element gives.",
    .traits = kFunction | kRandom,
    .samples = rate_samples,
    .infer = like_meta,
    .kernel = draw_kernel<draw_poisson>,
    .grad = zero_gradient,
    .grad_name = "PoissonBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_binomial = define({
    .name = "binomial",
    .signature = "binomial(Tensor count, Tensor prob) -> Tensor",
    .doc = "Numbers of successes in so many trials of that probability.",
    .traits = kFunction | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{call1(op_full_like, {sample_tensor({2, 3}), 8}),
                                           call1(op_full_like, {sample_tensor({2, 3}), 0.5})}}};
        },
    .infer = pair_infer,
    .kernel = pair_kernel<draw_binomial>,
    .no_grad = "draws do not depend smoothly on their parameters",
    .lower = extern_lower,
});
constinit const OpDef op_standard_gamma_grad = define({
    .name = "_standard_gamma_grad",
    .signature = "_standard_gamma_grad(Tensor self, Tensor output) -> Tensor",
    .doc = "How a draw from a gamma distribution moves with its shape, at a fixed quantile.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}, 0.5, 20), sample_tensor({2, 3}, 0.5, 20)}}};
        },
    .infer = pair_infer,
    .kernel = pair_kernel<gamma_slope>,
    .no_grad = "PyTorch has no second derivative of it either",
    .lower = extern_lower,
});
constinit const OpDef op_standard_gamma = define({
    .name = "_standard_gamma",
    .signature = "_standard_gamma(Tensor self) -> Tensor",
    .doc = "Gamma distributed numbers of scale 1 with the shape that each element gives.",
    .traits = kFunction | kRandom,
    .samples = rate_samples,
    .infer = like_meta,
    .kernel = draw_kernel<draw_gamma>,
    .grad =
        [](GradContext& c) {
          c.set(0, f::mul(c.grad_output(), call1(op_standard_gamma_grad, {c.input(0), c.output()})));
        },
    .grad_name = "StandardGammaBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});

VT_OPS(random_draws, &op_bernoulli, &op_multinomial, &op_uniform_inplace, &op_normal_inplace, &op_random_inplace,
       &op_random_to_inplace, &op_exponential_inplace, &op_bernoulli_inplace, &op_bernoulli_tensor_inplace,
       &op_random_full_inplace, &op_cauchy_inplace, &op_log_normal_inplace, &op_geometric_inplace, &op_poisson,
       &op_binomial, &op_standard_gamma, &op_standard_gamma_grad)

}  // namespace vt
