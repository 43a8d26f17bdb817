// The back ends in the table of backends.cpp, and the interpreter as their fallback.
#pragma once
#include <memory>
#include <string>

#include "runtime/runtime.h"

namespace vt {

Backend& interpret_backend();
Backend& webgpu_backend();
// Runs `program` in the loop interpreter; `note` says why compiled code does not run.
std::unique_ptr<Executable> interpret_program(Program program, std::string note);
#ifdef __EMSCRIPTEN__
Backend& wasm_backend();
#else
Backend& cpp_backend();
Backend& cuda_backend();
Backend& cuda_host_backend();
#endif

}  // namespace vt
