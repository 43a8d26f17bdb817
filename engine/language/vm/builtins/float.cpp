// float: IEEE doubles with CPython's rounding, division and errors.
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "vm/builtins/builtins.h"
#include "vm/builtins/nullary.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
[[noreturn]] void divide_by_zero(const char* message) { raise(types().ZeroDivisionError, message); }

double number_of(const Value& v) { return v.is_float() ? v.as_float() : boxed_float(v)->number; }

bool operands(const Value& a, const Value& b, double& x, double& y) { return as_double(a, x) && as_double(b, y); }

Value add(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  return operands(a, b, x, y) ? Value::real(x + y) : not_implemented();
}
Value subtract(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  return operands(a, b, x, y) ? Value::real(x - y) : not_implemented();
}
Value multiply(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  return operands(a, b, x, y) ? Value::real(x * y) : not_implemented();
}
Value divide(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  if (!operands(a, b, x, y)) return not_implemented();
  if (y == 0) divide_by_zero("float division by zero");
  return Value::real(x / y);
}

double modulo_of(double x, double y) {
  double m = std::fmod(x, y);
  if (m != 0) {
    if ((y < 0) != (m < 0)) m += y;
  } else {
    m = std::copysign(0.0, y);
  }
  return m;
}
double floor_division_of(double x, double y) {
  double m = std::fmod(x, y), d = (x - m) / y;
  if (m != 0 && (y < 0) != (m < 0)) d -= 1.0;
  if (d == 0) return std::copysign(0.0, x / y);
  double f = std::floor(d);
  if (d - f > 0.5) f += 1.0;
  return f;
}
Value floor_division(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  if (!operands(a, b, x, y)) return not_implemented();
  if (y == 0) divide_by_zero("float floor division by zero");
  return Value::real(floor_division_of(x, y));
}
Value modulo(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  if (!operands(a, b, x, y)) return not_implemented();
  if (y == 0) divide_by_zero("float modulo");
  return Value::real(modulo_of(x, y));
}
Value divmod_method(Interpreter&, const Arguments& a) {
  double x, y;
  exactly_one(a, "float.__divmod__", 1);
  if (!operands(a[0], a[1], x, y)) return not_implemented();
  if (y == 0) divide_by_zero("float divmod()");
  return make_tuple({Value::real(floor_division_of(x, y)), Value::real(modulo_of(x, y))});
}
Value reflected_divmod(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "float.__rdivmod__", 1);
  const Value swapped[] = {a[1], a[0]};
  return divmod_method(vm, Arguments{swapped, 2});
}
Value power(Interpreter&, const Value& a, const Value& b) {
  double x, y;
  if (!operands(a, b, x, y)) return not_implemented();
  if (x == 0 && y < 0 && std::isfinite(y)) divide_by_zero("0.0 cannot be raised to a negative power");
  if (x < 0 && std::isfinite(x) && std::isfinite(y) && y != std::floor(y)) return complex_power(x, y);
  const double out = std::pow(x, y);
  if (std::isinf(out) && std::isfinite(x) && std::isfinite(y))
    raise_value(make<Exception>(types().OverflowError,
                                make_tuple({Value::integer(34), make_str("Numerical result out of range")})));
  return Value::real(out);
}

// Exact: a big integer is never rounded before it is compared.
int compare_with_integer(double x, const Value& integer) {
  if (std::isinf(x)) return x > 0 ? 1 : -1;
  const double whole = std::trunc(x);
  const int order = big_compare(big_from_double(whole), to_big(integer));
  return order ? order : x < whole ? -1 : x > whole;
}
bool is_any_float(const Value& v) { return v.is_float() || boxed_float(v); }
Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  int order;
  if (is_any_float(a) && is_any_float(b)) {
    const double x = number_of(a), y = number_of(b);
    if (std::isnan(x) || std::isnan(y)) return Value::boolean(op == CompareOp::kNotEqual);
    order = x < y ? -1 : x > y;
  } else if (is_any_float(a) && is_integer(b)) {
    if (std::isnan(number_of(a))) return Value::boolean(op == CompareOp::kNotEqual);
    order = compare_with_integer(number_of(a), b);
  } else if (is_integer(a) && is_any_float(b)) {
    if (std::isnan(number_of(b))) return Value::boolean(op == CompareOp::kNotEqual);
    order = -compare_with_integer(number_of(b), a);
  } else {
    return not_implemented();
  }
  return Value::boolean(order_matches(order, op));
}

Value negative(Interpreter&, const Value& v) { return Value::real(-number_of(v)); }
Value itself_slot(Interpreter&, const Value& v) { return Value::real(number_of(v)); }
Value absolute(Interpreter&, const Value& v) { return Value::real(std::fabs(number_of(v))); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(number_of(v) != 0); }
Value hash(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(hash_double(number_of(v)))); }
Value repr(Interpreter&, const Value& v) { return make_str(float_repr(number_of(v))); }

