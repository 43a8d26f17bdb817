// The passes in order. What CPython's optimiser does at this stage, so that the bytecode
// panel shows what `dis` shows.
#include "frontend/flow_passes.h"

namespace vt {

void optimize_flow(FlowGraph& graph, int first_line) {
  assign_handlers(graph);
  drop_empty_blocks(graph);
  drop_unreachable_blocks(graph);
  inline_small_exits(graph);
  resolve_lines(graph, first_line);
  for (BlockId id : graph.order) simplify_block(graph, graph.at(id));
  do drop_redundant_nops(graph);
  while (drop_load_pop_pairs(graph));
  drop_empty_blocks(graph);
  inline_small_exits(graph);
  drop_unreachable_blocks(graph);
  do {
    drop_redundant_nops(graph);
    drop_empty_blocks(graph);
  } while (drop_redundant_jumps(graph));
  move_cold_blocks_to_end(graph);
  while (drop_redundant_jumps(graph)) drop_redundant_nops(graph), drop_empty_blocks(graph);
  resolve_lines(graph, first_line);
  drop_redundant_nops(graph);
  drop_empty_blocks(graph);
}

}  // namespace vt
