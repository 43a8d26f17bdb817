// One level of a graph in layers from top to bottom: where its boxes go and which way its edges
// take. Which layer and which place in it a box has depends on the edges alone, not on sizes: a
// box that grows, because it is unfolded, pushes the others apart and swaps none. Nested graphs
// are laid out level by level (nested.h).
#pragma once
#include <vector>

#include "playground/scene/scene.h"

namespace vt::scene {

struct LayerNode {
  float width = 0, height = 0;
  // Ports of a group stand on its edges.
  enum class Pin : uint8_t { kFree, kTop, kBottom } pin = Pin::kFree;
  float middle = -1;  // where edges attach that say nothing of it; from the left
};

struct LayerEdge {
  uint32_t from = 0, to = 0;
  uint32_t source = 0;           // edges of one source share their way as far as they can
  float from_x = -1, to_x = -1;  // where it attaches, from the left of the box; -1: the middle
};

// A piece of way between neighbouring layers, drawn once however many edges take it: the segments of one source are a
// tree.
struct LayerSegment {
  std::vector<Point> points;
  std::vector<uint32_t> edges;           // that end here; those that only pass end further down the tree
  uint32_t source = 0;                   // of the edges
  int before = -1;                       // the segment that it continues; -1: it leaves a node
  bool leaves = false, arrives = false;  // a node, not a passage to the next layer
  uint32_t from = 0, to = 0;             // the nodes, if so
};

struct LayeredLayout {
  std::vector<Rect> boxes;  // of the nodes
  std::vector<LayerSegment> segments;
  float width = 0, height = 0;
};

LayeredLayout lay_out_layers(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges);

}  // namespace vt::scene
