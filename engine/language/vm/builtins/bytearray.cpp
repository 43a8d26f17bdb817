// bytearray: bytes that can change. What it shares with bytes is in bytes.cpp.
#include <algorithm>
#include <optional>

#include "vm/builtins/builtins.h"
#include "vm/builtins/bytes.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
constexpr const char* kByteRange = "byte must be in range(0, 256)";

int64_t size_of(const Value& v) { return static_cast<int64_t>(bytes_of(v).size()); }

// As bytes are shown, but a single quote is escaped whatever quotes stand around.
Value repr(Interpreter&, const Value& v) {
  std::string shown;
  const std::string quoted = quote_bytes(bytes_of(v));
  for (size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '\'' && quoted[1] == '"') shown += '\\';
    shown += quoted[i];
  }
  return make_str(type_of(v)->name + "(" + shown + ")");
}

// Bytes that another object holds or names one by one.
std::string bytes_from(Interpreter& vm, const Value& source) {
  if (std::optional<std::string> held = buffer_of(source)) return *held;
  std::string out;
  for_each_item(vm, source, [&](const Value& item) {
    out.push_back(read_byte(vm, item, kByteRange));
    return true;
  });
  return out;
}

Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  return make_bytes_of(type, read_bytes(vm, a, "bytearray"));
}
void initialise(Interpreter& vm, const Value& self, const Arguments& a) {
  std::string data = read_bytes(vm, a, "bytearray");
  resizable(self).swap(data);
}

Value add_inplace(Interpreter&, const Value& a, const Value& b) {
  if (!b.as<Bytes>()) raise(types().TypeError, std::string("can't concat ") + type_name(b) + " to " + type_name(a));
  const std::string more = bytes_of(b);
  resizable(a) += more;
  return a;
}
Value multiply_inplace(Interpreter& vm, const Value& a, const Value& b) {
  if (!is_index(b)) return not_implemented();
  const std::string once = bytes_of(a);
  const int64_t n = repeat_count(vm, b);
  std::string out;
  out.reserve(checked_repeat(vm, once.size(), n, 1));
  for (int64_t i = 0; i < n; ++i) out += once;
  resizable(a).swap(out);
  return a;
}

void set_slice(Interpreter& vm, const Value& self, const Slice& slice, const Value* value) {
  std::string fresh;
  static_cast<void>(slice_bounds(vm, slice, size_of(self)));  // a slice of no use is told first
  if (value) {
    if (is_integer(*value) || value->as<Str>())
      raise(types().TypeError, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
    if (!type_of(*value)->slots.iter && !type_of(*value)->slots.get_item && !value->as<Bytes>())
      raise(types().TypeError, std::string("cannot convert '") + type_name(*value) + "' object to bytearray");
    fresh = bytes_from(vm, *value);
  }
  std::string& data = bytes_of(self);
  const SliceBounds b = slice_bounds(vm, slice, size_of(self));
  if (b.step == 1) {
    if (static_cast<int64_t>(fresh.size()) != b.count) resizable(self);
    data.replace(static_cast<size_t>(b.start), static_cast<size_t>(b.count), fresh);
    return;
  }
  if (value && static_cast<int64_t>(fresh.size()) != b.count)
    raise(types().ValueError, "attempt to assign bytes of size " + std::to_string(fresh.size()) +
                                  " to extended slice of size " + std::to_string(b.count));
  std::vector<bool> gone(data.size());
  for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) {
    if (value) data[static_cast<size_t>(at)] = fresh[static_cast<size_t>(i)];
    else gone[static_cast<size_t>(at)] = true;
  }
  if (value) return;
  resizable(self);
  std::string kept;
  for (size_t i = 0; i < data.size(); ++i)
    if (!gone[i]) kept.push_back(data[i]);
  data.swap(kept);
}
void set_item(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  if (const Slice* slice = key.as<Slice>()) return set_slice(vm, self, *slice, value);
  if (!is_index(key))
    raise(types().TypeError, std::string("bytearray indices must be integers or slices, not ") + type_name(key));
  int64_t index = item_index(vm, key);
  const char byte = value ? read_byte(vm, *value, kByteRange) : '\0';
  if (!wrap_index(index, size_of(self))) raise(types().IndexError, "bytearray index out of range");
  if (value) bytes_of(self)[static_cast<size_t>(index)] = byte;
  else resizable(self).erase(static_cast<size_t>(index), 1);
}

Value append(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "bytearray.append", 1);
  resizable(a[0]).push_back(read_byte(vm, a[1], kByteRange));
  return Value::none();
}
Value extend(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "bytearray.extend", 1);
  const std::string more = bytes_from(vm, a[1]);
  resizable(a[0]) += more;
  return Value::none();
}
Value insert(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "insert", 2, 2, 1);
  int64_t index = vm.to_index(a[1]);
  if (index < 0) index = std::max<int64_t>(0, index + size_of(a[0]));
  index = std::min(index, size_of(a[0]));
  resizable(a[0]).insert(static_cast<size_t>(index), 1, read_byte(vm, a[2], kByteRange));
  return Value::none();
}
Value pop(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "pop", 0, 1, 1);
  std::string& data = bytes_of(a[0]);
  if (data.empty()) raise(types().IndexError, "pop from empty bytearray");
  int64_t index = a.size() > 1 ? vm.to_index(a[1]) : -1;
  if (!wrap_index(index, size_of(a[0]))) raise(types().IndexError, "pop index out of range");
  const Value out = Value::integer(static_cast<unsigned char>(data[static_cast<size_t>(index)]));
  resizable(a[0]).erase(static_cast<size_t>(index), 1);
  return out;
}
Value remove(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "bytearray.remove", 1);
  std::string& data = bytes_of(a[0]);
  const size_t at = data.find(read_byte(vm, a[1], kByteRange));
  if (at == std::string::npos) raise(types().ValueError, "value not found in bytearray");
  resizable(a[0]).erase(at, 1);
  return Value::none();
}
Value reverse(Interpreter&, const Arguments& a) {
  no_arguments(a, "bytearray.reverse");
  std::reverse(bytes_of(a[0]).begin(), bytes_of(a[0]).end());
  return Value::none();
}
Value clear(Interpreter&, const Arguments& a) {
  no_arguments(a, "bytearray.clear");
  resizable(a[0]).clear();
  return Value::none();
}
Value copy(Interpreter&, const Arguments& a) {
  no_arguments(a, "bytearray.copy");
  return make_bytes_like(a[0], bytes_of(a[0]));
}
}  // namespace

Type* bytearray_type() {
  static Type* const type = [] {
    Type* made = make_type("bytearray", types().object, Kind::kBytes);
    made->allows_subclass = true;
    return made;
  }();
  return type;
}

void install_bytearray_type() {
  Type* type = bytearray_type();
  install_bytes_slots(type);
  type->slots.repr = repr;
  type->slots.hash = nullptr;
  type->slots.construct = construct;
  type->slots.initialize = initialise;
  type->slots.set_item = set_item;
  inplace_slot(type, BinaryOp::kAdd) = add_inplace;
  inplace_slot(type, BinaryOp::kMultiply) = multiply_inplace;
  const std::pair<const char*, NativeFn> methods[] = {{"append", append}, {"extend", extend}, {"insert", insert},
                                                      {"pop", pop},       {"remove", remove}, {"reverse", reverse},
                                                      {"clear", clear},   {"copy", copy}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
  type->set("__hash__", Value::none());
}

}  // namespace vt::vm
