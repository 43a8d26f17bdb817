// Convolutions of each channel alone, on a GPU: sums over so few places that a loop nest, which takes in what comes
// before and after, is better than the library's kernels. For defs/convolutions.cpp.
#pragma once
#include "ops/lowering.h"

namespace vt {

// `convolution` and `convolution_backward_input`; what is not of this kind goes to the library.
void convolution_lower(LowerContext& c, const Args& args);
void convolution_backward_input_lower(LowerContext& c, const Args& args);

}  // namespace vt
