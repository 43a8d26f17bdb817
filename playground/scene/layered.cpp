#include "playground/scene/layered.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace vt::scene {
namespace {

constexpr float kLayerGap = 30, kBoxGap = 18, kPassageWidth = 8, kSpread = 11;
constexpr int kSweeps = 8, kRelaxations = 8;
// Weights by which edges pull their ends to the same x. Passages (dummy boxes of long edges) are strongest, to keep
// long edges straight; edges to the next layer are stronger than edges that skip layers.
constexpr float kPassageWeight = 16, kStepWeight = 4, kSkipWeight = 1;
// Weights in conflicts: boxes with edges on both sides keep their x; end nodes (weights) and passages give way.
constexpr float kThroughHold = 1, kEndHold = 0.001f, kPassageHold = 0.001f;

using Pin = LayerNode::Pin;

// Longest path from the sources to each node. The bound on rounds terminates if a damaged graph has a cycle.
std::vector<int> longest_paths(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges) {
  const size_t count = nodes.size();
  std::vector<int> layer(count, 0);
  if (std::any_of(nodes.begin(), nodes.end(), [](const LayerNode& n) { return n.pin == Pin::kTop; }))
    for (size_t i = 0; i < count; ++i) layer[i] = nodes[i].pin == Pin::kTop ? 0 : 1;
  bool changed = true;
  for (size_t round = 0; changed && round <= count; ++round) {
    changed = false;
    for (const LayerEdge& e : edges)
      if (layer[e.to] < layer[e.from] + 1 && layer[e.from] < static_cast<int>(count))
        layer[e.to] = layer[e.from] + 1, changed = true;
  }
  return layer;
}

// Places each node just above its first reader, so that a value read late is not at the top. A node without readers is
// just below its producers. Ports are on the first and last layer.
std::vector<int> layers_of(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges) {
  std::vector<int> layer = longest_paths(nodes, edges);
  std::vector<std::vector<uint32_t>> readers(nodes.size());
  for (const LayerEdge& e : edges) readers[e.from].push_back(e.to);
  std::vector<uint32_t> deepest_first(nodes.size());
  std::iota(deepest_first.begin(), deepest_first.end(), 0);
  std::stable_sort(deepest_first.begin(), deepest_first.end(),
                   [&](uint32_t a, uint32_t b) { return layer[a] > layer[b]; });
  for (uint32_t i : deepest_first) {
    int first = -1, leaving = -1;
    for (uint32_t reader : readers[i]) {
      int& least = readers[reader].empty() ? leaving : first;
      if (least < 0 || layer[reader] < least) least = layer[reader];
    }
    if (first < 0) first = leaving;
    if (first > 0) layer[i] = std::max(layer[i], first - 1);
  }
  int last = 0;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].pin == Pin::kFree) last = std::max(last, layer[i]);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].pin == Pin::kTop) layer[i] = 0;
    else if (nodes[i].pin == Pin::kBottom) layer[i] = last + 1;
  }
  return layer;
}

class Layers {
 public:
  Layers(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges) : nodes_(nodes), edges_(edges) {
    cut();
    order();
    place();
  }

  LayeredLayout result() {
    LayeredLayout layout;
    float first = 0, last = 0;
    for (size_t i = 0; i < boxes_.size(); ++i) {
      first = i ? std::min(first, boxes_[i].x) : boxes_[i].x;
      last = i ? std::max(last, boxes_[i].right()) : boxes_[i].right();
    }
    float y = 0;
    for (const std::vector<uint32_t>& row : rows_) {
      float height = 0;
      for (uint32_t i : row) height = std::max(height, boxes_[i].height);
      for (uint32_t i : row) {
        bool passage = i >= nodes_.size();
        boxes_[i].x -= first;
        boxes_[i].y = passage ? y : y + (height - boxes_[i].height) / 2;
        if (passage) boxes_[i].height = height;
      }
      tops_.push_back(y);
      bottoms_.push_back(y + height);
      y += height + kLayerGap;
    }
    layout.width = last - first;
    layout.height = rows_.empty() ? 0 : y - kLayerGap;
    spread_arrivals();
    for (Segment& s : segments_) layout.segments.push_back(drawn(s));
    layout.boxes.assign(boxes_.begin(), boxes_.begin() + static_cast<std::ptrdiff_t>(nodes_.size()));
    return layout;
  }

