// The kind of work of a node, for the colours in diagrams of graphs that are never lowered. After graph.h.
#pragma once
#include <string>

namespace vt::fx {

// Returns "matrix", "reduction", "pointwise" or "view"; "op" if it is unknown. `name`: a function, method or module
// class as programs write it: "torch.nn.functional.gelu", "view", "DynamicQuantizedLinear".
std::string kind_of_work(const std::string& name);

}  // namespace vt::fx
