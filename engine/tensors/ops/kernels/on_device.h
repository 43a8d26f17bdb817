// What the kernels of gather.h and reduce.h, and the sorting ops, call when their tensors are
// on a CUDA device. Implemented in runtime/ (cuda_indexing.cpp, cuda_scans.cpp,
// cuda_sorting.cpp).
#pragma once
#include <string>
#include <vector>

#include "ops/kernels/gather.h"
#include "ops/kernels/reduce.h"
#include "tensor/tensor.h"

namespace vt {

// For every index of `sizes`: an element of `data`, whose place the positions give, and one
// of `other`. Reading copies from `data` to `other`, writing combines `other` into `data`.
struct IndexedMove {
  Dims sizes;
  Tensor data, other;
  Dims data_strides, other_strides;  // over `sizes`; 0 where a position counts instead
  struct Position {
    Tensor index;  // int64
    Dims strides;  // over `sizes`
    int64_t extent = 0, stride = 0;
    int axis = 0;
  };
  std::vector<Position> positions;
  bool writes = false, wraps = false;  // negative positions count from the end
  Scatter how = Scatter::kSet;
  double alpha = 1;               // kAdd: of `other`
  const char* message = nullptr;  // of a position that is out of range; null: names it
  const char* error = "IndexError";
};

class DeviceRoutines {
 public:
  virtual ~DeviceRoutines() = default;
  virtual bool available() = 0;
  virtual void move(const IndexedMove& move) = 0;
  // Where a bool tensor is true: int64 of [count, rank]. Waits for the device.
  virtual Tensor true_positions(const Tensor& mask) = 0;
  virtual void scan(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis) = 0;
  // Rows along the last axis in order: the first `count` of each, and where they were.
  virtual void sort_rows(const Tensor& rows, bool descending, int64_t count, Tensor& values, Tensor& places) = 0;
};
// Installed once by runtime/; null before.
void install_device_routines(DeviceRoutines* routines);
DeviceRoutines* device_routines();
inline bool is_on_device(const Tensor& t) { return t.device().kind == DeviceKind::kCuda; }

}  // namespace vt
