#include "playground/scene/difference.h"

#include <algorithm>
#include <map>
#include <set>

namespace vt::scene {
namespace {

using Match = std::vector<int>;  // per node of the first graph: its node in the second, or -1

// Limit of the table for the longest common subsequence; above it the middle part is left unmatched.
constexpr size_t kMostCells = 16'000'000;

// Numbers equal ids, because a pass may make several nodes from one: the first matches the first, and so on.
class Numbered {
 public:
  std::string operator()(const std::string& id) { return id + "#" + std::to_string(times_[id]++); }

 private:
  std::map<std::string, int> times_;
};

std::string item_id(const GraphNode& node) {
  std::string id = node.items.empty() ? "k" + node.key : "i" + std::to_string(static_cast<uint32_t>(node.items[0]));
  return node.role == Role::kOutput ? id + "o" : id;
}
// Id of the captured node that a node was made from; empty if there is none, and then only the item identifies it.
std::string origin_id(const GraphNode& node) {
  if (node.origin == kNoItem) return {};
  return std::to_string(static_cast<uint32_t>(node.origin)) + node.label;
}

void match_by(Match& match, std::vector<bool>& taken, const Graph& before, const Graph& after,
              std::string (*id_of)(const GraphNode&)) {
  std::map<std::string, size_t> place;
  Numbered number_after, number_before;
  for (size_t j = 0; j < after.nodes.size(); ++j)
    if (std::string id = taken[j] ? "" : id_of(after.nodes[j]); !id.empty()) place.emplace(number_after(id), j);
  for (size_t i = 0; i < before.nodes.size(); ++i) {
    std::string id = match[i] >= 0 ? "" : id_of(before.nodes[i]);
    if (id.empty()) continue;
    auto found = place.find(number_before(id));
    if (found == place.end()) continue;
    match[i] = static_cast<int>(found->second);
    taken[found->second] = true;
  }
}

// If both graphs have equally many results, these match by position, because another node may compute one now.
std::string place_id(const GraphNode& node) { return node.role == Role::kOutput ? "result" : ""; }
size_t results(const Graph& graph) {
  auto is_result = [](const GraphNode& node) { return node.role == Role::kOutput; };
  return static_cast<size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(), is_result));
}

// The operation of a node without its name; inputs are distinguished by name.
std::string work_of(const GraphNode& node) {
  std::string work = std::to_string(static_cast<int>(node.role)) + node.label;
  for (const Pill& pill : node.pills) work += "," + pill.label;
  return work;
}

// Matches nodes with equal operations in equal order: a longest common subsequence.
void align(Match& match, const Graph& before, const Graph& after) {
  std::vector<std::string> a, b;
  for (const GraphNode& node : before.nodes) a.push_back(work_of(node));
  for (const GraphNode& node : after.nodes) b.push_back(work_of(node));
  size_t first = 0, end_a = a.size(), end_b = b.size();
  for (; first < std::min(end_a, end_b) && a[first] == b[first]; ++first) match[first] = static_cast<int>(first);
  for (; end_a > first && end_b > first && a[end_a - 1] == b[end_b - 1]; --end_a, --end_b)
    match[end_a - 1] = static_cast<int>(end_b - 1);
  size_t n = end_a - first, m = end_b - first;
  if ((n + 1) * (m + 1) > kMostCells) return;
  std::vector<uint32_t> common((n + 1) * (m + 1), 0);  // length for each pair of suffixes
  auto at = [&](size_t i, size_t j) -> uint32_t& { return common[i * (m + 1) + j]; };
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0;)
      at(i, j) = a[first + i] == b[first + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  for (size_t i = 0, j = 0; i < n && j < m;) {
    if (a[first + i] == b[first + j]) match[first + i++] = static_cast<int>(first + j++);
    else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  }
}

// Per node its producers, as nodes of the second graph. A producer without a match is represented by its captured node,
// so that a decomposed call still counts as the same input.
std::vector<std::vector<int64_t>> inputs(const Graph& graph, const std::vector<int>& number) {
  std::vector<std::vector<int64_t>> of(graph.nodes.size());
  for (const GraphEdge& edge : graph.edges) {
    int64_t origin = static_cast<uint32_t>(graph.nodes[edge.from].origin);
    of[edge.to].push_back(number[edge.from] >= 0 ? number[edge.from] : -1 - origin);
  }
  for (std::vector<int64_t>& list : of) std::sort(list.begin(), list.end());
  return of;
}

