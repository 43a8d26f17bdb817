// int and bool: machine words with overflow checks, big numbers behind them.
#include <cmath>

#include "vm/builtins/builtins.h"
#include "vm/builtins/nullary.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
[[noreturn]] void divide_by_zero(const char* message) { raise(types().ZeroDivisionError, message); }

bool both_small(const Value& a, const Value& b) { return is_small_integer(a) && is_small_integer(b); }
bool both_integers(const Value& a, const Value& b) { return is_integer(a) && is_integer(b); }

Value add(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  int64_t out;
  if (both_small(a, b) && !__builtin_add_overflow(small_integer(a), small_integer(b), &out)) return Value::integer(out);
  return make_int(big_add(to_big(a), to_big(b)));
}
Value subtract(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  int64_t out;
  if (both_small(a, b) && !__builtin_sub_overflow(small_integer(a), small_integer(b), &out)) return Value::integer(out);
  return make_int(big_subtract(to_big(a), to_big(b)));
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  int64_t out;
  if (both_small(a, b) && !__builtin_mul_overflow(small_integer(a), small_integer(b), &out)) return Value::integer(out);
  const Big x = to_big(a), y = to_big(b);
  check_memory(vm, (x.limbs.size() + y.limbs.size()) * 4);
  return make_int(big_multiply(x, y));
}

// Quotient and remainder rounding towards minus infinity.
void floor_divide(const Value& a, const Value& b, Value& quotient, Value& remainder) {
  if (both_small(a, b)) {
    const int64_t x = small_integer(a), y = small_integer(b);
    if (!(x == INT64_MIN && y == -1)) {
      int64_t q = x / y, r = x % y;
      if (r != 0 && (r < 0) != (y < 0)) {
        --q;
        r += y;
      }
      quotient = Value::integer(q);
      remainder = Value::integer(r);
      return;
    }
  }
  Big q, r;
  big_divmod(to_big(a), to_big(b), q, r);
  quotient = make_int(std::move(q));
  remainder = make_int(std::move(r));
}
bool is_zero(const Value& v) { return is_small_integer(v) ? small_integer(v) == 0 : v.as<BigInt>()->limbs.empty(); }
bool is_negative(const Value& v) { return is_small_integer(v) ? small_integer(v) < 0 : v.as<BigInt>()->negative; }

Value floor_division(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  if (is_zero(b)) divide_by_zero("integer division or modulo by zero");
  Value q, r;
  floor_divide(a, b, q, r);
  return q;
}
Value modulo(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  if (is_zero(b)) divide_by_zero("integer modulo by zero");
  Value q, r;
  floor_divide(a, b, q, r);
  return r;
}
Value divmod_method(Interpreter&, const Arguments& a) {
  exactly_one(a, "int.__divmod__", 1);
  if (!both_integers(a[0], a[1])) return not_implemented();
  if (is_zero(a[1])) raise(types().ZeroDivisionError, "integer division or modulo by zero");
  Value quotient, remainder;
  floor_divide(a[0], a[1], quotient, remainder);
  return make_tuple({quotient, remainder});
}
Value reflected_divmod(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "int.__rdivmod__", 1);
  const Value swapped[] = {a[1], a[0]};
  return divmod_method(vm, Arguments{swapped, 2});
}
Value true_division(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  if (is_zero(b)) divide_by_zero("division by zero");
  constexpr int64_t kExact = int64_t{1} << 53;
  if (both_small(a, b)) {
    const int64_t x = small_integer(a), y = small_integer(b);
    if (x >= -kExact && x <= kExact && y >= -kExact && y <= kExact)
      return Value::real(static_cast<double>(x) / static_cast<double>(y));
  }
  bool overflow;
  const double out = big_true_divide(to_big(a), to_big(b), overflow);
  if (overflow) raise(types().OverflowError, "integer division result too large for a float");
  return Value::real(out);
}

Value power(Interpreter& vm, const Value& a, const Value& given) {
  if (!both_integers(a, given)) return not_implemented();
  const Value b = index_value(vm, given);
  if (is_negative(b)) {
    if (is_zero(a)) divide_by_zero("0.0 cannot be raised to a negative power");
    return Value::real(std::pow(integer_to_double(a), integer_to_double(b)));
  }
  const Big base = to_big(a);
  if (is_small_integer(b)) {
    const uint64_t exponent = static_cast<uint64_t>(small_integer(b));
    if (exponent <= 1 || base.limbs.empty() || (base.limbs.size() == 1 && base.limbs[0] == 1)) {
      return make_int(big_power(base, exponent > 2 ? 2 + (exponent & 1) : exponent));
    }
    uint64_t bits;
    if (__builtin_mul_overflow(big_bit_length(base), exponent, &bits)) bits = UINT64_MAX;
    check_memory(vm, bits / 8);
    return make_int(big_power(base, exponent));
  }
  if (base.limbs.empty() || (base.limbs.size() == 1 && base.limbs[0] == 1)) {
    const bool odd = b.as<BigInt>()->limbs[0] & 1;
    return base.limbs.empty() ? Value::integer(0) : Value::integer(base.negative && odd ? -1 : 1);
  }
  check_memory(vm, UINT64_MAX);
  raise(types().MemoryError, "");
}

