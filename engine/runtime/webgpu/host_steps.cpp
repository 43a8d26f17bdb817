#include "runtime/webgpu/host_steps.h"

#include <utility>

#include "ops/kernels/copy.h"
#include "runtime/backends.h"
#include "tensor/allocator.h"

namespace vt {

HostSteps::HostSteps(const Program& program, size_t first, size_t end) {
  std::vector<std::pair<bool, bool>> uses(program.buffers.size());  // used, written
  auto touch = [&](int64_t buffer, bool written) {
    uses[static_cast<size_t>(buffer)].first = true;
    uses[static_cast<size_t>(buffer)].second |= written;
  };
  Program part;
  for (size_t i = first; i < end; ++i) {
    const Step& step = program.steps[i];
    part.steps.push_back(step);
    if (auto nest = std::get_if<loop::LoopNest>(&step)) {
      for (const loop::NestBuffer& b : nest->buffers) touch(b.program_buffer, b.written);
    } else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) {
      for (const loop::NestBuffer& b : product->buffers) touch(b.program_buffer, b.written);
    } else {
      const ExternCall& call = std::get<ExternCall>(step);
      for (int b : call.outputs)
        if (b >= 0) touch(b, true);
      for (const ExternArg& arg : call.args)
        for (const ExternArg::View& view : arg.views)
          if (view.buffer >= 0) touch(view.buffer, false);
    }
  }
  part.buffers = program.buffers;
  for (size_t b = 0; b < part.buffers.size(); ++b) {
    Buffer& buffer = part.buffers[b];
    const bool begins_here = buffer.first_step >= static_cast<int>(first);
    const bool inside = begins_here && buffer.last_step < static_cast<int>(end);
    buffer.given = false;  // other steps of the device's program may read it
    if (buffer.kind == BufferKind::kTemporary && uses[b].first && inside) {
      buffer.first_step -= static_cast<int>(first), buffer.last_step -= static_cast<int>(first);
      continue;
    }
    if (uses[b].first) {
      const bool fresh = begins_here && (buffer.kind == BufferKind::kOutput || buffer.kind == BufferKind::kTemporary);
      used_.push_back({b, !fresh, uses[b].second});
      buffer.kind = BufferKind::kInput;
      buffer.input = static_cast<int>(used_.size()) - 1;
      buffer.constant = Tensor();
    } else {  // nothing: the others keep their numbers
      buffer.kind = BufferKind::kTemporary;
      buffer.sizes = {sym_constant(0)};
      buffer.strides = {sym_constant(1)};
      buffer.arena_offset = sym_constant(0);
    }
  }
  part.input_count = static_cast<int>(used_.size());
  for (const SymbolSource& source : program.symbols) {
    symbols_.push_back(source.symbol);
    part.symbols.push_back({source.symbol, part.input_count++, -1, source.hint});
  }
  part.hints = program.hints;
  part.arena_bytes = program.arena_bytes;
  part.unplanned_bytes = program.unplanned_bytes;
  CompileTimes times;
  executable_ = find_backend()->compile(std::move(part), times);
}

void HostSteps::run(std::vector<Tensor>& buffers, const SymbolValues& symbols) {
  std::vector<RuntimeInput> inputs;
  for (const Used& used : used_) {
    const Tensor& t = buffers[used.buffer];
    inputs.emplace_back(used.read ? on_host(t) : empty_strided(t.sizes(), t.strides(), t.dtype()));
  }
  for (int64_t value : symbols.values) inputs.emplace_back(value);
  static_cast<void>(executable_->run(inputs));
  for (size_t i = 0; i < used_.size(); ++i)
    if (used_[i].written) copy_tensor(buffers[used_[i].buffer], std::get<Tensor>(inputs[i].value));
}

}  // namespace vt
