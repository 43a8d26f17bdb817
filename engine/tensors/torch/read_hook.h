// Who wants to know that a 0-d tensor was read as a number, an int or any: a trace in progress,
// to which the number is a value. Null while nobody does.
#pragma once
#include <cstdint>

#include "tensor/tensor.h"

namespace vt::torch {

using NumberReadHook = void (*)(const Tensor&, bool as_scalar);
NumberReadHook& number_read_hook();

// A number that the program computed from sizes which may vary: the operator's name in the
// module operator, its operands and what came out. torch.export keeps it as a node.
using SizeArithmeticHook = void (*)(const char* name, const SymInt& left, const SymInt& right, const SymInt& result);
SizeArithmeticHook& size_arithmetic_hook();

// How many transforms of torch.func that differentiate are running: a tensor prints what tracks it.
int& transform_depth();
// Whether a level of torch.autograd.forward_ad is open: dual tensors print their tangent.
bool& dual_level_open();

// Inside vmap a tensor of the program's stands for many examples: its elements cannot be read.
enum class BatchedRead : uint8_t { kItem, kTruth, kMask };
bool& batched_reads_refused();
void check_batched_read(BatchedRead read);  // raises in code of the program, not in the library's own

}  // namespace vt::torch
