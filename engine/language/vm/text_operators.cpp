// repr, str, format and hash of any value.
#include <cmath>

#include "vm/builtins/text_format.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/text_hash.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

// The integers modulo the Mersenne prime 2^61 - 1, as CPython hashes numbers.
constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;

uint64_t hash_int(int64_t v) {
  uint64_t magnitude = v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  int64_t reduced = static_cast<int64_t>(magnitude % kModulus);
  if (v < 0) reduced = -reduced;
  return static_cast<uint64_t>(reduced == -1 ? -2 : reduced);
}

// Exact for integral values, and stable for the rest: the fraction in 28-bit digits.
uint64_t hash_double(double v) {
  if (std::isinf(v)) return static_cast<uint64_t>(v > 0 ? 314159 : -314159);
  if (std::isnan(v)) return 0;
  int exponent;
  double fraction = std::frexp(std::fabs(v), &exponent);
  uint64_t x = 0;
  while (fraction != 0) {
    x = ((x << 28) & kModulus) | x >> (61 - 28);
    fraction *= 268435456.0;
    exponent -= 28;
    uint64_t digit = static_cast<uint64_t>(fraction);
    fraction -= static_cast<double>(digit);
    x += digit;
    if (x >= kModulus) x -= kModulus;
  }
  int shift = exponent >= 0 ? exponent % 61 : 60 - ((-1 - exponent) % 61);
  x = ((x << shift) & kModulus) | x >> (61 - shift);
  int64_t signed_x = v < 0 ? -static_cast<int64_t>(x) : static_cast<int64_t>(x);
  return static_cast<uint64_t>(signed_x == -1 ? -2 : signed_x);
}

}  // namespace

uint64_t Interpreter::hash(const Value& v) {
  switch (v.tag()) {
    case Tag::kNull: return 0;
    case Tag::kNone: return 0x5bd1e995;
    case Tag::kBool: return v.as_bool();
    case Tag::kInt: return hash_int(v.as_int());
    case Tag::kFloat: return hash_double(v.as_float());
    case Tag::kObject: break;
  }
  Object* object = v.as_object();
  if (object->kind == Kind::kStr && object->type == types().str) return text_hash(static_cast<Str*>(object));
  UnaryFn fn = object->type->slots.hash;
  if (!fn) raise(types().TypeError, std::string("unhashable type: '") + type_name(v) + "'");
  NativeCallGuard guard(*this);
  Value result = fn(*this, v);
  return result.is_int() ? static_cast<uint64_t>(result.as_int()) : result.is_bool() ? result.as_bool() : hash(result);
}

std::string Interpreter::repr(const Value& v) {
  if (v.is_none()) return "None";
  if (v.is_bool()) return v.as_bool() ? "True" : "False";
  if (v.is_int()) return std::to_string(v.as_int());
  NativeCallGuard guard(*this, " while getting the repr of an object");
  Value text = type_of(v)->slots.repr(*this, v);
  return text.as<Str>()->text;
}

std::string Interpreter::str(const Value& v) {
  if (const Str* text = v.as<Str>(); text && text->type == types().str) return text->text;
  if (v.is_int()) return std::to_string(v.as_int());
  UnaryFn fn = type_of(v)->slots.str;
  if (!fn) return repr(v);
  NativeCallGuard guard(*this, " while getting the str of an object");
  return fn(*this, v).as<Str>()->text;
}

std::string Interpreter::format(const Value& v, std::string_view spec) {
  if (spec.empty()) {
    if (const Str* text = v.as<Str>(); text && text->type == types().str) return text->text;
    if (v.is_int() || v.is_none() || v.is_bool() || v.is_float()) return str(v);
  }
  // What these types' __format__ does, without looking it up.
  if (v.is_float()) return format_float(v.as_float(), spec);
  if (v.is_int()) return format_integer(v, spec);
  if (const Str* text = v.as<Str>(); text && text->type == types().str) return format_text(text->text, spec);
  NativeCallGuard guard(*this);
  Value argument = make_str(spec);
  Value text = call_dunder(*this, v, names().format_, &argument, 1);
  if (!text.as<Str>()) raise(types().TypeError, std::string("__format__ must return a str, not ") + type_name(text));
  return text.as<Str>()->text;
}

}  // namespace vt::vm
