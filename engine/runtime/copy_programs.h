// Strided and casting copies on a device: a loop nest by the order of axes, compiled once for all sizes.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/op_programs.h"

namespace vt {

// One axis of both sides.
struct CopyAxis {
  int64_t size, to, from;
};
// Without axes of one element, in the order in which the target lies in memory, and with neighbours that run through
// memory as one joined.
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
