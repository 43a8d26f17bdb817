// Layout of a folded graph. Each unfolded group, innermost first, is laid out in layers with its children as boxes and
// the edges across its border as ports. So edges go around groups, and unfolding a group does not change the order
// outside of it.
#pragma once
#include "playground/scene/fold.h"
#include "playground/scene/layered.h"

namespace vt::scene {

struct PieceSize {
  float width = 0, height = 0;
  float middle = -1;  // x at which edges attach; -1: the middle
};

// A route or a part of it. The ways from one piece form a tree, because edges share them where possible.
struct Way {
  std::vector<Point> points;
  std::vector<uint32_t> edges;  // indices in Graph::edges of those that end here; others continue in later ways
  bool arrives = false;         // ends at a piece that is shown, so it gets an arrow
  uint32_t from = 0;            // the piece at its origin
  int before = -1;              // index of the preceding way, which comes earlier in the list; -1: starts at `from`
};

struct NestedLayout {
  std::vector<Rect> boxes;  // per piece; empty inside a folded group
  std::vector<Way> ways;
  float width = 0, height = 0;
};

// `sizes`: per piece: size of a node or folded group, minimum width of an unfolded group.
NestedLayout lay_out_nested(const Graph& graph, const Tree& tree, const std::vector<PieceSize>& sizes);

// Space around the children of an unfolded group, for its head and border.
inline constexpr float kGroupSide = 14, kGroupHead = 32, kGroupFoot = 14;

}  // namespace vt::scene
