// What names of the language and of torch mean in a script: builtins, operators behind
// torch's functions, torch.nn.functional. Used by the emitter.
#pragma once
#include "tensor/dtype.h"
#include "torchscript/script/sugared.h"

namespace vt::script {

// print, len, range ...: names that need no lookup; null if `name` is none of them.
SugaredPtr known_global(const std::string& name);
// A builtin or special form behind a function of the language ("aten::relu" for
// torch.relu); null if it is an ordinary function.
SugaredPtr library_value(vm::Interpreter& vm, const vm::Value& value);
// TorchScript's numbers for dtypes and memory formats.
int64_t dtype_number(DType dtype);
std::optional<DType> dtype_of_number(int64_t number);
// The modifier of torch.jit.ignore and its kin, or "".
std::string modifier_of(vm::Interpreter& vm, const vm::Value& function);

}  // namespace vt::script
