// math: the functions of C with CPython's domain and range errors, and the exact ones on
// integers.
#include <cmath>
#include <cstring>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
[[noreturn]] void domain_error() { raise(types().ValueError, "math domain error"); }
[[noreturn]] void range_error() { raise(types().OverflowError, "math range error"); }

double real(Interpreter& vm, const Value& v) {
  double out;
  if (as_double(v, out)) return out;
  if (v.as<Str>() || (!type_of(v)->find(intern("__float__")) && !type_of(v)->find(intern("__index__"))))
    raise(types().TypeError, std::string("must be real number, not ") + type_name(v));
  return vm.to_double(v);
}
Value checked(double out, double x) {
  if (std::isnan(out) && !std::isnan(x)) domain_error();
  if (std::isinf(out) && std::isfinite(x)) range_error();
  return Value::real(out);
}

using Function1 = double (*)(double);
// `overflow`: whether an infinite result is a range error (exp) or a domain error (log of 0).
template <Function1 fn, bool overflow>
Value unary(Interpreter& vm, const Arguments& a) {
  const NativeFunction* self = current_native(vm);
  exactly_one(a, self ? ("math." + self->name).c_str() : "math function");
  const double x = real(vm, a[0]);
  const double out = fn(x);
  if (std::isinf(out) && std::isfinite(x) && !overflow) domain_error();
  return checked(out, x);
}
double c_sin(double x) { return std::sin(x); }
double c_cos(double x) { return std::cos(x); }
double c_tan(double x) { return std::tan(x); }
double c_asin(double x) { return std::asin(x); }
double c_acos(double x) { return std::acos(x); }
double c_atan(double x) { return std::atan(x); }
double c_sinh(double x) { return std::sinh(x); }
double c_cosh(double x) { return std::cosh(x); }
double c_tanh(double x) { return std::tanh(x); }
double c_asinh(double x) { return std::asinh(x); }
double c_acosh(double x) { return std::acosh(x); }
double c_atanh(double x) { return std::atanh(x); }
double c_exp(double x) { return std::exp(x); }
double c_exp2(double x) { return std::exp2(x); }
double c_expm1(double x) { return std::expm1(x); }
double c_log1p(double x) { return std::log1p(x); }
double c_sqrt(double x) { return std::sqrt(x); }
double c_cbrt(double x) { return std::cbrt(x); }
double c_fabs(double x) { return std::fabs(x); }
double c_erf(double x) { return std::erf(x); }
double c_erfc(double x) { return std::erfc(x); }
double c_degrees(double x) { return x * (180.0 / M_PI); }
double c_radians(double x) { return x * (M_PI / 180.0); }
// The Lanczos approximation of the gamma function with n = 13 and g = 6.024680040776729583740234375
// (Pugh 2004, as CPython has it), whose last digits programs print.
constexpr double kLanczosG = 6.024680040776729583740234375;
double lanczos_sum(double x) {
  constexpr double kNumerator[] = {
      23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
      35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
      6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
      248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
      2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
      8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
      2.5066282746310002701649081771338373386264310793408};
  constexpr double kDenominator[] = {0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
                                     45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
                                     1925.0,     66.0,       1.0};
  double top = 0, bottom = 0;
  for (int i = 0; i < 13; ++i) {
    const int from = x < 5.0 ? 12 - i : i;
    top = x < 5.0 ? top * x + kNumerator[from] : top / x + kNumerator[from];
    bottom = x < 5.0 ? bottom * x + kDenominator[from] : bottom / x + kDenominator[from];
  }
  return top / bottom;
}
// sin(pi x) with small arguments to sin and cos only: exact zeros, no lost digits.
double sine_of_pi(double x) {
  const double y = std::fmod(std::fabs(x), 2.0);
  double out = 0;
  switch (static_cast<int>(std::round(2.0 * y))) {
    case 0: out = std::sin(M_PI * y); break;
    case 1: out = std::cos(M_PI * (y - 0.5)); break;
    case 2: out = std::sin(M_PI * (1.0 - y)); break;
    case 3: out = -std::cos(M_PI * (y - 1.5)); break;
    default: out = std::sin(M_PI * (y - 2.0));
  }
  return std::copysign(1.0, x) * out;
}
double lanczos_gamma(double x) {
  const double size = std::fabs(x);
  if (size < 1e-20) return 1.0 / x;
  // Beyond these the result is zero or infinite.
  if (size > 200.0) return x > 0 ? HUGE_VAL : 0.0 / sine_of_pi(x);
  const double y = size + (kLanczosG - 0.5);
  // What was rounded away in y, which the power below would make large.
  const double lost = size > kLanczosG - 0.5 ? y - size - (kLanczosG - 0.5) : y - (kLanczosG - 0.5) - size;
  const double correction = lost * kLanczosG / y;
  const bool halved = size >= 140.0;  // the power alone would overflow
  const double power = std::pow(y, halved ? size / 2.0 - 0.25 : size - 0.5);
  double out;
  if (x < 0) {
    out = -M_PI / sine_of_pi(size) / size * std::exp(y) / lanczos_sum(size);
    out -= correction * out;
    out /= power;
    if (halved) out /= power;
  } else {
    out = lanczos_sum(size) / std::exp(y);
    out += correction * out;
    out *= power;
    if (halved) out *= power;
  }
  return out;
}
double c_gamma(double x) {
  if (std::isinf(x) && x < 0) return NAN;
  if (x == std::floor(x) && x <= 0) return std::isfinite(x) ? NAN : x;
  if (!std::isfinite(x)) return x;
  // Exact for the factorials that doubles hold.
  if (x == std::floor(x) && x <= 23) {
    double out = 1;
    for (double i = 2; i < x; ++i) out *= i;
    return out;
  }
  return lanczos_gamma(x);
}
double lanczos_lgamma(double x) {
  const double size = std::fabs(x);
  if (size < 1e-20) return -std::log(size);
  double out = std::log(lanczos_sum(size)) - kLanczosG;
  out += (size - 0.5) * (std::log(size + kLanczosG - 0.5) - 1);
  // The reflection formula for negative x.
  if (x < 0) out = std::log(M_PI) - std::log(std::fabs(sine_of_pi(size))) - std::log(size) - out;
  return out;
}
double c_lgamma(double x) {
  if (std::isinf(x)) return HUGE_VAL;
  if (x == std::floor(x) && x <= 0) return HUGE_VAL;
  if (x == 1 || x == 2) return 0;
  return lanczos_lgamma(x);
}

