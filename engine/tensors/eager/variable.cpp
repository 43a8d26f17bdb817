// What programs see of a tensor's place in the graph: leaf, gradient, hooks, views.
#include <algorithm>

#include "eager/internal.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {

const OpDef& required_op(const char* name) {
  const OpDef* op = find_op(name);
  VT_CHECK(op, std::string("the op table has ") + name);
  return *op;
}

AutogradMeta* autograd_meta(const Tensor& t) { return static_cast<AutogradMeta*>(t.impl()->autograd.get()); }
AutogradMeta& ensure_autograd_meta(const Tensor& t) {
  if (!t.impl()->autograd) t.impl()->autograd = make_ref<AutogradMeta>();
  return *autograd_meta(t);
}

Tensor alias_of(const Tensor& t) {
  auto impl = make_ref<TensorImpl>();
  TensorImpl* from = t.impl();
  impl->storage = from->storage;
  impl->offset = from->offset;
  impl->sizes = from->sizes;
  impl->strides = from->strides;
  impl->dtype = from->dtype;
  impl->device = from->device;
  impl->is_inference = from->is_inference;
  if (from->fake) impl->fake = std::make_unique<FakeInfo>(*from->fake);
  return Tensor(std::move(impl));
}

// A view whose base changed in place gets the history of that change: as_strided of the base.
Ref<GradNode> grad_fn(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  if (!meta) return {};
  bool outdated = meta->view != ViewKind::kNone && meta->version != t.version();
  if (!outdated || !meta->base.requires_grad()) return meta->grad_fn;
  check_changed_view(*meta, true);
  GradModeScope grad_mode(true);
  TensorImpl* view = t.impl();
  Tensor fresh = t.is_fake() ? view_by(steps_of_view(t), meta->base)
                             : call1(required_op("as_strided"), {meta->base, view->sizes, view->strides, view->offset});
  Ref<GradNode> node = autograd_meta(fresh)->grad_fn;
  move_retained(t, *meta, node.get());
  meta->grad_fn = node;
  meta->output = 0;
  meta->version = t.version();
  view->requires_grad = true;
  return meta->grad_fn;
}

bool is_leaf(const Tensor& t) {
  if (!t.requires_grad()) return true;
  return !grad_fn(t);
}

