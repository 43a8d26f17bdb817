// Advice on recompiles: advice.def as an enumeration and its texts.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tables/text.h"

namespace vt {

enum class Advice : uint8_t {
#define ADVICE(name, ...) name,
#include "tables/advice.def"
};

namespace tables {
inline constexpr std::string_view kAdvice[] = {
#define ADVICE(name, text, text_zh) text,
#include "tables/advice.def"
};
// Panels alone use it.
inline constexpr TranslatedText kAdviceTexts[] = {
#define ADVICE(name, text, text_zh) {text, text_zh},
#include "tables/advice.def"
};
}  // namespace tables

// The text of an advice with its values.
template <Advice kind, typename... Values>
std::string advise(const Values&... values) {
  constexpr std::string_view text = tables::kAdvice[static_cast<size_t>(kind)];
  static_assert(holes_in(text) == (1u << sizeof...(Values)) - 1, "this advice shows other values");
  return filled(text, std::array<std::string, sizeof...(Values)>{std::string(values)...});
}

}  // namespace vt
