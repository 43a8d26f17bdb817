#include "autodiff/max_flow.h"

#include <algorithm>

namespace vt {
namespace {
constexpr double kNothing = 1e-9;
}

void FlowNetwork::add_edge(size_t from, size_t to, double capacity) {
  edges_.push_back({to, capacity, first_[from]});
  first_[from] = static_cast<int>(edges_.size()) - 1;
  edges_.push_back({from, 0, first_[to]});
  first_[to] = static_cast<int>(edges_.size()) - 1;
}

bool FlowNetwork::find_levels(size_t source, size_t sink) {
  level_.assign(first_.size(), -1);
  level_[source] = 0;
  std::vector<size_t> queue = {source};
  for (size_t i = 0; i < queue.size(); ++i)
    for (int e = first_[queue[i]]; e >= 0; e = edges_[static_cast<size_t>(e)].next) {
      const Edge& edge = edges_[static_cast<size_t>(e)];
      if (edge.capacity <= kNothing || level_[edge.to] >= 0) continue;
      level_[edge.to] = level_[queue[i]] + 1;
      queue.push_back(edge.to);
    }
  return level_[sink] >= 0;
}

double FlowNetwork::push(size_t node, size_t sink, double limit) {
  if (node == sink) return limit;
  for (int& e = current_[node]; e >= 0; e = edges_[static_cast<size_t>(e)].next) {
    Edge& edge = edges_[static_cast<size_t>(e)];
    if (edge.capacity <= kNothing || level_[edge.to] != level_[node] + 1) continue;
    double sent = push(edge.to, sink, std::min(limit, edge.capacity));
    if (sent <= kNothing) continue;
    edge.capacity -= sent;
    edges_[static_cast<size_t>(e) ^ 1].capacity += sent;
    return sent;
  }
  return 0;
}

std::vector<bool> FlowNetwork::minimum_cut(size_t source, size_t sink) {
  while (find_levels(source, sink)) {
    current_ = first_;
    while (push(source, sink, kInfinite) > kNothing) {
    }
  }
  std::vector<bool> near(first_.size());
  for (size_t i = 0; i < near.size(); ++i) near[i] = level_[i] >= 0;
  return near;
}

}  // namespace vt
