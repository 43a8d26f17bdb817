// The last step: blocks to one list of instructions, with stack depth and exception table.
#include <algorithm>

#include "frontend/flow_passes.h"
#include "support/check.h"

namespace vt {

static int setup_effect(Pseudo pseudo) {
  // What a handler finds on the stack: the exception, and before it the index of the
  // failing instruction; `with` has dropped the value of __enter__ first.
  return pseudo == Pseudo::kSetupCleanup ? 2 : 1;
}

static int compute_depths(FlowGraph& graph) {
  std::vector<uint32_t> place(graph.blocks.size(), UINT32_MAX);
  for (uint32_t i = 0; i < graph.order.size(); ++i) place[graph.order[i]] = i;
  std::vector<BlockId> work;
  int deepest = 0;
  auto reach = [&](BlockId id, int depth) {
    FlowBlock& block = graph.at(id);
    deepest = std::max(deepest, depth);
    VT_CHECK(block.start_depth < 0 || block.start_depth == depth, "all ways into a block have the same stack depth");
    if (block.start_depth >= 0) return;
    block.start_depth = depth;
    work.push_back(id);
  };
  reach(graph.order[0], 0);
  while (!work.empty()) {
    BlockId id = work.back();
    work.pop_back();
    int depth = graph.at(id).start_depth;
    for (const FlowInstruction& instruction : graph.at(id).code) {
      if (instruction.is_setup()) {
        reach(instruction.target, depth + setup_effect(instruction.pseudo));
        continue;
      }
      if (instruction.is_jump()) reach(instruction.target, depth + stack_effect(instruction.op, instruction.arg, true));
      depth += stack_effect(instruction.op, instruction.arg, false);
      VT_CHECK(depth >= 0, "the stack is never popped below its bottom");
      deepest = std::max(deepest, depth);
    }
    if (graph.at(id).falls_through() && place[id] + 1 < graph.order.size()) reach(graph.order[place[id] + 1], depth);
  }
  return deepest;
}

static Op reversed(Op op) {
  switch (op) {
    case Op::POP_JUMP_IF_FALSE: return Op::POP_JUMP_IF_TRUE;
    case Op::POP_JUMP_IF_TRUE: return Op::POP_JUMP_IF_FALSE;
    case Op::POP_JUMP_IF_NONE: return Op::POP_JUMP_IF_NOT_NONE;
    default: return Op::POP_JUMP_IF_NONE;
  }
}

// Conditional jumps only go forward, so that JUMP_BACKWARD alone closes every loop (and
// is the one place to look for limits and interruption).
static void normalize_jumps(FlowGraph& graph) {
  std::vector<uint8_t> seen(graph.blocks.size());
  std::vector<BlockId> order;
  for (size_t i = 0; i < graph.order.size(); ++i) {
    BlockId id = graph.order[i];
    seen[id] = 1;
    order.push_back(id);
    if (graph.at(id).code.empty()) continue;
    FlowInstruction last = graph.at(id).code.back();
    if (!last.is_jump() || !seen[last.target]) continue;
    if (last.is_unconditional_jump()) {
      graph.at(id).code.back().op = Op::JUMP_BACKWARD;
    } else if (last.is_conditional_jump()) {
      BlockId back = graph.new_block();
      FlowInstruction jump = last;
      jump.op = Op::JUMP_BACKWARD;
      graph.at(back).code.push_back(jump);
      graph.at(id).code.back().op = reversed(last.op);
      VT_CHECK(i + 1 < graph.order.size(), "a conditional jump has something behind it");
      graph.at(id).code.back().target = graph.order[i + 1];
      seen.push_back(1);
      order.push_back(back);
    }
  }
  graph.order = std::move(order);
}

static void setups_to_nops(FlowGraph& graph) {
  for (BlockId id : graph.order)
    for (FlowInstruction& instruction : graph.at(id).code) {
      if (!instruction.is_setup()) continue;
      instruction.pseudo = Pseudo::kNone;
      instruction.target = kNoBlock;
      instruction.op = Op::NOP;
    }
  drop_redundant_nops(graph);
  drop_empty_blocks(graph);
}

static void drop_unused_constants(FlowGraph& graph, Code& code) {
  std::vector<Constant> constants = graph.constants.take();
  std::vector<uint32_t> moved(constants.size(), UINT32_MAX);
  auto uses = [](const FlowInstruction& i) {
    return i.pseudo == Pseudo::kNone && op_info(i.op).operand == Operand::kConst;
  };
  if (!moved.empty()) moved[0] = 0;  // the docstring's place
  for (BlockId id : graph.order)
    for (const FlowInstruction& instruction : graph.at(id).code)
      if (uses(instruction)) moved[instruction.arg] = 0;
  for (size_t i = 0; i < moved.size(); ++i) {
    if (moved[i] == UINT32_MAX) continue;
    moved[i] = static_cast<uint32_t>(code.constants.size());
    code.constants.push_back(std::move(constants[i]));
  }
  for (BlockId id : graph.order)
    for (FlowInstruction& instruction : graph.at(id).code)
      if (uses(instruction)) instruction.arg = moved[instruction.arg];
}

void assemble(FlowGraph& graph, Code& code) {
  drop_unused_constants(graph, code);
  code.max_stack = compute_depths(graph);
  setups_to_nops(graph);
  normalize_jumps(graph);
  std::vector<uint32_t> start(graph.blocks.size());
  uint32_t count = 0;
  for (BlockId id : graph.order) {
    start[id] = count;
    count += static_cast<uint32_t>(graph.at(id).code.size());
  }
  code.instructions.reserve(count);
  code.spans.reserve(count);
  BlockId open = kNoBlock;
  for (BlockId id : graph.order)
    for (const FlowInstruction& instruction : graph.at(id).code) {
      uint32_t index = static_cast<uint32_t>(code.instructions.size());
      if (instruction.handler != open || instruction.handler == kNoBlock) {
        open = instruction.handler;
        if (open != kNoBlock) {
          const FlowBlock& handler = graph.at(open);
          uint32_t depth = static_cast<uint32_t>(handler.start_depth - 1 - handler.keeps_lasti);
          code.exceptions.push_back({index, index, start[open], depth, handler.keeps_lasti});
        }
      }
      if (open != kNoBlock) code.exceptions.back().end = index + 1;
      code.instructions.push_back(
          {instruction.op, instruction.target == kNoBlock ? instruction.arg : start[instruction.target]});
      code.spans.push_back(instruction.span);
    }
}

}  // namespace vt
