// Evaluates expressions on short vectors of values ("lanes"). Used by the loop interpreter and for
// constant folding of expressions. Loads and index expressions are the interpreter's task, all other
// ops are implemented here.
#pragma once
#include "loop/expr.h"

namespace vt::loop {

inline constexpr int kLanes = 64;

// The values of one expression, one per lane; the dtype decides which member is active (lane_class).
struct Lanes {
  union {
    float f[kLanes];
    double d[kLanes];
    int64_t i[kLanes];
  };
};
enum class LaneClass : uint8_t { kFloat, kDouble, kInteger };
// float16 and bfloat16 lanes are stored as float and rounded after each operation.
LaneClass lane_class(DType dtype);

void fill_constant(const Expr& e, Lanes& out, int count);
void load_lanes(const void* buffer, int64_t offset, int64_t stride, DType dtype, Lanes& out, int count);
void load_gather(const void* buffer, const int64_t* offsets, DType dtype, Lanes& out, int count);
void store_lanes(void* buffer, int64_t offset, int64_t stride, DType dtype, const Lanes& value, int count);
void store_scatter(void* buffer, const int64_t* offsets, DType dtype, const Lanes& value, int count);
// `e.op` must be an arithmetic op with operands; `operand_type` is the dtype of the operands.
void evaluate_lanes(const Expr& e, DType operand_type, const Lanes* a, const Lanes* b, const Lanes* c, Lanes& out,
                    int count);
// cast and bitcast
void convert_lanes(const Lanes& in, DType from, DType to, bool bits, Lanes& out, int count);

}  // namespace vt::loop
