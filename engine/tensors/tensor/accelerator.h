// Devices with memory or kernels of their own: CUDA, and WebGPU in the browser.
#pragma once
#include "tensor/allocator.h"
#include "tensor/tensor.h"

namespace vt {

// Not listed in tensor.h, because only code that distinguishes devices refers to WebGPU.
inline constexpr DeviceKind kWebGpu{3};
// Whether CPU kernels cannot read tensors of this kind directly.
inline constexpr bool is_accelerator(DeviceKind kind) { return kind == DeviceKind::kCuda || kind == kWebGpu; }
const char* device_name(DeviceKind kind);  // "cpu", "cuda", "meta", "webgpu"

// The memory interface of CUDA or WebGPU devices, installed by device/.
const DeviceMemory& device_memory(Device device);
void set_webgpu_memory(const DeviceMemory& memory);

}  // namespace vt
