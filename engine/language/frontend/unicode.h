// The parts of Unicode that the lexer and the string literals need.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace vt {

struct CodePoint {
  uint32_t value = 0;
  uint32_t length = 1;  // bytes
  bool valid = false;
};
CodePoint decode_utf8(std::string_view text, size_t offset);
void append_utf8(std::string& out, uint32_t code_point);  // surrogates as three bytes
bool is_identifier_code_point(uint32_t code_point);
bool is_printable_code_point(uint32_t code_point);
std::string hex_digits(uint32_t value, int width);  // upper case, at least `width` digits

}  // namespace vt
