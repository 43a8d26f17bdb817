#include "vm/generator.h"

#include "vm/bootstrap.h"
#include "vm/coroutines.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {

Generator::Generator(Frame* source, Type* generator_type) : Object(Kind::kGenerator, generator_type) {
  CodeRuntime* runtime = runtime_of(source->code);
  storage = std::make_unique<char[]>(runtime->frame_size * sizeof(Value));
  auto* values = reinterpret_cast<Value*>(storage.get());
  frame.code = source->code;
  frame.globals = source->globals;
  frame.builtins = source->builtins;
  frame.function = source->function;
  frame.code_owner = source->code_owner;
  frame.next = source->next;
  frame.slots = values;
  for (uint32_t i = 0; i < runtime->slot_count; ++i) new (values + i) Value(std::move(source->slots[i]));
  frame.stack = frame.top = values + runtime->slot_count;
  frame.generator = this;
  frame.hook_active = source->hook_active;
  const Function* function = frame.function.as<Function>();
  name = function ? function->name : make_str(source->code->code->name);
  qualified_name = function ? function->qualified_name : make_str(source->code->code->qualified_name);
}

Generator::~Generator() { release_frame(); }

void Generator::traverse(Visitor& visitor) const {
  if (!running)
    for (const Value* value = frame.slots; value && value != frame.top; ++value) visitor.visit(*value);
  visitor.visit(frame.function);
  visitor.visit(frame.code_owner);
  visitor.visit(handled.exception);
  visitor.visit(finalizer);
}
void Generator::clear() {
  if (!running) release_frame();
}

void Generator::release_frame() {
  finished = true;
  Value* begin = frame.slots;
  Value* end = frame.top;
  frame.slots = frame.stack = frame.top = nullptr;
  for (Value* value = begin; value != end; ++value) value->~Value();
  storage.reset();
  frame.function = Value();
  frame.code_owner = Value();
  handled.exception = Value();
}

static void link(Interpreter& vm, Generator& generator) {
  Interpreter::State& state = vm.state();
  Frame& frame = generator.frame;
  frame.back = state.frame;
  frame.limit = state.frame ? state.frame->limit : state.blocks[0].begin;
  frame.entry_flags = kEntry;
  state.frame = &frame;
  ++state.depth;
  generator.running = generator.started = true;
  generator.handled.previous = state.handled;
  state.handled = &generator.handled;
}

const char* kind_name(const Generator& generator) {
  return generator.type == types().coroutine         ? "coroutine"
         : generator.type == types().async_generator ? "async generator"
                                                     : "generator";
}

void check_idle(const Generator& generator) {
  if (generator.running) raise(types().ValueError, std::string(kind_name(generator)) + " already executing");
  if (generator.finished && generator.type == types().coroutine)
    raise(types().RuntimeError, "cannot reuse already awaited coroutine");
}

void check_first(const Generator& generator, const Value& sent) {
  if (!generator.started && !sent.is_none())
    raise(types().TypeError, std::string("can't send non-None value to a just-started ") + kind_name(generator));
}

// A finished generator hands its return value over the state.
static Value run(Interpreter& vm, Generator& generator, Value* returned) {
  Value result = run_loop(vm);
  if (!generator.finished) return result;
  if (returned) *returned = std::move(result);
  else if (!result.is_none()) vm.state().stop = make<Exception>(types().StopIteration, make_tuple({std::move(result)}));
  return Value();
}

Value resume(Interpreter& vm, Generator& generator, Value sent, Value* returned) {
  check_idle(generator);
  if (generator.finished) {
    if (returned) *returned = Value::none();
    return Value();
  }
  check_first(generator, sent);
  NativeCallGuard guard(vm);
  Value keep = Value::of(&generator);
  link(vm, generator);
  new (generator.frame.top++) Value(std::move(sent));
  return run(vm, generator, returned);
}

const Value* delegate(const Generator& generator) {
  const Code& code = *generator.frame.code->code;
  uint32_t at = generator.frame.instruction();
  if (!generator.started || at == 0 || code.instructions[at].op != Op::YIELD_VALUE ||
      code.instructions[at - 1].op != Op::SEND)
    return nullptr;
  return generator.frame.top - 1;
}

