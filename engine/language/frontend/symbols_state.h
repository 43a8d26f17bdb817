// Shared by symbols_build.cpp (collects the names) and symbols_resolve.cpp.
#pragma once
#include <string>

#include "frontend/symbols.h"

namespace vt {

// Thrown only within these two sources; build_symbols() returns it as a value.
struct SymbolFailure {
  Error error;
};
[[noreturn]] void symbol_error(std::string message, SourceSpan span);

void resolve_scopes(Scope& module);

}  // namespace vt
