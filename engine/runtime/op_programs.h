// Eager ops on a device: each becomes a program of one op, recorded over symbolic sizes, lowered and compiled like a
// captured graph, and kept by op, dtypes and layout. For the DeviceKernels of cuda/ops.h and webgpu/ops.h.
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
  // Null where there is no code for the program.
  using CompileFn = std::unique_ptr<DeviceExecutable> (*)(Program program, Device place);
  OpPrograms(LowerOptions options, CompileFn compile) : options_(options), compile_(compile) {}
  // False if there is no code for these arguments.
  bool run(const OpDef& op, const Args& args, Device place, Outputs& outputs);

  struct Compiled {
    std::unique_ptr<DeviceExecutable> executable;  // null: there is no code for these arguments
    std::shared_ptr<ShapeEnv> shapes;              // its symbols stand in the program
    std::vector<ShapeGuard> guards;
    std::vector<std::string> symbols;
    std::vector<bool> row_major;  // outputs that the op's own shape rule lays out so
  };

 private:
  Compiled compile(const OpDef& op, const Args& args, Device place);
  LowerOptions options_;
  CompileFn compile_;
  std::unordered_map<std::string, std::vector<Compiled>> kept_;
};

// Where the arguments of an op lie: the first tensor or device of `kind` that has a number.
Device device_of(const Args& args, DeviceKind kind, int16_t current);

}  // namespace vt
