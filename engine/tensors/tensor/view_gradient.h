#pragma once
#include "tensor/tensor.h"

namespace vt {

// Whether the base of a view requires a gradient; set by the autograd engine, which knows it.
using ViewGradientHook = bool (*)(const TensorImpl&);
ViewGradientHook& view_gradient_hook();

}  // namespace vt
