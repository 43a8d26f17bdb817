// Runs the program of a scalar expression (pointwise_program.cpp) over whole tensors: blocks of a few hundred
// elements that stay in the first-level cache, one vectorisable loop per operation. 16-bit floats are computed
// in float and rounded after each operation.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "ops/families/chain.h"
#include "ops/families/evaluate_steps.h"
#include "ops/families/pointwise.h"
#include "ops/families/pointwise_program.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/web_threads.h"

namespace vt {
namespace {

constexpr int64_t kBlockBytes = PointwiseProgram::kBlockBytes;

// One operand's walk over the elements in the order of the output's memory.
struct Walk {
  const std::byte* base = nullptr;
  DType dtype = DType::kFloat32;
  int64_t strides[kMaxRank];  // elements, innermost first; as many as the space has extents
};

// The common iteration space: axes innermost first, neighbours merged where all agree.
struct Space {
  int64_t extents[kMaxRank];
  int rank = 0;
  int64_t count = 1;
};

const Tensor& operand(const Tensor& out, std::span<const Tensor> inputs, size_t walk) {
  return walk == 0 ? out : inputs[walk - 1];
}

// All of one size and without gaps: one long row.
bool one_row(const Tensor& out, std::span<const Tensor> inputs) {
  if (!out.is_contiguous()) return false;
  for (const Tensor& t : inputs)
    if (!(t.sizes() == out.sizes()) || !t.is_contiguous()) return false;
  return true;
}

Space plan_space(const Tensor& out, std::span<const Tensor> inputs, std::span<Walk> walks) {
  Space space;
  space.count = out.numel();
  for (size_t w = 0; w < walks.size(); ++w) {
    const Tensor& t = operand(out, inputs, w);
    walks[w].dtype = t.dtype();
    walks[w].base = t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
  }
  if (one_row(out, inputs)) {
    space.rank = 1;
    space.extents[0] = space.count;
    for (Walk& walk : walks) walk.strides[0] = 1;
    return space;
  }
  int rank = out.rank();
  std::vector<int> order;
  for (int i = rank - 1; i >= 0; --i)
    if (out.size(i) != 1) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return out.strides()[a] < out.strides()[b]; });
  auto stride_of = [&](const Tensor& t, int axis) -> int64_t {
    int own = axis - (rank - t.rank());
    return own < 0 || t.size(own) == 1 ? 0 : t.strides()[own];
  };
  for (int axis : order) {
    int last = space.rank - 1;
    bool merge = last >= 0;
    for (size_t w = 0; w < walks.size() && merge; ++w)
      merge = stride_of(operand(out, inputs, w), axis) == walks[w].strides[last] * space.extents[last];
    if (merge) {
      space.extents[last] *= out.size(axis);
      continue;
    }
    for (size_t w = 0; w < walks.size(); ++w) walks[w].strides[space.rank] = stride_of(operand(out, inputs, w), axis);
    space.extents[space.rank++] = out.size(axis);
  }
  if (space.rank == 0) {
    space.extents[space.rank++] = 1;
    for (Walk& walk : walks) walk.strides[0] = 1;
  }
  return space;
}

// Calls `run(element offset, position, length)` for each run along the innermost axis.
template <class Run>
VT_INLINE void for_each_run(const Space& space, const Walk& walk, int64_t start, int64_t length, Run run) {
  int64_t at[kMaxRank], offset = 0;
  for (int axis = 0; axis < space.rank; ++axis) {
    at[axis] = start % space.extents[axis];
    start /= space.extents[axis];
    offset += at[axis] * walk.strides[axis];
  }
  for (int64_t position = 0; position < length;) {
    const int64_t n = std::min(space.extents[0] - at[0], length - position);
    run(offset, position, n);
    position += n;
    offset -= at[0] * walk.strides[0];
    at[0] = 0;
    for (int axis = 1; axis < space.rank; ++axis) {
      offset += walk.strides[axis];
      if (++at[axis] < space.extents[axis]) break;
      offset -= at[axis] * walk.strides[axis];
      at[axis] = 0;
    }
  }
}

