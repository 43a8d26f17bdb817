// bytes, and what a bytearray shares with it. The mutable part is in bytearray.cpp, the
// text encodings in codecs.cpp.
#include "vm/builtins/bytes.h"

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {

namespace {
struct SubclassBytes final : Bytes {
  using Bytes::Bytes;
  Value attributes;
  void traverse(Visitor& visitor) const override { visitor.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override {
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  const Value* attributes_if_any() override { return &attributes; }
};
}  // namespace

Value make_bytes_of(Type* type, std::string data) {
  if (type->is_native) return retype(make<Bytes>(std::move(data)), type);
  return retype(make<SubclassBytes>(std::move(data)), type);
}

Value make_bytes_like(const Value& like, std::string data) {
  Value out = make<Bytes>(std::move(data));
  return type_of(like)->is_subtype_of(bytearray_type()) ? retype(std::move(out), bytearray_type()) : out;
}

char read_byte(Interpreter& vm, const Value& item, const char* message) {
  const Value byte = index_value(vm, item);
  if (!is_small_integer(byte) || small_integer(byte) < 0 || small_integer(byte) > 255)
    raise(types().ValueError, message);
  return static_cast<char>(small_integer(byte));
}

namespace {
Value repr(Interpreter&, const Value& v) { return make_str(quote_bytes(bytes_of(v))); }
Value length(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(bytes_of(v).size())); }
Value hash(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(hash_text(bytes_of(v)))); }
Value add(Interpreter& vm, const Value& a, const Value& b) {
  if (!a.as<Bytes>() || !b.as<Bytes>()) return not_implemented();
  check_memory(vm, bytes_of(a).size() + bytes_of(b).size());
  return make_bytes_like(a, bytes_of(a) + bytes_of(b));
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  const Value& bytes = a.as<Bytes>() ? a : b;
  const Value& times = a.as<Bytes>() ? b : a;
  if (!is_index(times)) return not_implemented();
  const int64_t n = repeat_count(vm, times);
  std::string out;
  out.reserve(checked_repeat(vm, bytes_of(bytes).size(), n, 1));
  if (!bytes_of(bytes).empty())
    for (int64_t i = 0; i < n; ++i) out += bytes_of(bytes);
  return make_bytes_like(bytes, std::move(out));
}
Value remainder(Interpreter& vm, const Value& a, const Value& b) {
  if (!a.as<Bytes>()) return not_implemented();
  return make_bytes_like(a, percent_format_bytes(vm, bytes_of(a), b));
}
Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Bytes>() || !b.as<Bytes>()) return not_implemented();
  const int order = bytes_of(a).compare(bytes_of(b));
  return Value::boolean(order_matches(order < 0 ? -1 : order > 0, op));
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  if (item.as<Bytes>()) return Value::boolean(bytes_of(self).find(bytes_of(item)) != std::string::npos);
  if (!is_index(item))
    raise(types().TypeError, std::string("a bytes-like object is required, not '") + type_name(item) + "'");
  const char byte = read_byte(vm, item, "byte must be in range(0, 256)");
  return Value::boolean(bytes_of(self).find(byte) != std::string::npos);
}
bool is_mutable(const Value& v) { return type_of(v)->is_subtype_of(bytearray_type()); }
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const std::string& data = bytes_of(self);
  if (const Slice* slice = key.as<Slice>()) {
    const SliceBounds b = slice_bounds(vm, *slice, static_cast<int64_t>(data.size()));
    std::string out;
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out.push_back(data[at]);
    return make_bytes_like(self, std::move(out));
  }
  if (!is_index(key))
    raise(types().TypeError, std::string(is_mutable(self) ? "bytearray" : "byte") +
                                 " indices must be integers or slices, not " + type_name(key));
  int64_t index = item_index(vm, key);
  if (!wrap_index(index, static_cast<int64_t>(data.size())))
    raise(types().IndexError, is_mutable(self) ? "bytearray index out of range" : "index out of range");
  return Value::integer(static_cast<unsigned char>(data[index]));
}
struct BytesIterator : NativeIterator {
  BytesIterator(Type* type, Value v) : NativeIterator(type), bytes(std::move(v)) {}
  void traverse(Visitor& v) const override { v.visit(bytes); }
  Value next(Interpreter&) override {
    const std::string& data = bytes_of(bytes);
    return offset < data.size() ? Value::integer(static_cast<unsigned char>(data[offset++])) : Value();
  }
  Value bytes;
  size_t offset = 0;
};
Value iterate(Interpreter&, const Value& self) {
  static Type* fixed = make_iterator_type("bytes_iterator");
  static Type* changing = make_iterator_type("bytearray_iterator");
  return make<BytesIterator>(is_mutable(self) ? changing : fixed, self);
}
Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  if (type == types().bytes && a.size() == 1 && a.keywords == 0 && is_exactly(a[0], type)) return a[0];
  return make_bytes_of(type, read_bytes(vm, a, "bytes"));
}
Value decode(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(a, "decode", {"self", "encoding", "errors"}, 1);
  return decode_bytes(bytes_of(a[0]), bound[1].is_null() ? "utf-8" : expect_str(bound[1], "encoding"),
                      bound[2].is_null() ? "strict" : expect_str(bound[2], "errors"));
}
// hex(sep, bytes_per_sep): groups are counted from the right, from the left when negative.
Value hex(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "hex", {"self", "sep", "bytes_per_sep"}, 1);
  const std::string& data = bytes_of(a[0]);
  std::string separator;
  if (!bound[1].is_null()) {
    separator = bound[1].as<Bytes>() ? bytes_of(bound[1]) : std::string(expect_str(bound[1], "sep"));
    if (separator.size() != 1) raise(types().ValueError, "sep must be length 1.");
  }
  const int64_t group = bound[2].is_null() ? 1 : vm.to_index(bound[2]), size = static_cast<int64_t>(data.size());
  std::string out;
  for (int64_t i = 0; i < size; ++i) {
    const bool split = i > 0 && group != 0 && (group > 0 ? (size - i) % group == 0 : i % -group == 0);
    if (split) out += separator;
    char buffer[4];
    std::snprintf(buffer, sizeof buffer, "%02x", static_cast<unsigned char>(data[static_cast<size_t>(i)]));
    out += buffer;
  }
  return make_str(out);
}
std::string_view bytes_argument(const Value& v) {
  if (!v.as<Bytes>())
    raise(types().TypeError, std::string("a bytes-like object is required, not '") + type_name(v) + "'");
  return bytes_of(v);
}
Value join(Interpreter& vm, const Arguments& a) {
  std::string out;
  size_t count = 0;
  exactly_one(a, "bytes.join", 1);
  for_each_item(vm, a[1], [&](const Value& item) {
    if (count++) out += bytes_of(a[0]);
    const std::optional<std::string> held = buffer_of(item);
    if (!held)
      raise(types().TypeError, "sequence item " + std::to_string(count - 1) + ": expected a bytes-like object, " +
                                   type_name(item) + " found");
    out += *held;
    return true;
  });
  return make_bytes_like(a[0], std::move(out));
}
// Where a str method does the same for each byte read as one character: arguments and
// results change between bytes and text on the way. Bytes above 127 become characters for
// private use, which have no case and belong to no class, as such bytes do.
constexpr uint32_t kHighBytes = 0xf700;
std::string text_of_bytes(std::string_view data) {
  std::string out;
  for (const unsigned char byte : data) append_utf8(out, byte < 0x80 ? byte : kHighBytes + byte);
  return out;
}
std::string bytes_of_text(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = decode_utf8(text, at);
    out.push_back(static_cast<char>(c >= kHighBytes ? c - kHighBytes : c));
  }
  return out;
}
Value as_text(const Value& v) {
  if (const Bytes* bytes = v.as<Bytes>()) return make_str(text_of_bytes(bytes->data));
  if (const Tuple* tuple = v.as<Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : tuple->items) items.push_back(as_text(item));
    return make_tuple(std::move(items));
  }
  if (v.as<Str>()) raise(types().TypeError, "a bytes-like object is required, not 'str'");
  return v;
}
Value as_bytes(const Value& v, const Value& like) {
  if (const Str* text = v.as<Str>()) return make_bytes_like(like, bytes_of_text(text->text));
  std::vector<Value> items;
  if (const List* list = v.as<List>()) {
    for (const Value& item : list->items) items.push_back(as_bytes(item, like));
    return make_list(std::move(items));
  }
  if (const Tuple* tuple = v.as<Tuple>()) {
    for (const Value& item : tuple->items) items.push_back(as_bytes(item, like));
    return make_tuple(std::move(items));
  }
  return v;
}
// What each of these methods wants at this place, in the words for bytes.
void check_argument(std::string_view method, size_t place, const Value& v) {
  if (method == "ljust" || method == "rjust" || method == "center") {
    if (place == 1 && !is_index(v)) static_cast<void>(Interpreter::current()->to_index(v));
    if (place == 2 && !(v.as<Bytes>() && bytes_of(v).size() == 1))
      raise(types().TypeError,
            std::string(method) + "() argument 2 must be a byte string of length 1, not " + type_name(v));
    return;
  }
  const bool strips = method.find("strip") != std::string_view::npos || method.find("split") != std::string_view::npos;
  const bool wants_bytes = (strips && method != "splitlines") || method.find("partition") != std::string_view::npos ||
                           method.find("remove") == 0 || method == "replace";
  if (wants_bytes && place <= (method == "replace" ? 2 : 1) && !(strips && v.is_none()))
    static_cast<void>(bytes_argument(v));
}
Value through_text(Interpreter& vm, const Arguments& a) {
  const Value method = *types().str->find(intern(current_native(vm)->name));
  std::vector<Value> values;
  for (size_t i = 0; i < a.positional + a.keywords; ++i) {
    if (i > 0 && i < a.positional) check_argument(current_native(vm)->name, i, a[i]);
    values.push_back(as_text(a.values[i]));
  }
  return as_bytes(vm.call(method, Arguments{values.data(), a.positional, a.keyword_names, a.keywords}), a[0]);
}
// The same for methods that look for bytes, or for one byte given by its number.
Value search_text(Interpreter& vm, const Arguments& a) {
  if (a.positional < 2 || !is_index(a[1])) {
    if (a.positional > 1 && !a[1].as<Bytes>())
      raise(types().TypeError,
            std::string("argument should be integer or bytes-like object, not '") + type_name(a[1]) + "'");
    return through_text(vm, a);
  }
  std::vector<Value> values(a.values, a.values + a.positional + a.keywords);
  values[1] = make<Bytes>(std::string(1, read_byte(vm, a[1], "byte must be in range(0, 256)")));
  return through_text(vm, Arguments{values.data(), a.positional, a.keyword_names, a.keywords});
}
Value index_of(Interpreter& vm, const Arguments& a) {
  const NativeFunction* self = current_native(vm);
  const Value at = vm.call_method(a[0], self->name == "index" ? "find" : "rfind",
                                  {optional(a, 1) ? a[1] : Value::none(), optional(a, 2) ? a[2] : Value::none(),
                                   optional(a, 3) ? a[3] : Value::none()});
  if (at.as_int() < 0) raise(types().ValueError, "subsection not found");
  return at;
}
Value affix(Interpreter& vm, const Arguments& a) {
  if (a.positional > 1 && !a[1].as<Bytes>() && !a[1].as<Tuple>())
    raise(types().TypeError,
          current_native(vm)->name + " first arg must be bytes or a tuple of bytes, not " + type_name(a[1]));
  return through_text(vm, a);
}

