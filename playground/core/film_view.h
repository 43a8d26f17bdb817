// Plays the film of a compile (scene/film.h) in place of the panels: a bar to step, play and scrub, a
// caption, and below them the panel that shows the stage, with what the film is about lit up.
#pragma once
#include "playground/core/app.h"

namespace vt::ui {

// Starts at the frame that `stage` names, else at the first.
void open_film(Panels& ui, const std::string& stage = {});
void close_film(Panels& ui);
// Fills `size` at the current position.
void draw_film(Panels& ui, ImVec2 size);

}  // namespace vt::ui