Value shift_left(Interpreter& vm, const Value& a, const Value& given) {
  if (!both_integers(a, given)) return not_implemented();
  const Value b = index_value(vm, given);
  if (is_negative(b)) raise(types().ValueError, "negative shift count");
  if (is_zero(a)) return Value::integer(0);
  if (!is_small_integer(b)) raise(types().OverflowError, "too many digits in integer");
  const uint64_t bits = static_cast<uint64_t>(small_integer(b));
  if (bits < 62 && is_small_integer(a)) {
    const int64_t x = small_integer(a);
    if (x >= -(INT64_MAX >> bits) && x <= INT64_MAX >> bits) return Value::integer(x * (int64_t{1} << bits));
  }
  check_memory(vm, bits / 8);
  return make_int(big_shift_left(to_big(a), bits));
}
Value shift_right(Interpreter& vm, const Value& a, const Value& given) {
  if (!both_integers(a, given)) return not_implemented();
  const Value b = index_value(vm, given);
  if (is_negative(b)) raise(types().ValueError, "negative shift count");
  const uint64_t bits = is_small_integer(b) ? static_cast<uint64_t>(small_integer(b)) : UINT64_MAX;
  if (is_small_integer(a)) return Value::integer(small_integer(a) >> (bits > 63 ? 63 : bits));
  return make_int(big_shift_right(to_big(a), bits));
}
template <BitOp op>
Value bitwise(Interpreter&, const Value& a, const Value& b) {
  if (!both_integers(a, b)) return not_implemented();
  if (both_small(a, b)) {
    const int64_t x = small_integer(a), y = small_integer(b);
    const int64_t out = op == BitOp::kAnd ? x & y : op == BitOp::kOr ? x | y : x ^ y;
    return a.is_bool() && b.is_bool() ? Value::boolean(out) : Value::integer(out);
  }
  return make_int(big_bitwise(to_big(a), to_big(b), op));
}

Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  if (!both_integers(a, b)) return not_implemented();
  if (both_small(a, b)) {
    const int64_t x = small_integer(a), y = small_integer(b);
    return Value::boolean(order_matches(x < y ? -1 : x > y, op));
  }
  return Value::boolean(order_matches(big_compare(to_big(a), to_big(b)), op));
}

Value negative(Interpreter&, const Value& v) {
  if (is_small_integer(v) && small_integer(v) != INT64_MIN) return Value::integer(-small_integer(v));
  Big out = to_big(v);
  if (!out.is_zero()) out.negative = !out.negative;
  return make_int(std::move(out));
}
Value positive(Interpreter&, const Value& v) {
  if (is_small_integer(v)) return Value::integer(small_integer(v));
  return is_exactly(v, types().int_) ? v : make_int(to_big(v));
}
Value invert(Interpreter&, const Value& v) {
  if (is_small_integer(v)) return Value::integer(~small_integer(v));
  Big out = big_add(to_big(v), big_from(1));
  if (!out.is_zero()) out.negative = !out.negative;
  return make_int(std::move(out));
}
Value absolute(Interpreter& vm, const Value& v) { return is_negative(v) ? negative(vm, v) : positive(vm, v); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(!is_zero(v)); }
Value hash(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(hash_integer(v))); }
Value to_float(Interpreter&, const Value& v) { return Value::real(integer_to_double(v)); }
Value int_repr(Interpreter&, const Value& v) { return make_str(int_to_text(v)); }
Value bool_repr(Interpreter&, const Value& v) { return make_str(v.as_bool() ? "True" : "False"); }

Value integer_from_double(double v) {
  if (std::isnan(v)) raise(types().ValueError, "cannot convert float NaN to integer");
  if (std::isinf(v)) raise(types().OverflowError, "cannot convert float infinity to integer");
  return make_int(big_from_double(v));
}

