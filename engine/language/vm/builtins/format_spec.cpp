// The format mini-language: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
#include <cmath>

#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
bool is_alignment(char c) { return c == '<' || c == '>' || c == '=' || c == '^'; }

[[noreturn]] void bad_value(const std::string& message) { raise(types().ValueError, message); }

int64_t read_number(std::string_view spec, size_t& i) {
  if (i >= spec.size() || spec[i] < '0' || spec[i] > '9') return -1;
  int64_t n = 0;
  for (; i < spec.size() && spec[i] >= '0' && spec[i] <= '9'; ++i) {
    n = n * 10 + (spec[i] - '0');
    if (n > INT32_MAX) bad_value("Too many decimal digits in format string");
  }
  return n;
}

void check_grouping(const FormatSpec& spec) {
  if (!spec.grouping) return;
  const char c = spec.letter();
  constexpr std::string_view kDecimal = "defgEG%F", kBinary = "boxX";
  if (c == 0 || kDecimal.find(c) != std::string_view::npos) return;
  if (spec.grouping == '_' && kBinary.find(c) != std::string_view::npos) return;
  bad_value(std::string("Cannot specify '") + spec.grouping + "' with '" + spec.type + "'.");
}

[[noreturn]] void unknown_code(const FormatSpec& spec, const char* type) {
  std::string shown = spec.type;
  size_t offset = 0;
  const uint32_t c = decode_utf8(spec.type, offset);
  if (c <= 32 || c >= 127) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "\\x%x", c);
    shown = buffer;
  }
  bad_value("Unknown format code '" + shown + "' for object of type '" + type + "'");
}

// Separators every `group` digits, zeros in front up to `minimum` characters.
std::string group_digits(std::string digits, char separator, int group, int64_t minimum) {
  if (!separator) {
    if (static_cast<int64_t>(digits.size()) < minimum) digits.insert(0, minimum - digits.size(), '0');
    return digits;
  }
  std::string reversed;
  int64_t in_group = 0;
  for (size_t i = digits.size(); i > 0 || static_cast<int64_t>(reversed.size()) < minimum;) {
    if (in_group == group) {
      reversed.push_back(separator);
      in_group = 0;
    }
    reversed.push_back(i > 0 ? digits[--i] : '0');
    ++in_group;
  }
  return std::string(reversed.rbegin(), reversed.rend());
}

// Puts sign, prefix, integer digits, the rest (fraction, exponent, %) and padding together.
std::string lay_out_number(const FormatSpec& spec, bool negative, const std::string& prefix, const std::string& digits,
                           const std::string& rest, int group) {
  std::string sign = negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  const std::string head = sign + prefix;
  int64_t minimum = 0;
  const bool zeros = spec.fill == "0" && spec.align == '=';
  if (zeros) minimum = spec.width - static_cast<int64_t>(head.size() + rest.size());
  const bool is_digits = !digits.empty() && digits[0] >= '0' && (digits[0] <= '9' || group == 4);
  std::string body = is_digits ? group_digits(digits, spec.grouping, group, minimum) : digits;
  body += rest;
  const int64_t missing = spec.width - static_cast<int64_t>(head.size() + body.size());
  if (spec.align == '=' && missing > 0) {
    std::string padding;
    for (int64_t i = 0; i < missing; ++i) padding += spec.fill;
    return head + padding + body;
  }
  return pad_text(head + body, spec.width, spec.align, spec.fill);
}

std::string format_double_spec(double v, const FormatSpec& spec, const char* type) {
  char letter = spec.letter();
  int64_t precision = spec.precision;
  std::string text, suffix;
  if (precision > 1000000) bad_value("precision too big");
  switch (letter) {
    case 0:
      if (precision < 0) text = float_repr(v);
      if (precision < 0 && spec.alternate && std::isfinite(v) && text.find('.') == std::string::npos)
        text.insert(text.find('e'), ".");
      if (precision >= 0) text = float_digits(v, 'r', static_cast<int>(precision), spec.alternate);
      break;
    case 'n': text = float_digits(v, 'g', precision < 0 ? 6 : static_cast<int>(precision), spec.alternate); break;
    case '%':
      text = float_digits(v * 100, 'f', precision < 0 ? 6 : static_cast<int>(precision), spec.alternate);
      suffix = "%";
      break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': text = float_digits(v, letter, precision < 0 ? 6 : static_cast<int>(precision), spec.alternate); break;
    default: unknown_code(spec, type);
  }
  bool negative = text[0] == '-';
  if (negative) text.erase(0, 1);
  if (negative && spec.no_negative_zero && text.find_first_of("123456789in") == std::string::npos) negative = false;
  size_t whole = 0;
  while (whole < text.size() && text[whole] >= '0' && text[whole] <= '9') ++whole;
  if (whole == 0) return lay_out_number(spec, negative, "", text, suffix, 3);
  return lay_out_number(spec, negative, "", text.substr(0, whole), text.substr(whole) + suffix, 3);
}
}  // namespace

