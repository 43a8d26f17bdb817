#include "torchscript/script/objects.h"

#include "torch/objects.h"
#include "torch/torch_function.h"
#include "torchscript/script/run_node.h"
#include "torchscript/trace/trace.h"

namespace vt::script {
namespace {

using vm::Arguments;
using vm::Interpreter;
using vm::make_str;

struct NodeObject : vm::Object {
  NodeObject(std::shared_ptr<Graph> g, Node* n);
  static bool is_kind(vm::Kind k) { return k == kScriptNode; }
  std::shared_ptr<Graph> graph;
  Node* node;
};
struct ValueObject : vm::Object {
  ValueObject(std::shared_ptr<Graph> g, Value* v);
  static bool is_kind(vm::Kind k) { return k == kScriptValue; }
  std::shared_ptr<Graph> graph;
  Value* value;
};
struct BlockObject : vm::Object {
  BlockObject(std::shared_ptr<Graph> g, Block* b);
  static bool is_kind(vm::Kind k) { return k == kScriptBlock; }
  std::shared_ptr<Graph> graph;
  Block* block;
};
struct TypeObject : vm::Object {
  explicit TypeObject(TypePtr t);
  static bool is_kind(vm::Kind k) { return k == kScriptType; }
  TypePtr type;
};

GraphObject& graph_of(const vm::Value& v) { return *v.as<GraphObject>(); }
NodeObject& node_of(const vm::Value& v) { return *v.as<NodeObject>(); }
ValueObject& value_of(const vm::Value& v) { return *v.as<ValueObject>(); }
BlockObject& block_of(const vm::Value& v) { return *v.as<BlockObject>(); }

vm::Value wrap(const std::shared_ptr<Graph>& g, Value* v) { return vm::make<ValueObject>(g, v); }
vm::Value wrap(const std::shared_ptr<Graph>& g, Node* n) { return vm::make<NodeObject>(g, n); }
vm::Value wrap_nodes(const std::shared_ptr<Graph>& g, const Block& b) {
  std::vector<vm::Value> items;
  for (Node* node : b.nodes()) items.push_back(wrap(g, node));
  return vm::make_list(std::move(items));
}
vm::Value wrap_values(const std::shared_ptr<Graph>& g, const std::vector<Value*>& values) {
  std::vector<vm::Value> items;
  for (Value* value : values) items.push_back(wrap(g, value));
  return vm::make_list(std::move(items));
}
vm::Value iterator(Interpreter& vm, const vm::Value& list) { return vm.iterate(list); }

// --- graph ------------------------------------------------------------------------------

vm::Value graph_nodes(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_nodes(graph_of(a[0]).graph, *graph_of(a[0]).graph->top));
}
vm::Value graph_inputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(graph_of(a[0]).graph, graph_of(a[0]).graph->inputs()));
}
vm::Value graph_outputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(graph_of(a[0]).graph, graph_of(a[0]).graph->outputs()));
}
void find_kind(const Block& block, const std::string& kind, bool recurse, std::vector<Node*>& found) {
  for (Node* node : block.nodes()) {
    if (node->kind == kind) found.push_back(node);
    if (recurse)
      for (const auto& inner : node->blocks) find_kind(*inner, kind, recurse, found);
  }
}
std::vector<Node*> all_of_kind(const Arguments& a) {
  std::vector<vm::Value> bound = vm::bind_arguments(a, "findAllNodes", {"self", "kind", "recurse"}, 2);
  std::vector<Node*> found;
  bool recurse = bound[2].is_null() || bound[2].as_bool();
  find_kind(*graph_of(bound[0]).graph->top, std::string(vm::expect_str(bound[1], "kind")), recurse, found);
  return found;
}
vm::Value graph_find_all(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> items;
  for (Node* node : all_of_kind(a)) items.push_back(wrap(graph_of(a[0]).graph, node));
  return vm::make_list(std::move(items));
}
vm::Value graph_find(Interpreter&, const Arguments& a) {
  std::vector<Node*> found = all_of_kind(a);
  return found.empty() ? vm::Value::none() : wrap(graph_of(a[0]).graph, found[0]);
}
vm::Value graph_str(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> bound = vm::bind_arguments(a, "str", {"self", "print_source_ranges"}, 1);
  return make_str(graph_text(*graph_of(bound[0]).graph, bound[1].is_null() || bound[1].as_bool()));
}
vm::Value graph_copy(Interpreter&, const Arguments& a) { return wrap_graph(graph_of(a[0]).graph->copy()); }
vm::Value graph_repr(Interpreter&, const vm::Value& v) { return make_str(graph_text(*graph_of(v).graph)); }
vm::Value graph_return(Interpreter&, const Arguments& a) {
  return wrap(graph_of(a[0]).graph, graph_of(a[0]).graph->top->result);
}
vm::Value graph_param(Interpreter&, const Arguments& a) {
  return wrap(graph_of(a[0]).graph, graph_of(a[0]).graph->top->param);
}

