// str % arguments: the printf-like formats.
#include <cmath>

#include "vm/builtins/helpers.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
struct Field {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int64_t width = -1, precision = -1;
  uint32_t type = 0;
};

// An integer, which may be of a subclass, where it fits; else `otherwise`.
int64_t small_or(const Value& integer, int64_t otherwise) {
  const Value plain = make_int(to_big(integer));
  return is_small_integer(plain) ? small_integer(plain) : otherwise;
}

class PercentFormatter {
 public:
  PercentFormatter(Interpreter& vm, std::string_view format, const Value& arguments, bool bytes)
      : vm_(vm), format_(format), arguments_(arguments), tuple_(arguments.as<Tuple>()), bytes_(bytes) {
    is_mapping_ = !tuple_ && !(bytes ? arguments.as<Bytes>() != nullptr : arguments.as<Str>() != nullptr) &&
                  (arguments.as<Dict>() || type_of(arguments)->find(intern("__getitem__")));
  }

  std::string run() {
    while (offset_ < format_.size()) {
      const size_t at = format_.find('%', offset_);
      out_ += format_.substr(offset_, at == std::string_view::npos ? at : at - offset_);
      if (at == std::string_view::npos) break;
      offset_ = at + 1;
      conversion();
    }
    const bool all_used = tuple_ ? used_ >= tuple_->items.size() : used_ > 0 || used_key_ || is_mapping_;
    if (!all_used)
      raise(types().TypeError,
            std::string("not all arguments converted during ") + (bytes_ ? "bytes" : "string") + " formatting");
    return std::move(out_);
  }

 private:
  char peek() const { return offset_ < format_.size() ? format_[offset_] : '\0'; }
  char take() {
    if (offset_ >= format_.size()) raise(types().ValueError, "incomplete format");
    return format_[offset_++];
  }

  Value next_argument() {
    if (has_keyed_) return keyed_;
    if (!tuple_) {
      if (used_++ || used_key_) raise(types().TypeError, "not enough arguments for format string");
      return arguments_;
    }
    if (used_ >= tuple_->items.size()) raise(types().TypeError, "not enough arguments for format string");
    return tuple_->items[used_++];
  }

