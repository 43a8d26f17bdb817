#include "capture/dynamo/codegen.h"

#include <algorithm>

#include "capture/dynamo/cache.h"
#include "support/check.h"
#include "torch/objects.h"

namespace vt::dynamo {
namespace {
// Temporaries get their slot when all are known; until then they are numbered from here.
constexpr uint32_t kTemporary = 1u << 24;

Constant to_constant(Interpreter& vm, const Value& value) {
  if (value.is_none() || value.is_null()) return {};
  if (value.is_bool()) return {value.as_bool()};
  if (value.is_int()) return {value.as_int()};
  if (value.is_float()) return {value.as_float()};
  if (vm::Str* text = value.as<vm::Str>()) return {text->text};
  if (vm::CodeObject* code = value.as<vm::CodeObject>()) return {code->code};
  return {vm.repr(value)};
}
}  // namespace

Codegen::Codegen(Output& output, Tracer& root, const ResumeOrigin* origin, SourceSpan span)
    : out_(output), root_(root), vm_(output.vm), origin_(origin), span_(span), names_(root.code.names) {
  constants_ = root.code_holder.as<vm::CodeObject>()->constants;
  graph_result_ = add_temporary();
  // Lazy iterators that leave the region are used up first: that may add to the graph.
  std::set<const Var*> seen;
  for (const VarRef& v : root.stack) drain_within(v, seen);
  std::vector<bool> live(root.slots.size(), false);
  if (!root.finished()) live = live_slots(root.code, root.current);
  for (size_t i = 0; i < root.slots.size(); ++i) {
    if (live[i]) drain_within(root.slots[i], seen);
  }
  for (const VarRef& v : output.mutated) drain_within(v, seen);
  for (const auto& [name, v] : output.stored_globals) drain_within(v, seen);
  drain_within(root.result, seen);
  has_graph_ = output.call_count() + (root.finished() ? output.size_uses : 0) > 0;
}

void Codegen::drain_within(const VarRef& given, std::set<const Var*>& seen) {
  VarRef v = given && given->is(VarKind::kLazy) ? given->real : given;
  if (!v || !seen.insert(v.get()).second) return;
  root_.drain(v);
  for (const VarRef& item : v->items) drain_within(item, seen);
  for (const auto& [key, value] : v->entries) drain_within(value, seen);
  for (const auto& [name, value] : v->written) drain_within(value, seen);
  drain_within(v->content, seen);
}

void Codegen::emit(Op op, uint32_t arg) { body_.push_back({op, arg}); }

uint32_t Codegen::add_constant(const Value& value) {
  for (size_t i = 0; i < constants_.size(); ++i) {
    bool same_float = value.is_float() && constants_[i].is_float();
    if (!same_float && constants_[i].tag() == value.tag() && constants_[i].same(value)) return static_cast<uint32_t>(i);
  }
  constants_.push_back(value);
  return static_cast<uint32_t>(constants_.size() - 1);
}

uint32_t Codegen::add_name(const std::string& name) {
  auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return static_cast<uint32_t>(found - names_.begin());
  names_.push_back(name);
  return static_cast<uint32_t>(names_.size() - 1);
}

uint32_t Codegen::add_temporary() {
  temporaries_.push_back(temporaries_.empty() ? "graph_out_0" : "tmp_" + std::to_string(temporaries_.size() - 1));
  return kTemporary + static_cast<uint32_t>(temporaries_.size() - 1);
}

void Codegen::call(uint32_t count) { emit(Op::CALL, count); }

void Codegen::load_helper(const char* name) {
  emit(Op::PUSH_NULL);
  load_constant(vm_.get_attribute(vm_.import_module("_vitrine_dynamo"), name));
}

void Codegen::load_source(const Source& source) {
  switch (source.kind) {
    case SourceKind::kLocal:
      emit(source.cell ? Op::LOAD_DEREF : Op::LOAD_FAST, static_cast<uint32_t>(source.index));
      return;
    case SourceKind::kFree:
      emit(Op::LOAD_DEREF, static_cast<uint32_t>(root_.code.local_names.size()) -
                               static_cast<uint32_t>(root_.code.free_variable_count) +
                               static_cast<uint32_t>(source.index));
      return;
    case SourceKind::kGlobal: emit(Op::LOAD_GLOBAL, add_name(source.name)); return;
    case SourceKind::kForeignGlobal:
      load_constant(source.key);
      load_constant(Value::of(vm::intern(source.name)));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kAttribute:
    case SourceKind::kInstance:
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name(source.name));
      return;
    case SourceKind::kItem:
      load_source(*source.base);
      load_constant(Value::integer(source.index));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kDictItem:
      load_source(*source.base);
      load_constant(source.key);
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kClosure:
    case SourceKind::kDefault:
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name(source.kind == SourceKind::kClosure ? "__closure__" : "__defaults__"));
      load_constant(Value::integer(source.index));
      emit(Op::BINARY_SUBSCR);
      if (source.kind == SourceKind::kClosure) emit(Op::LOAD_ATTR, add_name("cell_contents"));
      return;
    case SourceKind::kKeywordDefault:
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name("__kwdefaults__"));
      load_constant(Value::of(vm::intern(source.name)));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kSize:
      emit(Op::PUSH_NULL);
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name("size"));
      load_constant(Value::integer(source.index));
      call(1);
      return;
    case SourceKind::kMethodFunction:
    case SourceKind::kMethodSelf:
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name(source.kind == SourceKind::kMethodSelf ? "__self__" : "__func__"));
      return;
  }
}

