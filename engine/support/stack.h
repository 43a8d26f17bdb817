// The recursion limit of native code on the C++ stack of this thread. Queried by the VM's guard (vm::NativeCallGuard)
// and by the script interpreter.
#pragma once
#include <cstdint>

namespace vt {

// The lowest stack address that recursion may reach on this thread. The space below is reserved for code that does not
// recurse: kernels, libraries, the error report.
uintptr_t stack_floor();

// Whether the caller's frame is above the floor.
inline bool stack_has_room() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_floor(); }

}  // namespace vt
