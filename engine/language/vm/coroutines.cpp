#include "vm/coroutines.h"

#include "vm/bootstrap.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

// A value on its way out of an asynchronous generator.
struct Yielded : Object {
  explicit Yielded(Value v);
  void traverse(Visitor& visitor) const override { visitor.visit(value); }
  void clear() override { value = Value(); }
  Value value;
};

// One step of an asynchronous generator: __anext__() and asend(), or athrow() and aclose().
struct AsyncStep : Object {
  enum class Does : uint8_t { kSend, kThrow, kClose };
  enum class State : uint8_t { kNew, kRunning, kClosed };
  AsyncStep(Value generator, Does does, Value sent);
  void traverse(Visitor& visitor) const override {
    visitor.visit(generator);
    visitor.visit(sent);
  }
  void clear() override { generator = sent = Value(); }
  Generator& target() const { return *generator.as<Generator>(); }

  Value generator, sent;  // `sent`: the value or the exception
  Does does;
  State state = State::kNew;
};

// coroutine.__await__(): the steps of the coroutine as an iterator.
struct CoroutineSteps : Object {
  explicit CoroutineSteps(Value coroutine);
  void traverse(Visitor& visitor) const override { visitor.visit(coroutine); }
  void clear() override { coroutine = Value(); }
  Value coroutine;
};

struct CoroutineTypes {
  Type* yielded = make_type("async_generator_wrapped_value", types().object, Kind::kOther);
  Type* asend = make_type("async_generator_asend", types().object, Kind::kOther);
  Type* athrow = make_type("async_generator_athrow", types().object, Kind::kOther);
  Type* steps = make_type("coroutine_wrapper", types().object, Kind::kOther);
};
const CoroutineTypes& coroutine_types() {
  static const CoroutineTypes made;
  return made;
}

Yielded::Yielded(Value v) : Object(Kind::kOther, coroutine_types().yielded), value(std::move(v)) {}
AsyncStep::AsyncStep(Value of, Does what, Value with)
    : Object(Kind::kOther, what == Does::kSend ? coroutine_types().asend : coroutine_types().athrow),
      generator(std::move(of)),
      sent(std::move(with)),
      does(what) {}
CoroutineSteps::CoroutineSteps(Value of) : Object(Kind::kOther, coroutine_types().steps), coroutine(std::move(of)) {}

Yielded* yielded(const Value& v) {
  return v.is_object() && v.as_object()->type == coroutine_types().yielded ? static_cast<Yielded*>(v.as_object())
                                                                           : nullptr;
}
AsyncStep& step_of(const Value& v) { return *static_cast<AsyncStep*>(v.as_object()); }

// ---- steps of asynchronous generators ----

bool ends_generator(const Value& exception) {
  const Type* type = type_of(exception);
  return type->is_subtype_of(types().StopAsyncIteration) || type->is_subtype_of(types().GeneratorExit);
}

void finish_step(AsyncStep& step) {
  step.target().async_running = false;
  step.state = AsyncStep::State::kClosed;
}

// What the generator did: a value it waits for goes on to the caller, one that it yields
// is the result of the step. Null: the generator has ended.
Value deliver(AsyncStep& step, Value result) {
  Generator& generator = step.target();
  if (result.is_null()) {
    generator.async_closed = true;
    finish_step(step);
    if (step.does == AsyncStep::Does::kClose) raise_stop(Value());
    raise_value(make<Exception>(types().StopAsyncIteration, make_tuple({})));
  }
  Yielded* own = yielded(result);
  if (!own) return result;
  if (step.does == AsyncStep::Does::kClose) {
    finish_step(step);
    raise(types().RuntimeError, "async generator ignored GeneratorExit");
  }
  finish_step(step);
  raise_stop(own->value);
}

// Runs one resumption of the generator for the step.
template <class F>
Value advance(AsyncStep& step, F resumption) {
  Value result;
  try {
    result = resumption();
  } catch (Raised& raised) {
    const bool ends = ends_generator(raised.exception);
    if (ends) step.target().async_closed = true;
    finish_step(step);
    if (ends && step.does == AsyncStep::Does::kClose) raise_stop(Value());
    throw;
  }
  return deliver(step, std::move(result));
}

[[noreturn]] void refuse_reuse(const AsyncStep& step) {
  raise(types().RuntimeError, step.does == AsyncStep::Does::kSend ? "cannot reuse already awaited __anext__()/asend()"
                                                                  : "cannot reuse already awaited aclose()/athrow()");
}

