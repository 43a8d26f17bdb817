// The CUDA language on a host, for kernels that are run serially: see cuda_host_shim.cpp.
#pragma once

namespace vt {

// Goes before the CUDA generator's prelude.
extern const char* const kCudaHostShim;

}  // namespace vt
