// The named tuples that ops with several results return: torch.return_types.max and so on.
#pragma once
#include "ops/table.h"
#include "torch/objects.h"

namespace vt::torch {

Value make_return_type(const Schema& schema, const std::vector<Tensor>& outputs);
// Other items in a named tuple of the same fields, whose name ends in `suffix`.
Value renamed_result(const Value& named, const char* suffix, std::vector<Value> items);
void define_return_types(vm::Module& torch_c);

}  // namespace vt::torch
