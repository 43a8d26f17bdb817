// Execution of ops on devices with memory of their own (CUDA, WebGPU). The kernels in defs/ run on the CPU. An op with
// generated device code runs there (DeviceKernels, implemented in runtime/); views and copies share the CPU's code; all
// other ops run on CPU copies of their arguments.
#pragma once
#include "ops/op.h"

namespace vt {

class DeviceKernels {
 public:
  virtual ~DeviceKernels() = default;
  // Runs the op on the device; false if it has no code for these arguments.
  virtual bool run(const OpDef& op, const Args& args, Outputs& outputs) = 0;
  // Copies between two tensors of one device, with broadcast and cast. False: as above.
  virtual bool copy(const Tensor& to, const Tensor& from) = 0;
};
// Convolution with a channels-last result and an optional
// ReLU epilogue; passes/ create it for compiled CUDA graphs.
extern const OpDef op_convolution_channels_last;
// Attention fused into one op, and its backward; passes/ create it from two matrix products around a softmax.
extern const OpDef op_fused_attention, op_fused_attention_backward;
// Whether the attention kernel supports this head width: rows of both factors of a product are held in registers, and a
// matrix instruction reduces over 8 or 16 components.
bool fits_attention_kernel(DType dtype, int64_t width);
bool fits_attention_without_gradients(DType dtype, int64_t width);  // which hold as much again

// Installed once by runtime/, per kind of device (CUDA, WebGPU); null before that.
void install_device_kernels(DeviceKind kind, DeviceKernels* kernels);
DeviceKernels* device_kernels(Device device);

// Called by the dispatcher for an op with a kernel,
// if an argument is on such a device or names one.
Outputs run_on_device(const OpDef& op, const Args& args);
// Runs the CPU kernel on copies of the arguments; results and mutated arguments are copied back.
Outputs run_over_host(const OpDef& op, const Args& args);
// Whether random numbers for CUDA tensors are drawn by the CPU's generator and copied (for WebGPU they always are). Set
// by --device=cuda, so that a program for the CPU prints the same numbers with its tensors on a GPU.
bool& draws_on_host();
// Number of ops that ran on CPU copies in this process, for reports and tests.
uint64_t& host_round_trips();

}  // namespace vt