// int(x): numbers, text, or an object with __int__, __index__ or __trunc__.
Value convert(Interpreter& vm, const Value& x) {
  if (x.is_float()) return integer_from_double(x.as_float());
  const bool own = overrides(x, "__int__");
  if (is_integer(x) && !own) return positive(vm, x);
  const Str* text = own ? nullptr : x.as<Str>();
  if (text) return parse_int(text->text, 10, x);
  if (const Bytes* data = own ? nullptr : x.as<Bytes>()) return parse_int(data->data, 10, x);
  for (const char* name : {"__int__", "__index__", "__trunc__"}) {
    if (!type_of(x)->find(intern(name))) continue;
    Value out = vm.call_method(x, name, {});
    if (!is_integer(out))
      raise(types().TypeError, std::string(name) + " returned non-int (type " + type_name(out) + ")");
    return positive(vm, out);
  }
  raise(types().TypeError, std::string("int() argument must be a string, a bytes-like object or a real number, not '") +
                               type_name(x) + "'");
}

Value int_construct(Interpreter& vm, Type* type, const Arguments& a) {
  Value out;
  const Value* base = a.keyword("base");
  if (a.positional + a.keywords > 2)
    raise(types().TypeError,
          "int() takes at most 2 arguments (" + std::to_string(a.positional + a.keywords) + " given)");
  for (size_t k = 0; k < a.keywords; ++k)
    if (const std::string& name = a.keyword_names[k].as<Str>()->text; name != "base")
      raise(types().TypeError, "'" + name + "' is an invalid keyword argument for int()");
  if (a.size() == 2) base = &a[1];
  if (a.size() == 0) {
    if (base) raise(types().TypeError, "int() missing string argument");
    out = Value::integer(0);
  } else if (base) {
    const int64_t b = vm.to_index(*base);
    if (const Str* text = a[0].as<Str>()) out = parse_int(text->text, b, a[0]);
    else if (const Bytes* data = a[0].as<Bytes>()) out = parse_int(data->data, b, a[0]);
    else raise(types().TypeError, "int() can't convert non-string with explicit base");
  } else {
    out = convert(vm, a[0]);
  }
  if (type == types().int_) return out;
  Big big = to_big(out);  // an instance of a subclass is an object whatever its size
  return retype(make<BigInt>(big.negative, std::move(big.limbs)), type);
}

Value bool_construct(Interpreter& vm, Type*, const Arguments& a) {
  expect_arguments(a, "bool", 0, 1);
  return Value::boolean(a.size() && vm.truth(a[0]));
}

Value bit_length(Interpreter&, const Arguments& a) {
  return Value::integer(static_cast<int64_t>(big_bit_length(to_big(a[0]))));
}
Value bit_count(Interpreter&, const Arguments& a) {
  int64_t n = 0;
  for (uint32_t limb : to_big(a[0]).limbs) n += __builtin_popcount(limb);
  return Value::integer(n);
}
Value itself(Interpreter& vm, const Arguments& a) { return positive(vm, a[0]); }
Value zero(Interpreter&, const Arguments&) { return Value::integer(0); }
Value one(Interpreter&, const Arguments&) { return Value::integer(1); }
Value always_true(Interpreter&, const Arguments&) { return Value::boolean(true); }
Value integer_ratio(Interpreter& vm, const Arguments& a) { return make_tuple({positive(vm, a[0]), Value::integer(1)}); }

Value format(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "int.__format__", 1);
  const std::string_view spec = expect_str(a[1], "__format__() argument");
  if (a[0].is_bool() && spec.empty()) return make_str(a[0].as_bool() ? "True" : "False");
  if (a[0].is_object() && spec.empty()) return make_str(vm.str(a[0]));
  return make_str(format_integer(a[0], spec, type_name(a[0])));
}

// round(n, -2): to the nearest multiple of 100, ties to the even one.
Value round_integer(Interpreter& vm, const Arguments& a) {
  if (a.size() < 2 || a[1].is_none()) return positive(vm, a[0]);
  const int64_t digits = vm.to_index(a[1]);
  if (digits >= 0) return positive(vm, a[0]);
  if (-digits > 100000) return Value::integer(0);
  const Value unit = make_int(big_power(big_from(10), static_cast<uint64_t>(-digits)));
  Value quotient, remainder;
  floor_divide(a[0], unit, quotient, remainder);
  const int order = big_compare(big_add(to_big(remainder), to_big(remainder)), to_big(unit));
  const Big q = to_big(quotient);
  const bool odd = !q.is_zero() && (q.limbs[0] & 1);
  Value out = subtract(vm, a[0], remainder);
  return order > 0 || (order == 0 && odd) ? add(vm, out, unit) : out;
}

