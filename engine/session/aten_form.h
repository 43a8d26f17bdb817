// Arguments that ATen's operator has otherwise than ours, for graphs of a program's own compilers (aot_graph.h) and its
// dispatch modes (dispatch_modes.h).
#pragma once
#include <string>
#include <vector>

#include "graph/graph.h"
#include "vm/native.h"

namespace vt {

// `name` is the operator's without its overload; `args` and `kwargs` are what our operator shows.
void give_aten_form(vm::Interpreter& vm, const Node& node, const std::string& name, std::vector<vm::Value>& args,
                    vm::Dict& kwargs);
// A plain argument as the language has it.
vm::Value plain_value(const Arg& arg);
vm::Value strided_layout(vm::Interpreter& vm);

}  // namespace vt