// translate(table, delete): the table has 256 bytes, or is None.
Value translate(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(a, "translate", {"self", "table", "delete"}, 2);
  const bool mapped = !bound[1].is_none();
  const std::string_view table = mapped ? bytes_argument(bound[1]) : std::string_view();
  if (mapped && table.size() != 256) raise(types().ValueError, "translation table must be 256 characters long");
  const std::string_view dropped = bound[2].is_null() ? std::string_view() : bytes_argument(bound[2]);
  std::string out;
  for (char c : bytes_of(a[0]))
    if (dropped.find(c) == std::string_view::npos) out.push_back(mapped ? table[static_cast<unsigned char>(c)] : c);
  return make_bytes_like(a[0], std::move(out));
}
Value make_table(Interpreter&, const Arguments& a) {
  expect_arguments(a, "maketrans", 2, 2);
  const std::string_view from = bytes_argument(a[0]), to = bytes_argument(a[1]);
  if (from.size() != to.size()) raise(types().ValueError, "maketrans arguments must have same length");
  std::string table(256, '\0');
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<char>(i);
  for (size_t i = 0; i < from.size(); ++i) table[static_cast<unsigned char>(from[i])] = to[i];
  return make<Bytes>(std::move(table));
}

Value from_hex(Interpreter& vm, const Arguments& a) {
  check_count(a, "fromhex", 1, 1, true);
  const std::string_view text = expect_str(a[1], "fromhex() argument");
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (is_space(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    int byte = 0;
    for (int digit = 0; digit < 2; ++digit, ++i) {
      const char c = i < text.size() ? text[i] : 'x';
      const int value = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (value < 0)
        raise(types().ValueError, "non-hexadecimal number found in fromhex() arg at position " + std::to_string(i));
      byte = byte * 16 + value;
    }
    out.push_back(static_cast<char>(byte));
  }
  Value made = make<Bytes>(std::move(out));
  return a[0].same(Value::of(types().bytes)) ? made : vm.call(a[0], {made});
}
}  // namespace