namespace {

// Goes on behind the SEND with the delegate's return value.
Value finish_delegation(Interpreter& vm, Generator& generator, Value result, Value* returned) {
  const Code& code = *generator.frame.code->code;
  generator.frame.next = code.instructions.data() + code.instructions[generator.frame.instruction() - 1].arg;
  link(vm, generator);
  new (generator.frame.top++) Value(std::move(result));
  return run(vm, generator, returned);
}

Value throw_here(Interpreter& vm, Generator& generator, Value exception, Value* returned) {
  if (!generator.started) {
    generator.started = true;
    Exception* raised = exception.as<Exception>();
    const Code& code = *generator.frame.code->code;
    raised->traceback.push_back(
        {code.file, code.name, code.spans.empty() ? SourceSpan{} : code.spans[generator.frame.instruction()], Op::NOP});
    generator.release_frame();
    raise_value(std::move(exception));
  }
  link(vm, generator);
  // What the caller handles is no context of what it throws; what the generator handles is.
  if (!generator.handled.exception.is_null()) set_context(vm, exception);
  if (!unwind(vm, std::move(exception), true)) throw Raised{std::move(vm.state().leaving)};
  return run(vm, generator, returned);
}

Value stop_value(const Exception& stop) {
  const Tuple* args = stop.args.as<Tuple>();
  return args && !args->items.empty() ? args->items[0] : Value::none();
}

void close_any(Interpreter& vm, const Value& iterator);

Value throw_into(Interpreter& vm, Generator& generator, const Value& inner, Value exception, Value* returned) {
  bool exits = type_of(exception)->is_subtype_of(types().GeneratorExit);
  generator.running = true;
  try {
    Value yielded, inner_returned;
    if (exits) {
      close_any(vm, inner);
      generator.running = false;
      return throw_here(vm, generator, std::move(exception), returned);
    }
    if (auto* sub = inner.as<Generator>()) {
      yielded = resume_with_exception(vm, *sub, exception, &inner_returned);
    } else {
      Value method = vm.find_attribute(inner, intern("throw"));
      if (method.is_null()) {
        generator.running = false;
        return throw_here(vm, generator, std::move(exception), returned);
      }
      yielded = vm.call(method, {exception});
    }
    generator.running = false;
    if (!yielded.is_null()) return yielded;
    return finish_delegation(vm, generator, std::move(inner_returned), returned);
  } catch (Raised& raised) {
    if (!generator.running) throw;
    generator.running = false;
    if (type_of(raised.exception)->is_subtype_of(types().StopIteration))
      return finish_delegation(vm, generator, stop_value(*raised.exception.as<Exception>()), returned);
    return throw_here(vm, generator, std::move(raised.exception), returned);
  }
}

}  // namespace

void close_generator(Interpreter& vm, Generator& generator) {
  if (generator.finished) return;
  check_idle(generator);
  if (!generator.started) return generator.release_frame();
  try {
    Value yielded = resume_with_exception(vm, generator, make<Exception>(types().GeneratorExit, make_tuple({})));
    if (yielded.is_null()) return;
  } catch (Raised& raised) {
    Type* type = type_of(raised.exception);
    if (type->is_subtype_of(types().GeneratorExit) || type->is_subtype_of(types().StopIteration)) return;
    throw;
  }
  raise(types().RuntimeError, std::string(kind_name(generator)) + " ignored GeneratorExit");
}

namespace {

void close_any(Interpreter& vm, const Value& iterator) {
  if (auto* generator = iterator.as<Generator>()) return close_generator(vm, *generator);
  Value method = vm.find_attribute(iterator, intern("close"));
  if (!method.is_null()) vm.call(method, {});
}

}  // namespace

Value resume_with_exception(Interpreter& vm, Generator& generator, Value exception, Value* returned) {
  check_idle(generator);
  if (generator.finished) raise_value(std::move(exception));
  NativeCallGuard guard(vm);
  Value keep = Value::of(&generator);
  if (const Value* inner = delegate(generator))
    return throw_into(vm, generator, Value(*inner), std::move(exception), returned);
  return throw_here(vm, generator, std::move(exception), returned);
}

bool must_close(const Object* object) {
  const auto& generator = *static_cast<const Generator*>(object);
  if (generator.type == types().coroutine && !generator.started && Interpreter::current()) return true;
  if (!generator.finalizer.is_null() && generator.async_closed) return false;
  if (!generator.started || generator.finished || generator.running || !Interpreter::current()) return false;
  uint32_t at = generator.frame.instruction();
  for (const ExceptionEntry& entry : generator.frame.code->code->exceptions)
    if (at >= entry.begin && at < entry.end) return true;
  return false;
}

void close_abandoned(Object* object) {
  Interpreter& vm = *Interpreter::current();
  auto& generator = *static_cast<Generator*>(object);
  try {
    if (generator.type == types().coroutine && !generator.started) return warn_never_awaited(vm, generator);
    if (generator.finalizer.is_null()) close_generator(vm, generator);
    else vm.call(Value(generator.finalizer), {Value::of(&generator)});
  } catch (Raised&) {
    // As with __del__, there is nobody to catch it.
  }
}

void raise_stop(Value returned) {
  std::vector<Value> args;
  if (!returned.is_none() && !returned.is_null()) args.push_back(std::move(returned));
  raise_value(make<Exception>(types().StopIteration, make_tuple(std::move(args))));
}

