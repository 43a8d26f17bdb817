// Where a run is, for the report of a crash: nothing is allocated, for a signal's handler asks.
#pragma once
#include <cstddef>

namespace vt::vm {

class Interpreter;

// Writes "p.py, line 3" for the innermost frame of the program's own files into `to`, cut off at `size`;
// returns the length, 0 where no frame runs.
size_t write_program_place(Interpreter& vm, char* to, size_t size);

}  // namespace vt::vm