// Blocks of the running thread, not initialised.
std::byte* scratch_blocks(size_t count) {
  struct Blocks {
    std::unique_ptr<BlockLine[]> lines;
    size_t capacity = 0;
  };
  Blocks& own = of_this_thread<Blocks>();
  if (own.capacity < count) {
    own.lines.reset(new BlockLine[count * kBlockBytes / sizeof(BlockLine)]);
    own.capacity = count;
  }
  return own.lines ? own.lines[0].bytes : nullptr;
}

}  // namespace

// Runs a piece of the space block by block. Rows that are long enough are cut into blocks of
// their own, whose operands are used where they lie; of shorter ones a block takes several.
class PointwiseRun {
 public:
  PointwiseRun(const PointwiseProgram& program, const Space& space, std::span<const Walk> walks)
      : program_(program), space_(space), walks_(walks) {
    const PointwiseNode& result = program.nodes_[program.result_];
    by_rows_ = space.rank == 1 || space.extents[0] >= kLongRow;
    if (find_rows(result)) return;
    writes_directly_ = result.step && direct(walks[0], result.dtype);
    longest_ = one_pass() ? space.count : program.block_;
    if (program.chains_ && space.count >= Chain::kFewest && longest_ == program.block_) make_chain();
  }

  void run(int64_t begin, int64_t end) {
    blocks_ = scratch_blocks(program_.slots_);
    if (rows_) return run_rows(begin, end);
    if (!by_rows_) find_patterns(end - begin);
    go_to(begin);
    for (int64_t start = begin; start < end;) {
      int64_t most = by_rows_ ? std::min(longest_, space_.extents[0] - at_[0]) : longest_;
      int64_t length = std::min(most, end - start);
      start_ = start;
      if (chain_) {
        run_chain(start, length);
      } else {
        next_ = start + length;
        next_length_ = space_.rank == 1 && program_.steps_ > 1 ? std::min(program_.block_, end - next_) : 0;
        run_block(start, length);
      }
      start += length;
      if (by_rows_) advance(length);
    }
  }

 private:
  static constexpr int64_t kLongRow = 128, kRow = 16;

  std::byte* block(const PointwiseNode& node) { return blocks_ + node.slot * kBlockBytes; }
  // The next block's memory comes while this one is computed, a part during each step; the
  // machine's own fetching ahead begins anew with each block.
  void fetch(int step) const {
    int64_t from = next_ + next_length_ * step / program_.steps_,
            to = next_ + next_length_ * (step + 1) / program_.steps_;
    for (const Walk& walk : walks_) {
      if (walk.strides[0] != 1) continue;
      int64_t width = dtype_bytes(walk.dtype);
      const std::byte *at = walk.base + from * width, *end = walk.base + to * width;
      for (; at < end; at += sizeof(BlockLine)) {
        if (&walk == walks_.data()) __builtin_prefetch(at, 1);
        else __builtin_prefetch(at);
      }
    }
  }
  // Its elements lie one behind the other, in rows or throughout.
  bool is_dense(const Walk& walk) const {
    if (by_rows_) return walk.strides[0] == 1;
    int64_t stride = 1;
    for (int axis = 0; axis < space_.rank; stride *= space_.extents[axis++])
      if (walk.strides[axis] != stride) return false;
    return true;
  }
  // Memory serves as registers: no conversion, no gaps.
  bool direct(const Walk& walk, DType dtype) const {
    return is_dense(walk) && walk.dtype == dtype && stored_as_register(dtype);
  }
  // A single step from memory to memory needs no blocks.
  bool one_pass() const {
    if (!writes_directly_ || program_.steps_ != 1) return false;
    if (program_.reads_constant_blocks_) return false;
    for (const PointwiseNode& node : program_.nodes_) {
      if (node.input >= 0 && !direct(walks_[static_cast<size_t>(node.input) + 1], node.dtype)) return false;
    }
    return true;
  }

