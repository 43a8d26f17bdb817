// The tree of accessors that GuardSet::check walks: each value is read once.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capture/dynamo/guards.h"

namespace vt::dynamo {

struct GuardNode {
  const Source* source = nullptr;
  vm::Str* name = nullptr;        // interned name of an attribute or global
  mutable int64_t position = -1;  // index of the dict entry at the last look-up
  std::vector<const Guard*> leafs;
  std::vector<std::unique_ptr<GuardNode>> children;
  uint32_t failures = 0;
  // Symbols read here: an axis of this tensor (from kMaxRank on: its stride), or -1 for the int itself.
  std::vector<std::pair<int, size_t>> symbol_reads;  // axis, index into the symbol values
};

class GuardTree {
 public:
  explicit GuardTree(const std::vector<Guard>& guards, const std::vector<SymbolBinding>& bindings);
  // True if all guards hold. Otherwise `failed` is the guard that failed, or `missing` the source that no longer
  // exists; if both are null, two inputs are the same tensor. `held`: filled with the guards that held, in the order of
  // the check, which changes as guards fail.
  bool check(Interpreter& vm, vm::Frame& frame, std::vector<int64_t>& symbols, const Guard** failed,
             const Source** missing, std::vector<const Guard*>* held = nullptr);
  void describe(const std::vector<Guard>& guards, std::vector<GuardSet::Line>& lines) const;

 private:
  void describe_node(const GuardNode& node, const std::string& indent, const std::vector<Guard>& guards,
                     std::vector<GuardSet::Line>& lines) const;
  GuardNode* node_for(const Source& source);
  template <bool kTold>
  bool check_roots(Interpreter& vm, vm::Frame& frame);
  template <bool kTold>
  bool check_node(Interpreter& vm, vm::Frame& frame, GuardNode& node, const Value& value);
  template <bool kTold>
  bool check_children(Interpreter& vm, vm::Frame& frame, GuardNode& node, const Value& value);
  std::vector<std::unique_ptr<GuardNode>> roots_;
  std::map<std::string, GuardNode*> known_;
  bool tensors_differ() const;
  std::vector<const TensorImpl*> tensors_;  // inputs seen by the current check, which must all be different tensors
  std::vector<int64_t>* symbols_ = nullptr;
  std::vector<const Guard*>* held_ = nullptr;
  const Guard* failed_ = nullptr;
  const Source* missing_ = nullptr;
};

// Whether a single guard holds for the value.
bool holds(Interpreter& vm, vm::Frame& frame, const Guard& guard, const Value& value);

}  // namespace vt::dynamo
