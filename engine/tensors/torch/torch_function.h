// __torch_function__: what classes of tensors, objects that stand for tensors, and modes of the
// program do with calls of torch. Asked by binder.cpp, tensor_operators.cpp and tensor_index.cpp
// before a call runs.
#pragma once
#include "torch/objects.h"

namespace vt::torch {

// A tensor of a class of the program's own that has a say in calls (Parameter has none).
bool has_custom_torch_function(const Value& v);
// What the handlers of foreign arguments (fx.Proxy, subclasses of Tensor) make of the call; null
// if there are none or all decline, which `declined` tells.
Value try_torch_function(Interpreter& vm, const Value& function, const Arguments& arguments, bool* declined = nullptr);
[[noreturn]] void raise_declined(Interpreter& vm, const std::string& name, bool functional, const Arguments& arguments);

// TorchFunctionMode: the innermost of those that are entered gets the call.
bool has_function_mode();
Value call_function_mode(Interpreter& vm, const Value& function, const Arguments& arguments);

// TorchDispatchMode: what its function in torch.utils._python_dispatch makes of a value that no op of ours stands for
// ("_lift_fresh", "_read_number"); the value itself where no mode is entered.
Value seen_by_dispatch_mode(Interpreter& vm, const char* function, const Value& value);

void install_torch_function(Type* tensor);
void define_torch_functions(vm::Module& module);

}  // namespace vt::torch
