// Maximum flow by Dinic's algorithm, and the cut that it proves minimal. For partition.cpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vt {

class FlowNetwork {
 public:
  explicit FlowNetwork(size_t nodes) : first_(nodes, -1) {}
  static constexpr double kInfinite = 1e30;
  void add_edge(size_t from, size_t to, double capacity);
  // Runs the flow; true for every node on the source's side of the minimum cut.
  std::vector<bool> minimum_cut(size_t source, size_t sink);

 private:
  struct Edge {
    size_t to;
    double capacity;
    int next;
  };
  bool find_levels(size_t source, size_t sink);
  double push(size_t node, size_t sink, double limit);
  std::vector<Edge> edges_;  // edge i and i ^ 1 are each other's reverse
  std::vector<int> first_, current_, level_;
};

}  // namespace vt
