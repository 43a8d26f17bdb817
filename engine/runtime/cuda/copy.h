// Copies between strided tensors of one CUDA device: broadcast and cast by a generated
// pointwise nest, two axes exchanged by a kernel of its own.
#pragma once
#include "runtime/copy_programs.h"

namespace vt {

// False where kernels cannot be compiled.
bool copy_on_cuda(const Tensor& to, const Tensor& from, CopyPrograms& programs);

}  // namespace vt