// --- node -------------------------------------------------------------------------------

vm::Value node_kind(Interpreter&, const Arguments& a) { return make_str(node_of(a[0]).node->kind); }
vm::Value node_inputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(node_of(a[0]).graph, node_of(a[0]).node->inputs));
}
vm::Value node_outputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(node_of(a[0]).graph, node_of(a[0]).node->outputs));
}
vm::Value node_blocks(Interpreter& vm, const Arguments& a) {
  std::vector<vm::Value> items;
  for (const auto& block : node_of(a[0]).node->blocks)
    items.push_back(vm::make<BlockObject>(node_of(a[0]).graph, block.get()));
  return iterator(vm, vm::make_list(std::move(items)));
}
vm::Value node_output(Interpreter&, const Arguments& a) {
  NodeObject& n = node_of(a[0]);
  if (n.node->outputs.size() != 1) vm::raise(vm::types().RuntimeError, "the node does not have exactly one output");
  return wrap(n.graph, n.node->outputs[0]);
}
vm::Value node_input(Interpreter&, const Arguments& a) {
  NodeObject& n = node_of(a[0]);
  if (n.node->inputs.size() != 1) vm::raise(vm::types().RuntimeError, "the node does not have exactly one input");
  return wrap(n.graph, n.node->inputs[0]);
}
vm::Value value_at(const std::shared_ptr<Graph>& graph, const std::vector<Value*>& values, const vm::Value& index) {
  int64_t i = index.as_int();
  if (i < 0 || i >= static_cast<int64_t>(values.size())) vm::raise(vm::types().IndexError, "vector index out of range");
  return wrap(graph, values[static_cast<size_t>(i)]);
}
vm::Value node_input_at(Interpreter&, const Arguments& a) {
  return value_at(node_of(a[0]).graph, node_of(a[0]).node->inputs, a[1]);
}
vm::Value node_output_at(Interpreter&, const Arguments& a) {
  return value_at(node_of(a[0]).graph, node_of(a[0]).node->outputs, a[1]);
}
vm::Value node_inputs_size(Interpreter&, const Arguments& a) {
  return vm::Value::integer(static_cast<int64_t>(node_of(a[0]).node->inputs.size()));
}
vm::Value node_outputs_size(Interpreter&, const Arguments& a) {
  return vm::Value::integer(static_cast<int64_t>(node_of(a[0]).node->outputs.size()));
}
vm::Value node_repr(Interpreter&, const vm::Value& v) { return make_str(node_text(*node_of(v).node)); }
vm::Value node_scope(Interpreter&, const Arguments& a) { return make_str(node_of(a[0]).node->scope); }
// The callable of a prim::PythonOp.
vm::Value node_callable(Interpreter&, const Arguments& a) {
  const vm::Value& callable = node_of(a[0]).node->constant;
  return callable.is_null() ? vm::Value::none() : callable;
}
vm::Value node_schema(Interpreter&, const Arguments& a) {
  const Node& n = *node_of(a[0]).node;
  return make_str(n.schema ? n.schema->text : "(no schema)");
}
vm::Value node_range(Interpreter&, const Arguments& a) { return make_str(node_of(a[0]).node->range.highlight()); }
// The source position: (file, line, function, text of the line), or None.
vm::Value node_place(Interpreter&, const Arguments& a) {
  const Range& range = node_of(a[0]).node->range;
  if (!range.valid()) return vm::Value::none();
  return vm::make_tuple({make_str(range.source->file), vm::Value::integer(range.line()),
                         make_str(range.source->function), make_str(range.text())});
}
vm::Value node_next(Interpreter&, const Arguments& a) { return wrap(node_of(a[0]).graph, node_of(a[0]).node->next); }
vm::Value node_previous(Interpreter&, const Arguments& a) {
  return wrap(node_of(a[0]).graph, node_of(a[0]).node->previous);
}
vm::Value node_attributes(Interpreter&, const Arguments& a) {
  const Node& n = *node_of(a[0]).node;
  std::vector<vm::Value> names;
  if (n.is("prim::Constant") && !n.function && !n.constant.is_none()) names.push_back(make_str("value"));
  for (const auto& [name, attribute] : n.attributes) names.push_back(make_str(name));
  return vm::make_list(std::move(names));
}
vm::Value node_has_attribute(Interpreter&, const Arguments& a) {
  const Node& n = *node_of(a[0]).node;
  std::string name(vm::expect_str(a[1], "name"));
  bool value = name == "value" && n.is("prim::Constant") && !n.function && !n.constant.is_none();
  return vm::Value::boolean(value || n.attributes.count(name));
}
vm::Value node_attribute(Interpreter&, const Arguments& a) {
  const Node& n = *node_of(a[0]).node;
  std::string name(vm::expect_str(a[1], "name"));
  if (name == "value" && n.is("prim::Constant")) return n.constant;
  auto found = n.attributes.find(name);
  if (found == n.attributes.end())
    vm::raise(vm::types().RuntimeError, "required keyword attribute '" + name + "' is undefined");
  if (found->second.kind == Attribute::Kind::kGraph) return wrap_graph(found->second.graph);
  return make_str(found->second.text);
}
vm::Value node_kind_of(Interpreter&, const Arguments& a) {
  const Node& n = *node_of(a[0]).node;
  std::string name(vm::expect_str(a[1], "name"));
  if (name == "value" && n.is("prim::Constant")) {
    const vm::Value& v = n.constant;
    if (v.is_int() || v.is_bool()) return make_str("i");
    if (v.is_float()) return make_str("f");
    if (v.as<vm::Str>()) return make_str("s");
    return make_str(torch::as_tensor(v) ? "t" : "ival");
  }
  auto found = n.attributes.find(name);
  return make_str(found != n.attributes.end() && found->second.kind == Attribute::Kind::kGraph ? "g" : "s");
}

