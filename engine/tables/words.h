// The words that are explained on hover: words.def as rows. Panels display them, the page reads them from the canvas
// module, and lessons use them as the glossary. No stage of the engine includes it, so its binary has no Chinese text.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace vt {

enum class WordKind : uint8_t { kTerm, kOp, kGuard, kPass, kLoop, kWat, kCpp, kCuda, kWgsl, kOpcode };
// The name in the page and in tests: "opcode", "op".
std::string_view word_kind_name(WordKind kind);

struct Word {
  WordKind kind;
  std::string_view term, chinese_term;
  std::string_view concept_id;  // lessons declare the concepts that they teach
  std::string_view english, chinese;
  std::string_view stack_effect;  // of an opcode: "+1", "varies"
};

std::span<const Word> all_words();
// The first word with one of these kinds; null if there is none.
const Word* find_word(std::string_view term, std::span<const WordKind> kinds);

}  // namespace vt
