#include "ops/families/chain.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "support/web_threads.h"

namespace vt {
namespace {

bool is_float(DType dtype) { return register_type(dtype) == RegisterType::kFloat; }
bool has_register(DType dtype) { return is_float(dtype) || dtype == DType::kBool; }

// Tiles of the running thread: a value that is read again and, at the end of a run, what is left of each operand.
std::byte* spare_tile(size_t place) {
  constexpr size_t kLines = kLargestTile * sizeof(float) / sizeof(BlockLine);
  struct Tiles {
    std::unique_ptr<BlockLine[]> lines;
  };
  Tiles& own = of_this_thread<Tiles>();
  if (!own.lines) own.lines.reset(new BlockLine[(2 * Chain::kMostNodes + 1) * kLines]());
  return own.lines[place * kLines].bytes;
}
// Lanes of bool constants.
const std::byte* bool_tile(bool value) {
  struct alignas(64) Tiles {
    int32_t lanes[2][kLargestTile];
  };
  static constexpr Tiles tiles = [] {
    Tiles made{};
    std::fill_n(made.lanes[1], kLargestTile, -1);
    return made;
  }();
  return reinterpret_cast<const std::byte*>(tiles.lanes[value]);
}

// The step of an operation of one or two operands of that type; kStop where it has none. `swapped`: for the
// right operand in the registers.
ChainOp step_of(S op, bool of_bools, bool swapped) {
  if (of_bools) {
    switch (op) {
      case S::kAnd:
      case S::kMul: return ChainOp::kAnd;
      case S::kOr: return ChainOp::kOr;
      case S::kXor:
      case S::kNotEqual: return ChainOp::kXor;
      case S::kNot: return ChainOp::kNot;
      default: return ChainOp::kStop;
    }
  }
  switch (op) {
#define BOTH(name, other) \
  case S::k##name: return swapped ? ChainOp::k##other : ChainOp::k##name;
    BOTH(Add, Add)
    BOTH(Sub, SubInto)
    BOTH(Mul, Mul)
    BOTH(Div, DivInto)
    BOTH(Max, MaxInto)
    BOTH(Min, MinInto)
    BOTH(Equal, Equal)
    BOTH(NotEqual, NotEqual)
    BOTH(Less, Greater)
    BOTH(LessEqual, GreaterEqual)
    BOTH(Greater, Less)
    BOTH(GreaterEqual, LessEqual)
#undef BOTH
#define ONE(name) \
  case S::k##name: return ChainOp::k##name;
    ONE(Neg)
    ONE(Abs)
    ONE(Sqrt)
    ONE(Rsqrt)
    ONE(Reciprocal)
    ONE(Floor)
    ONE(Ceil)
    ONE(Trunc)
    ONE(Round)
    ONE(IsNan)
    ONE(IsInf)
#undef ONE
    default: return ChainOp::kStop;
  }
}

// The step that makes such a comparison and chooses; kStop where there is none.
ChainOp choice_of(S op, bool denied) {
  switch (op) {
    case S::kEqual: return denied ? ChainOp::kIfNotEqual : ChainOp::kIfEqual;
    case S::kNotEqual: return denied ? ChainOp::kIfEqual : ChainOp::kIfNotEqual;
    case S::kLess: return denied ? ChainOp::kUnlessLess : ChainOp::kIfLess;
    case S::kLessEqual: return denied ? ChainOp::kUnlessLessEqual : ChainOp::kIfLessEqual;
    case S::kGreater: return denied ? ChainOp::kUnlessGreater : ChainOp::kIfGreater;
    case S::kGreaterEqual: return denied ? ChainOp::kUnlessGreaterEqual : ChainOp::kIfGreaterEqual;
    case S::kIsNan: return denied ? ChainOp::kUnlessNan : ChainOp::kIfNan;
    default: return ChainOp::kStop;
  }
}

// What it makes of a bfloat16 is one.
bool keeps_bits(S op) {
  return op == S::kNeg || op == S::kAbs || op == S::kFloor || op == S::kCeil || op == S::kTrunc || op == S::kRound ||
         op == S::kCast;
}

// Needs its first operand in the registers.
bool is_call(const PointwiseNode& node, bool of_bools) {
  return node.composite || (node.op != S::kCast && node.op != S::kSelect && node.op != S::kFma &&
                            step_of(node.op, of_bools, false) == ChainOp::kStop);
}

bool takes_node(std::span<const PointwiseNode> nodes, const PointwiseNode& node) {
  if (!has_register(node.dtype)) return false;
  if (!node.constant.empty() || node.input >= 0) return true;
  DType from = nodes[static_cast<size_t>(node.operands[0])].dtype;
  if (!has_register(from)) return false;
  if (is_call(node, from == DType::kBool)) return node.step && is_float(from) && is_float(node.dtype);
  return node.op != S::kSelect || is_float(node.dtype);
}

}  // namespace

bool Chain::takes(std::span<const PointwiseNode> nodes) {
  return chain_tile() > 0 && nodes.size() <= kMostNodes &&
         std::all_of(nodes.begin(), nodes.end(), [&](const PointwiseNode& node) { return takes_node(nodes, node); });
}
bool Chain::reads(const PointwiseNode& node, DType memory) {
  // A wider type than the node's would have to be rounded.
  return memory == node.dtype || (node.dtype == DType::kFloat32 && has_register(memory));
}
bool Chain::writes(const PointwiseNode& node, DType memory) { return memory == node.dtype; }

Chain::Chain(std::span<const PointwiseNode> nodes, size_t result, std::span<const DType> memory, DType stored)
    : nodes_(nodes), tile_(chain_tile()) {
  std::copy(memory.begin(), memory.end(), memory_);
  find_choices(result);
  find_reused(result);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const PointwiseNode& node = nodes_[i];
    if (!node.constant.empty()) {
      bool lanes = node.dtype == DType::kBool;
      operands_[i].base = lanes ? bool_tile(node.constant[0].bytes[0] != std::byte{}) : node.constant[0].bytes;
    }
    if (!is_emitted(i)) continue;
    emit(i);
    current_ = static_cast<int>(i);
    bool rounded_by_store = i == result && writes(node, stored);
    if (node.wrap && node.input < 0 && !rounded_by_store)
      add(node.dtype == DType::kFloat16 ? ChainOp::kRoundHalf : ChainOp::kRoundBFloat16);
    if (!reused_[i]) continue;
    operands_[i].base = spare_tile(i);
    add(ChainOp::kStore, i);
  }
  load(static_cast<int>(result));
  bool lanes = nodes_[result].dtype == DType::kBool;
  add(lanes                        ? ChainOp::kStoreBool
      : stored == DType::kFloat16  ? ChainOp::kStoreHalf
      : stored == DType::kBFloat16 ? (holds_bfloat16(result) ? ChainOp::kStoreUpperHalf : ChainOp::kStoreBFloat16)
                                   : ChainOp::kStore,
      place_of_result());
  operands_[place_of_result()].stride = lanes ? 1 : dtype_bytes(stored);
  add(ChainOp::kStop);
}

