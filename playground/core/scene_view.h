// A scene in a panel: dragged, zoomed, searched and pointed at, with a map of the whole.
#pragma once
#include "playground/core/app.h"
#include "playground/core/scene_draw.h"

namespace vt::ui {

// Fills the rest of the panel. Returns the element whose head was clicked to fold or unfold it, or kNoElement.
scene::ElementId scene_view(Panels& ui, DrawnScene& drawn, SceneLook& look);

}  // namespace vt::ui
