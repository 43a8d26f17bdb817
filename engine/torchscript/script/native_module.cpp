#include "torchscript/script/native_module.h"

#include <algorithm>

#include "frontend/frontend.h"
#include "torch/objects.h"
#include "torchscript/script/fork.h"
#include "torchscript/script/objects.h"
#include "torchscript/script/passes.h"
#include "torchscript/script/save.h"
#include "torchscript/script/scripts.h"
#include "torchscript/trace/trace.h"
#include "vm/bootstrap.h"
#include "vm/state.h"

namespace vt::script {
namespace {

using vm::Arguments;
using vm::Interpreter;

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
template <vm::NativeFn fn>
void define(vm::Module& module, const char* name) {
  vm::define_function(module, name, reported<fn>);
}
std::string text_of(const vm::Value& v) { return std::string(vm::expect_str(v, "text")); }
ScriptObject& object_of(const vm::Value& v) {
  ScriptObject* object = v.as<ScriptObject>();
  if (!object) vm::raise(vm::types().TypeError, "expected a script object");
  return *object;
}

// Passes that programs can call on a graph: torch._C._jit_pass_dce and similar.
template <void (*pass)(Graph&)>
vm::Value run_pass(Interpreter&, const Arguments& a) {
  GraphObject* graph = a[0].as<GraphObject>();
  if (!graph) vm::raise(vm::types().TypeError, "expected a Graph");
  pass(*graph->graph);
  return vm::Value::none();
}
void no_pass(Graph&) {}
void propagate_numbers(Graph& graph) { propagate_constants(graph, true); }

vm::Value compile(Interpreter& vm, const Arguments& a) {
  if (!a[0].as<vm::Function>()) vm::raise(vm::types().TypeError, "expected a function");
  return wrap_function(compile_function(vm, a[0]));
}

// Executes source text in a namespace; the functions that it defines can then be compiled.
vm::Value run_text(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "run_text", 2, 2);
  auto file = std::make_shared<const SourceFile>("<string>", text_of(a[0]));
  Result<std::shared_ptr<const Code>> compiled = compile_source(file);
  if (!compiled.ok()) vm::raise_value(vm::syntax_error(*file, compiled.error()));
  vm::Value globals = a[1];
  globals.as<vm::Dict>()->table.insert(vm::intern("__builtins__"), vm::Value::of(vm.builtins()));
  vm::run_module_code(vm, vm::make<vm::CodeObject>(compiled.value()), globals);
  return globals;
}

vm::Value compile_script_class(Interpreter& vm, const Arguments& a) {
  if (vm::Type* type = a[0].as<vm::Type>()) compile_class(vm, type);
  return a[0];
}

AttributeKind kind_of(const std::string& text) {
  return text == "parameter" ? AttributeKind::kParameter
         : text == "buffer"  ? AttributeKind::kBuffer
         : text == "module"  ? AttributeKind::kModule
                             : AttributeKind::kAttribute;
}

bool can_be_scripted(Interpreter& vm, const vm::Value& object) {
  try {
    return script_class(vm, vm::type_of(object)) != nullptr;
  } catch (const ScriptError&) {
  } catch (const vm::Raised&) {
  }
  return false;
}

// new_module(qualified, module, [(name, kind, value, annotation)], constants, refused, share): if `share` (the
// other properties that distinguish modules) is not None, modules of equal structure share one class.
vm::Value new_module(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "new_module", 6, 6);
  struct Row {
    ClassAttribute attribute;
    vm::Value value;
  };
  std::vector<Row> rows;
  std::map<std::string, std::string> refused;
  std::string key = text_of(a[0]);
  if (!a[1].is_none()) key += "@" + std::to_string(reinterpret_cast<uintptr_t>(vm::type_of(a[1])));
  for (const vm::Value& item : vm.to_vector(a[2])) {
    std::vector<vm::Value> parts = vm.to_vector(item);
    Row row;
    row.attribute.name = text_of(parts[0]);
    row.attribute.kind = kind_of(text_of(parts[1]));
    row.value = parts[2];
    std::string reason;
    // An instance of a class of the program: compile its class.
    if (parts[3].is_none() && row.value.as<vm::Instance>() && can_be_scripted(vm, row.value))
      parts[3] = vm::Value::of(vm::type_of(row.value));
    std::optional<TypePtr> type =
        parts[3].is_none() ? infer_type(vm, row.value, &reason) : type_from_annotation(vm, parts[3]);
    if (!type) {
      // The type, and the reason why it has no TorchScript type.
      std::string kind = parts[3].is_none() ? vm::type_name(row.value) : vm.str(parts[3]);
      if (reason.empty() || reason == kind)
        reason =
            "Only tensors and (possibly nested) tuples of tensors, lists, or dicts are supported as inputs or outputs "
            "of traced functions, but instead got value of type " +
            kind + ".";
      refused[row.attribute.name] = kind + "' to a TorchScript type. " + reason;
      continue;
    }
    if (ScriptObject* child = row.value.as<ScriptObject>(); child && (*type)->cls && (*type)->cls->interface) {
      compile_for_interface(vm, *child->cls, *(*type)->cls);
      if (std::string why = unlike_interface(*child->cls, *(*type)->cls); !why.empty())
        vm::raise(vm::types().RuntimeError, why);
    }
    row.attribute.type = *type;
    key += ";" + row.attribute.name + ":" + graph_text(*type) + text_of(parts[1]);
    rows.push_back(std::move(row));
  }
  vm::Dict& constants = *a[3].as<vm::Dict>();
  for (const auto& entry : constants.table.entries())
    if (!entry.key.is_null()) key += ";" + vm.str(entry.key) + "=" + vm.repr(entry.value);
  std::shared_ptr<ClassType> cls;
  const bool share = !a[5].is_none();
  if (share) key += "#" + text_of(a[5]);
  auto known = scripts().shared_classes.find(key);
  if (share && known != scripts().shared_classes.end()) cls = known->second;
  if (!cls) {
    cls = make_class(text_of(a[0]));
    for (Row& row : rows) cls->attributes.push_back(row.attribute);
    for (const auto& entry : constants.table.entries())
      if (!entry.key.is_null()) cls->constants[vm.str(entry.key)] = entry.value;
    cls->refused = refused;
    for (const auto& entry : a[4].as<vm::Dict>()->table.entries())
      if (!entry.key.is_null()) cls->refused[vm.str(entry.key)] = vm.str(entry.value);
    if (!a[1].is_none()) cls->python = a[1];
    if (share) scripts().shared_classes[key] = cls;
  }
  vm::Value made = vm::make<ScriptObject>(cls);
  for (size_t i = 0; i < rows.size(); ++i) {
    vm::Value value = rows[i].value;
    if (is(rows[i].attribute.type, TypeKind::kFloat) && value.is_int())
      value = vm::Value::real(static_cast<double>(value.as_int()));
    // Copy containers, so that the script's changes are not visible in the module.
    if (value.as<vm::List>() || value.as<vm::Dict>() || value.as<vm::Tuple>())
      if (vm::Value copy = to_script_value(vm, value, rows[i].attribute.type); !copy.is_null()) value = copy;
    if (const TypePtr& type = rows[i].attribute.type; is(type, TypeKind::kClass) && type->cls->plain) {
      vm::Value object = to_script_value(vm, value, type);
      if (object.is_null())
        vm::raise(vm::types().RuntimeError, "Could not cast attribute '" + rows[i].attribute.name + "' to type " +
                                                message_text(type) + ": " + unfit_attribute(vm, value, *type->cls));
      value = object;
    }
    made.as<ScriptObject>()->slots[i] = value;
  }
  return made;
}

