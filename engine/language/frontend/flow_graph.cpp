#include "frontend/flow_graph.h"

#include <cstring>
#include <functional>

#include "support/bits.h"

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

static bool same_constant(const Constant& a, const Constant& b) {
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

// Equal for constants that are the same.
static size_t hash_constant(const Constant& constant) {
  struct Hash {
    size_t operator()(std::monostate) const { return 0; }
    size_t operator()(bool value) const { return value; }
    size_t operator()(int64_t value) const { return std::hash<int64_t>{}(value); }
    size_t operator()(const BigIntText& value) const { return std::hash<std::string>{}(value.digits); }
    size_t operator()(double value) const { return std::hash<uint64_t>{}(vt::bit_cast<uint64_t>(value)); }
    size_t operator()(const std::string& value) const { return std::hash<std::string>{}(value); }
    size_t operator()(const BytesConstant& value) const { return std::hash<std::string>{}(value.data); }
    size_t operator()(EllipsisConstant) const { return 0; }
    size_t operator()(const std::shared_ptr<ConstantTuple>& value) const {
      size_t hash = value->items.size();
      for (const Constant& item : value->items) hash = hash * 1000003 + hash_constant(item);
      return hash;
    }
    size_t operator()(const std::shared_ptr<const Code>& value) const { return std::hash<const Code*>{}(value.get()); }
  };
  return std::visit(Hash{}, constant.value) * 31 + constant.value.index();
}

uint32_t ConstantPool::add(Constant value) {
  const size_t hash = hash_constant(value);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (same_constant(items_[known->second], value)) return known->second;
  const uint32_t place = static_cast<uint32_t>(items_.size());
  by_hash_.emplace(hash, place);
  items_.push_back(std::move(value));
  return place;
}

}  // namespace vt
