#include "loop/evaluate.h"

#include <cstring>

#include "loop/scalar_math.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::loop {
namespace {

float round_to(float value, DType dtype) {
  if (dtype == DType::kFloat16) return to_float(to_half(value));
  if (dtype == DType::kBFloat16) return to_float(to_bfloat16(value));
  return value;
}

template <class Offset>
void load_any(const void* buffer, Offset offset, DType dtype, Lanes& out, int count) {
#define LOAD(member, type, convert)                      \
  {                                                      \
    const type* data = static_cast<const type*>(buffer); \
    for (int l = 0; l < count; ++l) {                    \
      auto x = data[offset(l)];                          \
      out.member[l] = convert;                           \
    }                                                    \
    return;                                              \
  }
  switch (dtype) {
    case DType::kBool: LOAD(i, uint8_t, x != 0)
    case DType::kUInt8: LOAD(i, uint8_t, x)
    case DType::kInt8: LOAD(i, int8_t, x)
    case DType::kInt16: LOAD(i, int16_t, x)
    case DType::kInt32: LOAD(i, int32_t, x)
    case DType::kInt64: LOAD(i, int64_t, x)
    case DType::kFloat16: LOAD(f, Half, to_float(x))
    case DType::kBFloat16: LOAD(f, BFloat16, to_float(x))
    case DType::kFloat32: LOAD(f, float, x)
    case DType::kFloat64: LOAD(d, double, x)
  }
#undef LOAD
}

template <class Offset>
void store_any(void* buffer, Offset offset, DType dtype, const Lanes& value, int count) {
#define STORE(member, type, convert)         \
  {                                          \
    type* data = static_cast<type*>(buffer); \
    for (int l = 0; l < count; ++l) {        \
      auto x = value.member[l];              \
      data[offset(l)] = convert;             \
    }                                        \
    return;                                  \
  }
  switch (dtype) {
    case DType::kBool: STORE(i, uint8_t, x != 0)
    case DType::kUInt8: STORE(i, uint8_t, static_cast<uint8_t>(x))
    case DType::kInt8: STORE(i, int8_t, static_cast<int8_t>(x))
    case DType::kInt16: STORE(i, int16_t, static_cast<int16_t>(x))
    case DType::kInt32: STORE(i, int32_t, static_cast<int32_t>(x))
    case DType::kInt64: STORE(i, int64_t, x)
    case DType::kFloat16: STORE(f, Half, to_half(x))
    case DType::kBFloat16: STORE(f, BFloat16, to_bfloat16(x))
    case DType::kFloat32: STORE(f, float, x)
    case DType::kFloat64: STORE(d, double, x)
  }
#undef STORE
}

#define EACH(expression)                                 \
  for (int l = 0; l < count; ++l) out[l] = (expression); \
  return true

// Arithmetic on floats; returns false for an op that it does not implement.
template <class T>
bool floating(ScalarOp op, const T* a, const T* b, const T* c, T* out, int count) {
  switch (op) {
    case ScalarOp::kAdd: EACH(a[l] + b[l]);
    case ScalarOp::kSub: EACH(a[l] - b[l]);
    case ScalarOp::kMul: EACH(a[l] * b[l]);
    case ScalarOp::kDiv: EACH(a[l] / b[l]);
    case ScalarOp::kFma: EACH(std::fma(a[l], b[l], c[l]));
    case ScalarOp::kFloorDiv: EACH(floor_divide(a[l], b[l]));
    case ScalarOp::kTruncDiv: EACH(truncate_divide(a[l], b[l]));
    case ScalarOp::kRemainder: EACH(python_remainder(a[l], b[l]));
    case ScalarOp::kFmod: EACH(c_remainder(a[l], b[l]));
    case ScalarOp::kPow: EACH(std::pow(a[l], b[l]));
    case ScalarOp::kMax: EACH(nan_max(a[l], b[l]));
    case ScalarOp::kMin: EACH(nan_min(a[l], b[l]));
    case ScalarOp::kNeg: EACH(-a[l]);
    case ScalarOp::kAbs: EACH(std::fabs(a[l]));
    case ScalarOp::kSign: EACH(T((a[l] > 0) - (a[l] < 0)));
    case ScalarOp::kSqrt: EACH(std::sqrt(a[l]));
    case ScalarOp::kRsqrt: EACH(T(1) / std::sqrt(a[l]));
    case ScalarOp::kReciprocal: EACH(T(1) / a[l]);
    case ScalarOp::kExp: EACH(std::exp(a[l]));
    case ScalarOp::kExp2: EACH(std::exp2(a[l]));
    case ScalarOp::kExpm1: EACH(std::expm1(a[l]));
    case ScalarOp::kLog: EACH(std::log(a[l]));
    case ScalarOp::kLog2: EACH(std::log2(a[l]));
    case ScalarOp::kLog10: EACH(std::log10(a[l]));
    case ScalarOp::kLog1p: EACH(std::log1p(a[l]));
    case ScalarOp::kSin: EACH(std::sin(a[l]));
    case ScalarOp::kCos: EACH(std::cos(a[l]));
    case ScalarOp::kTan: EACH(std::tan(a[l]));
    case ScalarOp::kAsin: EACH(std::asin(a[l]));
    case ScalarOp::kAcos: EACH(std::acos(a[l]));
    case ScalarOp::kAtan: EACH(std::atan(a[l]));
    case ScalarOp::kAtan2: EACH(std::atan2(a[l], b[l]));
    case ScalarOp::kSinh: EACH(std::sinh(a[l]));
    case ScalarOp::kCosh: EACH(std::cosh(a[l]));
    case ScalarOp::kTanh: EACH(std::tanh(a[l]));
    case ScalarOp::kSigmoid: EACH(T(1) / (T(1) + std::exp(-a[l])));
    case ScalarOp::kErf: EACH(std::erf(a[l]));
    case ScalarOp::kErfc: EACH(std::erfc(a[l]));
    case ScalarOp::kErfinv: EACH(static_cast<T>(erf_inverse(static_cast<double>(a[l]))));
    // In double, because the float function of some C libraries is inaccurate near the zeros.
    case ScalarOp::kLgamma: EACH(static_cast<T>(std::lgamma(static_cast<double>(a[l]))));
    case ScalarOp::kFloor: EACH(std::floor(a[l]));
    case ScalarOp::kCeil: EACH(std::ceil(a[l]));
    case ScalarOp::kTrunc: EACH(std::trunc(a[l]));
    case ScalarOp::kRound: EACH(std::nearbyint(a[l]));
    default: return false;
  }
}

// Wrapping integer arithmetic is done on unsigned numbers, because signed overflow is undefined.
#define WRAP(x) static_cast<int64_t>(x)
#define U(x) static_cast<uint64_t>(x)
int64_t shift_left(int64_t a, int64_t b, int bits) { return b < 0 || b >= bits ? 0 : WRAP(U(a) << b); }
int64_t shift_right(int64_t a, int64_t b, int bits) { return b < 0 || b >= bits ? (a < 0 ? -1 : 0) : a >> b; }

bool integral(ScalarOp op, DType dtype, const int64_t* a, const int64_t* b, int64_t* out, int count) {
  int bits = static_cast<int>(dtype_bytes(dtype)) * 8;
  switch (op) {
    case ScalarOp::kAdd: EACH(WRAP(U(a[l]) + U(b[l])));
    case ScalarOp::kSub: EACH(WRAP(U(a[l]) - U(b[l])));
    case ScalarOp::kMul: EACH(WRAP(U(a[l]) * U(b[l])));
    case ScalarOp::kFloorDiv: EACH(floor_divide(a[l], b[l]));
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv: EACH(truncate_divide(a[l], b[l]));
    case ScalarOp::kRemainder: EACH(python_remainder(a[l], b[l]));
    case ScalarOp::kFmod: EACH(c_remainder(a[l], b[l]));
    case ScalarOp::kPow: EACH(integer_power(a[l], b[l]));
    case ScalarOp::kMax: EACH(nan_max(a[l], b[l]));
    case ScalarOp::kMin: EACH(nan_min(a[l], b[l]));
    case ScalarOp::kNeg: EACH(WRAP(0 - U(a[l])));
    case ScalarOp::kAbs: EACH(a[l] < 0 ? WRAP(0 - U(a[l])) : a[l]);
    case ScalarOp::kSign: EACH((a[l] > 0) - (a[l] < 0));
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kTrunc:
    case ScalarOp::kRound: EACH(a[l]);
    case ScalarOp::kAnd: EACH(a[l] & b[l]);
    case ScalarOp::kOr: EACH(a[l] | b[l]);
    case ScalarOp::kXor: EACH(a[l] ^ b[l]);
    case ScalarOp::kNot: EACH(dtype == DType::kBool ? !a[l] : ~a[l]);
    case ScalarOp::kShiftLeft: EACH(shift_left(a[l], b[l], bits));
    case ScalarOp::kShiftRight: EACH(shift_right(a[l], b[l], bits));
    default: return false;
  }
}

template <class T>
bool compare(ScalarOp op, const T* a, const T* b, int64_t* out, int count) {
  switch (op) {
    case ScalarOp::kEqual: EACH(a[l] == b[l]);
    case ScalarOp::kNotEqual: EACH(a[l] != b[l]);
    case ScalarOp::kLess: EACH(a[l] < b[l]);
    case ScalarOp::kLessEqual: EACH(a[l] <= b[l]);
    case ScalarOp::kGreater: EACH(a[l] > b[l]);
    case ScalarOp::kGreaterEqual: EACH(a[l] >= b[l]);
    case ScalarOp::kIsNan: EACH(a[l] != a[l]);
    case ScalarOp::kIsInf: EACH(std::is_floating_point_v<T> && std::isinf(static_cast<double>(a[l])));
    default: return false;
  }
}

template <class T>
void select(const int64_t* condition, const T* a, const T* b, T* out, int count) {
  for (int l = 0; l < count; ++l) out[l] = condition[l] ? a[l] : b[l];
}

void bitcast_lane(const Lanes& in, DType from, DType to, Lanes& out, int l) {
  unsigned char bytes[8] = {};
  store_any(
      bytes, [](int) { return 0; }, from,
      [&] {
        Lanes one;
        if (lane_class(from) == LaneClass::kFloat) one.f[0] = in.f[l];
        else if (lane_class(from) == LaneClass::kDouble) one.d[0] = in.d[l];
        else one.i[0] = in.i[l];
        return one;
      }(),
      1);
  Lanes one;
  load_any(
      bytes, [](int) { return 0; }, to, one, 1);
  if (lane_class(to) == LaneClass::kFloat) out.f[l] = one.f[0];
  else if (lane_class(to) == LaneClass::kDouble) out.d[l] = one.d[0];
  else out.i[l] = one.i[0];
}

template <class F>
int64_t float_to_integer(F value, DType to) {
  return visit_dtype(to, [&]<class T>() -> int64_t {
    if constexpr (std::is_integral_v<T>) return convert<T>(value);
    else VT_UNREACHABLE("an integer dtype");
  });
}

}  // namespace

