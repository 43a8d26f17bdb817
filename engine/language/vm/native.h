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
// A native class visible as module.name; `kind` is that of its instances.
Type* make_type(std::string_view name, Type* base, Kind kind, std::string_view module = "builtins");
// A function that carries a Value; fn sees it as argument 0.
Value make_closure(std::string name, NativeFn fn, Value bound);
// The NativeFunction whose fn is running (for `data`).
const NativeFunction* current_native(Interpreter& vm);

// TypeErrors as CPython words them.
void check_count(const Arguments& a, const char* name, size_t minimum, size_t maximum, bool self = false);
// Binds positionals and keywords to `names` ("x", "y", "*", "key" - after "*" keyword only);
// missing ones stay null. Raises for unknown, repeated and, for the first `required`, missing ones.
std::vector<Value> bind_arguments(const Arguments& a, const char* function, std::initializer_list<const char*> names,
                                  size_t required);

// Charges the work of one long native operation as instructions, so that limits and Stop
// reach into it: may raise or end the run. Does nothing outside one.
void charge_work(uint64_t steps);

// Conversions; nullptr or raise with the given function name in the message.
std::string_view expect_str(const Value& v, const char* what);
Str* as_str(const Value& v);
const char* type_name(const Value& v);  // "int", as error messages show it

}  // namespace vt::vm
