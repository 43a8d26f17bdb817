#include "session/pipeline_options.h"

#include <algorithm>

#include "support/check.h"

namespace vt {
namespace {

bool wants_eager_bits(const GraphCompileOptions& options) { return options.backend == "aot_eager"; }

bool among(const std::string& name, const std::vector<std::string>& known) {
  return std::find(known.begin(), known.end(), name) != known.end();
}

std::string unknown(const char* kind, const std::string& name, const std::vector<std::string>& known) {
  std::string message = std::string("there is no ") + kind + " called '" + name + "'; there are";
  for (const std::string& each : known) message += " " + each;
  return message;
}

}  // namespace

PipelineOptions read_pipeline_options(const std::vector<std::pair<std::string, std::string>>& options) {
  PipelineOptions pipeline;
  for (const auto& [key, value] : options) {
    if (key == "backend") pipeline.backend = value;
    if (key == "skip_pass") pipeline.skipped_passes.push_back(value);
  }
  return pipeline;
}

std::string pipeline_option_problem(const std::vector<std::pair<std::string, std::string>>& options) {
  std::vector<std::string> backends;
  for (Backend* backend : all_backends()) backends.push_back(backend->name());
  const std::vector<std::string> passes = pass_names();
  for (const auto& [key, value] : options) {
    if (key == "backend" && !value.empty() && !among(value, backends)) return unknown("back end", value, backends);
    if (key == "skip_pass" && !among(value, passes)) return unknown("pass", value, passes);
  }
  return {};
}

PassOptions pass_options(const PipelineOptions& pipeline, const GraphCompileOptions& options, GraphKind kind) {
  PassOptions passes;
  passes.kind = kind;
  passes.keep_bits = wants_eager_bits(options);
  passes.skipped = pipeline.skipped_passes;
  return passes;
}

bool runs_op_by_op(const GraphCompileOptions& options, Placement place) {
  return wants_eager_bits(options) || place == Placement::kMixed;
}

std::string mode_of(const GraphCompileOptions& options) {
  if (!options.mode.empty()) return options.mode;
  const auto is_on = [&](const char* name) {
    return std::any_of(options.options.begin(), options.options.end(),
                       [&](const auto& option) { return option.first == name && option.second == "True"; });
  };
  const bool replays = is_on("triton.cudagraphs");
  if (is_on("max_autotune")) return replays ? "max-autotune" : "max-autotune-no-cudagraphs";
  return replays ? "reduce-overhead" : "";
}

LowerOptions lower_options(Placement place) {
  if (place == Placement::kWebGpu) return webgpu_lower_options();
  if (place != Placement::kCuda) return {};
  LowerOptions options = cuda_lower_options();
  options.looks_up = true;
  options.most_unrolled = 4;
  return options;
}

Backend& backend_for(const PipelineOptions& pipeline, Placement place) {
  Backend* backend = find_backend(place == Placement::kCuda     ? "cuda"
                                  : place == Placement::kWebGpu ? "webgpu"
                                                                : pipeline.backend);
  VT_CHECK(backend, "pipeline_option_problem() has seen the name");
  return *backend;
}

}  // namespace vt
