// Maximum flow by Dinic's algorithm and the minimum cut that follows from it. For partition.cpp.
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
  // Returns one flag per node: true if it lies on the source's side of the minimum cut.
  std::vector<bool> minimum_cut(size_t source, size_t sink);

 private:
  struct Edge {
    size_t to;
    double capacity;
    int next;
  };
  bool find_levels(size_t source, size_t sink);
  double push(size_t node, size_t sink, double limit);
  std::vector<Edge> edges_;  // edges i and i ^ 1 are each other's residual edges
  std::vector<int> first_, current_, level_;
};

}  // namespace vt
