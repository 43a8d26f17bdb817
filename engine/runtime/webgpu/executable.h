// A program on the WebGPU device: one submission of WGSL kernels per call, temporaries in one GPU buffer. A step that
// the device cannot run (float64, too many buffers) runs on the CPU back end, on the tensors' host storage. If the
// device was lost, the CPU replaces it for the whole program.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/webgpu.h"
#include "runtime/device_executable.h"
#include "runtime/webgpu/host_steps.h"

namespace vt {

// A generated kernel on the device.
struct WebGpuKernel {
  std::vector<device::webgpu::PipelineId> pipelines;  // one per launch
  std::string refusal;                                // the reason if it has no pipelines
};

class WebGpuExecutable final : public DeviceExecutable {
 public:
  WebGpuExecutable(Program program, GeneratedCode code, std::vector<WebGpuKernel> kernels);
  const GeneratedCode& code() const override { return code_; }
  std::string note() const override;
  bool runs_on_device() const;  // whether all kernels have pipelines; a call may still run some of them on the CPU

 private:
  struct PreparedKernel {
    std::vector<int64_t> groups;  // per launch
    std::vector<int64_t> sizes;
    int64_t scratch_bytes = 0;
  };
  // How a tensor of a kernel is bound: its range of a GPU buffer, or a copy of it if WebGPU cannot bind that range.
  struct Bound {
    device::webgpu::Binding binding{};
    device::webgpu::BufferId copy_of = 0;  // source buffer, if `binding` is a copy
    int64_t copied_from = 0;
    bool written = false;
  };
  void prepare_kernels() override;
  Tensor temporary(Run&, size_t) override { return Tensor(); }  // allocated in run_steps
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
  std::vector<std::unique_ptr<HostSteps>> host_steps_;  // by first step; created at the first use
  device::webgpu::BufferId arena_ = 0;                  // valid during a call
};

// Generates and compiles; a kernel that the device refuses carries the reason.
std::unique_ptr<WebGpuExecutable> make_webgpu_executable(Program program, CompileTimes& times);

}  // namespace vt
