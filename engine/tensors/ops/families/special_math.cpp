#include "ops/families/special_math.h"

#include <cmath>
#include <limits>

#include "ops/kernels/widest.h"

namespace vt {

namespace {
// Rational approximations, in the middle and in the tails, and two steps of Newton's: PyTorch's, in the element's own
// precision, with the fused multiply-adds that its compiler made.
template <class T, size_t count>
VT_INLINE T polynomial(const T (&powers)[count], T x) {  // the highest power last
  T sum = powers[count - 1];
  for (size_t i = count - 1; i-- > 0;) sum = std::fma(sum, x, powers[i]);
  return sum;
}
template <class T>
VT_INLINE T erfinv_of(T y) {
  constexpr T kA[] = {T(0.886226899), T(-1.645349621), T(0.914624893), T(-0.140543331)};
  constexpr T kB[] = {T(-2.118377725), T(1.442710462), T(-0.329097515), T(0.012229801)};
  constexpr T kC[] = {T(-1.970840454), T(-1.624906493), T(3.429567803), T(1.641345311)};
  constexpr T kD[] = {T(3.543889200), T(1.637067800)};
  const T size = std::abs(y);
  if (std::isnan(y) || size > 1) return std::numeric_limits<T>::quiet_NaN();
  if (size == 1) return std::copysign(std::numeric_limits<T>::infinity(), y);
  T x;
  if (size <= T(0.7)) {
    const T z = y * y;
    x = y * polynomial(kA, z) / std::fma(polynomial(kB, z), z, T(1));
  } else {
    const T z = std::sqrt(-std::log((T(1) - size) / T(2)));
    x = std::copysign(polynomial(kC, z), y) / std::fma(polynomial(kD, z), z, T(1));
  }
  constexpr T kSlope = T(2) / static_cast<T>(1.7724538509055160273);  // 2 / sqrt(pi)
  for (int i = 0; i < 2; ++i) x = x - (std::erf(x) - y) / (kSlope * std::exp(-x * x));
  return x;
}
}  // namespace
double erfinv(double x) {
  return run_widest([=]() VT_LAMBDA { return erfinv_of(x); });
}
float erfinv(float x) {
  return run_widest([=]() VT_LAMBDA { return erfinv_of(x); });
}

// Recurrence up to x >= 10, then the asymptotic series.
double digamma(double x) {
  if (x == 0) return std::copysign(std::numeric_limits<double>::infinity(), -x);
  if (x < 0) {
    if (x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
    double fraction = x - std::trunc(x);
    return digamma(1 - x) - M_PI / std::tan(M_PI * fraction);
  }
  double result = 0;
  while (x < 10) result -= 1 / x++;
  double z = 1 / (x * x);
  double series =
      z *
      (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// I_n(x) for n = 0, 1 and x >= 0, times exp(-x): the power series, whose terms are all
// positive, and far out the asymptotic expansion.
double scaled_bessel_i(int n, double x) {
  if (std::isnan(x)) return x;
  if (x > 40) {
    double term = 1, sum = 1, mu = 4.0 * n * n;
    for (int k = 1; k < 30; ++k) {
      double next = -term * (mu - (2 * k - 1.0) * (2 * k - 1.0)) / (k * 8 * x);
      if (std::abs(next) >= std::abs(term)) break;
      sum += term = next;
    }
    return sum / std::sqrt(2 * M_PI * x);
  }
  double quarter = x * x / 4, term = n == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; k < 500 && term > sum * 1e-17; ++k) sum += term *= quarter / (k * (k + n));
  return sum * std::exp(-x);
}
}  // namespace

double bessel_i0e(double x) { return scaled_bessel_i(0, std::abs(x)); }
double bessel_i0(double x) { return bessel_i0e(x) * std::exp(std::abs(x)); }
double bessel_i1e(double x) { return std::copysign(scaled_bessel_i(1, std::abs(x)), x); }
double bessel_i1(double x) { return bessel_i1e(x) * std::exp(std::abs(x)); }

double sinc(double x) { return x == 0 ? 1 : std::sin(M_PI * x) / (M_PI * x); }
float sinc_float(float x) {
  float angle = static_cast<float>(M_PI) * x;
  return angle == 0 ? 1 : std::sin(angle) / angle;
}
double entropy_term(double x) { return x > 0 ? -x * std::log(x) : x == 0 ? 0 : std::isnan(x) ? x : -kInfinity; }
double erfcx(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  double z = 1 / (2 * x * x);
  return (1 - z * (1 - 3 * z * (1 - 5 * z))) / (x * std::sqrt(M_PI));
}
double normal_cdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
double log_normal_cdf(double x) {
  if (x < -1) return std::log(erfcx(-x * M_SQRT1_2) / 2) - x * x / 2;
  return std::log1p(-std::erfc(x * M_SQRT1_2) / 2);
}
double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) return kNaN;
  if (p == 0 || p == 1) return p == 0 ? -kInfinity : kInfinity;
  double x = M_SQRT2 * erfinv(2 * p - 1);
  for (int i = 0; i < 3 && std::isfinite(x); ++i) {  // erfinv loses digits where p is small
    double step = (normal_cdf(x) - p) * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
    x -= step / (1 + x * step / 2);
  }
  return x;
}

