// The part of a product's epilogue that a library computes: cuBLASLt scales the product, adds a row and a matrix,
// applies ReLU, and writes rows and batches with any strides. A template with no other epilogue is one library call;
// the rest of any other epilogue becomes a kernel of its own. For lower.cpp, which splits templates, and the CUDA
// runtime, which calls the library.
#pragma once
#include <optional>

#include "lower/program.h"

namespace vt {

// out[b, m, n] = relu(alpha * product + beta * added[b, m, n] + bias[n]); the ReLU is optional.
struct LibraryEpilogue {
  double alpha = 1, beta = 0;
  int64_t out = -1, added = -1, bias = -1;  // buffers of the template; -1: no such term
  SymExpr out_offset, row_stride, batch_stride;
  SymExpr added_offset, bias_offset;
  // If set, the columns are written as batches of `columns` columns, each with its part of B and of
  // the bias. Null: all columns are contiguous.
  SymExpr columns;
  bool relu = false;
};
std::optional<LibraryEpilogue> library_epilogue(const loop::MatmulTemplate& product);

// Splits every template into a part that library_epilogue matches and a loop nest for the rest.
void split_epilogues(Program& program);

}  // namespace vt
