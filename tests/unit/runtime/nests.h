// Nests made by hand, for tests of the generators: each with buffers out, in...
#pragma once
#include "lower/program.h"

namespace vt::test {

using loop::Axis;
using loop::ExprGraph;
using loop::ExprId;
using loop::LoopNest;
using loop::Phase;
using loop::Reduce;
using loop::ScalarOp;

inline SymExpr var(const char* name) { return sym_variable(name); }
inline SymExpr num(int64_t v) { return sym_constant(v); }
inline SymExpr row_major(int64_t columns) { return sym_add(sym_mul(var("i0"), num(columns)), var("i1")); }

inline LoopNest make_nest(const char* name, int buffers, DType out = DType::kFloat32) {
  LoopNest nest;
  nest.name = name;
  for (int i = 0; i < buffers; ++i)
    nest.buffers.push_back({"b" + std::to_string(i), i == 0 ? out : DType::kFloat32, i, i == 0});
  return nest;
}

// out[i] = f(in[i]) for one op, flat.
inline LoopNest unary_nest(ScalarOp op, int64_t n) {
  LoopNest nest = make_nest("unary", 2);
  nest.outer = {{"i0", num(n)}};
  ExprId x = nest.exprs.load(1, var("i0"), DType::kFloat32);
  nest.phases = {Phase{{}, {{0, var("i0"), nest.exprs.unary(op, x)}}}};
  return nest;
}

// out[i] = in[i] as another type
inline LoopNest cast_nest(DType from, DType to, int64_t n) {
  LoopNest nest = make_nest("cast_0", 2, to);
  nest.buffers[1].dtype = from;
  nest.outer = {{"i0", num(n)}};
  nest.phases = {Phase{{}, {{0, var("i0"), nest.exprs.cast(nest.exprs.load(1, var("i0"), from), to)}}}};
  return nest;
}

// Rows of softmax(x / 8): three phases.
inline LoopNest softmax_nest(int64_t rows, int64_t columns) {
  LoopNest nest = make_nest("softmax", 2);
  nest.outer = {{"i0", num(rows)}};
  nest.inner = {{"i1", num(columns)}};
  ExprGraph& g = nest.exprs;
  auto f = DType::kFloat32;
  ExprId x = g.binary(ScalarOp::kMul, g.load(1, row_major(columns), f), g.constant(0.125, f));
  loop::Expr reduced{ScalarOp::kReduced, f};
  ExprId top = g.add(reduced);
  reduced.integer = 1;
  ExprId sum = g.add(reduced);
  ExprId e = g.unary(ScalarOp::kExp, g.binary(ScalarOp::kSub, x, top));
  nest.phases = {Phase{{{Reduce::kMax, f, x}}, {}}, Phase{{{Reduce::kSum, f, e}}, {}},
                 Phase{{}, {{0, row_major(columns), g.binary(ScalarOp::kDiv, e, sum)}}}};
  return nest;
}

// out[0, j] = mean over i of x[i, j]; out[1, j] = variance.
inline LoopNest column_nest(int64_t rows, int64_t columns) {
  LoopNest nest = make_nest("column_mean_var", 2);
  nest.outer = {{"i1", num(columns)}};
  nest.inner = {{"i0", num(rows)}};
  ExprGraph& g = nest.exprs;
  auto f = DType::kFloat32;
  ExprId x = g.load(1, row_major(columns), f);
  loop::Expr reduced{ScalarOp::kReduced, f};
  ExprId mean = g.binary(ScalarOp::kDiv, g.add(reduced), g.constant(static_cast<double>(rows), f));
  ExprId d = g.binary(ScalarOp::kSub, x, mean);
  reduced.integer = 1;
  ExprId variance = g.binary(ScalarOp::kMul, g.add(reduced), g.constant(1.0 / (rows - 1), f));
  nest.phases = {Phase{{{Reduce::kSum, f, x}}, {}}, Phase{{{Reduce::kSum, f, g.binary(ScalarOp::kMul, d, d)}}, {}}};
  nest.row_stores = {{0, var("i1"), mean}, {0, sym_add(var("i1"), num(columns)), variance}};
  return nest;
}

// out = sum of squares of n numbers.
inline LoopNest sum_nest(int64_t n) {
  LoopNest nest = make_nest("sum_of_squares", 2);
  nest.inner = {{"i0", num(n)}};
  ExprGraph& g = nest.exprs;
  ExprId x = g.load(1, var("i0"), DType::kFloat32);
  nest.phases = {Phase{{{Reduce::kSum, DType::kFloat32, g.binary(ScalarOp::kMul, x, x)}}, {}}};
  nest.row_stores = {{0, num(0), g.add({ScalarOp::kReduced, DType::kFloat32})}};
  return nest;
}

// Flat index of the largest element of each row.
inline LoopNest argmax_nest(int64_t rows, int64_t columns) {
  LoopNest nest = make_nest("argmax", 2, DType::kInt64);
  nest.outer = {{"i0", num(rows)}};
  nest.inner = {{"i1", num(columns)}};
  ExprGraph& g = nest.exprs;
  nest.phases = {Phase{{{Reduce::kArgMax, DType::kFloat32, g.load(1, row_major(columns), DType::kFloat32)}}, {}}};
  nest.row_stores = {{0, var("i0"), g.add({ScalarOp::kReduced, DType::kInt64})}};
  return nest;
}

// A program with `nest` alone: buffer 0 is the output of `out` sizes, buffer 1 the input.
inline Program program_of(Step step, std::vector<int64_t> out, std::vector<std::vector<int64_t>> inputs,
                          DType out_dtype = DType::kFloat32) {
  Program program;
  auto add = [&](BufferKind kind, const std::vector<int64_t>& sizes, int input, DType dtype) {
    Buffer b;
    b.name = "b" + std::to_string(program.buffers.size());
    b.kind = kind;
    b.dtype = dtype;
    for (int64_t s : sizes) b.sizes.push_back(num(s));
    for (int64_t s : contiguous_strides(sizes)) b.strides.push_back(num(s));
    b.input = input;
    program.buffers.push_back(b);
  };
  add(BufferKind::kOutput, out, -1, out_dtype);
  for (auto& sizes : inputs) add(BufferKind::kInput, sizes, program.input_count++, DType::kFloat32);
  program.steps.push_back(std::move(step));
  program.outputs.push_back({0, out_dtype, program.buffers[0].sizes, program.buffers[0].strides, num(0)});
  program.arena_bytes = program.unplanned_bytes = num(0);
  return program;
}

}  // namespace vt::test
