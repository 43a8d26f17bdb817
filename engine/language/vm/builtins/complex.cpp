// complex: pairs of doubles with CPython's arithmetic, printing, parsing and errors. cmath is
// vm/python/cmath.py.
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "vm/builtins/builtins.h"
#include "vm/builtins/nullary.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
struct Number {
  double real, imag;
};
struct Complex : Object {
  Complex(Type* type, Number v) : Object(Kind::kOther, type), number(v) {}
  void traverse(Visitor& v) const override { v.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override {
    if (type->is_native) return nullptr;
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  Number number;
  Value attributes;
};
const Complex* as_complex(const Value& v) {
  return v.is_object() && v.as_object()->kind == Kind::kOther && v.as_object()->type->is_subtype_of(complex_type())
             ? static_cast<const Complex*>(v.as_object())
             : nullptr;
}
const Number& number_of(const Value& v) { return static_cast<const Complex*>(v.as_object())->number; }
Value made(Number v) { return make<Complex>(complex_type(), v); }

// A complex number, or a real one as such.
bool operand(const Value& v, Number& out) {
  if (const Complex* complex = as_complex(v)) {
    out = complex->number;
    return true;
  }
  out.imag = 0;
  return as_double(v, out.real);
}

Number product(const Number& a, const Number& b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
// Smith's method (1962), which scales by the larger part of the divisor.
Number quotient(const Number& a, const Number& b) {
  const double real = std::fabs(b.real), imag = std::fabs(b.imag);
  if (real >= imag) {
    if (real == 0) raise(types().ZeroDivisionError, "complex division by zero");
    const double ratio = b.imag / b.real, scale = b.real + b.imag * ratio;
    return {(a.real + a.imag * ratio) / scale, (a.imag - a.real * ratio) / scale};
  }
  if (imag >= real) {
    const double ratio = b.real / b.imag, scale = b.real * ratio + b.imag;
    return {(a.real * ratio + a.imag) / scale, (a.imag * ratio - a.real) / scale};
  }
  return {NAN, NAN};
}
Number whole_power(Number base, int64_t exponent) {
  if (base.real == 0 && base.imag == 0 && exponent < 0)
    raise(types().ZeroDivisionError, "0.0 to a negative or complex power");
  const bool inverse = exponent <= 0;
  Number out{1, 0};
  for (uint64_t left = static_cast<uint64_t>(inverse ? -exponent : exponent), bit = 1; left >= bit; bit <<= 1) {
    if (left & bit) out = product(out, base);
    base = product(base, base);
  }
  return inverse ? quotient({1, 0}, out) : out;
}
Number general_power(const Number& a, const Number& b) {
  if (b.real == 0 && b.imag == 0) return {1, 0};
  if (a.real == 0 && a.imag == 0) {
    if (b.imag != 0 || b.real < 0) raise(types().ZeroDivisionError, "0.0 to a negative or complex power");
    return {0, 0};
  }
  const double size = std::hypot(a.real, a.imag), angle = std::atan2(a.imag, a.real);
  double length = std::pow(size, b.real), phase = angle * b.real;
  if (b.imag != 0) {
    length /= std::exp(angle * b.imag);
    phase += b.imag * std::log(size);
  }
  return {length * std::cos(phase), length * std::sin(phase)};
}
Number power_of(const Number& a, const Number& b) {
  const bool whole = b.imag == 0 && b.real == std::floor(b.real) && std::fabs(b.real) <= 100;
  const Number out = whole ? whole_power(a, static_cast<int64_t>(b.real)) : general_power(a, b);
  if (std::isinf(out.real) || std::isinf(out.imag)) raise(types().OverflowError, "complex exponentiation");
  return out;
}

template <Number (*compute)(const Number&, const Number&)>
Value binary(Interpreter&, const Value& a, const Value& b) {
  Number x, y;
  return operand(a, x) && operand(b, y) ? made(compute(x, y)) : not_implemented();
}
Number sum(const Number& a, const Number& b) { return {a.real + b.real, a.imag + b.imag}; }
Number difference(const Number& a, const Number& b) { return {a.real - b.real, a.imag - b.imag}; }

Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (op != CompareOp::kEqual && op != CompareOp::kNotEqual) return not_implemented();
  const Complex *x = as_complex(a), *y = as_complex(b);
  bool equal;
  if (x && y) {
    equal = x->number.real == y->number.real && x->number.imag == y->number.imag;
  } else {
    const Value& other = x ? b : a;
    if (!is_number(other)) return not_implemented();
    const Number& own = (x ? x : y)->number;
    equal = own.imag == 0 && vm.equal(Value::real(own.real), other);  // exact for large integers
  }
  return Value::boolean(equal == (op == CompareOp::kEqual));
}

// A part without the ".0" that floats show.
std::string part(double v) {
  std::string out = float_repr(v);
  if (out.size() > 2 && out.compare(out.size() - 2, 2, ".0") == 0) out.resize(out.size() - 2);
  return out;
}
std::string signed_part(double v) { return (std::signbit(v) && !std::isnan(v) ? "" : "+") + part(v); }
bool imaginary_only(const Number& v) { return v.real == 0 && !std::signbit(v.real); }

Value repr(Interpreter&, const Value& v) {
  const Number& n = number_of(v);
  return make_str(imaginary_only(n) ? part(n.imag) + "j" : "(" + part(n.real) + signed_part(n.imag) + "j)");
}
Value hash(Interpreter&, const Value& v) {
  const Number& n = number_of(v);
  const uint64_t out = hash_double(n.real) + 1000003 * hash_double(n.imag);
  return Value::integer(static_cast<int64_t>(out == ~uint64_t{0} ? out - 1 : out));
}
Value truth(Interpreter&, const Value& v) { return Value::boolean(number_of(v).real != 0 || number_of(v).imag != 0); }
Value negative(Interpreter&, const Value& v) { return made({-number_of(v).real, -number_of(v).imag}); }
Value positive(Interpreter&, const Value& v) { return made(number_of(v)); }
Value absolute(Interpreter&, const Value& v) {
  const Number& n = number_of(v);
  const double out = std::hypot(n.real, n.imag);
  if (std::isinf(out) && std::isfinite(n.real) && std::isfinite(n.imag))
    raise(types().OverflowError, "absolute value too large");
  return Value::real(out);
}

Value format(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "complex.__format__", 1);
  const std::string_view text = expect_str(a[1], "__format__() argument");
  if (text.empty()) return make_str(vm.str(a[0]));
  const FormatSpec spec = parse_format_spec(text, "complex", '>');
  if (spec.fill == "0" && !spec.fill_given)
    raise(types().ValueError, "Zero padding is not allowed in complex format specifier");
  if (spec.align == '=') raise(types().ValueError, "'=' alignment flag is not allowed in complex format specifier");
  if (spec.letter() == '%') raise(types().ValueError, "Unknown format code '%' for object of type 'complex'");
  const Number& n = number_of(a[0]);
  std::string layout = spec.no_negative_zero ? "z" : "";
  if (spec.alternate) layout += '#';
  if (spec.grouping) layout += spec.grouping;
  if (spec.precision >= 0) layout += "." + std::to_string(spec.precision);
  layout += spec.type.empty() && spec.precision >= 0 ? "g" : spec.type;
  const auto shown = [&](double v, char sign) {
    std::string out = format_float(v, std::string(1, sign) + layout, "complex");
    if (spec.type.empty() && spec.precision < 0 && out.size() > 2 && out.compare(out.size() - 2, 2, ".0") == 0)
      out.resize(out.size() - 2);
    return out;
  };
  const char sign = spec.sign ? spec.sign : '-';
  std::string out;
  if (spec.type.empty() && imaginary_only(n)) out = shown(n.imag, sign) + "j";
  else out = shown(n.real, sign) + shown(n.imag, '+') + "j";
  if (spec.type.empty() && !imaginary_only(n)) out = "(" + out + ")";
  return make_str(pad_text(out, spec.width, spec.align, spec.fill));
}

// "1+2j", "-3.5", "1e3j", "(1-j)": a real part, an imaginary part or both, in brackets or not.
bool parse(std::string_view text, Number& out) {
  const auto strip = [&] {
    const size_t first = text.find_first_not_of(" \t\n\r\f\v");
    if (first == std::string_view::npos) return text = {}, void();
    text = text.substr(first, text.find_last_not_of(" \t\n\r\f\v") - first + 1);
  };
  strip();
  if (!text.empty() && text.front() == '(') {
    if (text.back() != ')' || text.size() < 2) return false;
    text = text.substr(1, text.size() - 2);
    strip();
  }
  if (text.empty()) return false;
  const std::string clean(text);
  const char* at = clean.c_str();
  // A number, or a bare sign that stands for one before j. Hexadecimal is not read.
  const auto read = [&](double& v, bool& digits) {
    const char* begin = at;
    const bool sign = *at == '+' || *at == '-';
    const char after = at[sign];
    digits =
        (after >= '0' && after <= '9') || after == '.' || after == 'i' || after == 'I' || after == 'n' || after == 'N';
    if (digits && after == '0' && (at[sign + 1] | 0x20) == 'x') return false;
    if (!digits) {
      v = *at == '-' ? -1 : 1;
      at += sign;
      return (*at | 0x20) == 'j';
    }
    char* end = nullptr;
    v = std::strtod(begin, &end);
    at = end;
    return end != begin;
  };
  double first;
  bool digits;
  out = {0, 0};
  if (!read(first, digits)) return false;
  if ((*at | 0x20) == 'j') {
    out.imag = first;
    return at[1] == '\0';
  }
  out.real = first;
  if (*at == '\0') return true;
  if (*at != '+' && *at != '-') return false;
  return read(out.imag, digits) && (*at | 0x20) == 'j' && at[1] == '\0';
}

// What an argument of complex() stands for; false for what is no number.
bool convert(Interpreter& vm, const Value& v, Number& out) {
  const bool plain = !v.is_object() || type_of(v)->is_native;
  if (plain && operand(v, out)) return true;
  if (type_of(v)->find(intern("__complex__"))) {
    const Value given = vm.call_method(v, "__complex__", {});
    if (!as_complex(given))
      raise(types().TypeError, std::string("__complex__ returned non-complex (type ") + type_name(given) + ")");
    out = number_of(given);
    return true;
  }
  if (!overrides(v, "__float__") && operand(v, out)) return true;
  if (!type_of(v)->find(intern("__float__")) && !type_of(v)->find(intern("__index__"))) return false;
  out = {vm.to_double(vm.call(Value::of(types().float_), {v})), 0};
  return true;
}

Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "complex", {"real", "imag"}, 0);
  Number out{0, 0}, imaginary{0, 0};
  if (const Str* text = bound[0].is_null() ? nullptr : bound[0].as<Str>()) {
    if (!bound[1].is_null()) raise(types().TypeError, "complex() can't take second arg if first is a string");
    std::string clean = text->text;
    for (size_t i = 1; i + 1 < clean.size(); ++i)
      if (clean[i] == '_' && std::isdigit(clean[i - 1]) && std::isdigit(clean[i + 1])) clean.erase(i, 1);
    if (!parse(clean, out)) raise(types().ValueError, "complex() arg is a malformed string");
    return make<Complex>(type, out);
  }
  if (!bound[1].is_null() && bound[1].as<Str>()) raise(types().TypeError, "complex() second arg can't be a string");
  if (!bound[0].is_null() && !convert(vm, bound[0], out))
    raise(types().TypeError,
          std::string("complex() first argument must be a string or a number, not '") + type_name(bound[0]) + "'");
  if (!bound[1].is_null()) {
    if (!operand(bound[1], imaginary) && !convert(vm, bound[1], imaginary))
      raise(types().TypeError,
            std::string("complex() second argument must be a number, not '") + type_name(bound[1]) + "'");
    const bool real_is_complex = !bound[0].is_null() && as_complex(bound[0]);
    out = {as_complex(bound[1]) ? out.real - imaginary.imag : out.real,
           real_is_complex ? out.imag + imaginary.real : imaginary.real};
  } else if (type == complex_type() && !bound[0].is_null() && is_exactly(bound[0], type)) {
    return bound[0];
  }
  return make<Complex>(type, out);
}

