// The kernel cache and the compiler in another process. A sandboxed run may neither write the cache nor start
// a program, so its parent process does both, on requests over a socket. Between session/sandboxed_run.cpp
// and kernel_cache.cpp.
#pragma once
#include <string>

#include "runtime/kernel_cache.h"

namespace vt {

// In the parent process: answers requests until the other end closes the socket.
void serve_kernel_cache(int socket);
// In the sandboxed process: from now on, the functions of kernel_cache.h send requests to this socket.
void use_kernel_cache_of(int socket);
bool asks_for_kernels();

// The requests; the functions of kernel_cache.h and cache_folder.h call these after use_kernel_cache_of.
CompiledLibrary ask_to_compile(const std::string& source, const std::string& flags);
bool ask_to_read(const std::string& name, std::string& bytes);
void ask_to_write(const std::string& name, const std::string& bytes);
void ask_to_forget(const std::string& name);
std::string ask_for_note();

}  // namespace vt
