// Generated CUDA text to loaded kernels: compiled by NVRTC for the device's architecture,
// kept on disk by content and architecture, loaded once per process and device.
#pragma once
#include <memory>
#include <string>

#include "device/cuda.h"

namespace vt {

// Null with `problem` set where it does not compile or load.
std::shared_ptr<device::CudaModule> load_cuda_module(const std::string& source, int device, bool& from_cache,
                                                     std::string& problem);

}  // namespace vt
