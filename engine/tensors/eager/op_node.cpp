// The gradient function of an op call: what it saved, and the context in which the op's
// own formula runs.
#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>

#include "eager/call_watcher.h"
#include "eager/fused_formula.h"
#include "eager/internal.h"
#include "ops/aten_forms.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {
namespace {

// Results that PyTorch's formulas have gradients for, among those that a formula keeps.
bool is_differentiable_result(const OpDef& op, size_t result) {
  return result == 0 || std::string_view(op.name) == "native_group_norm";
}

class OpNode final : public GradNode {
 public:
  OpNode(const OpDef& op, const Args& args, bool inplace) : op_(op), inplace_(inplace) {
    std::vector<Arg> attributes(args.size());
    first_slot_.reserve(args.size() + 1);
    edges.reserve(args.size());
    metas_.reserve(args.size());
    for (size_t i = 0; i < args.size(); ++i) {
      first_slot_.push_back(static_cast<uint32_t>(edges.size()));
      if (const Tensor* t = std::get_if<Tensor>(&args[i].value)) add_slot(*t);
      else if (const TensorList* list = std::get_if<TensorList>(&args[i].value))
        for (const Tensor& item : *list) add_slot(item);
      else attributes[i] = args[i];
      if (args[i].is_scalar()) add_number(i);
    }
    first_slot_.push_back(static_cast<uint32_t>(edges.size()));
    attributes_ = Args(std::move(attributes));
    save_inputs(args, inplace);
  }

  std::string own_name() const override {
    std::string name = grad_node_name(op_);
    if (inplace_)  // PyTorch has formulas of their own for these, from the result
      for (const char* other : {"EluBackward0", "LeakyReluBackward0", "CeluBackward0", "ThresholdBackward0"})
        if (name == other) name.back() = '1';
    return name;
  }
  std::vector<Edge> own_next_functions() const override;
  TensorList apply(TensorList grads) override;
  std::optional<Arg> saved_value(const std::string& name) override;
  void release_saved() override {
    for (SavedTensor& saved : inputs_) saved.reset();
    for (SavedTensor& saved : outputs_) saved.reset();
    released_ = true;
  }
  void save_outputs(const Outputs& outputs) {
    outputs_.resize(outputs.size());
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (op_.saves_outputs >> i & 1)
        outputs_[i] = SavedTensor(outputs[i], static_cast<uint32_t>(i), is_differentiable_result(op_, i));
    }
  }

 private:
  friend class OpGradContext;

  void add_slot(const Tensor& t) {
    edges.push_back(gradient_edge(t));
    metas_.push_back(t.defined() ? ValueMeta::of(t) : ValueMeta());
  }
  // The number of `x * 2` counts as a tensor: it has a place among the next functions, and is
  // gone after a backward where the formula reads it.
  void add_number(size_t i) {
    if (i != 1 || schema_of(op_).parameters[1].name != "other" || schema_of(op_).python_name == "rsub") return;
    add_slot(Tensor());
    saves_number_ = op_.saves_inputs >> i & 1;
  }
  // Of x * y, x is needed only if y wants a gradient. The pair of a bilinear op is the pair
  // of inputs that it saves.
  bool needed(size_t i) const {
    uint32_t saved = op_.saves_inputs;
    if (!(saved >> i & 1)) return false;
    if (!(op_.traits & kBilinear)) return true;
    size_t other = static_cast<size_t>(std::countr_zero(saved & ~(uint32_t{1} << i)));
    if (other + 1 >= first_slot_.size()) return true;
    for (uint32_t slot = first_slot_[other]; slot < first_slot_[other + 1]; ++slot) {
      if (edges[slot].node) return true;
    }
    return false;
  }
  // Saved, and unpacked where hooks look on, in the order of the arguments' names.
  std::vector<size_t> saving_order(size_t count) const {
    std::vector<size_t> order(count);
    for (size_t i = 0; i < count; ++i) order[i] = i;
    const std::vector<Parameter>& parameters = schema_of(op_).parameters;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return a < parameters.size() && b < parameters.size() && parameters[a].name < parameters[b].name;
    });
    return order;
  }
  void save_inputs(const Args& args, bool inplace) {
    if (op_.saves_inputs == 0) return;
    inputs_.resize(edges.size());
    if (!saved_tensors_are_hooked()) {
      for (size_t i = 0; i < args.size(); ++i) save_input(args, i, inplace);
      return;
    }
    for (size_t i : saving_order(args.size())) save_input(args, i, inplace);
  }
  void save_input(const Args& args, size_t i, bool inplace) {
    if (needed(i)) {
      uint32_t slot = first_slot_[i];
      if (const Tensor* t = std::get_if<Tensor>(&args[i].value))
        inputs_[slot] = inplace && i == 0 ? before_change(*t) : SavedTensor(*t);
      else if (const TensorList* list = std::get_if<TensorList>(&args[i].value))
        for (const Tensor& item : *list) inputs_[slot++] = SavedTensor(item);
    }
  }
  // The formula wants the value that the in-place change is about to overwrite.
  static SavedTensor before_change(const Tensor& t) {
    GradModeScope no_grad(false);
    Tensor copy = call1(required_op("clone"), {t});
    if (Edge edge = gradient_edge(t); edge.node) set_history_only(copy, edge);
    return SavedTensor(copy);
  }
  static void set_history_only(const Tensor& t, const Edge& edge) {
    AutogradMeta& meta = ensure_autograd_meta(t);
    meta.grad_fn = edge.node;
    meta.output = edge.output;
    t.impl()->requires_grad = true;
  }

  const OpDef& op_;
  bool inplace_;
  Args attributes_;
  std::vector<uint32_t> first_slot_;
  std::vector<ValueMeta> metas_;
  std::vector<SavedTensor> inputs_, outputs_;
  bool saves_number_ = false, released_ = false;
};

