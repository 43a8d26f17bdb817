// Tells listeners of a graph of TorchScript: as text, and as a diagram with its blocks one inside
// the other. After ir.h; called where a function is compiled or traced.
#pragma once
#include <string>

#include "torchscript/script/ir.h"

namespace vt::script {

// `how`: "compiled" or "traced". Does nothing while nobody listens.
void report_graph(Graph& graph, const std::string& name, const char* how);

}  // namespace vt::script
