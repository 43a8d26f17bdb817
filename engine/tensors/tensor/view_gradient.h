#pragma once
#include "tensor/tensor.h"

namespace vt {

// Whether what a view looks at requires a gradient; the autograd engine, which knows, sets it.
using ViewGradientHook = bool (*)(const TensorImpl&);
ViewGradientHook& view_gradient_hook();

}  // namespace vt