void set_requires_grad(const Tensor& t, bool value) {
  if (value && !is_floating(t.dtype())) tensor_error("only Tensors of floating point dtype can require gradients");
  if (!is_leaf(t)) {
    if (value) return;
    tensor_error(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require "
        "differentiation use var_no_grad = var.detach().");
  }
  if (value && t.impl()->is_inference && !inference_mode())
    tensor_error("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  t.impl()->requires_grad = value;
}

Tensor grad_of(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  return meta ? meta->grad : Tensor();
}

void set_grad(const Tensor& t, const Tensor& grad) {
  if (!grad.defined()) {
    if (AutogradMeta* meta = autograd_meta(t)) meta->grad = Tensor();
    return;
  }
  if (t.same(grad)) tensor_error("can't assign Variable as its own grad");
  if (grad.dtype() != t.dtype()) {
    std::string lower = dtype_scalar_name(grad.dtype());
    lower[0] = static_cast<char>(lower[0] - 'A' + 'a');
    tensor_error("attempting to assign a gradient with dtype '" + lower + "' to a tensor with grad_dtype '" +
                 dtype_scalar_name(t.dtype()) +
                 "'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the "
                 "tensor's grad_dtype attribute "
                 "with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes "
                 "of a tensor and its gradient "
                 "may break downstream systems that assume they match.");
  }
  if (grad.device().kind != t.device().kind)
    tensor_error("attempting to assign a gradient with device type '" + device_text(grad.device()) +
                 "' to a tensor with device type '" + device_text(t.device()) +
                 "'. Please ensure that the gradient and the tensor are on the same device");
  if (!(grad.sizes() == t.sizes())) {
    tensor_error("attempting to assign a gradient of size '" + sizes_text(grad.sizes()) + "' to a tensor of size '" +
                 sizes_text(t.sizes()) + "'. Please ensure that the gradient and the tensor are the same size");
  }
  AutogradMeta& meta = ensure_autograd_meta(t);
  meta.grad = grad;
  note_gradient(meta);
}

void retain_grad(const Tensor& t) {
  if (!t.requires_grad()) tensor_error("can't retain_grad on Tensor that has requires_grad=False");
  Ref<GradNode> node = grad_fn(t);
  if (!node) return;
  AutogradMeta& meta = ensure_autograd_meta(t);
  if (meta.retains_grad) return;
  meta.retains_grad = true;
  node->retained.push_back({meta.output, t.impl()});
}
bool retains_grad(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  return meta && meta->retains_grad;
}

int64_t add_tensor_hook(const Tensor& t, TensorHook hook) {
  if (!t.requires_grad()) tensor_error("cannot register a hook on a tensor that doesn't require gradient");
  int64_t id = new_hook_id();
  Ref<GradNode> node = grad_fn(t);
  AutogradMeta& meta = ensure_autograd_meta(t);
  if (node) {
    note_hooks(*node);
    node->output_hooks.push_back({id, meta.output, std::move(hook)});
  } else {
    note_hooks(meta);
    meta.hooks.emplace_back(id, std::move(hook));
  }
  return id;
}
int64_t add_accumulated_hook(const Tensor& t, std::function<void(const Tensor&)> hook) {
  if (!t.requires_grad()) tensor_error("cannot register a hook on a tensor that doesn't require gradient");
  if (!is_leaf(t)) tensor_error("post accumulate grad hooks cannot be registered on non-leaf tensors");
  int64_t id = new_hook_id();
  AutogradMeta& meta = ensure_autograd_meta(t);
  note_hooks(meta);
  meta.accumulated_hooks.emplace_back(id, std::move(hook));
  return id;
}
void remove_tensor_hook(const Tensor& t, int64_t id) {
  AutogradMeta* meta = autograd_meta(t);
  if (!meta) return;
  std::erase_if(meta->hooks, [id](const auto& entry) { return entry.first == id; });
  std::erase_if(meta->accumulated_hooks, [id](const auto& entry) { return entry.first == id; });
  if (meta->grad_fn) meta->grad_fn->remove_hook(id);
}

Tensor detach(const Tensor& t) {
  Tensor result = alias_of(t);
  // Shares storage, but in-place changes of it do not reach the history of `t`.
  return result;
}

void detach_(const Tensor& t) {
  if (is_view(t) && t.requires_grad()) {
    tensor_error(
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
        "training, and "
        "gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be "
        "called on these gradients. "
        "To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the "
        "solution.");
  }
  if (AutogradMeta* meta = autograd_meta(t)) {
    meta->grad_fn = {};
    meta->output = 0;
  }
  t.impl()->requires_grad = false;
}

Tensor view_base(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  return meta && meta->view != ViewKind::kNone ? meta->base : Tensor();
}
ViewSteps steps_of_view(const Tensor& fake) {
  ViewSteps steps;
  for (AutogradMeta* meta = autograd_meta(fake); meta && meta->parent.defined(); meta = autograd_meta(meta->parent))
    steps.insert(
        steps.begin(),
        {meta->view_op, {meta->view_args.values().begin() + 1, meta->view_args.values().end()}, meta->view_result});
  return steps;
}
bool is_view(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  return meta && meta->view != ViewKind::kNone;
}

void set_data(const Tensor& t, const Tensor& source) {
  TensorImpl* to = t.impl();
  TensorImpl* from = source.impl();
  to->storage = from->storage;
  to->offset = from->offset;
  to->sizes = from->sizes;
  to->strides = from->strides;
  to->dtype = from->dtype;
  to->device = from->device;
  if (from->fake) to->fake = std::make_unique<FakeInfo>(*from->fake);
}

Edge gradient_edge(const Tensor& t) {
  if (!t.defined() || !t.requires_grad()) return {};
  if (Ref<GradNode> node = grad_fn(t)) return {std::move(node), autograd_meta(t)->output};
  if (!t.impl()->requires_grad) return {};  // a view that nobody tracks
  AutogradMeta& meta = ensure_autograd_meta(t);
  if (meta.accumulator) return {Ref<GradNode>(meta.accumulator), 0};
  Ref<GradNode> node = make_accumulator(t);
  meta.accumulator = node.get();
  return {std::move(node), 0};
}

void set_history(const Tensor& t, const Ref<GradNode>& node, uint32_t output) {
  AutogradMeta& meta = ensure_autograd_meta(t);
  meta.grad_fn = node;
  meta.output = output;
  t.impl()->requires_grad = true;
  if (node->outputs.size() < output) node->outputs.resize(output);
  if (node->outputs.size() == output) node->outputs.push_back(ValueMeta::of(t));
  else node->outputs[output] = ValueMeta::of(t);
}

// Also of a view made where nothing is tracked, or before its base began to require one.
bool view_requires_grad(const TensorImpl& view) {
  const auto* meta = static_cast<const AutogradMeta*>(view.autograd.get());
  return meta && meta->base.defined() && is_floating(view.dtype) && meta->base.requires_grad();
}

void set_view(const Tensor& view, const Tensor& base, ViewKind kind) {
  AutogradMeta* parent = autograd_meta(base);
  AutogradMeta& meta = ensure_autograd_meta(view);
  bool nested = parent && parent->view != ViewKind::kNone;
  meta.base = nested ? parent->base : base;
  meta.view = nested && kind == ViewKind::kPlain ? parent->view : kind;
  meta.version = view.version();
  view.impl()->is_view = true;
}

void bump_version(const Tensor& t) {
  AutogradMeta* meta = autograd_meta(t);
  if (meta && meta->view != ViewKind::kNone && autograd_meta(meta->base)) meta = autograd_meta(meta->base);
  if (meta && meta->own_version) return;
  if (t.impl()->storage) ++t.impl()->storage->version;
}
void set_own_version(const Tensor& t) { ensure_autograd_meta(t).own_version = true; }

}  // namespace vt
