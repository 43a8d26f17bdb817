// Graphs out of what the engine tells: names, modules, weights, kernels, the cut.
#include "playground/scene/from_events.h"

#include <algorithm>

#include "catch.h"
#include "playground/scene/graph_scene.h"

using namespace vt;
using namespace vt::scene;

namespace {

// x and a weight -> linear in module fc -> relu -> sum; items 1 to 5 are the captured nodes, 11 to 16 those of the
// lowered graph (the product and its sum are two), 21 and 22 the kernels.
struct Compile {
  std::vector<Item> items = std::vector<Item>(30, Item{ItemKind::kGraphNode, {}, {}});
  Artifact captured, lowered, fusion;

  Compile() {
    auto from = [&](uint32_t item, std::vector<uint32_t> origins) {
      for (uint32_t o : origins) items[item - 1].origins.push_back(ItemId(o));
    };
    from(11, {1}), from(12, {2}), from(13, {3}), from(14, {3}), from(15, {4}), from(16, {5});
    from(21, {13, 14, 15}), from(22, {16});
    items[3].span = {7, 0, 7, 4};
    captured.diagram.nodes = {{ItemId(1), "x", "f32[4, 8]", "input"},   {ItemId(2), "fc.weight", "f32[8, 8]", "weight"},
                              {ItemId(3), "linear", "f32[4, 8]", "op"}, {ItemId(4), "relu", "f32[4, 8]", "op"},
                              {ItemId(5), "sum", "f32[]", "op"},        {kNoItem, "output", "", "output"}};
    captured.diagram.edges = {{0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}};
    captured.table.columns = {"name", "calls"};
    for (const char* name : {"l_x_", "l_fc_weight_", "linear_1", "relu_1", "sum_1", "output"})
      captured.table.rows.push_back({{name, std::string(name) == "linear_1" ? "fc:Linear#3" : ""}, {}});
    lowered.diagram.nodes = {
        {ItemId(11), "primals_1", "f32[4, 8]", "input"}, {ItemId(12), "primals_2", "f32[8, 8]", "input"},
        {ItemId(13), "mm", "f32[4, 8]", "matrix"},       {ItemId(14), "add_3", "f32[4, 8]", "pointwise"},
        {ItemId(15), "relu", "f32[4, 8]", "pointwise"},  {ItemId(16), "sum_1", "f32[]", "reduction"},
        {ItemId(16), "output sum_1", "f32[]", "output"}};
    lowered.diagram.edges = {{0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
    fusion.diagram.nodes = {{ItemId(11), "arg0", "128", "input"},        {ItemId(12), "arg1", "256", "input"},
                            {ItemId(15), "buf0", "128", "temporary"},    {ItemId(16), "buf1", "4", "output"},
                            {ItemId(21), "mm_add_relu_0", "", "matrix"}, {ItemId(22), "sum_1", "", "loop"}};
    fusion.diagram.edges = {{0, 4}, {1, 4}, {4, 2}, {2, 5}, {5, 3}};
    fusion.table.columns = {"fused", "first", "second", "rule", "detail", "bytes", "advice"};
    fusion.table.rows = {
        {{"no", "relu", "sum_1", "product epilogue", "needs the whole row", "0", "Reduce elsewhere."}, {}}};
  }
  CompileArtifacts artifacts(const Artifact& shown, bool fused = false) const {
    CompileArtifacts a;
    a.shown = &shown;
    a.captured = &captured;
    a.lowered = {&lowered};
    if (fused) a.fusion = &fusion;
    a.item = [this](ItemId id) {
      auto i = static_cast<uint32_t>(id);
      return i >= 1 && i <= items.size() ? &items[i - 1] : nullptr;
    };
    return a;
  }
};

const GraphNode* node(const Graph& graph, const std::string& label) {
  auto found =
      std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNode& n) { return n.label == label; });
  return found == graph.nodes.end() ? nullptr : &*found;
}
const GraphEdge* edge(const Graph& graph, const std::string& from, const std::string& to) {
  for (const GraphEdge& e : graph.edges)
    if (graph.nodes[e.from].label == from && graph.nodes[e.to].label == to) return &e;
  return nullptr;
}

}  // namespace

