// Calls from native code: each nests one run loop, counted against the recursion limit.
#include "support/check.h"
#include "support/stack.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

#if defined(__EMSCRIPTEN__)
// Frames of WASM code lie on the browser's own stack, whose size is not ours to choose.
constexpr uint32_t kNativeDepthLimit = 160;
#elif defined(__SANITIZE_ADDRESS__)
constexpr uint32_t kNativeDepthLimit = 400;
#else
constexpr uint32_t kNativeDepthLimit = 20000;
#endif

}  // namespace

NativeCallGuard::NativeCallGuard(Interpreter& interpreter, const char* where) : interpreter_(interpreter) {
  Interpreter::State& state = interpreter.state();
  if (state.native_depth >= kNativeDepthLimit || !stack_has_room()) raise_recursion(where);
  ++state.native_depth;
}

NativeCallGuard::~NativeCallGuard() { --interpreter_.state().native_depth; }

static void enter(Interpreter& vm, Frame* frame, Function* function) {
  frame->function = Value::of(function);
  frame->globals = function->globals.as<Dict>();
  frame->builtins = function->builtins.is_null() ? vm.builtins() : function->builtins.as<Dict>();
  frame->entry_flags |= kEntry;
}

// Lets the hook replace the code of the innermost frame, whose slots are bound.
void consult_hook(Interpreter& vm) {
  Interpreter::State& state = vm.state();
  Frame* frame = state.frame;
  FrameDecision decision = state.hook->evaluate(vm, *frame);
  frame->hook_active = decision.keep_hook;
  CodeObject* code = decision.replacement.as<CodeObject>();
  if (!code || code == frame->code) return;
  CodeRuntime* runtime = runtime_of(code);
  if (!runtime->caches) runtime->prepare(*code->code);
  uint32_t old_count = runtime_of(frame->code)->slot_count;
  const Code& old_code = *frame->code->code;
  uint32_t parameters = static_cast<uint32_t>(old_code.argument_count + old_code.keyword_only_count +
                                              !!(old_code.flags & kHasVarArgs) + !!(old_code.flags & kHasVarKeywords));
  if (frame->slots + runtime->frame_size > frame->block_end) {
    bool opened;
    Value* moved = reserve_stack(state, runtime->frame_size, frame->slots, opened);
    for (uint32_t i = 0; i < parameters; ++i) new (moved + i) Value(std::move(frame->slots[i]));
    frame->slots = moved;
    frame->block_end = state.blocks[state.block].end;
    if (opened) frame->entry_flags |= kOwnBlock;
    old_count = parameters;
  }
  for (uint32_t i = old_count; i < runtime->slot_count; ++i) new (frame->slots + i) Value();
  for (uint32_t i = runtime->slot_count; i < old_count; ++i) frame->slots[i] = Value();
  frame->code = code;
  frame->code_owner = decision.replacement;
  frame->stack = frame->top = frame->slots + runtime->slot_count;
  frame->limit = frame->slots + runtime->frame_size;
  frame->next = code->code->instructions.data();
}

// Makes the frame of a call the innermost one.
static void enter_function(Interpreter& vm, Function* function, const Arguments& a) {
  Interpreter::State& state = vm.state();
  check_depth(state);
  CodeObject* code = function->code_object();
  CodeRuntime* runtime = runtime_of(code);
  bool opened;
  Value* slots = reserve_stack(state, runtime->frame_size, nullptr, opened);
  for (uint32_t i = 0; i < runtime->slot_count; ++i) new (slots + i) Value();
  Frame* frame = push_frame(state, code, slots);
  if (opened) frame->entry_flags |= kOwnBlock;
  enter(vm, frame, function);
  try {
    bind_call(vm, function, slots, a.values, a.positional, a.keyword_names, a.keywords);
  } catch (...) {
    pop_frame(state);
    throw;
  }
  if (state.hook && frame->hook_active && (code->code->flags & kOptimized)) {
    try {
      consult_hook(vm);
    } catch (...) {
      pop_frame(state);
      throw;
    }
  }
}
Value call_function(Interpreter& vm, Function* function, const Arguments& a) {
  NativeCallGuard guard(vm);
  enter_function(vm, function, a);
  return run_loop(vm);
}
bool try_call_function(Interpreter& vm, Function* function, const Arguments& a, Value& outcome) {
  NativeCallGuard guard(vm);
  enter_function(vm, function, a);
  return try_run_loop(vm, outcome);
}