  // A single step some of whose operands are one element for a row: it goes from memory to memory row by row.
  bool find_rows(const PointwiseNode& step) {
    if (program_.steps_ != 1 || !step.step || step.composite || step.wrap || space_.extents[0] < kRow) return false;
    bool repeats = false;
    auto fits = [&](const Walk& walk, DType dtype) {
      repeats = repeats || walk.strides[0] == 0;
      return walk.strides[0] <= 1 && walk.dtype == dtype && stored_as_register(dtype);
    };
    if (walks_[0].strides[0] != 1 || !fits(walks_[0], step.dtype)) return false;
    for (const PointwiseNode& node : program_.nodes_)
      if (node.input >= 0 && !fits(walks_[static_cast<size_t>(node.input) + 1], node.dtype)) return false;
    if (!repeats) return false;
    row_step_ = step.step;
    for (size_t k = 0; k < 3; ++k) row_nodes_[k] = step.operands[k];
    const bool two_inputs = row_nodes_[1] >= 0 && program_.nodes_[static_cast<size_t>(row_nodes_[1])].input >= 0;
    if (two_inputs && is_symmetric(step.op) && repeated(row_nodes_[0])) std::swap(row_nodes_[0], row_nodes_[1]);
    if (step.by_number && repeated(row_nodes_[1])) {
      row_step_ = step.by_number;
      number_ = 1;
    } else if (two_inputs && step.of_number && repeated(row_nodes_[0])) {
      row_step_ = step.of_number;
      number_ = 0;
    }
    bool filled = program_.reads_constant_blocks_;
    for (int k = 0; k < 3; ++k) filled = filled || (repeated(row_nodes_[k]) && k != number_);
    longest_ = filled ? program_.block_ : space_.count;
    fills_blocks_ = filled;
    by_rows_ = rows_ = true;
    return true;
  }
  static bool is_symmetric(S op) {
    return op == S::kAdd || op == S::kMul || op == S::kAnd || op == S::kOr || op == S::kXor || op == S::kEqual ||
           op == S::kNotEqual;
  }
  const Walk& walk_of(const PointwiseNode& input) const { return walks_[static_cast<size_t>(input.input) + 1]; }
  bool repeated(int node) const {
    return node >= 0 && program_.nodes_[static_cast<size_t>(node)].input >= 0 &&
           walk_of(program_.nodes_[static_cast<size_t>(node)]).strides[0] == 0;
  }
  // The operands of row_step_ and, last, its result, as they move from row to row.
  struct RowPlace {
    std::byte* at = nullptr;  // the row's first element; of constants their block
    const Walk* walk = nullptr;
    int64_t width = 0;
    const PointwiseNode* spread = nullptr;  // the node that is laid out in its block first
    int64_t next[kMaxRank] = {};            // bytes to the next row, by the axis that moves on
  };
  void run_rows(int64_t begin, int64_t end) {
    go_to(begin);
    RowPlace places[4];
    for (int k = 0; k < 4; ++k) places[k] = row_place(k);
    for (int64_t start = begin; start < end;) {
      const int64_t column = at_[0], row = std::min(end - start, space_.extents[0] - column);
      if (!fills_blocks_ && column == 0) row_step_(places[3].at, places[0].at, places[1].at, places[2].at, row);
      else
        for (int64_t i = 0; i < row; i += longest_) run_piece(places, column + i, std::min(longest_, row - i), i == 0);
      start += row;
      next_row(places);
    }
  }
  RowPlace row_place(int k) {
    if (k < 3 && row_nodes_[k] < 0) return {};
    const PointwiseNode& node =
        k < 3 ? program_.nodes_[static_cast<size_t>(row_nodes_[k])] : program_.nodes_[program_.result_];
    if (!node.constant.empty()) return {const_cast<std::byte*>(node.constant[0].bytes)};
    const Walk& walk = k < 3 ? walk_of(node) : walks_[0];
    const int64_t width = dtype_bytes(walk.dtype), offset = offset_of(walk) - at_[0] * walk.strides[0];
    const bool spreads = k < 3 && walk.strides[0] == 0 && k != number_;
    RowPlace place{const_cast<std::byte*>(walk.base) + offset * width, &walk, width, spreads ? &node : nullptr};
    int64_t back = 0;  // what the axes inside have moved on by
    for (int axis = 1; axis < space_.rank; ++axis) {
      place.next[axis] = walk.strides[axis] * width - back;
      back += (space_.extents[axis] - 1) * walk.strides[axis] * width;
    }
    return place;
  }
  void run_piece(const RowPlace* places, int64_t column, int64_t length, bool first) {
    std::byte* values[4];
    for (int k = 0; k < 4; ++k) {
      const RowPlace& place = places[k];
      values[k] = place.walk ? place.at + column * place.walk->strides[0] * place.width : place.at;
      if (!place.spread) continue;
      if (first) spread(*place.spread, *place.walk, values[k], std::min(longest_, space_.extents[0]));
      values[k] = block(*place.spread);
    }
    row_step_(values[3], values[0], values[1], values[2], length);
  }
  void next_row(RowPlace* places) {
    at_[0] = 0;
    for (int axis = 1; axis < space_.rank; ++axis) {
      if (++at_[axis] == space_.extents[axis]) {
        at_[axis] = 0;
        continue;
      }
      for (int k = 0; k < 4; ++k) places[k].at += places[k].next[axis];
      return;
    }
  }

