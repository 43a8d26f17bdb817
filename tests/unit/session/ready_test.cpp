// What a program changes ends with its run, also where the next run gets an interpreter that was made ready before.
#include "catch.h"
#include "session/session.h"
#include "support/protocol.h"

using namespace vt;

namespace {

const std::string kImports =
    "import atexit, builtins, copyreg, decimal, functools, gc, json, logging, math, os, random, re, sys, warnings\n"
    "import torch\n"
    "from torch import nn\n"
    "import torch.nn.functional as F\n";

// Every state that outlives a statement: a change each. What the engine does not have is skipped.
const std::string kVandal = kImports + R"(
class Late:
    def __del__(self):
        print("late")

kept = [Late()]
kept.append(kept)
torch.kept = kept
nn.Linear.kept = Late()

@torch.compile
def f(x):
    return x.relu() * 2

def library():
    lib = torch.library.Library("mine", "DEF")
    lib.define("twice(Tensor x) -> Tensor")
    torch.library_kept = lib

def modes():
    from torch.overrides import TorchFunctionMode
    from torch.utils._python_dispatch import TorchDispatchMode
    TorchFunctionMode().__enter__()
    TorchDispatchMode().__enter__()

def hooks():
    from torch.nn.modules.module import register_module_forward_hook
    register_module_forward_hook(lambda *of: print("hook", of))
    torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__()

def thread():
    import threading
    threading.Thread(target=print, daemon=True).start()

def script():
    @torch.jit.script
    def scripted(x: torch.Tensor):
        return x + 1
    scripted(torch.ones(1))

def exits():
    atexit.register(print, "exit")

def break_module():
    sys.modules["re"] = None
    sys.modules["mine"] = torch
    del sys.modules["json"]

changes = [
    lambda: f(torch.ones(3, requires_grad=True)).sum().backward(create_graph=True),
    lambda: f(torch.ones(4)), lambda: f(torch.ones(5)),
    lambda: torch.set_default_dtype(torch.float64), lambda: torch.set_default_device("meta"),
    lambda: torch.set_grad_enabled(False), lambda: torch.inference_mode().__enter__(),
    lambda: torch.manual_seed(99), lambda: random.seed(99), lambda: torch.set_num_threads(1),
    lambda: torch.use_deterministic_algorithms(True), lambda: torch.autograd.set_detect_anomaly(True),
    lambda: torch.set_float32_matmul_precision("medium"), lambda: torch.set_flush_denormal(True),
    lambda: torch.autocast("cpu", dtype=torch.bfloat16).__enter__(), lambda: torch.no_grad().__enter__(),
    lambda: setattr(torch.backends.cudnn, "deterministic", True), lambda: setattr(torch.backends.cudnn, "benchmark", True),
    lambda: setattr(torch.backends.cuda.matmul, "allow_tf32", True),
    lambda: torch.set_printoptions(precision=1, sci_mode=True, linewidth=20),
    lambda: setattr(torch._dynamo.config, "cache_size_limit", 1), lambda: setattr(torch._dynamo.config, "suppress_errors", True),
    lambda: setattr(torch._inductor.config, "max_autotune", True), lambda: torch._logging.set_logs(graph_code=True),
    lambda: setattr(torch._dynamo.config, "disable", True), lambda: torch.compiler.set_stance("force_eager"),
    lambda: setattr(torch, "relu", torch.sin), lambda: setattr(F, "gelu", None), lambda: setattr(nn, "Linear", None),
    lambda: setattr(nn.ReLU, "forward", None), lambda: setattr(torch.Tensor, "twice", lambda t: 2 * t),
    lambda: setattr(torch.Tensor, "__add__", None), lambda: delattr(torch, "cos"),
    lambda: setattr(math, "pi", 3), lambda: setattr(builtins, "len", None), lambda: setattr(builtins, "mine", 1),
    lambda: setattr(json, "dumps", None), lambda: setattr(functools, "reduce", None),
    lambda: os.environ.update(MINE="1", TORCH_LOGS="graph"), lambda: sys.path.insert(0, "/nowhere"),
    lambda: sys.argv.append("more"), lambda: sys.setrecursionlimit(77), lambda: sys.set_int_max_str_digits(1000),
    lambda: setattr(sys, "stdout", None), lambda: setattr(sys, "excepthook", None), lambda: setattr(sys, "displayhook", None),
    lambda: warnings.simplefilter("error"), lambda: warnings.warn("said"), lambda: gc.disable(),
    lambda: gc.set_threshold(1, 1, 1), lambda: logging.getLogger().setLevel(1), lambda: logging.disable(),
    lambda: setattr(decimal.getcontext(), "prec", 3), lambda: copyreg.pickle(int, print),
    lambda: torch.serialization.add_safe_globals([int]), lambda: setattr(torch.distributions.Distribution, "mine", 1),
    lambda: torch.use_deterministic_algorithms(True, warn_only=True), lambda: torch.fx.wrap("len"),
    library, modes, hooks, thread, script, exits, break_module,
]
for change in changes:
    try:
        change()
    except Exception:
        pass
)";

