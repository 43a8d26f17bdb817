// What was measured of a compiled function as pictures: time per call over sizes, and one warm call of each
// side as bars over time.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "playground/scene/scene.h"
#include "support/measurement.h"

namespace vt::scene {

// What the pictures say; the caller translates.
struct MeasureWords {
  std::string eager = "eager", compiled = "compiled", range = "%s (%s to %s)", line = "line %d",
              call = "%s per call, %d pieces of work", call_one = "%s per call, 1 piece of work";
  std::string (*time)(double us) = nullptr;  // "12.3 µs"
  std::string (*translate)(const std::string&) = nullptr;
};

// Both axes by powers; the stroke at a point is what nine of ten samples lie within.
Scene curve_scene(const MeasuredFunction& function, float width, const MeasureWords& words);

struct CallLook {
  MeasureWords words;
  float width = 600;
  double first = 0, last = 0;                                              // microseconds in view
  std::function<std::vector<ItemId>(const std::vector<int>&)> line_items;  // what stands for lines of the program
};
// When the longer of the two calls ends.
double end_of_calls(const MeasuredFunction& function);
// Eager above compiled, on one scale.
Scene calls_scene(const MeasuredFunction& function, const CallLook& look);
// The colour of a kind of work.
Role work_role(WorkKind kind);

std::string size_text(int64_t size);  // "4096", "64k"

}  // namespace vt::scene
