// The named tuples that ops with several results return: torch.return_types.max and so on.
#pragma once
#include "ops/table.h"
#include "torch/objects.h"

namespace vt::torch {

Value make_return_type(const Schema& schema, const std::vector<Tensor>& outputs);
// The class for an op's results, made on first use.
Type* return_type(const Schema& schema);

}  // namespace vt::torch
