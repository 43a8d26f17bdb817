// Programs for the WebGPU device where the CPU stands in for it: the steps of a program as a program of their own.
#ifndef __EMSCRIPTEN__
#include "catch.h"
#include "runtime/webgpu/host_steps.h"
#include "unit/runtime/nests.h"
#include "unit/runtime/op_programs.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("some steps of a program run on given tensors, and change those that they write", "[webgpu]") {
  install();
  Program program = program_of(unary_nest(ScalarOp::kNeg, 4), {4}, {{4}});
  for (Buffer& buffer : program.buffers) buffer.first_step = buffer.last_step = 0;
  std::vector<Tensor> tensors;
  for (const Buffer& buffer : program.buffers) {
    Tensor t = empty_tensor(Dims{4}, buffer.dtype);
    for (int i = 0; i < 4; ++i) t.data<float>()[i] = static_cast<float>(i);
    tensors.push_back(t);
  }
  HostSteps steps(program, 0, 1);
  const std::vector<std::string> names;
  const SymbolValues sizes{&names, {}};
  steps.run(tensors, sizes);
  for (size_t b = 0; b < tensors.size(); ++b)
    CHECK(tensors[b].data<float>()[3] == (program.buffers[b].kind == BufferKind::kOutput ? -3.0f : 3.0f));
}
#endif
