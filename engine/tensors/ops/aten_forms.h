// Whether the present recording is for compilers of the program (session/aot_graph.h). Gradient formulas and
// decompositions then emit exactly PyTorch's operators, also where a shorter form is used otherwise.
#pragma once

namespace vt {

bool aten_forms();
bool set_aten_forms(bool on);  // returns the previous setting

}  // namespace vt