Value whole(double v) {
  if (std::isnan(v)) raise(types().ValueError, "cannot convert float NaN to integer");
  if (std::isinf(v)) raise(types().OverflowError, "cannot convert float infinity to integer");
  return make_int(big_from_double(v));
}
Value to_int(Interpreter&, const Value& v) { return whole(number_of(v)); }

// Two NaNs made apart are two objects in CPython, so that `nan in [nan]` can tell them.
// Unboxed floats are the same when their bits are, so each gets bits of its own.
Value distinct_nan(double v) {
  static uint64_t made = 0;
  if (!std::isnan(v)) return Value::real(v);
  uint64_t bits;
  std::memcpy(&bits, &v, sizeof bits);
  bits = (bits & ~uint64_t{0xffffffff}) | (++made & 0xffffffff);
  std::memcpy(&v, &bits, sizeof bits);
  return Value::real(v);
}

Value convert(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "float", 0, 1);
  if (a.size() == 0) return Value::real(0.0);
  double out;
  if (!overrides(a[0], "__float__")) {
    if (const Str* text = a[0].as<Str>()) return distinct_nan(parse_float(text->text, a[0], vm));
    if (const Bytes* data = a[0].as<Bytes>()) return Value::real(parse_float(data->data, a[0], vm));
    if (as_double(a[0], out)) return Value::real(out);
  }
  for (const char* name : {"__float__", "__index__"}) {
    if (!type_of(a[0])->find(intern(name))) continue;
    const Value made = vm.call_method(a[0], name, {});
    if (is_any_float(made)) return Value::real(number_of(made));
    if (name[2] == 'i') {
      if (is_integer(made)) return Value::real(integer_to_double(made));
      raise(types().TypeError, std::string("__index__ returned non-int (type ") + type_name(made) + ")");
    }
    raise(types().TypeError,
          std::string(type_name(a[0])) + "." + name + " returned non-float (type " + type_name(made) + ")");
  }
  raise(types().TypeError,
        std::string("float() argument must be a string or a real number, not '") + type_name(a[0]) + "'");
}

Value construct(Interpreter& vm, Type* type, const Arguments& given) {
  const Arguments a = own_arguments(given, type, "__init__");
  Value made = convert(vm, a);
  return type == types().float_ ? made : make<BoxedFloat>(type, made.as_float());
}

Value is_integer_method(Interpreter&, const Arguments& a) {
  no_arguments(a, "float.is_integer");
  const double v = number_of(a[0]);
  return Value::boolean(std::isfinite(v) && v == std::floor(v));
}
Value integer_ratio(Interpreter&, const Arguments& a) {
  const double v = number_of(a[0]);
  if (std::isnan(v)) raise(types().ValueError, "cannot convert NaN to integer ratio");
  if (std::isinf(v)) raise(types().OverflowError, "cannot convert Infinity to integer ratio");
  int exponent;
  double fraction = std::frexp(v, &exponent);
  for (int i = 0; i < 300 && fraction != std::floor(fraction); ++i, --exponent) fraction *= 2;
  Big numerator = big_from_double(fraction), denominator = big_from(1);
  if (exponent > 0) numerator = big_shift_left(numerator, exponent);
  else denominator = big_shift_left(denominator, -exponent);
  return make_tuple({make_int(numerator), make_int(denominator)});
}
Value format(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "float.__format__", 1);
  const std::string_view spec = expect_str(a[1], "__format__() argument");
  return make_str(spec.empty() ? vm.str(a[0]) : format_float(number_of(a[0]), spec, type_name(a[0])));
}

// Correctly rounded decimal rounding: through the digits, not through a product.
Value round_float(Interpreter& vm, const Arguments& a) {
  const double v = number_of(a[0]);
  if (a.size() < 2 || a[1].is_none()) {
    whole(v);
    double rounded = std::round(v);
    if (std::fabs(v - rounded) == 0.5) rounded = 2.0 * std::round(v / 2.0);
    return whole(rounded);
  }
  const Value index = index_value(vm, a[1]);
  const int64_t digits = is_small_integer(index) ? small_integer(index) : index.as<BigInt>()->negative ? -10000 : 10000;
  if (!std::isfinite(v) || digits > 323) return Value::real(v);
  if (digits < -308) return Value::real(std::copysign(0.0, v));
  if (digits >= 0) {
    const double out = std::strtod(float_digits(v, 'f', static_cast<int>(digits), false).c_str(), nullptr);
    return Value::real(out);
  }
  // Left of the point the number is exact in its scientific digits.
  const double magnitude = std::fabs(v);
  const int exponent = magnitude > 0 ? static_cast<int>(std::floor(std::log10(magnitude))) : 0;
  const int64_t keep = exponent + digits;
  if (keep < -1) return Value::real(std::copysign(0.0, v));
  const double unit = std::pow(10.0, static_cast<double>(-digits));
  const Big scaled = big_from_double(magnitude);
  Big quotient, remainder;
  const Big power = big_power(big_from(10), static_cast<uint64_t>(-digits));
  big_divmod(scaled, power, quotient, remainder);
  const int order = big_compare(big_add(remainder, remainder), power);
  const bool fraction = magnitude != std::floor(magnitude);
  const bool odd = !quotient.is_zero() && (quotient.limbs[0] & 1);
  if (order > 0 || (order == 0 && (odd || fraction))) quotient = big_add(quotient, big_from(1));
  bool overflow;
  const double out = big_to_double(big_multiply(quotient, power), overflow);
  if (overflow || !std::isfinite(unit)) raise(types().OverflowError, "rounded value too large to represent");
  return Value::real(std::copysign(out, v));
}
Value truncate(Interpreter&, const Arguments& a) { return whole(number_of(a[0])); }
Value floor_method(Interpreter&, const Arguments& a) { return whole(std::floor(number_of(a[0]))); }
Value ceil_method(Interpreter&, const Arguments& a) { return whole(std::ceil(number_of(a[0]))); }
Value itself(Interpreter&, const Arguments& a) { return Value::real(number_of(a[0])); }
Value zero(Interpreter&, const Arguments&) { return Value::real(0.0); }

