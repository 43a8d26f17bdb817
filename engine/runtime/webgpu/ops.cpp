#include "runtime/webgpu/ops.h"

#include "ops/device_kernels.h"
#include "runtime/copy_programs.h"
#include "runtime/webgpu/executable.h"
#include "tensor/accelerator.h"

namespace vt {
namespace {

using device::webgpu::Mode;

// Null if the device cannot run the whole program; the op's CPU kernel then runs instead.
std::unique_ptr<DeviceExecutable> compile_webgpu(Program program, Device) {
  CompileTimes times;
  std::unique_ptr<WebGpuExecutable> made = make_webgpu_executable(std::move(program), times);
  if (!made->runs_on_device()) return nullptr;
  return made;
}

class WebGpuOps final : public DeviceKernels {
 public:
  bool run(const OpDef& op, const Args& args, Outputs& outputs) override {
    if (device::webgpu::mode() != Mode::kDevice) return false;
    return programs_.run(op, args, {DeviceKind::kWebGpu, 0}, outputs);
  }
  // If the newest contents of `from` are on the CPU, the CPU copies.
  bool copy(const Tensor& to, const Tensor& from) override {
    if (device::webgpu::mode() != Mode::kDevice || !device::webgpu::device_is_newer(start_of(from))) return false;
    const bool plain =
        to.dtype() == from.dtype() && to.sizes() == from.sizes() && to.is_contiguous() && from.is_contiguous();
    if (plain && device::webgpu::copy_bytes(start_of(to), start_of(from), to.numel() * dtype_bytes(to.dtype())))
      return true;
    return copies_.run(to, from, joined_axes(to, from));
  }

 private:
  static std::byte* start_of(const Tensor& t) {
    return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
  }
  OpPrograms programs_{webgpu_lower_options(), compile_webgpu};
  CopyPrograms copies_{compile_webgpu};
};

}  // namespace

void install_webgpu_ops() {
  static WebGpuOps* ops = new WebGpuOps;  // never destroyed: it holds buffers of the device
  install_device_kernels(DeviceKind::kWebGpu, ops);
  device::webgpu::install_memory();
}

bool webgpu_available() { return device::webgpu::available(); }
std::string webgpu_reason() { return device::webgpu::reason(); }

}  // namespace vt
