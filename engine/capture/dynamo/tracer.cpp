#include "capture/dynamo/tracer.h"

#include <algorithm>
#include <utility>

#include "capture/dynamo/cache.h"
#include "capture/dynamo/step_record.h"
#include "capture/dynamo/trace_builtins.h"
#include "support/check.h"
#include "tensor/unbacked.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

Tracer::Tracer(Output& output, Tracer* parent, Value code_value, Value globals, TracerOptions options)
    : out(output),
      vm(output.vm),
      parent(parent),
      options(options),
      code_holder(std::move(code_value)),
      globals(std::move(globals)),
      code(*code_holder.as<vm::CodeObject>()->code) {
  slots.resize(code.local_names.size());
  if (!parent) out.add_tracer(*this, this->globals);
  if (inline_depth() > 150) {
    unsupported<Break::kRecursion>(code.name);
  }
}

// PyTorch's resume functions cannot access cells that were parameters of the original function, so a closure over such
// a cell is not captured.
static bool is_resumed_parameter(const Value& holder, const std::string& name) {
  const std::optional<ResumeOrigin>& resumed = state_of(*holder.as<vm::CodeObject>()).origin;
  if (!resumed) return false;
  const Code& code = *resumed->code.as<vm::CodeObject>()->code;
  auto end = code.local_names.begin() + parameter_count(code);
  return std::find(code.local_names.begin(), end, name) != end;
}

VarRef Tracer::pop() {
  VT_CHECK(!stack.empty(), "the symbolic stack follows the compiler's");
  VarRef v = std::move(stack.back());
  stack.pop_back();
  return v;
}

std::vector<VarRef> Tracer::pop_many(size_t count) {
  std::vector<VarRef> items(stack.end() - static_cast<int64_t>(count), stack.end());
  stack.resize(stack.size() - count);
  return items;
}

void Tracer::add_place(Unsupported& error) const {
  error.places.insert(error.places.begin(), {code.file, code.name, code.spans[current_], nullptr});
}

bool Tracer::handle(const VarRef& exception) {
  for (const ExceptionEntry& entry : code.exceptions) {
    if (current_ < entry.begin || current_ >= entry.end) continue;
    stack.resize(entry.depth);
    if (entry.push_lasti) push(constant_int(current_));
    push(exception);
    pc_ = entry.target;
    return true;
  }
  return false;
}

// An exception thrown into a generator that is suspended in `yield from` goes to the inner iterator first. True if the
// inner one continues; otherwise `exception` is what it raised.
bool Tracer::throw_into_delegate(VarRef& exception) {
  VarRef inner = value_of(stack.back());
  vm::BuiltinTypes& types = vm::types();
  try {
    bool exits = exception->type()->is_subtype_of(types.GeneratorExit);
    VarRef method = find_attr(inner, vm::intern(exits ? "close" : "throw"));
    VarRef answer = method ? call(method, exits ? std::vector<VarRef>() : std::vector<VarRef>{exception}) : VarRef();
    if (exits || !method) return false;
    result_ = answer;
    yielded_ = true;
  } catch (const Observed& observed) {
    if (!observed.exception->type()->is_subtype_of(types.StopIteration)) {
      exception = observed.exception;
      return false;
    }
    push(observed.exception->parts().empty() ? none() : observed.exception->parts()[0]);
    pc_ = code.instructions[current_ - 1].arg;
  }
  return true;
}