// Euler and Maclaurin's sum: nine terms one by one, then the integral and corrections.
double hurwitz_zeta(double x, double q) {
  if (x == 1) return kInfinity;
  if (x < 1) return kNaN;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    if (x != std::floor(x)) return kNaN;
  }
  double sum = 0, a = q;
  for (int i = 0; i < 9 || a <= 9; ++i, ++a) sum += std::pow(a, -x);
  double power = std::pow(a, -x);
  sum += a * power / (x - 1) + power / 2;
  // B_2k / (2k)!
  constexpr double kBernoulli[] = {
      1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000, 1.0 / 74724249600.0};
  double factor = x / a * power;
  for (int k = 0; k < 7; ++k) {
    sum += kBernoulli[k] * factor;
    factor *= (x + 2 * k + 1) * (x + 2 * k + 2) / (a * a);
  }
  return sum;
}

double polygamma(int64_t order, double x) {
  if (order == 0) return digamma(x);
  if (order == 1 && x < 0.5) {  // reflection
    double sine = std::sin(M_PI * x);
    return M_PI * M_PI / (sine * sine) - hurwitz_zeta(2, 1 - x);
  }
  const double next = static_cast<double>(order) + 1;
  return (order % 2 ? 1 : -1) * std::tgamma(next) * hurwitz_zeta(next, x);
}

double lower_gamma(double a, double x) {
  if (x < 0 || a < 0 || std::isnan(a) || std::isnan(x)) return kNaN;
  if (a == 0) return x > 0 ? 1 : kNaN;
  if (x == 0) return 0;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 0;
  if (std::isinf(x)) return 1;
  if (x > 1 && x > a) return 1 - upper_gamma(a, x);
  double term = 1 / a, sum = term;
  for (double n = a + 1; term > sum * 1e-17; ++n) sum += term *= x / n;
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}
double upper_gamma(double a, double x) {
  if (x < 0 || a < 0 || std::isnan(a) || std::isnan(x)) return kNaN;
  if (a == 0) return x > 0 ? 0 : kNaN;
  if (x == 0) return 1;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 1;
  if (std::isinf(x)) return 0;
  if (x <= 1 || x <= a) return 1 - lower_gamma(a, x);
  // Lentz's continued fraction.
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, result = d;
  for (int i = 1; i < 2000; ++i) {
    double factor = -i * (i - a);
    b += 2;
    d = factor * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + factor / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    double step = d * c;
    result *= step;
    if (std::abs(step - 1) < 1e-16) break;
  }
  return result * std::exp(a * std::log(x) - x - std::lgamma(a));
}

}  // namespace vt