  // Operands that come again after a few elements, laid out so that a block may begin anywhere among them. After a
  // `span` of elements come others.
  struct Pattern {
    const PointwiseNode* node;
    int64_t period, span, which;  // the span whose elements these are
    std::vector<BlockLine> elements;
  };
  void find_patterns(int64_t length) {
    int64_t most = program_.block_;
    if (length < 4 * most) return;
    // A chain has no blocks to fill: its own may be longer.
    if (chain_ && length >= 16 * most) most *= 4;
    for (const PointwiseNode& node : program_.nodes_) {
      if (node.input < 0 || is_dense(walk_of(node))) continue;
      const Walk& walk = walk_of(node);
      int axis = 0;
      int64_t period = 1;
      for (; axis < space_.rank && walk.strides[axis] != 0; ++axis) period *= space_.extents[axis];
      int64_t span = period;
      for (; axis < space_.rank && walk.strides[axis] == 0; ++axis) span *= space_.extents[axis];
      if (period > most || span < 4 * most) continue;
      const size_t room = static_cast<size_t>(register_bytes(node.dtype) * (period + most)) / sizeof(BlockLine) + 1;
      patterns_.push_back({&node, period, span, -1, std::vector<BlockLine>(room)});
    }
    if (chain_ && chain_stores_ && std::all_of(chain_inputs_, chain_inputs_ + chain_input_count_, [&](auto& input) {
          return input.lies_there || input.repeated || pattern_of(program_.nodes_[input.node]);
        }))
      longest_ = most;
  }
  Pattern* pattern_of(const PointwiseNode& node) {
    for (Pattern& pattern : patterns_)
      if (pattern.node == &node) return &pattern;
    return nullptr;
  }
  // Null where the elements are not of one span.
  const std::byte* repeat(Pattern& pattern, int64_t start, int64_t length) {
    const int64_t which = start / pattern.span, width = register_bytes(pattern.node->dtype);
    if ((start + length - 1) / pattern.span != which) return nullptr;
    std::byte* elements = pattern.elements[0].bytes;
    if (pattern.which != which) {
      pattern.which = which;
      gather(*pattern.node, elements, which * pattern.span, pattern.period);
      const size_t whole = pattern.elements.size() * sizeof(BlockLine);
      for (size_t done = static_cast<size_t>(pattern.period * width); done < whole;
           done += std::min(done, whole - done))
        std::memcpy(elements + done, elements, std::min(done, whole - done));
    }
    return elements + start % pattern.period * width;
  }

