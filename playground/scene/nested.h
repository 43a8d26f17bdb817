// Where the pieces of a folded graph go: each unfolded group is laid out in layers with its
// children as boxes and the edges that cross its border as ports, innermost first. So edges go
// around groups, and nothing outside a group changes its order when the group is unfolded.
#pragma once
#include "playground/scene/fold.h"
#include "playground/scene/layered.h"

namespace vt::scene {

struct PieceSize {
  float width = 0, height = 0;
  float middle = -1;  // where edges attach; -1: the middle of the width
};

// The ways from one piece are a tree, which edges share as far as they can.
struct Way {
  std::vector<Point> points;
  std::vector<uint32_t> edges;  // of Graph::edges, that end here; those that only pass end further down the tree
  bool arrives = false;         // at a piece that is shown, so it gets an arrow
  uint32_t from = 0;            // the piece that it comes from
  int before = -1;              // the way that it continues, which stands before it; -1: it leaves `from`
};

struct NestedLayout {
  std::vector<Rect> boxes;  // per piece; those inside a folded group are empty
  std::vector<Way> ways;
  float width = 0, height = 0;
};

// `sizes`: per piece, of nodes and folded groups; of an open group the least width.
NestedLayout lay_out_nested(const Graph& graph, const Tree& tree, const std::vector<PieceSize>& sizes);

// Around the children of an unfolded group: room for its head and a border.
inline constexpr float kGroupSide = 14, kGroupHead = 32, kGroupFoot = 14;

}  // namespace vt::scene
