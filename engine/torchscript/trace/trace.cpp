#include "torchscript/trace/trace.h"

#include <algorithm>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/graph_event.h"
#include "torchscript/script/objects.h"
#include "torchscript/trace/tracer.h"

namespace vt::script {
namespace {

using vm::Arguments;
using vm::Interpreter;

Tracer*& current() {
  static Tracer* tracer = nullptr;
  return tracer;
}
std::unordered_map<const Node*, vm::Value>& scope_objects() {
  static std::unordered_map<const Node*, vm::Value> all;
  return all;
}

void stop() {
  if (!current()) return;
  remove_tensor_hooks();
  install_dispatcher(current()->inner);
  delete current();
  current() = nullptr;
  scope_objects().clear();
}

// Number of values that PyTorch's tracer creates up front, one per attribute of each module; the additional
// one is _is_full_backward_hook.
size_t traced_attributes(const ScriptObject& object) {
  size_t count = object.slots.size() + 1;
  for (const vm::Value& slot : object.slots)
    if (const ScriptObject* child = slot.as<ScriptObject>()) count += traced_attributes(*child);
  return count;
}

// trace_begin(names, inputs, root object or None, [(tensor, path)]): starts a trace.
vm::Value begin(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "trace_begin", 4, 4);
  if (current()) vm::raise(vm::types().RuntimeError, "a trace is already in progress");
  std::vector<vm::Value> names = vm.to_vector(a[0]), inputs = vm.to_vector(a[1]);
  Types types;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string reason;
    std::optional<TypePtr> type = infer_type(vm, inputs[i], &reason);
    std::function<bool(const TypePtr&)> traceable = [&](const TypePtr& t) {
      if (is(t, TypeKind::kTensor)) return true;
      if (is(t, TypeKind::kDict)) return traceable(t->inside[1]);
      if (!is(t, TypeKind::kList) && !is(t, TypeKind::kTuple)) return false;
      return std::all_of(t->inside.begin(), t->inside.end(), traceable);
    };
    bool good = type && traceable(*type);
    types.push_back(type ? *type : tensor_type());
    if (good) continue;
    Types all;
    for (const vm::Value& each : inputs) {
      std::optional<TypePtr> known = infer_type(vm, each, &reason);
      all.push_back(known ? *known : tensor_type());
    }
    vm::raise(
        vm::types().RuntimeError,
        "Type '" + python_text(tuple_of(all)) +
            "' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of Tensors can be traced");
  }
  auto* tracer = new Tracer(vm);
  Tracer::Scope root{nullptr, a[2], "", nullptr};
  if (!a[2].is_none()) {
    root.self = tracer->graph->top->add_input(a[2].as<ScriptObject>()->cls->type, "self");
    root.self->set_name("self");
    tracer->scopes.push_back(root);
    tracer->graph->next_unique += traced_attributes(*a[2].as<ScriptObject>());
  }
  for (const vm::Value& row : vm.to_vector(a[3])) {
    std::vector<vm::Value> parts = vm.to_vector(row);
    const Tensor* t = torch::as_tensor(parts[0]);
    if (t) tracer->parameters[t->impl()] = {*t, vm.str(parts[1])};
  }
  for (size_t i = 0; i < inputs.size(); ++i)
    tracer->spread(tracer->input(inputs[i], i < names.size() ? vm.str(names[i]) : "", types[i]), inputs[i]);
  tracer->inner = installed_dispatcher();
  current() = tracer;
  install_tensor_hooks();
  install_dispatcher(tracer);
  return vm::Value::none();
}

std::vector<Argument> arguments_of(Graph& graph, const std::vector<vm::Value>& names, Interpreter& vm, bool self) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    Argument a;
    size_t at = self ? i - 1 : i;
    a.type = graph.inputs()[i]->type;
    if (is(a.type, TypeKind::kTensor)) a.type = tensor_type();
    if (self && i == 0) a.name = "self";
    else a.name = at < names.size() ? vm.str(names[at]) : "argument_" + std::to_string(i);
    arguments.push_back(a);
  }
  return arguments;
}