const GraphInput* Codegen::input_of(const VarRef& v) const {
  for (const GraphInput& input : out_.inputs) {
    if (input.node == v->node) return &input;
  }
  return nullptr;
}

void Codegen::load_node(const VarRef& v) {
  if (v->source) return load_source(*v->source);
  if (const GraphInput* input = input_of(v)) return load_source(*input->source);
  size_t index = static_cast<size_t>(std::find(outputs_.begin(), outputs_.end(), v->node) - outputs_.begin());
  if (index == outputs_.size()) outputs_.push_back(v->node);
  emit(Op::LOAD_FAST, graph_result_);
  load_constant(Value::integer(static_cast<int64_t>(index)));
  emit(Op::BINARY_SUBSCR);
}

// Out of the graph comes a 0-d tensor; the program gets its number.
void Codegen::load_float(const VarRef& v) {
  if (v->source) return load_source(*v->source);
  if (!v->content) {
    Value kwargs = vm::make<vm::Dict>(), torch = vm_.import_module("torch");
    kwargs.as<vm::Dict>()->table.insert(vm::intern("dtype"), vm_.get_attribute(torch, "float64"));
    v->content = make_var(VarKind::kTensor);
    v->content->node = out_.graph.create(fx::NodeOp::kCallFunction, vm_.get_attribute(torch, "scalar_tensor"),
                                         vm::make_tuple({Value::of(v->node)}), kwargs);
    v->content->node_holder = Value::of(v->content->node);
  }
  emit(Op::PUSH_NULL);
  load_node(v->content);
  emit(Op::LOAD_ATTR, add_name("item"));
  call(0);
}

void Codegen::load_items(const std::vector<VarRef>& items) {
  for (const VarRef& item : items) load(item);
}

void Codegen::load(const VarRef& given) {
  VarRef v = given;
  if (v->is(VarKind::kLazy)) {
    if (!v->real) {
      if (v->source) return load_source(*v->source);
      return load_constant(v->value);
    }
    // The source that this place was reached by serves as well as the first one.
    v = v->real;
  }
  switch (v->kind) {
    case VarKind::kNull: emit(Op::PUSH_NULL); return;
    case VarKind::kConstant:
    case VarKind::kRange: load_constant(v->value); return;
    case VarKind::kTensor:
    case VarKind::kSymInt: load_node(v); return;
    case VarKind::kSymFloat: load_float(v); return;
    case VarKind::kValue:
      if (v->source && v->source->kind == SourceKind::kGlobal) load_source(*v->source);
      else load_constant(v->value);
      return;
    case VarKind::kException:
      if (v->value.is_null()) break;
      return load_constant(v->value);
    default: break;
  }
  bool rebuilt_cell = v->is(VarKind::kCell);
  if (v->source && !rebuilt_cell) return load_source(*v->source);
  auto known = cached_.find(v.get());
  if (known != cached_.end()) return emit(Op::LOAD_FAST, known->second);
  keep_.push_back(v);
  load_new(v);
}

