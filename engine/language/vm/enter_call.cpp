// Calls from the loop that are not the plain case: keywords, defaults, methods, classes,
// native functions, generators.
#include "support/check.h"
#include "vm/builtins/helpers.h"
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

// Replaces the call's operands, from `base` up to the frame's top, by its result.
void finish(Interpreter::State& s, Value* base, Value result) {
  Frame* frame = s.frame;
  while (frame->top > base) (--frame->top)->~Value();
  new (frame->top++) Value(std::move(result));
}

// Binds a call of `function` to a frame of its own; the operands from `base` on are dropped.
void enter_function(Interpreter& vm, Value* base, Function* function, const Arguments& a, uint8_t flags) {
  Interpreter::State& s = vm.state();
  check_depth(s);
  Value keep = Value::of(function);
  CodeObject* code = function->code_object();
  CodeRuntime* runtime = runtime_of(code);
  bool opened;
  Value* slots = reserve_stack(s, runtime->frame_size, nullptr, opened);
  for (uint32_t i = 0; i < runtime->slot_count; ++i) new (slots + i) Value();
  try {
    bind_call(vm, function, slots, a.values, a.positional, a.keyword_names, a.keywords);
  } catch (...) {
    drop_slots(s, slots, slots + runtime->slot_count, slots + runtime->frame_size);
    if (opened) --s.block;
    throw;
  }
  Frame* caller = s.frame;
  Frame* frame = push_frame(s, code, slots);
  while (caller->top > base) (--caller->top)->~Value();  // a finalizer's frame goes above ours
  frame->entry_flags = static_cast<uint8_t>(flags | (opened ? kOwnBlock : 0));
  frame->function = std::move(keep);
  frame->globals = function->globals.as<Dict>();
  frame->builtins = function->builtins.as<Dict>();
  if (s.hook && frame->hook_active) consult_hook(vm);
}

struct Operands {
  Value* base;
  Value* callee;
  Value* arguments;
  size_t positional;
  const Tuple* keyword_names;
  size_t keywords() const { return keyword_names ? keyword_names->items.size() : 0; }
  Arguments view() const {
    return {arguments, positional, keyword_names ? keyword_names->items.data() : nullptr, keywords()};
  }
};

Operands read_operands(Value* base, uint32_t count, const Tuple* keyword_names) {
  Operands o{base, base->is_null() ? base + 1 : base, nullptr, 0, keyword_names};
  o.arguments = o.callee + 1;
  o.positional = static_cast<size_t>(base + 2 + count - o.arguments) - o.keywords();
  return o;
}

void enter_native(Interpreter& vm, const Operands& o) {
  auto* function = static_cast<NativeFunction*>(o.callee->as_object());
  Value result = call_native(vm, function, o.view());
  VT_CHECK(!result.is_null(), "native functions return a value: " + function->qualified_name);
  finish(vm.state(), o.base, std::move(result));
}

// A class whose instances are plain: __init__ becomes the frame, the instance waits below.
bool enter_constructor(Interpreter& vm, const Operands& o, InlineCache& cache) {
  auto* type = static_cast<Type*>(o.callee->as_object());
  const Value* init = nullptr;
  if (o.base == o.callee || !plain_construction(type, init)) return false;
  Value initialise = *init;
  cache.state = kCacheClass;
  cache.version = type->version;
  cache.object = initialise.as_object();
  Value keep = std::move(*o.callee);
  new (o.base) Value(make<Instance>(type));
  new (o.callee) Value(*o.base);
  Arguments given{o.callee, o.positional + 1, o.view().keyword_names, o.keywords()};
  enter_function(vm, o.base + 1, initialise.as<Function>(), given, kConstructor);
  return true;
}

}  // namespace

void enter_call(Interpreter& vm, Value* base, uint32_t count, const Tuple* keyword_names, InlineCache& cache) {
  while (true) {
    Operands o = read_operands(base, count, keyword_names);
    Object* callee = o.callee->is_object() ? o.callee->as_object() : nullptr;
    switch (callee ? callee->kind : Kind::kPlain) {
      case Kind::kFunction: return enter_function(vm, base, static_cast<Function*>(callee), o.view(), 0);
      case Kind::kNativeFunction: return enter_native(vm, o);
      case Kind::kBoundMethod:
        if (o.callee != base) {
          Value method = std::move(*o.callee);
          new (base) Value(static_cast<BoundMethod*>(callee)->function);
          new (base + 1) Value(static_cast<BoundMethod*>(callee)->self);
          continue;
        }
        break;
      case Kind::kType:
        if (enter_constructor(vm, o, cache)) return;
        if (static_cast<Type*>(callee)->is_native && static_cast<Type*>(callee)->slots.construct) {
          finish(vm.state(), base,
                 static_cast<Type*>(callee)->slots.construct(vm, static_cast<Type*>(callee), o.view()));
          return;
        }
        break;
      case Kind::kInstance:
        if (o.callee != base)
          if (const Value* call = callee->type->find(names().call_); call && call->as<Function>()) {
            new (base) Value(*call);
            continue;
          }
        break;
      default: break;
    }
    finish(vm.state(), base, vm.call(*o.callee, o.view()));
    return;
  }
}

