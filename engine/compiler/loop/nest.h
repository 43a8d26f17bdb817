// Loop nests: the code of one kernel. Lowering builds and fuses them, the code generators print
// them, and the interpreter runs them unchanged.
//
//   for outer axes (independent, may run in parallel):
//     for each phase:
//       for inner axes: evaluate the reductions and stores of the phase
//     row stores: once per outer point; they may use every kReduced value
//
// A pointwise kernel has no inner axes and one phase. softmax has the row as inner axis and three
// phases: max, sum of exp, store. A full sum has no outer axes. A column mean has the kept axis as
// outer and the reduced one as inner axis, in whatever order they lie in memory; the generators
// choose the axis to vectorise from the strides of the loads.
#pragma once
#include <string>
#include <vector>

#include "loop/expr.h"
#include "support/provenance.h"

namespace vt::loop {

// kDeviations: sum of squared deviations from the mean, in one pass (Welford, see codegen/moments.h).
enum class Reduce : uint8_t { kSum, kProd, kMax, kMin, kAny, kAll, kArgMax, kArgMin, kDeviations };

struct Axis {
  std::string variable;  // "i0"; a symbol of this name stands for it in load and store indices
  SymExpr extent;
};

// reduced[position] = `value` reduced over the inner axes. Arg reductions return the flat inner
// index (int64) of the first extreme element.
struct Reduction {
  Reduce kind;
  DType accumulate;  // dtype of the accumulator and the result; for arg reductions, of the compared values
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

// A buffer of the nest; a call passes the buffers' pointers in this order.
struct NestBuffer {
  std::string name;  // "arg0", "buf3": its name in generated code
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
  std::vector<std::string> symbols;  // size symbols in use, in the order in which their values are passed
  ExprGraph exprs;
  std::vector<ItemId> items;  // per expression id: the graph node that it implements; may be shorter than `exprs`
  ItemId item = kNoItem;      // provenance of the kernel itself
};

// C[b, m, n] = sum over k of A[b, m, k] * B[b, k, n], followed by the epilogue: its stores are
// evaluated for each output element, with the sum as kCarry and the indices as variables "b", "m"
// and "n". The operands have strides, so a transposed operand needs no copy.
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
// The stable dump: one line per loop, expression and store, each with its provenance (see events.h).
struct NestLine {
  std::string text;
  std::vector<ItemId> items;
};
std::vector<NestLine> print_nest(const LoopNest& nest);
std::vector<NestLine> print_template(const MatmulTemplate& nest);
// Checks that ids are in range, dtypes agree, variables are bound, and kReduced is used only in
// later phases. Returns an empty string or the first problem.
std::string verify_nest(const LoopNest& nest);

// Runs a nest element by element as it is: the reference for the generators, and the fallback on a
// machine without a C++ compiler. Each of `buffers` points to the first element.
void interpret_nest(const LoopNest& nest, void* const* buffers, const int64_t* symbol_values);
void interpret_template(const MatmulTemplate& nest, void* const* buffers, const int64_t* symbol_values);

}  // namespace vt::loop
