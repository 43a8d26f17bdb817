// A scene in a panel: dragged, zoomed, searched and pointed at, with a map of the whole.
#pragma once
#include "playground/core/app.h"
#include "playground/core/scene_draw.h"

namespace vt::ui {

// Fills the rest of the panel. Returns the element whose head was clicked to fold or unfold it, or kNoElement.
scene::ElementId scene_view(Panels& ui, DrawnScene& drawn, SceneLook& look);

// A scene among the text of a panel, as large as it is; its widths are the panel's. Over it or not, `dragged` says
// whether it is, for a panel that moves its own axis.
struct StillView {
  bool over = false, dragged = false;
};
StillView still_scene(Panels& ui, const char* id, DrawnScene& drawn);

}  // namespace vt::ui
