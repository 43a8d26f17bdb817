// Ops on tensors of a device with memory of its own. The kernels of defs/ compute on the CPU; what can be
// generated for the device runs there (DeviceKernels, implemented in runtime/), views and
// copies are the same code for both, and the rest goes over the CPU and back.
#pragma once
#include "ops/op.h"

namespace vt {

class DeviceKernels {
 public:
  virtual ~DeviceKernels() = default;
  // Runs the op on the device; false if it has no code for these arguments.
  virtual bool run(const OpDef& op, const Args& args, Outputs& outputs) = 0;
  // Between two tensors of one device: broadcasts and casts. False: as above.
  virtual bool copy(const Tensor& to, const Tensor& from) = 0;
};
// A convolution whose result lies with its channels innermost, with a ReLU at its end if
// wanted: what passes/ make of convolutions of compiled CUDA graphs.
extern const OpDef op_convolution_channels_last;
// Attention as one op and its gradients: what passes/ make of products around a softmax.
extern const OpDef op_fused_attention, op_fused_attention_backward;
// Whether the device's kernels can compute it with heads of that width: rows of both factors
// of a product stay in registers, and a matrix instruction sums over 8 or 16 components.
bool fits_attention_kernel(DType dtype, int64_t width);
bool fits_attention_without_gradients(DType dtype, int64_t width);  // which hold as much again

// Installed once by runtime/ for CUDA's or WebGPU's devices; null before.
void install_device_kernels(DeviceKind kind, DeviceKernels* kernels);
DeviceKernels* device_kernels(Device device);

// What the dispatcher calls for an op with a kernel when an argument is on such a device
// or names one.
Outputs run_on_device(const OpDef& op, const Args& args);
// The op's own kernel on CPU copies of its arguments; what it made or changed goes back.
Outputs run_over_host(const OpDef& op, const Args& args);
// Random numbers of CUDA tensors are drawn by the CPU's generator and copied, as those of WebGPU always are: where a
// program for the CPU is to print the same with its tensors on a GPU (--device=cuda).
bool& draws_on_host();
// How many ops went over the CPU in this run of the process, for reports and tests.
uint64_t& host_round_trips();

}  // namespace vt
