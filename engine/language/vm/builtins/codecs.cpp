// Text encodings: utf-8, utf-16, utf-32, ascii and latin-1, with CPython's error handlers
// and messages. Used by str.encode, bytes.decode and the constructors.
#include "vm/builtins/helpers.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {

struct Encoding {
  std::string name;  // as messages show it
  int unit = 1;      // bytes of a unit
  bool big = false;  // order of a unit's bytes
  bool mark = false;
  uint32_t limit = 0x110000;
};

Encoding find_encoding(std::string_view name) {
  std::string plain;
  for (char c : name) plain.push_back(c == '_' ? '-' : static_cast<char>(to_lower(static_cast<unsigned char>(c))));
  if (plain == "utf-8" || plain == "utf8" || plain == "u8") return {"utf-8"};
  if (plain == "latin-1" || plain == "latin1" || plain == "iso-8859-1" || plain == "iso8859-1" || plain == "l1")
    return {"latin-1", 1, false, false, 256};
  if (plain == "ascii" || plain == "us-ascii" || plain == "646") return {"ascii", 1, false, false, 128};
  for (int unit : {2, 4})
    for (const char* order : {"", "-le", "-be"}) {
      const std::string bits = std::to_string(8 * unit);
      if (plain != "utf-" + bits + order && plain != "utf" + bits + order) continue;
      return {"utf-" + bits + order, unit, order[0] && order[1] == 'b', !order[0]};
    }
  raise(types().LookupError, "unknown encoding: " + std::string(name));
}

void append_unit(std::string& out, uint32_t unit, const Encoding& encoding) {
  for (int i = 0; i < encoding.unit; ++i)
    out.push_back(static_cast<char>(unit >> 8 * (encoding.big ? encoding.unit - 1 - i : i)));
}
void append_character(std::string& out, uint32_t c, const Encoding& encoding) {
  if (encoding.unit == 2 && c >= 0x10000) {
    append_unit(out, 0xd800 + ((c - 0x10000) >> 10), encoding);
    append_unit(out, 0xdc00 + ((c - 0x10000) & 0x3ff), encoding);
  } else if (encoding.unit > 1) {
    append_unit(out, c, encoding);
  } else if (encoding.limit == 0x110000) {
    append_utf8(out, c);
  } else {
    out.push_back(static_cast<char>(c));
  }
}

bool can_encode(uint32_t c, const Encoding& encoding) {
  return c < encoding.limit && !(encoding.limit == 0x110000 && c >= 0xd800 && c < 0xe000);
}

[[noreturn]] void unknown_handler(std::string_view errors) {
  raise(types().LookupError, "unknown error handler name '" + std::string(errors) + "'");
}

// What an error handler puts in the place of a character.
std::string replacement(uint32_t c, std::string_view errors) {
  std::string one;
  append_utf8(one, c);
  if (errors == "ignore") return "";
  if (errors == "replace") return "?";
  if (errors == "backslashreplace") return escape_non_ascii(one);
  if (errors == "xmlcharrefreplace") return "&#" + std::to_string(c) + ";";
  unknown_handler(errors);
}

[[noreturn]] void raise_coding_error(Type* type, const Encoding& encoding, Value object, int64_t first, int64_t end,
                                     const std::string& reason) {
  raise_value(Interpreter::current()->call(
      Value::of(type),
      {make_str(encoding.name), std::move(object), Value::integer(first), Value::integer(end), make_str(reason)}));
}

[[noreturn]] void cannot_encode(const Encoding& encoding, std::string_view text, int64_t first, int64_t end) {
  raise_coding_error(types().UnicodeEncodeError, encoding, make_str(text), first, end,
                     encoding.limit == 0x110000 ? "surrogates not allowed"
                                                : "ordinal not in range(" + std::to_string(encoding.limit) + ")");
}

[[noreturn]] void cannot_decode(const Encoding& encoding, std::string_view data, size_t first, size_t end,
                                const std::string& reason) {
  raise_coding_error(types().UnicodeDecodeError, encoding, make<Bytes>(std::string(data)), static_cast<int64_t>(first),
                     static_cast<int64_t>(end), reason);
}