// With `fused`, the formula sees that one's stand-ins.
class OpGradContext final : public GradContext {
 public:
  OpGradContext(OpNode& node, TensorList grads, FusedFormula* fused)
      : node_(node),
        fused_(fused),
        grads_(std::move(grads)),
        results_(node.edges.size()),
        input_metas_(node.edges.size()) {}
  const Args& attributes() const override { return node_.attributes_; }
  Tensor input(size_t i) override { return saved_input(node_.first_slot_[i]); }
  const TensorList& input_list(size_t i) override {
    if (lists_.empty()) lists_.resize(node_.first_slot_.size());
    if (!lists_[i]) {
      lists_[i].emplace();
      for (uint32_t slot = node_.first_slot_[i]; slot < node_.first_slot_[i + 1]; ++slot)
        lists_[i]->push_back(saved_input(slot));
    }
    return *lists_[i];
  }
  Tensor output(size_t i) override {
    VT_CHECK(i < node_.outputs_.size() && (node_.op_.saves_outputs >> i & 1),
             std::string(node_.op_.name) + " declares the outputs that its gradient reads");
    return seen(node_.outputs_[i].unpack(&node_));
  }
  const TensorMeta& input_meta(size_t i, size_t item) const override {
    size_t slot = node_.first_slot_[i] + item;
    if (!input_metas_[slot]) input_metas_[slot] = node_.metas_[slot].tensor_meta();
    return *input_metas_[slot];
  }
  size_t input_list_size(size_t i) const override { return node_.first_slot_[i + 1] - node_.first_slot_[i]; }
  const TensorMeta& output_meta(size_t i) const override {
    if (output_metas_.size() <= i) output_metas_.resize(node_.outputs.size());
    VT_CHECK(i < output_metas_.size(), "an output that the op has");
    if (!output_metas_[i]) output_metas_[i] = node_.outputs[i].tensor_meta();
    return *output_metas_[i];
  }
  Tensor grad_output(size_t i) override { return i < grads_.size() ? seen(grads_[i]) : Tensor(); }
  bool needs(size_t i, size_t item) const override {
    size_t slot = node_.first_slot_[i] + item;
    return i + 1 < node_.first_slot_.size() && slot < node_.first_slot_[i + 1] && edge_wanted(node_.edges[slot]);
  }
  void set(size_t i, Tensor grad, size_t item) override { results_[node_.first_slot_[i] + item] = std::move(grad); }
  TensorList take_results() {
    if (fused_)
      for (Tensor& result : results_) result = fused_->value(result);
    return std::move(results_);
  }

