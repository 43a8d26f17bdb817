// What print_readable() adds to the generated code: type annotations and source lines.
#pragma once
#include <string>

#include "capture/fx/graph.h"

namespace vt::fx {

// `: "f32[2, 3][3, 1]cpu"` from the node's example value; "" if it has none.
std::string value_type(Interpreter& vm, const Node& node, TypeDetail detail);
// "\n# File: ...\n" if the node's source line differs from `last`, which is updated; else "".
std::string source_comment(Interpreter& vm, const Node& node, std::string& last);

}  // namespace vt::fx