void Codegen::load_new(const VarRef& v) {
  auto remember = [&] {
    uint32_t slot = add_temporary();
    cached_[v.get()] = slot;
    emit(Op::COPY, 1);
    emit(Op::STORE_FAST, slot);
  };
  uint32_t count = static_cast<uint32_t>(v->items.size());
  switch (v->kind) {
    case VarKind::kList:
      if (v->type != vm::types().list) {
        load_helper("new_container");
        load_constant(Value::of(v->type));
        load_items(v->items);
        emit(Op::BUILD_LIST, count);
        load(v->content ? v->content : none());
        call(3);
        store_written(*v);
        return remember();
      }
      load_items(v->items);
      emit(Op::BUILD_LIST, count);
      return remember();
    case VarKind::kTuple:
      if (!v->type->is_native && vm_.find_attribute(Value::of(v->type), vm::intern("_fields")).is_null()) {
        load_helper("new_container");
        load_constant(Value::of(v->type));
        load_items(v->items);
        emit(Op::BUILD_LIST, count);
        load_constant(Value::none());
        call(3);
        store_written(*v);
        return remember();
      }
      if (v->type == vm::types().tuple) {
        load_items(v->items);
        emit(Op::BUILD_TUPLE, count);
        return;
      }
      emit(Op::PUSH_NULL);
      load_constant(Value::of(v->type));
      load_items(v->items);
      if (v->type->is_native) {
        emit(Op::BUILD_TUPLE, count);
        count = 1;
      }
      return call(count);
    case VarKind::kSet:
      if (v->type != vm::types().set) {
        emit(Op::PUSH_NULL);
        load_constant(Value::of(v->type));
      }
      load_items(v->items);
      emit(Op::BUILD_SET, count);
      if (v->type != vm::types().set) call(1);
      return remember();
    case VarKind::kDict: {
      bool plain = v->type == vm::types().dict;
      if (!plain) {
        if (!v->value.is_null())
          unsupported("GB0147", "Rebuilding a dict subclass", v->type->name,
                      "A container of this class cannot be rebuilt.");
        load_helper("new_dict");
        load_constant(Value::of(v->type));
      }
      for (const auto& [key, value] : v->entries) {
        load(key);
        load(value);
      }
      emit(Op::BUILD_MAP, static_cast<uint32_t>(v->entries.size()));
      if (!plain) call(2);
      store_written(*v);
      return remember();
    }
    case VarKind::kSlice: load_items(v->items); return emit(Op::BUILD_SLICE, 3);
    case VarKind::kFormat:
      emit(Op::PUSH_NULL);
      load_constant(vm::make_str(v->cell_name));
      emit(Op::LOAD_ATTR, add_name("format"));
      load_items(v->items);
      return call(count);
    case VarKind::kGenerator:
    case VarKind::kIterator:
      root_.drain(v);
      for (size_t i = v->position; i < v->items.size(); ++i) load(v->items[i]);
      emit(Op::BUILD_LIST, static_cast<uint32_t>(v->items.size() - v->position));
      emit(Op::GET_ITER);
      return remember();
    case VarKind::kFunction: return load_function(v);
    case VarKind::kMethod:
      if (v->items[0]->is(VarKind::kConstant)) {
        load(v->items[1]);
        return emit(Op::LOAD_ATTR, add_name(v->items[0]->value.as<vm::Str>()->text));
      }
      load_helper("bind_method");
      load(v->items[0]);
      load(v->items[1]);
      return call(2);
    case VarKind::kObject: return load_object(v);
    case VarKind::kException:
      emit(Op::PUSH_NULL);
      load_constant(Value::of(v->type));
      load_items(v->items);
      call(count);
      return remember();
    case VarKind::kCell: return load_cell(v);
    case VarKind::kDictView:
      emit(Op::PUSH_NULL);
      load(v->content);
      emit(Op::LOAD_ATTR, add_name(v->view == 0 ? "keys" : v->view == 1 ? "values" : "items"));
      return call(0);
    case VarKind::kSuper:
      load_helper("make_super");
      load_constant(v->value);
      load(v->items[0]);
      return call(2);
    default: VT_UNREACHABLE("variables with a value are loaded before");
  }
}

