// Graphs that a program makes itself are told to listeners: TorchScript with its blocks, fx before
// and after a pass of the program, exported programs, graphs that a back end changes.
#include <algorithm>

#include "catch.h"
#include "session/session.h"

using namespace vt;

namespace {

struct Told {
  std::string compile_id, title;
  Artifact body;
};

// Of `half`: "script" or "fx".
std::vector<Told> told(const std::string& half, const std::string& program) {
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source = program;
  RunReport report = session.run(request);
  INFO(report.traceback);
  REQUIRE(report.ok);
  std::vector<Told> list;
  for (const Event& event : session.events())
    for (const auto& [name, value] : event.facts)
      if (event.stage == Stage::kPasses && name == "half" && value == half)
        list.push_back({event.compile_id, event.title, session.pull(event.id)});
  return list;
}

std::string labels(const Artifact& body) {
  std::string text;
  for (const DiagramNode& node : body.diagram.nodes) text += (text.empty() ? "" : " ") + node.label;
  return text;
}

}  // namespace

TEST_CASE("a script's blocks lie one inside the other", "[session]") {
  std::vector<Told> list = told("script",
                                "import torch\n@torch.jit.script\ndef f(x, n: int):\n    for i in range(n):\n"
                                "        if bool(x.sum() > 10):\n            x = x / 2\n        else:\n"
                                "            x = x * 3\n    return x\nf(torch.ones(3), 4)\n");
  REQUIRE(list.size() == 1);
  CHECK(list[0].compile_id == "script f");
  CHECK(list[0].title == "compiled");
  const Artifact& body = list[0].body;
  REQUIRE(body.table.rows.size() == body.diagram.nodes.size());
  std::string inside;
  for (size_t i = 0; i < body.diagram.nodes.size(); ++i)
    if (body.diagram.nodes[i].label == "mul") inside = body.table.rows[i].cells[1];
  CHECK(inside.starts_with("Loop:#"));
  CHECK(inside.find("\nelse:#") != std::string::npos);
  CHECK(labels(body).find("Loop") != std::string::npos);
}

TEST_CASE("a traced function is told once, the library's own are not", "[session]") {
  std::vector<Told> list =
      told("script", "import torch\nf = torch.jit.trace(lambda x: x.relu() + 1, (torch.ones(2, 3),))\n");
  REQUIRE(list.size() == 1);
  CHECK(list[0].title == "traced");
  CHECK(std::any_of(list[0].body.diagram.nodes.begin(), list[0].body.diagram.nodes.end(),
                    [](const DiagramNode& node) { return node.label == "relu" && node.detail == "f32[2, 3]"; }));
  CHECK(
      told("script", "import torch\nm = torch.nn.Linear(2, 2)\ntorch.export.export(m, (torch.ones(1, 2),))\n").empty());
}

TEST_CASE("an fx graph is told before and after the program's own pass", "[session]") {
  std::vector<Told> list = told("fx",
                                "import torch\nimport torch.fx as fx\n"
                                "gm = fx.symbolic_trace(lambda x: torch.relu(x) + 1)\n"
                                "for node in gm.graph.nodes:\n"
                                "    if node.target is torch.relu:\n        node.target = torch.sigmoid\n"
                                "gm.recompile()\n");
  REQUIRE(list.size() == 2);
  CHECK(list[0].compile_id == list[1].compile_id);
  CHECK(list[0].title == "made at line 3");
  CHECK(list[1].title == "recompiled at line 7");
  CHECK(labels(list[0].body).find("relu") != std::string::npos);
  CHECK(labels(list[1].body).find("sigmoid") != std::string::npos);
}

TEST_CASE("a captured graph is told again only if a back end changes it", "[session]") {
  const std::string head = "import torch\ndef my(gm, inputs):\n",
                    tail =
                        "    return gm\n@torch.compile(backend=my)\n"
                        "def f(x):\n    return torch.relu(x) + 1\nf(torch.ones(3))\n";
  CHECK(told("fx", head + tail).empty());
  std::vector<Told> list = told("fx", head +
                                          "    for node in gm.graph.nodes:\n        if node.target is torch.relu:\n"
                                          "            node.target = torch.sigmoid\n    gm.recompile()\n" +
                                          tail);
  REQUIRE(list.size() == 2);
  CHECK(list[0].title == "given");
  CHECK(list[1].title == "recompiled at line 6");
}

TEST_CASE("an exported program is told with its types", "[session]") {
  std::vector<Told> list =
      told("fx", "import torch\nm = torch.nn.Linear(2, 2)\ntorch.export.export(m, (torch.ones(1, 2),))\n");
  REQUIRE(list.size() == 1);
  CHECK(list[0].compile_id == "fx ExportedProgram");
  CHECK(std::any_of(list[0].body.diagram.nodes.begin(), list[0].body.diagram.nodes.end(),
                    [](const DiagramNode& node) { return node.detail == "f32[1, 2]"; }));
}

