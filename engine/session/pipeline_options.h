// What the user and torch.compile's arguments ask of the pipeline, as each stage takes it.
// Read by pipeline.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/compiler_interface.h"
#include "lower/lower.h"
#include "passes/table.h"
#include "runtime/runtime.h"

namespace vt {

// What `vitrine run --backend --skip-pass` and the playground's switches set.
struct PipelineOptions {
  std::string backend;  // of runtime/backends.cpp; empty: the best available
  std::vector<std::string> skipped_passes;
};

// Options as strings: "backend" -> name, "skip_pass" -> pass, repeated.
PipelineOptions read_pipeline_options(const std::vector<std::pair<std::string, std::string>>& options);
// What is wrong with these options, with the names that there are; empty if nothing is.
std::string pipeline_option_problem(const std::vector<std::pair<std::string, std::string>>& options);

PassOptions pass_options(const PipelineOptions& pipeline, const GraphCompileOptions& options, GraphKind kind);
// Graphs that no kernels are made for: backend="aot_eager", and tensors on several devices.
bool runs_op_by_op(const GraphCompileOptions& options, Placement place);
// torch.compile's mode, also where `options` say what a mode stands for.
std::string mode_of(const GraphCompileOptions& options);
LowerOptions lower_options(Placement place);
Backend& backend_for(const PipelineOptions& pipeline, Placement place);

}  // namespace vt