 private:
  struct Segment {
    uint32_t from, to;  // boxes: first nodes, then passages
    float from_x, to_x;
    float weight;
    uint32_t source;
    int before;
    std::vector<uint32_t> edges;  // edges that end with this segment
  };
  struct Near {
    uint32_t box;
    float own_x, other_x, weight;  // x of the attachment in this box and in the other
  };

  float middle(uint32_t box) const {
    return box < nodes_.size() && nodes_[box].middle >= 0 ? nodes_[box].middle : boxes_[box].width / 2;
  }
  bool passage(uint32_t box) const { return box >= nodes_.size(); }

  uint32_t add_segment(uint32_t from, uint32_t to, uint32_t edge, int before) {
    const LayerEdge& e = edges_[edge];
    const bool step = layer_[e.to] == layer_[e.from] + 1;
    const float weight = passage(from) && passage(to) ? kPassageWeight : step ? kStepWeight : kSkipWeight;
    segments_.push_back({from,
                         to,
                         passage(from) || e.from_x < 0 ? middle(from) : e.from_x,
                         passage(to) || e.to_x < 0 ? middle(to) : e.to_x,
                         weight,
                         e.source,
                         before,
                         {}});
    return static_cast<uint32_t>(segments_.size() - 1);
  }

  // Splits long edges at each layer by passages. Edges of one source share passages, so the result is linear in the
  // number of edges and passages.
  void cut() {
    layer_ = layers_of(nodes_, edges_);
    int count = layer_.empty() ? 0 : *std::max_element(layer_.begin(), layer_.end()) + 1;
    rows_.resize(static_cast<size_t>(count));
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      boxes_.push_back({0, 0, nodes_[i].width, nodes_[i].height});
      rows_[static_cast<size_t>(layer_[i])].push_back(i);
    }
    struct Passage {
      uint32_t box, segment;  // the segment that ends at it
    };
    std::unordered_map<uint64_t, std::vector<Passage>> passages;  // per (node, source): one for each layer below
    std::unordered_map<uint64_t, uint32_t> known;                 // segments that end at a node
    for (uint32_t i = 0; i < edges_.size(); ++i) {
      const LayerEdge& e = edges_[i];
      if (layer_[e.to] <= layer_[e.from]) continue;  // only in a damaged graph
      const auto between = static_cast<size_t>(layer_[e.to] - layer_[e.from] - 1);
      Passage last{e.from, 0};
      if (between > 0) {
        std::vector<Passage>& chain = passages[(uint64_t{e.from} << 32) | e.source];
        while (chain.size() < between) {
          const auto box = static_cast<uint32_t>(boxes_.size());
          const auto layer = static_cast<size_t>(layer_[e.from]) + 1 + chain.size();
          boxes_.push_back({0, 0, kPassageWidth, 0});
          rows_[layer].push_back(box);
          const Passage before = chain.empty() ? last : chain.back();
          chain.push_back(
              {box, add_segment(before.box, box, i, chain.empty() ? -1 : static_cast<int>(before.segment))});
        }
        last = chain[between - 1];
      }
      const uint64_t key = (uint64_t{last.box} << 42) ^ (uint64_t{e.to} << 21) ^ e.source;
      auto at = known.find(key);
      if (at == known.end())
        at = known.emplace(key, add_segment(last.box, e.to, i, between ? static_cast<int>(last.segment) : -1)).first;
      segments_[at->second].edges.push_back(i);
    }
    up_.resize(boxes_.size());
    down_.resize(boxes_.size());
    for (const Segment& s : segments_) {
      down_[s.from].push_back({s.to, s.from_x, s.to_x, s.weight});
      up_[s.to].push_back({s.from, s.to_x, s.from_x, s.weight});
    }
  }

  // Positions in a row are relative to its middle, so that rows of different length compare. An attachment off the
  // middle of a wide box shifts the position by a fraction.
  void number_row(const std::vector<uint32_t>& row, std::vector<float>& place) const {
    for (size_t i = 0; i < row.size(); ++i)
      place[row[i]] = static_cast<float>(i) - static_cast<float>(row.size() - 1) / 2;
  }
  float seen_place(const Near& near, const std::vector<float>& place) const {
    const Rect& box = boxes_[near.box];
    return place[near.box] + (box.width > 0 ? (near.other_x / box.width - 0.5f) * 0.8f : 0);
  }
  void order_row(std::vector<uint32_t>& row, std::vector<float>& place, bool downwards) const {
    std::vector<std::pair<float, uint32_t>> order;
    for (uint32_t i : row) {
      const auto &near = downwards ? up_[i] : down_[i], &far = downwards ? down_[i] : up_[i];
      const auto& list = near.empty() ? far : near;
      float sum = 0;
      for (const Near& n : list) sum += seen_place(n, place);
      order.emplace_back(list.empty() ? place[i] : sum / static_cast<float>(list.size()), i);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < row.size(); ++i) row[i] = order[i].second;
    number_row(row, place);
  }

  // Counts crossing segments between adjacent layers, by inversions; segments with a common port do not cross.
  size_t crossings(const std::vector<float>& place) const {
    size_t count = 0;
    std::vector<std::pair<float, float>> ends;  // of each segment: upper and lower end
    std::vector<float> below;                   // distinct lower ends
    std::vector<uint32_t> tree;
    for (size_t r = 0; r + 1 < rows_.size(); ++r) {
      ends.clear(), below.clear();
      for (uint32_t i : rows_[r])
        for (const Near& n : down_[i]) ends.emplace_back(seen_place({i, 0, n.own_x, 0}, place), seen_place(n, place));
      std::sort(ends.begin(), ends.end());
      for (const auto& end : ends) below.push_back(end.second);
      std::sort(below.begin(), below.end());
      below.erase(std::unique(below.begin(), below.end()), below.end());
      tree.assign(below.size() + 1, 0);
      auto rank = [&](float end) {
        return static_cast<size_t>(std::lower_bound(below.begin(), below.end(), end) - below.begin());
      };
      for (size_t first = 0, last = 0; first < ends.size(); first = last) {
        for (last = first; last < ends.size() && ends[last].first == ends[first].first; ++last) {
          size_t before = 0;
          for (size_t k = rank(ends[last].second) + 1; k > 0; k -= k & (~k + 1)) before += tree[k];
          count += first - before;
        }
        for (size_t e = first; e < last; ++e)
          for (size_t k = rank(ends[e].second) + 1; k < tree.size(); k += k & (~k + 1)) ++tree[k];
      }
    }
    return count;
  }

  void order() {
    std::vector<float> place(boxes_.size(), 0);
    for (const std::vector<uint32_t>& row : rows_) number_row(row, place);
    std::vector<std::vector<uint32_t>> best = rows_;
    size_t fewest = crossings(place);
    for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
      bool downwards = sweep % 2 == 0;
      for (size_t n = 0; n < rows_.size(); ++n)
        order_row(rows_[downwards ? n : rows_.size() - 1 - n], place, downwards);
      size_t now = crossings(place);
      if (now < fewest) fewest = now, best = rows_;
    }
    rows_ = std::move(best);
  }

  // The weighted median of the x positions to which the neighbours pull the box.
  float wanted(uint32_t box, bool above, bool below) {
    std::vector<std::pair<float, float>>& pulls = pulls_;
    pulls.clear();
    float total = 0;
    for (const auto* list : {above ? &up_[box] : nullptr, below ? &down_[box] : nullptr}) {
      if (!list) continue;
      for (const Near& n : *list) {
        pulls.emplace_back(boxes_[n.box].x + n.other_x - n.own_x, n.weight);
        total += n.weight;
      }
    }
    if (pulls.empty()) return boxes_[box].x;
    std::sort(pulls.begin(), pulls.end());
    float weight = 0;
    for (size_t i = 0; i < pulls.size(); ++i) {
      weight += pulls[i].second;
      if (weight * 2 < total) continue;
      if (weight * 2 == total && i + 1 < pulls.size()) return (pulls[i].first + pulls[i + 1].first) / 2;
      return pulls[i].first;
    }
    return pulls.back().first;
  }

  float hold(uint32_t box) const {
    if (passage(box)) return kPassageHold;
    return up_[box].empty() || down_[box].empty() ? kEndHold : kThroughHold;
  }

  // Finds the positions closest to the wanted ones (least squares) that keep order and gaps, by isotonic regression:
  // boxes that would overlap are pooled and moved together.
  void settle_row(const std::vector<uint32_t>& row, const std::vector<float>& want) {
    struct Pool {
      float at, weight;
      size_t count;
    };
    std::vector<Pool> pools;
    std::vector<float> offset(row.size(), 0);
    for (size_t i = 0; i < row.size(); ++i) {
      if (i) offset[i] = offset[i - 1] + boxes_[row[i - 1]].width + kBoxGap;
      pools.push_back({want[i] - offset[i], hold(row[i]), 1});
      while (pools.size() > 1 && pools[pools.size() - 2].at > pools.back().at) {
        Pool last = pools.back();
        pools.pop_back();
        Pool& into = pools.back();
        into.at = (into.at * into.weight + last.at * last.weight) / (into.weight + last.weight);
        into.weight += last.weight;
        into.count += last.count;
      }
    }
    size_t i = 0;
    for (const Pool& pool : pools)
      for (size_t k = 0; k < pool.count; ++k, ++i) boxes_[row[i]].x = pool.at + offset[i];
  }

  void place() {
    for (const std::vector<uint32_t>& row : rows_) {
      float x = 0;
      for (uint32_t i : row) boxes_[i].x = x, x += boxes_[i].width + kBoxGap;
      for (uint32_t i : row) boxes_[i].x -= (x - kBoxGap) / 2;
    }
    std::vector<float> want;
    for (int round = 0; round < kRelaxations; ++round) {
      bool downwards = round % 2 == 0;
      for (size_t n = 0; n < rows_.size(); ++n) {
        const std::vector<uint32_t>& row = rows_[downwards ? n : rows_.size() - 1 - n];
        want.clear();
        // In later rounds nodes use neighbours on both sides; passages follow one side, so that they line up.
        for (uint32_t i : row) {
          bool both = round >= kRelaxations / 2 && !passage(i);
          want.push_back(wanted(i, both || downwards, both || !downwards));
        }
        settle_row(row, want);
      }
    }
  }

  // Spreads the edges that end at the middle of a node, ordered by their origin.
  void spread_arrivals() {
    std::vector<std::vector<size_t>> arrivals(nodes_.size());
    for (size_t i = 0; i < segments_.size(); ++i) {
      const Segment& s = segments_[i];
      if (passage(s.to) || edges_[s.edges[0]].to_x >= 0) continue;
      if (nodes_[s.to].pin == Pin::kFree) arrivals[s.to].push_back(i);
    }
    for (std::vector<size_t>& list : arrivals) {
      if (list.size() < 2) continue;
      auto start = [&](size_t i) { return boxes_[segments_[i].from].x + segments_[i].from_x; };
      std::stable_sort(list.begin(), list.end(), [&](size_t a, size_t b) { return start(a) < start(b); });
      uint32_t node = segments_[list[0]].to;
      float room = 2 * std::min(middle(node), boxes_[node].width - middle(node)) - 16;
      float step = std::min(kSpread, room / static_cast<float>(list.size() - 1));
      // Keep a vertical edge vertical.
      size_t straight = list.size();
      for (size_t k = 0; k < list.size(); ++k)
        if (std::abs(start(list[k]) - boxes_[node].x - middle(node)) < 0.5f) straight = k;
      float zero = straight < list.size() ? static_cast<float>(straight) : static_cast<float>(list.size() - 1) / 2;
      for (size_t k = 0; k < list.size(); ++k) segments_[list[k]].to_x += (static_cast<float>(k) - zero) * step;
    }
  }

  // The points of a segment: vertical inside the layers' height, so that it does not cross a taller neighbour.
  LayerSegment drawn(Segment& s) {
    LayerSegment out;
    const Rect &a = boxes_[s.from], &b = boxes_[s.to];
    float ax = a.x + s.from_x, bx = b.x + s.to_x;
    int layer = passage(s.from) ? -1 : layer_[s.from];
    float leaves = layer < 0 ? a.bottom() : bottoms_[static_cast<size_t>(layer)];
    float enters = passage(s.to) ? b.y : tops_[static_cast<size_t>(layer_[s.to])];
    if (leaves > a.bottom() + 0.5f) out.points.push_back({ax, a.bottom()});
    out.points.push_back({ax, leaves});
    out.points.push_back({bx, enters});
    if (b.y > enters + 0.5f) out.points.push_back({bx, b.y});
    if (passage(s.to)) out.points.push_back({bx, b.bottom()});
    out.edges = std::move(s.edges);
    out.source = s.source;
    out.before = s.before;
    out.leaves = !passage(s.from);
    out.arrives = !passage(s.to);
    out.from = s.from;
    out.to = s.to;
    return out;
  }

  const std::vector<LayerNode>& nodes_;
  const std::vector<LayerEdge>& edges_;
  std::vector<Rect> boxes_;
  std::vector<int> layer_;  // per node
  std::vector<std::vector<uint32_t>> rows_;
  std::vector<Segment> segments_;
  std::vector<std::vector<Near>> up_, down_;
  std::vector<float> tops_, bottoms_;           // per layer
  std::vector<std::pair<float, float>> pulls_;  // x positions to which neighbours pull a box, with weights
};

}  // namespace

LayeredLayout lay_out_layers(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges) {
  return Layers(nodes, edges).result();
}

}  // namespace vt::scene