// Attributes that the program gave to the object on top of the stack.
void Codegen::store_written(const Var& v) {
  for (const auto& [name, value] : v.written) {
    if (!value) continue;
    emit(Op::COPY, 1);
    load(value);
    emit(Op::SWAP, 2);
    emit(Op::STORE_ATTR, add_name(name->text));
  }
}

void Codegen::load_function(const VarRef& v) {
  if (!v->value.is_null()) return load_constant(v->value);
  uint32_t flags = 0;
  if (!v->defaults.empty()) {
    load_items(v->defaults);
    emit(Op::BUILD_TUPLE, static_cast<uint32_t>(v->defaults.size()));
    flags |= 1;
  }
  if (!v->keyword_defaults.empty()) {
    for (const auto& [name, value] : v->keyword_defaults) {
      load_constant(Value::of(name));
      load(value);
    }
    emit(Op::BUILD_MAP, static_cast<uint32_t>(v->keyword_defaults.size()));
    flags |= 2;
  }
  if (!v->closure.empty()) {
    load_items(v->closure);
    emit(Op::BUILD_TUPLE, static_cast<uint32_t>(v->closure.size()));
    flags |= 8;
  }
  load_constant(v->code);
  emit(Op::MAKE_FUNCTION, flags);
  uint32_t slot = add_temporary();
  cached_[v.get()] = slot;
  emit(Op::COPY, 1);
  emit(Op::STORE_FAST, slot);
  for (const auto& [name, value] : v->attributes) {
    load(value);
    emit(Op::LOAD_FAST, slot);
    emit(Op::STORE_ATTR, add_name(name->text));
  }
}

namespace {
enum EffectKind {
  kListContent,
  kDictContent,
  kSetContent,
  kAttributeStore,
  kFieldStore,  // past the class's own __setattr__, property or descriptor, which tracing went through
  kAttributeDelete,
  kCellStore,
  kGlobalStore,
  kRootCell
};

bool bypasses(const Var& v, vm::Str* name) {
  if (!v.is(VarKind::kObject) || !v.type) return false;
  const Value* found = v.type->find(name);
  if (found && (found->as<vm::Property>() || (found->is_object() && found->as_object()->kind == vm::Kind::kInstance)))
    return true;
  const Value* setter = v.type->has_setattr ? v.type->find(vm::intern("__setattr__")) : nullptr;
  vm::Function* function = setter ? setter->as<vm::Function>() : nullptr;
  // A module of torch.nn sorts what it is given; one that tracing made has been sorted already.
  return function && (!is_torch_code(function->globals) || v.value.is_null());
}
}  // namespace

void Codegen::load_object(const VarRef& v) {
  if (!v->value.is_null()) return load_constant(v->value);
  load_helper("new_object");
  load_constant(Value::of(v->type));
  call(1);
  uint32_t slot = add_temporary();
  cached_[v.get()] = slot;
  emit(Op::COPY, 1);
  emit(Op::STORE_FAST, slot);
  for (const auto& [name, value] : v->written) {
    if (!value) continue;
    load(value);
    if (bypasses(*v, name)) {
      uint32_t content = add_temporary();
      emit(Op::STORE_FAST, content);
      store_field(slot, content, name);
      continue;
    }
    emit(Op::LOAD_FAST, slot);
    emit(Op::STORE_ATTR, add_name(name->text));
  }
}

void Codegen::store_field(uint32_t target, uint32_t content, vm::Str* name) {
  load_helper("set_field");
  emit(Op::LOAD_FAST, target);
  load_constant(Value::of(name));
  emit(Op::LOAD_FAST, content);
  call(3);
  emit(Op::POP_TOP);
}

