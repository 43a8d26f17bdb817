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

}  // namespace vt