bool Chain::lies_ready(size_t node) const {
  return !nodes_[node].constant.empty() ||
         (nodes_[node].input >= 0 && is_float(nodes_[node].dtype) && memory_[node] == DType::kFloat32);
}

// All but those that only the very next step reads, from the registers.
void Chain::find_reused(size_t result) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_emitted(i)) continue;
    size_t next = i + 1;
    while (next < nodes_.size() && !is_emitted(next)) ++next;
    for (size_t j = next; j < nodes_.size(); ++j) {
      if (!is_emitted(j)) continue;
      const PointwiseNode& reader = nodes_[j];
      if (reads_from_memory(reader, static_cast<int>(i))) reused_[i] = true;
      int reads = 0;
      bool first = false;
      for (int k = 0; k < 3; ++k)
        if (reader.operands[k] == static_cast<int>(i)) ++reads, first = first || k == 0;
      if (reads == 0) continue;
      bool any_operand = first || (reader.op != S::kFma && !is_call(reader, nodes_[i].dtype == DType::kBool));
      if (j != next || reads > 1 || !any_operand) reused_[i] = true;
    }
    if (i == result && next < nodes_.size()) reused_[i] = true;
  }
}

// As an operand of the comparison that a select makes.
bool Chain::reads_from_memory(const PointwiseNode& reader, int node) const {
  if (reader.composite || reader.op != S::kSelect || !chooses_[reader.operands[0]]) return false;
  const PointwiseNode& condition = nodes_[static_cast<size_t>(reader.operands[0])];
  return condition.operands[0] == node || condition.operands[1] == node;
}

void Chain::find_choices(size_t result) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const PointwiseNode& node = nodes_[i];
    chooses_[i] = i != result && node.input < 0 && node.constant.empty() && !node.composite &&
                  choice_of(node.op, false) != ChainOp::kStop &&
                  is_float(nodes_[static_cast<size_t>(node.operands[0])].dtype);
  }
  for (const PointwiseNode& reader : nodes_)
    for (int k = 0; k < 3; ++k)
      if (reader.operands[k] >= 0 && (k > 0 || reader.composite || reader.op != S::kSelect))
        chooses_[reader.operands[k]] = false;
}