Value Interpreter::run_code(CodeObject* code, Function* function, std::vector<Value> locals) {
  NativeCallGuard guard(*this);
  CodeRuntime* runtime = runtime_of(code);
  VT_CHECK(locals.size() <= runtime->slot_count, "no more values than slots");
  bool opened;
  Value* slots = reserve_stack(*state_, runtime->frame_size, nullptr, opened);
  for (uint32_t i = 0; i < runtime->slot_count; ++i)
    new (slots + i) Value(i < locals.size() ? std::move(locals[i]) : Value());
  Frame* frame = push_frame(*state_, code, slots);
  if (opened) frame->entry_flags |= kOwnBlock;
  frame->code_owner = Value::of(code);
  enter(*this, frame, function);
  return run_loop(*this);
}

[[noreturn]] static void wrong_receiver(const NativeFunction& function, const Arguments& a) {
  const bool wraps_slot = function.data == function.owner || function.name == "__init__";
  if (a.positional == 0)
    raise(types().TypeError,
          wraps_slot ? "descriptor '" + function.name + "' of '" + function.owner->name + "' object needs an argument"
                     : "unbound method " + function.qualified_name + "() needs an argument");
  if (function.data == function.owner)
    raise(types().TypeError, "descriptor '" + function.name + "' requires a '" + function.owner->name +
                                 "' object but received a '" + type_name(a.values[0]) + "'");
  raise(types().TypeError, "descriptor '" + function.name + "' for '" + function.owner->name +
                               "' objects doesn't apply to a '" + type_name(a.values[0]) + "' object");
}

Value call_native(Interpreter& vm, NativeFunction* function, const Arguments& a) {
  Interpreter::State& state = vm.state();
  if (!function->bound.is_null()) {
    std::vector<Value> values;
    values.reserve(a.positional + a.keywords + 1);
    values.push_back(function->bound);
    values.insert(values.end(), a.values, a.values + a.positional + a.keywords);
    state.native = function;
    return function->fn(vm, Arguments{values.data(), a.positional + 1, a.keyword_names, a.keywords});
  }
  if (function->owner && (a.positional == 0 || (type_of(a.values[0]) != function->owner &&
                                                !type_of(a.values[0])->is_subtype_of(function->owner))))
    wrong_receiver(*function, a);
  state.native = function;
  return function->fn(vm, a);
}

bool plain_construction(Type* type, const Value*& init) {
  if (type->instance_kind != Kind::kInstance || type->is_native ||
      type->slots.construct != types().object->slots.construct)
    return false;
  if (type->type != types().type) return false;
  const Value* make_new = type->find(names().new_);
  if (!make_new || make_new->as_object() != types().object->find(names().new_)->as_object()) return false;
  init = type->find(names().init_);
  return init && init->as<Function>();
}

static void run_init(Interpreter& vm, Type* type, const Value& made, const Arguments& a) {
  const Value* init = type->find(names().init_);
  std::vector<Value> values;
  values.reserve(a.positional + a.keywords + 1);
  values.push_back(made);
  values.insert(values.end(), a.values, a.values + a.positional + a.keywords);
  Value result = vm.call(Value(*init), Arguments{values.data(), a.positional + 1, a.keyword_names, a.keywords});
  if (!result.is_none())
    raise(types().TypeError, std::string("__init__() should return None, not '") + type_name(result) + "'");
}

