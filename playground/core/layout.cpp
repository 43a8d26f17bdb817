#include "playground/core/layout.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace vt::ui {
namespace {

constexpr float kBoxHeight = 46, kLayerGap = 34, kBoxGap = 18, kPassage = 8;
constexpr int kSweeps = 6, kRelaxations = 6;

using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

// The longest path to each node. A damaged graph with a cycle ends by the bound on rounds.
std::vector<int> longest_paths(size_t count, const Edges& edges) {
  std::vector<int> layer(count, 0);
  bool changed = true;
  for (size_t round = 0; changed && round <= count; ++round) {
    changed = false;
    for (auto [from, to] : edges)
      if (layer[to] < layer[from] + 1 && layer[from] < static_cast<int>(count))
        layer[to] = layer[from] + 1, changed = true;
  }
  return layer;
}

// Nodes stand just above their first reader: a model's parameters beside their uses, not all in
// one row that is wider than any screen. What nobody reads, outputs, stands just below its maker.
std::vector<int> layers_of(size_t count, const Edges& edges) {
  std::vector<int> layer = longest_paths(count, edges);
  std::vector<std::vector<uint32_t>> readers(count), makers(count);
  for (auto [from, to] : edges) readers[from].push_back(to), makers[to].push_back(from);
  std::vector<uint32_t> deepest_first(count);
  std::iota(deepest_first.begin(), deepest_first.end(), 0);
  std::stable_sort(deepest_first.begin(), deepest_first.end(),
                   [&](uint32_t a, uint32_t b) { return layer[a] > layer[b]; });
  for (uint32_t i : deepest_first) {
    int first = -1, output = -1;
    for (uint32_t reader : readers[i]) {
      int& least = readers[reader].empty() ? output : first;
      if (least < 0 || layer[reader] < least) least = layer[reader];
    }
    if (first < 0) first = output;
    if (first > 0) layer[i] = first - 1;
  }
  for (uint32_t i = 0; i < count; ++i)
    if (readers[i].empty())
      for (size_t n = 0; n < makers[i].size(); ++n)
        layer[i] = n ? std::max(layer[i], layer[makers[i][n]] + 1) : layer[makers[i][n]] + 1;
  return layer;
}

// The graph with its long edges cut at each layer.
struct Layered {
  std::vector<std::vector<uint32_t>> rows;      // in order from the left
  std::vector<std::vector<uint32_t>> up, down;  // neighbours in the layer above, below
};

Layered cut_into_layers(const Diagram& diagram, Layout& layout) {
  std::set<std::pair<uint32_t, uint32_t>> once(diagram.edges.begin(), diagram.edges.end());
  Edges edges(once.begin(), once.end());
  std::vector<int> layer = layers_of(diagram.nodes.size(), edges);
  Layered g;
  g.rows.resize(layer.empty() ? 0 : static_cast<size_t>(*std::max_element(layer.begin(), layer.end())) + 1);
  for (uint32_t i = 0; i < layer.size(); ++i) g.rows[static_cast<size_t>(layer[i])].push_back(i);
  for (auto [from, to] : edges) {
    std::vector<uint32_t> path{from};
    for (int l = layer[from] + 1; l < layer[to]; ++l) {
      path.push_back(static_cast<uint32_t>(layout.boxes.size()));
      g.rows[static_cast<size_t>(l)].push_back(path.back());
      layout.boxes.push_back({0, 0, kPassage, kBoxHeight});
    }
    path.push_back(to);
    layout.paths.push_back(std::move(path));
  }
  g.up.resize(layout.boxes.size());
  g.down.resize(layout.boxes.size());
  for (const std::vector<uint32_t>& path : layout.paths)
    for (size_t i = 0; i + 1 < path.size(); ++i)
      g.down[path[i]].push_back(path[i + 1]), g.up[path[i + 1]].push_back(path[i]);
  return g;
}

template <class Of>
float mean(const std::vector<uint32_t>& of, float otherwise, const Of& value) {
  if (of.empty()) return otherwise;
  float sum = 0;
  for (uint32_t i : of) sum += value(i);
  return sum / static_cast<float>(of.size());
}

// Puts a row's boxes as near to `wanted` middles as their order allows: the mean of pushing
// them apart from the left and from the right, both of which keep the gaps.
void place_row(Layout& layout, const std::vector<uint32_t>& row, const std::vector<float>& wanted) {
  std::vector<float> left(row.size()), right(row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    left[i] = wanted[i] - layout.boxes[row[i]].width / 2;
    if (i) left[i] = std::max(left[i], left[i - 1] + layout.boxes[row[i - 1]].width + kBoxGap);
  }
  for (size_t i = row.size(); i-- > 0;) {
    right[i] = wanted[i] - layout.boxes[row[i]].width / 2;
    if (i + 1 < row.size()) right[i] = std::min(right[i], right[i + 1] - layout.boxes[row[i]].width - kBoxGap);
  }
  for (size_t i = 0; i < row.size(); ++i) layout.boxes[row[i]].x = (left[i] + right[i]) / 2;
}

// One row after the other is ordered by what it is connected to on one side. Places in a row
// count from its middle, so that rows of any length compare.
void order_rows(Layered& g, std::vector<float>& place, bool downwards) {
  for (size_t n = 0; n < g.rows.size(); ++n) {
    std::vector<uint32_t>& row = g.rows[downwards ? n : g.rows.size() - 1 - n];
    const auto &near = downwards ? g.up : g.down, &far = downwards ? g.down : g.up;
    std::vector<std::pair<float, uint32_t>> order;
    for (uint32_t i : row)  // a parameter has nobody above: it follows its reader
      order.emplace_back(mean(near[i].empty() ? far[i] : near[i], place[i], [&](uint32_t j) { return place[j]; }), i);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < row.size(); ++i) row[i] = order[i].second;
    for (size_t i = 0; i < row.size(); ++i)
      place[row[i]] = static_cast<float>(i) - static_cast<float>(row.size() - 1) / 2;
  }
}

