// Reports what the front end made of a program: tokens, AST, bytecode of every function.
#pragma once
#include <memory>

#include "support/source.h"

namespace vt {

void emit_source_stages(std::shared_ptr<const SourceFile> file);

}  // namespace vt
