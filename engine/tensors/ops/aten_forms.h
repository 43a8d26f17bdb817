// Whether what is recorded is for a program's own compilers (session/aot_graph.h): there formulas and
// decompositions take PyTorch's very steps, where ours would save one.
#pragma once

namespace vt {

bool aten_forms();
bool set_aten_forms(bool on);  // returns what it was

}  // namespace vt