// --- value, block, type -----------------------------------------------------------------

vm::Value value_name(Interpreter&, const Arguments& a) { return make_str(value_of(a[0]).value->debug_name()); }
vm::Value value_unique(Interpreter&, const Arguments& a) {
  return vm::Value::integer(static_cast<int64_t>(value_of(a[0]).value->unique));
}
vm::Value value_type(Interpreter&, const Arguments& a) { return vm::make<TypeObject>(value_of(a[0]).value->type); }
vm::Value value_node(Interpreter&, const Arguments& a) {
  return wrap(value_of(a[0]).graph, value_of(a[0]).value->node);
}
vm::Value value_uses(Interpreter& vm, const Arguments& a) {
  std::vector<vm::Value> items;
  vm::Value made = vm.get_attribute(vm.import_module("torch.jit._script"), "Use");
  for (const Value::Use& use : value_of(a[0]).value->uses)
    items.push_back(
        vm.call(made, {wrap(value_of(a[0]).graph, use.user), vm::Value::integer(static_cast<int64_t>(use.index))}));
  return vm::make_list(std::move(items));
}
vm::Value value_constant(Interpreter&, const Arguments& a) {
  const vm::Value* constant = constant_of(value_of(a[0]).value);
  return constant ? *constant : vm::Value::none();
}
vm::Value value_rename(Interpreter&, const Arguments& a) {
  value_of(a[0]).value->set_name(std::string(vm::expect_str(a[1], "name")));
  return a[0];
}
vm::Value value_repr(Interpreter&, const vm::Value& v) {
  const Value& value = *value_of(v).value;
  std::string made;
  if (value.node->is("prim::Param")) {
    made = "(";
    for (size_t i = 0; i < value.node->outputs.size(); ++i)
      made +=
          (i ? ", %" : "%") + value.node->outputs[i]->debug_name() + " : " + graph_text(value.node->outputs[i]->type);
    made += " = prim::Param()\n)";
  } else {
    made = "(" + node_text(*value.node) + ")";
  }
  return make_str(value.debug_name() + " defined in " + made);
}
vm::Value block_nodes(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_nodes(block_of(a[0]).graph, *block_of(a[0]).block));
}
vm::Value block_inputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(block_of(a[0]).graph, block_of(a[0]).block->inputs()));
}
vm::Value block_outputs(Interpreter& vm, const Arguments& a) {
  return iterator(vm, wrap_values(block_of(a[0]).graph, block_of(a[0]).block->outputs()));
}
vm::Value type_str(Interpreter&, const vm::Value& v) { return make_str(python_text(v.as<TypeObject>()->type)); }
vm::Value type_text(Interpreter&, const Arguments& a) { return make_str(graph_text(a[0].as<TypeObject>()->type)); }
vm::Value type_kind(Interpreter&, const Arguments& a) {
  static const std::map<TypeKind, const char*> names = {
      {TypeKind::kTensor, "TensorType"},     {TypeKind::kInt, "IntType"},          {TypeKind::kFloat, "FloatType"},
      {TypeKind::kBool, "BoolType"},         {TypeKind::kNumber, "NumberType"},    {TypeKind::kString, "StringType"},
      {TypeKind::kNone, "NoneType"},         {TypeKind::kDevice, "DeviceObjType"}, {TypeKind::kAny, "AnyType"},
      {TypeKind::kList, "ListType"},         {TypeKind::kDict, "DictType"},        {TypeKind::kTuple, "TupleType"},
      {TypeKind::kOptional, "OptionalType"}, {TypeKind::kUnion, "UnionType"},      {TypeKind::kFuture, "FutureType"},
      {TypeKind::kFunction, "FunctionType"}, {TypeKind::kClass, "ClassType"},      {TypeKind::kEnum, "EnumType"},
      {TypeKind::kVariable, "VarType"},      {TypeKind::kOther, "AnyType"}};
  return make_str(names.at(a[0].as<TypeObject>()->type->kind));
}
vm::Value type_annotation(Interpreter&, const Arguments& a) {
  return make_str(python_text(a[0].as<TypeObject>()->type));
}
vm::Value type_equal(Interpreter&, const vm::Value& x, const vm::Value& y) {
  if (!x.as<TypeObject>() || !y.as<TypeObject>()) return vm::Value::boolean(false);
  return vm::Value::boolean(same_type(x.as<TypeObject>()->type, y.as<TypeObject>()->type));
}
vm::Value type_is_subtype(Interpreter&, const Arguments& a) {
  return vm::Value::boolean(is_subtype(a[0].as<TypeObject>()->type, a[1].as<TypeObject>()->type));
}

