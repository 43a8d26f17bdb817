// Builtin functions about objects: attributes, classes, representations, namespaces.
#include <algorithm>

#include "vm/bootstrap.h"
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/iterators.h"
#include "vm/builtins/text_format.h"
#include "vm/recorder.h"
#include "vm/state.h"

namespace vt::vm {
namespace {
Value len(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "len");
  return Value::integer(vm.length(a[0]));
}
Value repr(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "repr");
  NativeCallGuard guard(vm);
  return make_str(vm.repr(a[0]));
}
Value ascii(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "ascii");
  NativeCallGuard guard(vm);
  return make_str(escape_non_ascii(vm.repr(a[0])));
}
Value hash(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "hash");
  return Value::integer(static_cast<int64_t>(vm.hash(a[0])));
}
Value id(Interpreter&, const Arguments& a) {
  exactly_one(a, "id");
  if (a[0].is_object()) return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(a[0].as_object())));
  // Unboxed values have no address: an odd number of their own, equal for equal values.
  const uint64_t bits = a[0].is_float()  ? hash_double(a[0].as_float())
                        : a[0].is_none() ? 0
                                         : static_cast<uint64_t>(small_integer(a[0]));
  return Value::integer(static_cast<int64_t>((bits * 32 + static_cast<uint64_t>(a[0].tag()) * 2 + 1) & 0x7fffffffffff));
}
bool is_callable(const Value& v) {
  const Type* type = type_of(v);
  return v.as<Type>() || v.as<Function>() || v.as<NativeFunction>() || v.as<BoundMethod>() || type->slots.call ||
         type->find(intern("__call__"));
}
Value callable(Interpreter&, const Arguments& a) {
  exactly_one(a, "callable");
  return Value::boolean(is_callable(a[0]));
}

Value isinstance(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "isinstance", 2, 2);
  return Value::boolean(vm.is_instance(a[0], a[1]));
}
bool is_subclass(Interpreter& vm, Type* type, const Value& classes) {
  if (const Type* wanted = classes.as<Type>()) {
    if (type->is_subtype_of(wanted)) return true;
    if (wanted->type == types().type) return false;  // else its metaclass may say more
  }
  if (const Tuple* options = classes.as<Tuple>()) {
    NativeCallGuard guard(vm);
    return std::any_of(options->items.begin(), options->items.end(),
                       [&](const Value& option) { return is_subclass(vm, type, option); });
  }
  if (classes.is_object()) {
    const Value arguments = vm.find_attribute(classes, intern("__args__"));
    if (const Tuple* options = arguments.as<Tuple>();
        options && (type_of(classes)->name == "Union" || type_of(classes)->name == "UnionType"))
      return is_subclass(vm, type, arguments);
    if (type_of(classes)->find(intern("__subclasscheck__")))
      return vm.truth(vm.call_method(classes, "__subclasscheck__", {Value::of(type)}));
  }
  raise(types().TypeError, "issubclass() arg 2 must be a class, a tuple of classes, or a union");
}
Value issubclass(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "issubclass", 2, 2);
  Type* type = a[0].as<Type>();
  if (!type) raise(types().TypeError, "issubclass() arg 1 must be a class");
  return Value::boolean(is_subclass(vm, type, a[1]));
}

Str* attribute_name(const Value& v) {
  Str* name = v.as<Str>();
  if (!name) raise(types().TypeError, std::string("attribute name must be string, not '") + type_name(v) + "'");
  return intern(name->text);
}
Value getattr(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "getattr", 2, 3);
  Str* name = attribute_name(a[1]);
  if (a.size() == 2) return vm.get_attribute(a[0], name);
  const Value found = vm.find_attribute(a[0], name);
  return found.is_null() ? a[2] : found;
}
Value hasattr(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "hasattr", 2, 2);
  return Value::boolean(!vm.find_attribute(a[0], attribute_name(a[1])).is_null());
}
Value setattr(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "setattr", 3, 3);
  vm.set_attribute(a[0], attribute_name(a[1]), a[2]);
  return Value::none();
}
Value delattr(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "delattr", 2, 2);
  vm.delete_attribute(a[0], attribute_name(a[1]));
  return Value::none();
}

Value globals(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "globals", 0, 0);
  return Value::of(python_frame(vm).globals);
}
Value locals(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "locals", 0, 0);
  return local_names(python_frame(vm));
}
Value vars(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "vars", 0, 1);
  if (a.size() == 0) return locals(vm, a);
  const Value out = vm.find_attribute(a[0], intern("__dict__"));
  if (out.is_null()) raise(types().TypeError, "vars() argument must have __dict__ attribute");
  return out;
}

