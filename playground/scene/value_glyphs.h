// A glyph of a node's values: a heat map beside a histogram, with NaNs and infinities in red. Drawn in the nodes of the
// graph and in the rows of the values panel.
#pragma once
#include <vector>

#include "playground/scene/graph.h"
#include "playground/scene/scene.h"
#include "support/values.h"

namespace vt::scene {

// Draws the glyph of one value into `place`.
void draw_value_glyph(Scene& scene, const ValueSummary& value, Rect place, ElementId of);

// Texts of a node's tooltip; the caller translates the formats.
struct ValueWords {
  std::string range = "least %.4g, mean %.4g, greatest %.4g", bad = "NaN: %lld, infinite: %lld",
              error = "compiled is off by %.3g at most, relative %.3g", first_bad = "; the first at %s";
};
// Per node: whether it has a value, for GraphStyle::feet.
std::vector<bool> feet_of(const Graph& graph, const GraphValues& values);
// Adds to each node of a graph's scene the facts of its value, and the glyph in its foot.
void add_value_glyphs(Scene& scene, const GraphValues& values, const ValueWords& words = {});

}  // namespace vt::scene
