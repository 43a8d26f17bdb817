// Unbacked symbols (u0): sizes and numbers known only at run time, such as the result of item() or the output size of
// nonzero(). No guard can check them. What an operator assumes about one is recorded, and the graph asserts it; a
// condition of the program on one cannot be answered. Neighbours: symbolic.h; dynamo, which maps each symbol to a node
// of its graph.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "tensor/symbolic.h"

namespace vt {

// Thrown if tracing needs an unknown value. `number`: the value itself is needed, not the truth of a condition.
struct DataDependent {
  std::string expression;
  bool number = false;
  bool truth = false;  // the truth of a number is needed
};

// The kind of code that compares sizes on this thread.
enum class Asker : uint8_t {
  kProgram,    // answers only what is known from bounds
  kOperator,   // assumes what holds unless a size is 0 or 1
  kAssertion,  // assumes that the compared relation holds
};
class AskerScope {
 public:
  explicit AskerScope(Asker asker);
  ~AskerScope();
  AskerScope(const AskerScope&) = delete;
  AskerScope& operator=(const AskerScope&) = delete;

 private:
  Asker before_;
};
Asker current_asker();

// Source of data-dependent output sizes for ops on this thread; without it these ops raise an error.
struct DataSizes {
  ShapeEnv* env;
  std::map<const void*, SymInt> known;  // tensor -> the size found in it earlier; cleared when a tensor changes
};
class DataSizesScope {
 public:
  explicit DataSizesScope(DataSizes* sizes);
  ~DataSizesScope();
  DataSizesScope(const DataSizesScope&) = delete;
  DataSizesScope& operator=(const DataSizesScope&) = delete;

 private:
  DataSizes* before_;
};
bool has_data_sizes();
// A new symbol for a size. `found_in`: a repeated query about the same tensor returns the same symbol.
std::optional<SymInt> data_size(std::optional<SymInt> at_most, const void* found_in = nullptr);

inline bool is_unbacked(const ShapeEnv::SymbolInfo& symbol) { return symbol.source.empty(); }
bool has_unbacked(const ShapeEnv& env, const SymExpr& e);
bool only_a_run_tells(const SymInt& size);
SymInt new_unbacked(ShapeEnv& env);
// Records a fact that the graph is to assert.
void assume(SymRelation relation, const SymInt& left, const SymInt& right);
// A condition in PyTorch's notation: "u0 > 2", "Eq(u0, 3)".
std::string relation_expression(SymRelation relation, const SymExpr& left, const SymExpr& right);

}  // namespace vt