// The logarithm of any positive integer, also beyond the range of doubles.
double log_of(Interpreter& vm, const Value& v, Function1 fn) {
  if (const BigInt* big = v.as<BigInt>(); big && !big->negative && !big->limbs.empty()) {
    bool overflow;
    const double near = big_to_double(to_big(v), overflow);
    if (!overflow) return fn(near);
    // As mantissa in [0.5, 1) and power of two.
    const uint64_t bits = big_bit_length(to_big(v));
    const double mantissa = std::ldexp(big_to_double(big_shift_right(to_big(v), bits - 1000), overflow), -1000);
    return fn(mantissa) + fn(2.0) * static_cast<double>(bits);
  }
  const double x = real(vm, v);
  if (x <= 0) domain_error();
  return fn(x);
}
double natural(double x) { return std::log(x); }
Value log(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "log", 1, 2);
  const double numerator = log_of(vm, a[0], natural);
  if (a.size() == 1) return Value::real(numerator);
  const double denominator = log_of(vm, a[1], natural);
  if (denominator == 0) raise(types().ZeroDivisionError, "float division by zero");
  return Value::real(numerator / denominator);
}
double base_two(double x) { return std::log2(x); }
double base_ten(double x) { return std::log10(x); }
Value log2(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.log2");
  return Value::real(log_of(vm, a[0], base_two));
}
Value log10(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.log10");
  return Value::real(log_of(vm, a[0], base_ten));
}