void begin_step(AsyncStep& step) {
  Generator& generator = step.target();
  if (generator.async_running) {
    step.state = AsyncStep::State::kClosed;
    static constexpr const char* kNames[] = {"anext", "athrow", "aclose"};
    raise(types().RuntimeError,
          std::string(kNames[static_cast<size_t>(step.does)]) + "(): asynchronous generator is already running");
  }
  step.state = AsyncStep::State::kRunning;
  generator.async_running = true;
}

Value send_to_step(Interpreter& vm, AsyncStep& step, const Value& value) {
  if (step.state == AsyncStep::State::kClosed) refuse_reuse(step);
  Value keep = Value::of(&step);
  Generator& generator = step.target();
  const bool first = step.state == AsyncStep::State::kNew;
  if (step.does == AsyncStep::Does::kSend) {
    if (first) begin_step(step);
    const Value sent = first && value.is_none() ? step.sent : value;
    return advance(step, [&] { return resume(vm, generator, sent); });
  }
  if (generator.finished) {
    step.state = AsyncStep::State::kClosed;
    raise_stop(Value());
  }
  if (!first) return advance(step, [&] { return resume(vm, generator, value); });
  if (generator.async_closed) {
    step.state = AsyncStep::State::kClosed;
    raise_value(make<Exception>(types().StopAsyncIteration, make_tuple({})));
  }
  if (!value.is_none()) raise(types().RuntimeError, "can't send non-None value to a just-started coroutine");
  begin_step(step);
  if (step.does == AsyncStep::Does::kClose) generator.async_closed = true;
  return advance(step, [&] { return resume_with_exception(vm, generator, step.sent); });
}

Value throw_into_step(Interpreter& vm, AsyncStep& step, Value exception) {
  if (step.state == AsyncStep::State::kClosed) refuse_reuse(step);
  Value keep = Value::of(&step);
  if (step.state == AsyncStep::State::kNew) begin_step(step);
  return advance(step, [&] { return resume_with_exception(vm, step.target(), std::move(exception)); });
}

Value make_step(Interpreter& vm, const Value& generator, AsyncStep::Does does, Value sent) {
  Generator& target = *generator.as<Generator>();
  if (!target.async_begun) {
    target.async_begun = true;
    Interpreter::State& state = vm.state();
    target.finalizer = state.async_finalizer;
    if (!state.async_first.is_null()) vm.call(Value(state.async_first), {generator});
  }
  return make<AsyncStep>(generator, does, std::move(sent));
}

Value self_iterator(Interpreter&, const Value& self) { return self; }
Value self_method(Interpreter&, const Arguments& a) { return a[0]; }

void install_steps(Type* type) {
  type->slots.iter = self_iterator;
  type->slots.next = [](Interpreter& vm, const Value& self) { return send_to_step(vm, step_of(self), Value::none()); };
  define_method(type, "__await__", self_method);
  define_method(type, "send", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "send", 1, 1, true);
    return send_to_step(vm, step_of(a[0]), a[1]);
  });
  define_method(type, "throw", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "throw", 1, 3, true);
    return throw_into_step(vm, step_of(a[0]), thrown_exception(vm, a));
  });
  define_method(type, "close", [](Interpreter&, const Arguments& a) {
    step_of(a[0]).state = AsyncStep::State::kClosed;
    return Value::none();
  });
}

void install_async_generator() {
  Type* type = types().async_generator;
  define_method(type, "__aiter__", self_method);
  define_method(type, "__anext__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "async_generator.__anext__", 0, 0, true);
    return make_step(vm, a[0], AsyncStep::Does::kSend, Value::none());
  });
  define_method(type, "asend", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "async_generator.asend", 1, 1, true);
    return make_step(vm, a[0], AsyncStep::Does::kSend, a[1]);
  });
  define_method(type, "athrow", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "athrow", 1, 3, true);
    return make_step(vm, a[0], AsyncStep::Does::kThrow, thrown_exception(vm, a));
  });
  define_method(type, "aclose", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "async_generator.aclose", 0, 0, true);
    return make_step(vm, a[0], AsyncStep::Does::kClose, make<Exception>(types().GeneratorExit, make_tuple({})));
  });
}

// ---- coroutines ----

Generator& coroutine_of(const Value& steps) {
  return *static_cast<CoroutineSteps*>(steps.as_object())->coroutine.as<Generator>();
}

Value send_to_coroutine(Interpreter& vm, const Value& steps, const Value& value) {
  Value returned;
  Value result = resume(vm, coroutine_of(steps), value, &returned);
  if (result.is_null()) raise_stop(std::move(returned));
  return result;
}

