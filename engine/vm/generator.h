// A suspended frame: generators and generator expressions. After frame.h; the run loop
// resumes generators without nesting (FOR_ITER, SEND), native callers through resume().
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
};

// An abandoned generator that waits inside try or with still owes its cleanup.
bool must_close(const Object* generator);
void close_abandoned(Object* generator);  // close(); what it raises is dropped

// Runs until the next yield. Null Value at the end (then *returned gets the return value).
Value resume(Interpreter& vm, Generator& generator, Value sent, Value* returned = nullptr);
Value resume_with_exception(Interpreter& vm, Generator& generator, Value exception, Value* returned = nullptr);

}  // namespace vt::vm
