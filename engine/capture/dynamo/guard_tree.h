// The accessor tree behind GuardSet::check.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capture/dynamo/guards.h"

namespace vt::dynamo {

struct GuardNode {
  const Source* source = nullptr;
  vm::Str* name = nullptr;        // interned, of attributes and globals
  mutable int64_t position = -1;  // where the dict entry was last time
  std::vector<const Guard*> leafs;
  std::vector<std::unique_ptr<GuardNode>> children;
  uint32_t failures = 0;
  // Axes of this tensor (or the int itself, axis -1) that give symbols their values.
  std::vector<std::pair<int, size_t>> symbol_reads;  // axis, index into the values
};

class GuardTree {
 public:
  explicit GuardTree(const std::vector<Guard>& guards, const std::vector<SymbolBinding>& bindings);
  // Null if all hold, else the guard that failed. With no guard at fault (a value that is
  // gone) `missing` is set.
  // `held`: filled with the guards that held, in the order of the check, which failures change.
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
  std::vector<const TensorImpl*> tensors_;  // of the check in progress: no two may be one
  std::vector<int64_t>* symbols_ = nullptr;
  std::vector<const Guard*>* held_ = nullptr;
  const Guard* failed_ = nullptr;
  const Source* missing_ = nullptr;
};

// Whether one guard holds for a value.
bool holds(Interpreter& vm, vm::Frame& frame, const Guard& guard, const Value& value);

}  // namespace vt::dynamo