TEST_CASE("a captured graph has the program's names, modules and kinds of work", "[scene]") {
  Compile compile;
  Graph graph = picture_of(compile.artifacts(compile.captured)).graph;
  CHECK(graph.nodes.size() == 5);  // the weight is a pill
  const GraphNode* linear = node(graph, "linear");
  REQUIRE(linear);
  CHECK(linear->role == Role::kMatrix);
  REQUIRE(linear->scopes.size() == 1);
  CHECK(linear->scopes[0].name == "fc");
  CHECK(linear->scopes[0].type == "Linear");
  REQUIRE(linear->pills.size() == 1);
  CHECK(linear->pills[0].label == "weight");
  CHECK(linear->pills[0].name == "fc.weight");
  const GraphNode* relu = node(graph, "relu");
  REQUIRE(relu);
  CHECK(relu->key == "relu_1");
  CHECK(relu->role == Role::kPointwise);
  CHECK(std::count(relu->facts.begin(), relu->facts.end(), "line 7") == 1);
}

TEST_CASE("a lowered graph keeps the names of the captured one", "[scene]") {
  Compile compile;
  Graph graph = picture_of(compile.artifacts(compile.lowered)).graph;
  REQUIRE(node(graph, "x"));
  CHECK(node(graph, "x")->role == Role::kInput);
  REQUIRE(node(graph, "add"));
  CHECK(node(graph, "add")->scopes.size() == 1);
  CHECK_FALSE(node(graph, "primals_2"));
  CHECK(node(graph, "mm")->pills.size() == 1);
}

TEST_CASE("kernels are islands, memory traffic is roads, the rest are ghosts", "[scene]") {
  Compile compile;
  Picture picture = picture_of(compile.artifacts(compile.lowered, true));
  const Graph& graph = picture.graph;
  CHECK(picture.totals.ops == 4);
  CHECK(picture.totals.kernels == 2);
  CHECK(picture.totals.kernel_bytes == 128 + 256 + 128 + 128 + 4);
  CHECK(picture.totals.op_bytes == (128 + 256 + 128) + (128 + 128) + (128 + 128) + (128 + 4));
  REQUIRE(edge(graph, "mm", "add"));
  CHECK(edge(graph, "mm", "add")->kind == EdgeKind::kGhost);
  const GraphEdge* road = edge(graph, "relu", "sum");
  REQUIRE(road);
  CHECK(road->kind == EdgeKind::kRoad);
  CHECK(road->bytes == 128);
  REQUIRE(road->facts.size() == 2);
  CHECK(road->facts[0] == "not fused: product epilogue (needs the whole row)");
  CHECK(road->facts[1] == "to change it: Reduce elsewhere.");
  REQUIRE_FALSE(node(graph, "relu")->scopes.empty());
  CHECK(node(graph, "relu")->scopes.back().kind == ScopeKind::kKernel);
  CHECK(node(graph, "relu")->scopes.back().call != node(graph, "sum")->scopes.back().call);
}

TEST_CASE("a joint graph shows the cut and what it saves", "[scene]") {
  Compile compile;
  Artifact forward;
  forward.diagram.nodes.assign(compile.lowered.diagram.nodes.begin(), compile.lowered.diagram.nodes.begin() + 5);
  CompileArtifacts artifacts = compile.artifacts(compile.lowered);
  artifacts.forward = &forward;
  CHECK(picture_of(artifacts).totals.saved_bytes == 0);  // forward does not return it, so backward computes it again
  CHECK(edge(picture_of(artifacts).graph, "relu", "sum")->kind == EdgeKind::kGhost);
  forward.diagram.nodes.push_back({kNoItem, "output", "f32[4, 8]", "output"});
  forward.diagram.edges.push_back({4, 5});
  Picture picture = picture_of(artifacts);
  CHECK(node(picture.graph, "relu")->scopes[0].name == "forward");
  CHECK(node(picture.graph, "sum")->scopes[0].name == "backward");
  CHECK(edge(picture.graph, "relu", "sum")->kind == EdgeKind::kRoad);
  CHECK(picture.totals.saved_bytes == 128);
  Scene scene =
      graph_scene(picture.graph, fold(picture.graph), {.cut_above = picture.cut_above, .cut = "saved: 128 B"});
  float line = -1, label = -1;
  for (const Mark& mark : scene.marks) {
    if (const Path* path = std::get_if<Path>(&mark); path && path->style.stroke == Role::kPin) line = path->points[0].y;
    if (const Label* text = std::get_if<Label>(&mark); text && text->text == "saved: 128 B") label = text->at.y;
  }
  const Rect &above = scene.elements[scene.find("/forward/")].bounds,
             &below = scene.elements[scene.find("sum_1")].bounds;
  CHECK((line > above.bottom() && line < below.y));
  CHECK(label == line);
}

