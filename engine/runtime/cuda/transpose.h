// Matrices with rows and columns exchanged, through shared memory, so that both sides are
// read and written along memory. For copies (cuda_copy.cpp) and for factors of products.
#pragma once
#include "device/cublaslt.h"
#include "tensor/tensor.h"

namespace vt {

// to[b][j][i] = from[b][i][j] for elements of 1, 2, 4 or 8 bytes; strides in elements.
struct Exchange {
  uint64_t to = 0, from = 0;  // addresses
  int64_t batch = 1, rows = 0, columns = 0;
  int64_t to_stride = 0, from_stride = 0, to_batch = 0, from_batch = 0;
  int bytes = 4;
};
void run_exchange(const Exchange& exchange, int device);

// Matrix units of float32 factors want the numbers that are summed side by side in memory,
// and the library is slow where neither factor has them so. Gives the smaller one a copy that
// has, where that pays; the copy must live until the product has been launched.
Ref<Storage> turn_factor(device::Product& product, int device);
// The library reads matrices one of whose two strides is 1. Gives a factor without one a dense copy, where there is
// enough to multiply; it must live as long.
Ref<Storage> dense_factor(device::Product& product, bool left, int device);

}  // namespace vt
