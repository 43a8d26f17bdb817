// The steps of elementwise programs whose values stay in vector registers. A step computes on
// a tile of elements, which it gets in eight registers, and passes them on to the next step; what
// else it reads lies in memory. So a program of many steps goes over its operands once.
// families/chain.cpp puts steps together; each is compiled for AVX2 and AVX-512. Where there
// is neither there are no chains.
#pragma once
#include <cstddef>
#include <cstdint>

#include "ops/families/evaluate_steps.h"

namespace vt {

// x is the tile that is passed on, y, z and w are operands. Bools are lanes of all ones or zeros;
// 16-bit floats are floats, rounded. Of pairs with an "Into" the operands are exchanged.
// clang-format off
#define VT_CHAIN_UNARY(OP)                                                                          \
  OP(Load) OP(LoadHalf) OP(LoadBFloat16) OP(LoadBool) OP(LoadBoolAsFloat)                           \
  OP(Store) OP(StoreHalf) OP(StoreBFloat16) OP(StoreBool) OP(RoundHalf) OP(RoundBFloat16)           \
  OP(StoreUpperHalf) /* of floats that are bfloat16 already */                                      \
  OP(Neg) OP(Abs) OP(Sqrt) OP(Rsqrt) OP(Reciprocal) OP(Floor) OP(Ceil) OP(Trunc) OP(Round)          \
  OP(IsNan) OP(IsInf) OP(Not) OP(BoolToFloat) OP(FloatToBool)                                       \
  OP(MaxNumber) OP(MinNumber) OP(Clamp) /* by numbers, which are not NaN: y, and z for the larger */ \
  OP(Call) /* any loop on float32, by way of memory */                                              \
  OP(Stop)
#define VT_CHAIN_BINARY(OP)                                                                         \
  OP(Add) OP(Sub) OP(SubInto) OP(Mul) OP(Div) OP(DivInto) OP(Max) OP(MaxInto) OP(Min) OP(MinInto)   \
  OP(Equal) OP(NotEqual) OP(Less) OP(LessEqual) OP(Greater) OP(GreaterEqual) OP(And) OP(Or) OP(Xor)
#define VT_CHAIN_TERNARY(OP)                                                                        \
  OP(Fma) OP(Select) /* x ? y : z */ OP(SelectThen) /* y ? x : z */ OP(SelectElse) /* y ? z : x */
// y compared with z ? x : w, and the same with the comparison denied.
#define VT_CHAIN_CHOICES(OP)                                                                        \
  OP(IfEqual) OP(IfNotEqual) OP(IfLess) OP(IfLessEqual) OP(IfGreater) OP(IfGreaterEqual) OP(IfNan)  \
  OP(UnlessLess) OP(UnlessLessEqual) OP(UnlessGreater) OP(UnlessGreaterEqual) OP(UnlessNan)
// clang-format on

enum class ChainOp : uint8_t {
#define OP(name) k##name,
  VT_CHAIN_UNARY(OP) VT_CHAIN_BINARY(OP) VT_CHAIN_TERNARY(OP) VT_CHAIN_CHOICES(OP)
#undef OP
};

// Where an operand's elements lie. `stride` is in bytes; 0: one tile is read again and again.
struct ChainOperand {
  const std::byte* base = nullptr;
  int64_t stride = 0;
};
using ChainFunction = void (*)();  // of a type that only the steps themselves know
struct ChainStep {
  ChainFunction run = nullptr;
  EvaluateStep call = nullptr;  // of kCall: y and z are its b and c
  uint8_t y = 0, z = 0, w = 0;  // places among the operands
  uint8_t length = 0;           // of kCall: of how many elements of the tile
  uint8_t fetched = 0;          // those to be fetched ahead from memory: 1 for y, 2 for z, 4 for w
};

// The elements of a tile; 0 where there are no chains.
int64_t chain_tile();
inline constexpr int64_t kLargestTile = 128;
// `numbers`: of which operands the first element counts for all, which spares reading a tile: 1 for y, 2 for z,
// 4 for w. Steps of one value take no notice.
ChainFunction chain_function(ChainOp op, unsigned numbers = 0);
// Runs the steps, of which the last is kStop, over tiles one after the other.
void run_chain(const ChainStep* steps, const ChainOperand* operands, int64_t tiles);
// Elements of one type of 16 or 32 bits from memory to memory; returns how many it has converted,
// which leaves less than a tile.
int64_t convert_by_chain(ChainOp load, int64_t from_bytes, ChainOp store, int64_t to_bytes, const void* from, void* to,
                         int64_t n);

}  // namespace vt
