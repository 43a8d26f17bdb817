// str: operators, indexing, iteration, construction, quoting. The methods are in
// str_methods.cpp, formatting in percent_format.cpp and str_format.cpp.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"
#include "vm/type_names.h"

namespace vt::vm {
uint64_t text_hash(const Str* key);  // hash_table.cpp
namespace {
const std::string& text_of(const Value& v) { return v.as<Str>()->text; }

Value repr(Interpreter&, const Value& v) { return make_str(quote_text(text_of(v))); }
Value str_itself(Interpreter&, const Value& v) { return is_exactly(v, types().str) ? v : make_str(text_of(v)); }
Value length(Interpreter&, const Value& v) { return Value::integer(v.as<Str>()->length); }
Value truth(Interpreter&, const Value& v) { return Value::boolean(!text_of(v).empty()); }
Value hash(Interpreter&, const Value& v) { return Value::integer(static_cast<int64_t>(text_hash(v.as<Str>()))); }

Value add(Interpreter& vm, const Value& a, const Value& b) {
  const Str *x = a.as<Str>(), *y = b.as<Str>();
  if (!x || !y) return not_implemented();
  check_memory(vm, x->text.size() + y->text.size());
  std::string out;
  out.reserve(x->text.size() + y->text.size());
  (out += x->text) += y->text;
  return own_str(std::move(out), x->length + y->length);
}
Value multiply(Interpreter& vm, const Value& a, const Value& b) {
  const Str* text = a.as<Str>() ? a.as<Str>() : b.as<Str>();
  const Value& times = a.as<Str>() ? b : a;
  if (!is_index(times)) return not_implemented();
  const int64_t n = repeat_count(vm, times);
  std::string out;
  out.reserve(checked_repeat(vm, text->text.size(), n, 1));
  if (!text->text.empty())
    for (int64_t i = 0; i < n; ++i) out += text->text;
  return own_str(std::move(out), n > 0 ? n * text->length : 0);
}
Value remainder(Interpreter& vm, const Value& a, const Value& b) {
  return a.as<Str>() ? percent_format(vm, a, b) : not_implemented();
}

// The order of code points is the order of their UTF-8 bytes.
Value compare(Interpreter&, const Value& a, const Value& b, CompareOp op) {
  const Str *x = a.as<Str>(), *y = b.as<Str>();
  if (!x || !y) return not_implemented();
  if (op == CompareOp::kEqual) return Value::boolean(x->text == y->text);
  const int order = x->text.compare(y->text);
  return Value::boolean(order_matches(order < 0 ? -1 : order > 0, op));
}
Value contains(Interpreter&, const Value& self, const Value& item) {
  const Str* text = item.as<Str>();
  if (!text)
    raise(types().TypeError, std::string("'in <string>' requires string as left operand, not ") + type_name(item));
  return Value::boolean(text_of(self).find(text->text) != std::string::npos);
}

Value slice_text(Interpreter& vm, const Str& self, const Slice& slice) {
  const SliceBounds b = slice_bounds(vm, slice, self.length);
  std::string out;
  if (self.ascii && b.step == 1) return make_str(std::string_view(self.text).substr(b.start, b.count));
  if (b.step == 1) {
    const size_t begin = utf8_offset(self.text, b.start);
    const std::string_view rest = std::string_view(self.text).substr(begin);
    return make_str(rest.substr(0, utf8_offset(rest, b.count)));
  }
  if (self.ascii) {
    out.resize(static_cast<size_t>(b.count));
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) out[i] = self.text[at];
    return own_str(std::move(out), b.count);
  }
  std::vector<uint32_t> points;
  for (size_t i = 0; i < self.text.size();) points.push_back(decode_utf8(self.text, i));
  for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) append_utf8(out, points[at]);
  return make_str(out);
}
Value character_at(const Str& self, int64_t index) {
  if (self.ascii) return make_str(std::string_view(self.text).substr(index, 1));
  size_t end = utf8_offset(self.text, index);
  const size_t begin = end;
  decode_utf8(self.text, end);
  return make_str(std::string_view(self.text).substr(begin, end - begin));
}
Value get_item(Interpreter& vm, const Value& self, const Value& key) {
  const Str& text = *self.as<Str>();
  if (const Slice* slice = key.as<Slice>()) return slice_text(vm, text, *slice);
  if (!is_index(key))
    raise(types().TypeError, std::string("string indices must be integers, not '") + type_name(key) + "'");
  int64_t index = item_index(vm, key);
  if (!wrap_index(index, text.length)) raise(types().IndexError, "string index out of range");
  return character_at(text, index);
}

