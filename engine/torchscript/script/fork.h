// fork and wait: runs a graph concurrently with its caller, on its own thread if threads exist and the graph
// uses only tensors and numbers.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

vm::Value start_fork(vm::Interpreter& vm, const std::shared_ptr<Graph>& graph, std::vector<vm::Value> arguments);
vm::Value wait_for(vm::Interpreter& vm, const vm::Value& future);
// A completed future, for fork of a function that is not scripted (it runs at once).
vm::Value done_future(vm::Value result);
vm::Type* future_type();
vm::Value run_graph(vm::Interpreter& vm, Graph& graph, std::vector<vm::Value> arguments, const std::string& name);

}  // namespace vt::script
