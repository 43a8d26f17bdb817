// The pipeline's other road: compilers that the program wrote in the language (aot_autograd,
// functorch.compile). They get ATen operators as recorded, for each half of a joint graph.
#pragma once
#include "session/compiled_graph.h"
#include "session/fx_recording.h"
#include "session/pipeline_options.h"

namespace vt {

// While it lives, recording and tape name operators and results as ATen's graphs do.
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