void Chain::add(ChainOp op, size_t y, size_t z, size_t w) {
  ChainStep& step = steps_[count_++];
  step.w = static_cast<uint8_t>(w == kNone ? 0 : w);
  auto is_number = [&](size_t node) {
    return node < nodes_.size() && !nodes_[node].constant.empty() && is_float(nodes_[node].dtype);
  };
  // An operand's elements, each for the first time.
  auto fetched = [&](size_t place, int bit) {
    if (place == kNone || op == ChainOp::kCall) return 0;
    bool streams = place >= place_of_result() || (nodes_[place].input >= 0 && lies_ready(place));
    if (!streams || fetched_[place]) return 0;
    fetched_[place] = true;
    return bit;
  };
  step.fetched = static_cast<uint8_t>(fetched(y, 1) | fetched(z, 2) | fetched(w, 4));
  step.run = chain_function(op, (is_number(y) ? 1 : 0) | (is_number(z) ? 2 : 0) | (is_number(w) ? 4 : 0));
  step.y = static_cast<uint8_t>(y == kNone ? 0 : y);
  step.z = static_cast<uint8_t>(z == kNone ? 0 : z);
}
void Chain::load(int node) {
  if (current_ != node) add(ChainOp::kLoad, static_cast<size_t>(node));
}

void Chain::emit(size_t i) {
  const PointwiseNode& node = nodes_[i];
  if (node.input >= 0) return emit_input(i);
  if (!node.composite && node.op == S::kCast) return emit_cast(node);
  if (!node.composite && node.op == S::kSelect) return emit_select(node);
  emit_operation(node);
}

void Chain::emit_input(size_t node) {
  ChainOp op = memory_[node] == DType::kFloat16    ? ChainOp::kLoadHalf
               : memory_[node] == DType::kBFloat16 ? ChainOp::kLoadBFloat16
               : is_float(nodes_[node].dtype)      ? ChainOp::kLoadBoolAsFloat
                                                   : ChainOp::kLoadBool;
  add(op, place_of_raw(node));
}

// Between floats there is only rounding to do.
void Chain::emit_cast(const PointwiseNode& node) {
  load(node.operands[0]);
  bool from_float = is_float(nodes_[static_cast<size_t>(node.operands[0])].dtype), to_float = is_float(node.dtype);
  if (from_float && !to_float) add(ChainOp::kFloatToBool);
  if (!from_float && to_float) add(ChainOp::kBoolToFloat);
}

void Chain::emit_select(const PointwiseNode& node) {
  size_t condition = static_cast<size_t>(node.operands[0]), a = static_cast<size_t>(node.operands[1]),
         b = static_cast<size_t>(node.operands[2]);
  if (chooses_[condition]) return emit_choice(node, nodes_[condition]);
  if (current_ == node.operands[1]) return add(ChainOp::kSelectThen, condition, b);
  if (current_ == node.operands[2]) return add(ChainOp::kSelectElse, condition, a);
  load(node.operands[0]);
  add(ChainOp::kSelect, a, b);
}

void Chain::emit_choice(const PointwiseNode& node, const PointwiseNode& condition) {
  size_t y = static_cast<size_t>(condition.operands[0]),
         z = condition.op == S::kIsNan ? y : static_cast<size_t>(condition.operands[1]);
  bool has_other = current_ == node.operands[2] && current_ != node.operands[1];
  if (!has_other) load(node.operands[1]);
  add(choice_of(condition.op, has_other), y, z, static_cast<size_t>(node.operands[has_other ? 1 : 2]));
}

void Chain::emit_operation(const PointwiseNode& node) {
  bool of_bools = nodes_[static_cast<size_t>(node.operands[0])].dtype == DType::kBool;
  auto place = [&](int k) { return static_cast<size_t>(std::max(node.operands[k], 0)); };
  if (is_call(node, of_bools)) {
    load(node.operands[0]);
    add(ChainOp::kCall, place(1), place(2));
    steps_[count_ - 1].call = node.step;
    calls_ = true;
    steps_[count_ - 1].length = static_cast<uint8_t>(tile_);
    return;
  }
  if (node.op == S::kFma) {
    load(node.operands[0]);
    return add(ChainOp::kFma, place(1), place(2));
  }
  bool swapped = current_ >= 0 && current_ == node.operands[1] && current_ != node.operands[0];
  if (!swapped) load(node.operands[0]);
  if (node.op == S::kMax && is_number(place(1))) return add(ChainOp::kMaxNumber, place(1));
  if (node.op == S::kMin && is_number(place(1))) return add_min(place(1));
  add(step_of(node.op, of_bools, swapped), place(swapped ? 0 : 1));
}