Value conjugate(Interpreter&, const Arguments& a) { return made({number_of(a[0]).real, -number_of(a[0]).imag}); }
Value itself(Interpreter&, const Arguments& a) { return made(number_of(a[0])); }
}  // namespace

Type* complex_type() {
  static Type* type = [] {
    Type* out = make_type("complex", types().object, Kind::kOther);
    Slots& slots = out->slots;
    slots.repr = repr;
    slots.hash = hash;
    slots.truth = truth;
    slots.negative = negative;
    slots.positive = positive;
    slots.absolute = absolute;
    slots.construct = construct;
    binary_slot(out, BinaryOp::kAdd) = binary<sum>;
    binary_slot(out, BinaryOp::kSubtract) = binary<difference>;
    binary_slot(out, BinaryOp::kMultiply) = binary<product>;
    binary_slot(out, BinaryOp::kTrueDivide) = binary<quotient>;
    binary_slot(out, BinaryOp::kPower) = binary<power_of>;
    set_compare_slots<compare>(slots);
    define_method(out, "conjugate", nullary<conjugate>);
    define_method(out, "__complex__", itself);
    define_method(out, "__format__", format);
    define_property(out, "real", [](Interpreter&, const Arguments& a) { return Value::real(number_of(a[0]).real); });
    define_property(out, "imag", [](Interpreter&, const Arguments& a) { return Value::real(number_of(a[0]).imag); });
    return out;
  }();
  return type;
}

Value make_complex(double real, double imag) { return made({real, imag}); }
Value complex_power(double base, double exponent) { return made(power_of({base, 0}, {exponent, 0})); }

}  // namespace vt::vm
