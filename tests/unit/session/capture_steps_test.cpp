// What a run writes down when it is asked: the steps of dynamo's capture, and a timeline of
// a warm call, eager and compiled.
#include <algorithm>

#include "catch.h"
#include "session/session.h"

using namespace vt;

namespace {

const std::string kProgram =
    "import torch\n\n\ndef helper(a):\n    return a + 1\n\n\n@torch.compile(dynamic=True)\ndef f(x, n):\n"
    "    y = torch.relu(x)\n    if x.shape[0] > 3:\n        y = helper(y) * n\n    if y.sum() > 0:\n        y = y - 1\n"
    "    return y\n\n\nprint(f(torch.ones(5), 2))\n";
const std::string kLoops =
    "import torch\n\n\n@torch.compile\ndef f(x, pairs):\n    for i in range(3):\n        if i == 2:\n            "
    "break\n"
    "        x = x + i\n    for name, k in pairs.items():\n        x = x * k\n    return [x - j for j in (1, 2)]\n\n\n"
    "print(len(f(torch.ones(5), {'a': 2})))\n";

struct Ran {
  Session session;
  std::string output;
  Ran(bool capture, bool timeline, const std::string& program = kProgram)
      : session([this](std::string_view text, bool) { output += text; }) {
    RunRequest request;
    request.source = program;
    request.record_capture = capture;
    request.timeline = timeline;
    REQUIRE(session.run(request).ok);
  }
  std::vector<Artifact> bodies(Stage stage) const {
    std::vector<Artifact> found;
    for (const Event& event : session.events())
      if (event.stage == stage) found.push_back(session.pull(event.id));
    return found;
  }
};

const RecordedChange* find_variable(const Playback& playback, uint32_t frame, const std::string& name) {
  for (const RecordedChange* variable : playback.variables(frame))
    if (variable->name == name) return variable;
  return nullptr;
}

}  // namespace

TEST_CASE("capture is written down only when asked", "[capture]") {
  Ran plain(false, false);
  CHECK(plain.bodies(Stage::kCapture).empty());
  CHECK(plain.bodies(Stage::kTimeline).empty());
}

TEST_CASE("each attempt of capture can be stepped forwards and backwards", "[capture]") {
  Ran ran(true, false);
  std::vector<Artifact> attempts = ran.bodies(Stage::kCapture);
  REQUIRE(attempts.size() >= 3);  // up to the break, again with the graph ended there, the resume function
  REQUIRE(attempts[0].recording);
  const Recording& failed = *attempts[0].recording;
  CHECK(failed.steps.back().kind == StepKind::kException);
  CHECK(failed.steps.back().note == "graph break: Data-dependent branching");
  CHECK(attempts[1].recording->steps.back().kind == StepKind::kReturn);
  // The called function is a frame of its own, one deeper.
  auto helper = std::find_if(failed.frames.begin(), failed.frames.end(),
                             [](const RecordedFrame& f) { return f.function == "helper"; });
  REQUIRE(helper != failed.frames.end());
  CHECK((helper->depth == 1 && helper->caller == 0));

  Playback playback(failed);
  REQUIRE(find_variable(playback, 0, "x"));
  CHECK(find_variable(playback, 0, "x")->text == "L['x'], not looked at yet");
  CHECK_FALSE(find_variable(playback, 0, "guard 0"));
  playback.move_to(failed.steps.size() - 1);
  REQUIRE(find_variable(playback, 0, "stack 0"));
  CHECK(find_variable(playback, 0, "stack 0")->text.find("bool[]") != std::string::npos);
  REQUIRE(find_variable(playback, 0, "guard 0"));
  CHECK(find_variable(playback, 0, "guard 0")->text.find("L['x']") != std::string::npos);
  std::vector<const RecordedChange*> all = playback.variables(0);
  CHECK(std::any_of(all.begin(), all.end(), [](const RecordedChange* c) {
    return c->name.starts_with("guard on sizes") && c->text.find('s') != std::string::npos;
  }));
  playback.move_to(0);
  CHECK_FALSE(find_variable(playback, 0, "stack 0"));
}

