// Frames on the VM stack, and the checks that bound a run.
#include <algorithm>
#include <iterator>
#include <utility>

#include "support/check.h"
#include "support/heap.h"
#include "vm/gc.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

constexpr size_t kBlockValues = 1 << 16;
constexpr size_t kFramesPerBlock = 64;

Frame* take_frame(Interpreter::State& state) {
  if (!state.free_frames) {
    state.frame_blocks.push_back(std::make_unique<Frame[]>(kFramesPerBlock));
    Frame* frames = state.frame_blocks.back().get();
    for (size_t i = 0; i < kFramesPerBlock; ++i) {
      frames[i].back = state.free_frames;
      state.free_frames = &frames[i];
    }
  }
  Frame* frame = state.free_frames;
  state.free_frames = frame->back;
  return frame;
}

void open_block(Interpreter::State& state, size_t needed) {
  size_t next = state.blocks.empty() ? 0 : state.block + 1;
  if (next < state.blocks.size() && static_cast<size_t>(state.blocks[next].end - state.blocks[next].begin) < needed)
    state.blocks.resize(next);
  if (next == state.blocks.size()) {
    size_t count = std::max(kBlockValues, needed);
    StackBlock block{std::make_unique<char[]>(count * sizeof(Value)), nullptr, nullptr};
    block.begin = reinterpret_cast<Value*>(block.memory.get());
    block.end = block.begin + count;
    state.blocks.push_back(std::move(block));
  }
  state.block = next;
}

}  // namespace

Value* reserve_stack(Interpreter::State& state, uint32_t count, Value* preferred, bool& opened) {
  opened = false;
  if (state.blocks.empty()) open_block(state, count);
  Value* base = preferred ? preferred : state.frame ? state.frame->limit : state.blocks[0].begin;
  if (base + count <= state.blocks[state.block].end) return base;
  open_block(state, count);
  opened = true;
  return state.blocks[state.block].begin;
}

Frame* push_frame(Interpreter::State& state, CodeObject* code, Value* slots) {
  CodeRuntime* runtime = runtime_of(code);
  if (!runtime->caches) runtime->prepare(*code->code);
  Frame* frame = take_frame(state);
  frame->code = code;
  frame->slots = slots;
  frame->stack = frame->top = slots + runtime->slot_count;
  frame->next = code->code->instructions.data();
  frame->limit = slots + runtime->frame_size;
  frame->block_end = state.blocks[state.block].end;
  frame->generator = nullptr;
  frame->entry_flags = 0;
  frame->back = state.frame;
  frame->hook_active = state.frame ? state.frame->hook_active : true;
  state.frame = frame;
  ++state.depth;
  return frame;
}

void drop_slots(Interpreter::State& state, Value* begin, Value* end, Value* limit) {
  Frame* below = state.frame;
  if (!below) {  // a call from outside: nothing to build frames upon
    const std::vector<Value> dropped(std::make_move_iterator(begin), std::make_move_iterator(end));
    for (; begin != end; ++begin) begin->~Value();
    return;
  }
  Value* const own = std::exchange(below->limit, limit);
  for (; begin != end; ++begin) begin->~Value();
  below->limit = own;
}

void pop_frame(Interpreter::State& state) {
  Frame* frame = state.frame;
  state.frame = frame->back;
  --state.depth;
  if (frame->generator) {  // its owner keeps slots and stack
    frame->back = nullptr;
    return;
  }
  drop_slots(state, frame->slots, frame->top, frame->limit);
  frame->function = Value();
  if (!frame->namespace_dict.is_null()) frame->namespace_dict = Value();
  if (!frame->code_owner.is_null()) frame->code_owner = Value();
  if (frame->entry_flags & kOwnBlock) --state.block;
  frame->back = state.free_frames;
  state.free_frames = frame;
}

void raise_recursion(const char* where) {
  raise(types().RecursionError, std::string("maximum recursion depth exceeded") + where);
}

void check_depth(Interpreter::State& state) {
  if (state.depth >= state.limits.recursion_depth) raise_recursion("");
}

uint64_t memory_in_use(const Interpreter::State& state) {
  const int64_t buffers = heap_bytes() - state.heap_at_start;
  return object_bytes() + static_cast<uint64_t>(std::max<int64_t>(buffers, 0));
}

void charge_work(uint64_t steps) {
  Interpreter* vm = Interpreter::current();
  if (!vm || !vm->current_frame()) return;
  int64_t& ticks = vm->state().ticks;
  ticks -= static_cast<int64_t>(std::min<uint64_t>(steps, INT32_MAX));
  if (ticks < 0) slow_check(*vm);
}

// Native calls between two checks may each take long. A store that the run overwrites costs time only: the check
// that was due anyway comes.
void check_soon(Interpreter::State& state) { __atomic_store_n(&state.ticks, -1, __ATOMIC_RELAXED); }

void slow_check(Interpreter& vm) {
  Interpreter::State& state = vm.state();
  state.instructions += static_cast<uint64_t>(kTicksPerCheck - state.ticks);
  state.ticks = kTicksPerCheck;
  if (state.stop_requested.exchange(false)) throw RunStopped{"interrupted"};
  const Limits& limits = state.limits;
  if (limits.instructions && state.instructions > limits.instructions)
    throw RunStopped{"instruction limit of " + std::to_string(limits.instructions) + " reached"};
  if (limits.memory_bytes && memory_in_use(state) > limits.memory_bytes) {
    gc_collect();
    if (memory_in_use(state) > limits.memory_bytes) raise(types().MemoryError, "");
  }
  if (state.host.poll) state.host.poll();
  if (gc_due()) gc_collect();
}

}  // namespace vt::vm
