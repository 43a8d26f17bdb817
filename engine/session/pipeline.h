// The pipeline from a captured graph to running kernels. Read pipeline.cpp first: it lists the stages on one page.
// Installed for one run as the compiler behind torch.compile.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/compiler_interface.h"
#include "session/pipeline_options.h"

namespace vt {

class ValueStore;  // session/graph_values.h

class Pipeline final : public GraphCompiler {
 public:
  // `options`: as for read_pipeline_options().
  // `values`: if set, records the values of compiled graphs; must outlive the pipeline.
  explicit Pipeline(const std::vector<std::pair<std::string, std::string>>& options, ValueStore* values = nullptr)
      : options_(read_pipeline_options(options)), values_(values), previous_(graph_compiler()) {
    set_graph_compiler(this);
  }
  ~Pipeline() override { set_graph_compiler(previous_); }
  vm::Value compile(vm::Interpreter& vm, const vm::Value& graph_module, const std::vector<vm::Value>& example_inputs,
                    const GraphCompileOptions& options) override;
  // A note for the user: "no C++ compiler on this machine ..."; empty if there was no problem.
  const std::string& note() const { return note_; }

 private:
  std::string note_;
  PipelineOptions options_;
  ValueStore* values_;
  GraphCompiler* previous_;
};

}  // namespace vt