Value hex(Interpreter&, const Arguments& a) {
  const double v = number_of(a[0]);
  if (!std::isfinite(v)) return make_str(float_repr(v));
  int exponent;
  const double fraction = std::frexp(std::fabs(v), &exponent);
  char buffer[64];
  uint64_t bits = static_cast<uint64_t>(std::ldexp(fraction, 53));
  int shown = exponent - 1;
  if (v != 0 && shown < -1022) {
    bits >>= -1022 - shown;
    shown = -1022;
  }
  if (v == 0) shown = 0;
  std::snprintf(buffer, sizeof buffer, "%s0x%d.%0*llxp%+d", std::signbit(v) ? "-" : "", static_cast<int>(bits >> 52),
                v == 0 ? 1 : 13, static_cast<unsigned long long>(bits & ((uint64_t{1} << 52) - 1)), shown);
  return make_str(buffer);
}

Value from_hex(Interpreter& vm, const Arguments& a) {
  check_count(a, "fromhex", 1, 1, true);
  constexpr std::string_view kBlank = " \t\n\v\f\r";
  std::string_view text = expect_str(a[1], "fromhex() argument");
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlank) + 1);
  const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  std::string_view digits = text.substr(sign);
  // "inf" and "nan"; digits are read in base 16 without their prefix too.
  const bool named = !digits.empty() && std::isalpha(static_cast<unsigned char>(digits[0])) &&
                     !std::isxdigit(static_cast<unsigned char>(digits[0]));
  if (digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X") digits.remove_prefix(2);
  const bool number = !digits.empty() && (digits[0] == '.' || std::isxdigit(static_cast<unsigned char>(digits[0])));
  const std::string read = std::string(text.substr(0, sign)) + (named ? "" : "0x") + std::string(digits);
  char* end = nullptr;
  const double v = std::strtod(read.c_str(), &end);
  if (!named && !number) end = nullptr;
  if (!end || end == read.c_str() || *end) raise(types().ValueError, "invalid hexadecimal floating-point string");
  if (!named && std::isinf(v)) raise(types().OverflowError, "hexadecimal value too large to represent as a float");
  return a[0].same(Value::of(types().float_)) ? Value::real(v) : vm.call(a[0], {Value::real(v)});
}
}  // namespace

void install_float_type() {
  Type* type = types().float_;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.hash = hash;
  slots.truth = truth;
  slots.negative = negative;
  slots.positive = slots.to_float = itself_slot;
  slots.to_int = to_int;
  slots.absolute = absolute;
  slots.construct = construct;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kSubtract) = subtract;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  binary_slot(type, BinaryOp::kTrueDivide) = divide;
  binary_slot(type, BinaryOp::kFloorDivide) = floor_division;
  binary_slot(type, BinaryOp::kRemainder) = modulo;
  binary_slot(type, BinaryOp::kPower) = power;
  set_compare_slots<compare>(slots);
  define_method(type, "__divmod__", divmod_method);
  define_method(type, "__rdivmod__", reflected_divmod);
  define_method(type, "is_integer", is_integer_method);
  define_method(type, "as_integer_ratio", nullary<integer_ratio>);
  define_method(type, "hex", nullary<hex>);
  define_class_method(type, "fromhex", from_hex);
  define_method(type, "conjugate", nullary<itself>);
  define_method(type, "__format__", format);
  define_method(type, "__round__", round_float);
  define_method(type, "__trunc__", truncate);
  define_method(type, "__floor__", floor_method);
  define_method(type, "__ceil__", ceil_method);
  define_property(type, "real", itself);
  define_property(type, "imag", zero);
}

}  // namespace vt::vm
