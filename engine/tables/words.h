// The words that are explained on hover: words.def as rows. Panels draw them, the page reads them from the canvas
// module, lessons use them as the course's glossary. No stage of the engine uses it: its binary holds no Chinese.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace vt {

enum class WordKind : uint8_t { kTerm, kOp, kGuard, kPass, kLoop, kWat, kCpp, kCuda, kWgsl, kOpcode };
// "opcode", "op": as the page and tests name them.
std::string_view word_kind_name(WordKind kind);

struct Word {
  WordKind kind;
  std::string_view term, chinese_term;
  std::string_view concept_id;  // lessons declare the concepts that they teach
  std::string_view english, chinese;
  std::string_view stack_effect;  // of an opcode: "+1", "varies"
};

std::span<const Word> all_words();
// The word of one of these kinds, the first that has it; null if none does.
const Word* find_word(std::string_view term, std::span<const WordKind> kinds);

}  // namespace vt
