// What a pass did to a graph, by the identity of nodes and not by their names, which passes
// renumber.
#pragma once
#include "playground/scene/graph.h"

namespace vt::scene {

// kRewritten: another operation, type or inputs. kMoved: the same in another place of the order.
enum class Change : uint8_t { kSame, kAdded, kRemoved, kRewritten, kMoved };

struct GraphDifference {
  std::vector<Change> before, after;  // per node; kAdded only after, kRemoved only before
  std::vector<int> match;             // per node of `before`: its node in `after`, or -1
  size_t count(Change change) const;  // kRemoved is counted in `before`, all others in `after`
};

// Nodes are the same if they have the same item of provenance; those without one, the same key.
GraphDifference difference(const Graph& before, const Graph& after);

}  // namespace vt::scene
