// Tells listeners of the graphs that a program makes itself: built by hand, traced, exported, or
// given to its back end, each time that their module is compiled. After graph.h and readable.h.
#pragma once
#include <string>

#include "capture/fx/graph.h"

namespace vt::fx {

// `owner`: the class of the module. Does nothing while nobody listens.
void report_graph(Interpreter& vm, Graph& graph, const std::string& owner);

}  // namespace vt::fx