bool Tracer::run() {
  if (std::exchange(yielded_, false)) {  // a generator resumes
    VarRef exception = std::exchange(thrown_, {}), value = std::exchange(sent_, {});
    if (!exception) push(value ? value : none());
    else if (code.instructions[current_ - 1].op == Op::SEND && throw_into_delegate(exception)) {
      if (yielded_) return false;
    } else if (!handle(exception)) {
      finished_ = true;
      throw Observed{exception, nullptr};
    }
  } else if (thrown_) {
    finished_ = true;
    throw Observed{std::exchange(thrown_, {}), nullptr};
  }
  struct Recorded {
    explicit Recorded(Tracer& tracer) : record(tracer.out.steps()) {
      if (record) record->enter(tracer);
    }
    ~Recorded() {
      if (record) record->leave();
    }
    StepRecord* record;
  } recorded(*this);
  while (!finished_ && !yielded_) {
    VT_CHECK(pc_ < code.instructions.size(), "the frame ends with a return");
    current_ = pc_;
    if (stop_before_ && stop_before_(*this)) return true;
    if (recorded.record) recorded.record->before(*this);
    ++pc_;
    ++steps_;
    if (steps_ > 2'000'000) unsupported<Break::kTooManySteps>(code.name);
    if (code.spans[current_].valid() && !code.file->name().starts_with("<frozen")) {
      out.place.move_to(code, code.spans[current_]);
    }
    try {
      try {
        step(code.instructions[current_]);
        out.place_shape_guards();
      } catch (const vm::Raised& raised) {  // raised by an operation on constants; the program may handle it
        vm::Type* type = vm::type_of(raised.exception);
        if (!type->is_subtype_of(vm::types().Exception) || !type->is_native) throw;
        throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
      } catch (const DataDependent& asked) {
        unanswered(asked, out.sizes_in(asked.expression));
      }
    } catch (Observed& observed) {
      if (!handle(observed.exception)) {
        finished_ = true;
        if (observed.failure) add_place(*observed.failure);
        throw;
      }
    } catch (Unsupported& error) {
      bool generator = !parent && out.root() != this;  // for a generator, PyTorch names the place of its resumption
      if (!generator || !error.places.empty()) add_place(error);
      throw;
    }
  }
  return finished_;
}

void Tracer::step(const Instruction& instruction) {
  if (step_stack(instruction) || step_operators(instruction) || step_build(instruction) || step_calls(instruction) ||
      step_control(instruction) || step_exceptions(instruction) || step_match(instruction)) {
    return;
  }
  unsupported<Break::kInstruction>(std::string(op_info(instruction.op).name) + " with args",
                                   op_info(instruction.op).name);
}

// Renames a graph node after the local that holds its value.
void Tracer::rename(const VarRef& v, const std::string& name) {
  if ((!v->is(VarKind::kTensor) && !v->is(VarKind::kArray)) || !v->node()) return;
  if (std::exchange(v->proxy().renamed, true)) return;
  if (v->node()->op != fx::NodeOp::kPlaceholder && !name.empty() && name[0] != '.') out.graph.rename(v->node(), name);
}

VarRef Tracer::load_global(vm::Str* name) {
  if (const VarRef* stored = out.effects.stored_global(name->text)) return *stored;
  vm::Dict* dict = globals.as<vm::Dict>();
  const Value* found = dict->table.find(name);
  bool library = is_torch_code(globals) || code.file->name().starts_with("<frozen");
  if (found) {
    // A container that library code mutates must be one variable for all functions that are traced.
    bool changes = found->as<vm::List>() || found->as<vm::Dict>() || found->as<vm::Set>();
    if (library && !changes) return value_of(out.from_value(*found));
    bool own = out.is_root_globals(globals);
    SourceRef source = own ? global_source(name->text) : foreign_global_source(globals, name->text);
    if (vm::Module* module = found->as<vm::Module>(); module) {
      VarRef v = value_of(out.from_value(*found));
      if (module->name == "math") v->source = source;  // math.pi and the like may become graph inputs
      return v;
    }
    return out.wrap(*found, source);
  }
  found = vm.builtins()->table.find(name);
  if (!found) observe(vm::types().NameError, "name '" + name->text + "' is not defined");
  return make_value(*found);
}

