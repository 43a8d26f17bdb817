// The graph that a picture shows: nodes in program order with the modules, calls and kernels that
// they lie in, and edges with what travels along them. Made of the engine's diagrams by
// from_diagram.h; folded by fold.h; laid out by nested.h; drawn by graph_scene.h.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "playground/scene/roles.h"
#include "support/provenance.h"

namespace vt::scene {

enum class ScopeKind : uint8_t { kModule, kCall, kRepeat, kKernel };

// One of the things that a node lies in. Neighbouring nodes with equal scopes share a group.
struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  std::string name;   // "attn"
  std::string type;   // "Attention"; of a kernel what it is: "one loop", "matrix product"
  uint32_t call = 0;  // tells two calls of one module apart
  std::vector<ItemId> items;
  bool same_as(const Scope& o) const { return kind == o.kind && name == o.name && call == o.call; }
};

// A weight, shown small beside the node that reads it.
struct Pill {
  std::string label;  // "weight"
  std::string type;   // "f32[96, 32]"
  std::string name;   // in full: "blocks.0.attn.qkv.weight"
  std::vector<ItemId> items;
};

// What became of a node between two graphs (difference.h). kRewritten: another operation, type or
// inputs. kMoved: the same in another place of the order.
enum class Change : uint8_t { kSame, kAdded, kRemoved, kRewritten, kMoved };

struct GraphNode {
  std::string key;     // the same in every picture of this graph
  std::string label;   // "relu"
  std::string detail;  // "f32[4, 8]"
  Role role = Role::kPointwise;
  std::vector<ItemId> items;
  ItemId origin = kNoItem;    // of the captured graph: the node that it came of
  std::vector<Scope> scopes;  // outermost first
  std::vector<Pill> pills;
  std::vector<std::string> facts;  // more lines on hover
};

enum class EdgeKind : uint8_t { kPlain, kRoad, kGhost };

struct GraphEdge {
  uint32_t from = 0, to = 0;
  EdgeKind kind = EdgeKind::kPlain;  // kRoad: through memory; kGhost: fusion took it away
  int64_t bytes = 0;                 // 0: unknown
  std::vector<std::string> facts;    // on hover: why it was refused, what would change it
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

}  // namespace vt::scene
