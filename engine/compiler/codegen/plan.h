// The loop strategy of a nest: which axis runs in vector lanes, how each load and store moves along it, and
// which of four shapes the loops have. Shared by the generators.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "loop/nest.h"

namespace vt::codegen {

enum class LoopShape : uint8_t {
  kPointwise,  // no inner axes: lanes along the last outer axis
  kRow,        // lanes along the last inner axis, one outer point at a time
  kColumn,     // lanes along the last outer axis, with the inner axes as loops around it
  kSplit,      // no outer axes: the inner axes are split into chunks with partial results
};

// How an index changes when the lane variable grows by one.
enum class Access : uint8_t { kBroadcast, kContiguous, kStrided };

struct NestPlan {
  LoopShape shape = LoopShape::kPointwise;
  bool vector = false;    // lanes are possible: float32, int32 and bool only
  std::string lane_axis;  // the variable that runs in lanes; empty if there are no axes
};

// `takes_positions`: the generator can vectorise comparisons and casts of int64 values (indices, positions loaded from
// memory).
NestPlan plan_nest(const loop::LoopNest& nest, bool takes_positions = false);
Access access_along(const SymExpr& index, const std::string& variable);
// The same of a load or gather.
Access access_of(const loop::ExprGraph& graph, const loop::Expr& e, const std::string& variable);
// By how much an index grows when the variable grows by one; null: not by the same amount everywhere.
SymExpr step_along(const SymExpr& index, const std::string& variable);
// Bounds of the increment of an index from one lane to the next. If it is at most one, W lanes are contiguous exactly
// if the last index is the first + W - 1. Such indices come from pads and concatenations, which clamp, and from rolls,
// which wrap around.
struct Growth {
  double least = 0, most = 0;
};
Growth growth_along(const SymExpr& index, const std::string& variable);
// `index` with `variable` set to zero.
SymExpr index_at_zero(const SymExpr& index, const std::string& variable);
// Does the index mention the variable?
bool mentions(const SymExpr& index, const std::string& variable);
// The expressions that the roots use, in topological order.
std::vector<loop::ExprId> needed_by(const loop::ExprGraph& graph, const std::vector<loop::ExprId>& roots);
std::vector<loop::ExprId> roots_of(const loop::Phase& phase);
std::vector<loop::ExprId> roots_of(const std::vector<loop::Store>& stores);
// --- sizes
SymExpr extent_of(const std::vector<loop::Axis>& axes);  // their product
SymExpr ceil_div(const SymExpr& a, const SymExpr& b);    // (a + b - 1) / b
bool divisible(const SymExpr& e, int64_t by);            // for all values of the variables
std::string number_text(int64_t v);
// The value when each size symbol has its hint; symbols without a hint count as 256.
int64_t with_hints(const SymExpr& e, const std::vector<std::pair<std::string, int64_t>>& hints);

// The buffer of a template in which a library can compute the product, because the epilogue stores its element of each
// place there and reads nothing else of it; -1: there is none.
int64_t product_place(const loop::MatmulTemplate& product);
// Whether the product is all there is: the epilogue stores it as it is.
bool is_plain_product(const loop::MatmulTemplate& product);
// The epilogue of a template as a pointwise nest over (b, m, n) that reads the product from an extra last buffer,
// contiguous; `in_place`: from product_place(), if there is such a buffer.
loop::LoopNest epilogue_nest(const loop::MatmulTemplate& product, bool in_place = false);

}  // namespace vt::codegen