void add_names(std::vector<std::string>& names, const Value& namespace_dict) {
  const Dict* dict = namespace_dict.as<Dict>();
  if (!dict) return;
  for (const auto& entry : dict->table.entries())
    if (const Str* name = entry.key.is_null() ? nullptr : entry.key.as<Str>()) names.push_back(name->text);
}
Value dir(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "dir", 0, 1);
  std::vector<std::string> names;
  if (a.size() == 0) {
    add_names(names, locals(vm, a));
  } else if (const Value* own = type_of(a[0])->is_native ? nullptr : type_of(a[0])->find(intern("__dir__"));
             own && !(a[0].as<Type>() && own->as<NativeFunction>())) {
    // Of a class only a metaclass of the program says it: what the class defines is for its instances.
    Value listed = a[0].as<Type>() ? vm.call(*own, {a[0]}) : vm.call_method(a[0], "__dir__", {});
    for_each_item(vm, listed, [&](const Value& name) {
      names.emplace_back(expect_str(name, "dir()"));
      return true;
    });
  } else {
    for (const Value& name : vm.to_vector(vm.call(*types().object->find(intern("__dir__")), {a[0]})))
      if (const Str* text = name.as<Str>()) names.push_back(text->text);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<Value> out;
  for (const std::string& name : names) out.push_back(make_str(name));
  return make_list(std::move(out));
}

Value format(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "format", 1, 2);
  return make_str(vm.format(a[0], a.size() > 1 ? expect_str(a[1], "format() argument 2") : ""));
}

Value iter(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "iter", 1, 2);
  if (a.size() == 1) return vm.iterate(a[0]);
  if (!is_callable(a[0])) raise(types().TypeError, "iter(object, sentinel): object must be callable");
  return make_sentinel_iterator(a[0], a[1]);
}
Value next(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "next", 1, 2);
  if (!a[0].as<NativeIterator>() && !type_of(a[0])->slots.next && !type_of(a[0])->find(intern("__next__")))
    raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object is not an iterator");
  if (a.size() == 1) return vm.next_or_raise(a[0]);
  Value out = vm.next(a[0]);
  return out.is_null() ? a[1] : out;
}

Value import_function(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "__import__", {"name", "globals", "locals", "fromlist", "level"}, 1);
  const std::string name(expect_str(bound[0], "__import__() argument 1"));
  const int64_t level = bound[4].is_null() ? 0 : vm.to_index(bound[4]);
  if (name.empty() && level == 0) raise(types().ValueError, "Empty module name");
  Dict* globals = bound[1].is_null() ? nullptr : bound[1].as<Dict>();
  if (!globals) globals = python_frame(vm).globals;
  const Value wanted = bound[3].is_null() || bound[3].is_none() ? Value() : make_tuple(vm.to_vector(bound[3]));
  return import_name(vm, name, wanted, level, globals);
}
Value aiter(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "aiter");
  const Value method = find_special(vm, a[0], intern("__aiter__"));
  if (method.is_null())
    raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object is not an async iterable");
  Value iterator = vm.call(method, {});
  if (!type_of(iterator)->find(intern("__anext__")))
    raise(types().TypeError,
          std::string("aiter() returned not an async iterator of type '") + type_name(iterator) + "'");
  return iterator;
}
Value anext(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "anext", 1, 2);
  const Value method = find_special(vm, a[0], intern("__anext__"));
  if (method.is_null())
    raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object is not an async iterator");
  Value next = vm.call(method, {});
  if (a.size() == 1) return next;
  return vm.call(vm.get_attribute(vm.import_module("_coroutines"), intern("next_or")), {next, a[1]});
}
Value exit_program(Interpreter&, const Arguments& a) {
  std::vector<Value> code(a.values, a.values + a.positional);
  if (code.empty()) code.push_back(Value::none());
  raise_value(make<Exception>(types().SystemExit, make_tuple(std::move(code))));
}
// There is no prompt to stop at; a recorded run remembers the place.
Value breakpoint(Interpreter& vm, const Arguments&) {
  if (Recorder* recorder = vm.state().recorder) recorder->mark();
  return Value::none();
}
}  // namespace

void install_core_functions(Interpreter& vm) {
  const std::pair<const char*, NativeFn> functions[] = {{"len", len},
                                                        {"repr", repr},
                                                        {"ascii", ascii},
                                                        {"hash", hash},
                                                        {"id", id},
                                                        {"callable", callable},
                                                        {"isinstance", isinstance},
                                                        {"issubclass", issubclass},
                                                        {"getattr", getattr},
                                                        {"hasattr", hasattr},
                                                        {"setattr", setattr},
                                                        {"delattr", delattr},
                                                        {"vars", vars},
                                                        {"dir", dir},
                                                        {"globals", globals},
                                                        {"locals", locals},
                                                        {"format", format},
                                                        {"iter", iter},
                                                        {"next", next},
                                                        {"aiter", aiter},
                                                        {"anext", anext},
                                                        {"breakpoint", breakpoint},
                                                        {"exit", exit_program},
                                                        {"quit", exit_program}};
  for (const auto& [name, fn] : functions) add_builtin_function(vm, name, fn);
  if (!vm.builtins()->table.find(intern("__import__"))) add_builtin_function(vm, "__import__", import_function);
}

}  // namespace vt::vm