TypePtr plain_type(const TypePtr& type) {
  if (is(type, TypeKind::kTensor)) return tensor_type();
  if (type->inside.empty()) return type;
  auto made = std::make_shared<Type>(*type);
  for (TypePtr& inner : made->inside) inner = plain_type(inner);
  return made;
}

// trace_end(result, strict, name, names) -> ScriptFunction; for a module, also adds it as a method.
vm::Value end(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "trace_end", 4, 4);
  Tracer& tracer = *current();
  vm::Value made;
  try {
    tracer.naming = false;
    std::string reason;
    if (!a[0].is_none() && !infer_type(vm, a[0], &reason))
      vm::raise(vm::types().RuntimeError, "Tracer cannot infer type of " + vm.str(a[0]) + "\n:" + reason);
    Value* result = tracer.output(a[0], a[1].as_bool());
    tracer.graph->top->add_output(result);
    auto function = std::make_shared<Function>();
    function->name = vm.str(a[2]);
    bool method = !tracer.scopes.empty();
    tracer.finish();
    function->graph = tracer.graph;
    // Remove unused nodes that only read sizes; writes stay.
    eliminate_dead_code(*function->graph);
    lower_simple_tuples(*function->graph);
    vm::Value object = method ? tracer.scopes[0].object : vm::Value();
    if (method) lift_scopes(*function->graph, scope_objects());
    eliminate_dead_code(*function->graph);
    function->arguments = arguments_of(*function->graph, vm.to_vector(a[3]), vm, method);
    function->result = plain_type(function->graph->outputs()[0]->type);
    function->state = Function::State::kReady;
    function->traced = true;
    if (!method) function->qualified = unique_name("__torch__." + function->name);
    if (method) {
      ClassType& cls = *object.as<ScriptObject>()->cls;
      function->owner = &cls;
      function->qualified = cls.qualified + "." + function->name;
      if (!cls.method(function->name)) cls.method_order.push_back(function->name);
      cls.methods[function->name] = function;
    }
    const std::string owner = method ? object.as<ScriptObject>()->cls->original_name + "." : "";
    if (!function->qualified.starts_with("__torch__.torch."))  // functions of the library are not reported
      report_graph(*function->graph, owner + function->name, "traced");
    made = wrap_function(function, object);
  } catch (...) {
    stop();
    throw;
  }
  stop();
  return made;
}
vm::Value abort_trace(Interpreter&, const Arguments&) {
  stop();
  return vm::Value::none();
}
vm::Value active(Interpreter&, const Arguments&) { return vm::Value::boolean(current() && current()->suspended == 0); }

// The value of the module at `path`, read from the self of the innermost scope that contains it; also its object.
Value* module_value(Tracer& tracer, const std::string& path, vm::Value* module) {
  // A shared module has the path of its first occurrence, which may start in an outer scope.
  auto holds = [&](const Tracer::Scope& scope) { return scope.path.empty() || path.rfind(scope.path + ".", 0) == 0; };
  const Tracer::Scope& outer = *std::find_if(tracer.scopes.rbegin(), tracer.scopes.rend(), holds);
  std::string rest = outer.path.empty() ? path : path.substr(outer.path.size() + 1);
  Value* at = outer.self;
  vm::Value object = outer.object;
  const Tracer::Scope& inner = tracer.scopes.back();
  Block* block = inner.node ? inner.node->block(0) : tracer.graph->top.get();
  for (size_t begin_at = 0; begin_at <= rest.size();) {
    size_t dot = std::min(rest.find('.', begin_at), rest.size());
    std::string name = rest.substr(begin_at, dot - begin_at);
    ScriptObject& owner = *object.as<ScriptObject>();
    int slot = owner.cls->find(name);
    // As in PyTorch, intermediate modules are read again for each module below them.
    bool last = dot >= rest.size();
    const TypePtr& type = owner.cls->attributes[static_cast<size_t>(slot)].type;
    Value* known = last ? tracer.module_values[{block, rest}] : nullptr;
    at = known ? known : tracer.attribute_of(at, name, type, block, /*anew=*/true);
    if (last) tracer.module_values[{block, rest}] = at;
    object = owner.slots[static_cast<size_t>(slot)];
    begin_at = dot + 1;
  }
  *module = object;
  return at;
}

