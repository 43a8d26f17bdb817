// bytes: what programs do with them when they serialise, and the text encodings.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
const std::string& data_of(const Value& v) { return v.as<Bytes>()->data; }
Value make_bytes(std::string_view data) { return make<Bytes>(std::string(data)); }

std::string normal_encoding(std::string_view name) {
  std::string out;
  for (char c : name) out.push_back(c == '_' ? '-' : static_cast<char>(to_lower(static_cast<unsigned char>(c))));
  if (out == "utf8" || out == "u8") out = "utf-8";
  if (out == "latin1" || out == "iso-8859-1" || out == "iso8859-1" || out == "l1") out = "latin-1";
  if (out == "us-ascii" || out == "646") out = "ascii";
  if (out != "utf-8" && out != "latin-1" && out != "ascii")
    raise(types().LookupError, "unknown encoding: " + std::string(name));
  return out;
}

[[noreturn]] void encode_error(const std::string& encoding, uint32_t c, int64_t position) {
  char shown[16];
  std::snprintf(shown, sizeof shown, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
  raise(types().UnicodeEncodeError, "'" + encoding + "' codec can't encode character '" + shown + "' in position " +
                                        std::to_string(position) + ": " +
                                        (encoding == "utf-8"   ? "surrogates not allowed"
                                         : encoding == "ascii" ? "ordinal not in range(128)"
                                                               : "ordinal not in range(256)"));
}

Value repr(Interpreter&, const Value& v) { return make_str(quote_bytes(data_of(v))); }
Value length(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(data_of(v).size())); }
Value hash(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(hash_text(data_of(v)))); }
Value add(Interpreter& vm, const Value& a, const Value& b) {
  if (!a.as<Bytes>() || !b.as<Bytes>()) return not_implemented();
  check_memory(vm, data_of(a).size() + data_of(b).size());
  return make_bytes(data_of(a) + data_of(b));
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  const Value& bytes = a.as<Bytes>() ? a : b;
  const Value& times = a.as<Bytes>() ? b : a;
  if (!is_integer(times)) return not_implemented();
  const int64_t n = vm.to_index(times);
  std::string out;
  out.reserve(checked_repeat(vm, data_of(bytes).size(), n, 1));
  if (!data_of(bytes).empty())
    for (int64_t i = 0; i < n; ++i) out += data_of(bytes);
  return make_bytes(out);
}
Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  if (!a.as<Bytes>() || !b.as<Bytes>()) return not_implemented();
  const int order = data_of(a).compare(data_of(b));
  return Value::boolean(order_matches(order < 0 ? -1 : order > 0, op));
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  if (item.as<Bytes>()) return Value::boolean(data_of(self).find(data_of(item)) != std::string::npos);
  const int64_t c = vm.to_index(item);
  return Value::boolean(c >= 0 && c < 256 && data_of(self).find(static_cast<char>(c)) != std::string::npos);
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const std::string& data = data_of(self);
  if (const Slice* slice = key.as<Slice>()) {
    const SliceBounds b = slice_bounds(vm, *slice, static_cast<int64_t>(data.size()));
    std::string out;
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out.push_back(data[at]);
    return make_bytes(out);
  }
  if (!is_integer(key) && !type_of(key)->find(intern("__index__")))
    raise(types().TypeError, std::string("byte indices must be integers or slices, not ") + type_name(key));
  int64_t index = vm.to_index(key);
  if (!wrap_index(index, static_cast<int64_t>(data.size()))) raise(types().IndexError, "index out of range");
  return Value::integer(static_cast<unsigned char>(data[index]));
}
struct BytesIterator : NativeIterator {
  BytesIterator(Type* type, Value v) : NativeIterator(type), bytes(std::move(v)) {}
  void traverse(Visitor& v) const override { v.visit(bytes); }
  Value next(Interpreter&) override {
    const std::string& data = data_of(bytes);
    return offset < data.size() ? Value::integer(static_cast<unsigned char>(data[offset++])) : Value();
  }
  Value bytes;
  size_t offset = 0;
};
Value iterate(Interpreter&, const Value& self) {
  static Type* type = make_iterator_type("bytes_iterator");
  return make<BytesIterator>(type, self);
}
Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  const auto bound = bind_arguments(a, "bytes", {"source", "encoding", "errors"}, 0);
  std::string out;
  if (bound[0].is_null()) return retype(make_bytes(""), type);
  if (const Str* text = bound[0].as<Str>()) {
    if (bound[1].is_null()) raise(types().TypeError, "string argument without an encoding");
    return encode_text(text->text, expect_str(bound[1], "encoding"),
                       bound[2].is_null() ? "strict" : expect_str(bound[2], "errors"));
  }
  if (bound[0].as<Bytes>()) return retype(make_bytes(data_of(bound[0])), type);
  if (is_integer(bound[0])) {
    const int64_t n = vm.to_index(bound[0]);
    if (n < 0) raise(types().ValueError, "negative count");
    check_memory(vm, static_cast<uint64_t>(n));
    return retype(make_bytes(std::string(static_cast<size_t>(n), '\0')), type);
  }
  for_each_item(vm, bound[0], [&](const Value& item) {
    const int64_t byte = vm.to_index(item);
    if (byte < 0 || byte > 255) raise(types().ValueError, "bytes must be in range(0, 256)");
    out.push_back(static_cast<char>(byte));
    return true;
  });
  return retype(make_bytes(out), type);
}
Value decode(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(a, "decode", {"self", "encoding", "errors"}, 1);
  return decode_bytes(data_of(a[0]), bound[1].is_null() ? "utf-8" : expect_str(bound[1], "encoding"),
                      bound[2].is_null() ? "strict" : expect_str(bound[2], "errors"));
}
// hex(sep, bytes_per_sep): groups are counted from the right, from the left when negative.
Value hex(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "hex", {"self", "sep", "bytes_per_sep"}, 1);
  const std::string& data = data_of(a[0]);
  std::string separator;
  if (!bound[1].is_null()) {
    separator = bound[1].as<Bytes>() ? data_of(bound[1]) : std::string(expect_str(bound[1], "sep"));
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
  return data_of(v);
}
Value startswith(Interpreter&, const Arguments& a) {
  const std::string_view part = bytes_argument(a[1]);
  return Value::boolean(std::string_view(data_of(a[0])).substr(0, part.size()) == part);
}
Value endswith(Interpreter&, const Arguments& a) {
  const std::string_view part = bytes_argument(a[1]), data = data_of(a[0]);
  return Value::boolean(data.size() >= part.size() && data.substr(data.size() - part.size()) == part);
}
Value find(Interpreter&, const Arguments& a) {
  const size_t at = data_of(a[0]).find(bytes_argument(a[1]));
  return Value::integer(at == std::string::npos ? -1 : static_cast<int64_t>(at));
}
Value join(Interpreter& vm, const Arguments& a) {
  std::string out;
  bool first = true;
  for_each_item(vm, a[1], [&](const Value& item) {
    if (!first) out += data_of(a[0]);
    first = false;
    out += bytes_argument(item);
    return true;
  });
  return make_bytes(out);
}
Value replace(Interpreter&, const Arguments& a) {
  const std::string& data = data_of(a[0]);
  const std::string_view from = bytes_argument(a[1]), to = bytes_argument(a[2]);
  std::string out;
  size_t i = 0;
  for (size_t at; !from.empty() && (at = data.find(from, i)) != std::string::npos; i = at + from.size())
    out.append(data, i, at - i).append(to);
  return make_bytes(out.append(data, i));
}

