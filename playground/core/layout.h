// Where the nodes of a diagram go: layers from top to bottom, edges routed between them. No
// drawing and no state: the same graph has the same layout. diagram.cpp draws it.
#pragma once
#include <cstdint>
#include <vector>

#include "support/events.h"

namespace vt::ui {

struct LayoutBox {
  float x = 0, y = 0, width = 0, height = 0;
  float middle() const { return x + width / 2; }
};

struct Layout {
  // The diagram's nodes, then the places where edges pass a layer.
  std::vector<LayoutBox> boxes;
  // Each edge once, from box to box.
  std::vector<std::vector<uint32_t>> paths;
  float width = 0, height = 0;
};

// `widths` has the width of each node.
Layout lay_out(const Diagram& diagram, const std::vector<float>& widths);

}  // namespace vt::ui
