// Conversions between memory and registers, and the choice of a loop.
#include "ops/families/evaluate_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/families/evaluate_loops.h"
#include "support/check.h"
#include "tensor/tensor.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// A register of bools is uint8_t in memory and bool in meaning.
template <class R>
struct Meaning {
  using type = R;
};
template <>
struct Meaning<uint8_t> {
  using type = bool;
};

template <class R, class M>
void load_loop(std::byte* out, const std::byte* in, int64_t stride, int64_t n) {
  R* r = reinterpret_cast<R*>(out);
  const M* m = reinterpret_cast<const M*>(in);
  using To = typename Meaning<R>::type;
  if (stride == 1) convert_row<To, R>(r, m, n);
  else if (stride == 0) std::fill_n(r, n, convert<To>(m[0]));
  else
    for (int64_t i = 0; i < n; ++i) r[i] = convert<To>(m[i * stride]);
}

template <class M, class R>
void store_loop(std::byte* out, int64_t stride, const std::byte* in, int64_t n) {
  M* m = reinterpret_cast<M*>(out);
  const R* r = reinterpret_cast<const R*>(in);
  if (stride == 1) convert_row<M>(m, r, n);
  else
    for (int64_t i = 0; i < n; ++i) m[i * stride] = convert<M>(r[i]);
}

template <class R>
LoadStep load_into(DType memory) {
  switch (memory) {
#define DTYPE(id, name, alias, type, bytes, category) \
  case DType::id: return load_loop<R, type>;
    VT_DTYPES(DTYPE)
#undef DTYPE
  }
  VT_UNREACHABLE("dtype");
}

template <class R>
StoreStep store_from(DType memory) {
  switch (memory) {
#define DTYPE(id, name, alias, type, bytes, category) \
  case DType::id: return store_loop<type, R>;
    VT_DTYPES(DTYPE)
#undef DTYPE
  }
  VT_UNREACHABLE("dtype");
}

template <class To, class From>
void cast_loop(std::byte* out, const std::byte* a, const std::byte*, const std::byte*, int64_t n) {
  load_loop<To, From>(out, a, 1, n);
}

template <class From>
EvaluateStep cast_from(RegisterType to) {
  switch (to) {
    case RegisterType::kBool: return cast_loop<uint8_t, From>;
    case RegisterType::kInt: return cast_loop<int32_t, From>;
    case RegisterType::kLong: return cast_loop<int64_t, From>;
    case RegisterType::kFloat: return cast_loop<float, From>;
    case RegisterType::kDouble: return cast_loop<double, From>;
  }
  VT_UNREACHABLE("register type");
}

EvaluateStep cast_step(DType from, DType to) {
  switch (register_type(from)) {
    case RegisterType::kBool: return cast_from<uint8_t>(register_type(to));
    case RegisterType::kInt: return cast_from<int32_t>(register_type(to));
    case RegisterType::kLong: return cast_from<int64_t>(register_type(to));
    case RegisterType::kFloat: return cast_from<float>(register_type(to));
    case RegisterType::kDouble: return cast_from<double>(register_type(to));
  }
  VT_UNREACHABLE("register type");
}

template <class N>
int32_t narrow(int32_t x) {
  return static_cast<N>(x);
}
float round_half(float x) { return to_float(to_half(x)); }
float round_bfloat16(float x) { return to_float(to_bfloat16(x)); }

}  // namespace

RegisterType register_type(DType dtype) {
  switch (dtype) {
    case DType::kBool: return RegisterType::kBool;
    case DType::kUInt8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32: return RegisterType::kInt;
    case DType::kInt64: return RegisterType::kLong;
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32: return RegisterType::kFloat;
    case DType::kFloat64: return RegisterType::kDouble;
  }
  VT_UNREACHABLE("dtype");
}

int64_t register_bytes(DType dtype) {
  switch (register_type(dtype)) {
    case RegisterType::kBool: return 1;
    case RegisterType::kInt:
    case RegisterType::kFloat: return 4;
    case RegisterType::kLong:
    case RegisterType::kDouble: return 8;
  }
  VT_UNREACHABLE("register type");
}

bool stored_as_register(DType dtype) {
  return dtype == DType::kBool || dtype == DType::kInt32 || dtype == DType::kInt64 || dtype == DType::kFloat32 ||
         dtype == DType::kFloat64;
}

namespace {
// The name that PyTorch's kernel gives itself in messages.
const char* kernel_name(loop::ScalarOp op) {
  if (op == loop::ScalarOp::kAnd) return "bitwise_and_cpu";
  if (op == loop::ScalarOp::kOr) return "bitwise_or_cpu";
  if (op == loop::ScalarOp::kXor) return "bitwise_xor_cpu";
  if (op == loop::ScalarOp::kNot) return "bitwise_not_cpu";
  if (op == loop::ScalarOp::kShiftLeft) return "lshift_cpu";
  if (op == loop::ScalarOp::kShiftRight) return "rshift_cpu";
  return loop::scalar_op_info(op).name;
}
}  // namespace

EvaluateLoops evaluate_loops(loop::ScalarOp op, DType from, DType to) {
  if (op == loop::ScalarOp::kCast) return cast_step(from, to);
  EvaluateLoops loops;
  switch (register_type(op == loop::ScalarOp::kSelect ? to : from)) {
    case RegisterType::kBool: loops = bool_loops(op); break;
    case RegisterType::kInt: loops = int_loops(op); break;
    case RegisterType::kLong: loops = long_loops(op); break;
    case RegisterType::kFloat: loops = float_loops(op); break;
    case RegisterType::kDouble: loops = double_loops(op); break;
  }
  if (!loops.step)
    tensor_error(std::string("\"") + kernel_name(op) + "\" not implemented for '" + dtype_scalar_name(from) + "'",
                 "NotImplementedError");
  return loops;
}

EvaluateStep wrap_step(DType dtype) {
  switch (dtype) {
    case DType::kUInt8: return unary_loop<int32_t, int32_t>([](int32_t x) { return narrow<uint8_t>(x); });
    case DType::kInt8: return unary_loop<int32_t, int32_t>([](int32_t x) { return narrow<int8_t>(x); });
    case DType::kInt16: return unary_loop<int32_t, int32_t>([](int32_t x) { return narrow<int16_t>(x); });
    case DType::kFloat16: return unary_loop<float, float>([](float x) { return round_half(x); });
    case DType::kBFloat16: return unary_loop<float, float>([](float x) { return round_bfloat16(x); });
    case DType::kBool:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kFloat32:
    case DType::kFloat64: return nullptr;
  }
  VT_UNREACHABLE("dtype");
}

LoadStep load_step(DType memory, DType dtype) {
  switch (register_type(dtype)) {
    case RegisterType::kBool: return load_into<uint8_t>(memory);
    case RegisterType::kInt: return load_into<int32_t>(memory);
    case RegisterType::kLong: return load_into<int64_t>(memory);
    case RegisterType::kFloat: return load_into<float>(memory);
    case RegisterType::kDouble: return load_into<double>(memory);
  }
  VT_UNREACHABLE("register type");
}

StoreStep store_step(DType dtype, DType memory) {
  switch (register_type(dtype)) {
    case RegisterType::kBool: return store_from<uint8_t>(memory);
    case RegisterType::kInt: return store_from<int32_t>(memory);
    case RegisterType::kLong: return store_from<int64_t>(memory);
    case RegisterType::kFloat: return store_from<float>(memory);
    case RegisterType::kDouble: return store_from<double>(memory);
  }
  VT_UNREACHABLE("register type");
}

}  // namespace vt