// Where a str method does the same for each byte read as one character: arguments and
// results change between bytes and text on the way.
Value as_text(const Value& v) {
  if (const Bytes* bytes = v.as<Bytes>()) return decode_bytes(bytes->data, "latin-1", "strict");
  if (const Tuple* tuple = v.as<Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : tuple->items) items.push_back(as_text(item));
    return make_tuple(std::move(items));
  }
  if (v.as<Str>()) raise(types().TypeError, "a bytes-like object is required, not 'str'");
  return v;
}
Value as_bytes(const Value& v) {
  if (const Str* text = v.as<Str>()) return encode_text(text->text, "latin-1", "strict");
  std::vector<Value> items;
  if (const List* list = v.as<List>()) {
    for (const Value& item : list->items) items.push_back(as_bytes(item));
    return make_list(std::move(items));
  }
  if (const Tuple* tuple = v.as<Tuple>()) {
    for (const Value& item : tuple->items) items.push_back(as_bytes(item));
    return make_tuple(std::move(items));
  }
  return v;
}
Value through_text(Interpreter& vm, const Arguments& a) {
  const Value method = *types().str->find(intern(current_native(vm)->name));
  std::vector<Value> values;
  for (size_t i = 0; i < a.positional + a.keywords; ++i) values.push_back(as_text(a.values[i]));
  return as_bytes(vm.call(method, Arguments{values.data(), a.positional, a.keyword_names, a.keywords}));
}

