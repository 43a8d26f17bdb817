// The back ends and their fallback, for backends.cpp's table.
#pragma once
#include <memory>
#include <string>

#include "runtime/runtime.h"

namespace vt {

Backend& interpret_backend();
Backend& webgpu_backend();
// Runs `program` by the loop interpreter; `note` says why no compiled code runs.
std::unique_ptr<Executable> interpret_program(Program program, std::string note);
#ifdef __EMSCRIPTEN__
Backend& wasm_backend();
#else
Backend& cpp_backend();
Backend& cuda_backend();
Backend& cuda_host_backend();
#endif

}  // namespace vt
