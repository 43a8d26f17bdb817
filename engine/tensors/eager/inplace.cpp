// In-place changes: which are allowed, and what they do to the history of views.
#include "eager/internal.h"
#include "ops/families/layout.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "support/check.h"
#include "tensor/warning.h"

namespace vt {
namespace {

// The gradient of "base with a part of it replaced by a function of that part": outside
// the part it passes through, inside it goes by way of the function.
class CopySlices final : public GradNode {
 public:
  CopySlices(const Tensor& base, const Tensor& view, Ref<GradNode> inner) : inner_(std::move(inner)) {
    base_ = ValueMeta::of(base);
    view_ = ValueMeta::of(view);
    offset_ = view.impl()->offset - base.impl()->offset;
    if (view.is_fake()) steps_ = steps_of_view(view);
    edges.push_back(gradient_edge(base));
    // A backward pass towards some inputs comes to the view by way of its base.
    if (!inner_->edges.empty()) inner_->edges[0] = edges[0];
    for (size_t i = 1; i < inner_->edges.size(); ++i) edges.push_back(inner_->edges[i]);
  }
  std::string own_name() const override { return "CopySlices"; }
  TensorList apply(TensorList grads) override {
    TensorList result(edges.size());
    if (!grads[0].defined()) return result;
    Tensor grad = as_base(grads[0]), slice = part_of(grad);
    TensorList inner = inner_->apply({call1(required_op("clone"), {slice})});
    if (inner[0].defined()) call(required_op("copy_"), {slice, inner[0]});
    else call(required_op("zero_"), {slice});
    result[0] = grad;
    for (size_t i = 1; i < inner.size() && i < result.size(); ++i) result[i] = inner[i];
    return result;
  }
  void release_saved() override { inner_->release_saved(); }

 private:
  // A copy in the layout of the base, so that the view fits it.
  Tensor as_base(const Tensor& grad) const {
    if (grad.strides() == base_.strides) return call1(required_op("clone"), {grad});
    if (grad.is_fake()) {
      Tensor dense = copy_with_strides(grad, base_.tensor_meta().strides);
      return dense.defined() ? dense : call1(required_op("clone"), {grad});
    }
    Tensor dense = empty_strided(base_.sizes, base_.strides, grad.dtype(), grad.device());
    call(required_op("copy_"), {dense, grad});
    return dense;
  }
  Tensor part_of(const Tensor& grad) const {
    if (grad.is_fake()) return view_by(steps_, grad);
    TensorMeta view = view_.tensor_meta();
    return call1(required_op("as_strided"), {grad, view.sizes, view.strides, offset_});
  }

