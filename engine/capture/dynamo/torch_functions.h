// Torch functions that tracing treats specially: a table of names and handlers,
// with the facts about each function looked up once per function object.
// Neighbours: trace_torch.h declares the handlers, trace_torch.cpp calls them.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "capture/dynamo/variable.h"
#include "vm/interpreter.h"

namespace vt::dynamo {

struct TorchCall;

// Returns the result of a call; null if the call is to be handled as if the function had no rule.
using TorchHandler = VarRef (*)(Tracer&, TorchCall&);

struct TorchRule {
  std::string_view name;  // fx::qualified_name(); a function of torch._C is listed under torch
  TorchHandler handler;
  bool settled = true;  // false: the handler is called before the arguments are realized
};

// What tracing knows about a function of the library.
struct TorchFunction {
  std::string name;           // fx::qualified_name()
  const TorchRule* rule;      // null: none
  bool enters_graph = false;  // a call becomes a node, unless the rule handles it
};

// Cache of the functions met in one compilation.
class TorchFunctions {
 public:
  const TorchFunction& of(Interpreter& vm, const Value& function);

 private:
  struct Known {
    Value holder;  // keeps the function alive, so that its address is not reused
    TorchFunction facts;
  };
  std::unordered_map<const vm::Object*, Known> known_;
};

}  // namespace vt::dynamo