LaneClass lane_class(DType dtype) {
  if (dtype == DType::kFloat64) return LaneClass::kDouble;
  return is_floating(dtype) ? LaneClass::kFloat : LaneClass::kInteger;
}

void fill_constant(const Expr& e, Lanes& out, int count) {
  switch (lane_class(e.dtype)) {
    case LaneClass::kFloat:
      for (int l = 0; l < count; ++l) out.f[l] = static_cast<float>(e.number);
      return;
    case LaneClass::kDouble:
      for (int l = 0; l < count; ++l) out.d[l] = e.number;
      return;
    case LaneClass::kInteger:
      for (int l = 0; l < count; ++l) out.i[l] = e.integer;
      return;
  }
}

void load_lanes(const void* buffer, int64_t offset, int64_t stride, DType dtype, Lanes& out, int count) {
  load_any(
      buffer, [=](int l) { return offset + l * stride; }, dtype, out, count);
}
void load_gather(const void* buffer, const int64_t* offsets, DType dtype, Lanes& out, int count) {
  load_any(
      buffer, [=](int l) { return offsets[l]; }, dtype, out, count);
}
void store_lanes(void* buffer, int64_t offset, int64_t stride, DType dtype, const Lanes& value, int count) {
  store_any(
      buffer, [=](int l) { return offset + l * stride; }, dtype, value, count);
}
void store_scatter(void* buffer, const int64_t* offsets, DType dtype, const Lanes& value, int count) {
  store_any(
      buffer, [=](int l) { return offsets[l]; }, dtype, value, count);
}

