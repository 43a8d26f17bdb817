// Sizes and numbers that only a run tells: u0, what item() reads or how much nonzero() finds.
// No guard can hold them. What an operator takes for granted of one is written down to be
// asserted by the graph; what the program asks about one cannot be answered. Neighbours:
// symbolic.h, and dynamo, which gives each a node of its graph.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "tensor/symbolic.h"

namespace vt {

// Thrown when an answer is needed while tracing. `number`: the value itself, not a condition.
struct DataDependent {
  std::string expression;
  bool number = false;
  bool truth = false;  // of a number
};

// Who compares sizes on this thread.
enum class Asker : uint8_t {
  kProgram,    // only what is known is answered
  kOperator,   // what no size of 0 or 1 would make true is taken for granted
  kAssertion,  // what is compared holds
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

// Where operators whose result's size depends on values get it from, on this thread; none: they refuse.
struct DataSizes {
  ShapeEnv* env;
  std::map<const void*, SymInt> known;  // how much was found in a tensor that did not change since
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
// `found_in`: asked again about this, the answer is the same.
std::optional<SymInt> data_size(std::optional<SymInt> at_most, const void* found_in = nullptr);

inline bool is_unbacked(const ShapeEnv::SymbolInfo& symbol) { return symbol.source.empty(); }
bool has_unbacked(const ShapeEnv& env, const SymExpr& e);
bool only_a_run_tells(const SymInt& size);
SymInt new_unbacked(ShapeEnv& env);
// Tells about a fact that holds, for the graph to assert.
void assume(SymRelation relation, const SymInt& left, const SymInt& right);
// "u0 > 2", "Eq(u0, 3)", as PyTorch writes conditions.
std::string relation_expression(SymRelation relation, const SymExpr& left, const SymExpr& right);

}  // namespace vt
