// Every program compiles to code that the verifier accepts; random damage to programs
// ends in a value or an error, never in a crash or a failed check.
#include <chrono>
#include <random>

#include "catch.h"
#include "helpers.h"

TEST_CASE("every program compiles and its stack is sound", "[frontend]") {
  auto programs = program_texts();
  for (const auto& [name, text] : programs) {
    INFO(name);
    auto code = compile_text(text);
    bool meant_to_fail = name.find("_err") != std::string::npos;
    if (!code) {
      INFO(code.error().message);
      CHECK(meant_to_fail);
      continue;
    }
    auto checked = vt::verify_code(*code.value());
    if (!checked) INFO(checked.error().message);
    CHECK(checked.ok());
  }
}

static std::string damaged(std::string text, std::mt19937& random) {
  static const std::string kPieces[] = {"(",          ")",
                                        "[",          "]",
                                        "{",          "}",
                                        ":",          "\n",
                                        "    ",       "\t",
                                        "'",          "\"",
                                        "\"\"\"",     "f'{",
                                        "\\",         "=",
                                        ",",          "*",
                                        "lambda ",    "yield ",
                                        " if ",       " for ",
                                        " in ",       "def ",
                                        "class ",     "try:\n",
                                        "finally:\n", "return ",
                                        "\xff",       "0x",
                                        "1e",         ":=",
                                        "->",         "@",
                                        "async ",     "match x:\n    case",
                                        "global x\n", "nonlocal y\n",
                                        "del ",       "with "};
  auto below = [&](size_t n) { return n ? static_cast<size_t>(random() % n) : 0; };
  for (size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
    size_t at = below(text.size());
    switch (below(4)) {
      case 0: text.erase(at, 1 + below(12)); break;
      case 1: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      case 2: text[at] = static_cast<char>(random()); break;
      default: text.insert(below(text.size()), text.substr(at, below(80))); break;
    }
  }
  return text;
}

TEST_CASE("damaged programs are refused or compiled, never more than that", "[frontend]") {
  auto programs = program_texts();
  if (programs.empty()) SKIP("no programs found");
  std::mt19937 random(20240607);
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(800);
  size_t tried = 0;
  for (size_t i = 0; std::chrono::steady_clock::now() < end; ++i, ++tried) {
    std::string text = damaged(programs[i % programs.size()].second, random);
    INFO(text);
    auto code = compile_text(text);
    if (!code) {
      CHECK(!code.error().message.empty());
      continue;
    }
    auto checked = vt::verify_code(*code.value());
    if (!checked) FAIL(checked.error().message);
  }
  CHECK(tried > 0);
}
