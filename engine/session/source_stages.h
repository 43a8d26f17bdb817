// Emits the results of the front end as events: tokens, AST, and the bytecode of every function.
#pragma once
#include <memory>

#include "support/source.h"

namespace vt {

void emit_source_stages(std::shared_ptr<const SourceFile> file);

}  // namespace vt
