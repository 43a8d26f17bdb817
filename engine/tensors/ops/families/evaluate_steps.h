// The inner loops of the expression evaluator, chosen by operation and register type.
// Between evaluate.cpp, which walks the tensors, and one source per register type.
#pragma once
#include <cstddef>
#include <cstdint>

#include "loop/expr.h"
#include "tensor/dtype.h"

namespace vt {

// What elements are computed in: REGISTER(name, type in memory, type that conversions give it).
// clang-format off
#define VT_REGISTERS(REGISTER)                                                               \
  REGISTER(kBool, uint8_t, bool) REGISTER(kByte, uint8_t, uint8_t)                           \
  REGISTER(kSignedByte, int8_t, int8_t) REGISTER(kShort, int16_t, int16_t)                   \
  REGISTER(kInt, int32_t, int32_t) REGISTER(kLong, int64_t, int64_t)                         \
  REGISTER(kFloat, float, float) REGISTER(kDouble, double, double)
// clang-format on
enum class RegisterType : uint8_t {
#define REGISTER(name, type, meaning) name,
  VT_REGISTERS(REGISTER)
#undef REGISTER
};
RegisterType register_type(DType dtype);
int64_t register_bytes(DType dtype);
// Memory of this dtype can serve as a register without conversion.
bool stored_as_register(DType dtype);

#define VT_STEP_PARAMETERS (std::byte * out, const std::byte* a, const std::byte* b, const std::byte* c, int64_t n)
using EvaluateStep = void(*) VT_STEP_PARAMETERS;
// The loops of one operation. `with_number` reads one element at `b` instead of n, `of_number` one at `a`; null where
// there is none.
struct EvaluateLoops {
  EvaluateStep step = nullptr;
  EvaluateStep with_number = nullptr, of_number = nullptr;
  EvaluateLoops(EvaluateStep loop = nullptr, EvaluateStep with = nullptr, EvaluateStep of = nullptr)
      : step(loop), with_number(with), of_number(of) {}
};
using LoadStep = void (*)(std::byte* out, const std::byte* in, int64_t stride, int64_t n);
using StoreStep = void (*)(std::byte* out, int64_t stride, const std::byte* in, int64_t n);

// The loops for `op` on operands of `from` (their common dtype; of a select, its branches').
EvaluateLoops evaluate_loops(loop::ScalarOp op, DType from, DType to);
// Of elements at a: limited to the numbers at b and, which wins, c. NaN stays; null for bools.
EvaluateStep clamp_step(RegisterType type);
// What brings a result back into the range of its dtype; null where it cannot leave it.
EvaluateStep wrap_step(DType dtype);
LoadStep load_step(DType memory, DType dtype);
StoreStep store_step(DType dtype, DType memory);

EvaluateLoops float_loops(loop::ScalarOp op);
EvaluateLoops double_loops(loop::ScalarOp op);
EvaluateLoops integer_loops(loop::ScalarOp op, RegisterType type);
EvaluateLoops bool_loops(loop::ScalarOp op);
EvaluateStep float_clamp();
EvaluateStep double_clamp();
EvaluateStep integer_clamp(RegisterType type);

}  // namespace vt
