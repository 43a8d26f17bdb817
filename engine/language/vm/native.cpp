#include "vm/native.h"

#include "vm/builtins/helpers.h"
#include "vm/state.h"
#include "vm/type_names.h"

namespace vt::vm {

static NativeFunction* add_native(Type* type, std::string_view name, NativeFn fn) {
  auto* made = new NativeFunction(std::string(name), fn);
  made->qualified_name = type->name + "." + std::string(name);
  made->module = type->module;
  return made;
}

NativeFunction* define_method(Type* type, std::string_view name, NativeFn fn, const void* data) {
  NativeFunction* made = add_native(type, name, fn);
  made->is_method = true;
  made->owner = type;
  made->data = data;
  type->set(name, Value::adopt(made));
  return made;
}
void define_static_method(Type* type, std::string_view name, NativeFn fn) {
  type->set(name, make<StaticMethod>(Value::adopt(add_native(type, name, fn))));
}
void define_class_method(Type* type, std::string_view name, NativeFn fn) {
  type->set(name, make<ClassMethod>(Value::adopt(add_native(type, name, fn))));
}
void define_property(Type* type, std::string_view name, NativeFn getter, NativeFn setter) {
  Value get = Value::adopt(add_native(type, name, getter));
  Value set = setter ? Value::adopt(add_native(type, name, setter)) : Value();
  type->set(name, make<Property>(std::move(get), std::move(set), Value()));
}
NativeFunction* define_function(Module& module, std::string_view name, NativeFn fn, const void* data) {
  auto* made = new NativeFunction(std::string(name), fn);
  made->module = module.name;
  made->data = data;
  set_attribute(module, name, Value::adopt(made));
  return made;
}
void set_attribute(Module& module, std::string_view name, Value value) {
  module.attributes.as<Dict>()->table.insert(intern(name), std::move(value));
}

Type* make_type(std::string_view name, Type* base, Kind kind, std::string_view module) {
  Type* type = new Type(std::string(name), base ? base : types().object);
  type->is_native = true;
  type->module = module;
  type->instance_kind = kind;
  return type;
}

Value make_closure(std::string name, NativeFn fn, Value bound) {
  auto* made = new NativeFunction(std::move(name), fn);
  made->bound = std::move(bound);
  return Value::adopt(made);
}
const NativeFunction* current_native(Interpreter& vm) { return vm.state().native; }

static std::string plural(size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// The method in progress as CPython names it where keywords are refused ("str.center"), else `function`.
static std::string callee(const char* function) {
  const NativeFunction* native = current_native(*Interpreter::current());
  const bool method = native && native->is_method && native->owner && native->name == function;
  return method ? native->owner->name + "." + function : function;
}
void no_keywords(const Arguments& a, const char* function) {
  if (a.keywords > 0) raise(types().TypeError, callee(function) + "() takes no keyword arguments");
}

void check_count(const Arguments& a, const char* name, size_t minimum, size_t maximum, bool self) {
  size_t given = a.positional - (self && a.positional > 0 ? 1 : 0);
  no_keywords(a, name);
  if (given >= minimum && given <= maximum) return;
  std::string message = name;
  if (minimum == maximum) {
    const char* short_name = name;  // CPython names the method without its type here
    if (maximum == 0) message = std::string(short_name) + "() takes no arguments (" + std::to_string(given) + " given)";
    else if (maximum == 1)
      message = std::string(short_name) + "() takes exactly one argument (" + std::to_string(given) + " given)";
    else message += " expected " + plural(maximum, "argument") + ", got " + std::to_string(given);
  } else if (given < minimum) {
    message += " expected at least " + plural(minimum, "argument") + ", got " + std::to_string(given);
  } else {
    message += " expected at most " + plural(maximum, "argument") + ", got " + std::to_string(given);
  }
  raise(types().TypeError, message);
}

namespace {

// The names without the mark "*", from which on they are keyword only.
struct Parameters {
  std::initializer_list<const char*> names;
  size_t positional, count;
  explicit Parameters(std::initializer_list<const char*> given)
      : names(given), positional(given.size()), count(given.size()) {
    for (size_t i = 0; i < given.size(); ++i)
      if (std::string_view(given.begin()[i]) == "*") {
        positional = i;
        --count;
        break;
      }
  }
  // The object of a method is none of the arguments that errors count.
  size_t self() const { return names.size() && std::string_view(names.begin()[0]) == "self"; }
  const char* name(size_t i) const { return names.begin()[i < positional ? i : i + names.size() - count]; }
};

bool is_written_in_c(const NativeFunction& native) {
  const std::string& module = native.owner ? native.owner->module : native.module;
  return module == "builtins" || module == "math" || module == "itertools";
}

bool names_builtin_type(const char* function) {
  const Value* found = Interpreter::current()->builtins()->table.find(intern(function));
  return found && found->as<Type>();
}

void bind_keywords(const Arguments& a, const char* function, const Parameters& parameters, std::vector<Value>& bound) {
  for (size_t k = 0; k < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<Str>()->text;
    size_t at = 0;
    while (at < parameters.count && name != parameters.name(at)) ++at;
    if (at == parameters.count) {
      // Types that CPython has in C word it in another way than functions of the language.
      const NativeFunction* native = current_native(*Interpreter::current());
      const bool builtin = native && native->name == function ? is_written_in_c(*native) : names_builtin_type(function);
      raise(types().TypeError, builtin
                                   ? "'" + name + "' is an invalid keyword argument for " + function + "()"
                                   : std::string(function) + "() got an unexpected keyword argument '" + name + "'");
    }
    if (!bound[at].is_null())
      raise(types().TypeError, "argument for " + std::string(function) + "() given by name ('" + name +
                                   "') and position (" + std::to_string(at + 1 - parameters.self()) + ")");
    bound[at] = a.values[a.positional + k];
  }
}

}  // namespace

std::vector<Value> bind_arguments(const Arguments& a, const char* function, std::initializer_list<const char*> names,
                                  size_t required) {
  const Parameters parameters(names);
  const size_t given = a.positional + a.keywords;
  if (given > parameters.count)
    raise(types().TypeError, std::string(function) + "() takes at most " +
                                 plural(parameters.count - parameters.self(), "argument") + " (" +
                                 std::to_string(given - parameters.self()) + " given)");
  if (a.positional > parameters.positional)
    raise(types().TypeError, std::string(function) + "() takes " +
                                 (required < parameters.positional ? "at most " : "exactly ") +
                                 plural(parameters.positional - parameters.self(), "positional argument") + " (" +
                                 std::to_string(a.positional - parameters.self()) + " given)");
  std::vector<Value> bound(parameters.count);
  for (size_t i = 0; i < a.positional; ++i) bound[i] = a.values[i];
  bind_keywords(a, function, parameters, bound);
  for (size_t i = 0; i < required; ++i)
    if (bound[i].is_null())
      raise(types().TypeError, std::string(function) + "() missing required argument '" + parameters.name(i) +
                                   "' (pos " + std::to_string(i + 1 - parameters.self()) + ")");
  return bound;
}

std::string_view expect_str(const Value& v, const char* what) {
  const Str* text = v.as<Str>();
  if (!text) raise(types().TypeError, std::string(what) + " must be str, not " + argument_type_name(v));
  return text->text;
}
Str* as_str(const Value& v) { return v.as<Str>(); }
const char* type_name(const Value& v) { return shown_name(*type_of(v)); }

}  // namespace vt::vm
