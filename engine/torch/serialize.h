// torch.save and torch.load: plain data and tensors as bytes. Objects of classes go by what they are made of,
// and come back only through a function that finds classes and may refuse them.
#pragma once
#include "torch/objects.h"

namespace vt::torch {

Value serialize(Interpreter& vm, const Arguments& a);    // object -> bytes
Value deserialize(Interpreter& vm, const Arguments& a);  // bytes, find_global -> object

}  // namespace vt::torch
