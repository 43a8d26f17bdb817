// How an op that is neither pointwise nor decomposed defines its result in the loop IR: as a function from an output
// index to a scalar expression. lower/ implements the interface, inlines producers, and decides which values are
// materialized.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "loop/expr.h"
#include "ops/op.h"

namespace vt {

using Index = std::vector<SymExpr>;
// The element at `index`, as an expression of the loop nest under construction.
using Loader = std::function<loop::ExprId(loop::ExprGraph&, const Index&)>;

enum class ReductionKind : uint8_t {
  kSum,
  kProd,
  kMax,
  kMin,
  kAny,
  kAll,
  kArgMax,
  kArgMin,
};

class LowerContext {
 public:
  virtual ~LowerContext() = default;
  virtual TensorMeta input_meta(size_t argument, size_t item = 0) const = 0;
  virtual Loader input(size_t argument, size_t item = 0) = 0;  // reads a buffer, or inlines the producer
  virtual const TensorMeta& output_meta(size_t i = 0) const = 0;
  // Output i as a pure function of its index; nothing is materialized here (also used by views).
  virtual void define_pointwise(size_t output, Loader element) = 0;
  // A part of an output along one axis, beginning at `start`; `element` takes indices relative to the part.
  struct Piece {
    Loader element;
    SymExpr start, size;
  };
  // The output of define_pointwise, as parts along an axis: if it is materialized, the loops that compute a part may
  // write it directly.
  virtual void define_pieces(size_t output, size_t axis, std::vector<Piece> pieces) = 0;
  // Reduces `element`, whose index has the kept axes followed by the reduced ones, over the `reduced` axes.
  virtual Loader reduce(ReductionKind kind, std::vector<SymExpr> kept, std::vector<SymExpr> reduced, DType accumulate,
                        Loader element) = 0;
  // Whether loops may read at positions that they read from memory, and how: the element of an input that has a
  // position (int64) or an index on each axis. `wraps`: negative positions count from the end.
  virtual bool looks_up() const = 0;
  struct Place {
    SymExpr index;
    loop::ExprId position = loop::kNoExpr;
  };
  using Lookup = std::function<loop::ExprId(loop::ExprGraph&, const std::vector<Place>&)>;
  virtual Lookup look_up(size_t argument, bool wraps) = 0;
  // Hands the node to a library or template (matmul, convolution, anything without a loop form).
  virtual void define_extern() = 0;
};

}  // namespace vt
