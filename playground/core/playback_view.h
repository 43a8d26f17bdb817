// Stepping through a recording: what the step panel and the capture view share.
#pragma once
#include <string>

#include "playground/core/app.h"

namespace vt::ui {

// Buttons, arrow keys and a slider; true when the position moved.
bool playback_controls(Playback& playback, const Recording& recording, bool with_marks);
// Line and function of the step, its source line beneath.
void step_place(const RunData& run, const Recording& recording, const RecordedStep& step);
// Names, types and values of a frame; `only` chooses by name. False if there is none.
bool variables_table(const char* id, const Playback& playback, uint32_t frame, bool (*only)(const std::string& name));

}  // namespace vt::ui
