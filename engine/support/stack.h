// How far recursion in native code may go on the C++ stack of the running thread. The guard of
// the VM (vm::NativeCallGuard) and the script interpreter ask here.
#pragma once
#include <cstdint>

namespace vt {

// The lowest address that recursion may reach on this thread. What lies below is for code that
// does not recurse: kernels, libraries, the report of the error itself.
uintptr_t stack_floor();

// Whether the caller's frame still lies above the floor.
inline bool stack_has_room() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_floor(); }

}  // namespace vt