vm::Value compile_method(Interpreter& vm, const Arguments& a) {
  ScriptObject& object = object_of(a[0]);
  std::string name = text_of(a[1]);
  FunctionPtr method = declare_method(vm, *object.cls, name);
  if (!method) vm::raise(vm::types().RuntimeError, "no method '" + name + "' to compile");
  ensure_ready(*method);
  return wrap_function(method, a[0]);
}

// define_method(object, name, function): adds a method to the object's class.
vm::Value define_script_method(Interpreter& vm, const Arguments& a) {
  FunctionPtr method = declare_getter(vm, *object_of(a[0]).cls, text_of(a[1]), a[2]);
  ensure_ready(*method);
  return wrap_function(method, a[0]);
}

// copy_object(object): a shallow copy with its own slots.
vm::Value copy_object(Interpreter&, const Arguments& a) {
  ScriptObject& from = object_of(a[0]);
  vm::Value made = vm::make<ScriptObject>(from.cls);
  made.as<ScriptObject>()->slots = from.slots;
  return made;
}

vm::Value get_method(Interpreter&, const Arguments& a) {
  FunctionPtr method = object_of(a[0]).cls->method(text_of(a[1]));
  if (!method) return vm::Value::none();
  return wrap_function(method, a[0]);
}
vm::Value method_names(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> names;
  for (const std::string& name : object_of(a[0]).cls->method_order) names.push_back(vm::make_str(name));
  return vm::make_list(std::move(names));
}
vm::Value get_slot(Interpreter& vm, const Arguments& a) {
  ScriptObject& object = object_of(a[0]);
  int slot = object.cls->find(text_of(a[1]));
  if (slot < 0) vm::raise(vm::types().AttributeError, text_of(a[1]));
  return from_script_value(vm, object.slots[static_cast<size_t>(slot)],
                           object.cls->attributes[static_cast<size_t>(slot)].type);
}
vm::Value set_slot(Interpreter& vm, const Arguments& a) {
  ScriptObject& object = object_of(a[0]);
  int slot = object.cls->find(text_of(a[1]));
  if (slot < 0) vm::raise(vm::types().AttributeError, text_of(a[1]));
  const TypePtr& type = object.cls->attributes[static_cast<size_t>(slot)].type;
  vm::Value value = a[2];
  if (is(type, TypeKind::kFloat) && value.is_int()) value = vm::Value::real(static_cast<double>(value.as_int()));
  if (!fits_type(value, type) && !is(type, TypeKind::kClass))
    vm::raise(vm::types().RuntimeError, "Could not cast attribute '" + text_of(a[1]) + "' to type " +
                                            python_text(type) + ": Unable to cast Python instance of type " +
                                            vm.repr(vm::Value::of(vm::type_of(value))) +
                                            " to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in "
                                            "debug mode for details)");
  if (const ScriptObject* given = value.as<ScriptObject>(); given && is(type, TypeKind::kClass) && type->cls->interface)
    if (std::string why = unlike_interface(*given->cls, *type->cls); !why.empty())
      vm::raise(vm::types().RuntimeError, why);
  object.slots[static_cast<size_t>(slot)] = value;
  return vm::Value::none();
}
vm::Value slot_names(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> names;
  AttributeKind kind = kind_of(text_of(a[1]));
  for (const ClassAttribute& attribute : object_of(a[0]).cls->attributes)
    if (attribute.kind == kind) names.push_back(vm::make_str(attribute.name));
  return vm::make_list(std::move(names));
}
vm::Value has_slot(Interpreter&, const Arguments& a) {
  return vm::Value::boolean(object_of(a[0]).cls->find(text_of(a[1])) >= 0);
}
vm::Value get_constants(Interpreter&, const Arguments& a) {
  vm::Value made = vm::make<vm::Dict>();
  for (const auto& [name, value] : object_of(a[0]).cls->constants)
    made.as<vm::Dict>()->table.insert(vm::intern(name), value);
  return made;
}
vm::Value class_name(Interpreter&, const Arguments& a) { return vm::make_str(object_of(a[0]).cls->original_name); }
vm::Value qualified_name(Interpreter&, const Arguments& a) { return vm::make_str(object_of(a[0]).cls->qualified); }
// The Python class of the module that a script module was made from, or None.
vm::Value python_type(Interpreter&, const Arguments& a) {
  const vm::Value& python = object_of(a[0]).cls->python;
  return python.is_null() ? vm::Value::none() : vm::Value::of(vm::type_of(python));
}
vm::Value set_python(Interpreter&, const Arguments& a) {
  object_of(a[0]).cls->python = a[1];
  return vm::Value::none();
}

