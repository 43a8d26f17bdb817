// Reports a TorchScript graph to event listeners: as text, and as a diagram with nested blocks. After ir.h;
// called where a function is compiled or traced.
#pragma once
#include <string>

#include "torchscript/script/ir.h"

namespace vt::script {

// `how`: "compiled" or "traced". Does nothing without listeners.
void report_graph(Graph& graph, const std::string& name, const char* how);

}  // namespace vt::script
