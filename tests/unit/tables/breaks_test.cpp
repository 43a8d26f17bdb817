// The tables of graph breaks and of advice on recompiles. (That each row has its Chinese is
// checked when they are compiled.)
#include "tables/breaks.h"

#include <set>
#include <tuple>
#include <vector>

#include "catch.h"
#include "tables/advice.h"

using namespace vt;

TEST_CASE("each kind of break has a name of its own, and no two print the same", "[tables]") {
  std::set<std::string_view> names;
  std::set<std::tuple<std::string_view, std::string_view, std::string_view, std::vector<BreakHint>>> printed;
  for (const BreakRow& row : all_breaks()) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(printed.insert({row.id, row.title, row.explanation, {row.hints.list().begin(), row.hints.list().end()}})
              .second);
  }
  CHECK(names.size() == all_breaks().size());
}

TEST_CASE("each hint is named by some break", "[tables]") {
  std::set<BreakHint> named;
  for (const BreakRow& row : all_breaks()) named.insert(row.hints.list().begin(), row.hints.list().end());
  CHECK(named.size() == std::size(tables::kBreakHints));
}

TEST_CASE("breaks show each of their values", "[tables]") {
  for (const BreakRow& row : all_breaks()) {
    INFO(row.name);
    unsigned holes = holes_in(row.title) | holes_in(row.explanation);
    for (BreakHint hint : row.hints.list()) holes |= holes_in(text_of(hint));
    CHECK(holes == (1u << value_count(row)) - 1);
  }
}

TEST_CASE("a break is found by the registry's id", "[tables]") {
  CHECK(find_break("GB0124") == &row_of(Break::kItem));
  CHECK(find_break("GB0059")->lesson == "where-it-cuts");
  CHECK(find_break("GB9999") == nullptr);
}

TEST_CASE("holes of a text are filled in", "[tables]") {
  const std::string values[] = {"sum", "str"};
  CHECK(filled("method `{0}` of class `{1}`: {0}", values) == "method `sum` of class `str`: sum");
  CHECK(filled("`lambda: f'{x} failed'` {", values) == "`lambda: f'{x} failed'` {");
  CHECK(advise<Advice::kMarkDynamic>("x", "1") == "torch._dynamo.mark_dynamic(x, 1) or torch.compile(dynamic=True)");
}

TEST_CASE("a translation shows no value that the English lacks", "[tables]") {
  CHECK(is_translation("", ""));
  CHECK(is_translation("`{0}` of {1}", "{1} 的 `{0}`"));
  CHECK_FALSE(is_translation("`{0}`", ""));
  CHECK_FALSE(is_translation("`{0}`", "`{1}`"));
}
