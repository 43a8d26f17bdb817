// Where the pieces of a graph go: no overlaps, edges attached, order kept, large graphs in time.
#include <algorithm>
#include <ctime>
#include <set>

#include "catch.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/layered.h"
#include "playground/scene/modules.h"
#include "playground/scene/nested.h"
#include "unit/scene/graphs.h"

using namespace vt;
using namespace vt::scene;

namespace {

LayeredLayout laid_out(size_t nodes, std::vector<std::pair<uint32_t, uint32_t>> pairs) {
  std::vector<LayerEdge> edges;
  for (auto [from, to] : pairs) edges.push_back({from, to, from, -1, -1});
  return lay_out_layers(std::vector<LayerNode>(nodes, {100, 40}), edges);
}

bool near(float a, float b) { return a - b < 1 && b - a < 1; }

struct Drawn {
  Tree tree;
  NestedLayout layout;
};
Drawn draw(const Graph& graph, const FoldChoices& choices = {}) {
  Drawn d;
  d.tree = fold(graph, choices);
  d.layout = lay_out_nested(graph, d.tree, std::vector<PieceSize>(d.tree.pieces.size(), {100, 40, 50}));
  return d;
}
FoldChoices all_open(const Graph& graph) {
  FoldChoices choices;
  for (const Piece& piece : fold(graph).pieces)
    if (piece.is_group()) choices[piece.key] = false;
  return choices;
}
// Children of every unfolded group lie apart and inside it.
void check_nesting(const Drawn& d, uint32_t group = 0) {
  const Piece& g = d.tree.pieces[group];
  for (size_t i = 0; i < g.children.size(); ++i) {
    const Rect& a = d.layout.boxes[g.children[i]];
    const Rect& outer = d.layout.boxes[group];
    CHECK((a.x >= outer.x - 1 && a.right() <= outer.right() + 1));
    CHECK((a.y >= outer.y - 1 && a.bottom() <= outer.bottom() + 1));
    for (size_t j = 0; j < i; ++j) CHECK_FALSE(a.overlaps(d.layout.boxes[g.children[j]]));
    const Piece& child = d.tree.pieces[g.children[i]];
    if (child.is_group() && !child.folded) check_nesting(d, g.children[i]);
  }
}
// Every way begins and ends at the border of a piece, or where another way goes on.
void check_attached(const Drawn& d) {
  std::vector<Point> ends;
  auto on_border = [&](Point p, bool top) {
    for (const Rect& r : d.layout.boxes)
      if (near(p.y, top ? r.y : r.bottom()) && p.x > r.x - 1 && p.x < r.right() + 1) return true;
    return false;
  };
  auto met = [&](Point p, bool as_end) {
    for (const Way& way : d.layout.ways) {
      Point other = as_end ? way.points.front() : way.points.back();
      if (near(other.x, p.x) && near(other.y, p.y)) return true;
    }
    return false;
  };
  for (const Way& way : d.layout.ways) {
    CHECK((on_border(way.points.front(), false) || met(way.points.front(), false)));
    CHECK((on_border(way.points.back(), true) || met(way.points.back(), true)));
  }
}
// From the end of every edge its ways lead back to where it comes from, through the borders of groups.
void check_traced(const Graph& graph, const Drawn& d) {
  const std::vector<Way>& ways = d.layout.ways;
  size_t ended = 0;
  for (size_t w = 0; w < ways.size(); ++w) {
    CHECK(ways[w].before < static_cast<int>(w));
    for (uint32_t edge : ways[w].edges) {
      ++ended;
      size_t at = w;
      for (; ways[at].before >= 0; at = static_cast<size_t>(ways[at].before)) {
        const Point &end = ways[static_cast<size_t>(ways[at].before)].points.back(), &begin = ways[at].points.front();
        CHECK((near(end.x, begin.x) && near(end.y, begin.y)));
      }
      const Rect& source = d.layout.boxes[d.tree.shown(graph.edges[edge].from)];
      CHECK(near(ways[at].points.front().y, source.bottom()));
    }
  }
  size_t drawn = 0;
  for (size_t i = 0; i < graph.edges.size(); ++i)
    drawn += !d.tree.between[i] && d.tree.shown(graph.edges[i].from) != d.tree.shown(graph.edges[i].to);
  CHECK(ended == drawn);
}

}  // namespace

TEST_CASE("what is read late stands beside its reader", "[scene]") {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  const uint32_t depth = 60;
  for (uint32_t i = 0; i < depth; ++i) {
    edges.emplace_back(i, i + 1);
    edges.emplace_back(depth + 1 + i, i + 1);
  }
  LayeredLayout layout = laid_out(2 * depth + 1, edges);
  CHECK(layout.width < 1500);  // sixty boxes side by side would take 7000
  for (uint32_t i = 0; i < depth; ++i) {
    CHECK(layout.boxes[depth + 1 + i].y < layout.boxes[i + 1].y);
    CHECK(layout.boxes[i].y == layout.boxes[depth + 1 + i].y);
  }
}

