// The source location of a run, for crash reports: allocates nothing, because a signal handler calls it.
#pragma once
#include <cstddef>

namespace vt::vm {

class Interpreter;

// Writes "p.py, line 3" for the innermost frame of the program's own files into `to`, truncated to `size`; returns the
// length, or 0 if no frame is running.
size_t write_program_place(Interpreter& vm, char* to, size_t size);

}  // namespace vt::vm
