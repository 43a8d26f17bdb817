// Helpers to write native types, functions and modules in few lines.
//
//   Value list_append(Interpreter& vm, const Arguments& a) {
//     check_count(a, "list.append", 1, 1, /*self=*/true);
//     a[0].as<List>()->items.push_back(a[1]);
//     return Value::none();
//   }
//   define_method(types().list, "append", list_append);
#pragma once
#include "vm/interpreter.h"

namespace vt::vm {

// Methods receive self as argument 0.
NativeFunction* define_method(Type* type, std::string_view name, NativeFn fn, const void* data = nullptr);
void define_static_method(Type* type, std::string_view name, NativeFn fn);
void define_class_method(Type* type, std::string_view name, NativeFn fn);
void define_property(Type* type, std::string_view name, NativeFn getter, NativeFn setter = nullptr);
NativeFunction* define_function(Module& module, std::string_view name, NativeFn fn, const void* data = nullptr);
void set_attribute(Module& module, std::string_view name, Value value);
// Makes a native class, visible as module.name; `kind` is that of its instances.
Type* make_type(std::string_view name, Type* base, Kind kind, std::string_view module = "builtins");
// Makes a function that carries a Value, which fn receives as argument 0.
Value make_closure(std::string name, NativeFn fn, Value bound);
// The NativeFunction that is running (for its `data`).
const NativeFunction* current_native(Interpreter& vm);

// Raises TypeErrors with CPython's messages.
void check_count(const Arguments& a, const char* name, size_t minimum, size_t maximum, bool self = false);
// Binds positionals and keywords to `names` ("x", "y", "*", "key": names after "*" are keyword-only); missing ones stay
// null. Raises for unknown and repeated ones, and for missing ones among the first `required`.
std::vector<Value> bind_arguments(const Arguments& a, const char* function, std::initializer_list<const char*> names,
                                  size_t required);

// Counts the work of a long native operation as instructions, so that limits and Stop apply to it: may raise or end the
// run. Does nothing outside a run.
void charge_work(uint64_t steps);

// Conversions; on failure nullptr, or an exception with `what` in the message.
std::string_view expect_str(const Value& v, const char* what);
Str* as_str(const Value& v);
const char* type_name(const Value& v);  // "int", as in error messages

}  // namespace vt::vm
