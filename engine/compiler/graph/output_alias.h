// Where the memory of a graph's outputs is, by PyTorch's rules for results that share it. A view of an input, or of
// what several outputs are views of, is made at run time from that tensor, after inputs have their new values: a write
// to one is then seen through the other, and gradients flow as in eager execution. Found by autodiff/plan_outputs.h.
#pragma once
#include "ops/view_step.h"

namespace vt {

struct OutputAlias {
  // kNothing: memory of its own. kAsComputed: what the graph computes, though it is a view of something.
  enum class Of : uint8_t { kNothing, kInput, kOutput, kAsComputed } of = Of::kNothing;
  int position = -1;      // of the input, or of the output
  ViewSteps steps;        // from there
  bool itself = false;    // not a view: that very tensor
  bool detached = false;  // a view that gradients do not flow through
  bool tracked = true;    // made while gradients were recorded
};

struct OutputPlan {
  std::vector<OutputAlias> aliases;  // per output of the program
  TensorList shared_bases;           // further outputs: what views of them are made from
};

}  // namespace vt