 private:
  Tensor seen(const Tensor& t) { return fused_ ? fused_->stand_in(t) : t; }
  friend class OpNode;
  // Hooks see each saved tensor once, before the formula runs.
  void unpack_hooked() {
    for (size_t i : node_.saving_order(node_.first_slot_.size() - 1))
      for (uint32_t slot = node_.first_slot_[i]; slot < node_.first_slot_[i + 1]; ++slot) {
        if (slot >= node_.inputs_.size() || !node_.inputs_[slot].hooked()) continue;
        unpacked_.resize(node_.inputs_.size());
        unpacked_[slot] = node_.inputs_[slot].unpack(&node_);
      }
  }
  Tensor saved_input(size_t slot) {
    if (slot < unpacked_.size() && unpacked_[slot].defined()) return seen(unpacked_[slot]);
    VT_CHECK(slot < node_.inputs_.size(), std::string(node_.op_.name) + " declares the inputs that its gradient reads");
    return seen(node_.inputs_[slot].unpack(&node_));
  }
  OpNode& node_;
  FusedFormula* fused_;
  TensorList grads_, results_, unpacked_;
  std::vector<std::optional<TensorList>> lists_;
  mutable std::vector<std::optional<TensorMeta>> input_metas_, output_metas_;
};

// By the names of arguments and results: `self`, `result`, `indices`, `dim`, `self_sym_sizes`.
std::optional<Arg> OpNode::saved_value(const std::string& name) {
  const Schema& schema = schema_of(op_);
  for (size_t i = 0; i < schema.parameters.size() && i + 1 < first_slot_.size(); ++i) {
    const std::string& parameter = schema.parameters[i].name;
    bool is_tensor = first_slot_[i] < first_slot_[i + 1];
    if (is_tensor && name == parameter + "_sym_sizes") return Arg(metas_[first_slot_[i]].sizes);
    if (name != parameter && !(i == 0 && name == "self" && parameter == "input")) continue;
    if (!is_tensor || attributes_[i].is_scalar()) return attributes_[i];
    if (!(op_.saves_inputs >> i & 1)) return std::nullopt;
    return Arg(inputs_[first_slot_[i]].unpack(this));
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!(op_.saves_outputs >> i & 1)) continue;
    std::string given = i < schema.results.size() ? schema.results[i] : "";
    if (given.empty()) given = outputs_.size() == 1 ? "result" : "result" + std::to_string(i);
    if (name == given) return Arg(i == 0 ? outputs_[i].unpack(this) : detach(outputs_[i].unpack(this)));
  }
  return std::nullopt;
}

// A gradient that is differentiated again takes PyTorch's very steps: what it is a function of shows.
class FullFormulas {
 public:
  explicit FullFormulas(bool on) : before_(set_aten_forms(on || aten_forms())) {}
  ~FullFormulas() { set_aten_forms(before_); }

 private:
  bool before_;
};

TensorList OpNode::apply(TensorList grads) {
  bool any = false;
  for (const Tensor& grad : grads) any |= grad.defined();
  if (!any) return TensorList(edges.size());
  if (released_ && saves_number_) freed_error();
  std::optional<FusedFormula> fused;
  if (op_.pointwise && !grad_enabled() && !call_watcher() && FusedFormula::worthwhile(grads[0])) fused.emplace();
  OpGradContext context(*this, std::move(grads), fused ? &*fused : nullptr);
  auto hooked = [](const SavedTensor& saved) { return saved.hooked(); };
  if (std::any_of(inputs_.begin(), inputs_.end(), hooked)) context.unpack_hooked();
  FullFormulas full(grad_enabled());
  op_.grad(context);
  return context.take_results();
}

// Arguments that say where or which, not how much: PyTorch has no place for them.
bool differentiable(const OpDef& op, const std::string& parameter) {
  for (const char* name : {"index", "indices", "mask", "condition"})
    if (parameter == name) return false;
  auto starts = [&](std::string_view prefix) { return std::string_view(op.name).substr(0, prefix.size()) == prefix; };
  if (starts("nll_loss")) return parameter == "self";
  if (starts("_ctc_loss")) return parameter == "log_probs";
  if (starts("bce_")) return parameter != "weight" && parameter != "pos_weight";
  if (starts("_native_batch_norm")) return parameter != "running_mean" && parameter != "running_var";
  return true;
}

