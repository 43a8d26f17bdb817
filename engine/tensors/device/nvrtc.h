// CUDA C++ to machine code at run time, through the toolkit's compiler library, loaded by
// soname. Works without a GPU.
#pragma once
#include <string>
#include <vector>

namespace vt::device {

// 1000 * major + 10 * minor; 0 where the library is missing.
int nvrtc_version();

// The image (cubin) of `source` for the architecture in `options`, or an empty string with
// the compiler's words in `problem`.
std::string compile_cuda(const std::string& source, const std::vector<std::string>& options, std::string& problem);

}  // namespace vt::device
