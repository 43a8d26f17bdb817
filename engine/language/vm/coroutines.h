// Awaiting: the protocol of `await`, `async for` and `async with`, and the awaitables of
// asynchronous generators. After generator.h: coroutines are Generators too.
#pragma once
#include "vm/generator.h"

namespace vt::vm {

// The type that a call of a function with these code flags returns.
Type* suspended_type(uint32_t code_flags);

// The operand of GET_AWAITABLE: which construct awaits, for the error message.
enum class AwaitedBy : uint32_t { kAwait, kEnter, kExit };
// Returns the iterator that drives the await of `value`.
Value get_awaitable(Interpreter& vm, const Value& value, AwaitedBy by);
Value async_iterate(Interpreter& vm, const Value& iterable);  // __aiter__
Value async_next(Interpreter& vm, const Value& iterator);     // awaitable of __anext__
// Marks a value as yielded by the asynchronous generator itself, as opposed to by what it awaits.
Value wrap_yielded(Value value);

void warn_never_awaited(Interpreter& vm, const Generator& coroutine);

}  // namespace vt::vm
