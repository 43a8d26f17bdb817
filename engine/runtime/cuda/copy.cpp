#ifndef __EMSCRIPTEN__
#include "runtime/cuda/copy.h"

#include "device/nvrtc.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/transpose.h"

namespace vt {
namespace {

// A copy into the other order of two axes, and maybe over batches: one side has the last axis
// innermost in memory, the other the one before.
bool exchanges_axes(const std::vector<CopyAxis>& axes, const Tensor& to, const Tensor& from, Exchange& e) {
  constexpr int64_t kLeast = 16;  // below, elements one by one are as fast
  if (to.dtype() != from.dtype() || axes.size() < 2 || axes.size() > 3) return false;
  const CopyAxis &a = axes[axes.size() - 2], &b = axes.back();
  if (a.from != 1 || b.to != 1 || a.to < b.size || b.from < a.size || a.size < kLeast || b.size < kLeast) return false;
  e.rows = b.size, e.columns = a.size;
  e.from_stride = b.from, e.to_stride = a.to;
  if (axes.size() == 3) e.batch = axes[0].size, e.to_batch = axes[0].to, e.from_batch = axes[0].from;
  e.bytes = dtype_bytes(to.dtype());
  e.to = word(to), e.from = word(from);
  return true;
}

}  // namespace

bool copy_on_cuda(const Tensor& to, const Tensor& from, CopyPrograms& programs) {
  if (device::nvrtc_version() == 0) return false;
  std::vector<CopyAxis> axes = joined_axes(to, from);
  if (Exchange exchange; exchanges_axes(axes, to, from, exchange)) {
    run_exchange(exchange, to.device().index);
    return true;
  }
  return programs.run(to, from, axes);
}

}  // namespace vt
#endif
