// A suspended frame: generators, coroutines and asynchronous generators, which differ by type
// (coroutines.h). After frame.h; the run loop resumes them without nesting (FOR_ITER, SEND),
// native callers through resume().
#pragma once
#include <memory>

#include "vm/frame.h"

namespace vt::vm {

// What an except block handles now; generators have a link of their own in the chain.
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
  void release_frame();  // drops what the frame holds; the generator is finished then

  Frame frame;
  std::unique_ptr<char[]> storage;  // slots and stack
  Value name, qualified_name;
  HandledException handled;
  bool running = false, started = false, finished = false;
  // Of an asynchronous generator: a step of it is under way; it was closed; who cleans up after it.
  bool async_running = false, async_closed = false, async_begun = false;
  Value finalizer;
};
// "generator", "coroutine" or "async generator", as errors call it.
const char* kind_name(const Generator& generator);
// Before a step: ValueError while it runs, RuntimeError for a coroutine that has ended.
void check_idle(const Generator& generator);
// Before the first step nothing can be sent in.
void check_first(const Generator& generator, const Value& sent);
// The iterator that a suspended `yield from` or `await` waits for, or null.
const Value* delegate(const Generator& generator);

// An abandoned generator that waits inside try or with still owes its cleanup.
bool must_close(const Object* generator);
void close_abandoned(Object* generator);  // close(); what it raises is dropped

// Runs until the next yield. Null Value at the end (then *returned gets the return value).
Value resume(Interpreter& vm, Generator& generator, Value sent, Value* returned = nullptr);
Value resume_with_exception(Interpreter& vm, Generator& generator, Value exception, Value* returned = nullptr);
void close_generator(Interpreter& vm, Generator& generator);
// The arguments of a throw() after self, as one exception.
Value thrown_exception(Interpreter& vm, const Arguments& a);
[[noreturn]] void raise_stop(Value returned);  // StopIteration with the value, if it is one

}  // namespace vt::vm
