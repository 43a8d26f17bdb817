// The pipeline for compilers that the program wrote in Python (aot_autograd, functorch.compile): they get the recorded
// ATen operators, for each half of a joint graph.
#pragma once
#include "session/compiled_graph.h"
#include "session/fx_recording.h"
#include "session/pipeline_options.h"

namespace vt {

// While it lives, recorder and tape emit operators and results as in ATen's graphs.
class AtenForms {
 public:
  explicit AtenForms(bool on);
  ~AtenForms();
  AtenForms(const AtenForms&) = delete;
  AtenForms& operator=(const AtenForms&) = delete;

 private:
  bool detached_, forms_;
};

CompiledGraph compile_by_program(vm::Interpreter& vm, FxRecording& recording, const PipelineOptions& pipeline,
                                 const GraphCompileOptions& options, const std::vector<vm::Value>& examples);

}  // namespace vt