Value from_hex(Interpreter&, const Arguments& a) {
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
  return make_bytes(out);
}
}  // namespace

Value encode_text(std::string_view text, std::string_view name, std::string_view errors) {
  const std::string encoding = normal_encoding(name);
  const uint32_t limit = encoding == "ascii" ? 128 : encoding == "latin-1" ? 256 : 0x110000;
  std::string out;
  int64_t position = 0;
  for (size_t i = 0; i < text.size(); ++position) {
    const uint32_t c = decode_utf8(text, i);
    if (c >= limit || (limit == 0x110000 && c >= 0xd800 && c < 0xe000)) {
      if (errors == "ignore") continue;
      if (errors == "replace") {
        out.push_back('?');
        continue;
      }
      if (errors == "backslashreplace") {
        std::string one;
        append_utf8(one, c);
        out += escape_non_ascii(one);
        continue;
      }
      encode_error(encoding, c, position);
    }
    if (limit == 0x110000) append_utf8(out, c);
    else out.push_back(static_cast<char>(c));
  }
  return make_bytes(out);
}

Value decode_bytes(std::string_view data, std::string_view name, std::string_view errors) {
  const std::string encoding = normal_encoding(name);
  std::string out;
  if (encoding == "latin-1") {
    for (unsigned char c : data) append_utf8(out, c);
    return make_str(out);
  }
  size_t done = 0;
  while (true) {
    std::string reason;
    const std::string_view rest = data.substr(done);
    size_t bad = find_invalid_utf8(rest, reason);
    if (encoding == "ascii") {
      bad = 0;
      while (bad < rest.size() && static_cast<unsigned char>(rest[bad]) < 128) ++bad;
      if (bad == rest.size()) bad = std::string_view::npos;
      reason = "ordinal not in range(128)";
    }
    out += rest.substr(0, bad);
    if (bad == std::string_view::npos) return make_str(out);
    if (errors == "replace") append_utf8(out, 0xfffd);
    else if (errors != "ignore") {
      char byte[8];
      std::snprintf(byte, sizeof byte, "0x%02x", static_cast<unsigned char>(rest[bad]));
      raise(types().UnicodeDecodeError, "'" + encoding + "' codec can't decode byte " + byte + " in position " +
                                            std::to_string(done + bad) + ": " + reason);
    }
    done += bad + 1;
  }
}

void install_bytes_type() {
  Type* type = types().bytes;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.length = length;
  slots.hash = hash;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.contains = contains;
  slots.construct = construct;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  set_compare_slots<compare>(slots);
  const std::pair<const char*, NativeFn> methods[] = {
      {"decode", decode}, {"hex", hex},   {"startswith", startswith}, {"endswith", endswith},
      {"find", find},     {"join", join}, {"replace", replace}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
  define_class_method(type, "fromhex", from_hex);
  for (const char* name :
       {"split",        "rsplit",       "strip",    "lstrip",     "rstrip",     "upper",     "lower",   "count",
        "rfind",        "index",        "rindex",   "partition",  "rpartition", "ljust",     "rjust",   "center",
        "zfill",        "title",        "isdigit",  "isalpha",    "isalnum",    "isspace",   "isupper", "islower",
        "removeprefix", "removesuffix", "swapcase", "capitalize", "splitlines", "expandtabs"})
    define_method(type, name, through_text);
}

}  // namespace vt::vm
