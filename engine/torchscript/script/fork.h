// fork and wait: a graph that runs beside its caller, on a thread of its own where there
// are threads and the graph touches tensors and numbers only.
#pragma once
#include "torchscript/script/function.h"

namespace vt::script {

vm::Value start_fork(vm::Interpreter& vm, const std::shared_ptr<Graph>& graph, std::vector<vm::Value> arguments);
vm::Value wait_for(vm::Interpreter& vm, const vm::Value& future);
// A future that is done: fork of a function that is not scripted runs it at once.
vm::Value done_future(vm::Value result);
vm::Type* future_type();
vm::Value run_graph(vm::Interpreter& vm, Graph& graph, std::vector<vm::Value> arguments, const std::string& name);

}  // namespace vt::script
