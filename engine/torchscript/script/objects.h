// Python objects for graphs, nodes, values and functions (torch._C.Graph ...).
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

struct GraphObject : vm::Object {
  explicit GraphObject(std::shared_ptr<Graph> graph);
  static bool is_kind(vm::Kind k) { return k == kScriptGraph; }
  std::shared_ptr<Graph> graph;
};
vm::Value wrap_graph(const std::shared_ptr<Graph>& graph);
vm::Value wrap_function(const FunctionPtr& function, vm::Value self = {});
vm::Type* script_object_type();
// Defines the types of this file as attributes of a Python module.
void define_script_types(vm::Module& module);

}  // namespace vt::script
