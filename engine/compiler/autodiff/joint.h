// The joint graph: forward and backward in one. The ordinary tape runs backwards over the
// recorder's fakes, so gradients are written once and recorded here. Before partition.h.
#pragma once
#include <span>
#include <vector>

#include "graph/recorder.h"

namespace vt {

// Inputs of the graph: primals, then tangents. Outputs: what the forward returns, then the
// new values of changed inputs (Graph::mutated_inputs), then a gradient per primal (None
// where there is none).
struct JointGraph {
  Graph graph;
  int primals = 0;
  int forward_outputs = 0;           // changed inputs included
  std::vector<int> tangent_of;       // per tangent: the forward output that it is the gradient of
  std::vector<bool> is_parameter;    // per primal: free to save, the caller keeps it anyway
  std::vector<OutputAlias> aliases;  // per output of the program; gradients of an alias flow through what it is of
};

// `primals`: the recorder's input fakes in order (undefined for numbers), `outputs`: what
// the program returned when run on them (tensors, numbers, None). Fakes that require
// grad get gradients.
JointGraph build_joint(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs,
                       std::vector<bool> is_parameter = {});

}  // namespace vt
