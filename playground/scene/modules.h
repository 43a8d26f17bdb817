// Looks up modules of a graph by name: the list of all modules, and the piece of the folded graph that shows a module.
// After fold.h.
#pragma once
#include "playground/scene/fold.h"

namespace vt::scene {

struct ModuleName {
  std::string path, type;  // "blocks.0.attn", "Attention"; the type is empty for a container, which is not called
};

// Each module once, in graph order.
std::vector<ModuleName> modules_of(const Graph& graph);

// The piece that shows a module: its group, its only node, or the equal copy shown for it. 0: none.
uint32_t piece_of_module(const Graph& graph, const Tree& tree, const std::string& path);

}  // namespace vt::scene
