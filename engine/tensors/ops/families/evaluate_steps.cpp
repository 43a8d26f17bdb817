// Conversions between memory and registers, and the choice of a loop.
#include "ops/families/evaluate_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/families/evaluate_loops.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "tensor/tensor.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// Elements that lie apart, of which every second one is what vectors are good at.
template <class T>
void take_apart(T* out, const T* in, int64_t stride, int64_t n) {
  run_widest([=]() VT_LAMBDA {
    if (stride == 2)
      for (int64_t i = 0; i < n; ++i) out[i] = in[2 * i];
    else
      for (int64_t i = 0; i < n; ++i) out[i] = in[stride * i];
  });
}
template <class T>
void put_apart(T* out, int64_t stride, const T* in, int64_t n) {
  run_widest([=]() VT_LAMBDA {
    if (stride == 2)
      for (int64_t i = 0; i < n; ++i) out[2 * i] = in[i];
    else
      for (int64_t i = 0; i < n; ++i) out[stride * i] = in[i];
  });
}

// Of 16-bit floats vectors convert only what lies together.
template <class M>
constexpr bool kGathers = std::is_class_v<M>;
constexpr int64_t kGathered = 256;

// R is the type in memory of a register, To what its elements are.
template <class R, class To, class M>
void load_loop(std::byte* out, const std::byte* in, int64_t stride, int64_t n) {
  R* r = reinterpret_cast<R*>(out);
  const M* m = reinterpret_cast<const M*>(in);
  if (stride == 1) convert_row<To, R>(r, m, n);
  else if (stride == 0) std::fill_n(r, n, convert<To>(m[0]));
  else if constexpr (std::is_same_v<R, M>) take_apart(r, m, stride, n);
  else if constexpr (kGathers<M>) {
    M near[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int64_t count = std::min(kGathered, n - i);
      take_apart(&near->bits, &m[i * stride].bits, stride, count);
      convert_row<To, R>(r + i, near, count);
    }
  } else {
    for (int64_t i = 0; i < n; ++i) r[i] = convert<To>(m[i * stride]);
  }
}

template <class M, class R>
void store_loop(std::byte* out, int64_t stride, const std::byte* in, int64_t n) {
  M* m = reinterpret_cast<M*>(out);
  const R* r = reinterpret_cast<const R*>(in);
  if (stride == 1) convert_row<M>(m, r, n);
  else if constexpr (std::is_same_v<R, M>) put_apart(m, stride, r, n);
  else if constexpr (kGathers<M>) {
    M near[kGathered];
    for (int64_t i = 0; i < n; i += kGathered) {
      const int64_t count = std::min(kGathered, n - i);
      convert_row<M>(near, r + i, count);
      put_apart(&m[i * stride].bits, stride, &near->bits, count);
    }
  } else {
    for (int64_t i = 0; i < n; ++i) m[i * stride] = convert<M>(r[i]);
  }
}

template <class R, class To>
LoadStep load_into(DType memory) {
  switch (memory) {
#define DTYPE(id, name, alias, type, bytes, category) \
  case DType::id: return load_loop<R, To, type>;
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

template <class R, class To, class From>
void cast_loop(std::byte* out, const std::byte* a, const std::byte*, const std::byte*, int64_t n) {
  load_loop<R, To, From>(out, a, 1, n);
}

template <class From>
EvaluateStep cast_from(RegisterType to) {
  switch (to) {
#define REGISTER(name, type, meaning) \
  case RegisterType::name: return cast_loop<type, meaning, From>;
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
  VT_UNREACHABLE("register type");
}

EvaluateStep cast_step(DType from, DType to) {
  switch (register_type(from)) {
#define REGISTER(name, type, meaning) \
  case RegisterType::name: return cast_from<type>(register_type(to));
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
  VT_UNREACHABLE("register type");
}

float round_half(float x) { return to_float(to_half(x)); }
float round_bfloat16(float x) { return to_float(to_bfloat16(x)); }

}  // namespace

RegisterType register_type(DType dtype) {
  switch (dtype) {
    case DType::kBool: return RegisterType::kBool;
    case DType::kUInt8: return RegisterType::kByte;
    case DType::kInt8: return RegisterType::kSignedByte;
    case DType::kInt16: return RegisterType::kShort;
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
#define REGISTER(name, type, meaning) \
  case RegisterType::name: return sizeof(type);
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
  VT_UNREACHABLE("register type");
}

bool stored_as_register(DType dtype) { return dtype != DType::kFloat16 && dtype != DType::kBFloat16; }

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
  RegisterType type = register_type(op == loop::ScalarOp::kSelect ? to : from);
  switch (type) {
    case RegisterType::kBool: loops = bool_loops(op); break;
    case RegisterType::kByte:
    case RegisterType::kSignedByte:
    case RegisterType::kShort:
    case RegisterType::kInt:
    case RegisterType::kLong: loops = integer_loops(op, type); break;
    case RegisterType::kFloat: loops = float_loops(op); break;
    case RegisterType::kDouble: loops = double_loops(op); break;
  }
  if (!loops.step)
    tensor_error(std::string("\"") + kernel_name(op) + "\" not implemented for '" + dtype_scalar_name(from) + "'",
                 "NotImplementedError");
  return loops;
}

EvaluateStep clamp_step(RegisterType type) {
  return type == RegisterType::kFloat    ? float_clamp()
         : type == RegisterType::kDouble ? double_clamp()
                                         : integer_clamp(type);
}

EvaluateStep wrap_step(DType dtype) {
  if (dtype == DType::kFloat16) return unary_loop<float, float>([](float x) { return round_half(x); });
  if (dtype == DType::kBFloat16) return unary_loop<float, float>([](float x) { return round_bfloat16(x); });
  return nullptr;
}

LoadStep load_step(DType memory, DType dtype) {
  switch (register_type(dtype)) {
#define REGISTER(name, type, meaning) \
  case RegisterType::name: return load_into<type, meaning>(memory);
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
  VT_UNREACHABLE("register type");
}

StoreStep store_step(DType dtype, DType memory) {
  switch (register_type(dtype)) {
#define REGISTER(name, type, meaning) \
  case RegisterType::name: return store_from<type>(memory);
    VT_REGISTERS(REGISTER)
#undef REGISTER
  }
  VT_UNREACHABLE("register type");
}

}  // namespace vt