// throw(instance) or, in the old way, throw(type, value, traceback).
Value thrown_exception(Interpreter& vm, const Arguments& a) {
  const Value value = a.positional > 2 && !a[2].is_none() ? a[2] : Value();
  if (a.positional > 3 && !a[3].is_none() && !a[3].as<Traceback>())
    raise(types().TypeError, "throw() third argument must be a traceback object");
  if (a[1].as<Exception>()) {
    if (!value.is_null()) raise(types().TypeError, "instance exception may not have a separate value");
    return a[1];
  }
  const Type* type = a[1].as<Type>();
  if (!type || !type->is_subtype_of(types().BaseException))
    raise(types().TypeError,
          std::string("exceptions must be classes or instances deriving from BaseException, not ") + type_name(a[1]));
  if (value.as<Exception>() && vm.is_instance(value, a[1])) return value;
  std::vector<Value> arguments;
  if (const Tuple* several = value.as<Tuple>()) arguments = several->items;
  else if (!value.is_null()) arguments = {value};
  Value made = vm.call(a[1], Arguments{arguments.data(), arguments.size(), nullptr, 0});
  if (!made.as<Exception>())
    raise(types().TypeError,
          "calling " + vm.repr(a[1]) + " should have returned an instance of BaseException, not " + type_name(made));
  return made;
}

namespace {

Value generator_send(Interpreter& vm, const Arguments& a) {
  check_count(a, "generator.send", 1, 1, true);
  Value returned;
  Value result = resume(vm, *a[0].as<Generator>(), a[1], &returned);
  if (result.is_null()) raise_stop(std::move(returned));
  return result;
}

Value generator_next(Interpreter& vm, const Arguments& a) {
  check_count(a, "generator.__next__", 0, 0, true);
  Value returned;
  Value result = resume(vm, *a[0].as<Generator>(), Value::none(), &returned);
  if (result.is_null()) raise_stop(std::move(returned));
  return result;
}

Value generator_throw(Interpreter& vm, const Arguments& a) {
  check_count(a, "throw", 1, 3, true);
  Value exception = thrown_exception(vm, a);
  Value returned;
  Value result = resume_with_exception(vm, *a[0].as<Generator>(), std::move(exception), &returned);
  if (result.is_null()) raise_stop(std::move(returned));
  return result;
}

Value generator_close(Interpreter& vm, const Arguments& a) {
  if (a.size() != 1)
    raise(types().TypeError, a[0].as<Generator>()->type->name + ".close() takes no arguments (" +
                                 std::to_string(a.size() - 1) + " given)");
  close_generator(vm, *a[0].as<Generator>());
  return Value::none();
}

Value generator_repr(Interpreter&, const Value& self) {
  auto* generator = self.as<Generator>();
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<void*>(generator));
  return make_str("<" + generator->type->name + " object " + generator->qualified_name.as<Str>()->text + " at " +
                  address + ">");
}

Value self_iterator(Interpreter&, const Value& self) { return self; }
// Consumers that need the return value (SEND) go through resume() themselves.
Value next_slot(Interpreter& vm, const Value& self) { return resume(vm, *self.as<Generator>(), Value::none()); }

template <Value Generator::*field>
Value name_of(Interpreter&, const Arguments& a) {
  return a[0].as<Generator>()->*field;
}
template <Value Generator::*field>
Value set_name_of(Interpreter&, const Arguments& a) {
  if (!a[1].as<Str>())
    raise(types().TypeError,
          std::string(field == &Generator::name ? "__name__" : "__qualname__") + " must be set to a string object");
  a[0].as<Generator>()->*field = a[1];
  return Value::none();
}

}  // namespace

void install_generator_type() {
  Type* type = types().generator;
  type->slots.iter = self_iterator;
  type->slots.next = next_slot;
  define_method(type, "__next__", generator_next);
  for (auto [kind, prefix] : {std::pair{type, "gi_"}, {types().coroutine, "cr_"}, {types().async_generator, "ag_"}}) {
    const std::string start = prefix;
    kind->slots.repr = generator_repr;
    define_property(kind, "__name__", name_of<&Generator::name>, set_name_of<&Generator::name>);
    define_property(kind, "__qualname__", name_of<&Generator::qualified_name>, set_name_of<&Generator::qualified_name>);
    define_property(kind, start + "frame", [](Interpreter&, const Arguments& a) {
      Generator& generator = *a[0].as<Generator>();
      return generator.finished ? Value::none() : frame_object(generator);
    });
    define_property(kind, start + (kind == type ? "yieldfrom" : "await"), [](Interpreter&, const Arguments& a) {
      const Generator& generator = *a[0].as<Generator>();
      const Value* inner = generator.finished || generator.running ? nullptr : delegate(generator);
      return inner ? *inner : Value::none();
    });
    define_property(kind, start + "suspended", [](Interpreter&, const Arguments& a) {
      const Generator& generator = *a[0].as<Generator>();
      return Value::boolean(generator.started && !generator.finished && !generator.running);
    });
    define_property(kind, start + "running", [](Interpreter&, const Arguments& a) {
      const Generator& generator = *a[0].as<Generator>();
      return Value::boolean(generator.running || generator.async_running);
    });
    define_property(kind, start + "code",
                    [](Interpreter&, const Arguments& a) { return Value::of(a[0].as<Generator>()->frame.code); });
    if (kind == types().async_generator) continue;
    define_method(kind, "send", generator_send);
    define_method(kind, "throw", generator_throw);
    define_method(kind, "close", generator_close);
  }
}

}  // namespace vt::vm
