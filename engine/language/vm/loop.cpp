// The interpreter loop. Calls, returns, yields and exceptions between functions of the
// language switch frames here without nesting on the C++ stack. The cases are in four parts
// by what they are about, loop_*.inc; what of them is rare or long is in loop_*.cpp and
// enter_call.cpp.
#include <new>
#include <stdexcept>

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

// What native code raises is caught close by, in functions of their own: unwinding reads a function's table of calls
// from its start, and dispatch() has thousands. Theirs are short. False: s.leaving was raised.
template <class F>
bool caught(Interpreter& vm, const F& f) {
  try {
    f();
    return true;
  } catch (Raised& raised) {
    vm.state().leaving = std::move(raised.exception);
    return false;
  }
}
[[gnu::noinline]] bool try_load_attribute(Interpreter& vm, Value* top, Str* name, InlineCache& cache) {
  return caught(vm, [=, &vm, &cache] {
    Value value = load_attribute(vm, top[-1], name, cache);
    top[-1].swap(value);
  });
}
[[gnu::noinline]] bool try_load_method(Interpreter& vm, Value* top, Str* name, InlineCache& cache) {
  return caught(vm, [=, &vm, &cache] { load_method(vm, top, name, cache); });
}
[[gnu::noinline]] bool try_enter_call(Interpreter& vm, Value* base, uint32_t count, const Tuple* names,
                                      InlineCache& cache) {
  return caught(vm, [=, &vm, &cache] { enter_call(vm, base, count, names, cache); });
}
[[gnu::noinline]] bool try_enter_call_ex(Interpreter& vm, Value* top, bool has_keywords) {
  return caught(vm, [=, &vm] { enter_call_ex(vm, top, has_keywords); });
}
[[gnu::noinline]] bool try_get_item(Interpreter& vm, Value* top, Value& value) {
  return caught(vm, [=, &vm, &value] { value = vm.get_item(top[-2], top[-1]); });
}
[[gnu::noinline]] bool try_binary_operation(Interpreter& vm, Frame& frame, uint32_t operation, Value* operands,
                                            Value& result) {
  const bool inplace = operation >= static_cast<uint32_t>(kInplace);
  return caught(vm, [=, &vm, &frame, &result] {
    result = binary_operation(vm, frame, static_cast<BinaryOp>(inplace ? operation - kInplace : operation), operands,
                              inplace);
  });
}
// To the handler of what native code raised; false: there is none up to the entry frame.
bool unwind_native(Interpreter& vm, Value raised) {
  // One that comes from a nested run has its context and its entries already.
  if (raised.as<Exception>()->traceback.empty()) set_context(vm, raised);
  return unwind(vm, std::move(raised), true);
}
#define OR_RAISE(tried) \
  if (!(tried)) goto raised_natively

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
raised_natively:
  if (!unwind_native(vm, std::move(s.leaving))) return false;
  ENTER_FRAME();
  NEXT();
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

bool try_run_loop(Interpreter& vm, Value& outcome) {
  Interpreter::State& s = vm.state();
  while (true) {
    Value raised;
    try {
      if (s.recorder ? dispatch<true>(vm, s, outcome) : dispatch<false>(vm, s, outcome)) return true;
    } catch (Raised& caught) {
      raised = std::move(caught.exception);
    } catch (const std::bad_alloc&) {
      raised = make<Exception>(types().MemoryError, make_tuple({}));
    } catch (const std::length_error&) {  // of a container that no memory could hold
      raised = make<Exception>(types().MemoryError, make_tuple({}));
    } catch (...) {
      abandon(s);
      throw;
    }
    if (!raised.is_null() && unwind_native(vm, std::move(raised))) continue;
    return false;
  }
}
Value run_loop(Interpreter& vm) {
  Value outcome;
  if (!try_run_loop(vm, outcome)) throw Raised{std::move(vm.state().leaving)};
  return outcome;
}

}  // namespace vt::vm