// Shows them.
const std::string kProbe = kImports + R"(
def outcome(look):
    try:
        return repr(look())
    except Exception as error:
        return f"{type(error).__name__}: {error}"

def module_hooks():
    return nn.Sequential(nn.Linear(2, 2), nn.ReLU())(torch.ones(1, 2))

@torch.compile
def f(x, n):
    return torch.relu(x) * n + F.gelu(x)

def scripted():
    @torch.jit.script
    def scripted(x: torch.Tensor):
        return torch.relu(x) + 1
    return str(scripted.graph)

looks = [
    lambda: list(sys.modules), lambda: sorted(dir(builtins)), lambda: sorted(dir(torch)), lambda: sorted(dir(torch.Tensor)),
    lambda: sorted(dir(nn)), lambda: sorted(dir(nn.Linear)), lambda: sorted(dir(F)), lambda: sorted(dir(torch._dynamo.config)),
    lambda: (sys.path, sys.argv, sys.getrecursionlimit(), sys.get_int_max_str_digits(), sys.stdout is sys.__stdout__),
    lambda: (sys.excepthook is sys.__excepthook__, sys.displayhook is sys.__displayhook__),
    lambda: dict(os.environ), lambda: warnings.filters, lambda: warnings.warn("said"),
    lambda: (gc.isenabled(), gc.get_threshold()), lambda: logging.getLogger().level, lambda: logging.root.manager.disable,
    lambda: decimal.getcontext().prec, lambda: sorted(map(str, copyreg.dispatch_table)), lambda: (math.pi, json.dumps([1]), re.sub("a", "b", "a")),
    lambda: functools.reduce(lambda a, b: a + b, [1, 2]),
    lambda: (torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled(), torch.is_inference_mode_enabled()),
    lambda: (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_anomaly_enabled()),
    lambda: torch.initial_seed(), lambda: torch.rand(3), lambda: torch.get_rng_state().sum(), lambda: torch.get_num_threads(),
    lambda: torch.are_deterministic_algorithms_enabled(), lambda: torch.get_deterministic_debug_mode(),
    lambda: torch.is_deterministic_algorithms_warn_only_enabled(), lambda: torch.get_float32_matmul_precision(),
    lambda: (torch.backends.cudnn.deterministic, torch.backends.cudnn.benchmark, torch.backends.cuda.matmul.allow_tf32),
    lambda: torch.tensor([1 / 3, 1e9]), lambda: torch.tensor(1e-310, dtype=torch.float64) * 1,
    lambda: (torch._dynamo.config.cache_size_limit, torch._dynamo.config.suppress_errors, torch._dynamo.config.disable),
    lambda: torch._inductor.config.max_autotune, lambda: sorted(torch._dynamo.utils.counters.items()),
    lambda: torch.serialization.get_safe_globals(), lambda: torch.ops.mine.twice, module_hooks, scripted,
    lambda: f(torch.ones(3, requires_grad=True), 2), lambda: f(torch.ones(4), 3.0), lambda: torch._dynamo.utils.counters["stats"],
    lambda: torch.ones(2, requires_grad=True).exp().sum().backward(),
]
for i, look in enumerate(looks):
    print(i, outcome(look))
)";

struct Told {
  bool ok = false;
  std::string output;
  std::vector<std::vector<uint8_t>> events;  // as they travel, without their numbers and times
  std::string figures;
  bool operator==(const Told&) const = default;
};

