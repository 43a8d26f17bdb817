// Records op calls on fake tensors as a Graph: composite ops are decomposed to the core
// set, in-place changes become new values (views of what changed are made anew), real
// tensors become constants. Driven by session/ (which runs the captured fx program on
// fakes) and by the tape (which records gradients into the same graph).
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

// What a value is a view of, through all views.
ValueRef storage_root(const Graph& graph, ValueRef value);

class GraphRecorder final : public OpRecorder {
 public:
  // `keep_kernels`: what has a kernel of its own is not decomposed, for graphs that run op
  // by op and must be equal to eager execution to the last bit.
  explicit GraphRecorder(std::shared_ptr<ShapeEnv> shapes = nullptr, bool keep_kernels = false);

  // Operators that only ATen's graphs have become nodes too, not what they compute.
  void keep_aten_operators() { aten_operators_ = true; }

  // Inputs of the graph, as fakes to call ops on.
  Tensor add_input(TensorMeta meta, std::string_view name, ItemId item = kNoItem);
  void add_number_input(const SymInt& number, std::string_view name, ItemId item = kNoItem);
  // What nodes recorded from now on come from: the fx node that is being run.
  void set_origin(std::vector<ItemId> origins, SourceSpan span = {});

  Outputs record(const OpDef& op, const Args& args) override;
  void record_inplace(const OpDef& op, const Args& args) override;
  Tensor lift(const Tensor& real) override;

  // The node and result that a fake stands for now, after all changes so far.
  ValueRef value_of(const Tensor& fake);
  bool owns(const Tensor& t) const { return t.is_fake() && t.impl()->fake->recorder == this; }
  // A fake for a value of the graph.
  Tensor tensor_of(ValueRef value);
  // Changed inputs so far: position among the inputs, and the new value.
  std::vector<std::pair<int, ValueRef>> mutated_inputs();
  // Tensors (undefined: None; real ones are lifted) and numbers become the outputs. The plan's shared bases follow,
  // and then the new values of changed inputs, noted in Graph::mutated_inputs. With a plan, outputs that are no
  // aliases get memory of their own.
  void set_outputs(std::span<const Arg> outputs, const OutputPlan& plan = {});
  // Where a fake of this recorder lies: the base that it is a view of, or itself.
  struct Place {
    uint64_t base = 0;
    int input = -1;  // the base's position among the inputs, if it is one
    ViewSteps steps;
  };
  Place place_of(const Tensor& fake) const;
  // How a fake comes to be a view of another; none where it is not.
  std::optional<ViewSteps> steps_between(const Tensor& base, const Tensor& view) const;
  Tensor base_of(const Tensor& fake);
  Graph& graph() { return graph_; }

 private:
  // The identity of a fake: what its `value` number names. Views know how they were made.
  struct Slot {
    ValueRef value;
    uint64_t base = 0, parent = 0;  // itself when it is no view
    uint32_t generation = 0;        // base: changes so far; view: the base's when made
    std::vector<SymInt> strides;    // base: as programs see them, where the value lies otherwise
    ViewStep step;                  // from the parent
    size_t view_results = 1;        // of the step's op
    int input = -1;
    Ref<Storage> memory;  // of a base and all its views: without bytes, it counts versions for the tape
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

  // Whether an op becomes a node; otherwise its decomposition is recorded.
  bool is_core_op(const OpDef& op) const;

  Graph graph_;
  bool keep_kernels_, aten_operators_ = false;
  std::vector<Slot> slots_;
  std::unordered_map<const TensorImpl*, uint64_t> lifted_;
  TensorList lifted_alive_;  // keeps addresses in `lifted_` from being reused
  std::vector<ItemId> origins_;
  SourceSpan span_;
};

}  // namespace vt