vm::Value fork(Interpreter& vm, const Arguments& a) {
  // A scripted function runs its graph as a fork; any other callable runs at once.
  std::vector<vm::Value> rest(a.values + 1, a.values + a.positional + a.keywords);
  Arguments inner = a;
  inner.values = a.values + 1;
  inner.positional = a.positional - 1;
  if (FunctionObject* object = a[0].as<FunctionObject>()) {
    ensure_ready(*object->function);
    std::vector<vm::Value> bound =
        bind_to_signature(vm, *object->function, inner, object->self.is_null() ? nullptr : &object->self);
    return start_fork(vm, object->function->graph, std::move(bound));
  }
  return done_future(vm.call(a[0], inner));
}
vm::Value wait(Interpreter& vm, const Arguments& a) { return wait_for(vm, a[0]); }

vm::Value save_bytes(Interpreter& vm, const Arguments& a) { return to_bytes(vm, a[0], a[1]); }
vm::Value load_bytes(Interpreter& vm, const Arguments& a) {
  const vm::Bytes* data = a[0].as<vm::Bytes>();
  if (!data) vm::raise(vm::types().TypeError, "expected bytes");
  return from_bytes(vm, data->data);
}

// freeze(object, preserved names, fold)
vm::Value freeze(Interpreter& vm, const Arguments& a) {
  ScriptObject& self = object_of(a[0]);
  std::vector<std::string> preserved, methods;
  for (const vm::Value& name : vm.to_vector(a[1])) preserved.push_back(vm.str(name));
  if (self.cls->method("forward")) methods.push_back("forward");
  for (const std::string& name : preserved)
    if (self.cls->method(name) && name != "forward") methods.push_back(name);
  for (const std::string& name : methods) ensure_ready(*self.cls->method(name));
  const KeptSlots kept = kept_slots(self, methods, preserved);
  std::vector<std::shared_ptr<Graph>> graphs;
  for (const std::string& name : methods) {
    graphs.push_back(freeze_graph(vm, *self.cls->method(name), self, kept));
    Graph& graph = *graphs.back();
    if (graph.outputs()[0] == graph.inputs()[0])
      vm::raise(vm::types().RuntimeError, "attempted to freeze a module that return itself");
    remove_dropout(graph);
    if (a[2].as_bool()) fold_batch_norm(vm, graph);
    while (a[2].as_bool() && fold_convolution_arithmetic(graph)) {
    }
    pool_constants(graph);  // reverses the order of the constants once more, as PyTorch's pass does
  }
  vm::Value made = frozen_object(self, graphs, preserved);
  std::shared_ptr<ClassType> cls = made.as<ScriptObject>()->cls;
  for (size_t i = 0; i < methods.size(); ++i) {
    FunctionPtr from = self.cls->method(methods[i]);
    auto method = std::make_shared<Function>();
    method->name = methods[i];
    method->qualified = cls->qualified + "." + methods[i];
    method->arguments = from->arguments;
    method->arguments[0].type = cls->type;
    method->result = from->result;
    method->graph = graphs[i];
    method->graph->inputs()[0]->type = cls->type;
    method->owner = cls.get();
    method->state = Function::State::kReady;
    cls->methods[methods[i]] = method;
    cls->method_order.push_back(methods[i]);
  }
  return made;
}