void install_coroutine() {
  define_method(types().coroutine, "__await__",
                [](Interpreter&, const Arguments& a) { return make<CoroutineSteps>(a[0]); });
  define_property(types().coroutine, "cr_origin", [](Interpreter&, const Arguments&) { return Value::none(); });
  Type* type = coroutine_types().steps;
  type->slots.iter = self_iterator;
  type->slots.next = [](Interpreter& vm, const Value& self) { return send_to_coroutine(vm, self, Value::none()); };
  define_method(type, "send", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "send", 1, 1, true);
    return send_to_coroutine(vm, a[0], a[1]);
  });
  define_method(type, "throw", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "throw", 1, 3, true);
    Value returned;
    Value result = resume_with_exception(vm, coroutine_of(a[0]), thrown_exception(vm, a), &returned);
    if (result.is_null()) raise_stop(std::move(returned));
    return result;
  });
  define_method(type, "close", [](Interpreter& vm, const Arguments& a) {
    close_generator(vm, coroutine_of(a[0]));
    return Value::none();
  });
}

bool is_coroutine(const Value& v) {
  const Generator* generator = v.as<Generator>();
  return generator && (generator->type == types().coroutine ||
                       (generator->frame.code && (generator->frame.code->code->flags & kIsIterableCoroutine)));
}

bool is_iterator(const Value& v) {
  return v.is_object() && (v.as_object()->kind == Kind::kIterator || type_of(v)->slots.next);
}

std::string name_of(const Value& v) { return type_name(v); }

}  // namespace

Type* suspended_type(uint32_t code_flags) {
  return code_flags & kIsCoroutine        ? types().coroutine
         : code_flags & kIsAsyncGenerator ? types().async_generator
                                          : types().generator;
}

Value get_awaitable(Interpreter& vm, const Value& value, AwaitedBy by) {
  if (is_coroutine(value)) {
    const Generator& coroutine = *value.as<Generator>();
    if (coroutine.type == types().coroutine && !coroutine.finished && !coroutine.running && delegate(coroutine))
      raise(types().RuntimeError, "coroutine is being awaited already");
    return value;
  }
  const Value method = find_special(vm, value, names().await_);
  if (method.is_null()) {
    if (by == AwaitedBy::kAwait)
      raise(types().TypeError, "object " + name_of(value) + " can't be used in 'await' expression");
    raise(types().TypeError, std::string("'async with' received an object from ") +
                                 (by == AwaitedBy::kEnter ? "__aenter__" : "__aexit__") +
                                 " that does not implement __await__: " + name_of(value));
  }
  Value iterator = vm.call(method, {});
  if (is_coroutine(iterator)) raise(types().TypeError, "__await__() returned a coroutine");
  if (!is_iterator(iterator))
    raise(types().TypeError, "__await__() returned non-iterator of type '" + name_of(iterator) + "'");
  return iterator;
}

Value async_iterate(Interpreter& vm, const Value& iterable) {
  const Value method = find_special(vm, iterable, names().aiter_);
  if (method.is_null())
    raise(types().TypeError, "'async for' requires an object with __aiter__ method, got " + name_of(iterable));
  Value iterator = vm.call(method, {});
  if (!type_of(iterator)->find(names().anext_))
    raise(types().TypeError,
          "'async for' received an object from __aiter__ that does not implement __anext__: " + name_of(iterator));
  return iterator;
}

Value async_next(Interpreter& vm, const Value& iterator) {
  if (iterator.as<Generator>()) return make_step(vm, iterator, AsyncStep::Does::kSend, Value::none());
  const Value method = find_special(vm, iterator, names().anext_);
  if (method.is_null())
    raise(types().TypeError, "'async for' requires an iterator with __anext__ method, got " + name_of(iterator));
  const Value next = vm.call(method, {});
  try {
    return get_awaitable(vm, next, AwaitedBy::kAwait);
  } catch (Raised& raised) {
    Value made = make<Exception>(
        types().TypeError,
        make_tuple({make_str("'async for' received an invalid object from __anext__: " + name_of(next))}));
    made.as<Exception>()->cause = made.as<Exception>()->context = raised.exception;
    made.as<Exception>()->suppress_context = true;
    raise_value(std::move(made));
  }
}

Value wrap_yielded(Value value) { return make<Yielded>(std::move(value)); }

void warn_never_awaited(Interpreter& vm, const Generator& coroutine) {
  const Value warn = vm.get_attribute(vm.import_module("warnings"), intern("warn"));
  vm.call(warn, {make_str("coroutine '" + coroutine.qualified_name.as<Str>()->text + "' was never awaited"),
                 Value::of(types().RuntimeWarning)});
}

void install_coroutine_types() {
  install_coroutine();
  install_async_generator();
  install_steps(coroutine_types().asend);
  install_steps(coroutine_types().athrow);
}

}  // namespace vt::vm