// trace_enter(object, path): the forward of the module at `path` starts.
vm::Value enter(Interpreter& vm, const Arguments& a) {
  Tracer& tracer = *current();
  std::string path = vm.str(a[1]);
  vm::Value object;
  Value* at = module_value(tracer, path, &object);
  Node* node = tracer.graph->create("prim::TracedModuleForward", {at}, 0);
  node->range = tracer.here();
  tracer.graph->insert(node);
  Block* body = node->add_block();
  Value* self = body->add_input(at->type, "");
  tracer.finish_later(self, "self", true);
  tracer.scopes.push_back({node, object, path, self});
  scope_objects()[node] = object;
  tracer.graph->insert_point = body->result;
  return vm::Value::none();
}
vm::Value leave(Interpreter&, const Arguments&) {
  Tracer& tracer = *current();
  Node* node = tracer.scopes.back().node;
  tracer.scopes.pop_back();
  tracer.graph->insert_point = node->next;
  return vm::Value::none();
}

// trace_call(name, function, *args, **kwargs): runs the function and records it as one op.
vm::Value call(Interpreter& vm, const Arguments& a) {
  std::string name = vm.str(a[0]);
  vm::Value function = a[1];
  Arguments inner = a;
  inner.values += 2;
  inner.positional -= 2;
  Tracer* tracer = current();
  if (!tracer || tracer->suspended || !tracer->can_record(name, inner)) return vm.call(function, inner);
  ++tracer->suspended;
  vm::Value result;
  try {
    result = vm.call(function, inner);
  } catch (...) {
    if (current()) --current()->suspended;
    throw;
  }
  --tracer->suspended;
  tracer->record_call(name, inner, result);
  return result;
}
vm::Value suspend(Interpreter&, const Arguments& a) {
  if (current()) current()->suspended += a[0].as_bool() ? 1 : -1;
  return vm::Value::none();
}

template <vm::NativeFn fn>
vm::Value reported(Interpreter& vm, const Arguments& a) {
  try {
    return fn(vm, a);
  } catch (const ScriptError& error) {
    raise_script_error(vm, error);
  } catch (const TensorError& error) {
    torch::raise_error(error);
  }
}

}  // namespace

Tracer* active_tracer() { return current(); }
void forget_trace() { stop(); }
bool tracing() { return current() != nullptr; }

bool trace_script_call(const FunctionPtr& function, const std::vector<vm::Value>& arguments, vm::Value* result) {
  Tracer* tracer = current();
  return tracer && tracer->suspended == 0 && tracer->record_script_call(function, arguments, result);
}

bool Tracer::record_script_call(const FunctionPtr& function, const std::vector<vm::Value>& arguments, vm::Value* result,
                                Value* self, const vm::Value& object) {
  std::vector<Value*> inputs;
  for (const vm::Value& each : arguments) {
    std::string reason;
    if (const Tensor* t = torch::as_tensor(each)) {
      inputs.push_back(value_of(*t));
      continue;
    }
    std::optional<TypePtr> type = infer_type(vm, each, &reason);
    if (!type || is_mutable(*type)) return false;
    inputs.push_back(graph->insert_constant(each, *type, here()));
  }
  ++suspended;
  try {
    std::vector<vm::Value> given = arguments;
    if (self) given.insert(given.begin(), object);
    *result = run_function(vm, *function, given);
  } catch (...) {
    --suspended;
    throw;
  }
  --suspended;
  Node* node;
  if (self) {
    inputs.insert(inputs.begin(), self);
    node = graph->create("prim::CallMethod", inputs);
    node->set("name", function->name);
    node->function = function;
  } else {
    Node* callee = graph->create("prim::Constant");
    callee->function = function;
    callee->set("name", function->name);
    callee->output()->type = simple_type(TypeKind::kFunction);
    graph->insert(callee);
    inputs.insert(inputs.begin(), callee->output());
    node = graph->create("prim::CallFunction", inputs);
  }
  node->output()->type = function->result;
  graph->insert(node);
  if (torch::as_tensor(*result) || result->as<vm::Tuple>() || result->as<vm::List>()) spread(node->output(), *result);
  return true;
}

