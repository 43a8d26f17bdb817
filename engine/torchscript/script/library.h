// Resolves Python and torch names for scripts: builtins, the operators behind torch's functions, and
// torch.nn.functional. Used by the emitter.
#pragma once
#include "tensor/dtype.h"
#include "torchscript/script/sugared.h"

namespace vt::script {

// Builtin names that need no lookup (print, len, range ...); null for other names.
SugaredPtr known_global(const std::string& name);
// The builtin or special form behind a Python function ("aten::relu" for torch.relu); null for an
// ordinary function.
SugaredPtr library_value(vm::Interpreter& vm, const vm::Value& value);
// TorchScript's integer codes of dtypes.
int64_t dtype_number(DType dtype);
std::optional<DType> dtype_of_number(int64_t number);
// The modifier that torch.jit.ignore, unused etc. have set on a function; "" if none.
std::string modifier_of(vm::Interpreter& vm, const vm::Value& function);

}  // namespace vt::script