void Codegen::load_cell(const VarRef& v) {
  for (size_t i = 0; i < root_.slots.size(); ++i) {
    if (root_.slots[i] == v) return emit(Op::LOAD_CLOSURE, static_cast<uint32_t>(i));
  }
  if (!v->value.is_null()) return load_constant(v->value);
  load_helper("make_cell");
  uint32_t slot = add_temporary();
  cached_[v.get()] = slot;
  call(0);
  emit(Op::COPY, 1);
  emit(Op::STORE_FAST, slot);
  if (!v->content) return;
  load_helper("set_cell");
  emit(Op::LOAD_FAST, slot);
  load(v->content);
  call(2);
  emit(Op::POP_TOP);
}

uint32_t Codegen::side_effect_values() {
  auto add = [&](const VarRef& target, vm::Str* name, int kind) { effects_.push_back({target, name, kind}); };
  for (const VarRef& v : std::vector(out_.mutated)) {
    switch (v->kind) {
      case VarKind::kList:
        load_items(v->items);
        emit(Op::BUILD_LIST, static_cast<uint32_t>(v->items.size()));
        load(v);
        add(v, nullptr, v->type == vm::types().list ? kListContent : kDictContent);
        break;
      case VarKind::kFunction:
        for (const auto& [name, value] : v->attributes) {
          load(value);
          load(v);
          add(v, name, kAttributeStore);
        }
        break;
      case VarKind::kDict:
        for (const auto& [key, value] : v->entries) {
          load(key);
          load(value);
        }
        emit(Op::BUILD_MAP, static_cast<uint32_t>(v->entries.size()));
        load(v);
        add(v, nullptr, kDictContent);
        break;
      case VarKind::kSet:
        load_items(v->items);
        emit(Op::BUILD_SET, static_cast<uint32_t>(v->items.size()));
        load(v);
        add(v, nullptr, kSetContent);
        break;
      case VarKind::kCell:
        load(v->content ? v->content : none());
        add(v, nullptr, kCellStore);
        break;
      case VarKind::kTensor:
      case VarKind::kValue:
      case VarKind::kObject:
        for (const auto& [name, value] : v->written) {
          if (value) load(value);
          load(v);
          add(v, name, !value ? kAttributeDelete : bypasses(*v, name) ? kFieldStore : kAttributeStore);
        }
        break;
      default: break;
    }
  }
  for (const auto& [name, value] : out_.stored_globals) {
    load(value);
    add({}, vm::intern(name), kGlobalStore);
  }
  return static_cast<uint32_t>(effects_.size());
}

// In the reverse order of the values on the stack.
void Codegen::side_effect_stores(uint32_t count) {
  for (uint32_t i = count; i-- > 0;) {
    const Effect& effect = effects_[i];
    switch (effect.kind) {
      case kListContent:
        load_constant(Value::none());
        load_constant(Value::none());
        emit(Op::STORE_SLICE);
        break;
      case kDictContent:
      case kSetContent: {
        uint32_t target = add_temporary(), content = add_temporary();
        emit(Op::STORE_FAST, target);
        emit(Op::STORE_FAST, content);
        load_helper("replace_content");
        emit(Op::LOAD_FAST, target);
        emit(Op::LOAD_FAST, content);
        call(2);
        emit(Op::POP_TOP);
        break;
      }
      case kAttributeStore: emit(Op::STORE_ATTR, add_name(effect.name->text)); break;
      case kFieldStore: {
        uint32_t target = add_temporary(), content = add_temporary();
        emit(Op::STORE_FAST, target);
        emit(Op::STORE_FAST, content);
        store_field(target, content, effect.name);
        break;
      }
      case kAttributeDelete: emit(Op::DELETE_ATTR, add_name(effect.name->text)); break;
      case kCellStore: {
        uint32_t content = add_temporary();
        emit(Op::STORE_FAST, content);
        load_helper("set_cell");
        load_cell(effect.target);
        emit(Op::LOAD_FAST, content);
        call(2);
        emit(Op::POP_TOP);
        break;
      }
      case kGlobalStore: emit(Op::STORE_GLOBAL, add_name(effect.name->text)); break;
      default: break;
    }
  }
}

