// Calls generated machine code so that a trap in it (a bad address, an illegal instruction)
// ends the run with a message and leaves the process alive. For executable.cpp; natively
// only: in the browser a trap ends the worker, which a spare replaces.
#pragma once
#include <functional>
#include <string>

#include "runtime/executable.h"

namespace vt {

// Throws InternalError that says what trapped, how, and from where in the program it was called.
// Afterwards the threads that took part may still be inside the kernel: what it reads and writes must
// never be freed, which `abandon` sees to; it is called before the throw and returns the kernel's description.
void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols,
                  const std::function<std::string()>& abandon);

}  // namespace vt
