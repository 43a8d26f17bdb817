#include "frontend/frontend.h"

#include "frontend/compiler.h"
#include "frontend/parser.h"

namespace vt {

Result<std::shared_ptr<const Code>> compile_source(std::shared_ptr<const SourceFile> file, CompileMode mode) {
  Result<std::shared_ptr<const Ast>> ast = parse_source(std::move(file), mode);
  if (!ast) return ast.error();
  return compile_ast(*ast.value(), mode);
}

Result<std::shared_ptr<const Code>> compile_ast(const Ast& ast, CompileMode mode) {
  Result<std::unique_ptr<SymbolTable>> symbols = build_symbols(ast);
  if (!symbols) return symbols.error();
  Compiler compiler(ast, *symbols.value());
  try {
    return mode == CompileMode::kExpression ? compiler.compile_eval()
                                            : compiler.compile_module(mode == CompileMode::kInteractive);
  } catch (CompileFailure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace vt
