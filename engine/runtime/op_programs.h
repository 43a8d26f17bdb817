// Eager ops on a device: each op is recorded as a program of one op over symbolic sizes, lowered and compiled like a
// captured graph, and cached by op, dtypes and layout. For the DeviceKernels of cuda/ops.h and webgpu/ops.h.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "lower/lower.h"
#include "ops/op.h"
#include "runtime/device_executable.h"

namespace vt {

class OpPrograms {
 public:
  // Returns null if the program has a step without code for the device.
  using CompileFn = std::unique_ptr<DeviceExecutable> (*)(Program program, Device place);
  OpPrograms(LowerOptions options, CompileFn compile) : options_(options), compile_(compile) {}
  // Returns false if these arguments have no code.
  bool run(const OpDef& op, const Args& args, Device place, Outputs& outputs);

  struct Compiled {
    std::unique_ptr<DeviceExecutable> executable;  // null: no code for these arguments
    std::shared_ptr<ShapeEnv> shapes;              // owns the symbols that the program uses
    std::vector<ShapeGuard> guards;
    std::vector<std::string> symbols;
    std::vector<bool> row_major;  // outputs that must be contiguous by the op's shape rule
  };

 private:
  Compiled compile(const OpDef& op, const Args& args, Device place);
  LowerOptions options_;
  CompileFn compile_;
  std::unordered_map<std::string, std::vector<Compiled>> kept_;
};

// The device of an op's arguments: that of the first tensor or device argument of `kind` with an index, else `current`.
Device device_of(const Args& args, DeviceKind kind, int16_t current);

}  // namespace vt
