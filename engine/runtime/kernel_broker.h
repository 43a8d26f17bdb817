// The kernel cache and the compiler in another process: a sandboxed run may neither write the cache nor
// start a program, so the process that watches it does both, asked over a socket. Between
// session/sandboxed_run.cpp and kernel_cache.cpp.
#pragma once
#include <string>

#include "runtime/kernel_cache.h"

namespace vt {

// In the process that is not sandboxed: answers until the other end is closed.
void serve_kernel_cache(int socket);
// In the sandboxed one: from now on the functions of kernel_cache.h ask there.
void use_kernel_cache_of(int socket);
bool asks_for_kernels();

// What the functions of kernel_cache.h and cache_folder.h do then.
CompiledLibrary ask_to_compile(const std::string& source, const std::string& flags);
bool ask_to_read(const std::string& name, std::string& bytes);
void ask_to_write(const std::string& name, const std::string& bytes);
void ask_to_forget(const std::string& name);
std::string ask_for_note();

}  // namespace vt