// A longest increasing subsequence of the matches keeps its order; all other matched nodes have moved.
std::vector<bool> kept_in_order(const Match& match) {
  std::vector<size_t> tails, previous(match.size(), match.size());
  for (size_t i = 0; i < match.size(); ++i) {
    if (match[i] < 0) continue;
    auto at = std::lower_bound(tails.begin(), tails.end(), i, [&](size_t a, size_t b) { return match[a] < match[b]; });
    if (at != tails.begin()) previous[i] = *(at - 1);
    if (at == tails.end()) tails.push_back(i);
    else *at = i;
  }
  std::vector<bool> kept(match.size(), false);
  if (!tails.empty())
    for (size_t i = tails.back(); i < match.size(); i = previous[i]) kept[i] = true;
  return kept;
}

// In the captured graph a result has no type.
bool same_type(const GraphNode& a, const GraphNode& b) {
  return a.detail == b.detail || (a.role == Role::kOutput && (a.detail.empty() || b.detail.empty()));
}

bool same_pills(const GraphNode& a, const GraphNode& b) {
  return std::equal(a.pills.begin(), a.pills.end(), b.pills.begin(), b.pills.end(),
                    [](const Pill& x, const Pill& y) { return x.name == y.name && x.type == y.type; });
}

}  // namespace

size_t GraphDifference::count(Change change) const {
  const std::vector<Change>& list = change == Change::kRemoved ? before : after;
  return static_cast<size_t>(std::count(list.begin(), list.end(), change));
}

bool GraphDifference::same() const { return count(Change::kSame) == after.size() && count(Change::kRemoved) == 0; }

GraphDifference difference(const Graph& before, const Graph& after, Identity identity) {
  GraphDifference d;
  d.before.assign(before.nodes.size(), Change::kRemoved);
  d.after.assign(after.nodes.size(), Change::kAdded);
  d.match.assign(before.nodes.size(), -1);
  std::vector<bool> taken(after.nodes.size(), false);
  if (identity == Identity::kOrigin) {
    match_by(d.match, taken, before, after, item_id);
    match_by(d.match, taken, before, after, origin_id);
    if (results(before) == results(after)) match_by(d.match, taken, before, after, place_id);
  } else {
    align(d.match, before, after);
  }
  std::vector<int> own(after.nodes.size(), -1);  // identity for the matched nodes
  for (int j : d.match)
    if (j >= 0) own[static_cast<size_t>(j)] = j;
  std::vector<std::vector<int64_t>> old_inputs = inputs(before, d.match), new_inputs = inputs(after, own);
  d.in_order = kept_in_order(d.match);
  for (size_t i = 0; i < d.match.size(); ++i) {
    if (d.match[i] < 0) continue;
    auto j = static_cast<size_t>(d.match[i]);
    const GraphNode &a = before.nodes[i], &b = after.nodes[j];
    bool same = a.label == b.label && same_type(a, b) && same_pills(a, b) && old_inputs[i] == new_inputs[j];
    d.before[i] = d.after[j] = !same ? Change::kRewritten : d.in_order[i] ? Change::kSame : Change::kMoved;
  }
  return d;
}

std::vector<DifferenceRow> difference_rows(const GraphDifference& d) {
  std::vector<int> came_of(d.after.size(), -1);
  for (size_t i = 0; i < d.match.size(); ++i)
    if (d.match[i] >= 0) came_of[static_cast<size_t>(d.match[i])] = static_cast<int>(i);
  auto stays = [&](int before) { return before >= 0 && d.in_order[static_cast<size_t>(before)]; };
  std::vector<DifferenceRow> rows;
  size_t i = 0, j = 0;
  while (i < d.before.size() || j < d.after.size()) {
    if (i < d.before.size() && !stays(static_cast<int>(i))) {
      rows.push_back({static_cast<int>(i), -1, d.match[i] < 0 ? Change::kRemoved : Change::kMoved});
      ++i;
    } else if (j < d.after.size() && !stays(came_of[j])) {
      rows.push_back({-1, static_cast<int>(j), came_of[j] < 0 ? Change::kAdded : Change::kMoved});
      ++j;
    } else {
      rows.push_back({static_cast<int>(i), static_cast<int>(j), d.after[j]});
      ++i, ++j;
    }
  }
  return rows;
}

void share_keys(const Graph& before, Graph& after, const GraphDifference& d) {
  std::set<std::string> used;
  for (const GraphNode& node : before.nodes) used.insert(node.key);
  std::vector<const std::string*> given(after.nodes.size(), nullptr);
  for (size_t i = 0; i < d.match.size(); ++i)
    if (d.match[i] >= 0) given[static_cast<size_t>(d.match[i])] = &before.nodes[i].key;
  for (size_t j = 0; j < given.size(); ++j) {
    std::string& key = after.nodes[j].key;
    if (given[j]) key = *given[j];
    else
      while (!used.insert(key).second) key += "'";
  }
}

}  // namespace vt::scene
