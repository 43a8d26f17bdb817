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
