// The WebGPU back end: generated WGSL on the browser's device.
#include "runtime/backends.h"
#include "runtime/webgpu/executable.h"

namespace vt {
namespace {

class WebGpuBackend final : public Backend {
 public:
  const char* name() const override { return "webgpu"; }
  bool available() const override { return false; }  // only for programs with WebGPU tensors

  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    return make_webgpu_executable(std::move(program), times);
  }
};

}  // namespace

Backend& webgpu_backend() {
  static WebGpuBackend backend;
  return backend;
}

}  // namespace vt