  void read_key() {
    if (!is_mapping_) raise(types().TypeError, "format requires a mapping");
    int depth = 1;
    const size_t begin = ++offset_;
    while (depth > 0) {
      if (offset_ >= format_.size()) raise(types().ValueError, "incomplete format key");
      const char c = format_[offset_++];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    const std::string_view key = format_.substr(begin, offset_ - 1 - begin);
    keyed_ = vm_.get_item(arguments_, bytes_ ? encode_text(key, "latin-1", "strict") : make_str(key));
    has_keyed_ = used_key_ = true;
  }

  int64_t number(const char* what) {
    if (peek() == '*') {
      ++offset_;
      const Value v = next_argument();
      if (!is_integer(v)) raise(types().TypeError, "* wants int");
      const int64_t n = small_or(v, INT64_MAX);
      if (n == INT64_MAX) raise(types().OverflowError, "Python int too large to convert to C ssize_t");
      return n;
    }
    int64_t n = 0;
    while (peek() >= '0' && peek() <= '9') {
      n = n * 10 + (take() - '0');
      if (n > INT32_MAX) raise(types().ValueError, what);
    }
    return n;
  }

  void conversion() {
    Field field;
    const size_t begin = offset_;
    has_keyed_ = false;
    if (peek() == '(') read_key();
    for (bool more = true; more;) {
      switch (peek()) {
        case '-': field.left = true; break;
        case '+': field.plus = true; break;
        case ' ': field.space = true; break;
        case '#': field.alternate = true; break;
        case '0': field.zero = true; break;
        default: more = false;
      }
      if (more) ++offset_;
    }
    if (peek() == '*' || (peek() >= '0' && peek() <= '9')) field.width = number("width too big");
    if (field.width < -1) {
      field.left = true;
      field.width = -field.width;
    }
    if (peek() == '.') {
      ++offset_;
      field.precision = std::max<int64_t>(0, number("precision too big"));
    }
    while (peek() == 'h' || peek() == 'l' || peek() == 'L') ++offset_;
    const size_t at = offset_;
    take();
    offset_ = at;
    field.type = decode_utf8(format_, offset_);
    if (field.type == '%' && at == begin) {
      out_.push_back('%');
      return;
    }
    check_memory(vm_, out_.size() + static_cast<uint64_t>(std::max<int64_t>(0, field.width)));
    convert(field, at);
  }

  void convert(Field& field, size_t at) {
    if (bytes_ && (field.type == 's' || field.type == 'b')) return raw(field);
    switch (field.type) {
      case 's':
      case 'r':
      case 'a': {
        const Value v = next_argument();
        if (const Str* text = v.as<Str>();
            text && text->type == types().str && field.type == 's' && field.precision < 0)
          return pad(field, text->text);
        std::string text = field.type == 's' ? vm_.str(v) : vm_.repr(v);
        if (field.type == 'a' || bytes_) text = escape_non_ascii(text);
        if (field.precision >= 0) text.resize(utf8_offset(text, field.precision));
        return pad(field, text);
      }
      case 'c': return character(field);
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': return integer(field);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': return real(field);
      default: {
        next_argument();
        char code[16];
        std::snprintf(code, sizeof code, "0x%x", field.type);
        std::string shown;
        append_utf8(shown, field.type >= 32 && field.type < 127 ? field.type : '?');
        raise(types().ValueError, "unsupported format character '" + shown + "' (" + code + ") at index " +
                                      std::to_string(utf8_length(format_.substr(0, at))));
      }
    }
  }

  void pad(const Field& field, std::string_view text) {
    const int64_t missing = field.width > 0 ? field.width - utf8_length(text) : 0;
    if (missing > 0 && !field.left) out_.append(static_cast<size_t>(missing), ' ');
    out_ += text;
    if (missing > 0 && field.left) out_.append(static_cast<size_t>(missing), ' ');
  }

  // `digits` are ASCII and may begin with a minus.
  void pad_number(const Field& field, std::string_view prefix, std::string_view digits) {
    const bool negative = digits[0] == '-';
    if (negative) digits.remove_prefix(1);
    const std::string_view sign = negative ? "-" : field.plus ? "+" : field.space ? " " : "";
    const int64_t size = static_cast<int64_t>(sign.size() + prefix.size() + digits.size());
    const size_t missing = field.width > size ? static_cast<size_t>(field.width - size) : 0;
    const bool zeros = field.zero && !field.left;
    if (!zeros && !field.left) out_.append(missing, ' ');
    (out_ += sign) += prefix;
    if (zeros) out_.append(missing, '0');
    out_ += digits;
    if (field.left) out_.append(missing, ' ');
  }

  // Bytes into bytes.
  void raw(const Field& field) {
    Value v = next_argument();
    if (!v.as<Bytes>() && type_of(v)->find(intern("__bytes__"))) v = vm_.call_method(v, "__bytes__", {});
    const Bytes* data = v.as<Bytes>();
    if (!data)
      raise(types().TypeError,
            std::string("%b requires a bytes-like object, or an object that implements __bytes__, not '") +
                type_name(v) + "'");
    const size_t length = field.precision < 0 ? std::string::npos : static_cast<size_t>(field.precision);
    pad(field, decode_bytes(std::string_view(data->data).substr(0, length), "latin-1", "strict").as<Str>()->text);
  }

  void byte(const Field& field) {
    const Value v = next_argument();
    const Bytes* data = v.as<Bytes>();
    if (!is_integer(v) && (!data || data->data.size() != 1))
      raise(types().TypeError, "%c requires an integer in range(256) or a single byte");
    const int64_t c = data ? static_cast<unsigned char>(data->data[0]) : is_integer(v) ? small_or(v, -1) : -1;
    if (c < 0 || c > 255) raise(types().OverflowError, "%c arg not in range(256)");
    std::string text;
    append_utf8(text, static_cast<uint32_t>(c));
    pad(field, text);
  }

  void character(const Field& field) {
    if (bytes_) return byte(field);
    const Value v = next_argument();
    std::string text;
    if (is_integer(v)) {
      const int64_t c = small_or(v, -1);
      if (c < 0 || c > 0x10ffff) raise(types().OverflowError, "%c arg not in range(0x110000)");
      append_utf8(text, static_cast<uint32_t>(c));
    } else {
      const Str* given = v.as<Str>();
      if (!given || given->length != 1) raise(types().TypeError, "%c requires int or char");
      text = given->text;
    }
    pad(field, text);
  }

  void integer(const Field& field) {
    const Value given = next_argument();
    Value v = given;
    const bool decimal = field.type == 'd' || field.type == 'i' || field.type == 'u';
    const char code = static_cast<char>(field.type);
    if (!is_integer(v)) {
      const char* method = v.is_float() || type_of(v)->find(intern("__int__")) ? "__int__" : "__index__";
      if (decimal && v.is_float()) v = vm_.call(Value::of(types().int_), {v});
      else if (decimal ? type_of(v)->find(intern(method)) != nullptr : type_of(v)->find(intern("__index__")) != nullptr)
        v = vm_.call_method(v, decimal ? method : "__index__", {});
      if (!is_integer(v))
        raise(types().TypeError, std::string("%") + code + " format: " + (decimal ? "a real number" : "an integer") +
                                     " is required, not " + type_name(given));
    }
    const int base = decimal ? 10 : field.type == 'o' ? 8 : 16;
    std::string digits = int_to_text(v, base);
    const size_t first = digits[0] == '-';
    if (field.type == 'X')
      for (char& c : digits) c = c >= 'a' ? static_cast<char>(c - 32) : c;
    const int64_t count = static_cast<int64_t>(digits.size() - first);
    if (count < field.precision) digits.insert(first, static_cast<size_t>(field.precision - count), '0');
    const char prefix[] = {'0', code};
    pad_number(field, std::string_view(prefix, field.alternate && !decimal ? 2 : 0), digits);
  }

  void real(const Field& field) {
    const Value v = next_argument();
    double number;
    if (!as_double(v, number)) {
      if (v.as<Str>() || (!type_of(v)->find(intern("__float__")) && !type_of(v)->slots.index))
        raise(types().TypeError, std::string("must be real number, not ") + type_name(v));
      number = vm_.to_double(v);
    }
    if (field.precision > 100000) raise(types().ValueError, "precision too big");
    pad_number(field, "",
               float_digits(number, static_cast<char>(field.type),
                            field.precision < 0 ? 6 : static_cast<int>(field.precision), field.alternate));
  }

  Interpreter& vm_;
  std::string_view format_;
  Value arguments_;
  const Tuple* tuple_;
  Value keyed_;
  std::string out_;
  size_t offset_ = 0, used_ = 0;
  bool bytes_, is_mapping_ = false, has_keyed_ = false, used_key_ = false;
};
}  // namespace

Value percent_format(Interpreter& vm, const Value& format, const Value& arguments) {
  NativeCallGuard guard(vm);
  const Value keep = format;
  std::string out = PercentFormatter(vm, keep.as<Str>()->text, arguments, false).run();
  const int64_t length = utf8_length(out);
  return own_str(std::move(out), length);
}

std::string percent_format_bytes(Interpreter& vm, std::string_view format, const Value& arguments) {
  NativeCallGuard guard(vm);
  const Value text = decode_bytes(format, "latin-1", "strict");
  const std::string out = PercentFormatter(vm, text.as<Str>()->text, arguments, true).run();
  return encode_text(out, "latin-1", "strict").as<Bytes>()->data;
}

}  // namespace vt::vm
