#include "session/lessons.h"

#include "catch.h"

using namespace vt;

namespace {

// A manifest of one step; the parts that the tests bend are parameters.
std::string manifest(const std::string& relation = "==", const std::string& fact = "graphs",
                     const std::string& extra = "", const std::string& hints_zh = R"(["提示"])") {
  return R"({"id": "demo", "revision": 2, "minutes": 5,
 "title": {"en": "Demo", "zh": "演示"}, "summary": {"en": "s", "zh": "概要"},
 "prerequisites": [], "panels": ["graph"], "registry_ids": [],
 "steps": [{"id": "one", "title": {"en": "One", "zh": "一"},
  "start": "one/start.py", "solution": "one/solution.py",)" +
         extra + R"( "hints": {"en": ["hint"], "zh": )" + hints_zh + R"(},
  "checks": [{"fact": ")" +
         fact + R"(", "relation": ")" + relation +
         R"(", "value": "1", "text": {"en": "one graph", "zh": "一个图"}}]}]})";
}

std::string prediction(const std::string& answer) {
  return R"("prediction": {"fact": "graphs", "program": "start", "answer": ")" + answer + R"(",
   "question": {"en": "q", "zh": "问"}, "explanation": {"en": "e", "zh": "解"},
   "choices": [{"value": "1", "text": {"en": "1", "zh": "1"}}, {"value": "2", "text": {"en": "2", "zh": "2"}}]},)";
}

std::string message_of(const std::string& text) {
  Result<Lesson> lesson = parse_lesson(text);
  return lesson ? "no error" : lesson.error().message;
}

LessonCheck check(std::string fact, std::string relation, std::string value) {
  return {std::move(fact), std::move(relation), std::move(value), {{"en", "the check"}, {"zh", "检查"}}};
}

constexpr const char* kWrongPass =
    "import torch\n"
    "def mine(gm, inputs):\n"
    "    for n in gm.graph.nodes:\n"
    "        if n.target is torch.sin: n.target = torch.WHICH\n"
    "    gm.recompile()\n"
    "    return gm.forward\n"
    "print(torch.compile(lambda x: torch.sin(x), backend=mine)(torch.arange(3.0)))\n";

constexpr const char* kProse =
    "---\nlesson: demo\nlanguage: en\nrevision: 2\n---\n# Demo\n\n## One {#one}\n\n```\n## not a title {#code}\n```\n";

}  // namespace

TEST_CASE("allclose tells a back end that changes values from one that does not", "[lessons]") {
  LessonStep step;
  step.checks = {check("allclose", "==", "yes")};
  std::string source = kWrongPass;
  const size_t at = source.find("WHICH");
  CHECK(check_step(step, source.replace(at, 5, "sin"), "en").passed);
  CHECK_FALSE(check_step(step, source.replace(at, 3, "cos"), "en").passed);
  CHECK(prints_alike("tensor([1.0000,  2.])\n", "tensor([1.00001, 2.])\n"));
  CHECK_FALSE(prints_alike("tensor([1., 2.])\n", "tensor([1., 2.1])\n"));
  CHECK_FALSE(prints_alike("done 1\n", "done 1\nmore\n"));
  CHECK_FALSE(prints_alike("a 1\n", "b 1\n"));
}

TEST_CASE("a manifest becomes a lesson", "[session]") {
  Result<Lesson> lesson = parse_lesson(manifest("==", "graphs", prediction("2")));
  REQUIRE(lesson);
  CHECK(lesson.value().id == "demo");
  CHECK(lesson.value().revision == 2);
  const LessonStep* step = lesson.value().find_step("one");
  REQUIRE(step);
  CHECK(step->title.at("zh") == "一");
  CHECK(step->hints.at("en").size() == 1);
  CHECK(step->prediction.first.answer == "2");
  CHECK(step->checks[0].relation == "==");
  CHECK(lesson.value().find_step("two") == nullptr);
}

TEST_CASE("broken JSON is reported with line and column", "[session]") {
  CHECK(message_of("{\n  \"id\": oops\n}") ==
        "line 2, column 9: this is not JSON (is a comma missing before it, or a quote?)");
  CHECK(message_of("") == "line 1, column 1: this is not JSON (is a comma missing before it, or a quote?)");
}

TEST_CASE("a manifest of the wrong shape is reported with the path", "[session]") {
  CHECK(message_of("[]") == "an object is expected");
  CHECK(message_of("{}") == "id: is missing");
  CHECK(message_of(R"({"id": 3})") == "id: a text is expected");
  CHECK(message_of(R"({"id": "a", "colour": "red"})") == "the field 'colour' is unknown");
  CHECK(message_of(manifest("=~")) ==
        "steps[0].checks[0].relation: '=~' is not a relation; use ==, !=, <, <=, >, >= or contains");
  CHECK_THAT(message_of(manifest("==", "graph")),
             Catch::Matchers::StartsWith("steps[0].checks[0].fact: 'graph' is not a fact; facts are graphs "));
  CHECK(message_of(manifest("==", "graphs", "", R"(["一", "二"])")) ==
        "steps[0].hints: the languages have different numbers of hints");
  CHECK(message_of(manifest("==", "graphs", prediction("3"))) ==
        "steps[0].prediction.answer: '3' is none of the choices");
}

