// What kind of work a node is in graphs that nobody lowers: pictures colour by it. After graph.h.
#pragma once
#include <string>

namespace vt::fx {

// "matrix", "reduction", "pointwise", "view", or "op" where it is not known. `name`: of a function, a method or a class
// of modules, as programs write it: "torch.nn.functional.gelu", "view", "DynamicQuantizedLinear".
std::string kind_of_work(const std::string& name);

}  // namespace vt::fx