// In that order, each as near as can be to all that it is connected to.
void place_rows(Layout& layout, const Layered& g, bool downwards) {
  for (size_t n = 0; n < g.rows.size(); ++n) {
    const std::vector<uint32_t>& row = g.rows[downwards ? n : g.rows.size() - 1 - n];
    std::vector<float> wanted;
    for (uint32_t i : row) {
      std::vector<uint32_t> all = g.up[i];
      all.insert(all.end(), g.down[i].begin(), g.down[i].end());
      wanted.push_back(mean(all, layout.boxes[i].middle(), [&](uint32_t j) { return layout.boxes[j].middle(); }));
    }
    place_row(layout, row, wanted);
  }
}

}  // namespace

Layout lay_out(const Diagram& diagram, const std::vector<float>& widths) {
  Layout layout;
  for (float width : widths) layout.boxes.push_back({0, 0, width, kBoxHeight});
  Layered g = cut_into_layers(diagram, layout);
  std::vector<float> place(layout.boxes.size(), 0);
  for (int i = 0; i <= kSweeps; ++i) order_rows(g, place, i % 2 == 0);
  for (size_t r = 0; r < g.rows.size(); ++r) {
    float x = 0;
    for (uint32_t i : g.rows[r]) {
      layout.boxes[i].x = x, layout.boxes[i].y = static_cast<float>(r) * (kBoxHeight + kLayerGap);
      x += layout.boxes[i].width + kBoxGap;
    }
    for (uint32_t i : g.rows[r]) layout.boxes[i].x -= x / 2;
  }
  for (int i = 0; i < kRelaxations; ++i) place_rows(layout, g, i % 2 == 0);
  float first = 0, last = 0;
  for (size_t i = 0; i < layout.boxes.size(); ++i) {
    const LayoutBox& box = layout.boxes[i];
    first = i ? std::min(first, box.x) : box.x;
    last = i ? std::max(last, box.x + box.width) : box.x + box.width;
  }
  for (LayoutBox& box : layout.boxes) box.x -= first;
  layout.width = last - first;
  if (!g.rows.empty()) layout.height = static_cast<float>(g.rows.size()) * (kBoxHeight + kLayerGap) - kLayerGap;
  return layout;
}

}  // namespace vt::ui
