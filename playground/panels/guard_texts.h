// The guards panel as text: breaks with their fixes, recompiles, PyTorch's guard tree.
#pragma once
#include "playground/panels/panels.h"

namespace vt::ui {

// Draws a graph break with its hints and fix.
void draw_break(Panels& ui, const RunData& run, size_t event);
// Draws all of them, one below the other.
void draw_guard_texts(Panels& ui, const RunData& run);

}  // namespace vt::ui