bool Tracer::step_stack(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::NOP:
    case Op::RESUME:
    case Op::SETUP_ANNOTATIONS: return true;
    case Op::POP_TOP: pop(); return true;
    case Op::PUSH_NULL: push(null_var()); return true;
    case Op::COPY: push(stack[stack.size() - arg]); return true;
    case Op::SWAP: std::swap(stack.back(), stack[stack.size() - arg]); return true;
    case Op::LOAD_CONST: push(out.from_value(code_holder.as<vm::CodeObject>()->constants[arg])); return true;
    case Op::LOAD_FAST:
      if (!slots[arg] || slots[arg]->is(VarKind::kNull)) {
        unsupported<Break::kUndefinedLocal>("LOAD_FAST " + code.local_names[arg], code.local_names[arg]);
      }
      push(slots[arg]);
      return true;
    case Op::LOAD_FAST_AND_CLEAR:
      push(slots[arg] ? slots[arg] : null_var());
      slots[arg] = {};
      return true;
    case Op::STORE_FAST: {
      VarRef v = pop();
      if (v->is(VarKind::kNull)) v = {};
      else rename(v->is(VarKind::kLazy) && v->real() ? v->real() : v, code.local_names[arg]);
      slots[arg] = v;
      return true;
    }
    case Op::DELETE_FAST: slots[arg] = {}; return true;
    case Op::LOAD_GLOBAL:
    case Op::LOAD_NAME: push(load_global(name_at(arg))); return true;
    case Op::STORE_GLOBAL: {
      std::string name = name_at(arg)->text;
      if (!out.is_root_globals(globals)) unsupported<Break::kForeignGlobal>(name);
      out.effects.store_global(name, pop());
      return true;
    }
    case Op::MAKE_CELL: {
      VarRef cell = make_var(CellVariable{slots[arg]});
      slots[arg] = cell;
      out.effects.add_cell(cell);
      return true;
    }
    case Op::COPY_FREE_VARS:
      for (uint32_t i = 0; i < arg; ++i) slots[slots.size() - arg + i] = closure_[i];
      return true;
    case Op::LOAD_CLOSURE:
      if (const std::string& name = code.local_names[arg]; is_resumed_parameter(code_holder, name)) {
        unsupported<Break::kUndefinedLocal>("LOAD_FAST " + name, name);
      }
      push(slots[arg]);
      return true;
    case Op::LOAD_DEREF: {
      VarRef cell = slots[arg];
      if (!cell || !cell->content()) {
        observe(vm::types().NameError, "cannot access free variable '" + code.local_names[arg] +
                                           "' where it is not associated with a value in enclosing scope");
      }
      push(cell->content());
      return true;
    }
    case Op::STORE_DEREF: {
      VarRef v = pop();
      rename(v->is(VarKind::kLazy) && v->real() ? v->real() : v, code.local_names[arg]);
      slots[arg]->as<CellVariable>().content = v;
      slots[arg]->mutated = true;
      if (slots[arg]->source) out.effects.note_mutation(slots[arg]);
      else out.effects.note_effect(slots[arg]);
      return true;
    }
    case Op::LOAD_ASSERTION_ERROR: push(out.from_value(Value::of(vm::types().AssertionError))); return true;
    case Op::LOAD_BUILD_CLASS:
      push(out.from_value(*vm.builtins()->table.find(vm::intern("__build_class__"))));
      return true;
    default: return false;
  }
}

bool Tracer::step_operators(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::BINARY_OP: {
      std::vector<VarRef> v = pop_many(2);
      push(binary(static_cast<BinaryOp>(arg % kInplace), v[0], v[1], arg >= kInplace));
      return true;
    }
    case Op::COMPARE_OP: {
      std::vector<VarRef> v = pop_many(2);
      push(compare(static_cast<CompareOp>(arg), v[0], v[1]));
      return true;
    }
    case Op::IS_OP: {
      std::vector<VarRef> v = pop_many(2);
      push(constant_bool(is_same(v[0], v[1]) != (arg == 1)));
      return true;
    }
    case Op::CONTAINS_OP: {
      std::vector<VarRef> v = pop_many(2);
      Op next = code.instructions[pc_].op;
      bool asked_now = arg == 0 && (next == Op::POP_JUMP_IF_FALSE || next == Op::POP_JUMP_IF_TRUE);
      VarRef later = contains_among_tensors(v[1], v[0]);
      if (!later && !asked_now) later = contains_symbol(v[1], v[0]);
      if (later) {
        push(arg == 1 ? unary(Op::UNARY_NOT, later) : later);
        return true;
      }
      push(constant_bool(contains(v[1], v[0]) != (arg == 1)));
      return true;
    }
    case Op::UNARY_NEGATIVE:
    case Op::UNARY_INVERT:
    case Op::UNARY_NOT:
    case Op::UNARY_POSITIVE: push(unary(instruction.op, pop())); return true;
    case Op::BINARY_SUBSCR: {
      std::vector<VarRef> v = pop_many(2);
      push(subscript(v[0], v[1]));
      return true;
    }
    case Op::BINARY_SLICE: {
      std::vector<VarRef> v = pop_many(3);
      push(subscript(v[0], make_slice(v[1], v[2], none())));
      return true;
    }
    case Op::STORE_SUBSCR: {
      std::vector<VarRef> v = pop_many(3);
      store_subscript(v[1], v[2], v[0]);
      return true;
    }
    case Op::STORE_SLICE: {
      std::vector<VarRef> v = pop_many(4);
      store_subscript(v[1], make_slice(v[2], v[3], none()), v[0]);
      return true;
    }
    case Op::DELETE_SUBSCR: {
      std::vector<VarRef> v = pop_many(2);
      delete_subscript(v[0], v[1]);
      return true;
    }
    case Op::LOAD_ATTR: push(get_attr(pop(), name_at(arg))); return true;
    case Op::STORE_ATTR: {
      std::vector<VarRef> v = pop_many(2);  // value, object
      set_attr(v[1], name_at(arg), value_of(v[0]));
      return true;
    }
    case Op::DELETE_ATTR: delete_attr(pop(), name_at(arg)); return true;
    case Op::LOAD_METHOD: load_method(name_at(arg)); return true;
    case Op::LOAD_SUPER_ATTR: {
      std::vector<VarRef> v = pop_many(3);  // super, class, self
      VarRef type = value_of(v[1]);
      push(get_attr(make_var(SuperVariable{type->value, value_of(v[2])}), name_at(arg)));
      return true;
    }
    case Op::GET_LEN: {
      std::vector<VarRef> args = {stack.back()};
      Keywords none_given;
      push(call_builtin(*vm.builtins()->table.find(vm::intern("len")), "len", args, none_given));
      return true;
    }
    case Op::FORMAT_VALUE: {
      VarRef spec = arg & 4 ? pop() : VarRef();
      push(format(pop(), static_cast<int>(arg & 3), spec));
      return true;
    }
    default: return false;
  }
}

