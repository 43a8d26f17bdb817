// Arguments of a call from the language: checked against the signature and converted, with
// TorchScript's messages.
#include <algorithm>

#include "capture/script/function.h"
#include "capture/script/library.h"
#include "torch/objects.h"

namespace vt::script {

bool fits_type(const vm::Value& v, const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kTensor: return torch::as_tensor(v) != nullptr;
    case TypeKind::kInt: return v.is_int() || v.as<torch::DTypeObject>();
    case TypeKind::kFloat: return v.is_float();
    case TypeKind::kBool: return v.is_bool();
    case TypeKind::kNumber: return v.is_int() || v.is_float() || v.is_bool();
    case TypeKind::kString: return v.as<vm::Str>() != nullptr;
    case TypeKind::kNone: return v.is_none();
    case TypeKind::kDevice: return v.as<torch::DeviceObject>() != nullptr;
    case TypeKind::kAny: return true;
    case TypeKind::kOptional: return v.is_none() || fits_type(v, type->element());
    case TypeKind::kUnion:
      return std::any_of(type->inside.begin(), type->inside.end(), [&](const TypePtr& t) { return fits_type(v, t); });
    case TypeKind::kList: {
      const vm::List* list = v.as<vm::List>();
      return list && std::all_of(list->items.begin(), list->items.end(),
                                 [&](const vm::Value& item) { return fits_type(item, type->element()); });
    }
    case TypeKind::kTuple: {
      const vm::Tuple* tuple = v.as<vm::Tuple>();
      if (!tuple || tuple->items.size() != type->inside.size()) return false;
      for (size_t i = 0; i < tuple->items.size(); ++i)
        if (!fits_type(tuple->items[i], type->inside[i])) return false;
      return true;
    }
    case TypeKind::kDict: {
      const vm::Dict* dict = v.as<vm::Dict>();
      if (!dict) return false;
      for (const auto& entry : dict->table.entries())
        if (!entry.key.is_null() &&
            (!fits_type(entry.key, type->inside[0]) || !fits_type(entry.value, type->inside[1])))
          return false;
      return true;
    }
    case TypeKind::kFuture: return v.is_object() && v.as_object()->kind == kScriptFuture;
    case TypeKind::kClass: {
      const ScriptObject* object = v.as<ScriptObject>();
      return object && (object->cls == type->cls || is_subtype(object->cls->type, type));
    }
    case TypeKind::kEnum: return v.is_object() && vm::Value::of(vm::type_of(v)).same(type->python);
    case TypeKind::kFunction:
    case TypeKind::kVariable:
    case TypeKind::kOther: return true;
  }
  return false;
}

// What a ScriptList or ScriptDict holds, which scripts change in place; null for other values.
static vm::Value shared_container(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (!v.as<vm::Instance>()) return {};
  vm::Value held = vm.find_attribute(v, vm::intern("_script_held"));
  return !held.is_null() && fits_type(held, type) ? held : vm::Value();
}

// A value of the language as a value of a type; containers are copied, as they are in
// TorchScript. Null if it does not fit.
vm::Value to_script_value(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kInt: {
      if (v.is_int()) return v;
      if (v.is_bool()) return vm::Value::integer(v.as_bool());
      if (torch::DTypeObject* dtype = v.as<torch::DTypeObject>()) return vm::Value::integer(dtype_number(dtype->dtype));
      if (const Tensor* t = torch::as_tensor(v))
        if (t->numel() == 1)
          return vm::Value::integer(
              static_cast<int64_t>(read_element(*t, std::vector<int64_t>(static_cast<size_t>(t->rank()), 0))));
      return {};
    }
    case TypeKind::kFloat: {
      if (v.is_float()) return v;
      if (v.is_int()) return vm::Value::real(static_cast<double>(v.as_int()));
      if (v.is_bool()) return vm::Value::real(v.as_bool());
      if (const Tensor* t = torch::as_tensor(v))
        if (t->numel() == 1)
          return vm::Value::real(read_element(*t, std::vector<int64_t>(static_cast<size_t>(t->rank()), 0)));
      return {};
    }
    case TypeKind::kTensor:  // None is the undefined tensor
      return v.is_none() || fits_type(v, type) ? v : vm::Value();
    case TypeKind::kOptional:
      if (v.is_none()) return v;
      return to_script_value(vm, v, type->element());
    case TypeKind::kUnion:
      for (const TypePtr& member : type->inside)
        if (fits_type(v, member)) return to_script_value(vm, v, member);
      return {};
    case TypeKind::kList: {
      if (vm::Value shared = shared_container(vm, v, type); !shared.is_null()) return shared;
      if (!v.as<vm::List>() && !v.as<vm::Tuple>()) return {};
      std::vector<vm::Value> items;
      for (const vm::Value& item : vm.to_vector(v)) {
        items.push_back(to_script_value(vm, item, type->element()));
        if (items.back().is_null()) return {};
      }
      return vm::make_list(std::move(items));
    }
    case TypeKind::kTuple: {
      const vm::Tuple* tuple = v.as<vm::Tuple>();
      if (!tuple || tuple->items.size() != type->inside.size()) return {};
      if (!type->python.is_null()) return v;
      std::vector<vm::Value> items;
      for (size_t i = 0; i < tuple->items.size(); ++i) {
        items.push_back(to_script_value(vm, tuple->items[i], type->inside[i]));
        if (items.back().is_null()) return {};
      }
      return vm::make_tuple(std::move(items));
    }
    case TypeKind::kDict: {
      if (vm::Value shared = shared_container(vm, v, type); !shared.is_null()) return shared;
      const vm::Dict* dict = v.as<vm::Dict>();
      if (!dict) return {};
      vm::Value made = vm::make<vm::Dict>();
      for (const auto& entry : dict->table.entries()) {
        if (entry.key.is_null()) continue;
        vm::Value key = to_script_value(vm, entry.key, type->inside[0]),
                  value = to_script_value(vm, entry.value, type->inside[1]);
        if (key.is_null() || value.is_null()) return {};
        made.as<vm::Dict>()->table.insert(vm, key, value);
      }
      return made;
    }
    case TypeKind::kDevice:
      if (v.as<vm::Str>()) return vm.call(vm.get_attribute(vm.import_module("torch"), "device"), {v});
      return fits_type(v, type) ? v : vm::Value();
    case TypeKind::kClass: {
      // The wrapper of a module stands for its object.
      if (fits_type(v, type)) return v;
      if (type->cls->plain) {
        bool instance = type->cls->python.same(vm::Value::of(vm::type_of(v)));
        return instance ? to_script_object(vm, v, type->cls) : vm::Value();
      }
      if (type->cls->interface && v.as<vm::Instance>()) {
        std::shared_ptr<ClassType> own = script_class(vm, vm::type_of(v));
        if (own && is_subtype(own->type, type)) return to_script_object(vm, v, own);
      }
      vm::Value object = vm.find_attribute(v, vm::intern("_c"));
      return !object.is_null() && fits_type(object, type) ? object : vm::Value();
    }
    case TypeKind::kNumber:
      if (fits_type(v, type)) return v;
      return {};
    case TypeKind::kBool:  // any number will do
      if (v.is_int() || v.is_float() || torch::as_tensor(v)) return vm::Value::boolean(vm.truth(v));
      return fits_type(v, type) ? v : vm::Value();
    default: return fits_type(v, type) ? v : vm::Value();
  }
}