  ValueMeta base_, view_;
  int64_t offset_ = 0;
  ViewSteps steps_;  // of a fake, in place of the offset
  Ref<GradNode> inner_;
};

}  // namespace

// A view that is no plain one changes, or what it looks at does (`indirect`).
void check_changed_view(const AutogradMeta& meta, bool indirect) {
  if (meta.view == ViewKind::kNone || meta.view == ViewKind::kPlain) return;
  std::string origin;
  if (meta.grad_fn) {
    std::string name = meta.grad_fn->name();
    if (size_t at = name.rfind("Backward"); at != std::string::npos) name.resize(at);
    origin = "Output " + std::to_string(meta.output) + " of " + name + " is a view";
  }
  std::string changed =
      indirect ? "its base or another view of its base has been modified inplace" : "is being modified inplace";
  bool inference = meta.view == ViewKind::kInference;
  if (inference || meta.view == ViewKind::kNoGrad || !meta.grad_fn)
    origin = (meta.grad_fn ? origin + " of a view which" : std::string("A view")) + " was created in " +
             (inference ? "inference" : "no_grad") + " mode and " + changed +
             (inference ? " in normal mode." : " with grad mode enabled.");
  else origin += " and " + changed + ".";
  switch (meta.view) {
    case ViewKind::kMultiOutput:
      tensor_error(origin +
                   " This view is the output of a function that returns multiple views. Such functions do not allow "
                   "the output views to be modified inplace. You should replace the inplace operation by an "
                   "out-of-place one.");
    case ViewKind::kCustomFunction:
      tensor_error(origin +
                   " This view was created inside a custom Function (or because an input was returned as-is) and the "
                   "autograd logic to handle view+inplace would override the custom backward associated with the "
                   "custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by "
                   "cloning the output of the custom Function.");
    default: break;
  }
  tensor_error(origin +
               " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by "
               "moving both the view and the inplace either both inside the " +
               (inference ? "inference_mode" : "no_grad") +
               " block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be "
               "tracked).");
}

Ref<GradNode> make_copy_slices(const Tensor& base, const Tensor& view, Ref<GradNode> inner) {
  return make_ref<CopySlices>(base, view, std::move(inner));
}

// What is one element in memory is filled where any of its places is.
Tensor fill_expanded(const OpDef& op, const Args& args) {
  Tensor self = args.tensor(0), part = self;
  bool by_index = &op == &op_index_fill;
  tensor_warning(
      std::string("Use of ") + op.name + "_ on expanded tensors is deprecated. Please clone() the tensor " +
      "before performing this operation. This also applies to advanced indexing e.g. tensor[mask] = scalar " +
      "(Triggered internally at ./aten/src/ATen/native/TensorAdvancedIndexing.cpp:" + (by_index ? "1930" : "2470") +
      ".)");
  Tensor mask = by_index ? call1(op_zeros, {Arg(self.sizes()), DType::kBool, self.device()}) : args.tensor(1);
  if (by_index) mask = call1(op_index_fill, {mask, args[1], args[2], true});
  else mask = call1(op_expand, {mask, IntList(self.sizes().begin(), self.sizes().end())});
  for (int axis = 0; axis < self.rank(); ++axis) {
    if (self.size(axis) <= 1 || self.strides()[axis] != 0) continue;
    part = call1(op_narrow, {part, axis, 0, 1});
    mask = call1(op_any_dim, {mask, IntList{axis}, true});
  }
  const Arg& value = args[by_index ? 3 : 2];
  call_inplace(value.is_tensor() ? op_masked_fill_tensor : op_masked_fill, {part, mask, value});
  return self;
}

void check_inplace(const Tensor& t, bool tracked) {
  if (t.impl()->is_inference && !inference_mode()) {
    tensor_error(
        "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
        "tensor before doing inplace "
        "update.See https://github.com/pytorch/rfcs/pull/17 for more details.");
  }
  if (!grad_enabled()) return;
  AutogradMeta* meta = autograd_meta(t);
  if (meta && meta->view != ViewKind::kNone && (tracked || t.requires_grad())) {
    check_changed_view(*meta, false);
    if (t.requires_grad() && is_leaf(meta->base)) {
      tensor_error("a view of a leaf Variable that requires grad is being used in an in-place operation.");
    }
  }
  // A view that was made before its base began to need a gradient is a leaf until somebody asks for its history.
  if (t.requires_grad() && (!t.impl()->requires_grad || is_leaf(t)))
    tensor_error("a leaf Variable that requires grad is being used in an in-place operation.");
}

void move_retained(const Tensor& t, AutogradMeta& meta, GradNode* to) {
  if (!meta.retains_grad) return;
  if (meta.grad_fn) std::erase_if(meta.grad_fn->retained, [&](const auto& entry) { return entry.tensor == t.impl(); });
  if (to) to->retained.push_back({0, t.impl()});
}

void rebase_history(const Tensor& t, const Ref<GradNode>& node) {
  AutogradMeta& meta = ensure_autograd_meta(t);
  if (meta.view == ViewKind::kNone) {
    move_retained(t, meta, node.get());
    set_history(t, node, 0);
    return;
  }
  if (node->outputs.empty()) node->outputs.push_back(ValueMeta::of(t));
  Ref<GradNode> slices = make_copy_slices(meta.base, t, node);
  set_history(meta.base, slices, 0);
  t.impl()->requires_grad = true;
  move_retained(t, meta, nullptr);
  meta.grad_fn = {};
  // Out of date on purpose: grad_fn() derives it from the base when asked.
  meta.version = t.version() - 1;
}

void become_view(const Tensor& t, const Tensor& view) {
  check_inplace(t);
  check_self_overlap(t);
  Ref<GradNode> node = grad_fn(view);
  uint32_t output = node ? autograd_meta(view)->output : 0;
  set_data(t, view);
  bump_version(t);
  if (node) set_history(t, node, output);
}

}  // namespace vt
