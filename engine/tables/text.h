// Texts of tables with placeholders for values: "Operator `{0}` needs ...". A row has a text in English and in Chinese;
// this checks such a pair at compile time, and fills in the values. Neighbours: breaks.h, advice.h.
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

// The number of the placeholder that begins at `at`; -1 if none does.
constexpr int hole_at(std::string_view text, size_t at) {
  bool hole =
      at + 2 < text.size() && text[at] == '{' && text[at + 1] >= '0' && text[at + 1] <= '9' && text[at + 2] == '}';
  return hole ? text[at + 1] - '0' : -1;
}

// A bit mask: one bit per placeholder number.
constexpr unsigned holes_in(std::string_view text) {
  unsigned holes = 0;
  for (size_t i = 0; i < text.size(); ++i)
    if (int hole = hole_at(text, i); hole >= 0) holes |= 1u << hole;
  return holes;
}

// Whether `chinese` exists and uses only placeholders of the English text.
constexpr bool is_translation(std::string_view english, std::string_view chinese) {
  return english.empty() == chinese.empty() && (holes_in(chinese) & ~holes_in(english)) == 0;
}

// The text with its placeholders replaced by the values.
std::string filled(std::string_view text, std::span<const std::string> values);

}  // namespace vt
