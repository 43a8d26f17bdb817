// The kinds of graph breaks: breaks.def as enumerations and rows. capture/dynamo raises a break by its name, session
// offers its fix, and panels translate its texts.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "tables/text.h"

namespace vt {

enum class Break : uint8_t {
#define BREAK(name, ...) name,
#include "tables/breaks.def"
};

enum class BreakHint : uint8_t {
#define HINT(name, ...) name,
#include "tables/breaks.def"
};

// A short list of hints in fixed storage, because rows of a constexpr table cannot hold vectors.
class BreakHints {
 public:
  template <typename... Hints>
  constexpr BreakHints(Hints... hints) : hints_{hints...}, count_(sizeof...(Hints)) {}
  constexpr std::span<const BreakHint> list() const { return {hints_, count_}; }

 private:
  BreakHint hints_[4] = {};
  size_t count_;
};

struct BreakRow {
  std::string_view name;  // "kItem"
  std::string_view id;    // number in PyTorch's registry of graph breaks: "GB0124"
  std::string_view title, explanation;
  BreakHints hints;
  std::string_view lesson;  // the id of the lesson that explains it; empty if none does
};

namespace tables {
using enum BreakHint;
inline constexpr BreakRow kBreaks[] = {
#define HINTS(...) BreakHints(__VA_ARGS__)
#define BREAK(name, id, title, title_zh, explanation, explanation_zh, hints, fixes, lesson) \
  {#name, id, title, explanation, hints, lesson},
#include "tables/breaks.def"
#undef HINTS
};
inline constexpr std::string_view kBreakHints[] = {
#define HINT(name, text, text_zh) text,
#include "tables/breaks.def"
};
// Used by panels only, so that the engine's binary contains no Chinese text.
inline constexpr TranslatedText kBreakTexts[] = {
#define HINT(name, text, text_zh) {text, text_zh},
#define BREAK(name, id, title, title_zh, explanation, explanation_zh, ...) \
  {title, title_zh}, {explanation, explanation_zh},
#include "tables/breaks.def"
};
}  // namespace tables

inline std::span<const BreakRow> all_breaks() { return tables::kBreaks; }
constexpr const BreakRow& row_of(Break kind) { return tables::kBreaks[static_cast<size_t>(kind)]; }
constexpr std::string_view text_of(BreakHint hint) { return tables::kBreakHints[static_cast<size_t>(hint)]; }
// The first kind with this id, preferring one with a lesson; null if there is none.
inline const BreakRow* find_break(std::string_view id) {
  const BreakRow* found = nullptr;
  for (const BreakRow& row : all_breaks())
    if (row.id == id && (!found || (found->lesson.empty() && !row.lesson.empty()))) found = &row;
  return found;
}

// Number of values that the texts of a break need.
constexpr size_t value_count(const BreakRow& row) {
  unsigned holes = holes_in(row.title) | holes_in(row.explanation);
  for (BreakHint hint : row.hints.list()) holes |= holes_in(text_of(hint));
  size_t count = 0;
  while (holes >> count) ++count;
  return count;
}

}  // namespace vt