TEST_CASE("boxes of a layered graph lie apart, and a cycle ends", "[scene]") {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 1; i < 40; ++i) edges.emplace_back(i / 3, i), edges.emplace_back(i / 7, i);
  edges.emplace_back(0, 39);
  LayeredLayout layout = laid_out(40, edges);
  for (size_t a = 0; a < 40; ++a)
    for (size_t b = 0; b < a; ++b) CHECK_FALSE(layout.boxes[a].overlaps(layout.boxes[b]));
  CHECK(laid_out(3, {{0, 1}, {1, 2}, {2, 1}}).boxes.size() == 3);
  CHECK(laid_out(0, {}).boxes.empty());
}

TEST_CASE("a chain with a skip connection stays straight", "[scene]") {
  // 0 -> 1 -> 2 -> 3, and 3 reads 0 too.
  LayeredLayout layout = laid_out(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  for (size_t i = 1; i < 4; ++i) CHECK(near(layout.boxes[i].x, layout.boxes[0].x));
}

TEST_CASE("edges of one source share their way", "[scene]") {
  LayeredLayout layout = laid_out(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 4}, {0, 5}});
  size_t passing = 0, ending = 0;
  for (const LayerSegment& s : layout.segments) {
    ending += s.edges.size();
    passing += !s.arrives;
    CHECK(s.edges.empty() != s.arrives);
    if (s.leaves) continue;
    REQUIRE(s.before >= 0);  // it goes on from where the one before it ends
    const Point &end = layout.segments[static_cast<size_t>(s.before)].points.back(), &begin = s.points.front();
    CHECK((near(end.x, begin.x) && near(end.y, begin.y)));
  }
  CHECK(passing == 4);  // 0 down to the layer above its last reader
  CHECK(ending == 7);
}

TEST_CASE("a GPT opens as tok, blocks with a count, norm and head", "[scene]") {
  Graph graph = gpt(6);
  Tree tree = fold(graph);
  std::vector<std::string> titles;
  for (uint32_t child : tree.pieces[0].children) {
    const Piece& p = tree.pieces[child];
    titles.push_back(p.title.empty() ? graph.nodes[static_cast<size_t>(p.node)].label : p.title);
    if (p.title == "blocks") {
      CHECK(p.copies == 6);
      CHECK(p.type == "Block");
      CHECK(p.folded);
    }
  }
  CHECK(titles == std::vector<std::string>{"idx", "tok", "arange", "pos", "add", "blocks", "ln", "head", "output"});
  // A node of the last block is shown by the first one's.
  CHECK(tree.piece_of[10] == tree.piece_of[10 + 22 * 5]);
}

TEST_CASE("blocks that differ, or do not follow one another, stay apart", "[scene]") {
  Graph graph = gpt(3);
  for (GraphNode& node : graph.nodes)
    if (node.scopes.size() > 1 && node.scopes[1].name == "1" && node.label == "gelu") node.label = "relu";
  for (const Piece& piece : fold(graph).pieces) CHECK(piece.copies == 1);
  GraphBuilder heads;  // three equal heads beside one another are not a row of rounds
  uint32_t x = heads.input("x");
  for (const char* name : {"q", "k", "v"}) {
    heads.enter(name, "Linear");
    heads.linear(x);
    heads.node("relu", {static_cast<uint32_t>(heads.graph.nodes.size() - 1)});
    heads.leave();
  }
  for (const Piece& piece : fold(heads.graph).pieces) CHECK(piece.copies == 1);
}

TEST_CASE("every module of a graph is found where the picture shows it", "[scene]") {
  Graph graph = gpt(6);
  Tree tree = fold(graph);
  std::vector<std::string> paths;
  for (const ModuleName& module : modules_of(graph)) {
    paths.push_back(module.path);
    const uint32_t piece = piece_of_module(graph, tree, module.path);
    REQUIRE(piece != 0);
    const std::string last = module.path.substr(module.path.rfind('.') + 1), &title = tree.pieces[piece].title;
    const bool block = module.path.starts_with("blocks.") && module.path.size() == 8;  // one stands for the six
    CHECK((block ? title == "blocks" : title.ends_with(last)));
  }
  CHECK(paths.size() == 4 + 1 + 6 * 10);
  CHECK(std::count(paths.begin(), paths.end(), "blocks.3.attn.qkv") == 1);
  CHECK(piece_of_module(graph, tree, "blocks.3.attn") == piece_of_module(graph, tree, "blocks.0.attn"));
  CHECK(piece_of_module(graph, tree, "nothing") == 0);
}

