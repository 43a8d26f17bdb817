#include "frontend/literals.h"

#include <algorithm>
#include <cstdlib>

#include "frontend/unicode.h"

namespace vt {

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

std::string to_decimal(std::string_view digits, int radix) {
  if (digits.size() > kMaxDecimalDigits) return (radix == 16 ? "0x" : radix == 8 ? "0o" : "0b") + std::string(digits);
  std::vector<uint32_t> limbs{0};  // base 10^9, least first
  for (char c : digits) {
    uint64_t carry = static_cast<uint64_t>(digit_value(c));
    for (uint32_t& limb : limbs) {
      uint64_t value = static_cast<uint64_t>(limb) * static_cast<uint64_t>(radix) + carry;
      limb = static_cast<uint32_t>(value % 1000000000);
      carry = value / 1000000000;
    }
    if (carry) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string text = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    std::string part = std::to_string(limbs[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

static void parse_integer(std::string_view digits, int radix, ConstantExpr& out, Arena& arena) {
  out.type = ConstantKind::kInt;
  uint64_t value = 0;
  for (char c : digits) {
    uint64_t digit = static_cast<uint64_t>(digit_value(c));
    if (value > (static_cast<uint64_t>(INT64_MAX) - digit) / static_cast<uint64_t>(radix)) {
      out.type = ConstantKind::kBigInt;
      out.text = arena.copy(radix == 10 ? digits : std::string_view(to_decimal(digits, radix)));
      return;
    }
    value = value * static_cast<uint64_t>(radix) + digit;
  }
  out.integer = static_cast<int64_t>(value);
}

void parse_number(std::string_view text, ConstantExpr& out, Arena& arena) {
  std::string clean(text);
  clean.erase(std::remove(clean.begin(), clean.end(), '_'), clean.end());
  char last = static_cast<char>(clean.back() | 0x20);
  char marker = clean.size() > 1 && clean[0] == '0' ? static_cast<char>(clean[1] | 0x20) : '\0';
  if (marker == 'x' || marker == 'o' || marker == 'b') {
    parse_integer(std::string_view(clean).substr(2), marker == 'x' ? 16 : marker == 'o' ? 8 : 2, out, arena);
    return;
  }
  if (last == 'j') {
    clean.back() = 'j';
    out.type = ConstantKind::kImaginary;
    out.real = std::strtod(clean.c_str(), nullptr);
    out.text = arena.copy(std::string_view(clean));
    return;
  }
  if (clean.find_first_of(".eE") != std::string::npos) {
    out.type = ConstantKind::kFloat;
    out.real = std::strtod(clean.c_str(), nullptr);
    return;
  }
  parse_integer(clean, 10, out, arena);
}

StringPrefix string_prefix(std::string_view literal) {
  StringPrefix prefix;
  for (char c : literal) {
    if (c == '"' || c == '\'') break;
    char lower = static_cast<char>(c | 0x20);
    prefix.bytes |= lower == 'b';
    prefix.raw |= lower == 'r';
    prefix.format |= lower == 'f';
    ++prefix.length;
  }
  return prefix;
}

namespace {

class EscapeDecoder {
 public:
  EscapeDecoder(std::string_view text, bool bytes, std::string& out) : text_(text), bytes_(bytes), out_(out) {}

  std::string run() {
    while (at_ < text_.size() && problem_.empty()) {
      char c = text_[at_++];
      if (c == '\r') {
        if (at_ < text_.size() && text_[at_] == '\n') ++at_;
        out_ += '\n';
      } else if (c != '\\' || at_ == text_.size()) {
        out_ += c;
      } else {
        escape(text_[at_++]);
      }
    }
    return std::move(problem_);
  }

 private:
  void escape(char c) {
    switch (c) {
      case '\r':
        if (at_ < text_.size() && text_[at_] == '\n') ++at_;
        return;
      case '\n': return;
      case '\\':
      case '\'':
      case '"': out_ += c; return;
      case 'a': out_ += '\a'; return;
      case 'b': out_ += '\b'; return;
      case 'f': out_ += '\f'; return;
      case 'n': out_ += '\n'; return;
      case 'r': out_ += '\r'; return;
      case 't': out_ += '\t'; return;
      case 'v': out_ += '\v'; return;
      case 'x': return hex(2, "\\xXX");
      case 'u':
        if (!bytes_) return hex(4, "\\uXXXX");
        break;
      case 'U':
        if (!bytes_) return hex(8, "\\UXXXXXXXX");
        break;
      case 'N':
        if (!bytes_) return named();
        break;
      default: break;
    }
    if (c >= '0' && c <= '7') return octal(c);
    out_ += '\\';
    out_ += c;
  }

  void add_code_point(uint32_t value) {
    if (bytes_) out_ += static_cast<char>(value);
    else append_utf8(out_, value);
  }

  void octal(char first) {
    uint32_t value = static_cast<uint32_t>(first - '0');
    for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7'; ++i)
      value = value * 8 + static_cast<uint32_t>(text_[at_++] - '0');
    add_code_point(bytes_ ? value & 0xFF : value);
  }

  void hex(int width, const char* shape) {
    size_t start = at_ - 2;
    uint32_t value = 0;
    for (int i = 0; i < width; ++i) {
      if (at_ == text_.size() || digit_value(text_[at_]) > 15) {
        if (bytes_) {
          problem_ = "(value error) invalid \\x escape at position " + std::to_string(start);
        } else {
          complain(start, at_, std::string("truncated ") + shape + " escape");
        }
        return;
      }
      value = value << 4 | static_cast<uint32_t>(digit_value(text_[at_++]));
    }
    if (value > 0x10FFFF) return complain(start, at_, "illegal Unicode character");
    add_code_point(value);
  }

  // The table of character names is not carried along.
  void named() {
    size_t start = at_ - 2;
    size_t close = at_ < text_.size() && text_[at_] == '{' ? text_.find('}', at_) : std::string_view::npos;
    if (close == std::string_view::npos) return complain(start, at_, "malformed \\N character escape");
    complain(start, close + 1, "names of characters are not known here; write the code point, as in \\u03b1");
  }

  void complain(size_t start, size_t end, const std::string& what) {
    problem_ = "(unicode error) 'unicodeescape' codec can't decode bytes in position " + std::to_string(start) + "-" +
               std::to_string(end ? end - 1 : 0) + ": " + what;
  }

  std::string_view text_;
  bool bytes_;
  std::string& out_;
  size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::string decode_literal(std::string_view text, bool raw, bool bytes, std::string& out) {
  if (bytes && std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    return "bytes can only contain ASCII literal characters";
  if (!raw && text.find_first_of("\\\r") != std::string_view::npos) return EscapeDecoder(text, bytes, out).run();
  if (raw && text.find('\r') != std::string_view::npos) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\r') out += '\n', i += i + 1 < text.size() && text[i + 1] == '\n';
      else out += text[i];
    }
    return "";
  }
  out += text;
  return "";
}

}  // namespace vt