TEST_CASE("what the program does not call it by is told nowhere", "[scene]") {
  Compile compile;
  compile.lowered.diagram.nodes.push_back({kNoItem, "tangents_2", "f32[]", "input"});
  compile.lowered.diagram.edges.push_back({7, 5});
  Graph graph = picture_of(compile.artifacts(compile.lowered)).graph;
  CHECK(node(graph, "x")->facts.empty());
  CHECK(node(graph, "gradient of output 2"));
}

TEST_CASE("bytes of types", "[scene]") {
  CHECK(bytes_of_type("f32[4, 8]") == 128);
  CHECK(bytes_of_type("bf16[3]") == 6);
  CHECK(bytes_of_type("b8[2, 2]") == 4);
  CHECK(bytes_of_type("f32[]") == 4);
  CHECK(bytes_of_type("f32[s0, 8]") == 0);
  CHECK(bytes_of_type("3 tensors") == 0);
}

TEST_CASE("a graph that the program made itself has its own names and nested blocks", "[scene]") {
  Artifact made;
  made.diagram.nodes = {{kNoItem, "x", "Tensor", "input"}, {kNoItem, "10", "int", "constant"},
                        {kNoItem, "gt", "Tensor", "op"},   {kNoItem, "mul", "Tensor", "op"},
                        {kNoItem, "If", "Tensor", "op"},   {kNoItem, "output", "Tensor", "output"}};
  made.diagram.edges = {{0, 2}, {1, 2}, {0, 3}, {2, 4}, {3, 4}, {4, 5}};
  made.table.columns = {"name", "calls"};
  for (const char* name : {"x.1", "8", "9", "y.3", "y", "output"})
    made.table.rows.push_back({{name, std::string(name) == "y.3" ? "if:#1" : ""}, {}});
  CompileArtifacts artifacts;
  artifacts.shown = &made;
  Graph graph = picture_of(artifacts).graph;
  CHECK(node(graph, "gt")->pills.size() == 1);
  REQUIRE(node(graph, "mul")->scopes.size() == 1);
  CHECK(node(graph, "mul")->scopes[0].name == "if");
  CHECK(node(graph, "mul")->key == "y.3");
  CHECK(node(graph, "If")->scopes.empty());
}

TEST_CASE("what leaves a backward graph is the gradient of what the program calls by name", "[scene]") {
  Compile c;
  c.lowered.diagram.nodes.push_back({ItemId(15), "gradient primals_2", "f32[8, 8]", "output"});
  c.lowered.diagram.edges.emplace_back(4, 7);
  Artifact backward;
  backward.diagram.nodes = {{ItemId(15), "t_1", "f32[8, 8]", "view"},
                            {ItemId(15), "output t_1", "f32[8, 8]", "output"},
                            {ItemId(16), "output sum_1", "f32[]", "output"}};
  backward.diagram.edges = {{0, 1}};
  CompileArtifacts artifacts = c.artifacts(backward);
  artifacts.lowered = {&c.lowered};
  const Graph graph = picture_of(artifacts).graph;
  std::vector<std::string> outputs;
  for (const GraphNode& node : graph.nodes)
    if (node.role == Role::kOutput) outputs.push_back(node.label);
  CHECK(outputs == std::vector<std::string>{"output", "gradient of fc.weight"});
}