struct StrIterator : NativeIterator {
  StrIterator(Type* type, Value text) : NativeIterator(type), text(std::move(text)) {}
  void traverse(Visitor& v) const override { v.visit(text); }
  Value next(Interpreter&) override {
    const Str* source = text.as<Str>();
    if (!source || offset >= source->text.size()) return {};
    const size_t begin = offset;
    if (source->ascii) ++offset;
    else decode_utf8(source->text, offset);
    return make_str(std::string_view(source->text).substr(begin, offset - begin));
  }
  int64_t remaining() const {
    const Str* source = text.as<Str>();
    return source ? utf8_length(std::string_view(source->text).substr(offset)) : 0;
  }
  Value text;
  size_t offset = 0;
};
Value iterate(Interpreter&, const Value& self) {
  static Type *ascii = make_counted_iterator_type<StrIterator>("str_ascii_iterator"),
              *any = make_counted_iterator_type<StrIterator>("str_iterator");
  return make<StrIterator>(self.as<Str>()->ascii && is_exactly(self, types().str) ? ascii : any, self);
}

Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  if (type == types().str && a.positional == 1 && a.keywords == 0)
    return is_exactly(a[0], type) ? a[0] : make_str(vm.str(a[0]));
  const auto bound = bind_arguments(a, "str", {"object", "encoding", "errors"}, 0);
  Value out;
  if (bound[0].is_null()) out = make_str("");
  else if (!bound[1].is_null() || !bound[2].is_null()) {
    for (const auto& [index, name] : {std::pair{size_t{1}, "encoding"}, std::pair{size_t{2}, "errors"}})
      if (!bound[index].is_null() && !bound[index].as<Str>())
        raise(types().TypeError,
              std::string("str() argument '") + name + "' must be str, not " + argument_type_name(bound[index]));
    if (!bound[0].as<Bytes>())
      raise(types().TypeError,
            std::string("decoding to str: need a bytes-like object, ") + type_name(bound[0]) + " found");
    out = vm.call_method(
        bound[0], "decode",
        {bound[1].is_null() ? make_str("utf-8") : bound[1], bound[2].is_null() ? make_str("strict") : bound[2]});
  } else {
    if (bound[0].as<Str>() && type == types().str && is_exactly(bound[0], type)) return bound[0];
    out = make_str(vm.str(bound[0]));
  }
  if (type == types().str) return out;
  return retype(make<Str>(text_of(out)), type);
}

Value format(Interpreter&, const Arguments& a) {
  exactly_one(a, "str.__format__", 1);
  return make_str(format_text(text_of(a[0]), expect_str(a[1], "__format__() argument"), type_name(a[0])));
}

void append_escape(std::string& out, uint32_t c) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
  out += buffer;
}
}  // namespace

std::string quote_text(std::string_view text, bool ascii_only) {
  const bool has_single = text.find('\'') != std::string_view::npos,
             has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (size_t i = 0; i < text.size();) {
    const uint32_t c = decode_utf8(text, i);
    if (c == static_cast<unsigned char>(quote) || c == '\\') (out += '\\') += static_cast<char>(c);
    else if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (!is_printable(c) || (ascii_only && c > 126)) append_escape(out, c);
    else append_utf8(out, c);
  }
  out.push_back(quote);
  return out;
}

std::string escape_non_ascii(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const uint32_t c = decode_utf8(text, i);
    if (c < 128) out.push_back(static_cast<char>(c));
    else append_escape(out, c);
  }
  return out;
}

std::string quote_bytes(std::string_view data) {
  const char quote = data.find('\'') != std::string_view::npos && data.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out = std::string("b") + quote;
  for (const char raw : data) {
    const unsigned char c = raw;
    if (raw == quote || raw == '\\') (out += '\\') += raw;
    else if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (c < 32 || c > 126) append_escape(out, c);
    else out.push_back(raw);
  }
  out.push_back(quote);
  return out;
}

void install_str_type() {
  Type* type = types().str;
  Slots& slots = type->slots;
  slots.repr = repr;
  slots.str = str_itself;
  slots.length = length;
  slots.truth = truth;
  slots.hash = hash;
  slots.iter = iterate;
  slots.get_item = get_item;
  slots.contains = contains;
  slots.construct = construct;
  binary_slot(type, BinaryOp::kAdd) = add;
  binary_slot(type, BinaryOp::kMultiply) = multiply;
  binary_slot(type, BinaryOp::kRemainder) = remainder;
  set_compare_slots<compare>(slots);
  define_method(type, "__format__", format);
  install_str_methods();
}

}  // namespace vt::vm
