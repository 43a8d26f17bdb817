// How a nest's loops are driven: which axis runs in vector lanes, how each load and store
// moves along it, and which of four shapes the loops take. Shared by both generators.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "loop/nest.h"

namespace vt::codegen {

enum class LoopShape : uint8_t {
  kPointwise,  // no inner axes: lanes along the last outer axis
  kRow,        // lanes along the last inner axis, one outer point at a time
  kColumn,     // lanes along the last outer axis, the inner axes outside of it
  kSplit,      // no outer axes: the inner ones are cut into chunks with partial results
};

// How an index moves when the lane variable moves by one.
enum class Access : uint8_t { kBroadcast, kContiguous, kStrided };

struct NestPlan {
  LoopShape shape = LoopShape::kPointwise;
  bool vector = false;    // float32, int32 and bool only: lanes are possible
  std::string lane_axis;  // variable that runs in lanes; empty if there is no axis at all
};

// `takes_positions`: the generator computes comparisons and casts of integers of 64 bits (places, positions read from
// memory) for the lanes that use them.
NestPlan plan_nest(const loop::LoopNest& nest, bool takes_positions = false);
Access access_along(const SymExpr& index, const std::string& variable);
// The same of a load or gather.
Access access_of(const loop::ExprGraph& graph, const loop::Expr& e, const std::string& variable);
// By how much an index grows when the variable grows by one; null: not by the same amount everywhere.
SymExpr step_along(const SymExpr& index, const std::string& variable);
// The least and the most that an index grows by from one lane to the next. Where that is never more than one, the
// elements of W lanes lie side by side exactly if the last lies W - 1 after the first: pads and concatenations clamp,
// rolls wrap.
struct Growth {
  double least = 0, most = 0;
};
Growth growth_along(const SymExpr& index, const std::string& variable);
// `index` with `variable` set to zero.
SymExpr index_at_zero(const SymExpr& index, const std::string& variable);
// Does the index mention the variable?
bool mentions(const SymExpr& index, const std::string& variable);
// Ids that the roots need, in order (operands first).
std::vector<loop::ExprId> needed_by(const loop::ExprGraph& graph, const std::vector<loop::ExprId>& roots);
std::vector<loop::ExprId> roots_of(const loop::Phase& phase);
std::vector<loop::ExprId> roots_of(const std::vector<loop::Store>& stores);
// --- sizes
SymExpr extent_of(const std::vector<loop::Axis>& axes);  // their product
SymExpr ceil_div(const SymExpr& a, const SymExpr& b);    // (a + b - 1) / b
bool divisible(const SymExpr& e, int64_t by);            // whatever the variables are
std::string number_text(int64_t v);
// The value with the hints of size symbols; those that have none count as 256.
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
