#include "session/compiled_graph.h"

#include <algorithm>

#include "capture/fx/graph.h"
#include "eager/autograd.h"
#include "eager/kept_graph.h"
#include "graph/run.h"
#include "ops/kernels/copy.h"
#include "session/fx_recording.h"
#include "support/check.h"
#include "support/timeline.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt {
namespace {
using vm::Arguments;
using vm::Interpreter;
using vm::Value;

// The compiled backward as a node of the tape.
class CompiledBackward final : public GradNode {
 public:
  explicit CompiledBackward(std::shared_ptr<const CompiledGraph> graph) : graph_(std::move(graph)) {}
  std::string own_name() const override { return "CompiledFunctionBackward"; }

  // A saved input that the graph changes is kept as it was.
  void save(const Outputs& forward, const std::vector<Arg>& inputs) {
    for (int i = 0; i < graph_->saved_tensors; ++i) {
      Tensor value = forward[graph_->forward_outputs + i];
      for (auto [input, output] : graph_->mutated_inputs)
        if (std::get<Tensor>(inputs[input].value).impl()->storage == value.impl()->storage) value = copy_of(value);
      saved_.emplace_back(value);
    }
    for (int i = 0; i < graph_->saved_numbers; ++i) {
      const Tensor& number = forward[graph_->forward_outputs + graph_->saved_tensors + i];
      numbers_.push_back(Arg(*number.data<int64_t>()));
    }
  }

  TensorList apply(TensorList grads) override {
    if (grad_enabled()) tensor_error("torch.compile with aot_autograd does not currently support double backward");
    std::vector<Arg> inputs;
    for (const SavedTensor& s : saved_) inputs.push_back(s.unpack(this));
    if (!backward_keeps_graph()) release_saved();  // each goes when its last reader has run
    inputs.insert(inputs.end(), numbers_.begin(), numbers_.end());
    for (size_t i = 0; i < graph_->tangent_of.size(); ++i) inputs.push_back(tangent(std::move(grads[i]), i));
    WorkScope work(WorkKind::kGraph, [] { return std::string("compiled backward"); });
    Outputs all = graph_->backward(RuntimeInputs::given(inputs));
    TensorList wanted;
    for (int position : gradient_positions) wanted.push_back(all[position]);
    return wanted;
  }

  void release_saved() override {
    for (SavedTensor& s : saved_) s.reset();
  }

  std::vector<int> gradient_positions;  // per edge: the input it belongs to

 private:
  static Tensor copy_of(const Tensor& value) {
    Tensor copy = empty_strided(value.sizes(), value.strides(), value.dtype(), value.device());
    copy_tensor(copy, value);
    return copy;
  }

  // As the kernels expect it: there, dense, in the output's layout.
  Tensor tangent(Tensor given, size_t i) const {
    const ValueMeta& meta = outputs[i];
    if (given.defined() && given.strides() == meta.strides && given.sizes() == meta.sizes) return given;
    Tensor dense = empty_strided(meta.sizes, meta.strides, meta.dtype, meta.device);
    if (given.defined()) copy_tensor(dense, given);
    else fill_tensor(dense, Scalar::of(0.0));
    return dense;
  }

  std::shared_ptr<const CompiledGraph> graph_;
  std::vector<SavedTensor> saved_;
  std::vector<Arg> numbers_;
};

struct CompiledCallable : vm::Object {
  explicit CompiledCallable(CompiledGraph compiled);
  static bool is_kind(vm::Kind k) { return k == vm::Kind::kCompiled; }
  void traverse(vm::Visitor& visitor) const override { visitor.visit(result), visitor.visit(eager); }
  void clear() override { result = Value(), eager = Value(); }
  std::shared_ptr<const CompiledGraph> graph;
  Value result, eager;
};

Arg runtime_input(const Value& v) {
  if (const Tensor* tensor = torch::as_tensor(v)) return *tensor;
  if (v.is_int()) return Arg(v.as_int());
  if (v.is_bool()) return Arg(v.as_bool());
  if (v.is_float()) return Arg(v.as_float());
  if (auto symbol = v.as<torch::SymIntObject>()) return Arg(symbol->value.hint());
  vm::raise(vm::types().TypeError,
            std::string("a compiled graph takes tensors and numbers, not '") + vm::type_name(v) + "'");
}

// Does an input that the graph changes share its memory with another input, or elements of it with each other? The
// graph was made functional as if none did: a change through one would be missed by the other.
bool changes_shared_memory(const CompiledGraph& graph, const std::vector<Arg>& inputs) {
  for (auto [changed, output] : graph.mutated_inputs) {
    const Tensor& place = std::get<Tensor>(inputs[changed].value);
    if (overlaps_itself(place)) return true;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Tensor* other = std::get_if<Tensor>(&inputs[i].value);
      if (other && i != static_cast<size_t>(changed) && other->impl()->storage == place.impl()->storage) return true;
    }
  }
  return false;
}

