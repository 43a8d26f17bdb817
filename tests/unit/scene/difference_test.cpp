// What became of a graph's nodes, the list of passes, and how a picture shows a difference.
#include "playground/scene/difference.h"

#include <algorithm>

#include "catch.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/pass_list.h"
#include "unit/scene/graphs.h"

using namespace vt;
using namespace vt::scene;

namespace {

struct Made {
  int item;
  const char* label;
  int origin = 0;
};

Graph graph_of(const std::vector<Made>& nodes, std::vector<std::pair<uint32_t, uint32_t>> edges = {}) {
  Graph g;
  for (const Made& made : nodes) {
    GraphNode node;
    node.label = made.label;
    node.key = node.label + "_" + std::to_string(g.nodes.size());  // renumbered by every pass
    if (made.item) node.items = {ItemId(static_cast<uint32_t>(made.item))};
    node.origin = ItemId(static_cast<uint32_t>(made.origin));
    g.nodes.push_back(node);
  }
  for (auto [from, to] : edges) g.edges.push_back({from, to, EdgeKind::kPlain, 0, {}});
  return g;
}

Event pass(const char* half, const char* name, std::vector<std::pair<std::string, std::string>> facts = {}) {
  Event event;
  event.stage = Stage::kPasses;
  event.title = name;
  event.facts = std::move(facts);
  event.facts.emplace_back("half", half);
  return event;
}

std::vector<PassEntry> listed(const std::vector<Event>& events) {
  std::vector<size_t> all;
  for (size_t i = 0; i < events.size(); ++i) all.push_back(i);
  return pass_list(events, all);
}

Event captured() {
  Event event;
  event.stage = Stage::kFx;
  return event;
}

}  // namespace

TEST_CASE("a difference follows nodes, not names", "[scene]") {
  Graph before = graph_of({{1, "x"}, {2, "relu"}, {3, "relu"}, {4, "add"}, {5, "mul"}});
  Graph after = graph_of({{1, "x"}, {5, "mul"}, {2, "relu"}, {4, "sub"}, {9, "exp"}});
  GraphDifference d = difference(before, after);
  CHECK(d.count(Change::kRemoved) == 1);
  CHECK(d.count(Change::kAdded) == 1);
  CHECK(d.count(Change::kRewritten) == 1);
  CHECK(d.count(Change::kMoved) == 1);
  CHECK(d.match == std::vector<int>{0, 2, -1, 3, 1});
  CHECK_FALSE(d.same());
  CHECK(difference(before, before).same());
}

TEST_CASE("a node that reads another one is rewritten, one whose inputs were renumbered is not", "[scene]") {
  Graph before = graph_of({{1, "x"}, {2, "view"}, {3, "relu"}, {4, "exp"}}, {{0, 1}, {1, 2}, {2, 3}});
  Graph after = graph_of({{1, "x"}, {3, "relu"}, {4, "exp"}}, {{0, 1}, {1, 2}});
  GraphDifference d = difference(before, after);
  CHECK(d.before == std::vector<Change>{Change::kSame, Change::kRemoved, Change::kRewritten, Change::kSame});
}

TEST_CASE("a result that another node makes is rewritten", "[scene]") {
  Graph before = graph_of({{1, "x"}, {2, "relu"}, {3, "view"}, {3, "output"}}, {{0, 1}, {1, 2}, {2, 3}});
  Graph after = graph_of({{1, "x"}, {2, "relu"}, {2, "output"}}, {{0, 1}, {1, 2}});
  before.nodes[3].role = after.nodes[2].role = Role::kOutput;
  GraphDifference d = difference(before, after);
  CHECK(d.before == std::vector<Change>{Change::kSame, Change::kSame, Change::kRemoved, Change::kRewritten});
  CHECK(d.count(Change::kAdded) == 0);
}

