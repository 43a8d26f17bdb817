// The result of fusion as data for diagrams: the nodes that each kernel computes, the tensors that pass
// through memory between kernels, and the reason for each refused fusion.
#pragma once
#include "lower/program.h"

namespace vt {

// Kernels (category "loop", "matrix" or "library"; their items are the graph nodes that they compute) and buffers
// ("input", "constant", "temporary", "output"; detail: bytes). An edge is a read or a write.
Diagram kernel_diagram(const Program& program);

// Columns: fused ("yes", "no"), first, second, rule, detail (the values that decided), bytes, advice (how to avoid the
// refusal). Each row's items are the nodes of both kernels.
Table decision_table(const Program& program);

// Bytes that one run reads and writes: the sum over all kernels, counting whole tensors.
SymExpr moved_bytes(const Program& program);

}  // namespace vt