TEST_CASE("the rounds of an unrolled loop are one with a count", "[scene]") {
  GraphBuilder b;
  uint32_t x = b.input("x"), w = b.input("w");
  for (int i = 0; i < 8; ++i) x = b.node("tanh", {b.node("add", {b.node("matmul", {x, w}), x})});
  b.output(x);
  Tree tree = fold(b.graph);
  uint32_t copies = 1;
  for (const Piece& piece : tree.pieces) copies = std::max(copies, piece.copies);
  CHECK(copies == 8);
  check_nesting(draw(b.graph, all_open(b.graph)));
}

TEST_CASE("nested groups hold their children, and edges end at boxes", "[scene]") {
  Graph graph = gpt(4);
  for (const FoldChoices& choices : {FoldChoices{}, all_open(graph)}) {
    Drawn d = draw(graph, choices);
    check_nesting(d);
    check_attached(d);
    check_traced(graph, d);
  }
}

TEST_CASE("what goes into a group goes in without crossing", "[scene]") {
  GraphBuilder b;
  const uint32_t x = b.input("x"), y = b.input("y"), z = b.input("z");
  b.enter("fused", "one loop", ScopeKind::kKernel);
  uint32_t longer = b.node("mul", {b.node("sigmoid", {y})});
  uint32_t fused = b.node("add", {b.node("relu", {x}), longer});
  b.leave();
  b.enter("product", "matrix product", ScopeKind::kKernel);
  b.output(b.node("mm", {b.node("t", {fused}), b.node("t", {z})}));
  b.leave();
  Drawn d = draw(b.graph, all_open(b.graph));
  std::vector<std::pair<float, float>> ends;  // of the ways from the inputs: where they begin and end
  for (const Way& way : d.layout.ways)
    for (uint32_t input : {x, y, z})
      if (way.before < 0 && way.from == d.tree.piece_of[input])
        ends.emplace_back(way.points.front().x, way.points.back().x);
  REQUIRE(ends.size() == 3);
  for (auto [from, to] : ends)
    for (auto [other_from, other_to] : ends)
      if (from < other_from) CHECK(to < other_to);
}

TEST_CASE("unfolding a group leaves the order of everything else", "[scene]") {
  Graph graph = gpt(2);
  FoldChoices open = all_open(graph);
  Drawn before = draw(graph, open);
  for (const auto& [key, folded] : open) {
    FoldChoices choices = open;
    choices[key] = true;
    Drawn after = draw(graph, choices);
    for (const Piece& group : before.tree.pieces)
      for (uint32_t a : group.children)
        for (uint32_t b : group.children) {
          const Rect &a0 = before.layout.boxes[a], &b0 = before.layout.boxes[b];
          const Rect &a1 = after.layout.boxes[a], &b1 = after.layout.boxes[b];
          if (a1.width == 0 || b1.width == 0 || a0.width == 0 || b0.width == 0) continue;
          if (a0.bottom() <= b0.y) CHECK(a1.bottom() <= b1.y);
        }
  }
}

namespace {
// Of folding, laying out and drawing, in processor time.
Scene drawn_in_time(const Graph& graph, const FoldChoices& choices = {}) {
  std::clock_t start = std::clock();
  Scene scene = graph_scene(graph, fold(graph, choices));
  double ms = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  INFO(ms << " ms");
#ifdef NDEBUG
  CHECK(ms < 100);
#else
  CHECK(ms >= 0);
#endif
  return scene;
}
}  // namespace

TEST_CASE("two thousand nodes are laid out within a tenth of a second", "[scene]") {
  GraphBuilder b;
  std::vector<uint32_t> ids;
  uint32_t random = 1;
  for (int i = 0; i < 2000; ++i) {
    std::vector<uint32_t> in;
    random = random * 1664525u + 1013904223u;
    if (i > 3) {
      in.push_back(ids[ids.size() - 1 - (random >> 16) % 3]);
      if (i % 3 == 0) in.push_back(ids[ids.size() - 1 - (random >> 20) % std::min<size_t>(ids.size(), 40)]);
    }
    ids.push_back(b.node("op" + std::to_string(i % 7), in));
  }
  CHECK(drawn_in_time(b.graph).elements.size() > 2000);
}

TEST_CASE("so are two thousand nodes of which a thousand read one", "[scene]") {
  for (const char* module : {"", "body"}) {  // in the layers of the whole graph, and through the border of a group
    GraphBuilder b;
    uint32_t x = b.input("x"), y = b.input("y"), random = 1;
    if (*module) b.enter(module, "Body");
    for (int i = 0; i < 1000; ++i) {
      random = random * 1664525u + 1013904223u;
      x = b.node("op" + std::to_string((random >> 16) % 11), {x});
      x = b.node("add", {x, y});
    }
    if (*module) b.leave();
    b.output(x);
    Scene scene = drawn_in_time(b.graph, all_open(b.graph));
    size_t ends = 0;
    for (const Element& e : scene.elements)
      if (e.kind == ElementKind::kRoad && e.title == "y" && e.after != kNoElement) ends += e.neighbours.size();
    CHECK(ends >= 999);
  }
}
