// Layered layout of one level of a graph, top to bottom: positions of boxes,
// and routes of edges. Layer and order depend on the edges only, not on sizes,
// so a box that grows when it is unfolded pushes others aside but never
// changes the order. Nested graphs are laid out level by level (nested.h).
#pragma once
#include <vector>

#include "playground/scene/scene.h"

namespace vt::scene {

struct LayerNode {
  float width = 0, height = 0;
  // Ports of a group are on its upper or lower border.
  enum class Pin : uint8_t { kFree, kTop, kBottom } pin = Pin::kFree;
  float middle = -1;  // default x of attachments, from the left; -1: the middle
};

struct LayerEdge {
  uint32_t from = 0, to = 0;
  uint32_t source = 0;           // edges with the same source share their route where possible
  float from_x = -1, to_x = -1;  // x of the attachment from the left of the box; -1: the default
};

// A segment of a route between adjacent layers; drawn once, for all edges that use it. The segments of one source form
// a tree.
struct LayerSegment {
  std::vector<Point> points;
  std::vector<uint32_t> edges;           // edges that end with it; those that continue are listed at later segments
  uint32_t source = 0;                   // source of the edges
  int before = -1;                       // index of the preceding segment; -1: starts at a node
  bool leaves = false, arrives = false;  // starts or ends at a node rather than a passage
  uint32_t from = 0, to = 0;             // these nodes
};

struct LayeredLayout {
  std::vector<Rect> boxes;  // per node
  std::vector<LayerSegment> segments;
  float width = 0, height = 0;
};

LayeredLayout lay_out_layers(const std::vector<LayerNode>& nodes, const std::vector<LayerEdge>& edges);

}  // namespace vt::scene