// container_type(list or dict): the script type of the container. as_type(value, type): the value converted to the
// type, containers copied.
vm::Value container_type(Interpreter& vm, const Arguments& a) {
  const vm::List* list = a[0].as<vm::List>();
  const vm::Dict* dict = a[0].as<vm::Dict>();
  if (list && list->items.empty()) return vm::make<TypeObject>(list_of(tensor_type()));
  if (dict && dict->table.size() == 0)
    return vm::make<TypeObject>(dict_of(simple_type(TypeKind::kString), tensor_type()));
  std::string reason;
  if (std::optional<TypePtr> type = infer_type(vm, a[0], &reason)) return vm::make<TypeObject>(*type);
  vm::raise(vm.get_attribute(vm.import_module("torch.jit"), "Error").as<vm::Type>(),
            std::string("Unable to infer type of ") + (list ? "list: " : "dictionary: ") + reason);
}
vm::Value type_inside(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> all;
  for (const TypePtr& each : a[0].as<TypeObject>()->type->inside) all.push_back(vm::make<TypeObject>(each));
  return vm::make_list(std::move(all));
}
vm::Value as_type(Interpreter& vm, const Arguments& a) {
  vm::Value made = to_script_value(vm, a[0], a[1].as<TypeObject>()->type);
  if (made.is_null()) vm::raise(vm::types().TypeError, "");
  return made;
}
vm::Value text_as_printed(Interpreter& vm, const Arguments& a) {
  return make_str(printed_text(vm, a[0], a[1].as<TypeObject>()->type));
}

// --- functions --------------------------------------------------------------------------