// The frame's own cells get what tracing put into them.
void Codegen::root_cells() {
  std::vector<uint32_t> stored;
  for (size_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& cell = root_.slots[i];
    if (!cell || !cell->is(VarKind::kCell) || cell->source || !cell->value.is_null() || !cell->mutated ||
        !cell->content)
      continue;
    load(cell->content);
    stored.push_back(static_cast<uint32_t>(i));
  }
  for (size_t i = stored.size(); i-- > 0;) emit(Op::STORE_DEREF, stored[i]);
}

void Codegen::finish_with_return(const VarRef& value) {
  root_cells();
  load(value);
  side_effect_stores(side_effect_values());
  if (has_graph_) {
    emit(Op::LOAD_CONST, add_constant(Value::none()));
    emit(Op::STORE_FAST, graph_result_);
  }
  emit(Op::RETURN_VALUE);
}

// One call of a context manager's method, with Nones for arguments.
void Codegen::call_context(uint32_t manager, const char* method, uint32_t arguments) {
  emit(Op::PUSH_NULL);
  emit(Op::LOAD_FAST, manager);
  emit(Op::LOAD_ATTR, add_name(method));
  for (uint32_t i = 0; i < arguments; ++i) load_constant(Value::none());
  call(arguments);
  emit(Op::POP_TOP);
}

// The original instruction, inside the contexts that the graph has left already.
void Codegen::run_instruction(const Instruction& instruction, const std::vector<uint32_t>& managers) {
  for (uint32_t manager : managers) call_context(manager, "__enter__", 0);
  uint32_t begin = static_cast<uint32_t>(body_.size());
  if (root_.current > 0 && root_.code.instructions[root_.current - 1].op == Op::KW_NAMES)
    body_.push_back(root_.code.instructions[root_.current - 1]);
  if (instruction.op == Op::LOAD_METHOD) {
    // The machine may push (method, self); what goes to the resume function is (null, callable).
    emit(Op::LOAD_ATTR, instruction.arg);
    emit(Op::PUSH_NULL);
    emit(Op::SWAP, 2);
  } else {
    body_.push_back(instruction);
  }
  uint32_t end = static_cast<uint32_t>(body_.size());
  for (size_t i = managers.size(); i-- > 0;) call_context(managers[i], "__exit__", 3);
  if (managers.empty()) return;
  uint32_t skip = static_cast<uint32_t>(body_.size());
  jumps_.push_back(skip);
  emit(Op::JUMP_FORWARD);
  handlers_.push_back({begin, end, static_cast<uint32_t>(body_.size()), 0});
  for (size_t i = managers.size(); i-- > 0;) call_context(managers[i], "__exit__", 3);
  emit(Op::RERAISE);
  body_[skip].arg = static_cast<uint32_t>(body_.size());
}

