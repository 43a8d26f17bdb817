#include "frontend/unicode.h"

namespace vt {

CodePoint decode_utf8(std::string_view text, size_t offset) {
  auto byte = [&](size_t i) { return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u; };
  uint32_t first = byte(0);
  if (first < 0x80) return {first, 1, offset < text.size()};
  uint32_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return {first, 1, false};
  uint32_t value = first & (0xFF >> (length + 1));
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {first, 1, false};
    value = value << 6 | (byte(i) & 0x3F);
  }
  static constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool valid = value >= kSmallest[length] && value <= 0x10FFFF && !(value >= 0xD800 && value < 0xE000);
  return {value, valid ? length : 1, valid};
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Letters are the rule above ASCII; these blocks hold punctuation, symbols and controls.
bool is_identifier_code_point(uint32_t c) {
  struct Range {
    uint32_t first, last;
  };
  static constexpr Range kOther[] = {
      {0x80, 0xA9},       {0xAB, 0xB4},       {0xB6, 0xB6},     {0xB8, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
      {0xF7, 0xF7},       {0x2C2, 0x2C5},     {0x2D2, 0x2DF},   {0x37E, 0x37E},   {0x589, 0x58A},   {0x2000, 0x203E},
      {0x2041, 0x2053},   {0x2055, 0x2070},   {0x2072, 0x207E}, {0x2080, 0x208F}, {0x20A0, 0x20CF}, {0x2100, 0x2101},
      {0x2103, 0x2106},   {0x2108, 0x2109},   {0x2190, 0x2BFF}, {0x2E00, 0x2FFF}, {0x3000, 0x3004}, {0x3008, 0x3020},
      {0x3030, 0x3030},   {0xD800, 0xF8FF},   {0xFE10, 0xFE1F}, {0xFE30, 0xFE32}, {0xFE50, 0xFE70}, {0xFF01, 0xFF0F},
      {0xFF1A, 0xFF20},   {0xFF3B, 0xFF3E},   {0xFF40, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
      {0xE0000, 0xE00FF}, {0xF0000, 0x10FFFF}};
  for (Range range : kOther)
    if (c >= range.first && c <= range.last) return false;
  return true;
}

bool is_printable_code_point(uint32_t c) {
  bool control = c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD;
  bool space =
      (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0x3000;
  bool reserved = (c >= 0xD800 && c <= 0xF8FF) || c == 0xFEFF || c >= 0xE0000;
  return !control && !space && !reserved;
}

std::string hex_digits(uint32_t value, int width) {
  std::string digits;
  for (; value || width > 0; value >>= 4, --width) digits.insert(digits.begin(), "0123456789ABCDEF"[value & 15]);
  return digits;
}

}  // namespace vt
