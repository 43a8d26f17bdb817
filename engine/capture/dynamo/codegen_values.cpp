// Bytecode that rebuilds values: loaded from their sources, taken from the graph's results, or constructed.
#include <algorithm>
#include <set>

#include "capture/dynamo/codegen.h"
#include "support/check.h"
#include "torch/objects.h"

namespace vt::dynamo {

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
    case SourceKind::kDrawn:
      emit(Op::LOAD_FAST, drawn_);
      load_constant(Value::integer(source.index));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kNumber:
      emit(Op::PUSH_NULL);
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name("item"));
      return call(0);
    case SourceKind::kCell:
      load_constant(source.key);
      emit(Op::LOAD_ATTR, add_name("cell_contents"));
      return;
    case SourceKind::kGlobal: emit(Op::LOAD_GLOBAL, add_name(source.name)); return;
    case SourceKind::kForeignGlobal:
      load_constant(source.key);
      load_constant(Value::of(vm::intern(source.name)));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kAttribute:
    case SourceKind::kInstance:
      if (source.raw) {
        load_helper("get_field");
        load_source(*source.base);
        load_constant(Value::of(vm::intern(source.name)));
        return call(2);
      }
      load_source(*source.base);
      emit(Op::LOAD_ATTR, add_name(source.name));
      return;
    case SourceKind::kItem:
      load_source(*source.base);
      load_constant(Value::integer(source.index));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kDictItem:
      if (source.raw) load_helper("get_raw_item");
      load_source(*source.base);
      load_constant(source.key);
      if (source.raw) return call(2);
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kDictKey:
      emit(Op::PUSH_NULL);
      load_constant(Value::of(vm::types().list));
      load_source(*source.base);
      call(1);
      load_constant(Value::integer(source.index));
      emit(Op::BINARY_SUBSCR);
      return;
    case SourceKind::kReferent:
      emit(Op::PUSH_NULL);
      load_source(*source.base);
      return call(0);
    case SourceKind::kIteratorItem:
      load_helper("iterator_item");
      load_source(*source.base);
      load_constant(Value::integer(source.index));
      return call(2);
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
  for (const GraphInput& input : out_.inputs()) {
    if (input.node == v->node()) return &input;
  }
  return nullptr;
}

// If only graph inputs are live at a break, PyTorch makes a graph that returns them, even without operations. The frame
// does not use these outputs (a back end may copy them); it loads the inputs from their sources.
void Codegen::pass_tensors_through(const std::vector<VarRef>& leaving) {
  if (leaving.empty() || !out_.effects.mutated().empty() || !out_.effects.globals().empty()) return;
  std::vector<fx::Node*> nodes;
  for (const VarRef& given : leaving) {
    VarRef v = force(out_, given);
    if (!v->is(VarKind::kTensor) || !v->source || std::find(nodes.begin(), nodes.end(), v->node()) != nodes.end())
      return;
    nodes.push_back(v->node());
  }
  outputs_.assign(nodes.rbegin(), nodes.rend());
  has_graph_ = true;
}

void Codegen::load_node(const VarRef& v) {
  if (v->source) return load_source(*v->source);
  if (const GraphInput* input = input_of(v)) return load_source(*input->source);
  size_t index = static_cast<size_t>(std::find(outputs_.begin(), outputs_.end(), v->node()) - outputs_.begin());
  if (index == outputs_.size()) outputs_.push_back(v->node());
  emit(Op::LOAD_FAST, graph_result_);
  load_constant(Value::integer(static_cast<int64_t>(index)));
  emit(Op::BINARY_SUBSCR);
}

void Codegen::load_number(const VarRef& v) {
  emit(Op::PUSH_NULL);
  load_node(v);
  emit(Op::LOAD_ATTR, add_name("item"));
  call(0);
}

// The graph returns a 0-d tensor; the program gets its number, by item().
void Codegen::load_float(const VarRef& v) {
  if (v->source) return load_source(*v->source);
  SymFloatVariable& number = v->as<SymFloatVariable>();
  if (!number.as_tensor) {
    Value kwargs = vm::make<vm::Dict>(), torch = vm_.import_module("torch");
    kwargs.as<vm::Dict>()->table.insert(vm::intern("dtype"), vm_.get_attribute(torch, "float64"));
    fx::Node* node = out_.graph.create(fx::NodeOp::kCallFunction, vm_.get_attribute(torch, "scalar_tensor"),
                                       vm::make_tuple({Value::of(v->node())}), kwargs);
    number.as_tensor = make_var(TensorVariable{{node, {}}, {}});
  }
  emit(Op::PUSH_NULL);
  load_node(number.as_tensor);
  emit(Op::LOAD_ATTR, add_name("item"));
  call(0);
}

