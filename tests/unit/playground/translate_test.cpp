// The Chinese of what the engine says: every text of the tables, with values, finds its own row.
#include "playground/core/translate.h"

#include <span>

#include "catch.h"
#include "playground/core/strings.h"
#include "tables/advice.h"
#include "tables/breaks.h"

using namespace vt;
using namespace vt::ui;

static void check_rows(std::span<const TranslatedText> rows) {
  const std::string values[] = {"alpha", "beta", "gamma"};
  set_language(Language::kChinese);
  for (const TranslatedText& row : rows) {
    const std::string english = filled(row.english, values);
    INFO(english);
    CHECK(translated(english) == filled(row.chinese, values));
  }
  set_language(Language::kEnglish);
}

TEST_CASE("texts of graph breaks become their Chinese", "[translate]") { check_rows(tables::kBreakTexts); }
TEST_CASE("advice on recompiles becomes its Chinese", "[translate]") { check_rows(tables::kAdviceTexts); }

TEST_CASE("values are translated too, and what is unknown stays English", "[translate]") {
  set_language(Language::kChinese);
  CHECK(translated("graph break: Data-dependent branching") == "图断裂：分支取决于数据");
  CHECK(translated("no text of ours") == "no text of ours");
  set_language(Language::kEnglish);
  CHECK(translated("Data-dependent branching") == "Data-dependent branching");
}
