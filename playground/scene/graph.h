// The graph of a picture: nodes in program order with the modules, calls and kernels around them, and edges with the
// data that they carry. Built from the engine's events by from_events.h; folded by fold.h; laid out by nested.h; drawn
// by graph_scene.h.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "playground/scene/roles.h"
#include "support/provenance.h"

namespace vt::scene {

enum class ScopeKind : uint8_t { kModule, kCall, kRepeat, kKernel };

// One enclosing scope of a node. Adjacent nodes with equal scopes are in one group.
struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  std::string name;   // "attn"
  std::string type;   // "Attention"; kind of a kernel: "one loop", "matrix product"
  uint32_t call = 0;  // distinguishes calls of one module
  std::vector<ItemId> items;
  bool same_as(const Scope& o) const { return kind == o.kind && name == o.name && call == o.call; }
};

// A weight, drawn small beside the node that reads it.
struct Pill {
  std::string label;  // "weight"
  std::string type;   // "f32[96, 32]"
  std::string name;   // full name: "blocks.0.attn.qkv.weight"
  std::vector<ItemId> items;
};

// How a node differs between two graphs (difference.h). kRewritten: another operation, type or input. kMoved: the same
// at another position in the order.
enum class Change : uint8_t { kSame, kAdded, kRemoved, kRewritten, kMoved };

struct GraphNode {
  std::string key;     // equal in all pictures of this graph
  std::string label;   // "relu"
  std::string detail;  // "f32[4, 8]"
  Role role = Role::kPointwise;
  std::vector<ItemId> items;
  ItemId origin = kNoItem;    // the captured node from which it was made
  std::vector<Scope> scopes;  // outermost first
  std::vector<Pill> pills;
  std::vector<std::string> facts;  // additional lines on hover
};

enum class EdgeKind : uint8_t { kPlain, kRoad, kGhost };

struct GraphEdge {
  uint32_t from = 0, to = 0;
  EdgeKind kind = EdgeKind::kPlain;  // kRoad: through memory; kGhost: removed by fusion
  int64_t bytes = 0;                 // 0: unknown
  std::vector<std::string> facts;    // on hover: why fusion was refused, and how to change it
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

}  // namespace vt::scene
