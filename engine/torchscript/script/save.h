// Serialization of scripts (torch.jit.save, torch.jit.load).
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

// `root`: a function or a module's object; `extra`: a dict from names to bytes.
vm::Value to_bytes(vm::Interpreter& vm, const vm::Value& root, const vm::Value& extra);
vm::Value from_bytes(vm::Interpreter& vm, const std::string& data);  // (function or object, extra)

}  // namespace vt::script
