// What is left to do with a product where a library computes it: cuBLASLt scales it, adds a
// row and a matrix, applies ReLU and writes it in any order of rows and batches. A template
// whose epilogue is no more than that is one library call; of any other the rest becomes a
// kernel of its own. For lower.cpp, which cuts, and the CUDA runtime, which calls.
#pragma once
#include <optional>

#include "lower/program.h"

namespace vt {

// out[b, m, n] = relu(alpha * product + beta * added[b, m, n] + bias[n]), the ReLU maybe.
struct LibraryEpilogue {
  double alpha = 1, beta = 0;
  int64_t out = -1, added = -1, bias = -1;  // buffers of the template; -1: nothing is added
  SymExpr out_offset, row_stride, batch_stride;
  SymExpr added_offset, bias_offset;
  // Columns written as batches of so many, each with its part of B and of the bias; null if
  // they lie side by side.
  SymExpr columns;
  bool relu = false;
};
std::optional<LibraryEpilogue> library_epilogue(const loop::MatmulTemplate& product);

// Cuts the templates of a program into what library_epilogue knows and loop nests.
void split_epilogues(Program& program);

}  // namespace vt
