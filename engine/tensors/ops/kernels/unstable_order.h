// The order of equal elements that PyTorch's unstable sorts leave. Beside order.h, which keeps
// them as they lie: here rows that hold equal elements are ordered once more, by the steps of the
// C++ library that PyTorch is built with (introsort, heaps, selection by partition), so that
// places agree on every machine.
#pragma once
#include "tensor/tensor.h"

namespace vt {

// As first_places(): `places` holds what that one found, and gets PyTorch's places. `selecting`
// is topk, which orders only what it picks, and does not where `sorted` is off.
void settle_ties(const Tensor& rows, int64_t length, int64_t count, bool descending, bool selecting, bool sorted,
                 int64_t* places);

// One position per row, of the k-th element from 0, by the partitions that PyTorch's selection makes.
void select_places(const Tensor& rows, int64_t length, int64_t k, int64_t* places);

}  // namespace vt