vm::Value function_call(Interpreter& vm, const vm::Value& self, const Arguments& a) {
  FunctionObject& object = *self.as<FunctionObject>();
  try {
    ensure_ready(*object.function);
    // Arguments with __torch_function__ (proxies and similar) override the call.
    if (vm::Value made = torch::try_torch_function(vm, self, a); !made.is_null()) return made;
    std::vector<vm::Value> bound =
        bind_to_signature(vm, *object.function, a, object.self.is_null() ? nullptr : &object.self);
    vm::Value traced;
    if (trace_script_call(object.function, bound, &traced)) return traced;
    return from_script_value(vm, run_function(vm, *object.function, std::move(bound)), object.function->result);
  } catch (const ScriptError& error) {
    raise_script_error(vm, error);
  }
}
Function& ready(const vm::Value& v) {
  Function& function = *v.as<FunctionObject>()->function;
  try {
    ensure_ready(function);
  } catch (const ScriptError& error) {
    raise_script_error(*Interpreter::current(), error);
  }
  return function;
}
vm::Value function_graph(Interpreter&, const Arguments& a) { return wrap_graph(ready(a[0]).graph); }
vm::Value function_inlined(Interpreter&, const Arguments& a) { return wrap_graph(ready(a[0]).inlined()); }
vm::Value function_code(Interpreter&, const Arguments& a) { return make_str(code_text(ready(a[0]), nullptr)); }
vm::Value function_code_constants(Interpreter& vm, const Arguments& a) {
  std::vector<vm::Value> constants;
  std::string text = code_text(ready(a[0]), &constants);
  vm::Value map = vm::make<vm::Dict>();
  for (size_t i = 0; i < constants.size(); ++i)
    map.as<vm::Dict>()->table.insert(vm::intern("c" + std::to_string(i)), constants[i]);
  return vm::make_tuple(
      {make_str(text), vm.call(vm.get_attribute(vm.import_module("torch.jit._script"), "ConstMap"), {map})});
}
vm::Value function_name(Interpreter&, const Arguments& a) {
  return make_str(a[0].as<FunctionObject>()->function->name);
}
vm::Value function_qualified(Interpreter&, const Arguments& a) {
  return make_str(a[0].as<FunctionObject>()->function->qualified);
}
vm::Value function_schema(Interpreter&, const Arguments& a) { return make_str(ready(a[0]).declaration()); }
vm::Value function_save(Interpreter& vm, const Arguments& a) {
  std::vector<vm::Value> bound = vm::bind_arguments(a, "save", {"self", "f", "_extra_files"}, 2);
  return vm.call(vm.get_attribute(vm.import_module("torch.jit._serialization"), "save"),
                 {bound[0], bound[1], bound[2].is_null() ? vm::Value::none() : bound[2]});
}
vm::Value function_graph_for(Interpreter& vm, const Arguments& a) {
  Arguments given = a;
  ++given.values;
  --given.positional;
  vm.call(a[0], given);
  return wrap_graph(ready(a[0]).inlined());
}
vm::Value function_reduce(Interpreter& vm, const Arguments&) {
  vm::Type* error = vm.get_attribute(vm.import_module("pickle"), "PickleError").as<vm::Type>();
  vm::raise(error, "ScriptFunction cannot be pickled");
}
vm::Value function_owner(Interpreter&, const Arguments& a) {
  const vm::Value& self = a[0].as<FunctionObject>()->self;
  return self.is_null() ? vm::Value::none() : self;
}
vm::Value function_self(Interpreter&, const Arguments& a) { return a[0]; }

// --- modules with the API of torch._C (`module._c`) -----------------------------------------

ScriptObject& module_of(const vm::Value& v) { return *v.as<ScriptObject>(); }
std::string name_of(const Arguments& a) { return std::string(vm::expect_str(a[1], "name")); }
vm::Value& slot_of(const Arguments& a) {
  int slot = module_of(a[0]).cls->find(name_of(a));
  if (slot < 0)
    vm::raise(vm::types().RuntimeError,
              "Module '" + module_of(a[0]).cls->original_name + "' has no attribute '" + name_of(a) + "'");
  return module_of(a[0]).slots[static_cast<size_t>(slot)];
}
vm::Value module_hasattr(Interpreter&, const Arguments& a) {
  return vm::Value::boolean(module_of(a[0]).cls->find(name_of(a)) >= 0);
}
vm::Value module_getattr(Interpreter&, const Arguments& a) { return slot_of(a); }
vm::Value module_has_method(Interpreter&, const Arguments& a) {
  return vm::Value::boolean(module_of(a[0]).cls->method(name_of(a)) != nullptr);
}
vm::Value module_get_method(Interpreter&, const Arguments& a) {
  FunctionPtr found = module_of(a[0]).cls->method(name_of(a));
  if (!found) vm::raise(vm::types().AttributeError, "Method '" + name_of(a) + "' is not defined.");
  return wrap_function(found, a[0]);
}
vm::Value module_method_names(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> names;
  for (const std::string& name : module_of(a[0]).cls->method_order) names.push_back(make_str(name));
  return vm::make_list(std::move(names));
}
// An attribute or a method.
vm::Value module_member(Interpreter&, const vm::Value& self, vm::Str* key) {
  const ScriptObject& object = module_of(self);
  const std::string name(key->text);
  if (int slot = object.cls->find(name); slot >= 0) return object.slots[static_cast<size_t>(slot)];
  if (FunctionPtr found = object.cls->method(name)) return wrap_function(found, self);
  return {};
}

