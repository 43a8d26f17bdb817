// Who wants to know that a 0-d tensor was read as an int argument: a trace in progress, to
// which the number is a value. Null while nobody does.
#pragma once
#include "tensor/tensor.h"

namespace vt::torch {

using IntReadHook = void (*)(const Tensor&);
IntReadHook& int_read_hook();

}  // namespace vt::torch
