// Eager ops on WebGPU tensors: programs of one op (runtime/op_programs.h); the rest goes over the CPU.
#pragma once
#include <string>

namespace vt {

// Makes this the DeviceKernels of DeviceKind::kWebGpu (ops/device_kernels.h); once, at the start.
void install_webgpu_ops();

// Whether --device=webgpu can move the default device there, and if not, why.
bool webgpu_available();
std::string webgpu_reason();

}  // namespace vt
