#include "runtime/cuda/ops.h"
#ifndef __EMSCRIPTEN__

#include <mutex>

#include "device/cuda.h"
#include "device/nvrtc.h"
#include "ops/device_kernels.h"
#include "ops/ops.h"
#include "runtime/cuda/adam.h"
#include "runtime/cuda/attention.h"
#include "runtime/cuda/convolutions.h"
#include "runtime/cuda/copy.h"
#include "runtime/cuda/executable.h"
#include "runtime/cuda/products.h"
#include "runtime/cuda/random.h"
#include "runtime/cuda/routines.h"
#include "runtime/op_programs.h"

namespace vt {
namespace {

// Code for the device, if it compiles.
std::unique_ptr<DeviceExecutable> compile_cuda(Program program, Device place) {
  CompileTimes times;
  std::string problem;
  CudaCode code = make_cuda_code(program, place.index, CudaPart::kNests, times, problem);
  if (!problem.empty()) return nullptr;
  return std::make_unique<CudaExecutable>(std::move(program), std::move(code), place.index);
}

class CudaOps final : public DeviceKernels {
 public:
  bool run(const OpDef& op, const Args& args, Outputs& outputs) override {
    std::lock_guard lock(mutex_);  // torch.jit.fork runs ops on threads of its own
    if (run_cuda_product(op, args, outputs) || run_cuda_convolution(op, args, outputs) ||
        run_cuda_attention(op, args, outputs) || run_cuda_random(op, args, outputs) || run_cuda_adam(op, args, outputs))
      return true;
    if (device::nvrtc_version() == 0) return false;
    const int16_t current = static_cast<int16_t>(device::current_cuda_device());
    return programs_.run(op, args, device_of(args, DeviceKind::kCuda, current), outputs);
  }

  bool copy(const Tensor& to, const Tensor& from) override {
    std::lock_guard lock(mutex_);
    return copy_on_cuda(to, from, copies_);
  }

 private:
  std::recursive_mutex mutex_;  // an op's steps are ops
  OpPrograms programs_{cuda_lower_options(), compile_cuda};
  CopyPrograms copies_{compile_cuda};
};

}  // namespace

void install_cuda_ops() {
  static CudaOps* ops = new CudaOps;  // never destroyed: it holds device memory
  install_device_kernels(DeviceKind::kCuda, ops);
  install_cuda_random();
  install_cuda_routines();
}

}  // namespace vt
#else
namespace vt {
void install_cuda_ops() {}
}  // namespace vt
#endif
