// Cycles that counting references does not end: a gradient with a history
// (backward(create_graph=True)) keeps its leaf alive, which keeps the gradient; a hook may use
// the tensor that it hangs on. The end of a run lets go of such gradients and of all hooks.
#pragma once

namespace vt {

struct AutogradMeta;
class GradNode;
void note_gradient(AutogradMeta& meta);  // call where a gradient is stored
void note_hooks(AutogradMeta& meta);     // call where a hook is added
void note_hooks(GradNode& node);
void forget_cycles(AutogradMeta& meta);
void forget_cycles(GradNode& node);
void release_cycles();

}  // namespace vt
