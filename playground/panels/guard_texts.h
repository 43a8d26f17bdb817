// The guards panel in words: breaks with their fixes, recompiles, PyTorch's tree of guards.
#pragma once
#include "playground/panels/panels.h"

namespace vt::ui {

// A graph break with what would mend it.
void draw_break(Panels& ui, const RunData& run, size_t event);
// Everything, one below the other.
void draw_guard_texts(Panels& ui, const RunData& run);

}  // namespace vt::ui
