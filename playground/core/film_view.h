// Plays the film of a compile (scene/film.h) instead of the panels: controls to step, play and seek, a caption, and
// below them the panel that shows the stage, with the frame's items highlighted.
#pragma once
#include "playground/core/app.h"

namespace vt::ui {

// Starts at the frame of this stage; at the first one if `stage` is empty.
void open_film(Panels& ui, const std::string& stage = {});
void close_film(Panels& ui);
// Draws into `size` at the current position.
void draw_film(Panels& ui, ImVec2 size);

}  // namespace vt::ui