void write_back(const CompiledGraph& graph, const std::vector<Arg>& inputs, const Outputs& results) {
  for (auto [input, output] : graph.mutated_inputs) {
    const Tensor& place = std::get<Tensor>(inputs[input].value);
    copy_tensor(place, results[output]);
    bump_version(place);
  }
}

// Before inputs change: what backward needs of them is saved as it is now. An input that no output depends on is no
// edge, or what made it would get zeros for a gradient.
Ref<CompiledBackward> make_backward(const std::shared_ptr<const CompiledGraph>& graph, const std::vector<Arg>& inputs,
                                    const Outputs& results) {
  auto node = make_ref<CompiledBackward>(graph);
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto tensor = std::get_if<Tensor>(&inputs[i].value);
    if (!tensor || !tensor->requires_grad()) continue;
    node->edges.push_back(graph->gives_gradient[i] ? gradient_edge(*tensor) : Edge());
    node->gradient_positions.push_back(static_cast<int>(i));
  }
  node->save(results, inputs);
  return node;
}

void attach_history(const CompiledGraph& graph, const Ref<CompiledBackward>& node, Outputs& results) {
  for (size_t i = 0; i < graph.tangent_of.size(); ++i) {
    Tensor& output = results[graph.tangent_of[i]];
    // An output that is an input or a saved value must not take the history along.
    output = view_of(output, output.sizes(), output.strides(), output.impl()->offset);
    node->outputs.push_back(ValueMeta::of(output));
    set_history(output, node, static_cast<uint32_t>(i));
  }
}

Tensor made_alias(const OutputAlias& alias, const Tensor& base, const std::map<std::string, int64_t>& symbols) {
  if (alias.itself) return base;
  GradModeScope mode(grad_enabled() && alias.tracked);
  Tensor view = base;
  for (ViewStep step : alias.steps) {
    for (Arg& arg : step.args) arg = with_values(arg, symbols);
    view = view_by(step, view);
  }
  return alias.detached ? detach(view) : view;
}

// What is made in inference mode is an inference tensor, as each op's result is there.
void mark_inference(const CompiledGraph& graph, Outputs& results) {
  if (!inference_mode()) return;
  const size_t returned = static_cast<size_t>(graph.forward_outputs) - graph.mutated_inputs.size();
  for (size_t i = 0; i < returned; ++i) {
    const bool own = i >= graph.aliases.size() || graph.aliases[i].of == OutputAlias::Of::kNothing;
    if (own && results[i].defined()) results[i].impl()->is_inference = true;
  }
}

// The outputs that are views of inputs, which have their new values, or of other outputs, which have their history.
void make_aliases(const CompiledGraph& graph, const std::vector<Arg>& inputs, Outputs& results) {
  std::map<std::string, int64_t> symbols;
  if (graph.sizes) symbols = bind_symbols(*graph.sizes, inputs);
  for (size_t i = 0; i < graph.aliases.size(); ++i) {
    const OutputAlias& alias = graph.aliases[i];
    const size_t position = static_cast<size_t>(alias.position);
    if (alias.of == OutputAlias::Of::kInput)
      results[i] = made_alias(alias, std::get<Tensor>(inputs[position].value), symbols);
    if (alias.of == OutputAlias::Of::kOutput) results[i] = made_alias(alias, results[position], symbols);
  }
}

Value fill_template(Interpreter& vm, const CompiledCallable& self, const Outputs& results) {
  size_t next = 0;
  return fx::map_leaves(self.result, [&](const Value& leaf) {
    if (!is_computed(leaf)) return leaf;
    bool number = next < self.graph->number.size() && self.graph->number[next];
    const Tensor& value = results[next++];
    if (number) return vm.call_method(torch::wrap(value), "item", {});
    return torch::as_tensor(leaf) ? torch::wrap(value) : Value::integer(*value.data<int64_t>());
  });
}

