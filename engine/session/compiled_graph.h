// The result of compilation: a Python callable that runs the forward's kernels and, if gradients are needed, adds the
// compiled backward to the tape.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "autodiff/partition.h"
#include "ops/arg.h"
#include "runtime/runtime.h"
#include "vm/interpreter.h"

namespace vt {

// Runs one compiled graph: kernels, or op by op.
using GraphRunner = std::function<Outputs(RuntimeInputs)>;

struct CompiledGraph {
  GraphRunner forward, backward;       // backward is empty for inference
  vm::Value result;                    // structure of the result; computed leaves are replaced in order
  vm::Value eager;                     // the captured graph module; runs if inputs violate the kernels' assumptions
  std::vector<bool> number;            // computed leaves that are Python numbers
  std::optional<bool> grad_mode_left;  // the grad mode after the graph, if it switches it
  bool switches_grad_on = false;       // grad mode is on in some part of the graph
  int forward_outputs = 0;             // outputs, and new values of mutated inputs
  std::vector<std::pair<int, int>> mutated_inputs;  // input <- forward output
  int saved_tensors = 0, saved_numbers = 0;
  std::vector<int> tangent_of;         // per tangent: the output
  std::vector<bool> gives_gradient;    // per input: whether the backward computes its gradient
  std::vector<OutputAlias> aliases;    // per output of the program
  std::shared_ptr<const Graph> sizes;  // inputs alone: binds the size symbols of `aliases`
};

// The fields that are known before code is generated.
CompiledGraph graph_without_code(const Graph& inference, std::vector<OutputAlias> aliases);
CompiledGraph graph_without_code(const Partition& training, std::vector<OutputAlias> aliases);

struct FxRecording;
// `eager`: the captured graph module.
vm::Value make_compiled_callable(CompiledGraph graph, const FxRecording& recording, const vm::Value& eager);

}  // namespace vt
