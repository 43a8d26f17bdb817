// The inner loops of the expression evaluator, chosen by operation and register type.
// Between evaluate.cpp, which walks the tensors, and one source per register type.
#pragma once
#include <cstddef>
#include <cstdint>

#include "loop/expr.h"
#include "tensor/dtype.h"

namespace vt {

enum class RegisterType : uint8_t { kBool, kInt, kFloat, kDouble };
RegisterType register_type(DType dtype);
int64_t register_bytes(DType dtype);
// Memory of this dtype can serve as a register without conversion.
bool stored_as_register(DType dtype);

using EvaluateStep = void (*)(std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c, int64_t n);
using LoadStep = void (*)(std::byte* out, const std::byte* in, int64_t stride, int64_t n);
using StoreStep = void (*)(std::byte* out, int64_t stride, const std::byte* in, int64_t n);

// The loop for `op` on operands of `from` (their common dtype; of a select, its branches').
EvaluateStep evaluate_step(loop::ScalarOp op, DType from, DType to);
// What brings a result back into the range of its dtype; null where it cannot leave it.
EvaluateStep wrap_step(loop::ScalarOp op, DType dtype);
LoadStep load_step(DType memory, DType dtype);
StoreStep store_step(DType dtype, DType memory);

EvaluateStep float_step(loop::ScalarOp op);
EvaluateStep double_step(loop::ScalarOp op);
EvaluateStep int_step(loop::ScalarOp op);
EvaluateStep bool_step(loop::ScalarOp op);

}  // namespace vt
