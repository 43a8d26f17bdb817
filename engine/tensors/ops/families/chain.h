// An elementwise program of float32, 16-bit floats and bools as a chain of steps on registers
// (kernels/chain_steps.h). Between evaluate.cpp, which finds operands, and those steps.
#pragma once
#include <span>

#include "ops/families/pointwise_program.h"
#include "ops/kernels/chain_steps.h"

namespace vt {

class Chain {
 public:
  static constexpr size_t kMostNodes = 64;
  // Below this the blocks of evaluate.cpp are as fast.
  static constexpr int64_t kFewest = 256;
  // Whether there are steps for all nodes.
  static bool takes(std::span<const PointwiseNode> nodes);
  // Whether steps read this node's elements from, or write the result's to, memory of that
  // dtype; otherwise they come and go as registers, with the node's own rounding still to be done on results.
  static bool reads(const PointwiseNode& node, DType memory);
  static bool writes(const PointwiseNode& node, DType memory);

  // `memory`: for each node that is an input, the dtype it comes in; `stored`: that of the result.
  Chain(std::span<const PointwiseNode> nodes, size_t result, std::span<const DType> memory, DType stored);
  // Where an input's elements begin; one_tile: the same tile, which is longer than any, again and again.
  void set_input(size_t node, const std::byte* from, bool one_tile);
  void run(std::byte* out, int64_t n);

 private:
  // Places among the operands: a node's value as floats or lanes, the result, and an input's memory that is
  // converted first.
  size_t place_of_result() const { return nodes_.size(); }
  size_t place_of_raw(size_t node) const { return nodes_.size() + 1 + node; }
  bool lies_ready(size_t node) const;  // as floats or lanes in memory
  void find_reused(size_t result);
  bool reads_from_memory(const PointwiseNode& reader, int node) const;
  static constexpr size_t kNone = 2 * kMostNodes + 1;
  void add(ChainOp op, size_t y = kNone, size_t z = kNone, size_t w = kNone);
  void load(int node);
  void emit(size_t node);
  void emit_input(size_t node);
  void emit_cast(const PointwiseNode& node);
  void emit_select(const PointwiseNode& node);
  void emit_choice(const PointwiseNode& node, const PointwiseNode& condition);
  void find_choices(size_t result);
  bool is_emitted(size_t node) const { return !lies_ready(node) && !chooses_[node]; }
  void emit_operation(const PointwiseNode& node);
  bool is_number(size_t node) const;
  bool holds_bfloat16(size_t result) const;
  void add_min(size_t number);
  bool may_repeat(int64_t n) const;
  void run_last_tile(int64_t first);

  std::span<const PointwiseNode> nodes_;
  int64_t tile_;
  bool calls_ = false;
  int current_ = -1;  // the node whose value the registers have
  size_t count_ = 0;
  DType memory_[kMostNodes];
  bool chooses_[kMostNodes] = {};  // a comparison that the selects that read it make themselves
  bool reused_[kMostNodes] = {};   // read when the registers have something else
  bool fetched_[2 * kMostNodes + 1] = {};
  ChainStep steps_[kMostNodes * 4 + 3];  // of a node: a load, itself, its rounding, a store
  ChainOperand operands_[2 * kMostNodes + 1];
};

}  // namespace vt
