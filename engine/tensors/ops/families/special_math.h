// Functions of real numbers that <cmath> lacks.
#pragma once
#include <cstdint>

namespace vt {

double erfinv(double x);
float erfinv(float x);
double digamma(double x);
double polygamma(int64_t order, double x);
double hurwitz_zeta(double x, double q);
double bessel_i0(double x);
double bessel_i0e(double x);  // times exp(-|x|)
double bessel_i1(double x);
double bessel_i1e(double x);
double sinc(double x);
float sinc_float(float x);
double entropy_term(double x);  // -x log(x)
double erfcx(double x);         // exp(x^2) erfc(x)
double normal_cdf(double x);
double log_normal_cdf(double x);
double normal_quantile(double p);
double lower_gamma(double a, double x);  // regularised incomplete gamma functions
double upper_gamma(double a, double x);

}  // namespace vt