TEST_CASE("a relation and a value that do not fit the type of their fact are refused", "[session]") {
  CHECK(message_of(manifest("contains")) == "steps[0].checks[0].relation: 'contains' does not fit graphs");
  CHECK(message_of(manifest("<", "stdout")) == "steps[0].checks[0].relation: '<' does not fit stdout");
  CHECK(message_of(manifest("==", "ok")) == "steps[0].checks[0].value: ok is yes or no");
  std::string text = manifest();
  text.replace(text.find("\"value\": \"1\""), 12, "\"value\": \"one\"");
  CHECK(message_of(text) == "steps[0].checks[0].value: 'one' is no number, and graphs is one");
}

TEST_CASE("a fact that costs another run is computed only where it is asked for", "[session]") {
  LessonStep step;
  step.checks = {check("ok", "==", "yes")};
  CHECK_FALSE(check_step(step, "print(1)\n", "en").facts.count("allclose"));
  step.prediction.fact = "allclose";
  CHECK(check_step(step, "print(1)\n", "en").facts.at("allclose") == "yes");
}

TEST_CASE("a panel that is not in the table is refused", "[session]") {
  std::string text = manifest();
  text.replace(text.find("\"graph\""), 7, "\"grpah\"");
  CHECK_THAT(message_of(text),
             Catch::Matchers::StartsWith("panels[0]: 'grpah' is no panel; there are graph passes code "));
}

TEST_CASE("a program outside the lesson's folder is refused", "[session]") {
  for (std::string file : {"../secret.py", "one/../../secret.py", "/etc/passwd", "one/.."}) {
    std::string text = manifest();
    text.replace(text.find("one/start.py"), 12, file);
    CHECK(message_of(text) == "steps[0].start: '" + file + "' leaves the lesson's folder");
  }
}

TEST_CASE("a folder without manifest or program is reported", "[session]") {
  Result<Lesson> lesson = load_lesson("no/such/folder");
  REQUIRE_FALSE(lesson);
  CHECK(lesson.error().message == "lesson.json: there is no such file");
  std::string report;
  CHECK_FALSE(check_lesson_folder("no/such/folder", report));
  CHECK_THAT(report, Catch::Matchers::StartsWith("no/such/folder: there is no lesson here"));
}

TEST_CASE("prose gives its revision and its anchors outside code", "[session]") {
  LessonProse prose = read_prose(kProse);
  CHECK(prose.lesson == "demo");
  CHECK(prose.revision == 2);
  CHECK(prose.anchors == std::vector<std::string>{"one"});
}

TEST_CASE("a translation that does not fit the manifest is reported", "[session]") {
  Lesson lesson = parse_lesson(manifest()).value();
  CHECK(prose_problems(lesson, "en", kProse).empty());
  std::string moved = kProse;
  moved.replace(moved.find("{#one}"), 6, "{#two}");
  CHECK(prose_problems(lesson, "zh", moved) == "  zh.md: section 1 is {#two}, the manifest has {#one}\n");
  lesson.revision = 3;
  CHECK(prose_problems(lesson, "en", kProse) == "  en.md: it is revision 2, the manifest is revision 3\n");
}

TEST_CASE("relations compare numbers as numbers and texts as texts", "[session]") {
  LessonFacts facts = {{"graphs", "10"}, {"stdout", "ok\n"}, {"ok", "yes"}};
  CHECK(holds(check("graphs", "==", "10"), facts));
  CHECK(holds(check("graphs", ">", "9"), facts));
  CHECK(holds(check("graphs", "<=", "10"), facts));
  CHECK(holds(check("graphs", "!=", "1"), facts));
  CHECK_FALSE(holds(check("graphs", "<", "9"), facts));
  CHECK(holds(check("stdout", "contains", "ok"), facts));
  CHECK(holds(check("ok", "==", "yes"), facts));
  CHECK_FALSE(holds(check("ok", "<", "yes"), facts));
  CHECK_FALSE(holds(check("launches", "==", "0"), facts));
}

TEST_CASE("a step's checks are held against a run and told in words", "[session]") {
  LessonStep step;
  step.checks = {check("ok", "==", "yes"), check("stdout", "contains", "42"), check("graphs", "==", "1")};
  LessonVerdict verdict = check_step(step, "print(6 * 7)\n", "en");
  CHECK_FALSE(verdict.passed);
  REQUIRE(verdict.lines.size() == 3);
  CHECK(verdict.lines[0] == std::pair<bool, std::string>(true, "the check"));
  CHECK(verdict.lines[1].first);
  CHECK(verdict.lines[2] == std::pair<bool, std::string>(false, "the check (captured graphs: wanted 1, got 0)"));
  CHECK(check_step(step, "print(6 * 7)\n", "zh").lines[2].second == "检查（捕获的图：要求 1，实际为 0）");
}

TEST_CASE("a program that fails or never ends does not pass", "[session]") {
  LessonStep step;
  step.checks = {check("error", "==", "ZeroDivisionError")};
  LessonVerdict verdict = check_step(step, "1 / 0\n", "en");
  CHECK_FALSE(verdict.passed);
  CHECK(verdict.lines[0].first);
  CHECK(verdict.error == "ZeroDivisionError: division by zero");
  step.checks = {check("ok", "==", "yes")};
  CHECK_FALSE(check_step(step, "while True:\n    pass\n", "en").passed);
}
