// A small picture of a node's values: a heat map beside a histogram, red where there are NaNs or infinities. Drawn
// in the graph's nodes and in the rows of the values panel.
#pragma once
#include <vector>

#include "playground/scene/graph.h"
#include "playground/scene/scene.h"
#include "support/values.h"

namespace vt::scene {

// Fills `place` with the picture of one value.
void draw_value_glyph(Scene& scene, const ValueSummary& value, Rect place, ElementId of);

// The words under a node's name when it is pointed at; the caller translates the formats.
struct ValueWords {
  std::string range = "least %.4g, mean %.4g, greatest %.4g", bad = "NaN: %lld, infinite: %lld",
              error = "compiled is off by %.3g at most, relative %.3g", first_bad = "; the first at %s";
};
// Which nodes have a value: GraphStyle::feet.
std::vector<bool> feet_of(const Graph& graph, const GraphValues& values);
// Adds to each node of a graph's scene what its value was: lines to read, and its picture in the foot.
void add_value_glyphs(Scene& scene, const GraphValues& values, const ValueWords& words = {});

}  // namespace vt::scene
