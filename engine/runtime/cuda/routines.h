// What ops/kernels/on_device.h asks for, on CUDA: moves by positions that are read from memory
// (cuda_indexing.cpp), running sums (cuda_scans.cpp), sorting (cuda_sorting.cpp).
#pragma once
#include <string>

#include "ops/kernels/on_device.h"

namespace vt {

void move_on_cuda(const IndexedMove& move);
// Where kernels note a position that is out of range; the host looks when it waits for the device the next time.
void* noted_positions(int device);
Tensor true_positions_on_cuda(const Tensor& mask);
void scan_on_cuda(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis);
// The first of long rows, without sorting all of them (topk.cpp): whether that is better, and to where.
bool selects_rows(int64_t length, int64_t count);
void select_rows_on_cuda(const Tensor& rows, bool descending, int64_t count, const Tensor& values,
                         const Tensor& places);
void sort_rows_on_cuda(const Tensor& rows, bool descending, int64_t count, Tensor& values, Tensor& places);
// Text that defines KEY and `key_of`, an unsigned number that is larger for what comes first. A NaN is the largest
// number, and -0 is 0.
std::string sort_key_text(DType dtype, bool descending);
// The bits of such a key that differ between elements.
struct SortKeyBits {
  int64_t first = 0, end = 32;
};
SortKeyBits sort_key_bits(DType dtype);
// Makes a CUDA device's routines those of ops/.
void install_cuda_routines();

}  // namespace vt
