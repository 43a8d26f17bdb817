// The values of compiled graphs, node by node.
#include "support/values.h"

#include <algorithm>

#include "catch.h"
#include "session/session.h"

using namespace vt;

namespace {

struct Watched {
  Session session;
  std::string output;
  std::vector<GraphValues> graphs;
  explicit Watched(const std::string& program, bool values = true)
      : session([this](std::string_view text, bool) { output += text; }) {
    RunRequest request;
    request.source = "import torch\nimport torch.nn as nn\n" + program;
    request.values = values;
    const RunReport report = session.run(request);
    INFO(report.traceback);
    REQUIRE(report.ok);
    graphs = session.values();
  }
  const ValueSummary& node(size_t graph, const std::string& name) const {
    REQUIRE(graph < graphs.size());
    const std::vector<ValueSummary>& nodes = graphs[graph].nodes;
    auto found = std::find_if(nodes.begin(), nodes.end(), [&](const ValueSummary& n) { return n.name == name; });
    INFO(values_text(graphs));
    REQUIRE(found != nodes.end());
    return *found;
  }
};

}  // namespace

TEST_CASE("values are kept only when asked for", "[values]") {
  const Watched plain("print(torch.compile(lambda x: x.relu() + 1)(torch.ones(2)))\n", false);
  CHECK(plain.graphs.empty());
}

TEST_CASE("each node of the captured graph has its value, its line and its error", "[values]") {
  const Watched w(
      "@torch.compile\ndef f(x):\n    a = torch.relu(x)\n    return a * 3 + torch.sigmoid(x)\n\n"
      "print(f(torch.tensor([-1., 0., 2.])))\n");
  CHECK(w.output == "tensor([0.2689, 0.5000, 6.8808])\n");
  REQUIRE(w.graphs.size() == 1);
  CHECK(w.graphs[0].compile_id == "0/0");
  CHECK(w.graphs[0].not_compared == "");
  const ValueSummary& relu = w.node(0, "a");
  CHECK(relu.least == 0);
  CHECK(relu.greatest == 2);
  CHECK(relu.line == 5);
  CHECK(relu.sizes == std::vector<int64_t>{3});
  CHECK(relu.compared);
  CHECK(relu.differ == 0);
  CHECK(relu.items.size() >= 2);  // the core node, and the captured one
  CHECK(w.node(0, "x").least == -1);
  CHECK(first_nan_node(w.graphs[0]) == -1);
  CHECK(first_different_node(w.graphs[0]) == -1);
}

TEST_CASE("the first NaN is found, in the call that has it, and named", "[values]") {
  const Watched w(
      "@torch.compile\ndef f(x):\n    y = x - 1\n    z = torch.log(y)\n    return z * 2\n\n"
      "for start in (3., 2., 0., 5.):\n    f(torch.full((4,), start))\n");
  REQUIRE(w.graphs.size() == 1);
  CHECK(w.graphs[0].call == 3);
  CHECK(w.graphs[0].calls == 4);
  const int bad = first_nan_node(w.graphs[0]);
  REQUIRE(bad >= 0);
  const ValueSummary& node = w.graphs[0].nodes[static_cast<size_t>(bad)];
  CHECK(node.name == "z");
  CHECK(node.line == 6);
  CHECK(node.nan == 4);
}

TEST_CASE("training graphs have values forwards and backwards", "[values]") {
  const std::string program =
      "torch.manual_seed(0)\nnet = nn.Sequential(nn.Linear(4, 3), nn.Tanh())\n"
      "@torch.compile\ndef fast(x):\n    return net(x)\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(3):\n    loss = fast(torch.ones(2, 4)).sum()\n"
      "    loss.backward()\n    opt.step()\n    opt.zero_grad()\nprint(loss.item())\n";
  const Watched plain(program, false), w(program);
  CHECK(w.output == plain.output);
  REQUIRE(w.graphs.size() == 1);
  CHECK(w.graphs[0].calls == 3);
  CHECK(w.graphs[0].call == 3);
  CHECK(w.graphs[0].ran_backward);
  CHECK(w.graphs[0].not_compared == "");
  CHECK(w.node(0, "net.0.weight").sizes == std::vector<int64_t>{3, 4});  // as the program names it
  const std::vector<ValueSummary>& nodes = w.graphs[0].nodes;
  CHECK(std::count_if(nodes.begin(), nodes.end(), [](const ValueSummary& n) { return n.backward && n.compared; }) >= 2);
  CHECK(first_different_node(w.graphs[0]) == -1);
}

TEST_CASE("random numbers of a watched program are those of an unwatched one", "[values]") {
  const std::string program =
      "torch.manual_seed(3)\n@torch.compile\ndef f(x):\n    return torch.dropout(x, 0.5, True) * 2\n\n"
      "print(f(torch.ones(8)))\nprint(torch.rand(2))\n";
  const Watched plain(program, false), w(program);
  CHECK(w.output == plain.output);
}

TEST_CASE("dynamic sizes are those of the call that is shown", "[values]") {
  const Watched w(
      "@torch.compile(dynamic=True)\ndef f(x):\n    return x.relu().sum(0) + x.shape[0]\n\n"
      "f(torch.ones(3, 2))\nf(torch.ones(5, 2))\n");
  REQUIRE(w.graphs.size() == 1);
  CHECK(w.node(0, "relu").sizes == std::vector<int64_t>{5, 2});
}

TEST_CASE("a whole tensor is read in windows", "[values]") {
  const Watched w("@torch.compile\ndef f(x):\n    return x * 2\n\nf(torch.arange(24.).reshape(2, 3, 4))\n");
  const std::vector<ValueSummary>& nodes = w.graphs.at(0).nodes;
  auto mul = std::find_if(nodes.begin(), nodes.end(), [](const ValueSummary& n) { return n.op.starts_with("mul"); });
  REQUIRE(mul != nodes.end());
  CHECK(mul->kept);
  const size_t index = static_cast<size_t>(mul - nodes.begin());
  TensorPage page = w.session.value_page(0, index, {0, 2, {0, 1, 2}, 2, 2});
  CHECK(page.values == std::vector<double>{12, 14, 36, 38});
  CHECK(page.compiled == page.values);
  page = w.session.value_page(0, index, {});
  CHECK(page.window.row_axis == 1);
  CHECK(page.window.rows == 3);
  CHECK(page.window.columns == 4);
  page = w.session.value_page(0, index, {9, -4, {100, -3, 2}, 1000, 1000});
  CHECK(page.values.size() == static_cast<size_t>(page.window.rows * page.window.columns));
  CHECK_FALSE(w.session.value_page(7, 0, {}).problem.empty());
  CHECK_FALSE(w.session.value_page(0, 999, {}).problem.empty());
}
