// torch.jit.trace: records the ops of one real run into a script graph. While a trace is
// active a dispatcher stands in front of the eager one; sizes are tensors that remember
// where they came from, and whatever turns a tensor into a plain value warns.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

void install_trace(vm::Module& module);       // adds the functions to _vitrine_script
void install_size_scope(vm::Module& module);  // size_scope(), what torch.export traces with
bool tracing();
void forget_trace();  // at the end of a run that was stopped in the middle of a trace
// A call of a script function during a trace is one node; false outside of one.
bool trace_script_call(const FunctionPtr& function, const std::vector<vm::Value>& arguments, vm::Value* result);

}  // namespace vt::script