bool is_little_endian(const Value& given) {
  const std::string_view order = given.is_null() ? "big" : expect_str(given, "byteorder");
  if (order != "little" && order != "big") raise(types().ValueError, "byteorder must be either 'little' or 'big'");
  return order == "little";
}
Value to_bytes(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "to_bytes", {"self", "length", "byteorder", "*", "signed"}, 1);
  const int64_t length = bound[1].is_null() ? 1 : vm.to_index(bound[1]);
  if (length < 0) raise(types().ValueError, "length argument must be non-negative");
  const bool little = is_little_endian(bound[2]);
  const bool with_sign = !bound[3].is_null() && vm.truth(bound[3]);
  Big v = to_big(a[0]);
  if (v.negative && !with_sign) raise(types().OverflowError, "can't convert negative int to unsigned");
  if (big_bit_length(v) + with_sign > static_cast<uint64_t>(length) * 8 + v.negative)
    raise(types().OverflowError, "int too big to convert");
  if (v.negative) v = big_add(v, big_shift_left(big_from(1), static_cast<uint64_t>(length) * 8));
  std::string out(static_cast<size_t>(length), '\0');
  for (size_t i = 0; i < out.size() && i / 4 < v.limbs.size(); ++i)
    out[little ? i : out.size() - 1 - i] = static_cast<char>(v.limbs[i / 4] >> (i % 4 * 8));
  return make<Bytes>(out);
}
Value from_bytes(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "from_bytes", {"cls", "bytes", "byteorder", "*", "signed"}, 2);
  const Value made = bound[1].as<Bytes>() || bound[1].as<Str>() || is_number(bound[1])
                         ? bound[1]
                         : vm.call(Value::of(types().bytes), {bound[1]});
  const Bytes* data = made.as<Bytes>();
  if (!data) raise(types().TypeError, std::string("cannot convert '") + type_name(bound[1]) + "' object to bytes");
  const bool little = is_little_endian(bound[2]);
  Big out;
  for (size_t i = 0; i < data->data.size(); ++i) {
    const unsigned char byte = data->data[little ? data->data.size() - 1 - i : i];
    out = big_add(big_shift_left(out, 8), big_from(byte));
  }
  const uint64_t bits = data->data.size() * 8;
  if (!bound[3].is_null() && vm.truth(bound[3]) && bits && big_bit_length(out) == bits)
    out = big_subtract(out, big_shift_left(big_from(1), bits));
  const Value number = make_int(out);
  return bound[0].as<Type>() == types().int_ ? number : vm.call(bound[0], {number});
}

void fill_slots(Slots& slots) {
  slots.repr = int_repr;
  slots.hash = hash;
  slots.truth = truth;
  slots.negative = negative;
  slots.positive = slots.to_int = slots.index = positive;
  slots.invert = invert;
  slots.absolute = absolute;
  slots.to_float = to_float;
  const auto set = [&](BinaryOp op, BinaryFn fn) { slots.binary[static_cast<int>(op)] = fn; };
  set(BinaryOp::kAdd, add);
  set(BinaryOp::kSubtract, subtract);
  set(BinaryOp::kMultiply, multiply);
  set(BinaryOp::kFloorDivide, floor_division);
  set(BinaryOp::kRemainder, modulo);
  set(BinaryOp::kTrueDivide, true_division);
  set(BinaryOp::kPower, power);
  set(BinaryOp::kLshift, shift_left);
  set(BinaryOp::kRshift, shift_right);
  set(BinaryOp::kAnd, bitwise<BitOp::kAnd>);
  set(BinaryOp::kOr, bitwise<BitOp::kOr>);
  set(BinaryOp::kXor, bitwise<BitOp::kXor>);
  set_compare_slots<compare>(slots);
}
}  // namespace

void install_int_type() {
  Type* type = types().int_;
  fill_slots(type->slots);
  type->slots.construct = int_construct;
  fill_slots(types().bool_->slots);
  types().bool_->slots.repr = bool_repr;
  types().bool_->slots.construct = bool_construct;
  types().bool_->allows_subclass = false;
  define_method(type, "__divmod__", divmod_method);
  define_method(type, "__rdivmod__", reflected_divmod);
  define_method(type, "bit_length", nullary<bit_length>);
  define_method(type, "bit_count", nullary<bit_count>);
  define_method(type, "conjugate", nullary<itself>);
  define_method(type, "is_integer", nullary<always_true>);
  define_method(type, "as_integer_ratio", nullary<integer_ratio>);
  define_method(type, "to_bytes", to_bytes);
  define_class_method(type, "from_bytes", from_bytes);
  define_method(type, "__format__", format);
  define_method(type, "__round__", round_integer);
  for (const char* name : {"__trunc__", "__floor__", "__ceil__"}) define_method(type, name, itself);
  define_property(type, "real", itself);
  define_property(type, "numerator", itself);
  define_property(type, "imag", zero);
  define_property(type, "denominator", one);
}

}  // namespace vt::vm