// Whether the result needs no rounding to bfloat16: it is made of such values by operations that keep them.
bool Chain::holds_bfloat16(size_t result) const {
  bool holds[kMostNodes] = {};
  for (size_t i = 0; i <= result; ++i) {
    const PointwiseNode& node = nodes_[i];
    auto operand = [&](int k) { return holds[node.operands[k]]; };
    if (!is_float(node.dtype) || node.composite) continue;
    if (!node.constant.empty()) {
      uint32_t bits = 0;
      std::memcpy(&bits, node.constant[0].bytes, sizeof bits);
      holds[i] = (bits & 0xffff) == 0;
    } else if (node.input >= 0) {
      holds[i] = memory_[i] == DType::kBFloat16 || memory_[i] == DType::kBool;
    } else if (keeps_bits(node.op)) {
      holds[i] = operand(0);
    } else if (node.op == S::kMax || node.op == S::kMin) {
      holds[i] = operand(0) && operand(1);
    } else if (node.op == S::kSelect) {
      holds[i] = operand(1) && operand(2);
    }
  }
  return holds[result];
}

// A constant other than NaN.
bool Chain::is_number(size_t node) const {
  const PointwiseNode& n = nodes_[node];
  return !n.constant.empty() && is_float(n.dtype) && !std::isnan(*reinterpret_cast<const float*>(n.constant[0].bytes));
}

void Chain::add_min(size_t number) {
  static const ChainFunction max = chain_function(ChainOp::kMaxNumber);
  if (count_ == 0 || steps_[count_ - 1].run != max) return add(ChainOp::kMinNumber, number);
  size_t low = steps_[--count_].y;
  add(ChainOp::kClamp, low, number);
}

void Chain::set_input(size_t node, const std::byte* from, bool one_tile) {
  bool lanes = nodes_[node].dtype == DType::kBool;
  ChainOperand& operand = operands_[lies_ready(node) ? node : place_of_raw(node)];
  operand.base = from;
  operand.stride = one_tile ? 0 : lanes ? 1 : dtype_bytes(memory_[node]);
}

// Whether elements that are computed already may be computed again: nothing that is read has been overwritten, and no
// loop finishes a row in another way than its vectors.
bool Chain::may_repeat(int64_t n) const {
  if (calls_) return false;
  const ChainOperand& result = operands_[place_of_result()];
  for (size_t i = 0; i < place_of_raw(nodes_.size()); ++i) {
    const ChainOperand& operand = operands_[i];
    if (operand.stride == 0 || &operand == &result) continue;
    if (operand.base < result.base + n * result.stride && result.base < operand.base + n * operand.stride) return false;
  }
  return true;
}
// The tile that begins at that element.
void Chain::run_last_tile(int64_t first) {
  const size_t places = place_of_raw(nodes_.size());
  for (size_t i = 0; i < places; ++i) operands_[i].base += first * operands_[i].stride;
  run_chain(steps_, operands_, 1);
  for (size_t i = 0; i < places; ++i) operands_[i].base -= first * operands_[i].stride;
}

void Chain::run(std::byte* out, int64_t n) {
  ChainOperand& result = operands_[place_of_result()];
  result.base = out;
  int64_t tiles = n / tile_, whole = tiles * tile_, rest = n - whole;
  run_chain(steps_, operands_, tiles);
  if (rest == 0) return;
  if (tiles > 0 && may_repeat(n)) return run_last_tile(n - tile_);
  // What is left, in a tile of its own.
  ChainOperand kept[2 * kMostNodes + 1];
  size_t places = place_of_raw(nodes_.size());
  std::copy_n(operands_, places, kept);
  size_t spare = kMostNodes;
  for (size_t i = 0; i < places; ++i) {
    ChainOperand& operand = operands_[i];
    if (operand.stride == 0) continue;
    std::byte* tile = spare_tile(spare++);
    if (&operand != &result)
      std::memcpy(tile, operand.base + whole * operand.stride, static_cast<size_t>(rest * operand.stride));
    operand.base = tile;
  }
  // Loops that finish a row in another way than its vectors do so here.
  for (size_t i = 0; i < count_; ++i)
    if (steps_[i].call) steps_[i].length = static_cast<uint8_t>(rest);
  run_chain(steps_, operands_, 1);
  for (size_t i = 0; i < count_; ++i)
    if (steps_[i].call) steps_[i].length = static_cast<uint8_t>(tile_);
  std::memcpy(out + whole * result.stride, result.base, static_cast<size_t>(rest * result.stride));
  std::copy_n(kept, places, operands_);
}

}  // namespace vt
