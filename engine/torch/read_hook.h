// Who wants to know that a 0-d tensor was read as a number, an int or any: a trace in progress,
// to which the number is a value. Null while nobody does.
#pragma once
#include "tensor/tensor.h"

namespace vt::torch {

using NumberReadHook = void (*)(const Tensor&, bool as_scalar);
NumberReadHook& number_read_hook();

}  // namespace vt::torch
