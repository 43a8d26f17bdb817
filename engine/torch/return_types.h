// The named tuples that ops with several results return: torch.return_types.max and so on.
#pragma once
#include "ops/table.h"
#include "torch/objects.h"

namespace vt::torch {

Value make_return_type(const Schema& schema, const std::vector<Tensor>& outputs);
void define_return_types(vm::Module& torch_c);

}  // namespace vt::torch
