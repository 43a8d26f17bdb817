// Runs a captured fx graph once on fakes, so that the recorder sees its tensor ops. Other results of Python code
// (tuples, numbers) are kept as a template.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/compiler_interface.h"
#include "graph/recorder.h"

namespace vt {

// Calls of the captured graph that decomposed into several core ops, with these ops.
struct Decomposition {
  std::vector<std::string> calls;
  std::vector<NodeId> nodes;
};

struct FxRecording {
  std::unique_ptr<GraphRecorder> recorder;
  TensorList primals;                  // one fake per placeholder; undefined for numbers
  std::vector<bool> is_parameter;      // per placeholder
  std::vector<Arg> outputs;            // the tensors and numbers among the leaves of the result
  std::vector<bool> number;            // per output: the result of `item`, or computed from such numbers only
  vm::Value result;                    // the output node's argument tree, with fakes as leaves
  std::optional<bool> grad_mode_left;  // the grad mode after the graph, if it switches it
  bool switches_grad_on = false;       // grad mode is on in some part of the graph
  bool wants_gradient = false;         // grad mode is on and an input requires a gradient
  Decomposition decomposition;         // filled if an event listener is attached
};

FxRecording record_fx(vm::Interpreter& vm, const vm::Value& graph_module, const std::vector<vm::Value>& example_inputs,
                      const GraphCompileOptions& options);

// Whether the graph computes this leaf of the result (a tensor or a symbolic number).
bool is_computed(const vm::Value& leaf);

}  // namespace vt