Value pow(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "pow", 2, 2);
  const double x = real(vm, a[0]), y = real(vm, a[1]), out = std::pow(x, y);
  if (std::isfinite(x) && std::isfinite(y)) {
    if (std::isnan(out) || (x == 0 && y < 0)) domain_error();
    if (std::isinf(out)) range_error();
  }
  return Value::real(out);
}
Value fmod(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "fmod", 2, 2);
  const double x = real(vm, a[0]), y = real(vm, a[1]), out = std::fmod(x, y);
  if (std::isnan(out) && !std::isnan(x) && !std::isnan(y)) domain_error();
  return Value::real(out);
}
template <double (*fn)(double, double)>
Value binary(Interpreter& vm, const Arguments& a) {
  const NativeFunction* self = current_native(vm);
  expect_arguments(a, self ? self->name.c_str() : "math function", 2, 2);
  return Value::real(fn(real(vm, a[0]), real(vm, a[1])));
}
double c_atan2(double y, double x) { return std::atan2(y, x); }
double c_copysign(double x, double y) { return std::copysign(x, y); }
Value nextafter(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "nextafter", {"x", "y", "*", "steps"}, 2);
  double x = real(vm, bound[0]);
  const double y = real(vm, bound[1]);
  if (bound[2].is_null() || bound[2].is_none()) return Value::real(std::nextafter(x, y));
  Big steps = to_big(index_value(vm, bound[2]));
  if (steps.negative) raise(types().ValueError, "steps must be a non-negative integer");
  if (std::isnan(x) || std::isnan(y)) return Value::real(x + y);
  // As integers, the bits of the floats of one sign count up from zero.
  const auto place = [](double v) {
    int64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return bits < 0 ? -(bits & INT64_MAX) : bits;
  };
  const int64_t from = place(x), to = place(y);
  if (steps.is_zero()) return Value::real(x);
  const Big distance =
      from < to ? big_subtract(big_from(to), big_from(from)) : big_subtract(big_from(from), big_from(to));
  if (big_compare(steps, distance) >= 0) return Value::real(y);
  const Big there = from < to ? big_add(big_from(from), steps) : big_subtract(big_from(from), steps);
  const int64_t at = small_integer(make_int(there));
  int64_t bits = at < 0 ? -at : at;
  std::memcpy(&x, &bits, sizeof x);
  return Value::real(at < 0 || (at == 0 && from < 0) ? -x : x);
}
Value remainder(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "remainder", 2, 2);
  const double x = real(vm, a[0]), y = real(vm, a[1]), out = std::remainder(x, y);
  if (std::isnan(out) && !std::isnan(x) && !std::isnan(y)) domain_error();
  return Value::real(out);
}
Value ldexp(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "ldexp", 2, 2);
  const double x = real(vm, a[0]);
  const int64_t e = vm.to_index(a[1]);
  const double out = std::ldexp(x, static_cast<int>(std::max<int64_t>(-5000, std::min<int64_t>(5000, e))));
  if (std::isinf(out) && std::isfinite(x)) range_error();
  return Value::real(out);
}
Value frexp(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.frexp");
  int exponent = 0;
  const double x = real(vm, a[0]), out = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return make_tuple({Value::real(out), Value::integer(exponent)});
}
Value modf(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.modf");
  double whole;
  const double fraction = std::modf(real(vm, a[0]), &whole);
  return make_tuple({Value::real(fraction), Value::real(whole)});
}
Value hypot(Interpreter& vm, const Arguments& a) {
  std::vector<double> parts;
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    parts.push_back(std::fabs(real(vm, a[i])));
    largest = std::fmax(largest, parts.back());
  }
  for (double p : parts)
    if (std::isinf(p)) return Value::real(p);
  if (parts.size() == 2) return Value::real(std::hypot(parts[0], parts[1]));
  if (largest == 0) return Value::real(0);
  long double sum = 0;
  for (double p : parts) sum += static_cast<long double>(p / largest) * (p / largest);
  return Value::real(static_cast<double>(largest * std::sqrt(sum)));
}
Value dist(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "dist", 2, 2);
  const auto p = vm.to_vector(a[0]), q = vm.to_vector(a[1]);
  if (p.size() != q.size()) raise(types().ValueError, "both points must have the same number of dimensions");
  std::vector<Value> differences;
  for (size_t i = 0; i < p.size(); ++i) differences.push_back(Value::real(real(vm, p[i]) - real(vm, q[i])));
  return hypot(vm, Arguments{differences.data(), differences.size(), nullptr, 0});
}

// floor, ceil and trunc ask the object itself first.
template <double (*fn)(double)>
Value rounded(Interpreter& vm, const Arguments& a, const char* method) {
  if (a[0].is_int() || a[0].is_bool()) return index_value(vm, a[0]);
  if (!a[0].is_float()) {
    if (type_of(a[0])->find(intern(method))) return vm.call_method(a[0], method, {});
  }
  const double x = real(vm, a[0]);
  if (std::isnan(x)) raise(types().ValueError, "cannot convert float NaN to integer");
  if (std::isinf(x)) raise(types().OverflowError, "cannot convert float infinity to integer");
  return make_int(big_from_double(fn(x)));
}
double c_floor(double x) { return std::floor(x); }
double c_ceil(double x) { return std::ceil(x); }
double c_trunc(double x) { return std::trunc(x); }
Value floor(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.floor");
  return rounded<c_floor>(vm, a, "__floor__");
}
Value ceil(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.ceil");
  return rounded<c_ceil>(vm, a, "__ceil__");
}
Value trunc(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.trunc");
  if (!is_number(a[0]) && !type_of(a[0])->find(intern("__trunc__")))
    raise(types().TypeError, std::string("type ") + type_name(a[0]) + " doesn't define __trunc__ method");
  return rounded<c_trunc>(vm, a, "__trunc__");
}