  // Memory that a chain reads or writes itself, converting on the way.
  bool chained(const Walk& walk) const { return is_dense(walk); }

  void make_chain() {
    const std::vector<PointwiseNode>& nodes = program_.nodes_;
    DType memory[Chain::kMostNodes] = {};
    bool whole = true;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].input < 0) continue;
      const Walk& walk = walks_[static_cast<size_t>(nodes[i].input) + 1];
      bool lies_there = chained(walk) && Chain::reads(nodes[i], walk.dtype);
      memory[i] = lies_there ? walk.dtype : nodes[i].dtype == DType::kBool ? DType::kBool : DType::kFloat32;
      bool repeated = by_rows_ && walk.strides[0] == 0;
      whole = whole && (lies_there || repeated);
      chain_inputs_[chain_input_count_++] = {i, &walk, dtype_bytes(walk.dtype), repeated, lies_there};
    }
    const PointwiseNode& result = nodes[program_.result_];
    chain_stores_ = chained(walks_[0]) && Chain::writes(result, walks_[0].dtype);
    DType stored = chain_stores_ ? walks_[0].dtype : result.dtype == DType::kBool ? DType::kBool : DType::kFloat32;
    chain_.emplace(nodes, program_.result_, std::span<const DType>(memory, nodes.size()), stored);
    if (whole && chain_stores_) longest_ = space_.count;
  }

  void run_chain(int64_t start, int64_t length) {
    for (int k = 0; k < chain_input_count_; ++k) {
      const ChainInput& input = chain_inputs_[k];
      const PointwiseNode& node = program_.nodes_[input.node];
      const std::byte* at = input.walk->base + offset_of(*input.walk) * input.width;
      if (input.repeated) at = spread(node, *input.walk, at, std::min(length, kLargestTile));
      else if (!input.lies_there) at = load(node, block(node), start, length);
      chain_->set_input(input.node, at, input.repeated);
    }
    const PointwiseNode& result = program_.nodes_[program_.result_];
    std::byte* out = chain_stores_
                         ? const_cast<std::byte*>(walks_[0].base) + offset_of(walks_[0]) * dtype_bytes(result.dtype)
                         : block(result);
    chain_->run(out, length);
    if (!chain_stores_) store(out, result.dtype, start, length);
  }

  void run_block(int64_t start, int64_t length) {
    size_t count = program_.nodes_.size();
    int step = 0;
    const std::byte* values[PointwiseProgram::kMostNodes];
    for (size_t i = 0; i < count; ++i) {
      const PointwiseNode& node = program_.nodes_[i];
      if (!node.constant.empty()) {
        values[i] = node.constant[0].bytes;
      } else if (node.input >= 0) {
        values[i] = load(node, block(node), start, length);
      } else {
        std::byte* out = i == program_.result_ && writes_directly_
                             ? const_cast<std::byte*>(walks_[0].base) + offset_of(walks_[0]) * dtype_bytes(node.dtype)
                             : block(node);
        if (next_length_ > 0) fetch(step++);
        auto operand = [&](int k) { return node.operands[k] < 0 ? nullptr : values[node.operands[k]]; };
        values[i] = operand(0);
        if (node.step) {
          node.step(out, operand(0), operand(1), operand(2), length);
          values[i] = out;
        }
        bool store_wraps = i == program_.result_ && !writes_directly_ && walks_[0].dtype == node.dtype;
        if (node.wrap && !store_wraps) {
          node.wrap(out, values[i], nullptr, nullptr, length);
          values[i] = out;
        }
      }
    }
    if (!writes_directly_) store(values[program_.result_], program_.nodes_[program_.result_].dtype, start, length);
  }

  // at_: the place of the block's first element, by rows only.
  void go_to(int64_t position) {
    for (int axis = 0; axis < space_.rank; ++axis) {
      at_[axis] = position % space_.extents[axis];
      position /= space_.extents[axis];
    }
  }
  void advance(int64_t length) {
    at_[0] += length;
    for (int axis = 0; axis + 1 < space_.rank && at_[axis] == space_.extents[axis]; ++axis) {
      at_[axis] = 0;
      ++at_[axis + 1];
    }
  }
  int64_t offset_of(const Walk& walk) const {
    if (!by_rows_) return start_;
    int64_t offset = 0;
    for (int axis = 0; axis < space_.rank; ++axis) offset += at_[axis] * walk.strides[axis];
    return offset;
  }

  // One element as a tile of its own.
  const std::byte* spread(const PointwiseNode& node, const Walk& walk, const std::byte* at, int64_t tile) {
    std::byte* into = block(node);
    if (walk.dtype == DType::kFloat32 && node.dtype == DType::kFloat32) {
      // As wide as it is read: a load of several stores that are under way would wait for them.
      float value = *reinterpret_cast<const float*>(at);
      run_widest([=]() VT_LAMBDA { std::fill_n(reinterpret_cast<float*>(into), tile, value); });
      return into;
    }
    load_step(walk.dtype, node.dtype)(into, at, 0, tile);
    return into;
  }

  const std::byte* load(const PointwiseNode& node, std::byte* into, int64_t start, int64_t length) {
    const Walk& walk = walks_[static_cast<size_t>(node.input) + 1];
    if (direct(walk, node.dtype)) {
      return walk.base + offset_of(walk) * dtype_bytes(walk.dtype);
    }
    if (Pattern* pattern = pattern_of(node))
      if (const std::byte* elements = repeat(*pattern, start, length)) return elements;
    gather(node, into, start, length);
    return into;
  }
  void gather(const PointwiseNode& node, std::byte* into, int64_t start, int64_t length) {
    const Walk& walk = walk_of(node);
    const int64_t width = dtype_bytes(walk.dtype), register_width = register_bytes(node.dtype);
    if (walk.strides[0] == 1 && walk.dtype == node.dtype && stored_as_register(node.dtype))
      return for_each_run(space_, walk, start, length, [&](int64_t offset, int64_t position, int64_t n) {
        std::memcpy(into + position * width, walk.base + offset * width, static_cast<size_t>(n * width));
      });
    const LoadStep convert = load_step(walk.dtype, node.dtype);
    for_each_run(space_, walk, start, length, [&](int64_t offset, int64_t position, int64_t n) {
      convert(into + position * register_width, walk.base + offset * width, walk.strides[0], n);
    });
  }

  void store(const std::byte* from, DType from_dtype, int64_t start, int64_t length) {
    const Walk& walk = walks_[0];
    StoreStep convert = store_step(from_dtype, walk.dtype);
    int64_t width = dtype_bytes(walk.dtype), register_width = register_bytes(from_dtype);
    for_each_run(space_, walk, start, length, [&](int64_t offset, int64_t position, int64_t n) {
      convert(const_cast<std::byte*>(walk.base) + offset * width, walk.strides[0], from + position * register_width, n);
    });
  }

  const PointwiseProgram& program_;
  const Space& space_;
  std::span<const Walk> walks_;
  std::byte* blocks_ = nullptr;
  int64_t longest_ = 0;
  int64_t start_ = 0;  // of the block
  int64_t at_[kMaxRank];
  int64_t next_ = 0, next_length_ = 0;  // the block to be fetched
  bool by_rows_ = false, writes_directly_ = false, chain_stores_ = false;
  bool rows_ = false, fills_blocks_ = false;  // a block holds an element of a row as often as it is read
  int number_ = -1;                           // which operand of row_step_ is one element
  EvaluateStep row_step_ = nullptr;
  int row_nodes_[3] = {-1, -1, -1};
  std::vector<Pattern> patterns_;
  std::optional<Chain> chain_;
  struct ChainInput {
    size_t node;
    const Walk* walk;
    int64_t width;    // bytes of an element
    bool repeated;    // one element for a row
    bool lies_there;  // the chain reads it where it is
  };
  ChainInput chain_inputs_[Chain::kMostNodes];
  int chain_input_count_ = 0;
};

