// A graph as a tree of groups, some of them folded. Groups come from the nodes' scopes. A group with a single member is
// replaced by it. Consecutive equal pieces (blocks of a model, iterations of an unrolled loop) become one piece with a
// count. Before nested.h.
#pragma once
#include <map>

#include "playground/scene/graph.h"

namespace vt::scene {

// A group, or a node (which has no children).
struct Piece {
  uint32_t parent = 0;
  std::vector<uint32_t> children;  // in program order
  int node = -1;                   // index in Graph::nodes; -1: a group
  ScopeKind kind = ScopeKind::kModule;
  std::string key;    // stable, because fold choices are stored by it
  std::string title;  // "blocks", "attn.qkv"
  std::string type;   // "Block"
  uint32_t copies = 1;
  uint32_t first = 0, last = 0;  // its nodes [first, last); those of the first copy
  bool folded = false;
  bool is_group() const { return node < 0; }
};

struct Tree {
  std::vector<Piece> pieces;       // pieces[0] is the root
  std::vector<uint32_t> piece_of;  // per node: its piece; for a node of a later copy, that of the first copy
  std::vector<bool> between;       // per edge: it connects two copies, so it is not drawn
  // The piece that shows a node: its own, or the outermost folded group around it.
  uint32_t shown(uint32_t node) const;
};

// Choices of the user, by key: folded or not. Other groups are folded by size.
using FoldChoices = std::map<std::string, bool>;

struct FoldOptions {
  size_t most_shown = 26;  // maximum of nodes in the initial diagram; larger graphs are folded
  bool find_repeats = true;
  std::vector<Change> changes;  // per node, or empty: groups with changes are opened, and are not merged as copies
};

Tree fold(const Graph& graph, const FoldChoices& choices = {}, const FoldOptions& options = {});

}  // namespace vt::scene
