// Calls generated machine code so that a trap in it (a bad address, an illegal instruction) ends the run with
// a message, and the process goes on. For executable.cpp; native only: in the browser, a trap ends the worker,
// and a spare worker replaces it.
#pragma once
#include <functional>
#include <string>

#include "runtime/executable.h"

namespace vt {

// Throws InternalError, which says what trapped, how, and from where in the program it was called. After that, other
// threads may still be inside the kernel, so the memory that it accesses must never be freed. `abandon` is called
// before the throw: it keeps that memory alive and returns the kernel's description.
void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols,
                  const std::function<std::string()>& abandon);

}  // namespace vt
