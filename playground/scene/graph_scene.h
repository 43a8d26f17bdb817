// A folded graph as a scene: nodes with their weights beside them, groups and islands around
// them, edges, roads and ghosts between them.
#pragma once
#include "playground/scene/fold.h"
#include "playground/scene/scene.h"

namespace vt::scene {

inline constexpr float kFoot = 20;

struct GraphStyle {
  // What the picture says of a group; the caller translates.
  std::string ops = "%d ops", one_op = "1 op", kernels = "%d kernels", one_kernel = "1 kernel";
  bool op_by_op = false;  // as if each op were a kernel of its own: no islands, every edge is a road
  // A line above the outermost group of this title, with what it says: where a joint graph is cut.
  std::string cut_above, cut;
  // Per node, or empty: what a difference says of it. What is the same steps back.
  std::vector<Change> changes;
  // Per node, or empty: whether kFoot is left free below its text, for the picture of its value (value_glyphs.h).
  std::vector<bool> feet;
};

// The colour and the sign of a change: "+", "−", "~", "↕".
Role change_role(Change change);
const char* change_sign(Change change);

Scene graph_scene(const Graph& graph, const Tree& tree, const GraphStyle& style = {});

}  // namespace vt::scene
