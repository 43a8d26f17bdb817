// out= as the language gives it: a tensor, or a tuple of them. The rules are compat/out_rules.h's.
// Before the binder, which finds the argument; functions written in the language come here too.
#pragma once
#include <string>

#include "ops/dispatch.h"
#include "ops/table.h"
#include "torch/objects.h"

namespace vt::torch {

// Whether a value could be out= of a function with so many results.
bool fits_out(const Value& out, size_t results);

// Copies the results of an op into what was given; returns that, or the named tuple of it.
Value store_out(const OpDef& op, const Value& out, const Outputs& outputs);

void define_out_functions(vm::Module& torch_c);

}  // namespace vt::torch
