// Tokens to AST. After the lexer, before the symbol tables; scripting also calls it.
#pragma once
#include <memory>

#include "frontend/ast.h"
#include "frontend/frontend.h"
#include "support/result.h"

namespace vt {

Result<std::shared_ptr<const Ast>> parse_source(std::shared_ptr<const SourceFile> file,
                                                CompileMode mode = CompileMode::kModule);
// The stages of compile_source() after the parser, for callers that already have the AST.
Result<std::shared_ptr<const Code>> compile_ast(const Ast& ast, CompileMode mode = CompileMode::kModule);

}  // namespace vt
