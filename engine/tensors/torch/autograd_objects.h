// The language's objects for nodes of the tape, and custom autograd.Function.
#pragma once
#include "eager/autograd.h"
#include "torch/objects.h"

namespace vt::torch {

Value wrap_node(const Ref<GradNode>& node);  // None for null
GradNode* node_of(const Value& v);           // nullptr if it is none
void install_grad_function_type();
// A hook of the language as the engine calls it.
TensorHook language_hook(Value callable);
// handle.remove() for the hook with this id.
Value removable_handle(vm::NativeFn remove, Value owner, int64_t id);
// An attribute of a custom Function's context, for its node; a null Value if there is none.
Value function_attribute(GradNode& node, vm::Str* name);
// The primitives of torch.autograd.Function; the class itself is in autograd/function.py.
void define_function_primitives(Interpreter& vm, vm::Module& torch_c);

}  // namespace vt::torch
