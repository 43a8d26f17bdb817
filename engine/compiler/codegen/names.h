// Copies of kernels whose size symbols are names only, without the shape environment: code may be
// generated after that environment is destroyed.
#pragma once
#include <string>

#include "codegen/codegen.h"

namespace vt::codegen {

loop::LoopNest with_names(loop::LoopNest nest);
loop::MatmulTemplate with_names(loop::MatmulTemplate product);
const std::string& name_of(const KernelSource& source);

}  // namespace vt::codegen
