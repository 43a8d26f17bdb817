// Cuts a joint graph into forward and backward. A value that the backward uses is either saved or recomputed;
// a minimum cut finds the choice that moves the fewest bytes (docs/adr/0006-partition.md).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "autodiff/joint.h"

namespace vt {

struct Partition {
  Graph forward;   // primals -> forward outputs, then saved tensors, then saved numbers
  Graph backward;  // saved tensors, saved numbers, tangents -> a gradient per primal
  int forward_outputs = 0;
  int saved_tensors = 0;
  int saved_numbers = 0;
  std::vector<bool> given;  // per input of the backward: no caller holds it for itself, as it does parameters
  std::vector<int> tangent_of;
  // Per saved value, for the panels: its name in the joint graph and its bytes.
  std::vector<std::string> saved_names;
  int64_t saved_bytes = 0;
};

struct PartitionOptions {
  bool recompute = true;    // false: save every value that the backward uses
  bool keep_order = false;  // keep the node order of the joint graph, not the order of first use
  // Name of a saved constant or of one result of a multi-result node; null: the node's own name.
  std::function<std::string(const Node&, int)> result_name;
};

Partition partition(const JointGraph& joint, const PartitionOptions& options = {});

}  // namespace vt
