// Texts of tables with places for values: "Operator `{0}` needs ...". Rows hold a text in English and in Chinese; this
// checks such a pair while it is compiled, and fills texts in. Neighbours: breaks.h, advice.h.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace vt {

struct TranslatedText {
  std::string_view english, chinese;
};

inline constexpr size_t kHoleLength = 3;  // of "{0}"

// The index of the hole that begins at `at`, or -1.
constexpr int hole_at(std::string_view text, size_t at) {
  bool hole =
      at + 2 < text.size() && text[at] == '{' && text[at + 1] >= '0' && text[at + 1] <= '9' && text[at + 2] == '}';
  return hole ? text[at + 1] - '0' : -1;
}

// A bit per hole.
constexpr unsigned holes_in(std::string_view text) {
  unsigned holes = 0;
  for (size_t i = 0; i < text.size(); ++i)
    if (int hole = hole_at(text, i); hole >= 0) holes |= 1u << hole;
  return holes;
}

// Whether `chinese` is there and shows only values that the English has.
constexpr bool is_translation(std::string_view english, std::string_view chinese) {
  return english.empty() == chinese.empty() && (holes_in(chinese) & ~holes_in(english)) == 0;
}

// The text with its holes filled in.
std::string filled(std::string_view text, std::span<const std::string> values);

}  // namespace vt
