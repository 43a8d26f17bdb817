// A program on the WebGPU device: its WGSL kernels in one submission per call, temporaries in one buffer. What the
// device cannot run (float64, more buffers than it binds) runs on the CPU's back end, on the storages as they are; so
// does the whole program where the CPU stands in for a device that was lost.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/webgpu.h"
#include "runtime/device_executable.h"
#include "runtime/webgpu/host_steps.h"

namespace vt {

// A generated kernel as the device has it.
struct WebGpuKernel {
  std::vector<device::webgpu::PipelineId> pipelines;  // one per launch
  std::string refusal;                                // why it has none
};

class WebGpuExecutable final : public DeviceExecutable {
 public:
  WebGpuExecutable(Program program, GeneratedCode code, std::vector<WebGpuKernel> kernels);
  const GeneratedCode& code() const override { return code_; }
  std::string note() const override;
  bool runs_on_device() const;  // all of its kernels, as far as is known before a call

 private:
  struct PreparedKernel {
    std::vector<int64_t> groups;  // per launch
    std::vector<int64_t> sizes;
    int64_t scratch_bytes = 0;
  };
  // A tensor of a kernel, as it is bound: itself, or a copy of its range where WebGPU cannot bind that.
  struct Bound {
    device::webgpu::Binding binding{};
    device::webgpu::BufferId copy_of = 0;  // where the range lies, if `binding` is a copy
    int64_t copied_from = 0;
    bool written = false;
  };
  void prepare_kernels() override;
  Tensor temporary(Run&, size_t) override { return Tensor(); }  // once it is known where the steps run
  void run_steps(Run& run) override;
  bool can_run(const Run& run, size_t step) const;
  int64_t range_bytes(size_t buffer) const;
  void place_temporaries(Run& run, const std::vector<bool>& on_device);
  void bring_inputs(const Run& run, const std::vector<bool>& on_device) const;
  void run_kernel(Run& run, size_t step);
  Bound bind(Run& run, size_t step, const loop::NestBuffer& buffer);
  void run_on_host(Run& run, size_t first, size_t end);

  GeneratedCode code_;
  std::vector<WebGpuKernel> kernels_;
  std::vector<int> kernel_of_step_;  // -1: a library call
  std::vector<PreparedKernel> sized_;
  std::vector<std::unique_ptr<HostSteps>> host_steps_;  // by first step, once they are wanted
  device::webgpu::BufferId arena_ = 0;                  // during a call
};

// Generates and compiles; the device's word on what it refuses is in the kernels.
std::unique_ptr<WebGpuExecutable> make_webgpu_executable(Program program, CompileTimes& times);

}  // namespace vt
