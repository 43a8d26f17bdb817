// Functions of real numbers that <cmath> lacks, and Python's division.
#pragma once
#include <cmath>
#include <limits>

namespace vt {

template <class T>
T python_remainder(T a, T b) {
  T m = std::fmod(a, b);
  if (m != 0 && (b < 0) != (m < 0)) m += b;
  return m;
}

// Python's floor division: exact also where a / b rounds up to an integer.
template <class T>
T python_floor_divide(T a, T b) {
  if (b == 0) return a / b;
  T m = std::fmod(a, b);
  T quotient = (a - m) / b;
  if (m != 0 && (b < 0) != (m < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T(0), a / b);
  T down = std::floor(quotient);
  return quotient - down > T(0.5) ? down + 1 : down;
}

double erfinv(double x);
double digamma(double x);
double polygamma(int order, double x);
double hurwitz_zeta(double x, double q);
double bessel_i0(double x);
double bessel_i0e(double x);  // times exp(-|x|)
double bessel_i1(double x);
double bessel_i1e(double x);
double sinc(double x);
double sinc_float(double x);
double entropy_term(double x);  // -x log(x)
double erfcx(double x);         // exp(x^2) erfc(x)
double normal_cdf(double x);
double log_normal_cdf(double x);
double normal_quantile(double p);
double lower_gamma(double a, double x);  // regularised incomplete gamma functions
double upper_gamma(double a, double x);

}  // namespace vt
