// A gradient with a history (backward(create_graph=True)) keeps its leaf alive, which keeps
// the gradient: a cycle that counting references does not end. PyTorch leaves it to the
// program; here the end of a run lets go of such gradients.
#pragma once

namespace vt {

struct AutogradMeta;
void note_gradient(AutogradMeta& meta);  // call where a gradient is stored
void forget_gradient(AutogradMeta& meta);
void release_gradients();

}  // namespace vt