Value isnan(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.isnan");
  return Value::boolean(std::isnan(real(vm, a[0])));
}
Value isinf(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.isinf");
  return Value::boolean(std::isinf(real(vm, a[0])));
}
Value isfinite(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.isfinite");
  return Value::boolean(std::isfinite(real(vm, a[0])));
}
Value isclose(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "isclose", {"a", "b", "*", "rel_tol", "abs_tol"}, 2);
  const double x = real(vm, bound[0]), y = real(vm, bound[1]);
  const double relative = bound[2].is_null() ? 1e-9 : real(vm, bound[2]),
               absolute = bound[3].is_null() ? 0 : real(vm, bound[3]);
  if (relative < 0 || absolute < 0) raise(types().ValueError, "tolerances must be non-negative");
  if (x == y) return Value::boolean(true);
  if (std::isinf(x) || std::isinf(y)) return Value::boolean(false);
  const double difference = std::fabs(x - y);
  return Value::boolean(difference <= std::fabs(relative * y) || difference <= std::fabs(relative * x) ||
                        difference <= absolute);
}

// ---- integers ------------------------------------------------------------------------
Value factorial(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.factorial");
  const int64_t n = vm.to_index(a[0]);
  if (n < 0) raise(types().ValueError, "factorial() not defined for negative values");
  if (n > 200000) check_memory(vm, UINT64_MAX);
  Big out = big_from(1);
  for (int64_t i = 2; i <= n; ++i) out = big_multiply(out, big_from(i));
  return make_int(out);
}
Value gcd(Interpreter& vm, const Arguments& a) {
  Big out;
  for (size_t i = 0; i < a.size(); ++i) out = big_gcd(out, to_big(index_value(vm, a[i])));
  return make_int(out);
}
Value lcm(Interpreter& vm, const Arguments& a) {
  Big out = big_from(1), ignored;
  for (size_t i = 0; i < a.size(); ++i) {
    Big v = to_big(index_value(vm, a[i]));
    v.negative = false;
    if (v.is_zero()) return Value::integer(0);
    Big quotient;
    big_divmod(v, big_gcd(out, v), quotient, ignored);
    out = big_multiply(out, quotient);
  }
  return make_int(out);
}
Value isqrt(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.isqrt");
  const Big v = to_big(index_value(vm, a[0]));
  if (v.negative) raise(types().ValueError, "isqrt() argument must be nonnegative");
  return make_int(big_square_root(v));
}
// n (n-1) ... (n-k+1), divided by k! step by step for combinations.
Value choose(Interpreter& vm, const Arguments& a, bool ordered, const char* name) {
  expect_arguments(a, name, ordered ? 1 : 2, 2);
  const int64_t n = vm.to_index(a[0]);
  int64_t k = a.size() > 1 && !a[1].is_none() ? vm.to_index(a[1]) : n;
  if (n < 0) raise(types().ValueError, "n must be a non-negative integer");
  if (k < 0) raise(types().ValueError, "k must be a non-negative integer");
  if (k > n) return Value::integer(0);
  if (!ordered && k > n - k) k = n - k;
  Big out = big_from(1), ignored;
  for (int64_t i = 0; i < k; ++i) {
    out = big_multiply(out, big_from(n - i));
    if (!ordered) big_divmod(out, big_from(i + 1), out, ignored);
  }
  return make_int(out);
}
Value comb(Interpreter& vm, const Arguments& a) { return choose(vm, a, false, "comb"); }
Value perm(Interpreter& vm, const Arguments& a) { return choose(vm, a, true, "perm"); }

