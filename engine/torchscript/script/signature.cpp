// Checks the arguments of a call from Python against the signature and converts them, with TorchScript's
// error messages.
#include <algorithm>

#include "torch/objects.h"
#include "torchscript/script/function.h"
#include "torchscript/script/library.h"

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

// The container inside a ScriptList or ScriptDict, which scripts mutate in place; null for other values.
static vm::Value shared_container(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (!v.as<vm::Instance>()) return {};
  vm::Value held = vm.find_attribute(v, vm::intern("_script_held"));
  return !held.is_null() && fits_type(held, type) ? held : vm::Value();
}

namespace {

// The reason why a value does not fit, in PyTorch's words.
struct CastError {
  std::string details;
};

[[noreturn]] void unfit(vm::Interpreter& vm, const vm::Value& v) {
  throw CastError{"Cast error details: Unable to cast Python instance of type " +
                  vm.repr(vm::Value::of(vm::type_of(v))) +
                  " to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)"};
}

// Runs Python code; an exception becomes the reason.
template <typename Action>
auto in_language(vm::Interpreter& vm, Action action) {
  try {
    return action();
  } catch (const vm::Raised& raised) {
    throw CastError{" Python error details: " + std::string(vm::type_name(raised.exception)) + ": " +
                    vm.str(raised.exception)};
  }
}
std::vector<vm::Value> items_of(vm::Interpreter& vm, const vm::Value& v) {
  return in_language(vm, [&] { return vm.to_vector(v); });
}

double only_element(const Tensor& t) { return read_element(t, std::vector<int64_t>(static_cast<size_t>(t.rank()), 0)); }

vm::Value cast(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type);

vm::Value cast_list(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (vm::Value shared = shared_container(vm, v, type); !shared.is_null()) return shared;
  const TypePtr& element = type->element();
  // Lists of these element types accept only lists and tuples; others accept any iterable.
  const bool whole = is(element, TypeKind::kInt) || is(element, TypeKind::kFloat) || is(element, TypeKind::kBool) ||
                     is(element, TypeKind::kTensor);
  if (whole && !v.as<vm::List>() && !v.as<vm::Tuple>()) unfit(vm, v);
  std::vector<vm::Value> items;
  for (const vm::Value& item : items_of(vm, v)) {
    vm::Value made = whole ? to_script_value(vm, item, element) : cast(vm, item, element);
    if (made.is_null() || (made.is_none() && is(element, TypeKind::kTensor))) unfit(vm, v);
    items.push_back(std::move(made));
  }
  return vm::make_list(std::move(items));
}

vm::Value cast_tuple(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  std::vector<vm::Value> items = items_of(vm, v);
  if (items.size() != type->inside.size())
    throw CastError{"Cast error details: Object " + vm.str(v) + " had a different number of elements than type " +
                    python_text(type)};
  for (size_t i = 0; i < items.size(); ++i) items[i] = cast(vm, items[i], type->inside[i]);
  vm::Type* named = type->python.is_null() ? nullptr : type->python.as<vm::Type>();
  return named ? vm::make<vm::Tuple>(std::move(items), named) : vm::make_tuple(std::move(items));
}

vm::Value cast_dict(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (vm::Value shared = shared_container(vm, v, type); !shared.is_null()) return shared;
  const vm::Value given =
      v.as<vm::Dict>() ? v : in_language(vm, [&] { return vm.call(vm::Value::of(vm::types().dict), {v}); });
  vm::Value made = vm::make<vm::Dict>();
  for (const auto& entry : given.as<vm::Dict>()->table.entries()) {
    if (entry.key.is_null()) continue;
    vm::Value value = cast(vm, entry.value, type->inside[1]), key = cast(vm, entry.key, type->inside[0]);
    made.as<vm::Dict>()->table.insert(vm, key, value);
  }
  return made;
}

vm::Value cast_object(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (fits_type(v, type)) return v;
  // Unwrap a Python module to its script object.
  vm::Value object = vm.find_attribute(v, vm::intern("_c"));
  if (!object.is_null() && fits_type(object, type)) return object;
  if (type->cls->interface && v.as<vm::Instance>()) {
    std::shared_ptr<ClassType> own = script_class(vm, vm::type_of(v));
    if (own && is_subtype(own->type, type)) return to_script_object(vm, v, own);
  }
  if (!type->cls->plain) unfit(vm, v);
  for (const ClassAttribute& a : type->cls->attributes)
    if (vm.find_attribute(v, vm::intern(a.name)).is_null())
      throw CastError{"Cast error details: Tried to cast object to type " + python_text(type) +
                      " but object was missing attribute " + a.name};
  vm::Value made = to_script_object(vm, v, type->cls);
  if (made.is_null()) throw CastError{"Cast error details: " + unfit_attribute(vm, v, *type->cls)};
  return made;
}

vm::Value cast_union(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  std::string reason;
  std::optional<TypePtr> found = infer_type(vm, v, &reason);
  if (!found) {
    if (reason == vm::type_name(v))
      reason =
          "Only tensors and (possibly nested) tuples of tensors, lists, or dicts are supported as inputs or outputs "
          "of traced functions, but instead got value of type " +
          reason + ".";
    vm::raise(vm::types().RuntimeError, "Tracer cannot infer type of " + vm.str(v) + "\n:" + reason);
  }
  for (const TypePtr& member : type->inside)
    if (is_subtype(*found, member)) return cast(vm, v, member);
  throw CastError{"Cast error details: Expected a member of " + python_text(type) + " but instead found type " +
                  python_text(*found)};
}

// Converts a Python value to a script type. Containers are copied, because TorchScript's
// conversion copies them too.
vm::Value cast(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  const Tensor* t = torch::as_tensor(v);
  const bool one = t && t->numel() == 1;
  switch (type->kind) {
    case TypeKind::kInt: {
      if (v.is_int()) return v;
      if (v.is_bool()) return vm::Value::integer(v.as_bool());
      if (torch::DTypeObject* dtype = v.as<torch::DTypeObject>()) return vm::Value::integer(dtype_number(dtype->dtype));
      if (one) return vm::Value::integer(static_cast<int64_t>(only_element(*t)));
      break;
    }
    case TypeKind::kFloat: {
      if (v.is_float()) return v;
      if (v.is_int()) return vm::Value::real(static_cast<double>(v.as_int()));
      if (v.is_bool()) return vm::Value::real(v.as_bool());
      if (one) return vm::Value::real(only_element(*t));
      break;
    }
    case TypeKind::kBool:  // any number is accepted
      if (v.is_none()) return vm::Value::boolean(false);
      if (v.is_bool() || v.is_int() || v.is_float() || one) return vm::Value::boolean(vm.truth(v));
      break;
    case TypeKind::kTensor:  // None is an undefined tensor
      if (v.is_none() || fits_type(v, type)) return v;
      throw CastError{"Cast error details: Unable to cast " + vm.str(v) + " to Tensor"};
    case TypeKind::kNone:
      if (v.is_none()) return v;
      throw CastError{"Cast error details: Cannot cast " + vm.str(v) + " to None"};
    case TypeKind::kOptional: return v.is_none() ? v : cast(vm, v, type->element());
    case TypeKind::kUnion: return cast_union(vm, v, type);
    case TypeKind::kList: return cast_list(vm, v, type);
    case TypeKind::kTuple: return cast_tuple(vm, v, type);
    case TypeKind::kDict: return cast_dict(vm, v, type);
    case TypeKind::kDevice:
      if (v.as<vm::Str>()) return vm.call(vm.get_attribute(vm.import_module("torch"), "device"), {v});
      break;
    case TypeKind::kEnum:
      if (fits_type(v, type)) return v;
      in_language(vm, [&] { return vm.get_attribute(v, "name"); });
      if (!type->inside.empty())
        cast(vm, in_language(vm, [&] { return vm.get_attribute(v, "value"); }), type->inside[0]);
      break;
    case TypeKind::kClass: return cast_object(vm, v, type);
    default: break;
  }
  if (!fits_type(v, type)) unfit(vm, v);
  return v;
}

// The name of a value's type in messages.
std::string friendly_type_name(vm::Interpreter& vm, const vm::Value& v) {
  std::string name = vm::type_of(v)->name;
  const vm::Tuple* tuple = v.as<vm::Tuple>();
  vm::Value fields = tuple ? vm.find_attribute(v, vm::intern("_fields")) : vm::Value();
  if (fields.is_null()) return name;
  std::string listed;
  for (const vm::Value& field : vm.to_vector(fields)) listed += (listed.empty() ? "" : ", ") + vm.str(field);
  return name + " (aka NamedTuple(" + listed + "))";
}

}  // namespace

// Returns null if the value does not fit.
vm::Value to_script_value(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  try {
    return cast(vm, v, type);
  } catch (const CastError&) {
    return {};
  }
}

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
    try {
      bound.push_back(cast(vm, *value, formal[i].type));
    } catch (const CastError& error) {
      std::string message = name + " Expected a value of type '" + message_text(formal[i].type) + "' for argument '" +
                            formal[i].name + "' but instead found type '" + friendly_type_name(vm, *value) + "'.\n";
      if (formal[i].type->inferred) {
        message += "Inferred '" + formal[i].name +
                   "' to be of type 'Tensor' because it was not annotated with an explicit type.\n";
      }
      fail(message + "Position: " + std::to_string(i) + "\nValue: " + vm.repr(*value) +
           "\nDeclaration: " + function.declaration() + "\n" + error.details);
    }
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
