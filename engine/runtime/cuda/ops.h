// Eager ops on CUDA tensors: each becomes a program of one op, recorded over symbolic
// sizes, lowered and compiled like a captured graph, and kept by op, dtypes and layout.
// Matrix products go to cuBLASLt.
#pragma once

namespace vt {

// Makes this the DeviceKernels of ops/device_kernels.h; once, at the start.
void install_cuda_ops();

}  // namespace vt
