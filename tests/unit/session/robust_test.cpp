// What a run does with programs that are broken, endless or too large, and that its
// figures are of what really ran.
#include <chrono>
#include <thread>

#include "catch.h"
#include "session/session.h"
#include "torchscript/script/scripts.h"

using namespace vt;

namespace {

struct Ran {
  RunReport report;
  std::string output;
  std::string code;  // the generated code of every compile
};

Ran run(const std::string& source, std::vector<std::pair<std::string, std::string>> options = {}, Limits limits = {}) {
  Ran ran;
  Session session([&](std::string_view text, bool is_error) {
    if (!is_error) ran.output += text;
  });
  RunRequest request;
  request.source = source;
  request.options = std::move(options);
  request.limits = limits;
  ran.report = session.run(request);
  for (const Event& event : session.events())
    if (event.stage == Stage::kCode)
      for (const TaggedLine& line : session.pull(event.id).lines) ran.code += line.text + "\n";
  return ran;
}

std::string model(const std::string& body) {
  return "import torch\n@torch.compile\ndef f(x):\n    return " + body + "\nprint(f(torch.tensor([-1.0, 0.0, 2.0])))\n";
}

}  // namespace

TEST_CASE("a malformed program ends in a syntax error with its position", "[session]") {
  for (const char* source : {"def",
                             "x = (",
                             "if True print(1)",
                             "  x = 1",
                             "x = 'abc",
                             "return 1",
                             "f(a=1, 2)",
                             "\"\"\"",
                             "x = {1: }",
                             "for in x: pass",
                             "\x01",
                             "x = 08",
                             "class :",
                             "lambda x: = 1",
                             "a b c",
                             "f\"{\"",
                             "break",
                             "def f(x, x): pass",
                             "x +",
                             "@\ndef f(): pass",
                             "1 = x"}) {
    RunReport report = run(source).report;
    INFO(source << "\n" << report.traceback);
    CHECK_FALSE(report.ok);
    CHECK_FALSE(report.internal_error);
    CHECK(report.exit_code == 1);
    CHECK(report.traceback.find("line ") != std::string::npos);
  }
}

TEST_CASE("Stop ends an endless loop, and the next run starts afresh", "[session]") {
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source = "while True: pass";
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    session.request_stop();
  });
  RunReport report = session.run(request);
  stopper.join();
  CHECK_FALSE(report.ok);
  CHECK(report.stopped);
  request.source = "x = 1";
  CHECK(session.run(request).ok);
}

TEST_CASE("a poll that says no ends the run, whatever the program catches", "[session]") {
  Session session([](std::string_view, bool) {});
  int polls = 0;
  session.set_poll([&] { return ++polls < 3; });
  RunRequest request;
  request.source =
      "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n    finally: pass\n";
  CHECK(session.run(request).stopped);
}

TEST_CASE("limits of instructions, output and memory end a run with their reason", "[session]") {
  Limits limits;
  limits.instructions = 100000;
  RunReport endless = run("while True: pass", {}, limits).report;
  CHECK(endless.stopped);
  CHECK((endless.traceback + endless.error.message).find("instruction limit") != std::string::npos);
  limits = {};
  limits.output_bytes = 100000;
  Ran flood = run("while True: print('a' * 1000)", {}, limits);
  CHECK(flood.report.stopped);
  CHECK(flood.output.size() <= 110000);
  limits = {};
  limits.memory_bytes = 64 << 20;
  for (const char* source :
       {"s = 'a'\nwhile True: s += s", "x = [0] * 10**12",
        "d = {}\ni = 0\nwhile True:\n    d[i] = {i: str(i)}\n    i += 1",
        "import torch\nl = []\nwhile True: l.append(torch.ones(1000000))", "import torch\ntorch.zeros(10**12)"}) {
    RunReport report = run(source, {}, limits).report;
    INFO(source << "\n" << report.traceback);
    CHECK_FALSE(report.ok);
    CHECK_FALSE(report.internal_error);
    CHECK((report.traceback.find("MemoryError") != std::string::npos ||
           report.traceback.find("can't allocate memory") != std::string::npos));
  }
  CHECK(run("print(1)").report.ok);
}

