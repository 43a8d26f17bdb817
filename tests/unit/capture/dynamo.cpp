#include "catch.h"
#include "program.h"

using namespace vt;
using test::run_program;

namespace {
const char* kCounter = "import torch\nfrom torch._dynamo.testing import CompileCounter\ncnt = CompileCounter()\n";
}

TEST_CASE("a compiled function runs its graph and is found again under its guards", "[capture]") {
  auto printed = run_program(std::string(kCounter) + R"(
c = torch.compile(lambda x, n: x * n, backend=cnt)
x = torch.ones(3)
print(c(x, 2).tolist(), c(x + 1, 2).tolist(), cnt.frame_count)
print(c(x.double(), 2).dtype, cnt.frame_count)
)");
  CHECK(printed.traceback == "");
  CHECK(printed.out == "[2.0, 2.0, 2.0] [4.0, 4.0, 4.0] 1\ntorch.float64 2\n");
}

TEST_CASE("a second size makes the dimension symbolic; sizes 0 and 1 get code of their own", "[capture]") {
  auto printed = run_program(std::string(kCounter) + R"(
c = torch.compile(lambda x: x * x.size(0), backend=cnt)
counts = []
for n in (3, 4, 5, 1, 0, 6):
    c(torch.ones(n))
    counts.append(cnt.frame_count)
print(counts)
)");
  CHECK(printed.out == "[1, 2, 2, 3, 4, 4]\n");
}

TEST_CASE("print breaks the graph and the rest goes on in a resume function", "[capture]") {
  test::Observed observed;
  auto printed = run_program(std::string(kCounter) + R"(
def f(x):
    y = x + 1
    print("between")
    return y * 2
print(torch.compile(f, backend=cnt)(torch.ones(2)).tolist(), cnt.frame_count)
)",
                             &observed);
  CHECK(printed.out == "between\n[4.0, 4.0] 2\n");
  CHECK(observed.fact(Stage::kBreaks, "reason_id") == "GB0059");
  CHECK(observed.count(Stage::kFx) == 2);
  bool resumed = false;
  for (const Event& event : observed.events)
    resumed = resumed || (event.stage == Stage::kResidual && event.title.starts_with("__resume_at_"));
  CHECK(resumed);
}

TEST_CASE("a recompile says which guard failed, the old value and the new one", "[capture]") {
  test::Observed observed;
  run_program(R"(
import torch
c = torch.compile(lambda x, mode: x + 1 if mode == "a" else x - 1, backend="eager")
c(torch.ones(2), "a")
c(torch.ones(2), "b")
)",
              &observed);
  CHECK(observed.fact(Stage::kRecompiles, "guard") == "mode == 'a'");
  CHECK(observed.fact(Stage::kRecompiles, "was") == "'a'");
  CHECK(observed.fact(Stage::kRecompiles, "is") == "'b'");
  CHECK(observed.fact(Stage::kRecompiles, "advice") != "");
}

TEST_CASE("fullgraph turns a break into Unsupported with reason, hints and the line", "[capture]") {
  auto printed = run_program(R"(
import torch
def f(x):
    if x.sum() > 0:
        return x
    return -x
try:
    torch.compile(f, backend="eager", fullgraph=True)(torch.ones(2))
except torch._dynamo.exc.Unsupported as e:
    text = str(e)
    print(text.split("\n")[0], "gb0170" in text, "Hint:" in text, "in f" in text)
)");
  CHECK(printed.out == "Data-dependent branching True True True\n");
}

TEST_CASE("side effects on lists, dicts, objects and globals happen on the caller's things", "[capture]") {
  auto printed = run_program(R"(
import torch
N = 0
class Box: pass
def f(x, items, table, box):
    global N
    N += 1
    items.append(x + 1)
    table["k"] = len(items)
    box.value = x * 2
    return x
box, items, table = Box(), [], {}
torch.compile(f, backend="eager", fullgraph=True)(torch.ones(1), items, table, box)
print(N, items, table, box.value)
)");
  CHECK(printed.out == "1 [tensor([2.])] {'k': 1} tensor([2.])\n");
}

TEST_CASE("a back end that raises is reported as BackendCompilerFailed", "[capture]") {
  auto printed = run_program(R"(
import torch
def bad(gm, example_inputs):
    raise ValueError("no")
try:
    torch.compile(lambda x: x + 1, backend=bad)(torch.ones(1))
except torch._dynamo.exc.BackendCompilerFailed as e:
    print(e)
)");
  CHECK(printed.out.starts_with("backend='bad' raised:\nValueError: no\n\nSet "));
  CHECK(printed.out.find("TORCHDYNAMO_VERBOSE") != std::string::npos);
}

TEST_CASE("without a listener nothing is reported", "[capture]") {
  test::Observed observed;
  run_program("import torch\ntorch.compile(lambda x: x + 1, backend='eager')(torch.ones(1))\n");
  CHECK(observed.events.empty());
}

TEST_CASE("a break in a loop goes on there when the option is on", "[capture]") {
  auto printed = run_program(std::string(kCounter) + R"(
def f(x):
    for i in range(3):
        x = x + i
        torch._dynamo.graph_break()
        x = x * 2
    return x
for on in (False, True):
    torch._dynamo.reset()
    cnt.clear()
    with torch._dynamo.config.patch(resume_in_loops=on):
        print(torch.compile(f, backend=cnt)(torch.ones(1)).item(), cnt.frame_count, cnt.op_count)
)");
  CHECK(printed.traceback == "");
  CHECK(printed.out == "16.0 0 0\n16.0 4 6\n");
}