// Comparison of script class objects by their __lt__.
vm::Value object_less(Interpreter& vm, const vm::Value& x, const vm::Value& y) {
  const ScriptObject* object = x.as<ScriptObject>();
  FunctionPtr less = object && y.as<ScriptObject>() ? object->cls->method("__lt__") : nullptr;
  return less ? run_function(vm, *less, {x, y}) : vm::Value();
}

template <vm::NativeFn fn>
void method(vm::Type* type, const char* name) {
  vm::define_method(type, name, torch::guarded<fn>);
}
template <vm::NativeFn fn>
void property(vm::Type* type, const char* name) {
  vm::define_property(type, name, torch::guarded<fn>);
}

struct ScriptTypes {
  vm::Type *graph, *node, *value, *block, *type, *function, *object;
};
const ScriptTypes& script_types() {
  static const ScriptTypes all = [] {
    ScriptTypes t;
    vm::Type* base = vm::types().object;
    t.graph = vm::make_type("Graph", base, kScriptGraph, "torch");
    t.node = vm::make_type("Node", base, kScriptNode, "torch");
    t.value = vm::make_type("Value", base, kScriptValue, "torch");
    t.block = vm::make_type("Block", base, kScriptBlock, "torch");
    t.type = vm::make_type("Type", base, kScriptType, "torch._C");
    t.function = vm::make_type("ScriptFunction", base, kScriptFunction, "torch.jit");
    t.function->qualified_name = "torch.jit.ScriptFunction";  // PyTorch repeats the module here
    t.object = vm::make_type("ScriptObject", base, kScriptObject, "torch._C");
    t.object->slots.get_attribute = module_member;
    t.object->slots.compare[static_cast<size_t>(CompareOp::kLess)] = object_less;
    method<module_hasattr>(t.object, "hasattr");
    method<module_getattr>(t.object, "getattr");
    method<module_has_method>(t.object, "_has_method");
    method<module_get_method>(t.object, "_get_method");
    method<module_method_names>(t.object, "_method_names");
    t.graph->slots.repr = t.graph->slots.str = graph_repr;
    method<graph_nodes>(t.graph, "nodes");
    method<graph_inputs>(t.graph, "inputs");
    method<graph_outputs>(t.graph, "outputs");
    method<graph_find_all>(t.graph, "findAllNodes");
    method<graph_find>(t.graph, "findNode");
    method<graph_str>(t.graph, "str");
    method<graph_copy>(t.graph, "copy");
    method<graph_return>(t.graph, "return_node");
    method<graph_param>(t.graph, "param_node");
    t.node->slots.repr = t.node->slots.str = node_repr;
    method<node_kind>(t.node, "kind");
    method<node_inputs>(t.node, "inputs");
    method<node_outputs>(t.node, "outputs");
    method<node_blocks>(t.node, "blocks");
    method<node_output>(t.node, "output");
    method<node_input>(t.node, "input");
    method<node_input_at>(t.node, "inputsAt");
    method<node_output_at>(t.node, "outputsAt");
    method<node_inputs_size>(t.node, "inputsSize");
    method<node_outputs_size>(t.node, "outputsSize");
    method<node_scope>(t.node, "scopeName");
    method<node_schema>(t.node, "schema");
    method<node_range>(t.node, "sourceRange");
    method<node_place>(t.node, "_place");
    method<node_callable>(t.node, "pyobj");
    method<node_next>(t.node, "next");
    method<node_previous>(t.node, "prev");
    method<node_attributes>(t.node, "attributeNames");
    method<node_has_attribute>(t.node, "hasAttribute");
    method<node_kind_of>(t.node, "kindOf");
    for (const char* name : {"s", "i", "f", "t", "g", "ival"}) method<node_attribute>(t.node, name);
    t.value->slots.repr = t.value->slots.str = value_repr;
    method<value_name>(t.value, "debugName");
    method<value_unique>(t.value, "unique");
    method<value_type>(t.value, "type");
    method<value_node>(t.value, "node");
    method<value_uses>(t.value, "uses");
    method<value_constant>(t.value, "toIValue");
    method<value_rename>(t.value, "setDebugName");
    method<block_nodes>(t.block, "nodes");
    method<block_inputs>(t.block, "inputs");
    method<block_outputs>(t.block, "outputs");
    t.type->slots.repr = t.type->slots.str = type_str;
    t.type->slots.compare[static_cast<size_t>(CompareOp::kEqual)] = type_equal;
    method<type_text>(t.type, "str");
    method<type_kind>(t.type, "kind");
    method<type_is_subtype>(t.type, "isSubtypeOf");
    property<type_annotation>(t.type, "annotation_str");
    t.function->slots.call = function_call;
    property<function_graph>(t.function, "graph");
    property<function_inlined>(t.function, "inlined_graph");
    property<function_code>(t.function, "code");
    property<function_code_constants>(t.function, "code_with_constants");
    property<function_name>(t.function, "name");
    property<function_qualified>(t.function, "qualified_name");
    property<function_schema>(t.function, "schema");
    method<function_save>(t.function, "save");
    method<function_graph_for>(t.function, "graph_for");
    method<function_reduce>(t.function, "__reduce_ex__");
    property<function_owner>(t.function, "owner");
    property<function_self>(t.function, "_c");
    return t;
  }();
  return all;
}

