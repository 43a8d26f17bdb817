// The pipeline from a captured graph to running kernels, one call per stage: compile.cpp
// is the page to read first. Installed as the compiler behind torch.compile for one run.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/compiler_interface.h"

namespace vt {

// What `vitrine run --backend --skip-pass` and the playground's switches set.
struct PipelineOptions {
  std::string backend;  // of runtime/backends.cpp; empty: the best available
  std::vector<std::string> skipped_passes;
  std::string* note = nullptr;  // where a back end's note goes: what it could not do
};

// What is wrong with these options, with the names that there are; empty if nothing is.
std::string pipeline_option_problem(const std::vector<std::pair<std::string, std::string>>& options);

class Pipeline final : public GraphCompiler {
 public:
  // Options as strings: "backend" -> name, "skip_pass" -> pass, repeated.
  explicit Pipeline(const std::vector<std::pair<std::string, std::string>>& options);
  ~Pipeline() override;
  vm::Value compile(vm::Interpreter& vm, const vm::Value& graph_module, const std::vector<vm::Value>& example_inputs,
                    const GraphCompileOptions& options) override;
  // "no C++ compiler on this machine ...": empty if all went as it should.
  const std::string& note() const { return note_; }

 private:
  std::string note_;
  PipelineOptions options_;
  GraphCompiler* previous_;
};

}  // namespace vt
