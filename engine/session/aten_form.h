// Converts arguments to the form that ATen's operators take, for the graphs of a program's own compilers (aot_graph.h)
// and its dispatch modes (dispatch_modes.h).
#pragma once
#include <string>
#include <vector>

#include "graph/graph.h"
#include "vm/native.h"

namespace vt {

// `name`: the operator's name without overload; `args`, `kwargs`: arguments in our form, converted in place.
void give_aten_form(vm::Interpreter& vm, const Node& node, const std::string& name, std::vector<vm::Value>& args,
                    vm::Dict& kwargs);
// A non-tensor argument as a Python value.
vm::Value plain_value(const Arg& arg);
vm::Value strided_layout(vm::Interpreter& vm);

}  // namespace vt
