// The CUDA back end: generated CUDA C++ through NVRTC for the current device.
#ifndef __EMSCRIPTEN__
#include "device/nvrtc.h"
#include "runtime/backends.h"
#include "runtime/cuda/executable.h"

namespace vt {
namespace {

class CudaBackend final : public Backend {
 public:
  const char* name() const override { return "cuda"; }
  bool available() const override { return device::cuda_available(); }

  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    int device = device::current_cuda_device();
    std::string problem;
    CudaCode code = make_cuda_code(program, device, CudaPart::kNests, times, problem);
    if (!problem.empty()) tensor_error(problem);
    return std::make_unique<CudaExecutable>(std::move(program), std::move(code), device);
  }
};

}  // namespace

Backend& cuda_backend() {
  static CudaBackend backend;
  return backend;
}

}  // namespace vt
#endif