void evaluate_lanes(const Expr& e, DType operand_type, const Lanes* a, const Lanes* b, const Lanes* c, Lanes& out,
                    int count) {
  if (e.op == ScalarOp::kSelect) {
    switch (lane_class(e.dtype)) {
      case LaneClass::kFloat: return select(a->i, b->f, c->f, out.f, count);
      case LaneClass::kDouble: return select(a->i, b->d, c->d, out.d, count);
      case LaneClass::kInteger: return select(a->i, b->i, c->i, out.i, count);
    }
  }
  bool known = false;
  switch (lane_class(operand_type)) {
    case LaneClass::kFloat:
      known = compare(e.op, a->f, b ? b->f : nullptr, out.i, count);
      if (known) return;
      known = floating(e.op, a->f, b ? b->f : nullptr, c ? c->f : nullptr, out.f, count);
      if (e.dtype != DType::kFloat32)
        for (int l = 0; l < count; ++l) out.f[l] = round_to(out.f[l], e.dtype);
      break;
    case LaneClass::kDouble:
      known = compare(e.op, a->d, b ? b->d : nullptr, out.i, count) ||
              floating(e.op, a->d, b ? b->d : nullptr, c ? c->d : nullptr, out.d, count);
      break;
    case LaneClass::kInteger:
      known = compare(e.op, a->i, b ? b->i : nullptr, out.i, count);
      if (known) return;
      known = integral(e.op, e.dtype, a->i, b ? b->i : nullptr, out.i, count);
      for (int l = 0; l < count; ++l) out.i[l] = wrap_integer(out.i[l], e.dtype);
      break;
  }
  VT_CHECK(known, std::string(scalar_op_info(e.op).name) + " is not defined for " + dtype_name(operand_type));
}

void convert_lanes(const Lanes& in, DType from, DType to, bool bits, Lanes& out, int count) {
  if (bits) {
    for (int l = 0; l < count; ++l) bitcast_lane(in, from, to, out, l);
    return;
  }
  LaneClass source = lane_class(from);
  auto value = [&](int l) { return source == LaneClass::kFloat ? static_cast<double>(in.f[l]) : in.d[l]; };
  for (int l = 0; l < count; ++l) {
    switch (lane_class(to)) {
      case LaneClass::kFloat:
        out.f[l] =
            round_to(source == LaneClass::kInteger ? static_cast<float>(in.i[l]) : static_cast<float>(value(l)), to);
        break;
      case LaneClass::kDouble:
        out.d[l] = source == LaneClass::kInteger ? static_cast<double>(in.i[l]) : value(l);
        break;
      case LaneClass::kInteger:
        out.i[l] = source == LaneClass::kInteger ? wrap_integer(in.i[l], to) : float_to_integer(value(l), to);
        break;
    }
  }
}

}  // namespace vt::loop