std::string read_bytes(Interpreter& vm, const Arguments& a, const char* type_name_shown) {
  const auto bound = bind_arguments(a, type_name_shown, {"source", "encoding", "errors"}, 0);
  if (bound[0].is_null()) return {};
  if (const Str* text = bound[0].as<Str>()) {
    if (bound[1].is_null()) raise(types().TypeError, "string argument without an encoding");
    const std::string who = std::string(type_name_shown) + "() argument ";
    return bytes_of(encode_text(text->text, expect_str(bound[1], (who + "'encoding'").c_str()),
                                bound[2].is_null() ? "strict" : expect_str(bound[2], (who + "'errors'").c_str())));
  }
  if (!bound[1].is_null()) raise(types().TypeError, "encoding without a string argument");
  if (std::optional<std::string> held = buffer_of(bound[0])) return *held;
  if (type_of(bound[0])->find(intern("__bytes__"))) {
    const Value made = vm.call_method(bound[0], "__bytes__", {});
    if (!made.as<Bytes>())
      raise(types().TypeError, std::string("__bytes__ returned non-bytes (type ") + type_name(made) + ")");
    return bytes_of(made);
  }
  if (is_index(bound[0])) {
    const int64_t n = repeat_count(vm, bound[0]);
    if (n < 0) raise(types().ValueError, "negative count");
    check_memory(vm, static_cast<uint64_t>(n));
    return std::string(static_cast<size_t>(n), '\0');
  }
  if (!type_of(bound[0])->slots.iter && !type_of(bound[0])->slots.get_item)
    raise(types().TypeError, std::string("cannot convert '") + type_name(bound[0]) + "' object to " + type_name_shown);
  const char* message =
      type_name_shown == std::string_view("bytes") ? "bytes must be in range(0, 256)" : "byte must be in range(0, 256)";
  std::string out;
  for_each_item(vm, bound[0], [&](const Value& item) {
    out.push_back(read_byte(vm, item, message));
    return true;
  });
  return out;
}

