// Generated CUDA text to loaded kernels: compiled by NVRTC for the device's architecture,
// kept on disk by content and architecture, loaded once per process and device.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "device/cuda.h"

namespace vt {

// The kernels' texts, each after the prelude, in one module or several: what is not in the
// cache is compiled side by side on the machine's processors. Empty with `problem` set where
// something does not compile or load.
std::vector<std::shared_ptr<device::CudaModule>> load_cuda_modules(const std::string& prelude,
                                                                   const std::vector<std::string>& texts, int device,
                                                                   bool& from_cache, std::string& problem);

// One module for each text, null where it does not compile: candidates to choose among.
std::vector<std::shared_ptr<device::CudaModule>> load_cuda_candidates(const std::string& prelude,
                                                                      const std::vector<std::string>& texts, int device,
                                                                      std::vector<std::string>& problems);

}  // namespace vt
