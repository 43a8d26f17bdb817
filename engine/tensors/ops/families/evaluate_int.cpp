// Integers and bools, each computed in its own width.
#include <cstdlib>
#include <type_traits>

#include "loop/scalar_math.h"
#include "ops/families/evaluate_loops.h"
#include "ops/families/evaluate_steps.h"
#include "tensor/tensor.h"

namespace vt {
namespace {

#define UNARY(formula) unary_loop<T, T>([](T x) -> T { return static_cast<T>(formula); })
#define BINARY(formula) binary_loop<T, T>([](T a, T b) -> T { return static_cast<T>(formula); })
#define SCALAR(formula) scalar_loop<T, T>([](T a, T b) -> T { return static_cast<T>(formula); })
#define COMPARE(formula) binary_loop<uint8_t, T>([](T a, T b) -> uint8_t { return formula; })

// Not narrower than int, to which operands would be promoted, and products of signed ones overflow.
template <class T>
using Unsigned = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
template <class T>
constexpr T kBits = T(sizeof(T) * 8);
template <class T>
T negative(T x) {
  return static_cast<T>(Unsigned<T>(0) - Unsigned<T>(x));
}

template <class T>
T power(T base, T exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  Unsigned<T> result = 1, factor = static_cast<Unsigned<T>>(base);
  for (; exponent; exponent >>= 1, factor *= factor)
    if (exponent & 1) result *= factor;
  return static_cast<T>(result);
}
template <class T>
T shift_left(T a, T b) {
  return b < 0 || b >= kBits<T> ? 0 : static_cast<T>(Unsigned<T>(a) << b);
}
template <class T>
T shift_right(T a, T b) {
  return b < 0 || b >= kBits<T> ? (a < 0 ? -1 : 0) : a >> b;
}

template <class T>
EvaluateLoops loops_of(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  using U = Unsigned<T>;
  switch (op) {
    case S::kAdd: return BINARY(U(a) + U(b));
    case S::kSub: return ordered_loop<T, T>([](T a, T b) -> T { return static_cast<T>(U(a) - U(b)); });
    case S::kMul: return BINARY(U(a) * U(b));
    case S::kDiv:
    case S::kTruncDiv: return SCALAR(loop::truncate_divide(a, b));
    case S::kFloorDiv: return SCALAR(loop::floor_divide(a, b));
    case S::kRemainder: return SCALAR(loop::python_remainder(a, b));
    case S::kFmod: return SCALAR(loop::c_remainder(a, b));
    case S::kPow: return SCALAR(power(a, b));
    case S::kMax: return BINARY(a > b ? a : b);
    case S::kMin: return BINARY(a < b ? a : b);
    case S::kAnd: return BINARY(a & b);
    case S::kOr: return BINARY(a | b);
    case S::kXor: return BINARY(a ^ b);
    case S::kShiftLeft: return BINARY(shift_left(a, b));
    case S::kShiftRight: return BINARY(shift_right(a, b));
    case S::kEqual: return COMPARE(a == b);
    case S::kNotEqual: return COMPARE(a != b);
    case S::kLess: return COMPARE(a < b);
    case S::kLessEqual: return COMPARE(a <= b);
    case S::kGreater: return COMPARE(a > b);
    case S::kGreaterEqual: return COMPARE(a >= b);
    case S::kNeg: return UNARY(negative(x));
    case S::kAbs: return UNARY(x < 0 ? negative(x) : x);
    case S::kSign: return UNARY((x > 0) - (x < 0));
    case S::kNot: return UNARY(~x);
    case S::kFloor:
    case S::kCeil:
    case S::kTrunc:
    case S::kRound: return UNARY(x);
    case S::kIsNan:
    case S::kIsInf: return unary_loop<uint8_t, T>([](T) -> uint8_t { return 0; });
    case S::kSelect: return select_loop<T>();
    default: return {};
  }
}
}  // namespace

EvaluateLoops integer_loops(loop::ScalarOp op, RegisterType type) {
  switch (type) {
    case RegisterType::kByte: return loops_of<uint8_t>(op);
    case RegisterType::kSignedByte: return loops_of<int8_t>(op);
    case RegisterType::kShort: return loops_of<int16_t>(op);
    case RegisterType::kInt: return loops_of<int32_t>(op);
    case RegisterType::kLong: return loops_of<int64_t>(op);
    case RegisterType::kBool:
    case RegisterType::kFloat:
    case RegisterType::kDouble: return {};
  }
  return {};
}

EvaluateStep integer_clamp(RegisterType type) {
  switch (type) {
    case RegisterType::kByte: return best_step<ClampLoop<uint8_t>>();
    case RegisterType::kSignedByte: return best_step<ClampLoop<int8_t>>();
    case RegisterType::kShort: return best_step<ClampLoop<int16_t>>();
    case RegisterType::kInt: return best_step<ClampLoop<int32_t>>();
    case RegisterType::kLong: return best_step<ClampLoop<int64_t>>();
    case RegisterType::kBool:
    case RegisterType::kFloat:
    case RegisterType::kDouble: return nullptr;
  }
  return nullptr;
}

EvaluateLoops bool_loops(loop::ScalarOp op) {
  using S = loop::ScalarOp;
  using B = uint8_t;
#define LOGIC(formula) binary_loop<B, B>([](B a, B b) -> B { return formula; })
  switch (op) {
    case S::kAdd:
    case S::kMax:
    case S::kOr: return LOGIC(a | b);
    case S::kMul:
    case S::kMin:
    case S::kAnd: return LOGIC(a & b);
    case S::kXor:
    case S::kSub:
    case S::kNotEqual: return LOGIC(a != b);
    case S::kEqual: return LOGIC(a == b);
    case S::kLess: return LOGIC(a < b);
    case S::kLessEqual: return LOGIC(a <= b);
    case S::kGreater: return LOGIC(a > b);
    case S::kGreaterEqual:
    case S::kPow: return LOGIC(a >= b);
    case S::kNot: return unary_loop<B, B>([](B x) -> B { return !x; });
    case S::kAbs:
    case S::kSign:
    case S::kFloor:
    case S::kCeil:
    case S::kTrunc:
    case S::kRound: return unary_loop<B, B>([](B x) -> B { return x; });
    case S::kIsNan:
    case S::kIsInf: return unary_loop<B, B>([](B) -> B { return 0; });
    case S::kSelect: return select_loop<B>();
    default: return {};
  }
}

}  // namespace vt
