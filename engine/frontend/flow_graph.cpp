#include "frontend/flow_graph.h"

#include <cstring>

namespace vt {

bool FlowInstruction::is_conditional_jump() const {
  if (pseudo != Pseudo::kNone) return false;
  switch (op) {
    case Op::POP_JUMP_IF_FALSE:
    case Op::POP_JUMP_IF_TRUE:
    case Op::POP_JUMP_IF_NONE:
    case Op::POP_JUMP_IF_NOT_NONE: return true;
    default: return false;
  }
}

void FlowGraph::emit(FlowInstruction instruction) {
  FlowBlock* block = &blocks[order.back()];
  if (!block->code.empty() && (block->code.back().is_jump() || block->code.back().leaves())) {
    place(new_block());
    block = &blocks[order.back()];
  }
  block->code.push_back(instruction);
}

static bool same_double(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool same_constant(const Constant& a, const Constant& b) {
  if (a.value.index() != b.value.index()) return false;
  struct Compare {
    const Constant& b;
    bool operator()(std::monostate) const { return true; }
    bool operator()(bool value) const { return value == std::get<bool>(b.value); }
    bool operator()(int64_t value) const { return value == std::get<int64_t>(b.value); }
    bool operator()(const BigIntText& value) const { return value.digits == std::get<BigIntText>(b.value).digits; }
    bool operator()(double value) const { return same_double(value, std::get<double>(b.value)); }
    bool operator()(const std::string& value) const { return value == std::get<std::string>(b.value); }
    bool operator()(const BytesConstant& value) const { return value.data == std::get<BytesConstant>(b.value).data; }
    bool operator()(EllipsisConstant) const { return true; }
    bool operator()(const std::shared_ptr<ConstantTuple>& value) const {
      const auto& other = std::get<std::shared_ptr<ConstantTuple>>(b.value);
      if (value->frozen_set != other->frozen_set || value->items.size() != other->items.size()) return false;
      for (size_t i = 0; i < value->items.size(); ++i)
        if (!same_constant(value->items[i], other->items[i])) return false;
      return true;
    }
    bool operator()(const std::shared_ptr<const Code>& value) const {
      return value == std::get<std::shared_ptr<const Code>>(b.value);
    }
  };
  return std::visit(Compare{b}, a.value);
}

uint32_t add_constant(std::vector<Constant>& constants, Constant value) {
  for (size_t i = 0; i < constants.size(); ++i)
    if (same_constant(constants[i], value)) return static_cast<uint32_t>(i);
  constants.push_back(std::move(value));
  return static_cast<uint32_t>(constants.size() - 1);
}

}  // namespace vt
