// Eager ops on WebGPU tensors: programs of one op (runtime/op_programs.h); other ops run on the CPU.
#pragma once
#include <string>

namespace vt {

// Makes this the DeviceKernels of DeviceKind::kWebGpu (ops/device_kernels.h); once, at the start.
void install_webgpu_ops();

// Whether --device=webgpu can make WebGPU the default device; webgpu_reason() says why not.
bool webgpu_available();
std::string webgpu_reason();

}  // namespace vt
