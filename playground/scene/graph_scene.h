// Draws a folded graph as a scene: nodes with their weights beside them, groups and islands around them, edges, roads
// and ghosts between them.
#pragma once
#include "playground/scene/fold.h"
#include "playground/scene/scene.h"

namespace vt::scene {

inline constexpr float kFoot = 20;

struct GraphStyle {
  // Texts; translated by the caller.
  std::string ops = "%d ops", one_op = "1 op", kernels = "%d kernels", one_kernel = "1 kernel";
  bool op_by_op = false;  // as if each op were a kernel: no islands, every edge is a road
  // A line with a label above the outermost group with this title: the partition of a joint graph.
  std::string cut_above, cut;
  // Per node, or empty: its change in a difference. Unchanged nodes are drawn fainter.
  std::vector<Change> changes;
  // Per node, or empty: whether to reserve kFoot below its text for the glyph of its value (value_glyphs.h).
  std::vector<bool> feet;
};

// Colour and sign of a change: "+", "−", "~", "↕".
Role change_role(Change change);
const char* change_sign(Change change);

Scene graph_scene(const Graph& graph, const Tree& tree, const GraphStyle& style = {});

}  // namespace vt::scene