void Codegen::finish_with_break() {
  contexts_ = active_contexts(root_);
  // The graph leaves the contexts; the bytecode and the resume function enter them again.
  for (size_t i = contexts_.size(); i-- > 0;) root_.call(root_.stack[contexts_[i]], {none(), none(), none()});
  const Instruction& instruction = root_.code.instructions[root_.current];
  bool jump = op_info(instruction.op).operand == Operand::kJump;
  std::vector<bool> nulls;
  for (const VarRef& v : root_.stack) {
    load(v);
    nulls.push_back(v->is(VarKind::kNull));
  }
  std::vector<uint32_t> restored;
  std::vector<bool> live = live_slots(root_.code, root_.current);
  for (uint32_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& v = root_.slots[i];
    if (!live[i] || !v || v->is(VarKind::kCell) || v->is(VarKind::kNull)) continue;
    load(v);
    restored.push_back(i);
  }
  uint32_t effects = side_effect_values();
  side_effect_stores(effects);
  for (size_t i = restored.size(); i-- > 0;) emit(Op::STORE_FAST, restored[i]);
  root_cells();
  if (has_graph_) {
    load_constant(Value::none());
    emit(Op::STORE_FAST, graph_result_);
  }
  int depth = static_cast<int>(root_.stack.size());
  uint32_t next = root_.current + 1;
  if (!jump) {
    std::vector<uint32_t> managers;
    for (size_t at : contexts_) {
      load(root_.value_of(root_.stack[at])->items[1]);
      managers.push_back(add_temporary());
      emit(Op::STORE_FAST, managers.back());
    }
    run_instruction(instruction, managers);
    if (instruction.op == Op::RETURN_VALUE || instruction.op == Op::RAISE_VARARGS) return;
    int after = depth + stack_effect(instruction.op, instruction.arg, false);
    nulls.resize(static_cast<size_t>(std::max(after, 0)), false);
    if (after > 0 && after <= static_cast<int>(nulls.size())) nulls[static_cast<size_t>(after) - 1] = false;
    if (instruction.op == Op::LOAD_METHOD) nulls[static_cast<size_t>(after) - 2] = true;
    call_resume(next, after, nulls);
    return;
  }
  jumps_.push_back(static_cast<uint32_t>(body_.size()));
  body_.push_back(instruction);
  size_t at = body_.size() - 1;
  int fall = depth + stack_effect(instruction.op, instruction.arg, false),
      taken = depth + stack_effect(instruction.op, instruction.arg, true);
  nulls.resize(static_cast<size_t>(fall));
  call_resume(next, fall, nulls);
  body_[at].arg = static_cast<uint32_t>(body_.size());
  nulls.resize(static_cast<size_t>(taken));
  call_resume(instruction.arg, taken, nulls);
}

// Takes the stack apart, calls the resume function on it and the live locals, returns.
void Codegen::call_resume(uint32_t target, int stack_depth, const std::vector<bool>& nulls) {
  std::vector<bool> live = live_slots(root_.code, target);
  std::vector<uint32_t> locals;
  std::vector<std::string> names;
  for (uint32_t i = 0; i < root_.slots.size(); ++i) {
    const VarRef& v = root_.slots[i];
    bool stored_now =
        root_.code.instructions[root_.current].op == Op::STORE_FAST && root_.code.instructions[root_.current].arg == i;
    if (!live[i] || (root_.code.local_kinds[i] & (kCellLocal | kFreeLocal))) continue;
    if ((!v || v->is(VarKind::kNull)) && !stored_now) continue;
    locals.push_back(i);
    names.push_back(root_.code.local_names[i]);
  }
  std::vector<uint32_t> saved(static_cast<size_t>(stack_depth));
  for (size_t i = saved.size(); i-- > 0;) {
    if (nulls[i]) {
      emit(Op::POP_TOP);
      continue;
    }
    saved[i] = add_temporary();
    emit(Op::STORE_FAST, saved[i]);
  }
  Value code = resume_code(target, stack_depth, nulls, names);
  vm::CodeObject* resume = code.as<vm::CodeObject>();
  emit(Op::PUSH_NULL);
  uint32_t free_count = static_cast<uint32_t>(resume->code->free_variable_count);
  std::string name = resume_global_name(code);
  if (free_count == 0) {
    Value function = vm::make<vm::Function>(code, root_.globals);
    root_.globals.as<vm::Dict>()->table.insert(vm::intern(name), function);
    emit(Op::LOAD_GLOBAL, add_name(name));
  } else {
    const Code& made = *resume->code;
    for (size_t i = made.local_names.size() - free_count; i < made.local_names.size(); ++i) {
      auto found = std::find(root_.code.local_names.begin(), root_.code.local_names.end(), made.local_names[i]);
      emit(Op::LOAD_CLOSURE, static_cast<uint32_t>(found - root_.code.local_names.begin()));
    }
    emit(Op::BUILD_TUPLE, free_count);
    load_constant(code);
    emit(Op::MAKE_FUNCTION, 8);
  }
  uint32_t count = 0;
  for (size_t i = 0; i < saved.size(); ++i) {
    if (nulls[i]) continue;
    emit(Op::LOAD_FAST, saved[i]);
    ++count;
  }
  for (uint32_t slot : locals) emit(Op::LOAD_FAST, slot), ++count;
  call(count);
  emit(Op::RETURN_VALUE);
  resumes.push_back({name, code});
}