TEST_CASE("an iterator shows what comes next, a break where it left off", "[capture]") {
  Ran ran(true, false, kLoops);
  std::vector<Artifact> attempts = ran.bodies(Stage::kCapture);
  REQUIRE(attempts.size() == 1);
  const Recording& recording = *attempts[0].recording;
  std::vector<std::string> shown, breaks;
  for (const RecordedStep& step : recording.steps) {
    if (step.note.find("FOR_ITER") != std::string::npos) breaks.push_back(std::to_string(step.line));
    for (const RecordedChange& change : step.changes)
      if (change.name.starts_with("stack") && change.text.starts_with("it")) shown.push_back(change.text);
  }
  CHECK(std::count(breaks.begin(), breaks.end(), "6") == 3);  // the third round breaks, so there is no fourth
  CHECK(std::count(breaks.begin(), breaks.end(), "10") == 2);
  CHECK(std::find(shown.begin(), shown.end(), "iterator, next 1") != shown.end());
  CHECK(std::find(shown.begin(), shown.end(), "iterator at its end") != shown.end());
  CHECK(std::find(shown.begin(), shown.end(), "items of {'a': L['pairs']['a'], not looked at yet}") != shown.end());
}

TEST_CASE("a timeline has one warm call of each side, and prints once", "[timeline]") {
  Ran plain(false, false), timed(false, true);
  CHECK(timed.output == plain.output);
  std::vector<Artifact> bodies = timed.bodies(Stage::kTimeline);
  REQUIRE(bodies.size() == 1);
  const Table& table = bodies[0].table;
  REQUIRE(table.columns == std::vector<std::string>{"run", "kind", "name", "start_us", "duration_us", "depth", "line"});
  auto count = [&](const std::string& run, const std::string& kind) {
    return std::count_if(table.rows.begin(), table.rows.end(),
                         [&](const Table::Row& row) { return row.cells[0] == run && row.cells[1] == kind; });
  };
  CHECK(count("eager", "eager op") >= 5);  // relu, add, mul, sum, gt, sub
  CHECK(count("eager", "compiled graph") == 0);
  CHECK(count("compiled", "compiled graph") == 2);
  CHECK(count("compiled", "compile") == 0);
  CHECK(timed.bodies(Stage::kFx).size() == plain.bodies(Stage::kFx).size());  // measuring shows no graphs of its own
  auto relu = std::find_if(table.rows.begin(), table.rows.end(),
                           [](const Table::Row& row) { return row.cells[2] == "aten::relu"; });
  REQUIRE(relu != table.rows.end());
  CHECK(relu->cells[6] == "10");
  CHECK_FALSE(relu->items.empty());
}

TEST_CASE("the lines of a compiled function are steps of a recording, with its variables", "[recording]") {
  std::string output;
  Session session([&](std::string_view text, bool) { output += text; });
  RunRequest request;
  request.source =
      "import torch\n\n\n@torch.compile\ndef f(x, y):\n    a = torch.relu(x)\n    b = torch.sigmoid(y)\n"
      "    return a + b * 2.0\n\n\nx = torch.ones(2)\nprint(f(x, x), input())\n";
  request.record = true;
  std::vector<std::string> lines = {"one\n", "two\n"};
  request.read_line = [&, next = size_t{0}]() mutable { return lines[next++]; };
  REQUIRE(session.run(request).ok);
  CHECK(output == "tensor([2.4621, 2.4621]) one\n");  // once, and nothing more is read
  CHECK(std::any_of(session.events().begin(), session.events().end(),
                    [](const Event& event) { return event.stage == Stage::kFx; }));
  Playback playback(session.recording());
  std::vector<std::string> tensors;
  for (const RecordedStep& step : session.recording().steps)
    for (const RecordedChange& change : step.changes)
      if (change.tensor) tensors.push_back(change.name);
  for (const char* name : {"x", "a", "b"}) CHECK(std::count(tensors.begin(), tensors.end(), name) >= 1);
}