TEST_CASE("kernel launches are counted", "[session]") {
  RunReport compiled = run(model("torch.sigmoid(torch.relu(x))"), {{"backend", ""}}).report;
  CHECK(compiled.kernels + compiled.interpreted == 1);
  CHECK(run(model("torch.softmax(x, 0)")).report.kernels == 1);
  RunReport interpreted = run(model("torch.sigmoid(torch.relu(x))"), {{"backend", "interpret"}}).report;
  CHECK(interpreted.kernels == 0);
  CHECK(interpreted.interpreted == 1);
  RunReport eager = run("import torch\nx = torch.tensor([-1.0, 2.0])\ny = torch.sigmoid(torch.relu(x))").report;
  CHECK(eager.kernels == 0);
  CHECK(eager.eager_ops >= 2);
}

TEST_CASE("the generated code follows the program, the passes and the program's own back end", "[session]") {
  Ran relu = run(model("torch.sigmoid(torch.relu(x))")), sine = run(model("torch.sigmoid(torch.sin(x))"));
  CHECK_FALSE(relu.code.empty());
  CHECK(relu.code != sine.code);
  CHECK(relu.output != sine.output);
  std::string twice = model("torch.sin(x) * torch.sin(x)");
  Ran merged = run(twice), repeated = run(twice, {{"skip_pass", "merge_common_subexpressions"}});
  CHECK(merged.output == repeated.output);
  CHECK(run(twice, {{"backend", "interpret"}}).output == merged.output);
  std::string idle = model("torch.sin(x) * 1 + 0");
  Ran simple = run(idle), whole = run(idle, {{"skip_pass", "simplify_algebra"}});
  CHECK(simple.output == whole.output);
  CHECK(simple.code != whole.code);
  Ran swapped = run(
      "import torch\nfrom torch._inductor.compile_fx import compile_fx\n"
      "def swap(gm, inputs):\n    for n in gm.graph.nodes:\n        if n.target is torch.relu: n.target = torch.neg\n"
      "    gm.recompile()\n    return compile_fx(gm, inputs)\n"
      "@torch.compile(backend=swap)\ndef f(x):\n    return torch.sigmoid(torch.relu(x))\nprint(f(torch.tensor([-1.0, "
      "0.0, 2.0])))\n");
  CHECK(swapped.code != relu.code);
  CHECK(swapped.output != relu.output);
  CHECK(swapped.output == "tensor([0.7311, 0.5000, 0.1192])\n");
}

TEST_CASE("unknown names of back ends and passes are refused with the list, before the run", "[session]") {
  for (const auto& [option, message] : std::vector<std::pair<std::string, std::string>>{
           {"backend", "there is no back end called 'nope'; there are "},
           {"skip_pass", "there is no pass called 'nope'; there are simplify_sizes "}}) {
    Ran ran = run("print(1)", {{option, "nope"}});
    CHECK_FALSE(ran.report.ok);
    CHECK_FALSE(ran.report.internal_error);
    CHECK(ran.output.empty());
    CHECK(ran.report.traceback.find(message) != std::string::npos);
  }
}

TEST_CASE("aot_eager is equal to eager execution to the last bit, with gradients", "[session]") {
  Ran ran = run(
      "import torch\nimport torch.nn.functional as F\ntorch.manual_seed(0)\n"
      "x, w, b = torch.randn(64, 33), torch.randn(33), torch.randn(33)\n"
      "functions = [lambda x: F.gelu(x * w + b), lambda x: torch.softmax(x * 3, -1), lambda x: F.log_softmax(x, 0),\n"
      "  lambda x: F.layer_norm(x + 1, (33,), w, b), lambda x: (x * x).sum(), lambda x: torch.stack([x.mean(0), "
      "x.var(0)]),\n"
      "  lambda x: x.logsumexp(1), lambda x: torch.log(torch.exp(x)) * 1 + 0, lambda x: torch.tanh(x) @ w,\n"
      "  lambda x: F.cross_entropy(x, torch.arange(64) % 33), lambda x: x.cumsum(0).norm(), lambda x: F.silu(x) ** 3]\n"
      "for i, f in enumerate(functions):\n"
      "    torch._dynamo.reset()\n"
      "    results = []\n"
      "    for g in (f, torch.compile(f, backend='aot_eager', fullgraph=True)):\n"
      "        leaf = x.clone().requires_grad_()\n"
      "        y = g(leaf)\n"
      "        y.sum().backward()\n"
      "        results.append((y, leaf.grad))\n"
      "    same = [torch.equal(p, q) for p, q in zip(*results)]\n"
      "    if same != [True, True]: print(i, same, [(p - q).abs().max().item() for p, q in zip(*results)])\n"
      "print(torch._dynamo.utils.counters['stats']['unique_graphs'])\n");
  CHECK(ran.report.traceback.empty());
  CHECK(ran.output == "12\n");
  CHECK(ran.report.kernels == 0);
}

