// Options of the pipeline, from the user and from torch.compile's arguments, converted to the options of each stage.
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

// Set by `vitrine run --backend --skip-pass` and by the playground's switches.
struct PipelineOptions {
  std::string backend;  // of runtime/backends.cpp; empty: the best available
  std::vector<std::string> skipped_passes;
};

// Options as strings: "backend" -> name, "skip_pass" -> pass, repeated.
PipelineOptions read_pipeline_options(const std::vector<std::pair<std::string, std::string>>& options);
// The problem with these options, with the valid names; empty if there is none.
std::string pipeline_option_problem(const std::vector<std::pair<std::string, std::string>>& options);

PassOptions pass_options(const PipelineOptions& pipeline, const GraphCompileOptions& options, GraphKind kind);
// Whether no kernels are generated for the graph: backend="aot_eager", or tensors on several devices.
bool runs_op_by_op(const GraphCompileOptions& options, Placement place);
// torch.compile's mode, also if `options` set what a mode stands for.
std::string mode_of(const GraphCompileOptions& options);
LowerOptions lower_options(Placement place);
Backend& backend_for(const PipelineOptions& pipeline, Placement place);

}  // namespace vt
