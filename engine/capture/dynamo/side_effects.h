// What tracing changed outside the graph: lists, dicts, attributes, cells, globals. Nothing of it happens while
// tracing; the residual bytecode replays it, in the order of the first change. Neighbours: output.h, which has one;
// codegen_effects.cpp, which writes the bytecode.
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

  // `v` was changed: if it is there when the frame ends, the change is replayed.
  void note_mutation(const VarRef& v);
  // `v` was changed in a way that is not replayed. Counts if it is older than the body of an operation.
  void note_effect(const VarRef& v);
  void store_global(const std::string& name, const VarRef& value);
  const VarRef* stored_global(const std::string& name) const;
  void write_class(const VarRef& type, vm::Str* name, const VarRef& value);
  // What the program wrote to the class or one that it is derived from, before anything that they have; null: nothing.
  VarRef class_write(vm::Type* type, vm::Str* name) const;
  // Registered when the graph has run: a hook of a tensor from outside.
  void add_hook(const VarRef& tensor, const VarRef& hook) { hooks_.emplace_back(tensor, hook); }
  // Frames made them while they were traced.
  void add_cell(const VarRef& cell) { cells_.push_back(cell); }
  void add_generator(const VarRef& generator) { generators_.push_back(generator); }

  bool replays_nothing() const { return mutated_.empty() && globals_.empty(); }
  const std::vector<VarRef>& mutated() const { return mutated_; }
  const std::vector<std::pair<std::string, VarRef>>& globals() const { return globals_; }
  const std::vector<std::pair<VarRef, VarRef>>& hooks() const { return hooks_; }
  const std::vector<VarRef>& generators() const { return generators_; }
  size_t count() const { return count_; }
  const VarRef& last_changed() const { return last_changed_; }  // null: a global

  // While it lives, changes of what is older than it are counted: the body of an operation may change nothing.
  class Body {
   public:
    explicit Body(SideEffects& effects);
    ~Body() { effects_.body_start_ = outer_; }

   private:
    SideEffects& effects_;
    uint64_t outer_;
  };
  // While it lives, a generator that leaves the frame is run to its end: it may change nothing.
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
