// What fusion came to, as data for pictures: which kernel computes which nodes, which tensors go
// through memory between them, and why the rest does.
#pragma once
#include "lower/program.h"

namespace vt {

// Kernels (category "loop", "matrix" or "library"; their items come from the graph nodes that they compute) and buffers
// ("input", "constant", "temporary", "output"; detail: bytes). An edge is a read or a write.
Diagram kernel_diagram(const Program& program);

// Rows: fused ("yes", "no"), first, second, rule, detail (the values that decided), bytes, advice (what would change a
// refusal); items: the nodes.
Table decision_table(const Program& program);

// How many bytes one run moves: what each kernel reads and writes, counted as whole tensors.
SymExpr moved_bytes(const Program& program);

}  // namespace vt