FormatSpec parse_format_spec(std::string_view text, const char* type, char default_align) {
  FormatSpec out;
  size_t i = 0;
  out.align = default_align;
  bool align_given = false;
  if (!text.empty()) {
    size_t after = 0;
    decode_utf8(text, after);
    if (after < text.size() && is_alignment(text[after])) {
      out.fill = std::string(text.substr(0, after));
      out.fill_given = align_given = true;
      out.align = text[after];
      i = after + 1;
    } else if (is_alignment(text[0])) {
      out.align = text[0];
      align_given = true;
      i = 1;
    }
  }
  const auto peek = [&](char c) { return i < text.size() && text[i] == c; };
  if (peek('+') || peek('-') || peek(' ')) out.sign = text[i++];
  if (peek('z')) {
    out.no_negative_zero = true;
    ++i;
  }
  if (peek('#')) {
    out.alternate = true;
    ++i;
  }
  if (!out.fill_given && peek('0')) {
    out.fill = "0";
    if (!align_given && default_align == '>') out.align = '=';
    ++i;
  }
  out.width = read_number(text, i);
  if (peek(',') || peek('_')) {
    out.grouping = text[i++];
    if (peek(out.grouping == ',' ? '_' : ',')) bad_value("Cannot specify both ',' and '_'.");
  }
  if (peek('.')) {
    ++i;
    out.precision = read_number(text, i);
    if (out.precision < 0) bad_value("Format specifier missing precision");
  }
  if (i < text.size()) {
    out.type = std::string(text.substr(i));
    if (utf8_length(out.type) > 1)
      bad_value("Invalid format specifier '" + std::string(text) + "' for object of type '" + type + "'");
  }
  check_grouping(out);
  return out;
}

std::string pad_text(std::string text, int64_t width, char align, std::string_view fill) {
  const int64_t missing = width - utf8_length(text);
  if (missing <= 0) return text;
  const int64_t left = align == '>' || align == '=' ? missing : align == '^' ? missing / 2 : 0;
  std::string out;
  for (int64_t i = 0; i < left; ++i) out += fill;
  out += text;
  for (int64_t i = left; i < missing; ++i) out += fill;
  return out;
}

std::string format_text(std::string_view text, std::string_view spec_text, const char* type_name) {
  if (spec_text.empty()) return std::string(text);
  const FormatSpec spec = parse_format_spec(spec_text, type_name, '<');
  if (spec.letter() && spec.letter() != 's') unknown_code(spec, type_name);
  if (spec.sign == ' ') bad_value("Space not allowed in string format specifier");
  if (spec.sign) bad_value("Sign not allowed in string format specifier");
  if (spec.no_negative_zero) bad_value("Negative zero coercion (z) not allowed in string format specifier");
  if (spec.alternate) bad_value("Alternate form (#) not allowed in string format specifier");
  if (spec.grouping) bad_value(std::string("Cannot specify '") + spec.grouping + "' with 's'.");
  if (spec.align == '=') bad_value("'=' alignment not allowed in string format specifier");
  if (spec.precision >= 0) text = text.substr(0, utf8_offset(text, spec.precision));
  return pad_text(std::string(text), spec.width, spec.align, spec.fill);
}

std::string format_integer(const Value& integer, std::string_view spec_text, const char* type_name) {
  if (spec_text.empty()) return int_to_text(integer);
  const FormatSpec spec = parse_format_spec(spec_text, type_name, '>');
  int base = 10;
  std::string prefix;
  switch (spec.letter()) {
    case 0:
    case 'd':
    case 'n': break;
    case 'b':
      base = 2;
      prefix = "0b";
      break;
    case 'o':
      base = 8;
      prefix = "0o";
      break;
    case 'x':
      base = 16;
      prefix = "0x";
      break;
    case 'X':
      base = 16;
      prefix = "0X";
      break;
    case 'c': {
      if (spec.precision >= 0) bad_value("Precision not allowed in integer format specifier");
      if (spec.sign) bad_value("Sign not allowed with integer format specifier 'c'");
      if (spec.alternate) bad_value("Alternate form (#) not allowed with integer format specifier 'c'");
      const Value code = make_int(to_big(integer));  // that of a subclass may be small
      const int64_t c = is_small_integer(code) ? small_integer(code) : -1;
      if (c < 0 || c > 0x10ffff) raise(types().OverflowError, "%c arg not in range(0x110000)");
      std::string out;
      append_utf8(out, static_cast<uint32_t>(c));
      return pad_text(out, spec.width, spec.align, spec.fill);
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': return format_double_spec(integer_to_double(integer), spec, type_name);
    default: unknown_code(spec, type_name);
  }
  if (spec.precision >= 0) bad_value("Precision not allowed in integer format specifier");
  if (spec.no_negative_zero) bad_value("Negative zero coercion (z) not allowed in integer format specifier");
  std::string digits = int_to_text(integer, base);
  const bool negative = digits[0] == '-';
  if (negative) digits.erase(0, 1);
  if (spec.letter() == 'X')
    for (char& c : digits) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
  return lay_out_number(spec, negative, spec.alternate ? prefix : "", digits, "", base == 10 ? 3 : 4);
}

std::string format_float(double v, std::string_view spec_text, const char* type_name) {
  if (spec_text.empty()) return float_repr(v);
  return format_double_spec(v, parse_format_spec(spec_text, type_name, '>'), type_name);
}

}  // namespace vt::vm
