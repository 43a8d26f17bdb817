// Shared by the sources of eager/ and by nobody else.
#pragma once
#include "eager/autograd.h"
#include "eager/gradient_cycles.h"

namespace vt {

int64_t new_hook_id();
// The op, or an error of ours: eager/ needs a few ops for its own work (add, clone, ...).
const OpDef& required_op(const char* name);
// The same values, storage and version without history; of a fake, the same recorded value.
Tensor alias_of(const Tensor& t);
// "MulBackward0", as tensors print it.
std::string grad_node_name(const OpDef& op);
// The gradient function of one op call, its inputs saved; edges and outputs are still to set.
Ref<GradNode> make_op_node(const OpDef& op, const Args& args, bool inplace);
void save_op_outputs(const Ref<GradNode>& node, const OpDef& op, const Outputs& outputs, bool inplace);
// retain_grad() means the tensor as it is: after a change in place, the gradient of what it became.
void move_retained(const Tensor& t, AutogradMeta& meta, GradNode* to);
void check_changed_view(const AutogradMeta& meta, bool indirect);
bool view_requires_grad(const TensorImpl& view);  // see view_gradient_hook
Ref<GradNode> make_copy_slices(const Tensor& base, const Tensor& view, Ref<GradNode> inner);
// The leaf's node that adds into its .grad.
Ref<GradNode> make_accumulator(const Tensor& leaf);
void run_tensor_hooks(const std::vector<std::pair<int64_t, TensorHook>>& hooks, Tensor& grad);

// A second backward through nodes whose saved values are gone.

}  // namespace vt