TEST_CASE("a captured call that one operation computes is the same node after decomposition", "[scene]") {
  Graph before = graph_of({{1, "x", 1}, {2, "relu", 2}, {3, "linear", 3}, {4, "exp", 4}}, {{0, 1}, {1, 2}, {2, 3}});
  Graph after = graph_of({{11, "x", 1}, {12, "relu", 2}, {13, "t", 3}, {14, "mm", 3}, {15, "add", 3}, {16, "exp", 4}},
                         {{0, 1}, {1, 3}, {2, 3}, {3, 4}, {4, 5}});
  GraphDifference d = difference(before, after);
  CHECK(d.match == std::vector<int>{0, 1, -1, 5});
  CHECK(d.count(Change::kAdded) == 3);
  CHECK(d.count(Change::kRemoved) == 1);
  CHECK(d.count(Change::kSame) == 3);  // exp reads what the call gives, as before
}

TEST_CASE("graphs that share nothing are aligned by what their nodes do", "[scene]") {
  Graph before = graph_of({{0, "x"}, {0, "relu"}, {0, "add"}, {0, "sum"}}, {{0, 1}, {1, 2}, {2, 3}});
  Graph after = graph_of({{0, "x"}, {0, "relu"}, {0, "mul"}, {0, "add"}, {0, "sum"}}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  after.nodes[4].detail = "f32[s0]";
  GraphDifference d = difference(before, after, Identity::kAlignment);
  CHECK(d.match == std::vector<int>{0, 1, 3, 4});
  CHECK(d.after ==
        std::vector<Change>{Change::kSame, Change::kSame, Change::kAdded, Change::kRewritten, Change::kRewritten});
}

TEST_CASE("as rows, each node stands opposite its own, and what moved in both places", "[scene]") {
  Graph before = graph_of({{1, "x"}, {2, "a"}, {3, "b"}, {5, "e"}, {4, "c"}});
  Graph after = graph_of({{1, "x"}, {4, "c"}, {2, "a"}, {5, "e"}, {9, "new"}});
  std::vector<DifferenceRow> rows = difference_rows(difference(before, after));
  std::string text;
  for (const DifferenceRow& row : rows)
    text += (row.before < 0 ? "." : before.nodes[static_cast<size_t>(row.before)].label) + "|" +
            (row.after < 0 ? "." : after.nodes[static_cast<size_t>(row.after)].label) + change_sign(row.change) + " ";
  CHECK(text == "x|x .|c↕ a|a b|.− e|e c|.↕ .|new+ ");
}

TEST_CASE("matched nodes share a key, others have one of their own", "[scene]") {
  Graph before = graph_of({{1, "x"}, {2, "relu"}, {3, "add"}}), after = graph_of({{1, "x"}, {3, "add"}, {9, "add"}});
  share_keys(before, after, difference(before, after));
  CHECK(after.nodes[0].key == before.nodes[0].key);
  CHECK(after.nodes[1].key == before.nodes[2].key);
  CHECK(after.nodes[2].key != before.nodes[2].key);
}

TEST_CASE("a difference opens the groups that it changed, and equal changes in equal blocks are one", "[scene]") {
  Graph graph = gpt(6);
  FoldOptions options;
  options.changes.assign(graph.nodes.size(), Change::kSame);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].label == "gelu") options.changes[i] = Change::kRewritten;
  Tree tree = fold(graph, {}, options);
  auto piece = [&](const std::string& title) {
    return *std::find_if(tree.pieces.begin(), tree.pieces.end(), [&](const Piece& p) { return p.title == title; });
  };
  CHECK_FALSE(piece("blocks").folded);
  CHECK(piece("blocks").copies == 6);
  CHECK_FALSE(piece("mlp").folded);
  CHECK(piece("attn").folded);

  // A change in one block alone tells it from the others.
  bool first = true;
  for (Change& change : options.changes)
    if (change == Change::kRewritten && !std::exchange(first, false)) change = Change::kSame;
  tree = fold(graph, {}, options);
  size_t most = 0;
  for (const Piece& p : tree.pieces) most = std::max<size_t>(most, p.copies);
  CHECK(most == 5);
}

