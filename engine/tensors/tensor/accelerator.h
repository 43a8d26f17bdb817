// Devices with memory or kernels of their own: CUDA, and WebGPU in the browser.
#pragma once
#include "tensor/allocator.h"
#include "tensor/tensor.h"

namespace vt {

// Whose tensors the CPU's kernels cannot take as they are.
inline constexpr bool is_accelerator(DeviceKind kind) {
  return kind == DeviceKind::kCuda || kind == DeviceKind::kWebGpu;
}
const char* device_name(DeviceKind kind);  // "cpu", "cuda", "meta", "webgpu"

// The memory interface of CUDA or WebGPU devices, installed by device/.
const DeviceMemory& device_memory(Device device);
void set_webgpu_memory(const DeviceMemory& memory);

}  // namespace vt
