// The words explained on hover: one row a term and kind, texts that read as sentences, a look-up by kind.
#include "tables/words.h"

#include <array>
#include <set>
#include <string>

#include "catch.h"

using namespace vt;

TEST_CASE("a word stands once in its kind", "[words]") {
  std::set<std::pair<WordKind, std::string>> met;
  for (const Word& word : all_words()) {
    INFO(word.term);
    CHECK(met.emplace(word.kind, word.term).second);
  }
  CHECK(met.size() > 400);
}

TEST_CASE("texts of words fit a tooltip, and the Chinese ones are Chinese", "[words]") {
  for (const Word& word : all_words()) {
    INFO(word.term);
    CHECK(word.english.size() <= 180);
    bool chinese = word.english == word.chinese;  // "iter(x)"
    for (unsigned char c : word.chinese) chinese = chinese || c >= 0xE3;
    CHECK((chinese || word.kind == WordKind::kOpcode || word.english.find(' ') == std::string_view::npos));
  }
}

TEST_CASE("a word is found by the kinds that its place has, in their order", "[words]") {
  const std::array code{WordKind::kWat};
  const std::array graph{WordKind::kOp, WordKind::kTerm};
  REQUIRE(find_word("f32x4.add", code) != nullptr);
  CHECK(find_word("f32x4.add", graph) == nullptr);
  REQUIRE(find_word("view", graph) != nullptr);
  CHECK(find_word("view", graph)->kind == WordKind::kOp);
  CHECK(find_word("no such word", graph) == nullptr);
  const std::array opcodes{WordKind::kOpcode};
  REQUIRE(find_word("LOAD_FAST", opcodes) != nullptr);
  CHECK(find_word("LOAD_FAST", opcodes)->stack_effect == "+1");
}