namespace {
// A large operand whose columns lie where the result has rows is turned first: each of its
// cache lines is then read once.
bool lies_transposed(const Tensor& t, const Tensor& out) {
  if (t.rank() < 2 || out.numel() < kGrain || !out.is_contiguous() || !(t.sizes() == out.sizes())) return false;
  int64_t width = dtype_bytes(t.dtype());
  if ((width != 4 && width != 8) || t.strides().back() == 0 || t.strides().back() == 1) return false;
  for (int axis = 0; axis + 1 < t.rank(); ++axis)
    if (t.strides()[axis] == 1 && t.size(axis) >= 16) return true;
  return false;
}
}  // namespace

// One step over whole tensors, where they lie: what there is least to prepare for.
bool PointwiseProgram::run_single(std::span<const Tensor> inputs, const Tensor& out) const {
  const PointwiseNode& step = nodes_[result_];
  if (!one_row(out, inputs) || out.dtype() != step.dtype) return false;
  const std::byte* from[3] = {};
  int64_t widths[3] = {};
  for (int k = 0; k < 3; ++k) {
    if (step.operands[k] < 0) continue;
    const PointwiseNode& node = nodes_[static_cast<size_t>(step.operands[k])];
    if (node.input < 0) {
      from[k] = node.constant[0].bytes;
      continue;
    }
    const Tensor& t = inputs[static_cast<size_t>(node.input)];
    if (t.dtype() != node.dtype) return false;
    widths[k] = register_bytes(node.dtype);
    from[k] = t.impl()->storage->data() + t.impl()->offset * widths[k];
  }
  const int64_t width = register_bytes(step.dtype);
  std::byte* to = out.impl()->storage->data() + out.impl()->offset * width;
  parallel_for(0, out.numel(), kGrain, [&](int64_t begin, int64_t end) {
    step.step(to + begin * width, from[0] + begin * widths[0], from[1] + begin * widths[1], from[2] + begin * widths[2],
              end - begin);
  });
  return true;
}

void PointwiseProgram::run(std::span<const Tensor> inputs, const Tensor& out) const {
  if (out.numel() == 0 || (single_ && run_single(inputs, out))) return;
  std::vector<Tensor> turned;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!lies_transposed(inputs[i], out)) continue;
    if (turned.empty()) turned.assign(inputs.begin(), inputs.end());
    turned[i] = contiguous_copy(inputs[i]);
  }
  if (!turned.empty()) inputs = turned;
  constexpr size_t kFew = 4;
  Walk few[kFew];
  std::vector<Walk> many(inputs.size() < kFew ? 0 : inputs.size() + 1);
  std::span<Walk> walks = many.empty() ? std::span<Walk>(few, inputs.size() + 1) : std::span<Walk>(many);
  Space space = plan_space(out, inputs, walks);
  parallel_for(0, space.count, kGrain,
               [&](int64_t begin, int64_t end) { PointwiseRun(*this, space, walks).run(begin, end); });
}

void evaluate_expression(const ExprGraph& graph, ExprId result, std::span<const Tensor> inputs, std::span<const DType>,
                         const Tensor& out) {
  PointwiseProgram(graph, result).run(inputs, out);
}

}  // namespace vt
