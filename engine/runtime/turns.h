// When the buffers of a program get memory and lose it. For the executables: outputs get theirs at their first step,
// inputs that the caller gave away go after their last.
#pragma once
#include <vector>

#include "lower/program.h"

namespace vt {

struct Turns {
  struct Turn {
    std::vector<int> made;     // before the step: outputs, and temporaries outside of the arena
    std::vector<int> dropped;  // after it: given inputs, and temporaries outside of the arena
    std::vector<int> freed;    // after it: given inputs in whose memory no temporary lies any more
  };
  std::vector<Turn> steps;
  std::vector<int> made_first;    // outputs that no step writes
  std::vector<bool> hosts_later;  // by buffer: a temporary lies in its memory after its last step
};

Turns find_turns(const Program& program);

// Temporaries have a place in the arena, or in the memory of a given input, or they are what a library call returns.
inline bool lies_in_arena(const Buffer& buffer) {
  return buffer.kind == BufferKind::kTemporary && buffer.arena_offset && buffer.host < 0;
}

}  // namespace vt
