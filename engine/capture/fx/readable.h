// The extras of print_readable() over plain generated code: types and source lines.
#pragma once
#include <string>

#include "capture/fx/graph.h"

namespace vt::fx {

// `: "f32[2, 3][3, 1]cpu"` from the node's example value, or "".
std::string value_type(Interpreter& vm, const Node& node, TypeDetail detail);
// "\n# File: ...\n" when the node's place differs from `last`, which is updated.
std::string source_comment(Interpreter& vm, const Node& node, std::string& last);

}  // namespace vt::fx
