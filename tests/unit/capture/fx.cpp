#include "capture/fx/graph.h"
#include "catch.h"
#include "program.h"

using namespace vt;
using test::run_program;

TEST_CASE("names are identifiers, unused, and no builtins", "[capture]") {
  fx::Namespace names;
  CHECK(names.create("add") == "add");
  CHECK(names.create("add") == "add_1");
  CHECK(names.create("a.fc.weight") == "a_fc_weight");
  CHECK(names.create("0") == "_0");
  CHECK(names.create("sum") == "sum_1");
  CHECK(names.create("x_7") == "x_7");
}

TEST_CASE("a traced function prints as graph and as Python, and runs", "[capture]") {
  auto printed = run_program(R"(
import torch, torch.fx
gm = torch.fx.symbolic_trace(lambda x, y: torch.relu(x + y) * 2)
print(gm.graph)
print(gm.code.strip())
print(gm(torch.ones(1), torch.ones(1)))
)");
  CHECK(printed.traceback == "");
  CHECK(printed.out ==
        "graph():\n"
        "    %x : [num_users=1] = placeholder[target=x]\n"
        "    %y : [num_users=1] = placeholder[target=y]\n"
        "    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %y), kwargs = {})\n"
        "    %relu : [num_users=1] = call_function[target=torch.relu](args = (%add,), kwargs = {})\n"
        "    %mul : [num_users=1] = call_function[target=operator.mul](args = (%relu, 2), kwargs = {})\n"
        "    return mul\n"
        "def forward(self, x, y):\n"
        "    add = x + y;  x = y = None\n"
        "    relu = torch.relu(add);  add = None\n"
        "    mul = relu * 2;  relu = None\n"
        "    return mul\n"
        "tensor([4.])\n");
}

TEST_CASE("a node with users cannot be erased, and the error names them", "[capture]") {
  auto printed = run_program(R"(
import torch, torch.fx
gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1)
try:
    gm.graph.erase_node(list(gm.graph.nodes)[1])
except RuntimeError as e:
    print(e)
)");
  CHECK(printed.out == "Tried to erase Node relu but it still had 1 users in the graph: {add: None}!\n");
}

TEST_CASE("edits of a graph take effect after recompile", "[capture]") {
  auto printed = run_program(R"(
import torch, torch.fx
gm = torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1)
for n in gm.graph.nodes:
    if n.target is torch.relu:
        n.target = torch.neg
gm.graph.lint()
gm.recompile()
print(gm(torch.ones(1)))
)");
  CHECK(printed.out == "tensor([0.])\n");
}
