// Parts shared by the panels for measured functions: buttons, progress, choice of the function, headline.
#pragma once
#include <string>

#include "playground/core/app.h"
#include "playground/scene/measure_scene.h"

namespace vt::ui {

// Draws progress (0 to 1), a Stop button and the name of what is measured; `unnamed` is shown before that is known.
void draw_progress(Panels& ui, double part, const std::string& now, const char* unnamed);
// Draws the line above a measurement: buttons, or progress with Stop. Returns the chosen function; null while nothing
// is measured, after drawing an invitation.
const MeasuredFunction* measured_function(Panels& ui);
// Draws "2.1 times as fast compiled (1.9 to 2.3)" in large type, in the current language.
void draw_headline(Panels& ui, const MeasuredFunction& function);
// "43%", "from the cache", or empty.
std::string share_text(double us, double bytes, double flops, const Ceilings& ceilings);
// The words used in diagrams of measurements, in the current language.
scene::MeasureWords measure_words();

}  // namespace vt::ui
