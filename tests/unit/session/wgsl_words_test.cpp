// Words of generated WGSL are explained on hover.
#include <array>
#include <cctype>
#include <set>
#include <string>

#include "catch.h"
#include "codegen/codegen.h"
#include "tables/words.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("words of WGSL text are explained, but for the names that it declares itself", "[wgsl]") {
  static constexpr std::array kKinds{WordKind::kWgsl};
  const LoopNest nests[] = {unary_nest(ScalarOp::kTanh, 1003),
                            softmax_nest(3, 5),
                            softmax_nest(2, 100000),
                            column_nest(700, 200),
                            argmax_nest(3, 1000),
                            cast_nest(DType::kBFloat16, DType::kBool, 7)};
  std::set<std::string> plain = {"if", "else", "for", "return", "continue", "x", "y", "z", "true", "false", "i", "l"};
  for (const LoopNest& nest : nests) {
    for (const TaggedLine& line : generate_wgsl({&nest}, {}).text) {
      const std::string& text = line.text;
      std::string previous;
      for (size_t at = 0; at < text.size() && text.compare(at, 2, "//") != 0;) {
        size_t end = at;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
        if (end == at) {
          if (text[at++] != ' ' && text[at - 1] != '>') previous.clear();
          continue;
        }
        std::string name = text.substr(at, end - at);
        at = end;
        const bool declares = previous == "let" || previous == "var" || previous == "fn" || previous == "read" ||
                              previous == "read_write" || previous == "workgroup";
        if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) {
          if (declares || (at < text.size() && text[at] == ':')) plain.insert(name);
          const std::string base = name.substr(0, name.find("_4"));
          INFO(name << " in: " << text);
          CHECK((plain.count(name) || find_word(name, kKinds) || find_word(base, kKinds)));
        }
        previous = name;
      }
    }
  }
}

TEST_CASE("each function that WGSL kernels call is explained", "[wgsl]") {
  static constexpr std::array kKinds{WordKind::kWgsl};
  // What only other functions call, and what takes part of a word for all dtypes.
  const std::set<std::string> inner = {"u64_product", "u64_divide",   "trig_far",  "sin_far",
                                       "cos_far",     "lgamma_above", "high_bits", "power_of_size"};
  const std::string text = generate_wgsl({}, {}).prelude;
  int functions = 0;
  for (size_t at = text.find("fn "); at != std::string::npos; at = text.find("\nfn ", at)) {
    at = text.find("fn ", at) + 3;
    const std::string name = text.substr(at, text.find('(', at) - at);
    if (name.ends_with("_4") || inner.count(name)) continue;
    INFO(name);
    CHECK(find_word(name, kKinds));
    ++functions;
  }
  CHECK(functions > 80);
}
