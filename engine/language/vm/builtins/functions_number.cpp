// Builtin functions on numbers and characters: abs, round, pow, divmod, bin, ord ...
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
Value abs(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "abs");
  if (const UnaryFn slot = type_of(a[0])->slots.absolute) return slot(vm, a[0]);
  if (type_of(a[0])->find(intern("__abs__"))) return vm.call_method(a[0], "__abs__", {});
  raise(types().TypeError, std::string("bad operand type for abs(): '") + type_name(a[0]) + "'");
}
Value round(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "round", {"number", "ndigits"}, 1);
  if (!type_of(bound[0])->find(intern("__round__")))
    raise(types().TypeError, std::string("type ") + type_name(bound[0]) + " doesn't define __round__ method");
  if (bound[1].is_null() || bound[1].is_none()) return vm.call_method(bound[0], "__round__", {});
  return vm.call_method(bound[0], "__round__", {bound[1]});
}

Value divmod(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "divmod", 2, 2);
  const Type *left = type_of(a[0]), *right = type_of(a[1]);
  const bool right_first = left != right && right->is_subtype_of(left) && overrides(a[1], "__rdivmod__");
  for (const bool reflected : {right_first, !right_first}) {
    if (reflected && left == right) continue;
    const char* name = reflected ? "__rdivmod__" : "__divmod__";
    if (!type_of(a[reflected])->find(intern(name))) continue;
    const Value out = vm.call_method(a[reflected], name, {a[!reflected]});
    if (!is_not_implemented(out)) return out;
  }
  raise(types().TypeError, std::string("unsupported operand type(s) for divmod(): '") + type_name(a[0]) + "' and '" +
                               type_name(a[1]) + "'");
}

// The inverse of base modulo m by Euclid's algorithm.
Big inverse_modulo(Big base, const Big& modulus) {
  Big r0 = modulus, r1 = base, t0, t1 = big_from(1), ignored;
  big_divmod(r1, modulus, ignored, r1);
  while (!r1.is_zero()) {
    Big quotient, remainder;
    big_divmod(r0, r1, quotient, remainder);
    Big t2 = big_subtract(t0, big_multiply(quotient, t1));
    t0 = std::move(t1);
    t1 = std::move(t2);
    r0 = std::move(r1);
    r1 = std::move(remainder);
  }
  if (!(r0.limbs.size() == 1 && r0.limbs[0] == 1))
    raise(types().ValueError, "base is not invertible for the given modulus");
  return t0;
}
Value pow(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "pow", {"base", "exp", "mod"}, 2);
  if (bound[2].is_null() || bound[2].is_none()) return vm.binary(BinaryOp::kPower, bound[0], bound[1]);
  for (const Value& v : {bound[0], bound[1]})
    if (type_of(v)->is_subtype_of(complex_type())) raise(types().ValueError, "complex modulo");
  // Of native types only integers take a third argument; what stands for their slots comes back here.
  if (const Value* found = type_of(bound[0])->find(intern("__pow__")); found && !found->as<NativeFunction>()) {
    const Value out = vm.call_method(bound[0], "__pow__", {bound[1], bound[2]});
    if (!is_not_implemented(out)) return out;
  }
  if (!is_integer(bound[0]) || !is_integer(bound[1]) || !is_integer(bound[2]))
    raise(types().TypeError, is_number(bound[0]) && is_number(bound[1])
                                 ? "pow() 3rd argument not allowed unless all arguments are integers"
                                 : std::string("unsupported operand type(s) for ** or pow(): '") + type_name(bound[0]) +
                                       "', '" + type_name(bound[1]) + "', '" + type_name(bound[2]) + "'");
  Big base = to_big(bound[0]), exponent = to_big(bound[1]);
  const Big modulus = to_big(bound[2]);
  if (modulus.is_zero()) raise(types().ValueError, "pow() 3rd argument cannot be 0");
  if (exponent.negative) {
    base = inverse_modulo(base, modulus);
    exponent.negative = false;
  }
  return make_int(big_power_modulo(base, exponent, modulus));
}

Value in_base(Interpreter& vm, const Arguments& a, const char* name, int base, const char* prefix) {
  exactly_one(a, name);
  std::string digits = int_to_text(index_value(vm, a[0]), base);
  digits.insert(digits[0] == '-' ? 1 : 0, prefix);
  return make_str(digits);
}
Value bin(Interpreter& vm, const Arguments& a) { return in_base(vm, a, "bin", 2, "0b"); }
Value oct(Interpreter& vm, const Arguments& a) { return in_base(vm, a, "oct", 8, "0o"); }
Value hex(Interpreter& vm, const Arguments& a) { return in_base(vm, a, "hex", 16, "0x"); }

Value chr(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "chr");
  const Value code = index_value(vm, a[0]);
  const int64_t c = is_small_integer(code) ? small_integer(code) : INT64_MAX;
  if (c > INT32_MAX || c < INT32_MIN) raise(types().OverflowError, "Python int too large to convert to C int");
  if (c < 0 || c > 0x10ffff) raise(types().ValueError, "chr() arg not in range(0x110000)");
  std::string out;
  append_utf8(out, static_cast<uint32_t>(c));
  return make_str(out);
}
Value ord(Interpreter&, const Arguments& a) {
  exactly_one(a, "ord");
  if (const Bytes* data = a[0].as<Bytes>()) {
    if (data->data.size() == 1) return Value::integer(static_cast<unsigned char>(data->data[0]));
    raise(types().TypeError,
          "ord() expected a character, but string of length " + std::to_string(data->data.size()) + " found");
  }
  const Str* text = a[0].as<Str>();
  if (!text)
    raise(types().TypeError, std::string("ord() expected string of length 1, but ") + type_name(a[0]) + " found");
  if (text->length != 1)
    raise(types().TypeError,
          "ord() expected a character, but string of length " + std::to_string(text->length) + " found");
  size_t offset = 0;
  return Value::integer(decode_utf8(text->text, offset));
}
}  // namespace

void install_number_functions(Interpreter& vm) {
  const std::pair<const char*, NativeFn> functions[] = {{"abs", abs}, {"round", round}, {"divmod", divmod},
                                                        {"pow", pow}, {"bin", bin},     {"oct", oct},
                                                        {"hex", hex}, {"chr", chr},     {"ord", ord}};
  for (const auto& [name, fn] : functions) add_builtin_function(vm, name, fn);
}

}  // namespace vt::vm