// CALL expects (null, callable) or (method, self) below its arguments.
void Tracer::load_method(vm::Str* name) {
  VarRef object = pop();
  VarRef found = get_attr(object, name);
  push(null_var());
  push(found);
}

void Tracer::do_call(uint32_t count) {
  Keywords kwargs;
  std::vector<VarRef> args = pop_many(count);
  if (vm::Tuple* names = keyword_names_.as<vm::Tuple>()) {
    size_t first = args.size() - names->items.size();
    for (size_t i = 0; i < names->items.size(); ++i)
      kwargs.emplace_back(names->items[i].as<vm::Str>()->text, args[first + i]);
    args.resize(first);
  }
  keyword_names_ = Value();
  std::vector<VarRef> callee = pop_many(2);
  if (callee[0]->is(VarKind::kNull)) {
    push(call(callee[1], std::move(args), std::move(kwargs)));
  } else {
    args.insert(args.begin(), callee[1]);
    push(call(callee[0], std::move(args), std::move(kwargs)));
  }
}

void Tracer::import_name(vm::Str* name) {
  VarRef from_list = pop_forced();
  int64_t level = need_constant(pop(), "level").as_int();
  if (level != 0) unsupported<Break::kRelativeImport>(name->text);
  Value module;
  try {
    module = vm.import_module(name->text);
  } catch (const vm::Raised&) {
    unsupported<Break::kImport>("module_name: " + name->text + ", fromlist: " + vm.str(from_list->value) + ", level=0");
  }
  if (from_list->is(VarKind::kConstant)) {  // `import a.b` binds a
    std::string top = name->text.substr(0, name->text.find('.'));
    module = vm.import_module(top);
  }
  push(out.from_value(module));
}

bool Tracer::step_calls(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::MAKE_FUNCTION: make_function(arg); return true;
    case Op::KW_NAMES: keyword_names_ = code_holder.as<vm::CodeObject>()->constants[arg]; return true;
    case Op::CALL: do_call(arg); return true;
    case Op::CALL_FUNCTION_EX: {
      Keywords kwargs;
      if (arg & 1) {
        VarRef dict = pop_forced();
        if (!dict->is(VarKind::kDict)) unsupported<Break::kUnknownKeywords>(describe(*dict));
        guard_keys(dict);
        for (const auto& [key, value] : dict->entries())
          kwargs.emplace_back(need_constant(key, "keyword").as<vm::Str>()->text, value);
      }
      std::vector<VarRef> args = unpack(pop());
      std::vector<VarRef> callee = pop_many(2);
      push(call(callee[1], std::move(args), std::move(kwargs)));
      return true;
    }
    case Op::IMPORT_NAME: import_name(name_at(arg)); return true;
    case Op::IMPORT_FROM: push(get_attr(stack.back(), name_at(arg))); return true;
    default: return false;
  }
}