// ---- sums ----------------------------------------------------------------------------
// Exact: partial sums that do not overlap, rounded once at the end (Shewchuk).
Value fsum(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.fsum");
  std::vector<double> partials;
  double special = 0;
  for_each_item(vm, a[0], [&](const Value& item) {
    double x = real(vm, item);
    if (!std::isfinite(x)) {
      special += x;
      return true;
    }
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0) partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    partials.push_back(x);
    return true;
  });
  if (special != 0) return Value::real(special);
  double high = 0, low = 0;
  size_t n = partials.size();
  if (n > 0) high = partials[--n];
  while (n > 0) {
    const double x = high, y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0) break;
  }
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    const double y = low * 2, x = high + y;
    if (y == x - high) high = x;
  }
  return Value::real(high);
}
Value prod(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "prod", {"iterable", "*", "start"}, 1);
  Value out = bound[1].is_null() ? Value::integer(1) : bound[1];
  for_each_item(vm, bound[0], [&](const Value& item) {
    out = vm.binary(BinaryOp::kMultiply, out, item);
    return true;
  });
  return out;
}
Value sumprod(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "sumprod", 2, 2);
  const auto p = vm.to_vector(a[0]), q = vm.to_vector(a[1]);
  if (p.size() != q.size()) raise(types().ValueError, "Inputs are not the same length");
  Value out = Value::integer(0);
  for (size_t i = 0; i < p.size(); ++i)
    out = vm.binary(BinaryOp::kAdd, out, vm.binary(BinaryOp::kMultiply, p[i], q[i]));
  return out;
}
Value ulp(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "math.ulp");
  const double x = std::fabs(real(vm, a[0]));
  if (!std::isfinite(x)) return Value::real(x);
  const double up = std::nextafter(x, HUGE_VAL);
  return Value::real(std::isinf(up) ? x - std::nextafter(x, 0) : up - x);
}
}  // namespace

void load_math(Interpreter&, Module& module) {
  const std::pair<const char*, NativeFn> functions[] = {{"sin", unary<c_sin, true>},
                                                        {"cos", unary<c_cos, true>},
                                                        {"tan", unary<c_tan, true>},
                                                        {"asin", unary<c_asin, true>},
                                                        {"acos", unary<c_acos, true>},
                                                        {"atan", unary<c_atan, true>},
                                                        {"sinh", unary<c_sinh, true>},
                                                        {"cosh", unary<c_cosh, true>},
                                                        {"tanh", unary<c_tanh, true>},
                                                        {"asinh", unary<c_asinh, true>},
                                                        {"acosh", unary<c_acosh, true>},
                                                        {"atanh", unary<c_atanh, false>},
                                                        {"exp", unary<c_exp, true>},
                                                        {"exp2", unary<c_exp2, true>},
                                                        {"expm1", unary<c_expm1, true>},
                                                        {"log1p", unary<c_log1p, false>},
                                                        {"sqrt", unary<c_sqrt, true>},
                                                        {"cbrt", unary<c_cbrt, true>},
                                                        {"fabs", unary<c_fabs, true>},
                                                        {"erf", unary<c_erf, true>},
                                                        {"erfc", unary<c_erfc, true>},
                                                        {"degrees", unary<c_degrees, true>},
                                                        {"radians", unary<c_radians, true>},
                                                        {"gamma", unary<c_gamma, true>},
                                                        {"lgamma", unary<c_lgamma, false>},
                                                        {"log", log},
                                                        {"log2", log2},
                                                        {"log10", log10},
                                                        {"pow", pow},
                                                        {"fmod", fmod},
                                                        {"atan2", binary<c_atan2>},
                                                        {"copysign", binary<c_copysign>},
                                                        {"nextafter", nextafter},
                                                        {"remainder", remainder},
                                                        {"ldexp", ldexp},
                                                        {"frexp", frexp},
                                                        {"modf", modf},
                                                        {"hypot", hypot},
                                                        {"dist", dist},
                                                        {"floor", floor},
                                                        {"ceil", ceil},
                                                        {"trunc", trunc},
                                                        {"isnan", isnan},
                                                        {"isinf", isinf},
                                                        {"isfinite", isfinite},
                                                        {"isclose", isclose},
                                                        {"factorial", factorial},
                                                        {"gcd", gcd},
                                                        {"lcm", lcm},
                                                        {"isqrt", isqrt},
                                                        {"comb", comb},
                                                        {"perm", perm},
                                                        {"fsum", fsum},
                                                        {"prod", prod},
                                                        {"sumprod", sumprod},
                                                        {"ulp", ulp}};
  for (const auto& [name, fn] : functions) define_function(module, name, fn);
  set_attribute(module, "pi", Value::real(M_PI));
  set_attribute(module, "e", Value::real(M_E));
  set_attribute(module, "tau", Value::real(2 * M_PI));
  set_attribute(module, "inf", Value::real(HUGE_VAL));
  set_attribute(module, "nan", Value::real(std::nan("")));
}

}  // namespace vt::vm
