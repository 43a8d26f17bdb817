// What ops/kernels/on_device.h asks for, on CUDA: moves by positions that are read from memory
// (cuda_indexing.cpp), running sums (cuda_scans.cpp), sorting (cuda_sorting.cpp).
#include "ops/kernels/on_device.h"

namespace vt {

void move_on_cuda(const IndexedMove& move);
Tensor true_positions_on_cuda(const Tensor& mask);
void scan_on_cuda(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis);
// The first of long rows, without sorting all of them (topk.cpp): whether that is better, and to where.
bool selects_rows(int64_t length, int64_t count);
void select_rows_on_cuda(const Tensor& rows, bool descending, int64_t count, const Tensor& values,
                         const Tensor& places);
void sort_rows_on_cuda(const Tensor& rows, bool descending, int64_t count, Tensor& values, Tensor& places);
// Makes a CUDA device's routines those of ops/.
void install_cuda_routines();

}  // namespace vt
