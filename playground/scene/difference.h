// The difference of two graphs, by the identity of nodes and not by their names, because passes renumber these. After
// graph.h; graph_scene.h draws it, passes.cpp lists it.
#pragma once
#include "playground/scene/graph.h"

namespace vt::scene {

// How nodes of two graphs are matched.
enum class Identity : uint8_t {
  kOrigin,     // graphs of one compile: by provenance item, or by captured node and operation
  kAlignment,  // unrelated graphs (two compiles or programs): equal operations in equal order
};

struct GraphDifference {
  std::vector<Change> before, after;  // per node; kAdded only after, kRemoved only before
  std::vector<int> match;             // per node of `before`: its node in `after`, or -1
  std::vector<bool> in_order;         // per node of `before`: it has a match, in unchanged order
  size_t count(Change change) const;  // kRemoved counts nodes of `before`, all others nodes of `after`
  bool same() const;
};

GraphDifference difference(const Graph& before, const Graph& after, Identity identity = Identity::kOrigin);

// Both graphs as one list, each node opposite its match. A
// moved node has two rows, at its old and its new position.
struct DifferenceRow {
  int before = -1, after = -1;  // nodes
  Change change = Change::kSame;
};
std::vector<DifferenceRow> difference_rows(const GraphDifference& difference);

// Copies the keys of matched nodes to `after`, so that elements of both diagrams correspond.
void share_keys(const Graph& before, Graph& after, const GraphDifference& difference);

}  // namespace vt::scene
