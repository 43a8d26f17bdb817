// What panels show of measured functions in common: the buttons, the progress, which function, the headline.
#pragma once
#include <string>

#include "playground/core/app.h"
#include "playground/scene/measure_scene.h"

namespace vt::ui {

// How far a measurement is (0 to 1), Stop, and what is measured now; `unnamed` where that is not known yet.
void draw_progress(Panels& ui, double part, const std::string& now, const char* unnamed);
// The line above a measurement: buttons, or how far it is with Stop. Draws an invitation and gives null
// while nothing is measured; else the function that is chosen.
const MeasuredFunction* measured_function(Panels& ui);
// "2.1 times as fast compiled (1.9 to 2.3)", in the language shown, large.
void draw_headline(Panels& ui, const MeasuredFunction& function);
// "43%", "from the cache", or nothing.
std::string share_text(double us, double bytes, double flops, const Ceilings& ceilings);
// What the pictures of measurements say, in the language shown.
scene::MeasureWords measure_words();

}  // namespace vt::ui
