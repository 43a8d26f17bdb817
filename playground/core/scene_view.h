// A scene in a panel: drag, zoom, search, hover and pin, with an overview map.
#pragma once
#include "playground/core/app.h"
#include "playground/core/scene_draw.h"

namespace vt::ui {

// Draws into the rest of the panel. Returns the element whose head was clicked to fold or unfold it, or kNoElement.
scene::ElementId scene_view(Panels& ui, DrawnScene& drawn, SceneLook& look);

// Draws a scene within a panel's text, at its own size and without panning. `over`: the pointer is on it; `dragged`: it
// is being dragged, for panels that move an axis of their own.
struct StillView {
  bool over = false, dragged = false;
};
StillView still_scene(Panels& ui, const char* id, DrawnScene& drawn);

}  // namespace vt::ui
