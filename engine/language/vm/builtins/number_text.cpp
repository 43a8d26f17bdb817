// Reading numbers from text, and integers to text, with CPython's limits and errors.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
// Decimal conversions are quadratic: CPython's bound, which sys.set_int_max_str_digits changes; 0 is none.
thread_local size_t max_digits = kDefaultMaxDigits;

// Without surrounding white space, other scripts' digits as ASCII.
std::string ascii_number(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const uint32_t c = decode_utf8(text, i);
    const int digit = c < 128 ? -1 : decimal_value(c);
    if (digit >= 0) out.push_back(static_cast<char>('0' + digit));
    else if (c >= 128 && is_space(c)) out.push_back(' ');
    else append_utf8(out, c);
  }
  size_t begin = 0, end = out.size();
  while (begin < end && is_space(static_cast<unsigned char>(out[begin]))) ++begin;
  while (end > begin && is_space(static_cast<unsigned char>(out[end - 1]))) --end;
  return out.substr(begin, end - begin);
}

// Removes underscores that stand between digits; false where one stands elsewhere.
bool drop_underscores(std::string& text, bool (*is_part)(char)) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out.push_back(text[i]);
      continue;
    }
    if (i == 0 || i + 1 == text.size() || !is_part(text[i - 1]) || !is_part(text[i + 1])) return false;
  }
  text = std::move(out);
  return true;
}
bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_any_digit(char c) { return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string show(const Value& v) {
  if (const Bytes* data = v.as<Bytes>()) return quote_bytes(data->data);
  return quote_text(v.as<Str>()->text);
}

bool is_float_literal(const std::string& text) {
  size_t i = 0, digits = 0;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  for (; i < text.size() && is_ascii_digit(text[i]); ++i) ++digits;
  if (i < text.size() && text[i] == '.')
    for (++i; i < text.size() && is_ascii_digit(text[i]); ++i) ++digits;
  if (digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    const size_t first = i;
    while (i < text.size() && is_ascii_digit(text[i])) ++i;
    if (i == first) return false;
  }
  return i == text.size();
}

// Each conversion makes another NaN: `is` tells them apart, as it does objects, by the
// payload bits.
double fresh_nan() {
  static uint64_t made = 0;
  const uint64_t bits = 0x7ff8000000000000u | (++made & 0xffffffffu);
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

bool is_special(std::string text, double& out) {
  for (char& c : text) c = static_cast<char>(to_lower(static_cast<unsigned char>(c)));
  double sign = 1;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    sign = text[0] == '-' ? -1 : 1;
    text.erase(0, 1);
  }
  if (text == "inf" || text == "infinity") out = sign * HUGE_VAL;
  else if (text == "nan") out = std::copysign(fresh_nan(), sign);
  else return false;
  return true;
}
}  // namespace

Value parse_int(std::string_view text, int64_t base, const Value& shown) {
  if (base != 0 && (base < 2 || base > 36)) raise(types().ValueError, "int() base must be >= 2 and <= 36, or 0");
  std::string digits = ascii_number(text);
  const auto invalid = [&]() {
    raise(types().ValueError, "invalid literal for int() with base " + std::to_string(base) + ": " + show(shown));
  };
  bool negative = false;
  size_t start = 0;
  if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) negative = digits[start++] == '-';
  int64_t actual = base == 0 ? 10 : base;
  bool prefixed = false;
  if (start + 1 < digits.size() && digits[start] == '0') {
    const char letter = digits[start + 1];
    const int named = letter == 'x' || letter == 'X'   ? 16
                      : letter == 'o' || letter == 'O' ? 8
                      : letter == 'b' || letter == 'B' ? 2
                                                       : 0;
    if (named && (base == 0 || base == named)) {
      actual = named;
      start += 2;
      prefixed = true;
    }
  }
  std::string body = digits.substr(start);
  if (prefixed && !body.empty() && body[0] == '_') body.erase(0, 1);
  if (!drop_underscores(body, is_any_digit)) invalid();
  if (base == 0 && !prefixed && body.size() > 1 && body[0] == '0' && body.find_first_not_of('0') != std::string::npos)
    invalid();
  if (max_digits && body.size() > max_digits && (actual & (actual - 1)))
    raise(types().ValueError, "Exceeds the limit (" + std::to_string(max_digits) +
                                  " digits) for integer string conversion: value has " + std::to_string(body.size()) +
                                  " digits; use sys.set_int_max_str_digits() to increase the limit");
  Big out;
  if (!big_parse(body, static_cast<int>(actual), out)) invalid();
  out.negative = negative && !out.is_zero();
  return make_int(std::move(out));
}

double parse_float(std::string_view text, const Value& shown, Interpreter&) {
  std::string digits = ascii_number(text);
  double out;
  if (is_special(digits, out)) return out;
  if (!drop_underscores(digits, is_ascii_digit) || !is_float_literal(digits))
    raise(types().ValueError, "could not convert string to float: " + show(shown));
  return std::strtod(digits.c_str(), nullptr);
}

size_t int_text_limit() { return max_digits; }
void set_int_text_limit(size_t digits) { max_digits = digits; }

std::string int_to_text(const Value& integer, int base) {
  if (is_small_integer(integer) && base == 10) return std::to_string(small_integer(integer));
  const Big big = to_big(integer);
  if (base == 10 && max_digits && big_bit_length(big) > max_digits * 3322 / 1000) {
    std::string out = big_to_string(big, 10);
    if (out.size() - big.negative > max_digits)
      raise(types().ValueError, "Exceeds the limit (" + std::to_string(max_digits) +
                                    " digits) for integer string conversion; use sys.set_int_max_str_digits() to "
                                    "increase the limit");
    return out;
  }
  return big_to_string(big, base);
}

}  // namespace vt::vm
