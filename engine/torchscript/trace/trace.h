// torch.jit.trace: records the ops of one real run as a script graph. During a trace, a tracing dispatcher
// stands in front of the eager one; sizes are tensors that remember their origin, and every conversion of a
// tensor to a Python value warns.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

void install_trace(vm::Module& module);       // adds its functions to _vitrine_script
void install_size_scope(vm::Module& module);  // size_scope(), the environment in which torch.export traces
bool tracing();
void forget_trace();  // at the end of a run that stopped during a trace
// Records the call of a script function as one node; false if no trace is active.
bool trace_script_call(const FunctionPtr& function, const std::vector<vm::Value>& arguments, vm::Value* result);

}  // namespace vt::script
