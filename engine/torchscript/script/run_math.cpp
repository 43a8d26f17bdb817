// The functions of Python's math module for script numbers.
#include <cmath>
#include <unordered_map>

#include "torchscript/script/run_node.h"

namespace vt::script {
namespace {

using vm::Interpreter;
using In = std::vector<vm::Value>;
constexpr double kPi = 3.141592653589793;

template <double (*fn)(double)>
vm::Value unary_real(Interpreter&, Node&, In& in) {
  return vm::Value::real(fn(as_real(in[0])));
}

double log_one(double v) { return std::log(v); }
template <double (*fn)(double, double)>
vm::Value binary_real(Interpreter&, Node&, In& in) {
  return vm::Value::real(fn(as_real(in[0]), as_real(in[1])));
}
vm::Value greatest_divisor(Interpreter&, Node&, In& in) {
  int64_t a = std::abs(in[0].as_int()), b = std::abs(in[1].as_int());
  while (b) std::swap(a %= b, b);
  return vm::Value::integer(a);
}
vm::Value factorial(Interpreter&, Node&, In& in) {
  int64_t n = in[0].as_int(), r = 1;
  if (n < 0) run_error("factorial() not defined for negative values");
  for (int64_t i = 2; i <= n; ++i) r *= i;
  return vm::Value::integer(r);
}
template <bool (*fn)(double)>
vm::Value ask_real(Interpreter&, Node&, In& in) {
  return vm::Value::boolean(fn(as_real(in[0])));
}
bool real_is_nan(double v) { return std::isnan(v); }
bool real_is_inf(double v) { return std::isinf(v); }
bool real_is_finite(double v) { return std::isfinite(v); }
double degrees_of(double v) { return v * 180.0 / kPi; }
double radians_of(double v) { return v * kPi / 180.0; }

}  // namespace

Handler math_handler(const std::string& kind) {
  static const std::unordered_map<std::string, Handler> all = {{"aten::sqrt", unary_real<std::sqrt>},
                                                               {"aten::exp", unary_real<std::exp>},
                                                               {"aten::log", unary_real<log_one>},
                                                               {"aten::log2", unary_real<std::log2>},
                                                               {"aten::log10", unary_real<std::log10>},
                                                               {"aten::log1p", unary_real<std::log1p>},
                                                               {"aten::expm1", unary_real<std::expm1>},
                                                               {"aten::sin", unary_real<std::sin>},
                                                               {"aten::cos", unary_real<std::cos>},
                                                               {"aten::tan", unary_real<std::tan>},
                                                               {"aten::asin", unary_real<std::asin>},
                                                               {"aten::acos", unary_real<std::acos>},
                                                               {"aten::atan", unary_real<std::atan>},
                                                               {"aten::sinh", unary_real<std::sinh>},
                                                               {"aten::cosh", unary_real<std::cosh>},
                                                               {"aten::tanh", unary_real<std::tanh>},
                                                               {"aten::fabs", unary_real<std::fabs>},
                                                               {"aten::gamma", unary_real<std::tgamma>},
                                                               {"aten::lgamma", unary_real<std::lgamma>},
                                                               {"aten::erf", unary_real<std::erf>},
                                                               {"aten::erfc", unary_real<std::erfc>},
                                                               {"aten::degrees", unary_real<degrees_of>},
                                                               {"aten::radians", unary_real<radians_of>},
                                                               {"aten::atan2", binary_real<std::atan2>},
                                                               {"aten::fmod", binary_real<std::fmod>},
                                                               {"aten::copysign", binary_real<std::copysign>},
                                                               {"aten::gcd", greatest_divisor},
                                                               {"aten::factorial", factorial},
                                                               {"aten::isnan", ask_real<real_is_nan>},
                                                               {"aten::isinf", ask_real<real_is_inf>},
                                                               {"aten::isfinite", ask_real<real_is_finite>}};
  auto found = all.find(kind);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace vt::script
