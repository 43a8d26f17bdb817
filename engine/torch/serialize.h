// torch.save and torch.load: plain data and tensors as bytes, read without running code.
#pragma once
#include "torch/objects.h"

namespace vt::torch {

Value serialize(Interpreter& vm, const Arguments& a);    // object -> bytes
Value deserialize(Interpreter& vm, const Arguments& a);  // bytes -> object

}  // namespace vt::torch
