// Cuts a joint graph into forward and backward. What the backward needs is either saved or
// recomputed, whichever moves fewer bytes: a minimum cut (docs/adr/0006-partition.md).
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
  bool recompute = true;    // false: save whatever the backward reads
  bool keep_order = false;  // nodes stay in the order of the joint graph, not of their first use
  // What a constant, or one result of a node that has several, is called when it is saved; null: as its node.
  std::function<std::string(const Node&, int)> result_name;
};

Partition partition(const JointGraph& joint, const PartitionOptions& options = {});

}  // namespace vt
