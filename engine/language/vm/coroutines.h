// Awaiting: what `await`, `async for` and `async with` ask of an object, and the awaitables that
// asynchronous generators hand out. After generator.h, whose frames coroutines share.
#pragma once
#include "vm/generator.h"

namespace vt::vm {

// The class of what a function with these code flags returns.
Type* suspended_type(uint32_t code_flags);

// The operand of GET_AWAITABLE: who asks, for the text of the error.
enum class AwaitedBy : uint32_t { kAwait, kEnter, kExit };
// An iterator whose steps are those of awaiting `value`.
Value get_awaitable(Interpreter& vm, const Value& value, AwaitedBy by);
Value async_iterate(Interpreter& vm, const Value& iterable);  // __aiter__
Value async_next(Interpreter& vm, const Value& iterator);     // awaitable of __anext__
// What an asynchronous generator yields itself, told apart from what it waits for.
Value wrap_yielded(Value value);

void warn_never_awaited(Interpreter& vm, const Generator& coroutine);

}  // namespace vt::vm
