// The compile-time meaning of an expression: a value of the graph, or something that the graph cannot hold
// (modules, functions, ranges) but that can be called, indexed or iterated. After function.h; used by the
// emitter and library.cpp.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

struct Sugared;
using SugaredPtr = std::shared_ptr<Sugared>;

struct Sugared {
  enum class Kind : uint8_t {
    kValue,     // a value of the graph
    kPython,    // a Python object whose attributes are resolved at compile time: Python modules, unknown values
    kBuiltin,   // an operator by name, optionally with self
    kCast,      // int, float, bool
    kSpecial,   // range, isinstance, annotate ...
    kModule,    // a scripted module; `value` is its object
    kMethod,    // of a module
    kFunction,  // a script function
    kTuple,     // of sugared values
    kRange,
    kZip,        // zip and enumerate
    kException,  // a class of exceptions
    kRaised,     // a call of such a class
    kTupleType,  // a NamedTuple class
    kEnumType,
    kClassType,  // a script class
    kPythonCall  // an ignored function: runs in Python
  } kind = Kind::kValue;
  Value* value = nullptr;
  vm::Value python;
  std::string name;
  std::shared_ptr<NamedValue> self;
  FunctionPtr function;
  std::vector<FunctionPtr> overloads;  // kFunction, kMethod: overloads to choose from, if not empty
  ClassType* cls = nullptr;
  TypePtr type;
  std::vector<SugaredPtr> items;
  std::vector<Value*> values;  // kRange: end, or start, end, step
  bool constant = false;       // kPython: an attribute of a Python module, so that numbers are allowed
};
SugaredPtr sugared(Value* value);
SugaredPtr make_sugared(Sugared::Kind kind);
// Prefix of special forms that are calls of a module: "module.children".
inline constexpr std::string_view kModuleForm = "module.";
// The kind in messages: "module", "value of type 'int'" ...
std::string kind_text(const Sugared& value);

}  // namespace vt::script
