// Which functions of the torch library tracing handles in a way of its own: a table of names and
// handlers, and what is known of a function, looked up once per function object.
// Neighbours: trace_torch.h has the handlers' side, trace_torch.cpp the calls.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "capture/dynamo/variable.h"
#include "vm/interpreter.h"

namespace vt::dynamo {

struct TorchCall;

// Gives the result of a call, or null: the call goes on as if the function had no rule.
using TorchHandler = VarRef (*)(Tracer&, TorchCall&);

struct TorchRule {
  std::string_view name;  // fx::qualified_name(); functions of torch._C are listed as those of torch
  TorchHandler handler;
  bool settled = true;  // false: the handler is asked before anything looks at the arguments
};

// What tracing knows of a function of the library.
struct TorchFunction {
  std::string name;           // fx::qualified_name()
  const TorchRule* rule;      // null: none
  bool enters_graph = false;  // a call is a node of the graph, unless a rule has it otherwise
};

// The functions met in one compilation.
class TorchFunctions {
 public:
  const TorchFunction& of(Interpreter& vm, const Value& function);

 private:
  struct Known {
    Value holder;  // keeps the object, so that its address stays its own
    TorchFunction facts;
  };
  std::unordered_map<const vm::Object*, Known> known_;
};

}  // namespace vt::dynamo
