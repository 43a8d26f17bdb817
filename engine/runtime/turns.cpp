#include "runtime/turns.h"

#include <algorithm>

namespace vt {

Turns find_turns(const Program& program) {
  Turns turns;
  turns.steps.resize(program.steps.size());
  std::vector<bool> returned(program.buffers.size());
  for (const ProgramOutput& output : program.outputs)
    if (output.buffer >= 0) returned[static_cast<size_t>(output.buffer)] = true;
  std::vector<int> last_hosted(program.buffers.size(), -1);
  for (size_t b = 0; b < program.buffers.size(); ++b) {
    const Buffer& buffer = program.buffers[b];
    const int number = static_cast<int>(b);
    if (buffer.host >= 0) {
      int& last = last_hosted[static_cast<size_t>(buffer.host)];
      last = std::max(last, buffer.last_step);
    }
    const bool own_memory =
        buffer.kind == BufferKind::kOutput || (buffer.kind == BufferKind::kTemporary && !lies_in_arena(buffer));
    if (own_memory && buffer.first_step < 0) turns.made_first.push_back(number);
    else if (own_memory) turns.steps[static_cast<size_t>(buffer.first_step)].made.push_back(number);
    if (!returned[b] && buffer.last_step >= 0 && (buffer.given || own_memory))
      turns.steps[static_cast<size_t>(buffer.last_step)].dropped.push_back(number);
  }
  for (size_t b = 0; b < last_hosted.size(); ++b) {
    turns.hosts_later.push_back(last_hosted[b] > program.buffers[b].last_step);
    if (last_hosted[b] >= 0) turns.steps[static_cast<size_t>(last_hosted[b])].freed.push_back(static_cast<int>(b));
  }
  return turns;
}

}  // namespace vt
