// Shared by symbols_build.cpp (the walk over the tree) and symbols_resolve.cpp.
#pragma once
#include <string>

#include "frontend/symbols.h"

namespace vt {

// Confined to the two sources; build_symbols() makes it a value.
struct SymbolFailure {
  Error error;
};
[[noreturn]] void symbol_error(std::string message, SourceSpan span);

void resolve_scopes(Scope& module);

}  // namespace vt
