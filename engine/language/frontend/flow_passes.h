// The passes over a FlowGraph. optimize_flow() (flow_optimize.cpp) lists them in order;
// assemble() (assemble.cpp) uses the last ones.
#pragma once
#include "frontend/flow_graph.h"

namespace vt {

// flow_shape.cpp: passes that change the set of blocks and the edges between them.
void assign_handlers(FlowGraph& graph);
void drop_empty_blocks(FlowGraph& graph);
void drop_unreachable_blocks(FlowGraph& graph);
void inline_small_exits(FlowGraph& graph);
bool drop_redundant_jumps(FlowGraph& graph);
void move_cold_blocks_to_end(FlowGraph& graph);
void resolve_lines(FlowGraph& graph, int first_line);

// flow_peephole.cpp: passes within one block.
void simplify_block(FlowGraph& graph, FlowBlock& block);
void drop_redundant_nops(FlowGraph& graph);
bool drop_load_pop_pairs(FlowGraph& graph);

}  // namespace vt
