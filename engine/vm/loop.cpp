// The interpreter loop. Calls, returns, yields and exceptions between functions of the
// language switch frames here without nesting on the C++ stack. The cases are in four parts
// by what they are about, loop_*.inc; what of them is rare or long is in loop_*.cpp and
// enter_call.cpp.
#include <new>

#include "support/check.h"
#include "vm/builtins/containers.h"
#include "vm/coroutines.h"
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/recorder.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

// Dispatch: a jump table where the compiler has one, else a switch.
#if defined(__GNUC__) && !defined(__EMSCRIPTEN__)
#define VT_THREADED 1
#endif

#define SYNC() (frame->next = pc, frame->top = sp)
// The value may be computed from what lies on top, so the stack grows after that.
#define PUSH(value) (new (sp) Value(value), ++sp)
#define DROP() ((--sp)->~Value())
#define JUMP_TO(target) (pc = first + (target))
#define ENTER_FRAME()                        \
  do {                                       \
    frame = s.frame;                         \
    pc = frame->next;                        \
    sp = frame->top;                         \
    slots = frame->slots;                    \
    code = frame->code;                      \
    first = code->code->instructions.data(); \
    caches = runtime_of(code)->caches.get(); \
  } while (false)
#define RAISE(exception, add_frame)                          \
  do {                                                       \
    SYNC();                                                  \
    if (!unwind(vm, (exception), (add_frame))) return false; \
    ENTER_FRAME();                                           \
    NEXT();                                                  \
  } while (false)

// Runs from the innermost frame to the end of its entry frame; false: an exception left it.
// Made twice, so that a run without a recorder does not ask for one.
template <bool kRecording>
bool dispatch(Interpreter& vm, Interpreter::State& s, Value& outcome) {
  Frame* frame;
  const Instruction* pc;
  const Instruction* first;
  Value* sp;
  Value* slots;
  CodeObject* code;
  InlineCache* caches;
  const Tuple* keyword_names = nullptr;
  uint32_t arg = 0;
  ENTER_FRAME();

#ifdef VT_THREADED
  static const void* const kLabels[] = {
#define OPCODE(name, operand, effect, doc) &&L_##name,
      VT_OPCODES(OPCODE)
#undef OPCODE
  };
#define CASE(name) L_##name:
#else
#define CASE(name) case Op::name:
#endif
// A plain goto runs the destructors of the case's locals, which a computed one would not;
// the compiler copies the jump into each case by itself.
#define NEXT() goto next_instruction
next_instruction:
  if constexpr (kRecording) {
    frame->top = sp;
    s.recorder->before_instruction(vm, *frame, pc);
  }
  arg = pc->arg;
#ifdef VT_THREADED
  goto* kLabels[static_cast<uint8_t>(pc++->op)];
#else
  switch (pc++->op)
#endif
  // clang-format off
  {
#include "vm/loop_names.inc"
#include "vm/loop_operators.inc"
#include "vm/loop_values.inc"
#include "vm/loop_control.inc"
  }
  VT_UNREACHABLE("every opcode goes on to the next");
  // clang-format on
}

// Drops the frames of a run that ends by Stop or by a mistake of ours.
void abandon(Interpreter::State& s) {
  while (true) {
    uint8_t flags = s.frame->entry_flags;
    if (Generator* generator = s.frame->generator) {
      Value keep = Value::of(generator);
      finish_generator(s, *generator);
    } else {
      pop_frame(s);
    }
    if (flags & kEntry) return;
  }
}

}  // namespace

Value run_loop(Interpreter& vm) {
  Interpreter::State& s = vm.state();
  while (true) {
    Value raised;
    try {
      Value outcome;
      if (s.recorder ? dispatch<true>(vm, s, outcome) : dispatch<false>(vm, s, outcome)) return outcome;
    } catch (Raised& caught) {
      raised = std::move(caught.exception);
    } catch (const std::bad_alloc&) {
      raised = make<Exception>(types().MemoryError, make_tuple({}));
    } catch (...) {
      abandon(s);
      throw;
    }
    if (!raised.is_null()) {
      // One that comes from a nested run has its context and its entries already.
      if (raised.as<Exception>()->traceback.empty()) set_context(vm, raised);
      if (unwind(vm, std::move(raised), true)) continue;
    }
    throw Raised{std::move(s.leaving)};
  }
}

}  // namespace vt::vm
