// Scalar expressions: the computation of a kernel for one element. Written by the ops' pointwise
// lowerings, stored in loop nests, printed by the code generators. An ExprGraph is an append-only
// list in topological order, with common subexpressions shared.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tensor/dtype.h"
#include "tensor/symbolic.h"

namespace vt::loop {

enum class ExprId : uint32_t {};
inline constexpr ExprId kNoExpr{0xffffffff};

// SCALAR_OP(name, operands, dump name). Operands and result have the same dtype unless noted.
// clang-format off
#define VT_SCALAR_OPS(SCALAR_OP)                                                              \
  SCALAR_OP(kConstant, 0, "const") /* value */                                                \
  SCALAR_OP(kLoad, 0, "load")      /* buffer, index */                                        \
  SCALAR_OP(kGather, 1, "gather")  /* buffer, index: a load as many elements further as its operand says */ \
  SCALAR_OP(kPosition, 1, "position") /* its operand, read from memory, as a place along an axis */ \
  SCALAR_OP(kIndex, 0, "index")    /* the value of an index expression, int64 */              \
  SCALAR_OP(kInput, 0, "in")       /* placeholder: the i-th input of a pointwise op */        \
  SCALAR_OP(kCarry, 0, "carry")    /* the running value of a reduction or scan */             \
  SCALAR_OP(kReduced, 0, "reduced") /* the result of reduction number i of the same nest */   \
  SCALAR_OP(kCast, 1, "cast")      /* to dtype, as PyTorch's .to() */                         \
  SCALAR_OP(kBitcast, 1, "bitcast")                                                           \
  SCALAR_OP(kAdd, 2, "add") SCALAR_OP(kSub, 2, "sub") SCALAR_OP(kMul, 2, "mul")               \
  SCALAR_OP(kDiv, 2, "div") /* floating */ SCALAR_OP(kFma, 3, "fma")                          \
  SCALAR_OP(kFloorDiv, 2, "floordiv") SCALAR_OP(kTruncDiv, 2, "truncdiv")                     \
  SCALAR_OP(kRemainder, 2, "remainder") /* sign of divisor */ SCALAR_OP(kFmod, 2, "fmod")     \
  SCALAR_OP(kPow, 2, "pow") SCALAR_OP(kMax, 2, "max") SCALAR_OP(kMin, 2, "min") /* NaN wins */ \
  SCALAR_OP(kNeg, 1, "neg") SCALAR_OP(kAbs, 1, "abs") SCALAR_OP(kSign, 1, "sign")             \
  SCALAR_OP(kSqrt, 1, "sqrt") SCALAR_OP(kRsqrt, 1, "rsqrt") SCALAR_OP(kReciprocal, 1, "reciprocal") \
  SCALAR_OP(kExp, 1, "exp") SCALAR_OP(kExp2, 1, "exp2") SCALAR_OP(kExpm1, 1, "expm1")         \
  SCALAR_OP(kLog, 1, "log") SCALAR_OP(kLog2, 1, "log2") SCALAR_OP(kLog10, 1, "log10")         \
  SCALAR_OP(kLog1p, 1, "log1p") SCALAR_OP(kSin, 1, "sin") SCALAR_OP(kCos, 1, "cos")           \
  SCALAR_OP(kTan, 1, "tan") SCALAR_OP(kAsin, 1, "asin") SCALAR_OP(kAcos, 1, "acos")           \
  SCALAR_OP(kAtan, 1, "atan") SCALAR_OP(kAtan2, 2, "atan2") SCALAR_OP(kSinh, 1, "sinh")       \
  SCALAR_OP(kCosh, 1, "cosh") SCALAR_OP(kTanh, 1, "tanh") SCALAR_OP(kSigmoid, 1, "sigmoid")   \
  SCALAR_OP(kErf, 1, "erf") SCALAR_OP(kErfc, 1, "erfc") SCALAR_OP(kErfinv, 1, "erfinv") SCALAR_OP(kLgamma, 1, "lgamma") \
  SCALAR_OP(kFloor, 1, "floor") SCALAR_OP(kCeil, 1, "ceil") SCALAR_OP(kTrunc, 1, "trunc")     \
  SCALAR_OP(kRound, 1, "round") /* half to even */                                            \
  SCALAR_OP(kIsNan, 1, "isnan") SCALAR_OP(kIsInf, 1, "isinf") /* bool */                      \
  SCALAR_OP(kEqual, 2, "eq") SCALAR_OP(kNotEqual, 2, "ne") SCALAR_OP(kLess, 2, "lt")          \
  SCALAR_OP(kLessEqual, 2, "le") SCALAR_OP(kGreater, 2, "gt") SCALAR_OP(kGreaterEqual, 2, "ge") /* bool */ \
  SCALAR_OP(kAnd, 2, "and") SCALAR_OP(kOr, 2, "or") SCALAR_OP(kXor, 2, "xor") SCALAR_OP(kNot, 1, "not") /* bitwise; logical on bool */ \
  SCALAR_OP(kShiftLeft, 2, "shl") SCALAR_OP(kShiftRight, 2, "shr") /* arithmetic */           \
  SCALAR_OP(kSelect, 3, "select") /* bool condition, then, else */
// clang-format on

enum class ScalarOp : uint8_t {
#define SCALAR_OP(id, count, name) id,
  VT_SCALAR_OPS(SCALAR_OP)
#undef SCALAR_OP
};
struct ScalarOpInfo {
  const char* name;
  int operands;
};
const ScalarOpInfo& scalar_op_info(ScalarOp op);
inline bool reads_buffer(ScalarOp op) { return op == ScalarOp::kLoad || op == ScalarOp::kGather; }

struct Expr {
  ScalarOp op = ScalarOp::kConstant;
  DType dtype = DType::kFloat32;
  ExprId operands[3] = {kNoExpr, kNoExpr, kNoExpr};
  double number = 0;  // kConstant, floating
  // kConstant, integral and bool; buffer of kLoad and kGather; number of kInput, kCarry, kReduced; axis of kPosition
  int64_t integer = 0;
  SymExpr index;  // kLoad and kGather (element offset), kIndex, kPosition (the axis's extent)
};

class ExprGraph {
 public:
  const Expr& at(ExprId id) const { return exprs_[static_cast<uint32_t>(id)]; }
  size_t size() const { return exprs_.size(); }
  ExprId add(Expr expr);                       // returns the existing id for an equal expression
  ExprId constant(double value, DType dtype);  // rounds to the dtype
  ExprId constant_int(int64_t value, DType dtype);
  ExprId input(int position, DType dtype);
  ExprId load(int64_t buffer, SymExpr index, DType dtype);
  ExprId gather(int64_t buffer, SymExpr index, ExprId further, DType dtype);
  // `wraps`: negative ones count from the end. What lies outside of the axis is an error, and counts as 0 until then.
  ExprId position(ExprId given, SymExpr extent, int64_t axis, bool wraps);
  ExprId index(SymExpr value);
  ExprId unary(ScalarOp op, ExprId a);
  ExprId binary(ScalarOp op, ExprId a, ExprId b);  // comparisons return bool
  ExprId select(ExprId condition, ExprId a, ExprId b);
  ExprId cast(ExprId a, DType dtype);  // returns `a` if it has the dtype already
  ExprId bitcast(ExprId a, DType dtype);
  ExprId fma(ExprId a, ExprId b, ExprId c);
  DType dtype(ExprId id) const { return at(id).dtype; }
  std::string text(ExprId id) const;  // "add(load b0[i0], const 1)"

 private:
  std::vector<Expr> exprs_;
  std::vector<uint32_t> buckets_;  // hash table with chaining, to find equal expressions
  std::vector<uint32_t> next_;
};

}  // namespace vt::loop