TEST_CASE("a quantised model is told before and after, layer by layer, and nothing of it runs", "[session]") {
  std::vector<Told> list =
      told("fx",
           "import torch\nfrom torch import nn\nfrom torch.ao.quantization import quantize_dynamic\n"
           "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
           "        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))\n"
           "        self.norm = nn.LayerNorm(4)\n"
           "    def forward(self, x):\n        raise RuntimeError('it ran')\n"
           "quantize_dynamic(Net())\n");
  REQUIRE(list.size() == 2);
  CHECK(list[0].compile_id == "quantised Net");
  CHECK(list[0].title == "the model before");
  CHECK(list[1].title == "quantised at line 11");
  auto find = [](const Artifact& body, const std::string& label) {
    auto found = std::find_if(body.diagram.nodes.begin(), body.diagram.nodes.end(),
                              [&](const DiagramNode& node) { return node.label == label; });
    REQUIRE(found != body.diagram.nodes.end());
    return *found;
  };
  CHECK(find(list[0].body, "0").detail == "Linear 8 → 16");
  CHECK(find(list[0].body, "body.0.weight").detail == "float32[16, 8]");
  CHECK(find(list[1].body, "0").detail == "DynamicQuantizedLinear 8 → 16");
  CHECK(find(list[1].body, "body.0.weight").detail == "int8[16, 8]");
  for (const char* layer : {"norm", "0"})  // the same one, rewritten or not
    CHECK(find(list[0].body, layer).item == find(list[1].body, layer).item);
  // body.0 feeds body.1 and that body.2; what feeds norm is in forward() alone.
  const Diagram& d = list[1].body.diagram;
  size_t between = 0;
  for (auto [a, b] : d.edges) between += d.nodes[a].category != "weight" && d.nodes[b].category != "weight";
  CHECK(between == 2);
}

TEST_CASE("a quantised model whose forward can be traced shows its data flow, and nobody notices", "[session]") {
  const std::string head =
      "import torch\nfrom torch import nn\nfrom torch.ao.quantization import quantize_dynamic\nseen = []\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.calls = 0\n"
      "        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 8)\n    def forward(self, x):\n";
  const std::string tail = "net = Net()\nq = quantize_dynamic(net)\nassert net.calls == q.calls == 0 and seen == []\n";
  std::vector<Told> list = told("fx", head +
                                          "        self.calls += 1\n        y = torch.relu(self.a(x))\n"
                                          "        return self.b(y) + x\n" +
                                          tail);
  REQUIRE(list.size() == 2);
  for (const Told& each : list) {
    const Diagram& d = each.body.diagram;
    std::string edges;
    for (auto [from, to] : d.edges)
      if (d.nodes[from].category != "weight") edges += d.nodes[from].label + ">" + d.nodes[to].label + " ";
    CHECK(edges == "x>a a>relu relu>b b>add x>add add>output ");
    std::string kinds;
    for (const DiagramNode& node : d.nodes)
      if (node.category != "weight") kinds += node.category + " ";
    CHECK(kinds == "input matrix pointwise matrix pointwise output ");
  }
  // What would leave a trace is not traced: its layers are listed.
  list = told("fx", head + "        seen.append(1)\n        return self.b(self.a(x))\n" + tail);
  REQUIRE(list.size() == 2);
  CHECK(labels(list[0].body).find("output") == std::string::npos);
}

TEST_CASE("nodes of an fx graph tell their kind of work, and modules their class", "[session]") {
  std::vector<Told> list = told("fx",
                                "import torch\nimport torch.fx as fx\nfrom torch import nn\n"
                                "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                                "        self.conv, self.norm = nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)\n"
                                "    def forward(self, x):\n"
                                "        x = nn.functional.gelu(self.norm(self.conv(x))).view(-1)\n"
                                "        return torch.softmax(x, -1) + x.sum()\nfx.symbolic_trace(Net())\n");
  REQUIRE(list.size() == 1);
  std::string kinds;
  for (const DiagramNode& node : list[0].body.diagram.nodes) kinds += node.category + " ";
  CHECK(kinds == "input matrix reduction pointwise view reduction reduction pointwise output ");
  CHECK(list[0].body.diagram.nodes[1].detail == "Conv2d");
}

TEST_CASE("an operation whose shapes do not fit ends the partial graph, and is named", "[session]") {
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source =
      "import torch\n@torch.compile\ndef f(x, w):\n    a = torch.relu(x)\n    return a @ w\n"
      "f(torch.ones(4, 3), torch.ones(5, 2))\n";
  CHECK_FALSE(session.run(request).ok);
  std::vector<Event> breaks;
  for (const Event& event : session.events())
    if (event.stage == Stage::kBreaks) breaks.push_back(event);
  REQUIRE(breaks.size() == 1);
  auto fact = [&](const std::string& wanted) {
    for (const auto& [name, value] : breaks[0].facts)
      if (name == wanted) return value;
    return std::string();
  };
  CHECK(fact("failed") == "matmul");
  CHECK(fact("partial") == "1");
  CHECK(fact("fullgraph") == "");
  CHECK(breaks[0].span.line == 5);
  const Artifact body = session.pull(breaks[0].id);
  CHECK(labels(body) == "x w relu matmul");
  REQUIRE(body.diagram.nodes.size() == body.table.rows.size());
  CHECK(body.diagram.nodes.back().category == "failed");
  std::vector<std::string> read;
  for (auto [a, b] : body.diagram.edges)
    if (b == 3) read.push_back(body.diagram.nodes[a].label);
  CHECK(read == std::vector<std::string>{"relu", "w"});
}
