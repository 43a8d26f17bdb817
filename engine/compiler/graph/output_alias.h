// How the outputs of a graph share memory, by PyTorch's aliasing rules. A view of an input, or of a base that several
// outputs share, is made at run time from that tensor, after mutated inputs have their new values. A write through one
// alias is then visible through the other, and gradients flow as in eager execution. Filled by autodiff/plan_outputs.h.
#pragma once
#include "ops/view_step.h"

namespace vt {

struct OutputAlias {
  // kNothing: own memory. kAsComputed: the value that the graph computes, although it is a view.
  enum class Of : uint8_t { kNothing, kInput, kOutput, kAsComputed } of = Of::kNothing;
  int position = -1;      // of that input or output
  ViewSteps steps;        // view ops to apply to it
  bool itself = false;    // no view: the same tensor object
  bool detached = false;  // gradients do not flow through the view
  bool tracked = true;    // made while grad mode was on
};

struct OutputPlan {
  std::vector<OutputAlias> aliases;  // per output of the program
  TensorList shared_bases;           // appended to the outputs: bases that several outputs are views of
};

}  // namespace vt
