// On which device a graph computes. Asked by the table of passes and by the pipeline.
#pragma once
#include <cstdint>

#include "graph/graph.h"

namespace vt {

enum class Placement : uint8_t { kCpu, kCuda, kWebGpu, kMixed };

// A number that a graph of a device takes as a CPU tensor without dimensions does not make it a mixed one.
Placement placement_of(const Graph& graph);

}  // namespace vt