namespace {

std::string cast_details(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (is(type, TypeKind::kTensor)) return "Unable to cast " + vm.str(v) + " to Tensor";
  if (is(type, TypeKind::kUnion))
    return "Expected a member of " + python_text(type) + " but instead found type " + vm::type_name(v);
  if (is(type, TypeKind::kTuple)) {
    if (v.as<vm::Tuple>())
      return "Object " + vm.repr(v) + " had a different number of elements than type " + python_text(type);
    return "";
  }
  return "Unable to cast Python instance of type " + vm.repr(vm::Value::of(vm::type_of(v))) +
         " to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)";
}

}  // namespace

std::vector<vm::Value> bind_to_signature(vm::Interpreter& vm, const Function& function, const vm::Arguments& a,
                                         const vm::Value* self) {
  size_t offset = self ? 1 : 0;
  const std::vector<Argument>& formal = function.arguments;
  std::string name = function.name + "()";
  auto declaration = [&] { return " Declaration: " + function.declaration(); };
  auto fail = [&](const std::string& message) { vm::raise(vm::types().RuntimeError, message); };
  size_t given = a.positional + offset + a.keywords;
  if (given > formal.size())
    fail(name + " expected at most " + std::to_string(formal.size()) + " argument(s) but received " +
         std::to_string(given) + " argument(s)." + declaration());
  auto schema = [&] { return " Schema: " + function.declaration(); };
  std::vector<vm::Value> bound;
  size_t used = 0;
  for (size_t i = 0; i < formal.size(); ++i) {
    if (i < offset) {
      bound.push_back(*self);
      continue;
    }
    const vm::Value* value = nullptr;
    if (i - offset < a.positional && !formal[i].keyword_only) value = &a[i - offset];
    if (const vm::Value* keyword = a.keyword(formal[i].name)) {
      if (value)
        fail("Argument '" + formal[i].name + "' specified both as positional and keyword argument." + schema());
      value = keyword;
      ++used;
    }
    if (!value) {
      if (!formal[i].has_default)
        fail(name + " is missing value for argument '" + formal[i].name + "'." + declaration());
      bound.push_back(formal[i].default_value);
      continue;
    }
    vm::Value converted = to_script_value(vm, *value, formal[i].type);
    if (converted.is_null()) {
      std::string message = name + " Expected a value of type '" + message_text(formal[i].type) + "' for argument '" +
                            formal[i].name + "' but instead found type '" + vm::type_name(*value) + "'.\n";
      if (formal[i].type->inferred) {
        message += "Inferred '" + formal[i].name +
                   "' to be of type 'Tensor' because it was not annotated with an explicit type.\n";
      }
      std::string details = cast_details(vm, *value, formal[i].type);
      fail(message + "Position: " + std::to_string(i) + "\nValue: " + vm.repr(*value) +
           "\nDeclaration: " + function.declaration() + "\n" +
           (details.empty() ? " Python error details: TypeError: '" + std::string(vm::type_name(*value)) +
                                  "' object is not iterable"
                            : "Cast error details: " + details));
    }
    bound.push_back(std::move(converted));
  }
  if (used < a.keywords) {
    for (size_t k = 0; k < a.keywords; ++k) {
      std::string given_name = a.keyword_names[k].as<vm::Str>()->text;
      bool known = std::any_of(formal.begin(), formal.end(), [&](const Argument& f) { return f.name == given_name; });
      if (!known)
        fail("Unknown keyword argument '" + given_name + "' for operator '" + function.name + "'." + schema());
    }
  }
  return bound;
}

}  // namespace vt::script
