// What tracing changed outside the graph: lists, dicts, attributes, cells, globals. Tracing itself changes no real
// object; the residual bytecode replays the changes, in the order of the first change to each. Neighbours: output.h,
// which holds one; codegen_effects.cpp, which generates the bytecode.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "capture/dynamo/variable.h"

namespace vt::dynamo {

class SideEffects {
 public:
  SideEffects() = default;
  ~SideEffects();
  SideEffects(const SideEffects&) = delete;
  SideEffects& operator=(const SideEffects&) = delete;

  // Records a change of `v`; if `v` exists outside the frame, the change is replayed.
  void note_mutation(const VarRef& v);
  // Records a side effect that is not replayed. It counts only if `v` is older than the current Body.
  void note_effect(const VarRef& v);
  void store_global(const std::string& name, const VarRef& value);
  const VarRef* stored_global(const std::string& name) const;
  void write_class(const VarRef& type, vm::Str* name, const VarRef& value);
  // The traced write to the class or a base, if no class before it in the mro defines the name; null: none.
  VarRef class_write(vm::Type* type, vm::Str* name) const;
  // A hook on a tensor from outside; it is registered after the graph has run.
  void add_hook(const VarRef& tensor, const VarRef& hook) { hooks_.emplace_back(tensor, hook); }
  // Cells and generators created while tracing.
  void add_cell(const VarRef& cell) { cells_.push_back(cell); }
  void add_generator(const VarRef& generator) { generators_.push_back(generator); }

  bool replays_nothing() const { return mutated_.empty() && globals_.empty(); }
  const std::vector<VarRef>& mutated() const { return mutated_; }
  const std::vector<std::pair<std::string, VarRef>>& globals() const { return globals_; }
  const std::vector<std::pair<VarRef, VarRef>>& hooks() const { return hooks_; }
  const std::vector<VarRef>& generators() const { return generators_; }
  size_t count() const { return count_; }
  const VarRef& last_changed() const { return last_changed_; }  // the object changed last; null: a global

  // While it lives, changes of objects older than it are counted, because the body of an operation may have none.
  class Body {
   public:
    explicit Body(SideEffects& effects);
    ~Body() { effects_.body_start_ = outer_; }

   private:
    SideEffects& effects_;
    uint64_t outer_;
  };
  // While it lives, a generator that leaves the frame is run to its end; a side effect in it is refused.
  class Draining {
   public:
    explicit Draining(SideEffects& effects) : effects_(effects), outer_(effects.draining_) { effects.draining_ = true; }
    ~Draining() { effects_.draining_ = outer_; }

   private:
    SideEffects& effects_;
    bool outer_;
  };

 private:
  std::vector<VarRef> mutated_, cells_, generators_;
  std::vector<std::pair<std::string, VarRef>> globals_;
  std::vector<std::pair<VarRef, VarRef>> hooks_;
  std::map<vm::Type*, VarRef> classes_;
  VarRef last_changed_;
  size_t count_ = 0;
  uint64_t body_start_ = 0;
  bool draining_ = false;
};

}  // namespace vt::dynamo
