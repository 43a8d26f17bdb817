// What compiling gives back: a callable of the language that runs the forward's kernels
// and, when gradients are wanted, hangs the compiled backward on the tape.
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
  vm::Value result;                    // template: constants stay, computed leaves are replaced in order
  vm::Value eager;                     // the captured graph module: runs where the kernels' assumptions fail
  std::vector<bool> number;            // computed leaves that are numbers to the program
  std::optional<bool> grad_mode_left;  // the graph switches it for what follows
  bool switches_grad_on = false;       // for a part of it, at least
  int forward_outputs = 0;             // outputs and new values of changed inputs
  std::vector<std::pair<int, int>> mutated_inputs;  // input <- forward output
  int saved_tensors = 0, saved_numbers = 0;
  std::vector<int> tangent_of;         // per tangent: the output
  std::vector<bool> gives_gradient;    // per input: whether the backward has one for it
  std::vector<OutputAlias> aliases;    // per output of the program
  std::shared_ptr<const Graph> sizes;  // inputs alone: where the size symbols of aliases get their values
};

// What callers know of a graph before there is code for it.
CompiledGraph graph_without_code(const Graph& inference, std::vector<OutputAlias> aliases);
CompiledGraph graph_without_code(const Partition& training, std::vector<OutputAlias> aliases);

struct FxRecording;
// `eager`: the captured graph module.
vm::Value make_compiled_callable(CompiledGraph graph, const FxRecording& recording, const vm::Value& eager);

}  // namespace vt
