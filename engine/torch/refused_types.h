// Element types that PyTorch's CPU kernels do not take where ours would compute: one table of
// what each function refuses, and in which words. Asked once per call from the language, so that
// the ops inside a composition stay free to use what they like. For binder.cpp,
// tensor_operators.cpp and, as torch._C._refuse_types, for functions written in the language.
#pragma once
#include "ops/op.h"
#include "vm/native.h"

namespace vt::torch {

// Raises if `op` refuses the element type of these arguments.
void refuse_types(const OpDef& op, const Args& args);
void define_refused_types(vm::Module& module);

}  // namespace vt::torch
