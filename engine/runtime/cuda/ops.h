// Eager ops on CUDA tensors: programs of one op (runtime/op_programs.h), and what libraries and kernels written by hand
// compute. Matrix products go to cuBLASLt.
#pragma once

namespace vt {

// Makes this the DeviceKernels of ops/device_kernels.h; once, at the start.
void install_cuda_ops();

}  // namespace vt
