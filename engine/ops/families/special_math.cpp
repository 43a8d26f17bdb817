#include "ops/families/special_math.h"

namespace vt {

// Winitzki's closed form as the start, then Halley steps on erf(y) = x.
double erfinv(double x) {
  if (std::isnan(x) || x < -1 || x > 1) return std::numeric_limits<double>::quiet_NaN();
  if (x == 1 || x == -1) return std::copysign(std::numeric_limits<double>::infinity(), x);
  if (x == 0) return x;
  constexpr double kA = 0.147;
  double l = std::log1p(-x * x);
  double t = 2 / (M_PI * kA) + l / 2;
  double y = std::copysign(std::sqrt(std::sqrt(t * t - l / kA) - t), x);
  for (int i = 0; i < 4; ++i) {
    // erfc keeps digits where erf is close to 1.
    double error = x > 0 ? (1 - x) - std::erfc(y) : std::erfc(-y) - (1 + x);
    double slope = 2 / std::sqrt(M_PI) * std::exp(-y * y);
    if (slope == 0) break;
    double step = error / slope;
    y -= step / (1 + y * step);  // Halley
  }
  return y;
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

}  // namespace vt
