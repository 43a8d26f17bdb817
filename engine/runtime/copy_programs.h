// Strided and casting copies on a device: one loop nest per layout, compiled once for all sizes.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/op_programs.h"

namespace vt {

// One axis of a copy: its size, and its strides in the target and the source.
struct CopyAxis {
  int64_t size, to, from;
};
// The axes of a copy without size-1 axes, in the memory order of the target; neighbouring axes that are contiguous on
// both sides are merged.
std::vector<CopyAxis> joined_axes(const Tensor& to, const Tensor& from);

class CopyPrograms {
 public:
  explicit CopyPrograms(OpPrograms::CompileFn compile) : compile_(compile) {}
  bool run(const Tensor& to, const Tensor& from, const std::vector<CopyAxis>& axes);

 private:
  OpPrograms::CompileFn compile_;
  std::map<std::string, std::unique_ptr<DeviceExecutable>> kept_;
};

}  // namespace vt
