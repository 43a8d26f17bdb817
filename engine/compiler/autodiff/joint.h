// The joint graph: forward and backward in one graph. The eager tape differentiates the recorder's fake tensors,
// so each gradient rule is written once, and the ops that it calls are recorded here. Before partition.h.
#pragma once
#include <span>
#include <vector>

#include "graph/recorder.h"

namespace vt {

// Inputs of the graph: primals, then tangents. Outputs: the results of the forward, then the new values of
// inputs that were mutated in place (Graph::mutated_inputs), then one gradient per primal (None for a primal
// without gradient).
struct JointGraph {
  Graph graph;
  int primals = 0;
  int forward_outputs = 0;           // includes the new values of mutated inputs
  std::vector<int> tangent_of;       // per tangent: index of the forward output whose gradient it is
  std::vector<bool> is_parameter;    // per primal: costs nothing to save, because the caller keeps it alive anyway
  std::vector<OutputAlias> aliases;  // per output of the program; an alias has no tangent, its base has
};

// `primals`: the recorder's input fakes in order (undefined for numbers). `outputs`: the results of the program
// on these fakes (tensors, numbers, None). Primals that require grad get gradients; `is_parameter` as in
// JointGraph.
JointGraph build_joint(GraphRecorder& recorder, std::span<const Tensor> primals, std::span<const Arg> outputs,
                       std::vector<bool> is_parameter = {});

}  // namespace vt
