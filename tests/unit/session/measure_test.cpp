// Measuring a program's own functions: what is measured and said, never how long it took.
#include <algorithm>
#include <map>

#include "catch.h"
#include "session/session.h"

using namespace vt;

namespace {

struct Measured {
  std::map<std::string, MeasuredFunction> functions;
  RunReport report;
  std::string output;
  std::vector<std::string> told;

  explicit Measured(const std::string& program, bool sizes = false, const std::string& function = "") {
    MeasureRequest measure;
    measure.function = function;
    measure.seconds = 0;
    measure.sizes = sizes;
    measure.ceilings = false;
    measure.progress = [&](double, double, const std::string& what) { told.push_back(what); };
    measure.finished = [&](const MeasuredFunction& f) { functions[f.name] = f; };
    RunRequest request;
    request.source = "import torch\nimport torch.nn as nn\n" + program;
    request.measure = &measure;
    Session session([&](std::string_view text, bool) { output += text; });
    report = session.run(request);
    REQUIRE(report.ok);
  }
  const MeasuredFunction& operator[](const std::string& name) const {
    INFO(name);
    REQUIRE(functions.contains(name));
    const MeasuredFunction& f = functions.at(name);
    CHECK(f.error == "");
    return f;
  }
};

}  // namespace

TEST_CASE("a function is measured with inputs like those of its last call", "[measure]") {
  const Measured m(
      "@torch.compile\ndef f(x, k):\n    return torch.relu(x) * k + 1\n\nf(torch.ones(4), 2)\n"
      "print(f(torch.ones(4), 2).sum())\n");
  const MeasuredFunction& f = m["f"];
  CHECK(m.output == "tensor(12.)\n");
  CHECK(f.inputs == "float32[4], 2");
  CHECK(f.calls == 2);
  CHECK(f.compiles == 1);
  CHECK(f.line == 3);
  CHECK(f.own.ratio.samples >= 5);  // never one
  CHECK(f.own.eager_us.low <= f.own.eager_us.median);
  CHECK(f.own.eager_us.median <= f.own.eager_us.high);
  CHECK(f.own.equal);
  CHECK(f.own.bytes == 32);
  CHECK(f.eager.eager_ops == 3);
  CHECK(f.eager.kernels == 0);
  CHECK(f.compiled.kernels + f.compiled.interpreted == 1);
  CHECK(f.compiled.eager_ops == 0);
  CHECK(std::count_if(f.eager_work.begin(), f.eager_work.end(),
                      [](const CallPiece& p) { return p.kind == WorkKind::kEager; }) == 3);
  CHECK(std::none_of(f.compiled_work.begin(), f.compiled_work.end(),
                     [](const CallPiece& p) { return p.kind == WorkKind::kCompile; }));  // it is warm
  CHECK(m.report.measured.functions == std::vector<std::string>{"f"});
}

TEST_CASE("what calls print or change is not seen by the program or by each other", "[measure]") {
  const Measured m(
      "@torch.compile\ndef f(x):\n    print('inside')\n    x.mul_(2)\n    return x + 1\n\n"
      "x = torch.ones(3)\nf(x)\nprint(x)\n");
  CHECK(m.output == "inside\ntensor([2., 2., 2.])\n");
  CHECK(m["f"].changed_inputs == 1);
  CHECK(m["f"].own.equal);
  const std::vector<std::string> notes = measuring_notes(m["f"]);
  CHECK(std::find(notes.begin(), notes.end(),
                  "Calls change inputs in place: copies are measured, and put back before each batch.") != notes.end());
}

TEST_CASE("a module is measured with its gradient where the program takes one", "[measure]") {
  const Measured m(
      "net = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4), nn.ReLU())\n"
      "fast = torch.compile(net)\nloss = fast(torch.randn(16, 8)).sum()\nloss.backward()\n"
      "before = net[0].weight.grad.clone()\nprint(torch.equal(before, net[0].weight.grad))\n");
  const MeasuredFunction& f = m["Sequential"];
  CHECK(f.backward);
  CHECK(f.changed_state == 3);  // running mean, variance and count
  CHECK(f.flops >= 2 * 16 * 8 * 4 * 2);
}

TEST_CASE("sizes of a static graph are compiled for, those of a dynamic one are not", "[measure]") {
  const Measured m(
      "@torch.compile\ndef f(x, y):\n    return (x * y).relu() + 1\n\n"
      "@torch.compile(dynamic=True)\ndef g(x):\n    return x.sigmoid() * 2\n\n"
      "f(torch.ones(8, 3), torch.ones(8, 3))\ng(torch.ones(8))\n",
      true);
  const MeasuredFunction &f = m["f"], &g = m["g"];
  CHECK_FALSE(f.dynamic);
  CHECK(g.dynamic);
  CHECK(f.own_size == 8);
  CHECK(f.axis == 0);
  CHECK(f.axis_inputs == 2);
  REQUIRE(f.curve.size() >= 4);
  for (const MeasuredPoint& p : f.curve) {
    CHECK(p.error == "");
    CHECK(p.ratio.samples >= 5);
    CHECK(p.equal);
  }
  CHECK(std::any_of(f.curve.begin(), f.curve.end(), [](const MeasuredPoint& p) { return p.size == 8; }));
  CHECK(f.curve.front().compile_us > 0);
  CHECK(g.curve.front().compile_us == 0);
  CHECK(f.curve.back().bytes == 12.0 * 3 * static_cast<double>(f.curve.back().size));
}

TEST_CASE("sizes that cannot be varied are said to be so, with the reason", "[measure]") {
  const Measured m(
      "w = torch.ones(4, 4)\n@torch.compile\ndef f(x):\n    return x.view(4, 4) @ w\n\n"
      "@torch.compile\ndef g():\n    return w + 1\n\nf(torch.ones(4, 4))\ng()\n",
      true);
  CHECK(m["f"].curve.empty());
  CHECK(m["f"].fixed.starts_with("axis 0 from 4 to 8: RuntimeError"));
  CHECK(m["g"].fixed == "it takes no tensors");
}

TEST_CASE("a function that is not called or not compiled is none", "[measure]") {
  const Measured none("print('nothing')\n");
  CHECK(none.functions.empty());
  CHECK(none.report.measured.functions.empty());
  const Measured one(
      "@torch.compile\ndef f(x):\n    return x + 1\n@torch.compile\ndef g(x):\n    return x - 1\n"
      "f(torch.ones(2)); g(torch.ones(2))\n",
      false, "g");
  CHECK(one.functions.size() == 1);
  CHECK(one.functions.contains("g"));
  CHECK(one.report.measured.functions == std::vector<std::string>{"f", "g"});
}

TEST_CASE("measuring can be stopped", "[measure]") {
  MeasureRequest measure;
  measure.seconds = 60;
  bool reached = false;
  measure.progress = [&](double, double, const std::string&) { reached = true; };
  RunRequest request;
  request.source = "import torch\n@torch.compile\ndef f(x):\n    return x + 1\nf(torch.ones(2))\n";
  request.measure = &measure;
  Session session([](std::string_view, bool) {});
  session.set_poll([&] { return !reached; });
  const RunReport report = session.run(request);
  CHECK(report.stopped);
}
