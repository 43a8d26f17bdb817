// The control-flow graph of a code object during compilation: basic blocks of instructions. The compiler emits into it,
// optimize_flow() optimizes it, assemble() turns it into Code.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/code.h"
#include "support/result.h"

namespace vt {

using BlockId = uint32_t;
inline constexpr BlockId kNoBlock = UINT32_MAX;

// Pseudo-instructions of the compiler, which become entries of the exception table.
enum class Pseudo : uint8_t { kNone, kSetupFinally, kSetupCleanup, kSetupWith, kPopBlock };

struct FlowInstruction {
  Op op = Op::NOP;
  Pseudo pseudo = Pseudo::kNone;
  uint32_t arg = 0;
  BlockId target = kNoBlock;   // of jumps and set-ups
  BlockId handler = kNoBlock;  // the exception handler that covers it
  SourceSpan span;             // line 0: inherits that of the previous instruction

  bool is_setup() const {
    return pseudo == Pseudo::kSetupFinally || pseudo == Pseudo::kSetupCleanup || pseudo == Pseudo::kSetupWith;
  }
  bool real(Op wanted) const { return pseudo == Pseudo::kNone && op == wanted; }
  bool is_unconditional_jump() const { return real(Op::JUMP_FORWARD) || real(Op::JUMP_BACKWARD); }
  bool is_conditional_jump() const;
  bool is_jump() const {
    return is_unconditional_jump() || is_conditional_jump() || real(Op::FOR_ITER) || real(Op::SEND);
  }
  bool leaves() const { return real(Op::RETURN_VALUE) || real(Op::RAISE_VARARGS) || real(Op::RERAISE); }
};

struct FlowBlock {
  std::vector<FlowInstruction> code;
  bool is_handler = false;
  bool keeps_lasti = false;
  bool cold = false;
  bool reachable = false;
  int predecessors = 0;
  int start_depth = -1;

  bool falls_through() const { return code.empty() || !(code.back().leaves() || code.back().is_unconditional_jump()); }
};

// The constants of one code object, without duplicates, found by hash.
class ConstantPool {
 public:
  uint32_t add(Constant value);  // returns its index
  const Constant& operator[](uint32_t place) const { return items_[place]; }
  std::vector<Constant> take() { return std::move(items_); }

 private:
  std::vector<Constant> items_;
  std::unordered_multimap<size_t, uint32_t> by_hash_;
};

struct FlowGraph {
  std::vector<FlowBlock> blocks;
  std::vector<BlockId> order;  // layout; the first is the entry
  ConstantPool constants;

  FlowGraph() { order.push_back(new_block()); }
  BlockId new_block() {
    blocks.emplace_back();
    return static_cast<BlockId>(blocks.size() - 1);
  }
  void place(BlockId block) { order.push_back(block); }
  FlowBlock& at(BlockId id) { return blocks[id]; }
  void emit(FlowInstruction instruction);
};

void optimize_flow(FlowGraph& graph, int first_line);
// Fills instructions, spans, exceptions and max_stack.
void assemble(FlowGraph& graph, Code& code);

}  // namespace vt
