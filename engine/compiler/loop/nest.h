// Loop nests: what one kernel does. Between lowering (which builds and fuses them) and
// the code generators (which print them) and the interpreter (which runs them as is).
//
//   for outer axes (independent, may run in parallel):
//     for each phase:
//       for inner axes: evaluate the phase's reductions and stores
//     row stores: once per outer point, may read every kReduced value
//
// A pointwise kernel has no inner axes and one phase. softmax has the row as inner axis and
// three phases: max, sum of exp, store. A full sum has no outer axes. A column mean has
// the kept axis outside and the reduced one inside, whatever the strides say; the
// generators choose which axis to vectorise from the strides of the loads.
#pragma once
#include <string>
#include <vector>

#include "loop/expr.h"
#include "support/provenance.h"

namespace vt::loop {

// kDeviations: the sum of squared distances from the mean, in one pass (codegen/moments.h).
enum class Reduce : uint8_t { kSum, kProd, kMax, kMin, kAny, kAll, kArgMax, kArgMin, kDeviations };

struct Axis {
  std::string variable;  // "i0"; appears as a symbol in load and store indices
  SymExpr extent;
};

// reduced[position] = reduce over the inner axes of `value`. Arg reductions yield the
// flat inner index (int64) of the first extreme element.
struct Reduction {
  Reduce kind;
  DType accumulate;  // type of the running value and of the result; for arg reductions the type compared
  ExprId value;      // may use kReduced of earlier phases only
};

struct Store {
  int64_t buffer;  // index into the nest's `buffers`
  SymExpr index;   // element offset
  ExprId value;    // dtype equals the buffer's
};

struct Phase {
  std::vector<Reduction> reductions;
  std::vector<Store> stores;
};

// A buffer as the nest sees it: pointers come in this order when the kernel is called.
struct NestBuffer {
  std::string name;  // "arg0", "buf3": for the printed code
  DType dtype;
  int64_t program_buffer;  // index into Program::buffers (lower/program.h)
  bool written = false;
};

struct LoopNest {
  std::string name;  // "fused_relu_sigmoid_add_0"
  std::vector<Axis> outer, inner;
  std::vector<Phase> phases;
  std::vector<Store> row_stores;
  std::vector<NestBuffer> buffers;   // kLoad::integer and Store::buffer index this
  std::vector<std::string> symbols;  // size symbols used, in the order their values are passed
  ExprGraph exprs;
  std::vector<ItemId> items;  // per expression id: the graph node it came from (may be short)
  ItemId item = kNoItem;      // of the kernel itself
};

// C[b, m, n] = sum over k of A[b, m, k] * B[b, k, n], then the epilogue: for each output
// element the stores are evaluated with kCarry standing for the accumulated value and
// variables "b", "m", "n". Operands are strided so that transposes are free.
struct MatmulTemplate {
  std::string name;
  SymExpr batch, m, n, k;
  DType dtype = DType::kFloat32;
  struct Operand {
    int64_t buffer;                                           // index into the template's `buffers`
    SymExpr offset, batch_stride, row_stride, column_stride;  // of A over (m, k), of B over (k, n)
  } a, b;
  std::vector<Store> epilogue;  // at least one store
  std::vector<NestBuffer> buffers;
  std::vector<std::string> symbols;
  ExprGraph exprs;
  std::vector<ItemId> items;
  ItemId item = kNoItem;
};

std::string reduce_name(Reduce kind);
// Stable text, a line per loop, expression and store; each line tagged (see events.h).
struct NestLine {
  std::string text;
  std::vector<ItemId> items;
};
std::vector<NestLine> print_nest(const LoopNest& nest);
std::vector<NestLine> print_template(const MatmulTemplate& nest);
// Every id in range, dtypes agree, variables bound, kReduced only of earlier phases.
// Returns an empty string or what is wrong.
std::string verify_nest(const LoopNest& nest);

// Runs a nest as written, element by element: the reference for the generators and the
// fallback on a machine without a compiler. `buffers` point at the first element.
void interpret_nest(const LoopNest& nest, void* const* buffers, const int64_t* symbol_values);
void interpret_template(const MatmulTemplate& nest, void* const* buffers, const int64_t* symbol_values);

}  // namespace vt::loop
