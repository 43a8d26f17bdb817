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

TEST_CASE("a call is at the line of its def, also where the function has cells", "[recorder]") {
  const std::string text = record_text(
      "\nclass A:\n    def __init__(self):\n        super().__init__()\n\ndef outer(n):\n    return (lambda: "
      "n)()\nA()\n"
      "outer(1)\n");
  CHECK(text.find("    2    > A\n") != text.npos);
  CHECK(text.find("    3    > A.__init__\n") != text.npos);
  CHECK(text.find("    6    > outer\n") != text.npos);
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

TEST_CASE("values are shown as their users write them", "[recorder]") {
  const std::string source =
      "from collections import deque\nfrom datetime import date\nfrom enum import Enum, IntEnum\n"
      "class Colour(Enum):\n    RED = 1\nclass Level(IntEnum):\n    LOW = 2\n"
      "a = deque([1, 2], maxlen=3)\nb = date(2024, 1, 2)\nc = Colour.RED\nd = Level.LOW\ne = range(3)\n"
      "f = slice(1, None)\ng = 2j\nh = bytearray(b'x')\nh.append(121)\ni = [].append\nj = deque([a])\n";
  const std::string text = record_text(source);
  for (const std::string shown :
       {"a = deque([1, 2], maxlen=3)", "b = date(year=2024, month=1, day=2)", "c = Colour.RED", "d = Level.LOW",
        "e = range(0, 3)", "f = slice(1, None, None)", "g = 2j", "h = bytearray(b'x')", "h = bytearray(b'xy')",
        "i = method append", "j = <deque>"}) {
    INFO(shown << "\n" << text);
    CHECK(text.find("        " + shown) != std::string::npos);
  }
}

TEST_CASE("an exception's step says what a traceback would", "[recorder]") {
  const std::string text = record_text(
      "for e in (KeyError('k'), ValueError('a', 1), ValueError(), OSError('no file')):\n    try:\n        raise e\n"
      "    except Exception:\n        pass\n");
  for (const char* shown :
       {"! KeyError: 'k'\n", "! ValueError: ('a', 1)\n", "! ValueError\n", "! OSError: no file\n"}) {
    INFO(shown << text);
    CHECK(text.find(shown) != std::string::npos);
  }
}

TEST_CASE("the variables of a comprehension show, and hide those of their name meanwhile", "[recorder]") {
  CHECK(record_text("x = 9\ny = [x\n     for x in range(2)]\n") ==
        "    1  x = 9\n        x = 9\n    3       for x in range(2)]\n    2  y = [x\n    3       for x in range(2)]\n"
        "        x = 0\n    2  y = [x\n    3       for x in range(2)]\n        x = 1\n    2  y = [x\n"
        "        x = 9\n        y = [0, 1]  #1\n  end\n");
}

TEST_CASE("going back shows what going forwards showed", "[recorder]") {
  const auto recording =
      record(
          "class Node:\n    def __init__(self, value, rest=None):\n        self.value, self.rest = value, rest\n"
          "    def __iter__(self):\n        node = self\n        while node:\n            yield node.value\n"
          "            node = node.rest\n"
          "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n"
          "def safe(n):\n    try:\n        return 10 // n\n    except ZeroDivisionError as e:\n        why = str(e)\n"
          "    finally:\n        done = True\n    return why\n"
          "chain = Node(1, Node(2))\nseen = {v: [fact(v)] for v in chain}\nseen[1].append(safe(0))\n"
          "breakpoint()\ndel chain\nresult = [safe(i) for i in range(3)]\n")
          .recording;
  auto state = [&](const vt::Playback& playback) {
    std::string text;
    for (uint32_t frame : playback.stack()) {
      text += recording.frames[frame].function + ":";
      for (const auto* variable : playback.variables(frame)) text += variable->name + "=" + variable->text + ";";
    }
    return text;
  };
  vt::Playback playback(recording);
  std::vector<std::string> forwards;
  for (size_t i = 0; i < recording.steps.size(); ++i) {
    playback.move_to(i);
    forwards.push_back(state(playback));
  }
  for (size_t i = recording.steps.size(); i-- > 0;) {
    playback.move_to(i);
    REQUIRE(state(playback) == forwards[i]);
  }
  playback.move_to(recording.steps.size() - 1);
  CHECK(recording.steps[playback.mark(false)].line == 23);
  CHECK(forwards.back().find("seen={1: [1, 'integer division or modulo by zero'], 2: [2]}") != std::string::npos);
}
