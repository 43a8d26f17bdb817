// The back edge from capture to the compiler: what "inductor", "aot_eager" and
// torch._inductor.compile_fx reach. Capture owns the interface, session/ implements it.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensor/symbolic.h"
#include "vm/interpreter.h"

namespace vt {

// Compilers written in the language, for the two halves of the joint graph: functions of an
// fx graph over ATen operators and of example inputs.
struct ProgramCompilers {
  vm::Value forward, backward, inference;
  bool recompute = false;                // cut where least is saved, not where the forward ends
  std::vector<std::string> input_names;  // empty: primals_1 or arg0_1, as PyTorch names them
};

struct GraphCompileOptions {
  std::string backend = "inductor";  // "aot_eager": the graphs run op by op
  std::string mode;                  // "default", "reduce-overhead", "max-autotune", ""
  std::vector<std::pair<std::string, std::string>> options;
  std::string compile_id;                       // "0/1": for events
  const ProgramCompilers* compilers = nullptr;  // instead of kernels
  std::shared_ptr<ShapeEnv> shapes;             // owner of the size symbols in example_inputs; null if none
};

class GraphCompiler {
 public:
  virtual ~GraphCompiler() = default;
  // `graph_module`: an fx GraphModule. `example_inputs`: one per placeholder, tensors (fake
  // ones carry symbolic sizes) and ints or SymInts. Returns a callable that takes the same
  // inputs and returns what the graph's output node says, with gradients if they are wanted.
  virtual vm::Value compile(vm::Interpreter& vm, const vm::Value& graph_module,
                            const std::vector<vm::Value>& example_inputs, const GraphCompileOptions& options) = 0;
};
// The compiler of this thread's run; null when none is installed.
GraphCompiler* graph_compiler();
void set_graph_compiler(GraphCompiler* compiler);

}  // namespace vt
