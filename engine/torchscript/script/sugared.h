// What an expression of a script stands for while it is compiled: a value of the graph, or
// something the graph cannot hold (modules, functions, ranges), which can still be called,
// indexed and iterated. After function.h; the emitter and its library use it.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

struct Sugared;
using SugaredPtr = std::shared_ptr<Sugared>;

struct Sugared {
  enum class Kind : uint8_t {
    kValue,     // a value of the graph
    kPython,    // an object of the language that is looked into: modules, unknown values
    kBuiltin,   // an op by name, maybe with self
    kCast,      // int, float, bool
    kSpecial,   // range, isinstance, annotate ...
    kModule,    // a scripted module; `value` is its object
    kMethod,    // of a module
    kFunction,  // a script function
    kTuple,     // of sugared values
    kRange,
    kZip,        // zip and enumerate
    kException,  // a class of exceptions
    kRaised,     // a call of one
    kTupleType,  // a NamedTuple class
    kEnumType,
    kClassType,  // a script class
    kPythonCall  // an ignored function: runs in the language
  } kind = Kind::kValue;
  Value* value = nullptr;
  vm::Value python;
  std::string name;
  std::shared_ptr<NamedValue> self;
  FunctionPtr function;
  std::vector<FunctionPtr> overloads;  // kFunction, kMethod: one of these is called instead
  ClassType* cls = nullptr;
  TypePtr type;
  std::vector<SugaredPtr> items;
  std::vector<Value*> values;  // kRange: end, or start, end, step
  bool constant = false;       // kPython: read from a module, so that numbers are allowed
};
SugaredPtr sugared(Value* value);
SugaredPtr make_sugared(Sugared::Kind kind);
// Names of special forms that are calls of a module: "module.children".
inline constexpr std::string_view kModuleForm = "module.";
// What messages call it: "module", "value of type 'int'" ...
std::string kind_text(const Sugared& value);

}  // namespace vt::script
