// The emission of one group of kernels: its expressions, loops and results, before finish.cpp assigns
// results to phases and merges axes. For lower/ only.
#pragma once
#include <map>

#include "lower/lowering.h"

namespace vt {

class GroupEmission final : public Emission {
 public:
  GroupEmission(Lowering& lowering, const std::vector<int>& members);
  bool run();           // emits a loop nest
  bool run_template();  // members[0] is the product, the other members its epilogue
  loop::ExprId load(loop::ExprGraph& graph, int buffer, const SymExpr& flat) override;
  loop::ExprId gather(loop::ExprGraph& graph, int buffer, const SymExpr& flat, loop::ExprId further) override;
  void mark(loop::ExprGraph& graph, size_t before, ItemId item) override;

  struct Result {
    int buffer;
    SymExpr flat;
    loop::ExprId value;
    bool per_row;  // stored once per outer point
  };
  loop::ExprGraph exprs;
  std::vector<ItemId> items;
  std::vector<int> slots;  // indices of program buffers, in the order of the nest's buffers
  std::vector<loop::Axis> outer, inner;
  std::vector<loop::Reduction> reductions;
  std::vector<Result> results;
  Refusal refusal;
  const std::vector<int>& members() const { return members_; }

 private:
  struct Produced {
    loop::ExprId value;
    SymExpr flat;
  };
  struct Snapshot {
    loop::ExprGraph exprs;
    std::vector<ItemId> items;
    std::vector<int> slots;
    Refusal refusal;
  };
  int64_t slot(int buffer);
  void refuse(std::string rule, std::string detail);
  void add_axes(const std::vector<SymExpr>& sizes, std::vector<loop::Axis>& axes);
  Index map_axes(const std::vector<loop::Axis>& axes, const std::vector<SymExpr>& sizes);
  std::vector<Index> candidates(const std::vector<SymExpr>& sizes);
  SymExpr store_index(int buffer, const Index& index);
  void produce(const Kernel& kernel, loop::ExprId value, SymExpr flat, bool per_row);
  loop::ExprId evaluate(const Kernel& kernel, const Loader& element, const Index& index);
  void emit_reduction(const Kernel& kernel);
  void emit_pointwise(const Kernel& kernel);
  struct Placed {
    loop::ExprId value;
    Index index;
    bool per_row;
  };
  std::optional<Index> reordered(const Kernel& kernel);
  Placed place(const Kernel& kernel, const Loader& element, const std::vector<SymExpr>& sizes);
  bool fits(const SymExpr& count) const;
  bool in_pieces(const Kernel& kernel) const;
  bool choose_axes();
  void order_axes(const Kernel& kernel, const Buffer& buffer, const std::vector<size_t>& axes);
  bool check_ranges();

  Lowering& lowering_;
  const std::vector<int>& members_;
  IndexRanges ranges_;
  std::map<int, Produced> produced_;
  std::vector<size_t> loop_order_;
  SymExpr outer_count_, inner_count_;
  int aligned_ = 0;  // number of loads that matched a value or load of the group
};

loop::LoopNest finish_nest(GroupEmission& group, Lowering& lowering);
loop::MatmulTemplate finish_template(GroupEmission& group, Lowering& lowering, const Kernel& product);

}  // namespace vt