void enter_call_ex(Interpreter& vm, Value* top, bool has_keywords) {
  Value* base = top - 3 - (has_keywords ? 1 : 0);
  Value* callee = base->is_null() ? base + 1 : base;
  Value sequence = has_keywords ? top[-2] : top[-1];
  if (!sequence.as<Tuple>() || type_of(sequence)->has_dunders) {
    if (!type_of(sequence)->slots.iter && !type_of(sequence)->slots.get_item)
      raise(types().TypeError,
            callable_name(*callee) + " argument after * must be an iterable, not " + type_name(sequence));
    sequence = make_tuple(listed(vm, sequence));
  }
  std::vector<Value> values;
  if (callee == base) values.push_back(base[1]);
  const auto& items = sequence.as<Tuple>()->items;
  values.insert(values.end(), items.begin(), items.end());
  size_t positional = values.size();
  std::vector<Value> keyword_names;
  if (has_keywords) {
    Value mapping = top[-1];
    if (!mapping.as<Dict>()) {
      mapping = make<Dict>();
      dict_merge(vm, *mapping.as<Dict>(), top[-1], *callee);
    }
    for (const auto& entry : mapping.as<Dict>()->table.entries()) {
      if (entry.key.is_null()) continue;
      if (!entry.key.as<Str>()) raise(types().TypeError, "keywords must be strings");
      keyword_names.push_back(entry.key);
      values.push_back(entry.value);
    }
  }
  Arguments a{values.data(), positional, keyword_names.data(), keyword_names.size()};
  Value target = *callee;
  if (BoundMethod* method = target.as<BoundMethod>(); method && method->function.as<Function>()) {
    values.insert(values.begin(), method->self);
    a.values = values.data();
    ++a.positional;
    target = Value(method->function);
  } else if (Instance* instance = target.as<Instance>()) {
    const Value* call = instance->type->find(names().call_);
    if (call && call->as<Function>()) {
      values.insert(values.begin(), target);
      a.values = values.data();
      ++a.positional;
      target = *call;
    }
  }
  if (Function* function = target.as<Function>()) return enter_function(vm, base, function, a, 0);
  finish(vm.state(), base, vm.call(target, a));
}

void enter_generator(Interpreter& vm, Generator& generator, Value sent, uint8_t flags) {
  Interpreter::State& s = vm.state();
  check_idle(generator);
  check_first(generator, sent);
  check_depth(s);
  Frame& frame = generator.frame;
  frame.back = s.frame;
  frame.limit = s.frame->limit;
  frame.entry_flags = flags;
  s.frame = &frame;
  ++s.depth;
  generator.running = generator.started = true;
  generator.handled.previous = s.handled;
  s.handled = &generator.handled;
  new (frame.top++) Value(std::move(sent));
}

void finish_generator(Interpreter::State& state, Generator& generator) {
  generator.running = false;
  state.handled = generator.handled.previous;
  pop_frame(state);
  generator.release_frame();
}

bool send_to_iterator(Interpreter& vm, const Value& iterator, Value& value) {
  try {
    Value result;
    const Value* next = type_of(iterator)->find(names().next_);
    if (!value.is_none()) result = vm.call_method(iterator, "send", {value});
    else if (next && next->as<Function>()) result = vm.call(*next, {iterator});
    else result = vm.next(iterator);
    bool yielded = !result.is_null();
    value = yielded ? std::move(result) : Value::none();
    return yielded;
  } catch (Raised& raised) {
    Exception* stop = raised.exception.as<Exception>();
    if (!stop->type->is_subtype_of(types().StopIteration)) throw;
    const Tuple* args = stop->args.as<Tuple>();
    value = args && !args->items.empty() ? args->items[0] : Value::none();
    return false;
  }
}

Value* make_function(Interpreter& vm, Frame& frame, Value* top, uint32_t flags) {
  Value made = make<Function>(std::move(*--top), Value::of(frame.globals));
  frame.top = top;
  Function* function = made.as<Function>();
  const Code& code = *function->code_object()->code;
  function->name = make_str(code.name);
  function->qualified_name = make_str(code.qualified_name);
  if (Value* module = frame.globals->table.find(names().name_)) function->module = *module;
  function->docstring = code.has_docstring ? make_str(code.docstring) : Value::none();
  if (flags & 8) function->closure = std::move(*--top);
  if (flags & 4) {
    function->annotations = std::move(*--top);
    if (Tuple* flat = function->annotations.as<Tuple>()) {  // names and values in turn
      Value dict = make<Dict>();
      for (size_t i = 0; i + 1 < flat->items.size(); i += 2)
        dict.as<Dict>()->table.insert(vm, flat->items[i], flat->items[i + 1]);
      function->annotations = std::move(dict);
    }
  }
  if (flags & 2) function->keyword_defaults = std::move(*--top);
  if (flags & 1) function->defaults = std::move(*--top);
  new (top++) Value(std::move(made));
  return top;
}

}  // namespace vt::vm