Value call_compiled(Interpreter& vm, const Value& self_value, const Arguments& a) {
  auto& self = *static_cast<CompiledCallable*>(self_value.as_object());
  std::vector<Arg> inputs;
  for (size_t i = 0; i < a.positional; ++i) inputs.push_back(runtime_input(a[i]));
  if (changes_shared_memory(*self.graph, inputs)) return vm.call(vm.get_attribute(self.eager, "forward"), a);
  WorkScope work(WorkKind::kGraph, [] { return std::string("compiled graph"); });
  try {
    Outputs results = self.graph->forward(inputs);
    Ref<CompiledBackward> node;
    if (!self.graph->tangent_of.empty() && (grad_enabled() || self.graph->switches_grad_on))
      node = make_backward(self.graph, inputs, results);
    write_back(*self.graph, inputs, results);
    if (node) attach_history(*self.graph, node, results);
    mark_inference(*self.graph, results);
    make_aliases(*self.graph, inputs, results);
    if (self.graph->grad_mode_left) set_grad_enabled(*self.graph->grad_mode_left);
    return fill_template(vm, self, results);
  } catch (const TensorError& error) {
    torch::raise_error(error);
  }
}

vm::Type* callable_type() {
  static vm::Type* type = [] {
    vm::Type* t =
        vm::make_type("CompiledFxGraph", vm::types().object, vm::Kind::kCompiled, "torch._inductor.output_code");
    t->slots.call = call_compiled;
    t->allows_subclass = false;
    return t;
  }();
  return type;
}

CompiledCallable::CompiledCallable(CompiledGraph compiled)
    : Object(vm::Kind::kCompiled, callable_type()), result(compiled.result), eager(compiled.eager) {
  compiled.result = compiled.eager = Value();
  graph = std::make_shared<const CompiledGraph>(std::move(compiled));
}

bool symbolic(const Arg& arg) {
  const Scalar* scalar = std::get_if<Scalar>(&arg.value);
  const IntList* list = std::get_if<IntList>(&arg.value);
  return (scalar && scalar->integer.symbolic()) ||
         (list && std::any_of(list->begin(), list->end(), [](const SymInt& item) { return item.symbolic(); }));
}

// Where the aliases' steps have size symbols: the inputs, which show their values.
std::shared_ptr<const Graph> sizes_of_aliases(const std::vector<OutputAlias>& aliases, const Graph& graph) {
  const bool any = std::any_of(aliases.begin(), aliases.end(), [](const OutputAlias& alias) {
    return std::any_of(alias.steps.begin(), alias.steps.end(),
                       [](const ViewStep& step) { return std::any_of(step.args.begin(), step.args.end(), symbolic); });
  });
  if (!any) return nullptr;
  auto inputs = std::make_shared<Graph>();
  inputs->shapes = graph.shapes;
  for (NodeId id : graph.inputs()) {
    const Node& node = graph.at(id);
    if (node.kind == NodeKind::kNumberInput) inputs->add_number_input(node.number, node.name);
    else inputs->add_input(node.metas[0], node.name);
  }
  return inputs;
}

}  // namespace

CompiledGraph graph_without_code(const Graph& inference, std::vector<OutputAlias> aliases) {
  CompiledGraph compiled;
  compiled.sizes = sizes_of_aliases(aliases, inference);
  compiled.aliases = std::move(aliases);
  compiled.mutated_inputs = inference.mutated_inputs;
  compiled.forward_outputs = static_cast<int>(inference.outputs.size());
  return compiled;
}

CompiledGraph graph_without_code(const Partition& training, std::vector<OutputAlias> aliases) {
  CompiledGraph compiled = graph_without_code(training.forward, std::move(aliases));
  compiled.forward_outputs = training.forward_outputs;
  compiled.saved_tensors = training.saved_tensors;
  compiled.saved_numbers = training.saved_numbers;
  compiled.tangent_of = training.tangent_of;
  for (const GraphOutput& gradient : training.backward.outputs)
    compiled.gives_gradient.push_back(gradient.kind == GraphOutput::Kind::kValue && gradient.value.valid());
  return compiled;
}

Value make_compiled_callable(CompiledGraph graph, const FxRecording& recording, const Value& eager) {
  graph.result = recording.result;
  graph.number = recording.number;
  graph.grad_mode_left = recording.grad_mode_left;
  graph.switches_grad_on = recording.switches_grad_on;
  graph.eager = eager;
  return vm::make<CompiledCallable>(std::move(graph));
}

}  // namespace vt