class Runs {
 public:
  Runs()
      : session_([this](std::string_view text, bool) { told_.output += text; },
                 [this](const Event& event) {
                   protocol::EventNote note;
                   note.event = event;
                   note.event.artifact = {};
                   note.event.id = {};
                   note.event.start_us = note.event.duration_us = 0;
                   std::erase_if(note.event.facts, [](const auto& fact) { return fact.first.ends_with("_us"); });
                   told_.events.push_back(protocol::encode(note));
                 }) {}
  // As a run is when the process has had others like it: kernels may lie in a cache.
  Told usual(const RunRequest& request) { return run(request), run(request); }
  Told run(const RunRequest& request) {
    told_ = {};
    const RunReport report = session_.run(request);
    told_.ok = report.ok;
    told_.figures = std::to_string(report.kernels) + " " + std::to_string(report.eager_ops) + " " +
                    std::to_string(report.bytes_moved) + " " + std::to_string(report.compile_times.graphs);
    return told_;
  }
  void make_ready(const RunRequest& request) { session_.make_ready(request); }

 private:
  Told told_;
  Session session_;
};

RunRequest request(const std::string& source, const std::string& name = "program.py") {
  RunRequest made;
  made.name = name;
  made.source = source;
  made.environment = {{"HOME", "/home/somebody"}};
  return made;
}

}  // namespace

TEST_CASE("nothing that a program changes reaches the next run", "[session]") {
  Runs runs;
  const Told first = runs.run(request(kProbe)), alone = runs.run(request(kProbe));
  CHECK(alone.ok);
  CHECK(alone.output == first.output);
  runs.run(request(kVandal));
  Told after = runs.run(request(kProbe));
  CHECK(after.output == alone.output);
  runs.run(request(kVandal));
  runs.make_ready(request(kVandal));
  after = runs.run(request(kProbe));
  CHECK(after.output == alone.output);
  runs.make_ready(request(kProbe));
  after = runs.run(request(kProbe));
  CHECK(after.output == alone.output);
}

TEST_CASE("a ready interpreter serves only runs that begin as it did", "[session]") {
  Runs runs;
  const std::string shown = "import sys\nprint('torch' in sys.modules, sys.argv)\n";
  const Told plain = runs.usual(request(shown));
  CHECK(plain.output == "False ['program.py']\n");
  runs.make_ready(request("import torch\nprint(1)\n"));
  CHECK(runs.run(request(shown)) == plain);
  runs.make_ready(request("import sys\nimport torch\n"));
  CHECK(runs.run(request(shown)) == plain);
  runs.make_ready(request("import sys\nimport torch; print(1)\n"));
  CHECK(runs.run(request(shown)) == plain);
  runs.make_ready(request(shown));
  CHECK(runs.run(request(shown, "other.py")).output == "False ['other.py']\n");
  runs.make_ready(request("import sys\nimport torch as t"));  // its last line is not whole yet
  CHECK(runs.run(request("import sys\nimport torch as tensors\nprint('t' in globals())\n")).output == "False\n");
}

TEST_CASE("imports that fail or print do so in the run", "[session]") {
  Runs runs;
  for (const std::string source : {"import nothing_of_this_name\n", "import this\n", "from torch import nothing\n"}) {
    const Told told = runs.usual(request(source));
    CHECK((!told.ok || !told.output.empty()));
    runs.make_ready(request(source));
    CHECK(runs.run(request(source)) == told);
  }
}

TEST_CASE("a ready interpreter obeys the limits of its run, and reads and is stopped as any other", "[session]") {
  Runs runs;
  RunRequest endless = request("import torch\nwhile True: pass\n");
  endless.limits.instructions = 100000;
  runs.make_ready(request("import torch\n"));
  CHECK_FALSE(runs.run(endless).ok);
  RunRequest asks = request("import torch\nprint(input())\n");
  asks.read_line = [] { return "typed\n"; };
  runs.make_ready(request("import torch\n"));
  CHECK(runs.run(asks).output == "typed\n");
}

TEST_CASE("sessions beside the one that made an interpreter ready have their own", "[session]") {
  Runs runs, others;
  const RunRequest model =
      request("import torch\n@torch.compile\ndef f(x):\n    return x.relu()\nprint(f(torch.ones(2)))\n");
  const Told told = runs.usual(model);
  runs.make_ready(model);
  CHECK(others.run(request("print(1)\n")).output == "1\n");
  CHECK(runs.run(model) == told);
  runs.make_ready(model);
  CHECK(others.run(model) == told);
  CHECK(runs.run(model) == told);
}
