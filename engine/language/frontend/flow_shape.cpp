#include <algorithm>
#include <unordered_map>

#include "frontend/flow_passes.h"

namespace vt {

static constexpr size_t kSmallExit = 4;

// Finds for each instruction the handler that protects it, by walking all paths with the
// stack of set-ups that are open there.
void assign_handlers(FlowGraph& graph) {
  struct Frame {
    BlockId handler;
    int outer;
  };
  std::vector<Frame> frames;
  static constexpr int kUnseen = -2, kNone = -1;
  std::vector<int> at_entry(graph.blocks.size(), kUnseen);
  std::vector<uint32_t> place(graph.blocks.size(), UINT32_MAX);
  for (uint32_t i = 0; i < graph.order.size(); ++i) place[graph.order[i]] = i;
  std::vector<BlockId> work;
  auto reach = [&](BlockId block, int stack) {
    if (at_entry[block] != kUnseen) return;
    at_entry[block] = stack;
    work.push_back(block);
  };
  reach(graph.order[0], kNone);
  while (!work.empty()) {
    BlockId id = work.back();
    work.pop_back();
    int stack = at_entry[id];
    for (FlowInstruction& instruction : graph.at(id).code) {
      if (instruction.is_setup()) {
        FlowBlock& handler = graph.at(instruction.target);
        handler.is_handler = true;
        handler.keeps_lasti = instruction.pseudo != Pseudo::kSetupFinally;
        reach(instruction.target, stack);
        instruction.handler = stack == kNone ? kNoBlock : frames[stack].handler;
        frames.push_back({instruction.target, stack});
        stack = static_cast<int>(frames.size()) - 1;
        continue;
      }
      if (instruction.pseudo == Pseudo::kPopBlock) {
        if (stack != kNone) stack = frames[stack].outer;
        instruction.pseudo = Pseudo::kNone;
        instruction.op = Op::NOP;
      }
      instruction.handler = stack == kNone ? kNoBlock : frames[stack].handler;
      if (instruction.is_jump()) reach(instruction.target, stack);
    }
    if (graph.at(id).falls_through() && place[id] + 1 < graph.order.size()) reach(graph.order[place[id] + 1], stack);
  }
}

void drop_empty_blocks(FlowGraph& graph) {
  std::vector<BlockId> forward(graph.blocks.size());
  BlockId next = kNoBlock;
  for (size_t i = graph.order.size(); i-- > 0;) {
    BlockId id = graph.order[i];
    if (!graph.at(id).code.empty()) next = id;
    forward[id] = next;
  }
  for (BlockId id : graph.order)
    for (FlowInstruction& instruction : graph.at(id).code) {
      if (instruction.target != kNoBlock) {
        BlockId to = forward[instruction.target];
        if (to != instruction.target && instruction.is_setup()) {
          graph.at(to).is_handler = true;
          graph.at(to).keeps_lasti |= graph.at(instruction.target).keeps_lasti;
        }
        instruction.target = to;
      }
      if (instruction.handler != kNoBlock) instruction.handler = forward[instruction.handler];
    }
  graph.order.erase(
      std::remove_if(graph.order.begin(), graph.order.end(), [&](BlockId id) { return graph.at(id).code.empty(); }),
      graph.order.end());
}

// Also counts predecessors (handlers are entered from their set-up).
void drop_unreachable_blocks(FlowGraph& graph) {
  std::vector<uint32_t> place(graph.blocks.size(), UINT32_MAX);
  for (uint32_t i = 0; i < graph.order.size(); ++i) place[graph.order[i]] = i;
  for (FlowBlock& block : graph.blocks) block.reachable = false, block.predecessors = 0;
  std::vector<BlockId> work;
  auto reach = [&](BlockId id) {
    FlowBlock& block = graph.at(id);
    ++block.predecessors;
    if (block.reachable) return;
    block.reachable = true;
    work.push_back(id);
  };
  reach(graph.order[0]);
  while (!work.empty()) {
    BlockId id = work.back();
    work.pop_back();
    for (const FlowInstruction& instruction : graph.at(id).code)
      if (instruction.is_jump() || instruction.is_setup()) reach(instruction.target);
    if (graph.at(id).falls_through() && place[id] + 1 < graph.order.size()) reach(graph.order[place[id] + 1]);
  }
  graph.order.erase(
      std::remove_if(graph.order.begin(), graph.order.end(), [&](BlockId id) { return !graph.at(id).reachable; }),
      graph.order.end());
}

// A jump to a short way out becomes that way out.
void inline_small_exits(FlowGraph& graph) {
  for (BlockId id : graph.order) {
    FlowBlock& block = graph.at(id);
    if (block.code.empty() || !block.code.back().is_unconditional_jump()) continue;
    const FlowBlock& target = graph.at(block.code.back().target);
    if (target.code.empty() || !target.code.back().leaves() || target.code.size() > kSmallExit || &target == &block)
      continue;
    FlowInstruction& jump = block.code.back();
    jump.op = Op::NOP;
    jump.target = kNoBlock;
    std::vector<FlowInstruction> copy = target.code;
    block.code.insert(block.code.end(), copy.begin(), copy.end());
  }
}

bool drop_redundant_jumps(FlowGraph& graph) {
  bool changed = false;
  for (size_t i = 0; i + 1 < graph.order.size(); ++i) {
    FlowBlock& block = graph.at(graph.order[i]);
    if (block.code.empty() || !block.code.back().is_unconditional_jump()) continue;
    if (block.code.back().target != graph.order[i + 1]) continue;
    block.code.back().op = Op::NOP;
    block.code.back().target = kNoBlock;
    changed = true;
  }
  return changed;
}

static void mark_from(FlowGraph& graph, std::vector<BlockId> work, std::vector<uint8_t>& marked,
                      const std::vector<uint8_t>* except) {
  std::vector<uint32_t> place(graph.blocks.size(), UINT32_MAX);
  for (uint32_t i = 0; i < graph.order.size(); ++i) place[graph.order[i]] = i;
  auto reach = [&](BlockId id) {
    if (marked[id] || (except && (*except)[id])) return;
    marked[id] = 1;
    work.push_back(id);
  };
  std::vector<BlockId> start;
  start.swap(work);
  for (BlockId id : start) reach(id);
  while (!work.empty()) {
    BlockId id = work.back();
    work.pop_back();
    for (const FlowInstruction& instruction : graph.at(id).code)
      if (instruction.is_jump()) reach(instruction.target);
    if (graph.at(id).falls_through() && place[id] + 1 < graph.order.size()) reach(graph.order[place[id] + 1]);
  }
}

// What only exceptions reach goes behind the rest, so that the normal path reads straight.
void move_cold_blocks_to_end(FlowGraph& graph) {
  if (graph.order.size() < 2) return;
  std::vector<uint8_t> warm(graph.blocks.size()), cold(graph.blocks.size());
  mark_from(graph, {graph.order[0]}, warm, nullptr);
  std::vector<BlockId> handlers;
  for (BlockId id : graph.order)
    if (graph.at(id).is_handler) handlers.push_back(id);
  mark_from(graph, handlers, cold, &warm);
  std::vector<BlockId> front, back;
  for (size_t i = 0; i < graph.order.size(); ++i) {
    BlockId id = graph.order[i];
    graph.at(id).cold = cold[id];
    (cold[id] ? back : front).push_back(id);
    bool crosses = i + 1 < graph.order.size() && cold[id] != cold[graph.order[i + 1]];
    if (!crosses || !graph.at(id).falls_through()) continue;
    FlowInstruction jump;
    jump.op = Op::JUMP_FORWARD;
    jump.target = graph.order[i + 1];
    jump.handler = graph.at(id).code.back().handler;
    BlockId bridge = graph.new_block();
    graph.at(bridge).code.push_back(jump);
    graph.at(bridge).cold = cold[id];
    cold.push_back(cold[id]);
    warm.push_back(warm[id]);
    (cold[id] ? back : front).push_back(bridge);
  }
  graph.order = std::move(front);
  graph.order.insert(graph.order.end(), back.begin(), back.end());
}

// ---- lines ----

static bool without_lines(const FlowBlock& block) {
  return std::all_of(block.code.begin(), block.code.end(), [](const FlowInstruction& i) { return !i.span.valid(); });
}

// A way out that has no line of its own takes that of whoever leads there: one copy each.
static void duplicate_exits_without_line(FlowGraph& graph) {
  std::unordered_map<BlockId, std::vector<BlockId>> copies;  // of a way out, the latest last
  for (size_t i = 0; i < graph.order.size(); ++i) {
    BlockId id = graph.order[i];
    if (graph.at(id).code.empty()) continue;
    FlowInstruction& last = graph.at(id).code.back();
    if (!last.is_jump() || last.target == kNoBlock) continue;
    BlockId target = last.target;
    FlowBlock& exit = graph.at(target);
    if (exit.code.empty() || !exit.code.back().leaves() || !without_lines(exit) || exit.predecessors <= 1) continue;
    BlockId copy = graph.new_block();
    graph.at(copy).code = graph.at(target).code;
    graph.at(copy).code[0].span = graph.at(id).code.back().span;
    graph.at(copy).predecessors = 1;
    graph.at(copy).is_handler = graph.at(target).is_handler;
    --graph.at(target).predecessors;
    graph.at(id).code.back().target = copy;
    copies[target].push_back(copy);
  }
  if (copies.empty()) return;
  std::vector<BlockId> order;
  for (BlockId id : graph.order) {
    order.push_back(id);
    if (const auto found = copies.find(id); found != copies.end())
      order.insert(order.end(), found->second.rbegin(), found->second.rend());
  }
  graph.order = std::move(order);
}

static void propagate_lines(FlowGraph& graph) {
  for (size_t i = 0; i < graph.order.size(); ++i) {
    FlowBlock& block = graph.at(graph.order[i]);
    SourceSpan previous;
    for (FlowInstruction& instruction : block.code) {
      if (!instruction.span.valid()) instruction.span = previous;
      else previous = instruction.span;
    }
    if (block.code.empty()) continue;
    auto pass_on = [&](BlockId to) {
      FlowBlock& next = graph.at(to);
      if (next.predecessors == 1 && !next.code.empty() && !next.code[0].span.valid()) next.code[0].span = previous;
    };
    if (block.falls_through() && i + 1 < graph.order.size()) pass_on(graph.order[i + 1]);
    if (block.code.back().is_jump()) pass_on(block.code.back().target);
  }
}

void resolve_lines(FlowGraph& graph, int first_line) {
  drop_unreachable_blocks(graph);
  duplicate_exits_without_line(graph);
  propagate_lines(graph);
  for (BlockId id : graph.order) {
    FlowBlock& block = graph.at(id);
    if (block.code.empty() || block.code.back().span.valid() || !block.code.back().real(Op::RETURN_VALUE)) continue;
    for (FlowInstruction& instruction : block.code)
      if (!instruction.span.valid()) instruction.span = {first_line, 0, first_line, 0};
  }
}

}  // namespace vt