Value* Tracer::input(const vm::Value&, const std::string& name, const TypePtr& type) {
  return graph->top->add_input(type, name);
}

void Tracer::spread(Value* value, const vm::Value& example) {
  if (const Tensor* t = torch::as_tensor(example)) {
    value->type = traced_type(*t);
    return set_value(*t, value);
  }
  auto items = [&](const std::vector<vm::Value>& parts, const char* kind) {
    Node* node = graph->create(kind, {value}, parts.size());
    graph->insert(node);
    for (size_t i = 0; i < parts.size(); ++i) {
      node->outputs[i]->type = is(value->type, TypeKind::kTuple) ? value->type->inside[i] : value->type->element();
      spread(node->outputs[i], parts[i]);
    }
    if (!is(value->type, TypeKind::kTuple)) return;
    Types found;
    for (Value* part : node->outputs) found.push_back(part->type);
    value->type = tuple_of(std::move(found));
  };
  if (const vm::List* list = example.as<vm::List>()) return items(list->items, "prim::ListUnpack");
  if (const vm::Tuple* tuple = example.as<vm::Tuple>()) return items(tuple->items, "prim::TupleUnpack");
  if (const vm::Dict* dict = example.as<vm::Dict>()) {
    for (const auto& entry : dict->table.entries()) {
      if (entry.key.is_null()) continue;
      std::string reason;
      Value* key = graph->insert_constant(entry.key, *infer_type(vm, entry.key, &reason));
      Node* node = graph->create("aten::__getitem__", {value, key});
      node->schema = find_schema("aten::__getitem__", entry.key.as<vm::Str>() ? "Dict_str" : "Dict_int");
      node->output()->type = value->type->inside[1];
      graph->insert(node);
      spread(node->output(), entry.value);
    }
  }
}

Value* Tracer::output(const vm::Value& result, bool strict) {
  if (const Tensor* t = torch::as_tensor(result)) return value_of(*t);
  auto fail = [&](const char* message) { vm::raise(vm::types().RuntimeError, message); };
  if (result.is_none())
    fail(
        "The traced function didn't return any values! Side-effects are not captured in traces, so it would be a "
        "no-op.");
  auto container = [&](const char* kind) {
    std::string text =
        std::string("Encountering a ") + kind +
        " at the output of the tracer might cause the trace to be incorrect, this is only valid if the "
        "container structure does not change based on the module's inputs. Consider using a constant "
        "container instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a `NamedTuple` "
        "instead). If you absolutely need this and know the side effects, pass strict=False to trace() to "
        "allow this behavior.";
    if (!strict) return;
    if (std::string(kind) == "dict") vm::raise(vm::types().RuntimeError, text);
    vm.call(vm.get_attribute(vm.import_module("torch.jit._trace"), "_warn"), {vm::make_str(text)});
  };
  constexpr const char* kOnly =
      "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions";
  if (const vm::Tuple* tuple = result.as<vm::Tuple>()) {
    std::vector<Value*> items;
    Types types;
    for (const vm::Value& item : tuple->items) {
      items.push_back(output(item, strict));
      types.push_back(items.back()->type);
    }
    Node* node = graph->create("prim::TupleConstruct", items);
    node->output()->type = tuple_of(std::move(types));  // a named tuple is returned as a plain tuple
    return graph->insert(node)->output();
  }
  if (const vm::List* list = result.as<vm::List>()) {
    container("list");
    std::vector<Value*> items;
    for (const vm::Value& item : list->items) items.push_back(output(item, strict));
    Node* node = graph->create("prim::ListConstruct", items);
    node->output()->type =
        list_of(items.empty() || is(items[0]->type, TypeKind::kTensor) ? tensor_type() : items[0]->type);
    return graph->insert(node)->output();
  }
  if (const vm::Dict* dict = result.as<vm::Dict>()) {
    container("dict");
    std::vector<Value*> items;
    TypePtr key = simple_type(TypeKind::kString);
    for (const auto& entry : dict->table.entries()) {
      if (entry.key.is_null()) continue;
      std::string reason;
      std::optional<TypePtr> type = infer_type(vm, entry.key, &reason);
      if (!type) fail(kOnly);
      key = *type;
      items.push_back(graph->insert_constant(entry.key, *type));
      items.push_back(output(entry.value, strict));
    }
    Node* node = graph->create("prim::DictConstruct", items);
    node->output()->type =
        dict_of(key, items.size() < 2 || is(items[1]->type, TypeKind::kTensor) ? tensor_type() : items[1]->type);
    return graph->insert(node)->output();
  }
  fail(kOnly);
  return nullptr;
}

