// CUDA text for every op of the table, from its samples, with plain and with symbolic sizes.
// Hidden tests do more with it: [.cuda-text] and [.cuda-prelude] print it and what stands
// before it for tests/nvrtc.py, and [.cuda-host] compiles and runs it, which takes many minutes.
#ifndef __EMSCRIPTEN__
#include <cstdio>

#include "catch.h"
#include "runtime/executable.h"
#include "runtime/runtime.h"
#include "support/check.h"
#include "unit/runtime/op_programs.h"

using namespace vt;
using namespace vt::test;

namespace {

std::string cuda_text(const Program& program, bool aligned) {
  CudaTarget target;
  target.hints = size_hints(program);
  target.aligned = aligned;
  target.whole_templates = aligned;
  GeneratedCode code = generate_cuda(kernel_sources(program), target);
  std::string text;
  if (code.cuda.empty()) return text;
  for (const TaggedLine& line : code.text) text += line.text + "\n";
  return text;
}

}  // namespace

TEST_CASE("every op has CUDA text", "[cuda]") {
  int kernels = 0;
  for_samples([&](const OpDef& op, const Sample& sample) {
    INFO(op.name << " " << sample.note);
    for (bool dynamic : {false, true}) {
      if (dynamic && !op.pointwise) continue;
      Program program = lowered(op, sample, dynamic);
      std::string text;
      REQUIRE_NOTHROW(text = cuda_text(program, true) + cuda_text(program, false));
      CHECK((kernel_sources(program).empty() || text.find("__global__") != std::string::npos));
      kernels += static_cast<int>(kernel_sources(program).size());
    }
  });
  CHECK(kernels > 100);
}

TEST_CASE("what stands before CUDA text, printed", "[.cuda-prelude]") {
  std::printf("== cuda [prelude] \n%s", generate_cuda({}, {}).prelude.c_str());
  SUCCEED();
}

TEST_CASE("the CUDA text of every op, printed", "[.cuda-text]") {
  for_samples([&](const OpDef& op, const Sample& sample) {
    for (bool dynamic : {false, true}) {
      if (dynamic && !op.pointwise) continue;
      Program program = lowered(op, sample, dynamic);
      std::string text = cuda_text(program, true);
      if (!text.empty()) std::printf("== cuda [%s] %s\n%s", op.name, sample.note, text.c_str());
    }
  });
  SUCCEED();
}

TEST_CASE("every op computes the same as a CUDA kernel on the host", "[.cuda-host]") {
  for_samples([&](const OpDef& op, const Sample& sample) {
    INFO(op.name << " " << sample.note);
    Inputs inputs = tensors_of(sample.args);
    std::vector<RuntimeInput> args(inputs.begin(), inputs.end());
    Outputs expected = call(op, with_tensors(sample.args, inputs));
    CompileTimes times;
    auto executable = find_backend("cuda-host")->compile(lowered(op, sample, false), times);
    CHECK(executable->note().empty());
    Outputs actual = executable->run(args);
    for (size_t i = 0; i < expected.size(); ++i) CHECK(close(actual[i], expected[i], 2e-5));
  });
}
#endif
