// The call from capture into the compiler, for "inductor", "aot_eager" and torch._inductor.compile_fx. It goes against
// the order of the stages, so capture declares the interface and session/ implements it.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensor/symbolic.h"
#include "vm/interpreter.h"

namespace vt {

// Compilers that the program wrote in Python for the forward and backward halves of the joint graph (aot_autograd).
// Each is called with an fx graph of ATen operators and its example inputs.
struct ProgramCompilers {
  vm::Value forward, backward, inference;
  bool recompute = false;                // partition by min-cut (save least, recompute), not at the forward's end
  std::vector<std::string> input_names;  // names of the placeholders; empty: PyTorch's, primals_1 or arg0_1
};

struct GraphCompileOptions {
  std::string backend = "inductor";  // "aot_eager": no code generation, the graphs run op by op
  std::string mode;                  // "default", "reduce-overhead", "max-autotune", ""
  std::vector<std::pair<std::string, std::string>> options;
  std::string compile_id;                       // "0/1": frame and recompilation number, the title of events
  const ProgramCompilers* compilers = nullptr;  // if set, these compile the graphs instead of code generation
  std::shared_ptr<ShapeEnv> shapes;  // environment of the size symbols in example_inputs; null: sizes are static
};

class GraphCompiler {
 public:
  virtual ~GraphCompiler() = default;
  // `graph_module`: an fx GraphModule. `example_inputs`: one value per placeholder, a tensor (a fake one carries
  // symbolic sizes), an int or a SymInt. Returns a callable with the same inputs, whose result has the structure of the
  // graph's output node; its tensors have a grad_fn where an input requires a gradient.
  virtual vm::Value compile(vm::Interpreter& vm, const vm::Value& graph_module,
                            const std::vector<vm::Value>& example_inputs, const GraphCompileOptions& options) = 0;
};
// The compiler installed for this thread's run; null if none is.
GraphCompiler* graph_compiler();
void set_graph_compiler(GraphCompiler* compiler);

}  // namespace vt
