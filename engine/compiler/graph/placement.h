// The device that a graph computes on. Used by the table of passes and by the pipeline.
#pragma once
#include <cstdint>

#include "graph/graph.h"

namespace vt {

enum class Placement : uint8_t { kCpu, kCuda, kWebGpu, kMixed };

// A rank-0 CPU tensor as an input or constant does not make a device graph mixed: the device takes it as a number.
Placement placement_of(const Graph& graph);

}  // namespace vt