Value construct_instance(Interpreter& vm, Type* type, const Arguments& a) {
  if (type->is_native) {
    if (!type->slots.construct) raise(types().TypeError, "cannot create '" + type->name + "' instances");
    return type->slots.construct(vm, type, a);
  }
  Value keep = Value::of(type);
  bool own_init = has_own_init(type);
  const Value* make_new = type->find(names().new_);
  const StaticMethod* user_new = make_new ? make_new->as<StaticMethod>() : nullptr;
  if (user_new && !user_new->function.as<NativeFunction>()) {
    std::vector<Value> values{keep};
    values.insert(values.end(), a.values, a.values + a.positional + a.keywords);
    Value made = vm.call(user_new->function, Arguments{values.data(), a.positional + 1, a.keyword_names, a.keywords});
    if (!type_of(made)->is_subtype_of(type)) return made;
    if (own_init) run_init(vm, type_of(made), made, a);
    else if (type->slots.initialize && type->instance_kind != Kind::kException) type->slots.initialize(vm, made, a);
    return made;
  }
  if (!type->slots.construct) raise(types().TypeError, "cannot create '" + type->name + "' instances");
  if (!own_init) return type->slots.construct(vm, type, a);
  bool bare = type->slots.initialize && type->instance_kind != Kind::kException;
  Arguments given = bare ? Arguments{} : a;
  if (type->instance_kind == Kind::kException) given.keywords = 0;  // __init__ may take them
  Value made = type->slots.construct(vm, type, given);
  run_init(vm, type, made, a);
  return made;
}

Value Interpreter::call(const Value& callable, const Arguments& a) {
  if (callable.is_object()) {
    Object* object = callable.as_object();
    Value keep = callable;
    switch (object->kind) {
      case Kind::kFunction: return call_function(*this, static_cast<Function*>(object), a);
      case Kind::kNativeFunction: return call_native(*this, static_cast<NativeFunction*>(object), a);
      case Kind::kBoundMethod: {
        auto* method = static_cast<BoundMethod*>(object);
        Value buffer[8];
        std::vector<Value> many;
        size_t count = a.positional + a.keywords;
        Value* values = buffer;
        if (count >= 8) {
          many.resize(count + 1);
          values = many.data();
        }
        values[0] = method->self;
        for (size_t i = 0; i < count; ++i) values[i + 1] = a.values[i];
        if (!method->function.as<BoundMethod>())
          return call(method->function, Arguments{values, a.positional + 1, a.keyword_names, a.keywords});
        NativeCallGuard guard(*this);  // methods of methods
        return call(method->function, Arguments{values, a.positional + 1, a.keyword_names, a.keywords});
      }
      case Kind::kType:
        if (!object->type->slots.call) {  // also classes of native metatypes (enum, abc)
          NativeCallGuard guard(*this);
          return construct_instance(*this, static_cast<Type*>(object), a);
        }
        break;
      default: break;
    }
    if (auto fn = object->type->slots.call) {
      NativeCallGuard guard(*this);
      return fn(*this, callable, a);
    }
  }
  raise(types().TypeError, std::string("'") + type_name(callable) + "' object is not callable");
}

Value Interpreter::call(const Value& callable, std::initializer_list<Value> arguments) {
  return call(callable, Arguments{arguments.begin(), arguments.size()});
}

Value Interpreter::call_method(const Value& self, std::string_view name, std::initializer_list<Value> arguments) {
  return call(get_attribute(self, intern(name)), arguments);
}

Value call_dunder(Interpreter& vm, const Value& self, Str* name, const Value* arguments, size_t count) {
  Type* type = type_of(self);
  const Value* found = type->find(name);
  if (!found) no_attribute(self, name);
  Value function = *found;
  if (function.as<Function>() || (function.as<NativeFunction>() && function.as<NativeFunction>()->is_method)) {
    Value values[4] = {self};
    VT_CHECK(count <= 3, "dunders take few arguments");
    for (size_t i = 0; i < count; ++i) values[i + 1] = arguments[i];
    return vm.call(function, Arguments{values, count + 1});
  }
  return vm.call(bind_descriptor(vm, function, self, type), Arguments{arguments, count});
}

}  // namespace vt::vm
