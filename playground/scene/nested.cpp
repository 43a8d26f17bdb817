#include "playground/scene/nested.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace vt::scene {
namespace {

using Pin = LayerNode::Pin;

// Layout data of one unfolded group.
struct Level {
  std::vector<uint32_t> children;                       // pieces, followed by ports
  std::map<std::pair<uint32_t, bool>, uint32_t> ports;  // (source piece, leaving) -> box
  struct Crossing {
    uint32_t from, to, source;
    std::vector<uint32_t> edges;
  };
  std::vector<Crossing> crossings;
  std::unordered_map<uint64_t, uint32_t> known;  // index of a crossing by its ends
  LayeredLayout layout;
  float side = kGroupSide;  // left margin: larger if the group is wider than its content
};

class Nesting {
 public:
  Nesting(const Graph& graph, const Tree& tree, const std::vector<PieceSize>& sizes)
      : graph_(graph), tree_(tree), sizes_(sizes), place_(tree.pieces.size()) {
    open(0);
    for (uint32_t i = 0; i < graph.edges.size(); ++i)
      if (!tree.between[i]) lift(i);
    lay_out(0);
    result_.boxes.resize(tree.pieces.size());
    const Level& whole = levels_.at(0);
    result_.width = whole.layout.width;
    result_.height = whole.layout.height;
    result_.boxes[0] = {0, 0, result_.width, result_.height};
    put(0, {0, 0});
    join_levels();
    sort_ways();
  }
  NestedLayout take() { return std::move(result_); }

 private:
  const Piece& piece(uint32_t id) const { return tree_.pieces[id]; }
  bool is_open(uint32_t id) const { return levels_.contains(id); }

  void open(uint32_t group) {
    Level& level = levels_[group];
    level.children = piece(group).children;
    for (uint32_t i = 0; i < level.children.size(); ++i) place_[level.children[i]] = i;
    for (uint32_t child : piece(group).children)
      if (piece(child).is_group() && !piece(child).folded) open(child);
  }

  // Splits an edge by level: one edge out of each group that contains only its source, one across the innermost group
  // that contains both ends, one into each group that contains only its reader.
  void lift(uint32_t edge) {
    uint32_t source = tree_.shown(graph_.edges[edge].from), target = tree_.shown(graph_.edges[edge].to);
    if (source == target) return;
    std::vector<uint32_t> out{source}, in{target};
    while (out.back() != 0) out.push_back(piece(out.back()).parent);
    while (in.back() != 0) in.push_back(piece(in.back()).parent);
    size_t i = out.size() - 1, j = in.size() - 1;
    while (i > 0 && j > 0 && out[i - 1] == in[j - 1]) --i, --j;
    if (i == 0 || j == 0) return;  // one end contains the other
    for (size_t k = 1; k < i; ++k) connect(out[k], place_[out[k - 1]], port(out[k], source, true), source, edge);
    connect(out[i], place_[out[i - 1]], place_[in[j - 1]], source, edge);
    for (size_t k = j - 1; k > 0; --k) connect(in[k], port(in[k], source, false), place_[in[k - 1]], source, edge);
  }
  uint32_t port(uint32_t group, uint32_t source, bool leaving) {
    Level& level = levels_.at(group);
    auto next = static_cast<uint32_t>(level.children.size() + level.ports.size());
    return level.ports.try_emplace({source, leaving}, next).first->second;
  }
  void connect(uint32_t group, uint32_t from, uint32_t to, uint32_t source, uint32_t edge) {
    Level& level = levels_.at(group);
    uint64_t key = (uint64_t{from} << 42) ^ (uint64_t{to} << 21) ^ source;
    auto [at, is_new] = level.known.try_emplace(key, static_cast<uint32_t>(level.crossings.size()));
    if (is_new) level.crossings.push_back({from, to, source, {}});
    level.crossings[at->second].edges.push_back(edge);
  }

  // x, from the group's left, at which edges of `source` cross the border of an unfolded group.
  float port_x(uint32_t group, uint32_t source, bool leaving) const {
    const Level& level = levels_.at(group);
    return level.side + level.layout.boxes[level.ports.at({source, leaving})].middle_x();
  }

  PieceSize lay_out(uint32_t group) {
    Level& level = levels_.at(group);
    std::vector<LayerNode> nodes;
    for (uint32_t child : level.children) {
      PieceSize size = is_open(child) ? lay_out(child) : sizes_[child];
      nodes.push_back({size.width, size.height, Pin::kFree, size.middle});
    }
    nodes.resize(level.children.size() + level.ports.size());
    for (const auto& [of, box] : level.ports) nodes[box] = {0, 0, of.second ? Pin::kBottom : Pin::kTop, -1};
    std::vector<LayerEdge> edges;
    for (const Level::Crossing& c : level.crossings) {
      LayerEdge edge{c.from, c.to, c.source, -1, -1};
      if (c.from < level.children.size() && is_open(level.children[c.from]))
        edge.from_x = port_x(level.children[c.from], c.source, true);
      if (c.to < level.children.size() && is_open(level.children[c.to]))
        edge.to_x = port_x(level.children[c.to], c.source, false);
      edges.push_back(edge);
    }
    level.layout = lay_out_layers(nodes, edges);
    float width = std::max(level.layout.width + 2 * kGroupSide, sizes_[group].width);
    level.side = (width - level.layout.width) / 2;
    return {width, level.layout.height + kGroupHead + kGroupFoot, -1};
  }

