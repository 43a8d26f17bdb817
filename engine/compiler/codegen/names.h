// Kernels with size symbols by name alone: text is asked for when the shape environment of a
// compilation may be gone.
#pragma once
#include <string>

#include "codegen/codegen.h"

namespace vt::codegen {

loop::LoopNest with_names(loop::LoopNest nest);
loop::MatmulTemplate with_names(loop::MatmulTemplate product);
const std::string& name_of(const KernelSource& source);

}  // namespace vt::codegen
