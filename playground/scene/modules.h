// The modules of a graph by name, for those who look for one: what there is, and which piece of the folded picture
// shows it. After fold.h.
#pragma once
#include "playground/scene/fold.h"

namespace vt::scene {

struct ModuleName {
  std::string path, type;  // "blocks.0.attn", "Attention"; a container that is not called itself has no type
};

// Each once, in the order of the graph.
std::vector<ModuleName> modules_of(const Graph& graph);

// The piece that shows a module: its group, the node that it is alone, or the copy that stands for it. 0: it has none.
uint32_t piece_of_module(const Graph& graph, const Tree& tree, const std::string& path);

}  // namespace vt::scene
