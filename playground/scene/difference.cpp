#include "playground/scene/difference.h"

#include <algorithm>
#include <map>

namespace vt::scene {
namespace {

// A pass may make several nodes of one item: the first is the first's, and so on.
std::vector<std::string> identities(const Graph& graph) {
  std::vector<std::string> ids;
  std::map<std::string, int> times;
  for (const GraphNode& node : graph.nodes) {
    std::string id = node.items.empty() ? "k" + node.key : "i" + std::to_string(static_cast<uint32_t>(node.items[0]));
    if (node.role == Role::kOutput) id += "o";
    ids.push_back(id + "#" + std::to_string(times[id]++));
  }
  return ids;
}

// Per node what it reads, as identities.
std::vector<std::string> inputs(const Graph& graph, const std::vector<std::string>& ids) {
  std::vector<std::string> of(graph.nodes.size());
  for (const GraphEdge& edge : graph.edges) of[edge.to] += ids[edge.from] + " ";
  return of;
}

// Those of an increasing subsequence as long as can be stay; the others have moved.
std::vector<bool> kept_in_order(const std::vector<int>& match) {
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

}  // namespace

size_t GraphDifference::count(Change change) const {
  const std::vector<Change>& list = change == Change::kRemoved ? before : after;
  return static_cast<size_t>(std::count(list.begin(), list.end(), change));
}

GraphDifference difference(const Graph& before, const Graph& after) {
  std::vector<std::string> old_ids = identities(before), new_ids = identities(after);
  std::map<std::string, int> place;
  for (size_t i = 0; i < new_ids.size(); ++i) place.emplace(new_ids[i], static_cast<int>(i));
  GraphDifference d;
  d.before.assign(before.nodes.size(), Change::kRemoved);
  d.after.assign(after.nodes.size(), Change::kAdded);
  for (const std::string& id : old_ids) {
    auto found = place.find(id);
    d.match.push_back(found == place.end() ? -1 : found->second);
  }
  std::vector<std::string> old_inputs = inputs(before, old_ids), new_inputs = inputs(after, new_ids);
  std::vector<bool> kept = kept_in_order(d.match);
  for (size_t i = 0; i < d.match.size(); ++i) {
    if (d.match[i] < 0) continue;
    auto j = static_cast<size_t>(d.match[i]);
    const GraphNode &a = before.nodes[i], &b = after.nodes[j];
    bool same = a.label == b.label && a.detail == b.detail && a.pills.size() == b.pills.size() &&
                old_inputs[i] == new_inputs[j];
    d.before[i] = d.after[j] = !same ? Change::kRewritten : kept[i] ? Change::kSame : Change::kMoved;
  }
  return d;
}

}  // namespace vt::scene