TEST_CASE("changed nodes are signed and coloured, folded groups say what they hide", "[scene]") {
  Graph graph = gpt(2);
  GraphStyle style;
  style.changes.assign(graph.nodes.size(), Change::kSame);
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].label == "gelu") style.changes[i] = Change::kRemoved;
  style.changes.front() = Change::kAdded;
  FoldChoices choices;
  for (const Piece& piece : fold(graph).pieces)
    if (piece.title == "mlp") choices[piece.key] = true;
    else choices[piece.key] = false;
  Scene scene = graph_scene(graph, fold(graph, choices), style);
  std::vector<std::string> signs;
  bool group = false;
  for (const Mark& mark : scene.marks)
    if (const Label* label = std::get_if<Label>(&mark)) {
      if (label->text == "+" || label->text == "−") signs.push_back(label->text);
      group = group || label->text.ends_with("· −1");
    }
  CHECK(signs == std::vector<std::string>{"+"});
  CHECK(group);
}

TEST_CASE("passes are a list that begins with decomposition", "[scene]") {
  std::vector<PassEntry> list =
      listed({captured(),
              pass("inference", "decompose",
                   {{"changed", "yes"}, {"removed", "linear"}, {"added", "t, mm, add"}, {"nodes", "9"}}),
              pass("inference", "remove_dead_code", {{"changed", "no"}, {"time_us", "1.5"}}),
              pass("inference", "simplify_algebra", {{"changed", "yes"}, {"rewritten", "pow_1"}, {"time_us", "12.0"}}),
              pass("inference", "fold_constants", {{"changed", "no"}, {"switched_off", "yes"}})});
  REQUIRE(list.size() == 5);
  CHECK(list[1].kind == PassEntry::Kind::kDecomposed);
  CHECK(list[1].before == 0);
  CHECK((list[1].removed == 1 && list[1].added == 3 && list[1].rewritten == 0 && list[1].nodes == 9));
  CHECK(list[1].time_us < 0);
  CHECK(list[2].did_nothing());
  CHECK(list[3].before == 2);
  CHECK(list[3].time_us == 12);
  CHECK(list[4].switched_off);
  CHECK(first_entry(list) == 1);
  CHECK(next_entry(list, 1, 1) == 3);
  CHECK(next_entry(list, 3, -1) == 1);
  CHECK(next_entry(list, 1, -1) == 1);
  CHECK(next_entry(list, 3, 1) == 3);
  CHECK(find_entry(list, "inference/simplify_algebra") == 3);
  CHECK(find_entry(list, "none") == -1);
}

TEST_CASE("halves are cut out of the joint graph, and names that stand twice are told apart", "[scene]") {
  std::vector<PassEntry> list =
      listed({captured(), pass("joint", "decompose"), pass("joint", "remove_dead_code"), pass("forward", "input"),
              pass("forward", "simplify_views"), pass("backward", "input"), pass("backward", "simplify_views"),
              pass("backward", "input"), pass("backward", "simplify_views")});
  CHECK(list[3].kind == PassEntry::Kind::kCut);
  CHECK(list[3].before == 2);
  CHECK(list[4].before == 3);
  CHECK(list[5].before == 2);
  CHECK(list[8].before == 7);
  CHECK(list[8].id == "backward/simplify_views#2");
}

TEST_CASE("states of a program's own graph follow each other without switches", "[scene]") {
  std::vector<PassEntry> list = listed(
      {pass("fx", "made at line 3", {{"changed", "yes"}}), pass("fx", "recompiled at line 9", {{"changed", "yes"}})});
  CHECK(list[0].kind == PassEntry::Kind::kOwn);
  CHECK(list[0].before == -1);
  CHECK(list[1].before == 0);
  CHECK_FALSE(list[1].did_nothing());
  CHECK(first_entry(list) == 1);
}
