// A graph as a tree of groups, some of them folded. Groups come from the nodes' scopes; one that
// holds a single thing is that thing; equal pieces that follow one another (the blocks of a model,
// the rounds of an unrolled loop) are one piece with a count. Before nested.h.
#pragma once
#include <map>

#include "playground/scene/graph.h"

namespace vt::scene {

// A group, or a node (no children).
struct Piece {
  uint32_t parent = 0;
  std::vector<uint32_t> children;  // in program order
  int node = -1;                   // of Graph::nodes
  ScopeKind kind = ScopeKind::kModule;
  std::string key;    // stable: folding is remembered by it
  std::string title;  // "blocks", "attn.qkv"
  std::string type;   // "Block"
  uint32_t copies = 1;
  uint32_t first = 0, last = 0;  // its nodes: [first, last), those of one copy
  bool folded = false;
  bool is_group() const { return node < 0; }
};

struct Tree {
  std::vector<Piece> pieces;       // pieces[0] is the whole
  std::vector<uint32_t> piece_of;  // per node: the piece that stands for it; of a copy, the first's
  std::vector<bool> between;       // per edge: from one copy to the next, so not drawn
  // The piece that shows a node now: itself, or the outermost folded group around it.
  uint32_t shown(uint32_t node) const;
};

// What a person chose: by key, folded or not. All else is as `fold` finds it best.
using FoldChoices = std::map<std::string, bool>;

struct FoldOptions {
  size_t most_shown = 26;  // nodes that a picture opens with; more are folded
  bool find_repeats = true;
  std::vector<Change> changes;  // per node, or empty: groups that hold one are open, pieces with others are not equal
};

Tree fold(const Graph& graph, const FoldChoices& choices = {}, const FoldOptions& options = {});

}  // namespace vt::scene
