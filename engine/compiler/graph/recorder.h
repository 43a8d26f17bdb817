// Records op calls on fake tensors as a Graph. Composite ops are decomposed to the core set, in-place mutations
// are functionalized (a write defines a new value, and views of the written tensor are replayed on it), and real
// tensors become constants. Driven by session/ (which runs the captured fx program on fakes) and by the tape
// (which records gradients into the same graph).
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "graph/output_alias.h"
#include "ops/view_step.h"
#include "support/source.h"

namespace vt {

// The base of a value: follows the view chain to a value that is no view.
ValueRef storage_root(const Graph& graph, ValueRef value);

class GraphRecorder final : public OpRecorder {
 public:
  // `keep_kernels`: ops that have an eager kernel are not decomposed, for graphs that run op by op
  // and must equal eager execution to the last bit.
  explicit GraphRecorder(std::shared_ptr<ShapeEnv> shapes = nullptr, bool keep_kernels = false);

  // Records operators that exist only in ATen's graphs as nodes, instead of their decompositions.
  void keep_aten_operators() { aten_operators_ = true; }

  // Adds an input and returns its fake tensor, which ops can be called on.
  Tensor add_input(TensorMeta meta, std::string_view name, ItemId item = kNoItem);
  void add_number_input(const SymInt& number, std::string_view name, ItemId item = kNoItem);
  // Provenance of the nodes recorded from now on: the fx node that is being run.
  void set_origin(std::vector<ItemId> origins, SourceSpan span = {});

  Outputs record(const OpDef& op, const Args& args) override;
  void record_inplace(const OpDef& op, const Args& args) override;
  Tensor lift(const Tensor& real) override;

  // The value that a fake stands for now, after all recorded writes; views of written bases are replayed.
  ValueRef value_of(const Tensor& fake);
  bool owns(const Tensor& t) const { return t.is_fake() && t.impl()->fake->recorder == this; }
  // A new fake for a value of the graph.
  Tensor tensor_of(ValueRef value);
  // Inputs that were mutated so far: input position and new value.
  std::vector<std::pair<int, ValueRef>> mutated_inputs();
  // Sets the graph's outputs: `outputs` (an undefined tensor gives None, a real one is lifted), then the plan's shared
  // bases, then the new values of mutated inputs (listed in Graph::mutated_inputs). With a plan, an output that is no
  // alias gets memory of its own.
  void set_outputs(std::span<const Arg> outputs, const OutputPlan& plan = {});
  // The base of a fake and the view steps from there; a fake that is no view is its own base.
  struct Place {
    uint64_t base = 0;
    int input = -1;  // the base's position among the inputs; -1: no input
    ViewSteps steps;
  };
  Place place_of(const Tensor& fake) const;
  // The view steps from `base` to `view`; nullopt if `view` does not descend from `base`.
  std::optional<ViewSteps> steps_between(const Tensor& base, const Tensor& view) const;
  Tensor base_of(const Tensor& fake);
  Graph& graph() { return graph_; }

 private:
  // State behind a fake, indexed by the fake's `value` number. A view's slot stores how the view was made.
  struct Slot {
    ValueRef value;
    uint64_t base = 0, parent = 0;  // a slot that is no view names itself
    uint32_t generation = 0;        // base: number of writes so far; view: the base's number when it was made
    std::vector<SymInt> strides;    // base: strides that the program sees, if the value's strides differ
    ViewStep step;                  // the view op that was applied to the parent
    size_t view_results = 1;        // number of results of that view op
    int input = -1;
    Ref<Storage> memory;  // shared by a base and its views; has no bytes, only the version counter of the tape
  };
  Tensor new_slot(ValueRef value);
  Tensor handle(uint64_t slot);
  ValueRef current(uint64_t slot);
  Outputs record_node(const OpDef& op, const Args& args);
  NodeArg node_arg(const Arg& arg);
  Arg own_arg(const Arg& arg);
  void write(uint64_t slot, const Tensor& replacement);
  Tensor scatter(uint64_t slot, const Tensor& part);
  std::pair<std::string, std::vector<Arg>> piece_of(const Slot& slot, const Tensor& whole);
  Tensor written(const std::string& name, const Args& args);
  Tensor mutation_result(const OpDef& op, const Args& args);
  Tensor fitted(Tensor value, const Tensor& like);
  Tensor in_layout(const Tensor& value, const Tensor& like);
  ItemId new_item();
  ValueRef copied(ValueRef value);
  void give_outputs_memory(size_t outputs, const OutputPlan& plan);

  // Whether an op is recorded as a node; all others are decomposed.
  bool is_core_op(const OpDef& op) const;

  Graph graph_;
  bool keep_kernels_, aten_operators_ = false;
  std::vector<Slot> slots_;
  std::unordered_map<const TensorImpl*, uint64_t> lifted_;
  TensorList lifted_alive_;  // keeps the tensors alive, so that no new tensor gets an address in `lifted_`
  std::vector<ItemId> origins_;
  SourceSpan span_;
};

}  // namespace vt
