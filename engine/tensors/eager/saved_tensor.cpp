// What backward needs of the forward, guarded by version.
#include <utility>

#include "eager/internal.h"
#include "eager/modes.h"
#include "ops/ops.h"
#include "support/check.h"

namespace vt {
namespace {
struct HookPair {
  SavedTensor::Pack pack;
  std::shared_ptr<SavedTensor::Unpack> unpack;
};
thread_local std::vector<HookPair> saved_hooks;

// "torch.FloatTensor [2, 3]"
std::string type_text(const Tensor& t) {
  return std::string("torch.") + dtype_scalar_name(t.dtype()) + "Tensor " + sizes_text(t.sizes());
}

// "Mul" of "MulBackward0".
std::string forward_name(const std::string& name) {
  size_t at = name.rfind("Backward");
  return at == std::string::npos ? name : name.substr(0, at);
}

[[noreturn]] void modified_error(const Tensor& t, const Edge& edge, uint32_t saved, uint32_t current) {
  std::string text =
      "one of the variables needed for gradient computation has been modified by an inplace operation: [" +
      type_text(t) + "]";
  if (edge.node && !edge.node->accumulates())
    text +=
        ", which is output " + std::to_string(edge.output) + " of " + forward_name(edge.node->qualified_name()) + ",";
  text +=
      " is at version " + std::to_string(current) + "; expected version " + std::to_string(saved) + " instead. Hint: ";
  text += anomaly_enabled() ? "the backtrace further above shows the operation that failed to compute its gradient. "
                              "The variable in question was changed in there or anywhere later. Good luck!"
                            : "enable anomaly detection to find the operation that failed to compute its gradient, "
                              "with torch.autograd.set_detect_anomaly(True, check_nan=False).";
  tensor_error(text);
}

// Nothing that the hook does is differentiated, and a change in place would change what the program goes on with.
Ref<RefCounted> packed_by(const SavedTensor::Pack& pack, const Tensor& t) {
  GradModeScope none(false);
  const uint32_t before = t.version();
  Ref<RefCounted> packed = pack(t);
  if (t.version() != before)
    tensor_error(
        "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
        "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you "
        "need to perform in-place operations on the input to a pack hook.");
  return packed;
}
}  // namespace

void push_saved_tensor_hooks(SavedTensor::Pack pack, SavedTensor::Unpack unpack) {
  saved_hooks.push_back({std::move(pack), std::make_shared<SavedTensor::Unpack>(std::move(unpack))});
}
void pop_saved_tensor_hooks() {
  if (saved_hooks.empty())
    tensor_error(
        "is_initialized && !tls.stack.empty() INTERNAL ASSERT FAILED at "
        "\"./aten/src/ATen/SavedTensorHooks.cpp\":69, please report a bug to PyTorch. ");
  saved_hooks.pop_back();
}
bool saved_tensors_are_hooked() { return !saved_hooks.empty(); }

namespace {
thread_local bool detach_results = false;
Tensor detached(const Tensor& t) {
  GradModeScope none(false);
  return call1(op_detach, {t});
}
}  // namespace
bool set_detach_saved_results(bool on) { return std::exchange(detach_results, on); }

SavedTensor::SavedTensor(const Tensor& t, std::optional<uint32_t> output, bool differentiable) : output_(output) {
  if (!t.defined()) return;
  if (t.impl()->is_inference) {
    tensor_error(
        "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
        "computation tracked by "
        "autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use "
        "`torch.no_grad()` "
        "instead of `torch.inference_mode()`.");
  }
  const bool is_output = output.has_value();
  saved_ = true;
  version_ = t.version();
  was_leaf_ = !is_output && is_leaf(t);
  if (!is_output && t.requires_grad() && !was_leaf_) edge_ = gradient_edge(t);
  if (!saved_hooks.empty() && !t.is_fake()) {
    HookPair hooks = saved_hooks.back();
    unpack_ = hooks.unpack;
    Tensor given = t;
    if (is_output) {  // whose history is not set yet: it would hold the node that saves it
      given = alias_of(t);
      given.impl()->requires_grad = differentiable;
    }
    packed_ = packed_by(hooks.pack, given);
    if (!was_leaf_) return;
  }
  // An output would hold its own node; a fake's value changes with in-place ops.
  detached_ = is_output && differentiable && detach_results && is_floating(t.dtype());
  if (detached_) tensor_ = detached(t);
  else tensor_ = is_output || (t.is_fake() && !was_leaf_) ? alias_of(t) : t;
}

void freed_error() {
  tensor_error(
      "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
      "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
      "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
      "saved tensors after calling backward.");
}

Tensor SavedTensor::unpack(GradNode* owner) const {
  if (!saved_) {
    if (released_) freed_error();
    return {};
  }
  Tensor value = unpack_ ? (*unpack_)(packed_) : tensor_;
  if (detached_) value = detached(value);
  Edge edge = output_ ? Edge{Ref<GradNode>(owner), *output_} : edge_;
  if (!unpack_ && value.version() != version_)
    modified_error(value, output_ || value.is_fake() ? edge : gradient_edge(value), version_, value.version());
  if (was_leaf_ || !edge.node) return value;
  AutogradMeta* meta = autograd_meta(value);
  if (meta && meta->grad_fn == edge.node && meta->output == edge.output) return value;
  Tensor restored = alias_of(value);
  set_history(restored, edge.node, edge.output);
  return restored;
}

void SavedTensor::reset() {
  if (!saved_) return;
  *this = SavedTensor();
  released_ = true;
}

}  // namespace vt