void Codegen::load_items(std::span<const VarRef> items) {
  for (const VarRef& item : items) load(item);
}

void Codegen::load(const VarRef& given) {
  VarRef v = given;
  if (v->is(VarKind::kLazy)) {
    if (!v->real()) {
      if (v->source) return load_source(*v->source);
      const auto& arithmetic = v->as<LazyVariable>().arithmetic;
      if (!arithmetic) return load_constant(v->value);
      load_items(arithmetic->operands);
      return emit(Op::BINARY_OP, static_cast<uint32_t>(arithmetic->op));
    }
    // The realized variable may have another source, by which its object was first reached; either loads it.
    v = v->real();
  }
  switch (v->kind()) {
    case VarKind::kNull: emit(Op::PUSH_NULL); return;
    case VarKind::kConstant:
    case VarKind::kRange: load_constant(v->value); return;
    case VarKind::kTensor:
      if (!v->source && out_.drawn.contains(v->node())) return load_number(v);
      return load_node(v);
    case VarKind::kSymValue:
    case VarKind::kSymInt: load_node(v); return;
    case VarKind::kArray:
      if (v->source) return load_source(*v->source);
      emit(Op::PUSH_NULL);
      load_constant(Value::of(type_of_var(*v)));
      load_node(v);
      return call(1);
    case VarKind::kSymFloat:
      if (v->as<SymFloatVariable>().settled) return load_constant(Value::real(v->as<SymFloatVariable>().number));
      return load_float(v);
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

// Whether a container made while tracing contains `wanted`, at any depth.
static bool holds(const Var& container, const Var* wanted, std::set<const Var*>& seen) {
  auto found = [&](const VarRef& item) {
    const Var* v = item && item->is(VarKind::kLazy) ? item->real().get() : item.get();
    return v && !v->source && (v == wanted || (seen.insert(v).second && holds(*v, wanted, seen)));
  };
  auto found_value = [&](const auto& entry) { return found(entry.second); };
  return std::any_of(container.parts().begin(), container.parts().end(), found) ||
         std::any_of(container.pairs().begin(), container.pairs().end(), found_value) ||
         std::any_of(container.written().begin(), container.written().end(), found_value);
}

// A list or dict that contains itself is created empty first and then filled.
bool Codegen::load_circular(const VarRef& v) {
  bool list = v->is(VarKind::kList) && v->type() == vm::types().list;
  bool dict = v->is(VarKind::kDict) && v->type() == vm::types().dict && !v->content();
  std::set<const Var*> seen;
  if ((!list && !dict) || !holds(*v, v.get(), seen)) return false;
  emit(list ? Op::BUILD_LIST : Op::BUILD_MAP, 0);
  uint32_t slot = add_temporary();
  cached_[v.get()] = slot;
  emit(Op::COPY, 1);
  emit(Op::STORE_FAST, slot);
  load_items(v->parts());
  for (const auto& [key, value] : v->pairs()) {
    load(key);
    load(value);
  }
  emit(list ? Op::BUILD_LIST : Op::BUILD_MAP, static_cast<uint32_t>(list ? v->items().size() : v->pairs().size()));
  emit(list ? Op::LIST_EXTEND : Op::DICT_UPDATE, 1);
  return true;
}

// Stores the object on top of the stack in a temporary, so that later uses load the same object.
uint32_t Codegen::remember(const VarRef& v) {
  uint32_t slot = add_temporary();
  cached_[v.get()] = slot;
  emit(Op::COPY, 1);
  emit(Op::STORE_FAST, slot);
  return slot;
}

void Codegen::load_new(const VarRef& v) {
  if (load_circular(v)) return;
  uint32_t count = static_cast<uint32_t>(v->parts().size());
  switch (v->kind()) {
    case VarKind::kList:
      load_list(*v);
      remember(v);
      return;
    case VarKind::kTuple: return load_tuple(v);
    case VarKind::kSet:
      if (v->type() != vm::types().set) {
        emit(Op::PUSH_NULL);
        load_constant(Value::of(v->type()));
      }
      load_items(v->items());
      emit(Op::BUILD_SET, count);
      if (v->type() != vm::types().set) call(1);
      remember(v);
      return;
    case VarKind::kDict: return load_dict(v);
    case VarKind::kSlice: load_items(v->parts()); return emit(Op::BUILD_SLICE, 3);
    case VarKind::kFormat:
      emit(Op::PUSH_NULL);
      load_constant(vm::make_str(v->as<StringFormatVariable>().text));
      emit(Op::LOAD_ATTR, add_name("format"));
      load_items(v->parts());
      return call(count);
    case VarKind::kGenerator:
    case VarKind::kIterator:
      load_iterator(v);
      remember(v);
      return;
    case VarKind::kFunction: return load_function(v);
    case VarKind::kMethod: {
      const auto& method = v->as<UserMethodVariable>();
      if (method.function()->is(VarKind::kConstant)) {
        load(method.self());
        return emit(Op::LOAD_ATTR, add_name(method.function()->value.as<vm::Str>()->text));
      }
      load_helper("bind_method");
      load_items(method.bound);
      return call(2);
    }
    case VarKind::kObject: return load_object(v);
    case VarKind::kException:
      emit(Op::PUSH_NULL);
      load_constant(Value::of(v->type()));
      load_items(v->parts());
      call(count);
      remember(v);
      return;
    case VarKind::kCell: return load_cell(v);
    case VarKind::kDictView: {
      constexpr const char* kViews[] = {"keys", "values", "items"};
      emit(Op::PUSH_NULL);
      load(v->content());
      emit(Op::LOAD_ATTR, add_name(kViews[v->as<DictViewVariable>().view]));
      return call(0);
    }
    case VarKind::kSuper:
      load_helper("make_super");
      load_constant(v->as<SuperVariable>().type);
      load(v->as<SuperVariable>().self);
      return call(2);
    default: VT_UNREACHABLE("variables with a value are loaded before");
  }
}

// An instance of a class derived from list or tuple, or a deque.
void Codegen::load_container(const Var& v, const VarRef& maxlen) {
  load_helper("new_container");
  load_constant(Value::of(v.type()));
  load_items(v.items());
  emit(Op::BUILD_LIST, static_cast<uint32_t>(v.items().size()));
  load(maxlen);
  call(3);
  store_written(v);
}

void Codegen::load_list(const Var& v) {
  const VarRef& maxlen = v.as<ListVariable>().maxlen;
  if (v.type() != vm::types().list) return load_container(v, maxlen ? maxlen : none());
  load_items(v.items());
  emit(Op::BUILD_LIST, static_cast<uint32_t>(v.items().size()));
}

void Codegen::load_tuple(const VarRef& v) {
  if (!v->type()->is_native && vm_.find_attribute(Value::of(v->type()), vm::intern("_fields")).is_null()) {
    load_container(*v, none());
    remember(v);
    return;
  }
  uint32_t count = static_cast<uint32_t>(v->items().size());
  if (v->type() == vm::types().tuple) {
    load_items(v->items());
    return emit(Op::BUILD_TUPLE, count);
  }
  emit(Op::PUSH_NULL);
  load_constant(Value::of(v->type()));
  load_items(v->items());
  if (!v->type()->is_native) return call(count);
  emit(Op::BUILD_TUPLE, count);
  call(1);
}

void Codegen::load_dict(const VarRef& v) {
  if (v->content()) {  // v is obj.__dict__
    load(v->content());
    return emit(Op::LOAD_ATTR, add_name("__dict__"));
  }
  bool plain = v->type() == vm::types().dict;
  if (!plain) {
    if (!v->value.is_null()) unsupported<Break::kRebuildDict>(v->type()->name);
    load_helper("new_dict");
    load_constant(Value::of(v->type()));
  }
  for (const auto& [key, value] : v->entries()) {
    load(key);
    load(value);
  }
  emit(Op::BUILD_MAP, static_cast<uint32_t>(v->entries().size()));
  if (!plain) call(2);
  store_written(*v);
  remember(v);
}

void Codegen::load_iterator(const VarRef& v) {
  if (const IteratorVariable* iterator = v->get_if<IteratorVariable>()) {
    if (!iterator->class_name.empty()) {
      const std::string shown = iterator->class_name + "()";
      unsupported_frame<Break::kReconstruct>(shown, shown);
    }
    if (const vm::Range* range = iterator->maker.as<vm::Range>()) {
      int64_t start = range->start + static_cast<int64_t>(iterator->position) * range->step;
      load_constant(vm::make<vm::Range>(start, range->stop, range->step));
      return emit(Op::GET_ITER);
    }
    if (!iterator->maker.is_null()) {
      emit(Op::PUSH_NULL);
      load_constant(iterator->maker);
      load_items(iterator->made_of);
      return call(static_cast<uint32_t>(iterator->made_of.size()));
    }
  }
  root_.drain_leaving(v);
  const IteratorVariable& drained = v->as<IteratorVariable>();
  std::vector<VarRef> left(drained.items.begin() + static_cast<int64_t>(drained.position), drained.items.end());
  load_items(left);
  emit(Op::BUILD_TUPLE, static_cast<uint32_t>(left.size()));
  emit(Op::GET_ITER);
}

// Stores the attributes that the program set on the object on top of the stack.
void Codegen::store_written(const Var& v) {
  for (const auto& [name, value] : v.written()) {
    if (!value) continue;
    emit(Op::COPY, 1);
    load(value);
    emit(Op::SWAP, 2);
    emit(Op::STORE_ATTR, add_name(name->text));
  }
}

void Codegen::load_function(const VarRef& v) {
  const UserFunctionVariable& function = v->as<UserFunctionVariable>();
  if (!v->value.is_null()) return load_constant(v->value);
  bool foreign = !function.globals.same(root_.globals);
  if (foreign) load_helper("with_globals");
  uint32_t flags = 0;
  if (!function.defaults.empty()) {
    load_items(function.defaults);
    emit(Op::BUILD_TUPLE, static_cast<uint32_t>(function.defaults.size()));
    flags |= 1;
  }
  if (!function.keyword_defaults.empty()) {
    for (const auto& [name, value] : function.keyword_defaults) {
      load_constant(Value::of(name));
      load(value);
    }
    emit(Op::BUILD_MAP, static_cast<uint32_t>(function.keyword_defaults.size()));
    flags |= 2;
  }
  if (!function.closure.empty()) {
    load_items(function.closure);
    emit(Op::BUILD_TUPLE, static_cast<uint32_t>(function.closure.size()));
    flags |= 8;
  }
  load_constant(function.code);
  emit(Op::MAKE_FUNCTION, flags);
  if (foreign) {
    load_constant(function.globals);
    call(2);
  }
  const uint32_t slot = remember(v);
  for (const auto& [name, value] : function.attributes) {
    load(value);
    emit(Op::LOAD_FAST, slot);
    emit(Op::STORE_ATTR, add_name(name->text));
  }
}

// Whether a write must bypass the class's own __setattr__, property or descriptor.
bool bypasses(const Var& v, vm::Str* name) {
  bool container = v.is(VarKind::kDict) || v.is(VarKind::kList) || v.is(VarKind::kSet) || v.is(VarKind::kTuple);
  if ((!v.is(VarKind::kObject) && !container) || !v.type()) return false;
  const Value* found = v.type()->find(name);
  if (found && (found->as<vm::Property>() || (found->is_object() && found->as_object()->kind == vm::Kind::kInstance)))
    return true;
  const Value* setter = v.type()->has_setattr ? v.type()->find(vm::intern("__setattr__")) : nullptr;
  vm::Function* function = setter ? setter->as<vm::Function>() : nullptr;
  // torch.nn.Module.__setattr__ sorts values into tables. A module made while tracing was sorted by the traced call.
  return function && (!is_torch_code(function->globals) || v.value.is_null());
}

void Codegen::load_object(const VarRef& v) {
  if (!v->value.is_null()) return load_constant(v->value);
  load_helper("new_object");
  load_constant(Value::of(v->type()));
  call(1);
  const uint32_t slot = remember(v);
  for (const auto& [name, value] : v->written()) {
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
  if (!v->content()) return;
  load_helper("set_cell");
  emit(Op::LOAD_FAST, slot);
  load(v->content());
  call(2);
  emit(Op::POP_TOP);
}

}  // namespace vt::dynamo