NodeObject::NodeObject(std::shared_ptr<Graph> g, Node* n)
    : Object(kScriptNode, script_types().node), graph(std::move(g)), node(n) {}
ValueObject::ValueObject(std::shared_ptr<Graph> g, Value* v)
    : Object(kScriptValue, script_types().value), graph(std::move(g)), value(v) {}
BlockObject::BlockObject(std::shared_ptr<Graph> g, Block* b)
    : Object(kScriptBlock, script_types().block), graph(std::move(g)), block(b) {}
TypeObject::TypeObject(TypePtr t) : Object(kScriptType, script_types().type), type(std::move(t)) {}

}  // namespace

GraphObject::GraphObject(std::shared_ptr<Graph> g) : Object(kScriptGraph, script_types().graph), graph(std::move(g)) {}
FunctionObject::FunctionObject(FunctionPtr f)
    : Object(kScriptFunction, script_types().function), function(std::move(f)) {}
vm::Value* FunctionObject::attributes_slot() {
  if (attributes.is_null()) attributes = vm::make<vm::Dict>();
  return &attributes;
}

vm::Value wrap_graph(const std::shared_ptr<Graph>& graph) { return vm::make<GraphObject>(graph); }
vm::Value wrap_function(const FunctionPtr& function, vm::Value self) {
  vm::Value made = vm::make<FunctionObject>(function);
  made.as<FunctionObject>()->self = std::move(self);
  return made;
}
vm::Type* script_object_type() { return script_types().object; }

void define_script_types(vm::Module& module) {
  vm::define_function(module, "container_type", torch::guarded<container_type>);
  vm::define_function(module, "type_inside", torch::guarded<type_inside>);
  vm::define_function(module, "as_type", torch::guarded<as_type>);
  vm::define_function(module, "printed_text", torch::guarded<text_as_printed>);
  const ScriptTypes& t = script_types();
  vm::set_attribute(module, "Graph", vm::Value::of(t.graph));
  vm::set_attribute(module, "Node", vm::Value::of(t.node));
  vm::set_attribute(module, "Value", vm::Value::of(t.value));
  vm::set_attribute(module, "Block", vm::Value::of(t.block));
  vm::set_attribute(module, "Type", vm::Value::of(t.type));
  vm::set_attribute(module, "ScriptFunction", vm::Value::of(t.function));
  vm::set_attribute(module, "ScriptObject", vm::Value::of(t.object));
}

}  // namespace vt::script
