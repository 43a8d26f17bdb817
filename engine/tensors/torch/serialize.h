// torch.save and torch.load: plain data and tensors as bytes. Objects of classes go by what they are made of,
// and come back only through a function that finds classes and may refuse them.
#pragma once
#include "torch/objects.h"

namespace vt::torch {

Value serialize(Interpreter& vm, const Arguments& a);    // object -> bytes
Value deserialize(Interpreter& vm, const Arguments& a);  // bytes, find_global -> object
// The elements of one tensor as they lie in memory: what safetensors files hold.
Value bytes_of_tensor(Interpreter& vm, const Arguments& a);  // contiguous tensor -> bytes
Value tensor_of_bytes(Interpreter& vm, const Arguments& a);  // bytes, dtype -> tensor of one dimension

}  // namespace vt::torch