TEST_CASE("what a run makes of scripts ends with it", "[session]") {
  const char* source =
      "import torch\n"
      "class Pair:\n    def __init__(self, n: int):\n        self.n = n\n"
      "class M(torch.nn.Module):\n    def forward(self, x: torch.Tensor):\n        return x + Pair(2).n\n"
      "print(torch.jit.script(M())(torch.ones(1)))\n";
  for (int i = 0; i < 2; ++i) {
    CHECK(run(source).output == "tensor([3.])\n");
    // Their keys are addresses of the run's objects, which the next run may meet again.
    CHECK(script::scripts().shared_classes.empty());
    CHECK(script::scripts().script_classes.empty());
    CHECK(script::scripts().trees.empty());
  }
}

TEST_CASE("a second run has the whole library", "[session]") {
  const char* source = "import torch\nprint(torch.tensor([[0.0, 3.0]]).t_())\n";
  for (int i = 0; i < 2; ++i) CHECK(run(source).output == "tensor([[0.],\n        [3.]])\n");
}

TEST_CASE("what a run leaves switched off is on again for the next one", "[session]") {
  run("import torch\ntorch.set_grad_enabled(False)\ntorch.is_grad_enabled()\n");
  run("import torch\ncontext = torch.autocast('cpu')\ncontext.__enter__()\n");
  const Ran next = run("import torch\nprint(torch.is_grad_enabled(), torch.is_autocast_enabled('cpu'))\n");
  CHECK(next.output == "True False\n");
}

TEST_CASE("a run in an environment that was made ready is like any other", "[session]") {
  std::string output;
  Session session([&](std::string_view text, bool) { output += text; });
  auto run = [&](const std::string& source, const std::string& name = "program.py") {
    RunRequest request;
    request.name = name;
    request.source = source;
    output.clear();
    const RunReport report = session.run(request);
    const std::string printed = output;
    session.make_ready(request);
    return std::pair(report.ok, printed);
  };
  const std::string drawn = "import torch\nimport sys\ntorch.manual_seed(3)\nprint(torch.rand(2), sys.argv)\n";
  const std::pair<bool, std::string> first = run(drawn);
  CHECK(first.first);
  CHECK(run(drawn) == first);
  CHECK(run(drawn + "torch.nn.Linear.answer = 1\nseen = []\ntorch.set_grad_enabled(False)\n").first);
  // Nothing of the run before is left, and a program without torch has none.
  CHECK(run("import torch\nprint(hasattr(torch.nn.Linear, 'answer'), 'seen' in globals(), torch.is_grad_enabled())\n")
            .second == "False False True\n");
  CHECK(run("import sys\nprint('torch' in sys.modules)\n").second == "False\n");
  CHECK(run(drawn, "other.py").second.find("other.py") != std::string::npos);
  CHECK(run(model("torch.relu(x)")).second == "tensor([0., 0., 2.])\n");
  CHECK_FALSE(run("import torch\n1 / 0\n").first);
  CHECK(run(drawn) == first);
  // Another session on this thread takes the ready environment away.
  CHECK(::run(model("torch.relu(x)")).output == "tensor([0., 0., 2.])\n");
  CHECK(run(drawn) == first);
}