// operator_schemas("aten::max"): per overload (overload, text, mutates, arguments, results); an argument is
// (name, type, has default, default, keyword only), a result (name, type).
vm::Value operator_schemas(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> found;
  for (const Schema& schema : schemas(text_of(a[0]))) {
    std::vector<vm::Value> arguments, results;
    for (const Argument& argument : schema.arguments) {
      vm::Value held = argument.has_default ? argument.default_value : vm::Value::none();
      arguments.push_back(
          vm::make_tuple({vm::make_str(argument.name), vm::make_str(python_text(argument.type)),
                          vm::Value::boolean(argument.has_default), held, vm::Value::boolean(argument.keyword_only)}));
    }
    for (size_t i = 0; i < schema.results.size(); ++i) {
      std::string name = i < schema.result_names.size() ? schema.result_names[i] : "";
      results.push_back(vm::make_tuple({vm::make_str(name), vm::make_str(python_text(schema.results[i]))}));
    }
    found.push_back(
        vm::make_tuple({vm::make_str(schema.overload), vm::make_str(schema.text), vm::Value::boolean(schema.mutates()),
                        vm::make_list(std::move(arguments)), vm::make_list(std::move(results))}));
  }
  return vm::make_list(std::move(found));
}

void load(Interpreter&, vm::Module& module) {
  define_script_types(module);
  vm::set_attribute(module, "Future", vm::Value::of(future_type()));
  define<operator_schemas>(module, "operator_schemas");
  define<compile>(module, "compile_function");
  define<run_pass<inline_calls>>(module, "_jit_pass_inline");
  define<run_pass<eliminate_dead_code>>(module, "_jit_pass_dce");
  define<run_pass<merge_common>>(module, "_jit_pass_cse");
  define<run_pass<pool_constants>>(module, "_jit_pass_constant_pooling");
  define<run_pass<propagate_numbers>>(module, "_jit_pass_constant_propagation");
  define<run_pass<simplify_by_types>>(module, "_jit_pass_peephole");
  define<run_pass<no_pass>>(module, "_jit_pass_lint");
  define<run_text>(module, "run_text");
  define<compile_script_class>(module, "compile_class");
  define<new_module>(module, "new_module");
  define<compile_method>(module, "compile_method");
  define<define_script_method>(module, "define_method");
  define<copy_object>(module, "copy_object");
  define<get_method>(module, "get_method");
  define<method_names>(module, "method_names");
  define<get_slot>(module, "get_slot");
  define<set_slot>(module, "set_slot");
  define<slot_names>(module, "slot_names");
  define<has_slot>(module, "has_slot");
  define<get_constants>(module, "constants");
  define<class_name>(module, "class_name");
  define<qualified_name>(module, "qualified_name");
  define<python_type>(module, "python_type");
  define<set_python>(module, "set_python");
  install_trace(module);
  install_size_scope(module);
  define<save_bytes>(module, "to_bytes");
  define<load_bytes>(module, "from_bytes");
  define<freeze>(module, "freeze");
  define<fork>(module, "fork");
  define<wait>(module, "wait");
}

}  // namespace

void install_script(vm::Interpreter& vm) { vm.add_module("_vitrine_script", load); }

}  // namespace vt::script