// The message of the `assert` whose condition was just evaluated; null if it is no assert, or its message is computed.
static std::optional<std::string> assert_text(const Tracer& tracer) {
  const std::vector<Instruction>& list = tracer.code.instructions;
  uint32_t at = tracer.next_instruction();
  if (list[at++].op != Op::LOAD_ASSERTION_ERROR) return {};
  if (list[at].op == Op::RAISE_VARARGS) return "assertion error";
  if (list[at].op != Op::LOAD_CONST || list[at + 1].op != Op::CALL) return {};
  const Value& message = tracer.code_holder.as<vm::CodeObject>()->constants[list[at].arg];
  if (!message.as<vm::Str>()) return {};
  return message.as<vm::Str>()->text;
}

// `assert tensor, "text"` becomes a node that checks the condition at run time.
bool Tracer::assert_on_tensor() {
  std::optional<std::string> text = assert_text(*this);
  if (!text) return false;
  VarRef condition = value_of(stack.back());
  if (is_symbol(*condition) && rests_on_run(*this, *condition)) {
    if (condition->is(VarKind::kSymInt)) condition = compare_symbols(CompareOp::kNotEqual, condition, constant_int(0));
    take_for_granted(*this, *condition);
    return true;
  }
  bool symbolic = condition->is(VarKind::kSymValue) && !vm.truth(condition->example());
  if (symbolic) condition = specialise(condition);
  if (condition->is(VarKind::kConstant) && !vm.truth(condition->value)) {
    Unsupported error = graph_break<Break::kDataDependentAssert>("value: " + describe(*condition));
    error.skip_frame = symbolic;
    throw error;
  }
  if (!condition->is(VarKind::kTensor)) return false;
  Value check = vm.find_attribute(vm.import_module("torch"), vm::intern("_assert_async"));
  if (check.is_null()) return false;
  out.call_function(check, {stack.back(), constant_text(*text)}, {});
  return true;
}

bool Tracer::step_control(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::JUMP_FORWARD:
    case Op::JUMP_BACKWARD: pc_ = arg; return true;
    case Op::POP_JUMP_IF_FALSE:
    case Op::POP_JUMP_IF_TRUE:
      if (instruction.op == Op::POP_JUMP_IF_TRUE && assert_on_tensor()) {
        pc_ = arg;
        pop();
        return true;
      }
      if (truth(stack.back()) == (instruction.op == Op::POP_JUMP_IF_TRUE)) pc_ = arg;
      pop();
      return true;
    case Op::POP_JUMP_IF_NONE:
    case Op::POP_JUMP_IF_NOT_NONE: {
      bool is_none = is_same(pop(), none());
      if (is_none == (instruction.op == Op::POP_JUMP_IF_NONE)) pc_ = arg;
      return true;
    }
    case Op::GET_ITER:
    case Op::GET_YIELD_FROM_ITER: push(iterate(pop())); return true;
    case Op::FOR_ITER: {
      VarRef item = next(stack.back());
      if (item) {
        push(item);
      } else {
        pop();
        pc_ = arg;
      }
      return true;
    }
    case Op::END_FOR: return true;
    case Op::RETURN_VALUE:
      result_ = pop();
      finished_ = true;
      return true;
    case Op::RETURN_GENERATOR:
      if (!(code.flags & kIsGenerator)) return false;
      push(none());  // the caller made the generator; its first step starts here
      return true;
    case Op::YIELD_VALUE:
      result_ = pop();
      yielded_ = true;
      return true;
    case Op::SEND: {
      VarRef value = pop();
      VarRef receiver = value_of(stack.back());
      if (receiver->is(VarKind::kGenerator) && receiver->as<LocalGeneratorObjectVariable>().frame)
        receiver->as<LocalGeneratorObjectVariable>().frame->send(value);
      VarRef item = next(receiver);
      if (item) {
        push(item);
      } else {
        VarRef returned =
            receiver->is(VarKind::kGenerator) && receiver->as<LocalGeneratorObjectVariable>().frame->result()
                ? receiver->as<LocalGeneratorObjectVariable>().frame->result()
                : none();
        push(returned);
        pc_ = arg;
      }
      return true;
    }
    case Op::END_SEND: {
      VarRef value = pop();
      pop();
      push(value);
      return true;
    }
    default: return false;
  }
}

}  // namespace vt::dynamo