void install_trace(vm::Module& module) {
  vm::define_function(module, "trace_begin", reported<begin>);
  vm::define_function(module, "trace_end", reported<end>);
  vm::define_function(module, "trace_abort", reported<abort_trace>);
  vm::define_function(module, "trace_active", reported<active>);
  vm::define_function(module, "trace_enter", reported<enter>);
  // From here on, the traced program sees sizes as plain numbers.
  vm::define_function(module, "trace_plain_sizes", [](Interpreter&, const Arguments&) {
    current()->plain_sizes = true;
    return vm::Value::none();
  });
  vm::define_function(module, "trace_leave", reported<leave>);
  vm::define_function(module, "trace_call", reported<call>);
  // A tensor made from numbers: recorded as a constant, followed by the ops that PyTorch records.
  vm::define_function(module, "trace_lift", [](Interpreter& vm, const Arguments& a) {
    const Tensor* made = torch::as_tensor(a[0]);
    if (made && current() && current()->suspended == 0) current()->lift_constant(*made, vm.truth(a[1]));
    return vm::Value::none();
  });
  vm::define_function(module, "trace_name", [](Interpreter&, const Arguments& a) {
    const Tensor* tensor = torch::as_tensor(a[0]);
    if (tensor && current() && current()->suspended == 0) current()->name_value(*tensor, vm::expect_str(a[1], "name"));
    return vm::Value::none();
  });
  // trace_whole(callable, inputs, outputs): records a call with these tensors as one node.
  vm::define_function(module, "trace_whole", [](Interpreter& vm, const Arguments& a) {
    if (current() && current()->suspended == 0) current()->record_whole(a[0], vm.to_vector(a[1]), vm.to_vector(a[2]));
    return vm::Value::none();
  });
  // trace_method(path, method, arguments): a call of a scripted module is recorded as a call.
  vm::define_function(module, "trace_method", [](Interpreter& vm, const Arguments& a) {
    FunctionObject* method = a[1].as<FunctionObject>();
    std::vector<vm::Value> arguments = vm.to_vector(a[2]);
    vm::Value object, result;
    Value* self = module_value(*current(), vm.str(a[0]), &object);
    ensure_ready(*method->function);
    for (size_t i = arguments.size(); i + 1 < method->function->arguments.size(); ++i)
      arguments.push_back(method->function->arguments[i + 1].default_value);
    bool plain = current()->record_script_call(method->function, arguments, &result, self, object);
    if (plain) return result;
    Arguments given;
    given.values = a[2].as<vm::Tuple>()->items.data();
    given.positional = a[2].as<vm::Tuple>()->items.size();
    return vm.call(a[1], given);
  });
  vm::define_function(module, "trace_suspend", reported<suspend>);
}

}  // namespace vt::script