void install_bytes_slots(Type* type) {
  Slots& slots = type->slots;
  slots.length = length;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.contains = contains;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  binary_slot(type, BinaryOp::kRemainder) = remainder;
  set_compare_slots<compare>(slots);
  const std::pair<const char*, NativeFn> methods[] = {
      {"decode", decode},    {"hex", hex},           {"join", join},        {"translate", translate},
      {"index", index_of},   {"rindex", index_of},   {"startswith", affix}, {"endswith", affix},
      {"find", search_text}, {"rfind", search_text}, {"count", search_text}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
  define_class_method(type, "fromhex", from_hex);
  define_static_method(type, "maketrans", make_table);
  for (const char* name :
       {"split",   "rsplit",    "strip",      "lstrip",     "rstrip",    "upper",        "lower",        "replace",
        "ljust",   "partition", "rpartition", "rjust",      "center",    "zfill",        "title",        "isdigit",
        "isalpha", "isalnum",   "isspace",    "isupper",    "islower",   "removeprefix", "removesuffix", "swapcase",
        "istitle", "isascii",   "capitalize", "splitlines", "expandtabs"})
    define_method(type, name, through_text);
}

void install_bytes_type() {
  Type* type = types().bytes;
  install_bytes_slots(type);
  type->slots.repr = repr;
  type->slots.hash = hash;
  type->slots.construct = construct;
}

}  // namespace vt::vm
