// Runs a captured fx graph once on fakes, so that the recorder sees the tensor ops it is
// made of. What the language computes besides (tuples, numbers) is kept as a template.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/compiler_interface.h"
#include "graph/recorder.h"

namespace vt {

// Calls of the captured graph that became several core operations each, and these.
struct Decomposition {
  std::vector<std::string> calls;
  std::vector<NodeId> nodes;
};

struct FxRecording {
  std::unique_ptr<GraphRecorder> recorder;
  TensorList primals;                  // a fake per placeholder; undefined for numbers
  std::vector<bool> is_parameter;      // per placeholder
  std::vector<Arg> outputs;            // the tensors and numbers among the leaves of the result
  std::vector<bool> number;            // per output: what `item` gave, or what follows from such numbers alone
  vm::Value result;                    // the output node's tree, with fakes at its leaves
  std::optional<bool> grad_mode_left;  // what the graph switches it to for what follows
  bool switches_grad_on = false;       // for a part of the graph, at least
  bool wants_gradient = false;         // grad mode is on and an input requires a gradient
  Decomposition decomposition;         // filled in while somebody listens
};

FxRecording record_fx(vm::Interpreter& vm, const vm::Value& graph_module, const std::vector<vm::Value>& example_inputs,
                      const GraphCompileOptions& options);

// Is this leaf of the result computed by the graph (a tensor or a symbolic number)?
bool is_computed(const vm::Value& leaf);

}  // namespace vt
