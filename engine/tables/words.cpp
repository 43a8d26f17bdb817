// Compile-time checks of the rows of words.def, and the look-up.
#include "tables/words.h"

#include <map>
#include <utility>

namespace vt {
namespace {

constexpr Word kWords[] = {
#define WORD(kind, term, chinese_term, concept_id, english, chinese) \
  {WordKind::kind, term, chinese_term, concept_id, english, chinese, {}},
#define OPCODE_WORD(name, effect, english, chinese) \
  {WordKind::kOpcode, #name, #name, "bytecode", english, chinese, effect},
#include "tables/words.def"
};

constexpr bool is_concept(std::string_view id) {
  if (id.empty()) return false;
  for (char c : id)
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') return false;
  return true;
}

constexpr bool rows_are_whole() {
  for (const Word& word : kWords) {
    if (word.term.empty() || word.chinese_term.empty() || !is_concept(word.concept_id)) return false;
    if (word.english.empty() || word.chinese.empty()) return false;
  }
  return true;
}
static_assert(rows_are_whole(), "each row of words.def has a term, a concept, and a text in both languages");

}  // namespace

std::string_view word_kind_name(WordKind kind) {
  switch (kind) {
    case WordKind::kTerm: return "term";
    case WordKind::kOp: return "op";
    case WordKind::kGuard: return "guard";
    case WordKind::kPass: return "pass";
    case WordKind::kLoop: return "loop";
    case WordKind::kWat: return "wat";
    case WordKind::kCpp: return "cpp";
    case WordKind::kCuda: return "cuda";
    case WordKind::kWgsl: return "wgsl";
    case WordKind::kOpcode: return "opcode";
  }
  return "";
}

std::span<const Word> all_words() { return kWords; }

const Word* find_word(std::string_view term, std::span<const WordKind> kinds) {
  static const auto by_term = [] {
    std::map<std::pair<WordKind, std::string_view>, const Word*> found;
    for (const Word& word : kWords) found.try_emplace({word.kind, word.term}, &word);
    return found;
  }();
  for (WordKind kind : kinds)
    if (auto found = by_term.find({kind, term}); found != by_term.end()) return found->second;
  return nullptr;
}

}  // namespace vt
