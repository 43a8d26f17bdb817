// Diagrams of a compiled function's measurements: time per call over input sizes, and one warm call of each side as
// bars over time.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "playground/scene/scene.h"
#include "support/measurement.h"

namespace vt::scene {

// Texts; translated by the caller.
struct MeasureWords {
  std::string eager = "eager", compiled = "compiled", range = "%s (%s to %s)", line = "line %d",
              call = "%s per call, %d pieces of work", call_one = "%s per call, 1 piece of work";
  std::string (*time)(double us) = nullptr;  // "12.3 µs"
  std::string (*translate)(const std::string&) = nullptr;
};

// The curve with logarithmic axes; the stroke at a point spans the 10th to the 90th percentile.
Scene curve_scene(const MeasuredFunction& function, float width, const MeasureWords& words);

struct CallLook {
  MeasureWords words;
  float width = 600;
  double first = 0, last = 0;                                              // visible range in microseconds
  std::function<std::vector<ItemId>(const std::vector<int>&)> line_items;  // the items for lines of the program
};
// The end of the longer of the two calls.
double end_of_calls(const MeasuredFunction& function);
// Both calls, eager above compiled, with one scale.
Scene calls_scene(const MeasuredFunction& function, const CallLook& look);
// The colour for a kind of work.
Role work_role(WorkKind kind);

std::string size_text(int64_t size);  // "4096", "64k"

}  // namespace vt::scene
