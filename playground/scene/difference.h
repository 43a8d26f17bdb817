// What became of a graph's nodes on the way to another graph, by the identity of nodes and not by
// their names, which passes renumber. After graph.h; graph_scene.h draws it, passes.cpp lists it.
#pragma once
#include "playground/scene/graph.h"

namespace vt::scene {

// By what nodes of two graphs are known to be the same.
enum class Identity : uint8_t {
  kOrigin,     // graphs of one compile: the same item of provenance, or the same work of one captured node
  kAlignment,  // graphs that share nothing (two compiles, two programs): the same work in the same order
};

struct GraphDifference {
  std::vector<Change> before, after;  // per node; kAdded only after, kRemoved only before
  std::vector<int> match;             // per node of `before`: its node in `after`, or -1
  std::vector<bool> in_order;         // per node of `before`: has a match that stands where it stood
  size_t count(Change change) const;  // kRemoved is counted in `before`, all others in `after`
  bool same() const;
};

GraphDifference difference(const Graph& before, const Graph& after, Identity identity = Identity::kOrigin);

// Both graphs as one list, each node opposite the one that it is the same as. What moved stands in
// two rows, where it was and where it is.
struct DifferenceRow {
  int before = -1, after = -1;  // nodes
  Change change = Change::kSame;
};
std::vector<DifferenceRow> difference_rows(const GraphDifference& difference);

// Gives nodes of `after` the keys of their matches, so that elements of both pictures find each other.
void share_keys(const Graph& before, Graph& after, const GraphDifference& difference);

}  // namespace vt::scene