void Codegen::close_graph() {
  if (!has_graph_) return;
  std::vector<Value> items;
  for (fx::Node* node : outputs_) items.push_back(Value::of(node));
  Value tuple = vm::make_tuple(std::move(items));
  out_.graph.create(fx::NodeOp::kOutput, vm::make_str("output"), vm::make_tuple({tuple}), vm::make<vm::Dict>());
  out_.clean_up();
}

void Codegen::emit_prologue(std::vector<Instruction>& into) {
  for (const Instruction& instruction : root_.code.instructions) {
    bool prologue = instruction.op == Op::COPY_FREE_VARS || instruction.op == Op::MAKE_CELL ||
                    instruction.op == Op::RESUME || instruction.op == Op::NOP;
    if (!prologue) break;
    into.push_back(instruction);
    if (instruction.op == Op::RESUME) break;
  }
}

namespace {
int deepest_stack(const std::vector<Instruction>& instructions) {
  int depth = 0, most = 0;
  for (const Instruction& instruction : instructions) {
    bool jump = op_info(instruction.op).operand == Operand::kJump;
    depth = std::max(0, depth) + stack_effect(instruction.op, instruction.arg, false);
    most = std::max(most, depth);
    // Behind a return comes the other side of a branch, which starts no deeper.
    if (instruction.op == Op::RETURN_VALUE) depth = std::max(depth, 0);
    (void)jump;
  }
  return most;
}
}  // namespace

Value Codegen::build(const std::string& compiled_name) {
  std::vector<Instruction> head;
  emit_prologue(head);
  if (has_graph_) {
    std::vector<Instruction> rest;
    std::swap(rest, body_);
    emit(Op::PUSH_NULL);
    emit(Op::LOAD_GLOBAL, add_name(compiled_name));
    for (const GraphInput& input : out_.inputs) {
      if (input.number) load_helper("as_tensor_full_precision");
      load_source(*input.source);
      if (input.number) call(1);
    }
    call(static_cast<uint32_t>(out_.inputs.size()));
    emit(Op::STORE_FAST, graph_result_);
    head.insert(head.end(), body_.begin(), body_.end());
    std::swap(rest, body_);
  }
  uint32_t shift = static_cast<uint32_t>(head.size());
  for (uint32_t at : jumps_) body_[at].arg += shift;
  head.insert(head.end(), body_.begin(), body_.end());

  auto code = std::make_shared<Code>(root_.code);
  uint32_t free_count = static_cast<uint32_t>(code->free_variable_count),
           temporaries = static_cast<uint32_t>(temporaries_.size());
  uint32_t first_free = static_cast<uint32_t>(code->local_names.size()) - free_count;
  code->local_names.insert(code->local_names.begin() + first_free, temporaries_.begin(), temporaries_.end());
  code->local_kinds.insert(code->local_kinds.begin() + first_free, temporaries, static_cast<uint8_t>(kPlainLocal));
  for (Instruction& instruction : head) {
    Operand operand = op_info(instruction.op).operand;
    if (operand != Operand::kLocal && operand != Operand::kCell) continue;
    if (instruction.arg >= kTemporary) instruction.arg = instruction.arg - kTemporary + first_free;
    else if (instruction.arg >= first_free) instruction.arg += temporaries;
  }
  code->names = names_;
  code->constants.clear();
  for (const Value& value : constants_) code->constants.push_back(to_constant(vm_, value));
  code->max_stack = root_.code.max_stack + deepest_stack(head) + 4;
  code->spans.assign(head.size(), span_);
  code->exceptions.clear();
  for (const Handler& handler : handlers_)
    code->exceptions.push_back(
        {handler.begin + shift, handler.end + shift, handler.target + shift, handler.depth, false});
  code->instructions = std::move(head);
  Value object = vm::make<vm::CodeObject>(std::shared_ptr<const Code>(code));
  object.as<vm::CodeObject>()->constants = constants_;
  return object;
}

}  // namespace vt::dynamo
