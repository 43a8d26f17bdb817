// Nodes and edges drawn in layers. The layout depends on the graph alone, so that it stays
// put between frames and between equal runs.
#pragma once
#include "playground/core/app.h"

namespace vt::ui {

void diagram_view(Panels& ui, const Diagram& diagram);

}  // namespace vt::ui
