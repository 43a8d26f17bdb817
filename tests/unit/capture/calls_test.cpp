// What each call of a compiled function tells: the entries that it tried, the guard that failed there, the sizes that
// came, and why a frame ran eagerly.
#include "catch.h"
#include "program.h"

using namespace vt;
using test::run_program;

namespace {

std::vector<std::string> all(const Event& event, const std::string& key) {
  std::vector<std::string> values;
  for (const auto& [name, value] : event.facts)
    if (name == key) values.push_back(value);
  return values;
}
std::string one(const Event& event, const std::string& key) {
  std::vector<std::string> values = all(event, key);
  return values.empty() ? std::string() : values.front();
}
std::vector<Event> calls_of(const std::string& program) {
  test::Observed observed;
  run_program("import torch\n" + program, &observed);
  std::erase_if(observed.events, [](const Event& e) {
    return e.stage != Stage::kCalls || (one(e, "hit").empty() && one(e, "eager").empty());
  });
  return observed.events;
}

}  // namespace

TEST_CASE("a call tells which guard of which entry failed, and the guards that held before it", "[capture]") {
  std::vector<Event> calls = calls_of(R"(
c = torch.compile(lambda x, n: x * n, backend="eager")
c(torch.ones(2, 3), "a" == "b")
c(torch.ones(2, 3), "a" == "a")
c(torch.ones(2, 3), "a" == "b")
)");
  REQUIRE(calls.size() == 3);
  CHECK(all(calls[0], "tried").empty());
  CHECK(one(calls[0], "root") == "1");
  CHECK(one(calls[1], "tried") == "0/0");
  CHECK(one(calls[1], "was") == "False");
  CHECK(one(calls[1], "is") == "True");
  CHECK(std::atoi(one(calls[1], "guard").c_str()) >= 0);
  // The newest entry is looked at first; it does not fit, the older one answers.
  CHECK(calls[2].compile_id == "0/0");
  CHECK(one(calls[2], "hit") == "1");
  CHECK(all(calls[2], "tried") == std::vector<std::string>{"0/1"});
}

TEST_CASE("a call of code for any size tells the sizes that came", "[capture]") {
  std::vector<Event> calls = calls_of(R"(
c = torch.compile(lambda x: x + 1, backend="eager")
for n in (3, 4, 5):
    c(torch.ones(n, 8))
)");
  REQUIRE(calls.size() == 3);
  CHECK(one(calls[2], "hit") == "1");
  CHECK(one(calls[2], "sizes").ends_with("=5"));
}

TEST_CASE("a call after the recompile limit tells every entry that it tried", "[capture]") {
  std::vector<Event> calls = calls_of(R"(
c = torch.compile(lambda x: x + 1, backend="eager", dynamic=False)
for n in range(2, 12):
    c(torch.ones(n))
)");
  REQUIRE(calls.size() == 10);
  CHECK(one(calls[9], "eager") == "recompile limit");
  CHECK(all(calls[9], "tried").size() == 8);
  CHECK(all(calls[9], "is") == std::vector<std::string>(8, "11"));
}

TEST_CASE("resume functions and functions called in a gap know whose call they belong to", "[capture]") {
  std::vector<Event> calls = calls_of(R"(
def g(x):
    return x.cos()
def f(x):
    y = x.sin()
    print("")
    return g(y)
c = torch.compile(f, backend="eager")
c(torch.ones(2))
)");
  REQUIRE(calls.size() == 2);
  CHECK(one(calls[0], "root") == "1");
  CHECK(one(calls[1], "root").empty());
  CHECK(one(calls[1], "resumes") == "0");
  CHECK(one(calls[1], "resumed_function") == "f");
  CHECK(std::atoi(one(calls[1], "depth").c_str()) > std::atoi(one(calls[0], "depth").c_str()));
}

TEST_CASE("how entries fail is told of the first 512 calls that looked twice", "[capture]") {
  std::vector<Event> calls = calls_of(R"(
c = torch.compile(lambda x, b: x + b, backend="eager")
x = torch.ones(2)
for n in range(600):
    c(x, n % 2 == 0)
)");
  REQUIRE(calls.size() == 600);
  CHECK(all(calls[300], "tried").size() == 1);
  CHECK(one(calls[599], "untold") == "1");
  CHECK(all(calls[599], "tried").empty());
  CHECK(one(calls[599], "hit") == "1");
}

TEST_CASE("guards come as rows with what they ask of which argument", "[capture]") {
  test::Observed observed;
  run_program(R"(
import torch
SCALE = 3
def make(k):
    return torch.compile(lambda x: x * k * SCALE, backend="eager")
make(2)(torch.ones(2, 3))
)",
              &observed);
  for (const Event& event : observed.events) {
    if (event.stage != Stage::kGuards) continue;
    std::string text;
    for (const Table::Row& row : event.artifact().table.rows) text += row.cells[1] + ": " + row.cells[4] + "\n";
    CHECK(text.find("x: f32[2, 3]\n") != text.npos);
    CHECK(text.find("k (closure): 2\n") != text.npos);
    CHECK(text.find("SCALE (global): 3\n") != text.npos);
    CHECK(text.find("grad_mode True") != text.npos);
    return;
  }
  FAIL("no guards were reported");
}