  // Moves the content of a group to its final position; `at`: where its first layer begins.
  void put(uint32_t group, Point at) {
    Level& level = levels_.at(group);
    auto moved = [&](const Rect& r) { return Rect{r.x + at.x, r.y + at.y, r.width, r.height}; };
    for (size_t i = 0; i < level.children.size(); ++i) {
      uint32_t child = level.children[i];
      Rect box = result_.boxes[child] = moved(level.layout.boxes[i]);
      if (is_open(child)) put(child, {box.x + levels_.at(child).side, box.y + kGroupHead});
    }
    std::vector<Pin> pins(level.children.size() + level.ports.size(), Pin::kFree);
    for (const auto& [of, box] : level.ports) pins[box] = of.second ? Pin::kBottom : Pin::kTop;
    const auto first = static_cast<int>(result_.ways.size());
    for (LayerSegment& segment : level.layout.segments) {
      Way way;
      for (Point p : segment.points) way.points.push_back({p.x + at.x, p.y + at.y});
      way.from = segment.source;
      const auto number = static_cast<int>(result_.ways.size());
      if (segment.before >= 0) way.before = first + segment.before;
      else if (pins[segment.from] == Pin::kTop) continues_.push_back({number, {group, segment.source, true}});
      else if (uint32_t child = level.children[segment.from]; is_open(child))
        continues_.push_back({number, {child, segment.source, false}});
      // Extend it through the head or foot of the group, to the port on the border.
      if (group != 0 && segment.leaves && pins[segment.from] == Pin::kTop)
        way.points.insert(way.points.begin(), {way.points.front().x, at.y - kGroupHead});
      if (group != 0 && segment.arrives && pins[segment.to] == Pin::kBottom) {
        way.points.push_back({way.points.back().x, at.y + level.layout.height + kGroupFoot});
        reaches_[{group, segment.source, false}] = number;
      }
      if (segment.arrives && segment.to < level.children.size()) {
        if (uint32_t child = level.children[segment.to]; is_open(child))
          reaches_[{child, segment.source, true}] = number;
        else way.arrives = true;
      }
      if (way.arrives)
        for (uint32_t c : segment.edges)
          way.edges.insert(way.edges.end(), level.crossings[c].edges.begin(), level.crossings[c].edges.end());
      result_.ways.push_back(std::move(way));
    }
  }

  // Connects ways across group borders: each continues the way that reaches the border from the other side.
  void join_levels() {
    for (const auto& [way, border] : continues_)
      if (auto found = reaches_.find(border); found != reaches_.end())
        result_.ways[static_cast<size_t>(way)].before = found->second;
  }

  // Sorts the ways, each after the one that it continues.
  void sort_ways() {
    std::vector<Way>& ways = result_.ways;
    std::vector<std::vector<int>> after(ways.size());
    std::vector<int> order, place(ways.size(), -1);
    for (size_t i = 0; i < ways.size(); ++i) {
      if (ways[i].before < 0) order.push_back(static_cast<int>(i));
      else after[static_cast<size_t>(ways[i].before)].push_back(static_cast<int>(i));
    }
    for (size_t i = 0; i < order.size(); ++i) {
      const std::vector<int>& next = after[static_cast<size_t>(order[i])];
      place[static_cast<size_t>(order[i])] = static_cast<int>(i);
      order.insert(order.end(), next.begin(), next.end());
    }
    std::vector<Way> sorted;
    for (int i : order) {
      Way& way = ways[static_cast<size_t>(i)];
      if (way.before >= 0) way.before = place[static_cast<size_t>(way.before)];
      sorted.push_back(std::move(way));
    }
    ways = std::move(sorted);
  }

  // A crossing of a source's ways through the border of a group.
  struct Border {
    uint32_t group, source;
    bool into;
    auto operator<=>(const Border&) const = default;
  };
  const Graph& graph_;
  const Tree& tree_;
  const std::vector<PieceSize>& sizes_;
  std::map<uint32_t, Level> levels_;  // per unfolded group
  std::vector<uint32_t> place_;       // per piece: index among the children of its parent
  NestedLayout result_;
  std::map<Border, int> reaches_;                  // way that ends at a border
  std::vector<std::pair<int, Border>> continues_;  // ways that begin at a border
};

}  // namespace

NestedLayout lay_out_nested(const Graph& graph, const Tree& tree, const std::vector<PieceSize>& sizes) {
  return Nesting(graph, tree, sizes).take();
}

}  // namespace vt::scene
