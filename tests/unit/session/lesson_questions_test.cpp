#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.h"
#include "session/lesson_places.h"
#include "session/lessons.h"

using namespace vt;

namespace {

constexpr const char* kBreak =
    "import torch\n"
    "@torch.compile\n"
    "def f(x):\n"
    "    y = torch.relu(x)\n"
    "    print('here')\n"
    "    return y + 1\n"
    "f(torch.ones(2))\n";
constexpr const char* kFused =
    "import torch\n"
    "@torch.compile\n"
    "def f(x, w):\n"
    "    a = torch.relu(x)\n"
    "    b = torch.sigmoid(a)\n"
    "    return b @ w\n"
    "f(torch.ones(4, 4), torch.ones(4, 4))\n";
constexpr const char* kRecompiles =
    "import torch\n"
    "@torch.compile\n"
    "def f(x, n):\n"
    "    return x * n\n"
    "f(torch.ones(2), 2)\n"
    "f(torch.ones(2).double(), 2)\n";

LessonFacts facts_of(const LessonProgram& program) {
  std::vector<std::string> all;
  for (const LessonFact& fact : lesson_fact_table()) all.push_back(fact.name);
  return lesson_facts(program, all);
}

// What the check says to an answer.
std::string said(LessonPrediction::Kind kind, const std::string& fact, const char* source, const std::string& answer,
                 const std::string& asked = {}) {
  LessonPrediction prediction;
  prediction.exists = true;
  prediction.kind = kind;
  prediction.fact = fact;
  prediction.first.answer = answer;
  prediction.first.asked = asked;
  const LessonProgram program(source);
  return answer_problem(prediction, prediction.first, program, facts_of(program));
}

using Kind = LessonPrediction::Kind;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

struct Folder {
  Folder() : path(std::filesystem::temp_directory_path() / ("lessons_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string text(const std::string& file) const {
    std::ifstream in(path / file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(path / file) << text; }
  std::filesystem::path path;
};

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  for (size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
    text.replace(at, old.size(), with);
  return text;
}

}  // namespace

TEST_CASE("a line is judged by the facts about lines", "[lessons]") {
  CHECK(said(Kind::kLine, "break_lines", kBreak, "print('here')").empty());
  CHECK(said(Kind::kLine, "break_lines", kBreak, "return y + 1") == "'return y + 1' is line 6, but break_lines is '5'");
  CHECK(said(Kind::kLine, "break_lines", kBreak, "no such line") ==
        "'no such line' is 0 lines of the program; one is expected");
  CHECK(said(Kind::kLine, "error_line", "x = 1\nraise ValueError(x)\n", "raise ValueError(x)").empty());
  CHECK(facts_of(LessonProgram("x = 1\n")).at("error_line") == "0");
}

TEST_CASE("nodes are judged by the kernels that compute them", "[lessons]") {
  const LessonProgram program(kFused);
  const std::string groups = facts_of(program).at("kernel_groups");
  INFO(groups);
  CHECK(said(Kind::kNodes, "kernel_groups", kFused, groups.substr(0, groups.find('\n'))).empty());
  CHECK(groups == "a b\nmatmul\n");
  CHECK_THAT(said(Kind::kNodes, "kernel_groups", kFused, "b matmul"), StartsWith("'b matmul' is no kernel"));
  CHECK(said(Kind::kNodes, "kernel_groups", kFused, "softmax") == "no captured node is called 'softmax'");
}

TEST_CASE("a guard is judged by the guards that failed", "[lessons]") {
  const LessonProgram program(kRecompiles);
  const std::string failed = facts_of(program).at("failed_guards");
  INFO(failed);
  CHECK_THAT(failed, ContainsSubstring("TENSOR_MATCH"));
  CHECK(said(Kind::kGuard, "failed_guards", kRecompiles, "TENSOR_MATCH: check_tensor(L['x']").empty());
  CHECK_THAT(said(Kind::kGuard, "failed_guards", kRecompiles, "L['n'] == 2"), StartsWith("the guard"));
  CHECK_THAT(said(Kind::kGuard, "failed_guards", kRecompiles, "L['z']"), StartsWith("'L['z']' is part of 0 guards"));
  bool listed = false;
  for (const LessonTarget& target : lesson_targets(program.session, Kind::kGuard))
    listed = listed || failed == target.value + "\n";
  CHECK(listed);
}

TEST_CASE("a buffer is judged by whose place it takes", "[lessons]") {
  const std::string source =
      "import torch\n@torch.compile\ndef f(x, w):\n    a = x @ w\n    b = a @ w\n    c = b @ w\n    d = c @ w\n    "
      "return d @ w\n"
      "f(torch.ones(8, 8), torch.ones(8, 8))\n";
  const std::string places = facts_of(LessonProgram(source)).at("buffer_places");
  INFO(places);
  CHECK_THAT(places, ContainsSubstring(" new\n"));
  const size_t line = places.find("\nc ");
  REQUIRE(line != std::string::npos);
  const std::string taken = places.substr(line + 3, places.find('\n', line + 1) - line - 3);
  CHECK(taken == "a");
  CHECK(said(Kind::kBuffer, "buffer_places", source.c_str(), taken, "c").empty());
  CHECK_THAT(said(Kind::kBuffer, "buffer_places", source.c_str(), "b", "c"), StartsWith("'c' takes another place"));
  CHECK_THAT(said(Kind::kBuffer, "buffer_places", source.c_str(), "zz", "c"),
             StartsWith("no temporary is called 'zz'"));
}

TEST_CASE("bytes are counted for kernels and eager operations", "[lessons]") {
  const std::string program = "import torch\nf = WRAP(lambda x: (x.sin() + 1) * 2)\nf(torch.ones(1000))\n";
  const auto moved = [&](const std::string& wrap) {
    return std::stoul(facts_of(LessonProgram(replaced(program, "WRAP", wrap))).at("bytes_moved"));
  };
  const unsigned long compiled = moved("torch.compile"), eager = moved("");
  CHECK(eager >= compiled + 4 * 4000);  // two tensors between three kernels are written and read
}

TEST_CASE("reduce-overhead replays the launches of earlier runs, on other values too", "[lessons]") {
  const std::string program =
      "import torch\nf = torch.compile(lambda x, w: ((x @ w).relu() @ w).sum(1), mode=MODE)\n"
      "w = torch.ones(4, 4)\nfor i in range(4): print(f(torch.full((4, 4), float(i)), w))\n"
      "print(f(torch.ones(2, 4), w))\nprint(f(torch.ones(4, 4), w))\n";
  const LessonProgram plain(replaced(program, "MODE", "'default'")),
      replayed(replaced(program, "MODE", "'reduce-overhead'"));
  CHECK(plain.output == replayed.output);
  CHECK(facts_of(plain).at("replays") == "0");
  CHECK(std::stoul(facts_of(replayed).at("replays")) >= 3);
  CHECK(facts_of(plain).at("launches") == facts_of(replayed).at("launches"));
}

TEST_CASE("branches of scripted functions are counted, those of the library are not", "[lessons]") {
  const std::string source =
      "import torch\n@torch.jit.script\ndef f(x):\n    if bool(x.sum() > 0):\n        return x\n    return "
      "-x\nf(torch.ones(2))\n";
  CHECK(facts_of(LessonProgram(source)).at("ts_ifs") == "1");
  CHECK(facts_of(LessonProgram("import torch\ntorch.jit.trace(lambda x: x + 1, torch.ones(2))\n")).at("ts_ifs") == "0");
}

TEST_CASE("a new lesson fails its check until its texts are written, and then passes", "[lessons]") {
  const Folder folder;
  std::string written, report;
  REQUIRE(write_new_lesson(folder.path.string(), "odd-sizes", written).empty());
  CHECK(written == (folder.path / "01-odd-sizes").string());
  CHECK_FALSE(check_lesson_folder(written, report));
  CHECK_THAT(report, ContainsSubstring("a text is still to be written"));
  for (const char* file : {"01-odd-sizes/lesson.json", "01-odd-sizes/en.md", "01-odd-sizes/zh.md"})
    folder.write(file, replaced(folder.text(file), "TODO", "Written"));
  report.clear();
  const bool passed = check_lesson_folder(written, report);
  INFO(report);
  CHECK(passed);
  CHECK_THAT(write_new_lesson(folder.path.string(), "01-odd-sizes", written), ContainsSubstring("is there already"));
  CHECK_THAT(write_new_lesson(folder.path.string(), "../odd", written), ContainsSubstring("is no name"));
  REQUIRE(write_new_lesson(folder.path.string(), "even-sizes", written).empty());
  CHECK(written == (folder.path / "02-even-sizes").string());
}

TEST_CASE("former lessons are claimed once, and a course is not all counts", "[lessons]") {
  const Folder folder;
  std::string written, report;
  REQUIRE(write_new_lesson(folder.path.string(), "sizes", written).empty());
  for (const char* file : {"01-sizes/lesson.json", "01-sizes/en.md", "01-sizes/zh.md"})
    folder.write(file, replaced(folder.text(file), "TODO", "Written"));
  folder.write("former.json", R"({"old": ["one", "two"]})");
  CHECK_FALSE(check_lesson_folder(folder.path.string(), report));
  CHECK_THAT(report, ContainsSubstring("the former step old/one has no alias"));
  folder.write("01-sizes/lesson.json",
               replaced(folder.text("01-sizes/lesson.json"), "\"aliases\": []",
                        R"("aliases": [{"lesson": "old", "steps": {"one": "first-step", "two": "first-step"}}])"));
  report.clear();
  const bool passed = check_lesson_folder(folder.path.string(), report);
  INFO(report);
  CHECK(passed);
  auto make_counting = [&](const std::string& lesson) {
    std::string text = replaced(folder.text(lesson), "\"kind\": \"line\"", "\"kind\": \"number\"");
    text = replaced(text, "break_lines", "breaks");
    text = replaced(text, R"j("print(\"in between\")")j", "\"1\"");
    folder.write(lesson, replaced(text, R"j("print(tuple(z.shape))")j", "\"1\""));
  };
  make_counting("01-sizes/lesson.json");
  report.clear();
  CHECK(check_lesson_folder(folder.path.string(), report));  // a folder of few questions may ask for counts only
  for (const std::string name : {"02-strides", "03-views", "04-axes"}) {
    REQUIRE(write_new_lesson(folder.path.string(), name.substr(3), written).empty());
    for (const std::string file : {"/lesson.json", "/en.md", "/zh.md"})
      folder.write(name + file, replaced(folder.text(name + file), "TODO", "Written"));
    make_counting(name + "/lesson.json");
  }
  report.clear();
  CHECK_FALSE(check_lesson_folder(folder.path.string(), report));
  CHECK_THAT(report, ContainsSubstring("4 of 4 predictions ask for a count"));
}

TEST_CASE("what is read before something happens is measured in words, and in characters of Chinese", "[lessons]") {
  CHECK(words_of("One `two` three, four.\n\n- five") == 5);
  CHECK(characters_of("守卫失败时 `torch.compile` 会重新编译。") == 11);
}
