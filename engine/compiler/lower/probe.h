// Inspects the expression of an element without creating a kernel. Used by values.cpp and reads.cpp.
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lower/lowering.h"

namespace vt {

inline std::vector<SymExpr> exprs(const std::vector<SymInt>& sizes) {
  std::vector<SymExpr> result;
  result.reserve(sizes.size());
  for (const SymInt& size : sizes) result.push_back(size.expr());
  return result;
}

// While a Probe exists, loaders that are called with its `index` (for a value of these sizes) add
// expressions to its `graph`; the buffers that they load are collected in `reads`.
class Probe final : public Emission {
 public:
  Probe(Lowering& lowering, const std::vector<SymExpr>& sizes)
      : lowering_(lowering), previous_(std::exchange(lowering.emission, this)) {
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (!is_one(sizes[i])) ranges.push_back({axis_name(i), sizes[i]});
      index.push_back(is_one(sizes[i]) ? sym_constant(0) : sym_variable(axis_name(i)));
    }
  }
  ~Probe() override { lowering_.emission = previous_; }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  loop::ExprId load(loop::ExprGraph& into, int buffer, const SymExpr& flat) override {
    reads.insert(buffer);
    return into.load(buffer, simplify_index(flat, ranges), lowering_.buffers[static_cast<size_t>(buffer)].dtype);
  }
  loop::ExprId gather(loop::ExprGraph& into, int buffer, const SymExpr& flat, loop::ExprId further) override {
    reads.insert(buffer);
    const DType dtype = lowering_.buffers[static_cast<size_t>(buffer)].dtype;
    return into.gather(buffer, simplify_index(flat, ranges), further, dtype);
  }
  void mark(loop::ExprGraph&, size_t, ItemId) override {}
  static std::string axis_name(size_t axis) { return "v" + std::to_string(axis); }

  IndexRanges ranges;
  Index index;
  loop::ExprGraph graph;
  std::set<int> reads;

 private:
  Lowering& lowering_;
  Emission* previous_;
};

}  // namespace vt
