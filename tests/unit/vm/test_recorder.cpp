#include "catch.h"
#include "unit/vm/run_program.h"
#include "vm/recorder.h"

namespace {

struct Recorded {
  vt::Recording recording;
  std::string out;
};

Recorded record(const std::string& source, vt::RecordLimits limits = {}) {
  Recorded result;
  vt::vm::Interpreter interpreter(vt::test::test_host(result.out), {});
  vt::vm::Recorder recorder(limits, nullptr);
  attach_recorder(interpreter, &recorder);
  interpreter.run_main(std::make_shared<vt::SourceFile>("program.py", source), {"program.py"});
  attach_recorder(interpreter, nullptr);
  result.recording = recorder.take();
  return result;
}

std::string record_text(const std::string& source) { return recording_text(record(source).recording, source); }

}  // namespace

TEST_CASE("each line is a step with what it changed", "[recorder]") {
  CHECK(record_text("x = 1\ny = x + 1\ndel x\n") ==
        "    1  x = 1\n        x = 1\n    2  y = x + 1\n        y = 2\n    3  del x\n        x is gone\n  end\n");
}

TEST_CASE("an in-place change shows in every variable that holds the object", "[recorder]") {
  CHECK(record_text("def add(items):\n    items.append(2)\na = [1]\nb = a\nadd(b)\n") ==
        "    1  def add(items):\n        add = function add\n    3  a = [1]\n        a = [1]  #1\n    4  b = a\n"
        "        b = [1]  #1\n    5  add(b)\n        items = [1]  #1\n    1    > add\n    2        items.append(2)\n"
        "        items = [1, 2]  #1\n        <module>: a = [1, 2]  #1\n        <module>: b = [1, 2]  #1\n"
        "         < add: None\n  end\n");
}

TEST_CASE("an object keeps its number from a constructor to its variable", "[recorder]") {
  const auto recording = record("class P:\n    def __init__(self):\n        self.x = 1\np = P()\n").recording;
  uint32_t self = 0, variable = 0;
  for (const auto& step : recording.steps)
    for (const auto& change : step.changes) {
      if (change.name == "self") self = change.object;
      if (change.name == "p") variable = change.object;
    }
  CHECK(self != 0);
  CHECK(self == variable);
}

TEST_CASE("breakpoint and pdb.set_trace mark the next line", "[recorder]") {
  const auto recording = record("import pdb\nbreakpoint()\nx = 1\npdb.set_trace()\ny = 2\n").recording;
  std::vector<uint32_t> marked;
  for (const auto& step : recording.steps)
    if (step.mark) marked.push_back(step.line);
  CHECK(marked == std::vector<uint32_t>{3, 5});
}

TEST_CASE("breakpoint under a condition marks inside a function, in the rounds that reach it", "[recorder]") {
  const auto recording =
      record(
          "def f(n):\n    total = 0\n    for i in range(n):\n        if i % 2:\n            breakpoint()\n"
          "        total += i\n    return total\nprint(f(5))\n")
          .recording;
  std::vector<std::string> marked;
  for (const auto& step : recording.steps)
    if (step.mark) marked.push_back(recording.frames[step.frame].function + ":" + std::to_string(step.line));
  CHECK(marked == std::vector<std::string>{"f:6", "f:6"});
}

TEST_CASE("an exception is a step in each frame that it leaves", "[recorder]") {
  const auto recording =
      record("def f():\n    raise ValueError('no')\ntry:\n    f()\nexcept ValueError:\n    pass\n").recording;
  std::vector<std::string> raised;
  for (const auto& step : recording.steps)
    if (step.kind == vt::StepKind::kException)
      raised.push_back(recording.frames[step.frame].function + ":" + std::to_string(step.line) + " " + step.note);
  CHECK(raised == std::vector<std::string>{"f:2 ValueError: no", "<module>:4 ValueError: no"});
}

TEST_CASE("recording keeps the last steps within its limits", "[recorder]") {
  vt::RecordLimits few;
  few.steps = 10;
  const auto by_steps = record("n = 0\nwhile n < 1000:\n    n += 1\nprint(n)\n", few);
  CHECK(by_steps.out == "1000\n");
  CHECK(by_steps.recording.steps.size() <= 10);
  CHECK(by_steps.recording.steps.back().kind == vt::StepKind::kEnd);
  CHECK(by_steps.recording.cut_off.starts_with("the first "));
  vt::Playback playback(by_steps.recording);
  const auto variables = playback.variables(playback.step().frame);
  REQUIRE(variables.size() == 1);
  CHECK(std::stoi(variables[0]->text) > 990);
  vt::RecordLimits small;
  small.bytes = 5000;
  const auto by_bytes = record("s = ''\nwhile len(s) < 1000:\n    s += 'x'\nprint(len(s))\n", small);
  CHECK(by_bytes.out == "1000\n");
  CHECK(by_bytes.recording.steps.back().kind == vt::StepKind::kEnd);
  CHECK(!by_bytes.recording.cut_off.empty());
  CHECK(by_bytes.recording.steps.size() < 100);
}

TEST_CASE("frames that are left go with their steps, their callers stay", "[recorder]") {
  vt::RecordLimits few;
  few.steps = 20;
  const auto recording =
      record(
          "def f(n):\n    m = n * 2\n    return m\ndef g():\n    x = 'kept'\n    for i in range(1000):\n        f(i)\n"
          "    return x\ng()\n",
          few)
          .recording;
  CHECK(recording.frames.size() < 20);
  CHECK(recording.frames[0].function == "<module>");
  for (const auto& step : recording.steps) REQUIRE(step.frame < recording.frames.size());
  vt::Playback playback(recording);
  for (size_t i = 0; i < recording.steps.size(); ++i) {
    playback.move_to(i);
    const auto& frame = recording.frames[recording.steps[i].frame];
    if (frame.function != "f") continue;
    REQUIRE(frame.caller >= 0);
    CHECK(recording.frames[static_cast<size_t>(frame.caller)].function == "g");
    CHECK(playback.variables(static_cast<uint32_t>(frame.caller))[0]->text == "'kept'");
  }
}

TEST_CASE("recording calls nothing of the program", "[recorder]") {
  const auto result = record(
      "class A:\n    def __repr__(self): print('repr'); return 'A'\n    def __eq__(self, o): print('eq'); return True\n"
      "    def __del__(self): print('del')\n"
      "class S(str):\n    def __repr__(self): print('repr'); return 'S'\n"
      "a = A()\nb = [a, S('x'), {1: a}]\na = None\nb = None\nprint('end')\n");
  CHECK(result.out == "del\nend\n");
}

TEST_CASE("a generator is left by yield and entered again", "[recorder]") {
  CHECK(record_text("def g():\n    k = yield 1\n    yield k\nit = g()\nnext(it)\nit.send(5)\n")
            .find("    6  it.send(5)\n        k = 5\n    3        yield k\n         < g: yield 5\n  end\n") !=
        std::string::npos);
}