void handle_bad_bytes(std::string& out, const Encoding& encoding, std::string_view data, size_t first, size_t end,
                      const std::string& reason, std::string_view errors) {
  if (errors == "strict") cannot_decode(encoding, data, first, end, reason);
  if (errors == "replace") return append_utf8(out, 0xfffd);
  if (errors == "ignore") return;
  if (errors != "backslashreplace") unknown_handler(errors);
  for (size_t i = first; i < end; ++i) {
    char byte[8];
    std::snprintf(byte, sizeof byte, "\\x%02x", static_cast<unsigned char>(data[i]));
    out += byte;
  }
}

// utf-16 and utf-32.
std::string decode_units(std::string_view data, Encoding encoding, std::string_view errors) {
  const size_t unit = static_cast<size_t>(encoding.unit);
  const auto read = [&](size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < unit; ++i)
      value |= static_cast<uint32_t>(static_cast<unsigned char>(data[at + i])) << 8 * (encoding.big ? unit - 1 - i : i);
    return value;
  };
  size_t at = 0;
  if (encoding.mark && data.size() >= unit) {
    encoding.big = read(0) == (unit == 2 ? 0xfffeu : 0xfffe0000u);
    if (read(0) == 0xfeff) at = unit;
  }
  if (encoding.mark) encoding.name += encoding.big ? "-be" : "-le";
  std::string out;
  for (; at < data.size(); at += unit) {
    if (at + unit > data.size()) {
      handle_bad_bytes(out, encoding, data, at, data.size(), "truncated data", errors);
      break;
    }
    uint32_t c = read(at);
    if (unit == 2 && c >= 0xd800 && c < 0xdc00) {
      if (at + 4 > data.size()) {
        handle_bad_bytes(out, encoding, data, at, data.size(), "unexpected end of data", errors);
        break;
      }
      const uint32_t low = read(at + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        at += 2;
      }
    }
    if (c > 0x10ffff) handle_bad_bytes(out, encoding, data, at, at + unit, "code point not in range(0x110000)", errors);
    else if (unit == 2 && c >= 0xd800 && c < 0xe000)
      handle_bad_bytes(out, encoding, data, at, at + unit, "illegal encoding", errors);
    else append_utf8(out, c);
  }
  return out;
}

// The first bytes that are not text in an encoding of single bytes; npos if there are none.
size_t find_bad(std::string_view data, const Encoding& encoding, size_t& length, std::string& reason) {
  if (encoding.limit == 0x110000) return find_invalid_utf8(data, length, reason);
  length = 1;
  reason = "ordinal not in range(128)";
  for (size_t i = 0; i < data.size(); ++i)
    if (static_cast<unsigned char>(data[i]) >= 128) return i;
  return std::string_view::npos;
}

}  // namespace

Value encode_text(std::string_view text, std::string_view name, std::string_view errors) {
  const Encoding encoding = find_encoding(name);
  std::string out;
  if (encoding.mark) append_unit(out, 0xfeff, encoding);
  int64_t position = 0;
  for (size_t i = 0; i < text.size(); ++position) {
    const uint32_t c = decode_utf8(text, i);
    if (can_encode(c, encoding)) {
      append_character(out, c, encoding);
      continue;
    }
    if (errors == "strict") {
      int64_t end = position + 1;
      while (i < text.size() && !can_encode(decode_utf8(text, i), encoding)) ++end;
      cannot_encode(encoding, text, position, end);
    }
    for (char r : replacement(c, errors)) append_character(out, static_cast<unsigned char>(r), encoding);
  }
  return make<Bytes>(std::move(out));
}

Value decode_bytes(std::string_view data, std::string_view name, std::string_view errors) {
  const Encoding encoding = find_encoding(name);
  if (encoding.unit > 1) return make_str(decode_units(data, encoding, errors));
  std::string out;
  if (encoding.limit == 256) {
    for (unsigned char c : data) append_utf8(out, c);
    return make_str(out);
  }
  for (size_t done = 0;;) {
    std::string reason;
    size_t length = 1;
    const std::string_view rest = data.substr(done);
    const size_t bad = find_bad(rest, encoding, length, reason);
    out += rest.substr(0, bad);
    if (bad == std::string_view::npos) return make_str(out);
    handle_bad_bytes(out, encoding, data, done + bad, done + bad + length, reason, errors);
    done += bad + length;
  }
}

}  // namespace vt::vm
