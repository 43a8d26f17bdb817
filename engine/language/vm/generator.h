// A suspendable frame: generators, coroutines and asynchronous generators, which differ by type
// (coroutines.h). After frame.h; the run loop resumes them without nesting (FOR_ITER, SEND),
// native callers through resume().
#pragma once
#include <memory>

#include "vm/frame.h"

namespace vt::vm {

// The exception that except blocks are handling; each generator has its own link in the chain.
struct HandledException {
  Value exception;
  HandledException* previous = nullptr;
};

struct Generator : Object {
  Generator(Frame* running, Type* type);
  ~Generator() override;
  static bool is_kind(Kind k) { return k == Kind::kGenerator; }
  void traverse(Visitor&) const override;
  void clear() override;
  void release_frame();  // drops the frame's values; the generator is then finished

  Frame frame;
  std::unique_ptr<char[]> storage;  // slots and stack
  Value name, qualified_name;
  HandledException handled;
  bool running = false, started = false, finished = false;
  // Of an asynchronous generator: a step is running; it was closed; its first-iteration hooks have run.
  bool async_running = false, async_closed = false, async_begun = false;
  Value finalizer;
};
// "generator", "coroutine" or "async generator", for error messages.
const char* kind_name(const Generator& generator);
// Before a step: ValueError if it is running, RuntimeError if it is a coroutine that has finished.
void check_idle(const Generator& generator);
// TypeError if a value is sent in before the first step.
void check_first(const Generator& generator, const Value& sent);
// The iterator at which it is suspended in `yield from` or `await`, or null.
const Value* delegate(const Generator& generator);

// Whether it must be closed before it is destroyed, e.g. because it is suspended inside try or with.
bool must_close(const Object* generator);
void close_abandoned(Object* generator);  // close(); exceptions are dropped

// Runs until the next yield. Returns a null Value at the end (then *returned gets the return value).
Value resume(Interpreter& vm, Generator& generator, Value sent, Value* returned = nullptr);
Value resume_with_exception(Interpreter& vm, Generator& generator, Value exception, Value* returned = nullptr);
void close_generator(Interpreter& vm, Generator& generator);
// The arguments of throw() after self, as one exception.
Value thrown_exception(Interpreter& vm, const Arguments& a);
[[noreturn]] void raise_stop(Value returned);  // StopIteration with the value, unless it is None

}  // namespace vt::vm
