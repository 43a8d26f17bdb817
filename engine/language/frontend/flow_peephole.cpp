#include <algorithm>

#include "frontend/compiler.h"
#include "frontend/flow_passes.h"

namespace vt {

static void make_nop(FlowInstruction& instruction) {
  instruction.op = Op::NOP;
  instruction.pseudo = Pseudo::kNone;
  instruction.arg = 0;
  instruction.target = kNoBlock;
}

// A jump on a constant is taken or not; `x is None` has jumps of its own.
static void simplify_constant(FlowGraph& graph, FlowBlock& block, size_t i) {
  auto real = [&](size_t at, Op op) { return at < block.code.size() && block.code[at].real(op); };
  const Constant& constant = graph.constants[block.code[i].arg];
  if (real(i + 1, Op::POP_JUMP_IF_FALSE) || real(i + 1, Op::POP_JUMP_IF_TRUE)) {
    FlowInstruction& jump = block.code[i + 1];
    bool taken = constant_truth(constant) == (jump.op == Op::POP_JUMP_IF_TRUE);
    make_nop(block.code[i]);
    if (taken) jump.op = Op::JUMP_FORWARD;
    else make_nop(jump);
    return;
  }
  bool none = std::holds_alternative<std::monostate>(constant.value);
  if (!none || !real(i + 1, Op::IS_OP)) return;
  if (!real(i + 2, Op::POP_JUMP_IF_FALSE) && !real(i + 2, Op::POP_JUMP_IF_TRUE)) return;
  bool is_not = block.code[i + 1].arg == 1;
  bool when = (block.code[i + 2].op == Op::POP_JUMP_IF_TRUE) != is_not;
  make_nop(block.code[i]);
  make_nop(block.code[i + 1]);
  block.code[i + 2].op = when ? Op::POP_JUMP_IF_NONE : Op::POP_JUMP_IF_NOT_NONE;
}

// Tuples of at most two constants reach this point as loads.
static void fold_tuple(FlowGraph& graph, FlowBlock& block, size_t i) {
  size_t count = block.code[i].arg;
  if (i < count) return;
  auto tuple = std::make_shared<ConstantTuple>();
  for (size_t k = i - count; k < i; ++k) {
    if (!block.code[k].real(Op::LOAD_CONST)) return;
    tuple->items.push_back(graph.constants[block.code[k].arg]);
  }
  for (size_t k = i - count; k < i; ++k) make_nop(block.code[k]);
  block.code[i].op = Op::LOAD_CONST;
  block.code[i].arg = graph.constants.add({std::move(tuple)});
}

static bool swappable(const FlowInstruction& instruction) {
  return instruction.real(Op::STORE_FAST) || instruction.real(Op::POP_TOP);
}

static int next_swappable(const FlowBlock& block, int i, int line) {
  while (++i < static_cast<int>(block.code.size())) {
    if (line >= 0 && block.code[i].span.line != line) return -1;
    if (block.code[i].real(Op::NOP)) continue;
    return swappable(block.code[i]) ? i : -1;
  }
  return -1;
}

// `a, b = b, a` needs no SWAP when the stores can trade places instead.
static void apply_swap_statically(FlowBlock& block, int i) {
  for (; i >= 0; --i) {
    FlowInstruction& swap = block.code[i];
    if (!swap.real(Op::SWAP)) {
      if (swap.real(Op::NOP) || swappable(swap)) continue;
      return;
    }
    int first = next_swappable(block, i, -1);
    if (first < 0) return;
    int last = first;
    int line = block.code[first].span.line;
    for (uint32_t step = swap.arg - 1; step > 0; --step) {
      last = next_swappable(block, last, line);
      if (last < 0) return;
    }
    auto stores = [&](int at) {
      return block.code[at].real(Op::STORE_FAST) ? static_cast<int>(block.code[at].arg) : -1;
    };
    if (stores(first) >= 0 || stores(last) >= 0) {
      if (stores(first) == stores(last)) return;
      for (int k = first + 1; k < last; ++k)
        if (stores(k) >= 0 && (stores(k) == stores(first) || stores(k) == stores(last))) return;
    }
    make_nop(swap);
    std::swap(block.code[first], block.code[last]);
  }
}

static void thread_jump(FlowGraph& graph, FlowInstruction& jump) {
  for (int hops = 0; hops < 64; ++hops) {
    const FlowBlock& target = graph.at(jump.target);
    const FlowInstruction* first = nullptr;
    for (const FlowInstruction& instruction : target.code) {
      first = &instruction;
      if (!instruction.real(Op::NOP) || (instruction.span.valid() && instruction.span.line != jump.span.line)) break;
    }
    if (!first || !first->is_unconditional_jump() || first->target == jump.target) return;
    if (first->span.valid() && first->span.line != jump.span.line) return;
    jump.target = first->target;
  }
}

void simplify_block(FlowGraph& graph, FlowBlock& block) {
  for (size_t i = 0; i < block.code.size(); ++i) {
    FlowInstruction& instruction = block.code[i];
    if (instruction.pseudo != Pseudo::kNone) continue;
    switch (instruction.op) {
      case Op::LOAD_CONST: simplify_constant(graph, block, i); break;
      case Op::BUILD_TUPLE: {
        bool unpacked = i + 1 < block.code.size() && block.code[i + 1].real(Op::UNPACK_SEQUENCE) &&
                        block.code[i + 1].arg == instruction.arg;
        if (unpacked && instruction.arg >= 1 && instruction.arg <= 3) {
          uint32_t count = instruction.arg;
          make_nop(instruction);
          if (count == 1) {
            make_nop(block.code[i + 1]);
          } else {
            block.code[i + 1].op = Op::SWAP;
            block.code[i + 1].arg = count;
          }
          break;
        }
        fold_tuple(graph, block, i);
        break;
      }
      case Op::JUMP_FORWARD:
      case Op::POP_JUMP_IF_FALSE:
      case Op::POP_JUMP_IF_TRUE:
      case Op::POP_JUMP_IF_NONE:
      case Op::POP_JUMP_IF_NOT_NONE: thread_jump(graph, instruction); break;
      case Op::SWAP:
        if (instruction.arg == 1) make_nop(instruction);
        else apply_swap_statically(block, static_cast<int>(i));
        break;
      default: break;
    }
  }
}

void drop_redundant_nops(FlowGraph& graph) {
  for (size_t b = 0; b < graph.order.size(); ++b) {
    std::vector<FlowInstruction>& code = graph.at(graph.order[b]).code;
    std::vector<FlowInstruction> kept;
    kept.reserve(code.size());
    int previous_line = -1;
    for (size_t i = 0; i < code.size(); ++i) {
      FlowInstruction& instruction = code[i];
      if (instruction.real(Op::NOP)) {
        int line = instruction.span.line;
        if (!instruction.span.valid() || line == previous_line) continue;
        if (i + 1 < code.size()) {
          FlowInstruction& next = code[i + 1];
          if (next.span.line == line) continue;
          if (!next.span.valid()) {
            next.span = instruction.span;
            continue;
          }
        } else if (b + 1 < graph.order.size()) {
          const std::vector<FlowInstruction>& next = graph.at(graph.order[b + 1]).code;
          size_t first = 0;
          while (first < next.size() && next[first].real(Op::NOP) && !next[first].span.valid()) ++first;
          if (first < next.size() && next[first].span.line == line) continue;
        }
      }
      previous_line = instruction.span.line;
      kept.push_back(instruction);
    }
    code = std::move(kept);
  }
}

// A value that is loaded only to be dropped.
bool drop_load_pop_pairs(FlowGraph& graph) {
  bool changed = false;
  for (BlockId id : graph.order) {
    FlowInstruction* before = nullptr;
    for (FlowInstruction& instruction : graph.at(id).code) {
      bool load = before && (before->real(Op::LOAD_CONST) || (before->real(Op::COPY) && before->arg == 1));
      if (load && instruction.real(Op::POP_TOP)) {
        make_nop(*before);
        make_nop(instruction);
        changed = true;
        before = nullptr;
        continue;
      }
      if (!instruction.real(Op::NOP)) before = &instruction;
    }
  }
  return changed;
}

}  // namespace vt