std::vector<Edge> OpNode::own_next_functions() const {
  const std::vector<Parameter>& parameters = schema_of(op_).parameters;
  std::vector<Edge> shown;
  for (size_t i = 0; i + 1 < first_slot_.size() && i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (!differentiable(op_, parameter.name)) continue;
    bool empty = first_slot_[i] == first_slot_[i + 1];
    bool missing = empty && ((parameter.type == ArgType::kTensor && parameter.optional) ||
                             (parameter.type == ArgType::kScalar && schema_of(op_).python_name == "where"));
    if (missing) shown.emplace_back();
    for (uint32_t slot = first_slot_[i]; slot < first_slot_[i + 1]; ++slot) shown.push_back(edges[slot]);
  }
  return shown;
}

// Adds into the leaf's .grad. Keeps the leaf alive; the leaf knows it only weakly.
class AccumulateGrad final : public GradNode {
 public:
  explicit AccumulateGrad(const Tensor& leaf) : leaf_(leaf) {
    sequence = UINT64_MAX;
    outputs.push_back(ValueMeta::of(leaf));
  }
  ~AccumulateGrad() override {
    AutogradMeta* meta = autograd_meta(leaf_);
    if (meta && meta->accumulator == this) meta->accumulator = nullptr;
  }
  std::string own_name() const override { return "AccumulateGrad"; }
  bool accumulates() const override { return true; }
  Tensor variable() const override { return leaf_; }
  TensorList apply(TensorList grads) override {
    if (!grads[0].defined() || !leaf_.requires_grad()) return {};
    AutogradMeta& meta = ensure_autograd_meta(leaf_);
    accumulate(meta, grads[0]);
    // A hook may remove itself.
    auto hooks = meta.accumulated_hooks;
    for (auto& [id, hook] : hooks) hook(leaf_);
    return {};
  }

 private:
  void accumulate(AutogradMeta& meta, Tensor& grad) {
    if (!meta.grad.defined() && call_watcher() && !grad_enabled() && grad.strides() == leaf_.strides()) {
      meta.grad = call1(required_op("detach"), {grad});
    } else if (!meta.grad.defined()) {
      meta.grad = grad_enabled() ? tracked_copy(grad) : can_steal(grad) ? grad : dense_copy(grad);
      if (!grad_enabled() && meta.grad.requires_grad()) meta.grad = detach(meta.grad);
    } else if (grad_enabled() || meta.grad.is_fake()) {
      meta.grad = call1(required_op("add"), {meta.grad, grad});
    } else {
      call_inplace(required_op("add"), {meta.grad, grad});
    }
    note_gradient(meta);
  }
  // Nobody else holds it, and it is laid out like the leaf.
  bool can_steal(const Tensor& grad) const {
    if (grad.is_fake()) return true;
    return grad.impl()->ref_count() == 1 && grad.impl()->storage->ref_count() == 1 && grad.strides() == leaf_.strides();
  }
  static Tensor tracked_copy(const Tensor& grad) {
    if (grad.is_fake()) return grad;
    uint64_t first = next_grad_sequence();
    Tensor copy = call1(required_op("clone"), {grad});
    name_grad_fn(copy, "CopyBackwards", first);
    return copy;
  }
  Tensor dense_copy(const Tensor& grad) const {
    Tensor copy = empty_strided(leaf_.sizes(), leaf_.strides(), grad.dtype(), grad.device());
    // A leaf that is itself broadcast or has gaps gets a plain gradient.
    if (copy.impl()->storage->bytes() != leaf_.numel() * dtype_bytes(grad.dtype()))
      copy = empty_tensor(grad.sizes(), grad.dtype(), grad.device());
    call(required_op("copy_"), {copy, grad});
    return copy;
  }
  Tensor leaf_;
};

}  // namespace

Ref<GradNode> make_op_node(const OpDef& op, const Args& args, bool inplace) {
  return make_ref<OpNode>(op, args, inplace);
}
void save_op_outputs(const Ref<GradNode>& node, const OpDef& op, const Outputs& outputs, bool) {
  if (op.saves_outputs != 0) static_cast<OpNode*>(node.get())->save_outputs(outputs);
}
Ref<GradNode> make_accumulator(const Tensor& leaf) { return make_ref<AccumulateGrad>(leaf); }

// "log_softmax.int" becomes LogSoftmaxBackward0.
std::string grad_node_name(const OpDef& op) {
  if (op.grad_name) return op.grad_name;
  std::string name;
  bool upper = true;
  for (const char* c = op.name; *c && *c != '.'; ++c) {
    if (*c == '_') {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(*c))) : *c;
    upper = false;
  }
  return name + "Backward0";
}

}  // namespace vt
