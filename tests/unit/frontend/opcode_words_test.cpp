// The words on hover (tables/words_opcodes.def) say of each opcode what its own table says.
#include <map>
#include <string>

#include "catch.h"
#include "frontend/opcodes.h"

namespace {

struct OpcodeText {
  std::string effect, doc;
  bool operator==(const OpcodeText&) const = default;
};

std::string effect_text(int effect) {
  if (effect == vt::kVaries) return "varies";
  return (effect > 0 ? "+" : "") + std::to_string(effect);
}

}  // namespace

TEST_CASE("every opcode has its word with the same stack effect and text", "[words]") {
  std::map<std::string, OpcodeText> words;
#define OPCODE_WORD(name, effect, english, chinese) words[#name] = {effect, english};
#include "tables/words_opcodes.def"
#undef OPCODE_WORD
  std::map<std::string, OpcodeText> opcodes;
  using enum vt::Operand;
  using vt::kVaries;
#define OPCODE(name, operand, effect, doc) opcodes[#name] = {effect_text(effect), doc};
  VT_OPCODES(OPCODE)
#undef OPCODE
  for (const auto& [name, text] : opcodes) {
    INFO(name);
    REQUIRE(words.contains(name));
    CHECK(words[name].effect == text.effect);
    CHECK(words[name].doc == text.doc);
  }
  CHECK(words.size() == opcodes.size());
}
