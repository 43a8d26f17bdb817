// Source text to bytecode: the entry points of the front end. Errors are values with a position; for unsupported
// syntax, the hint of the Error names a supported alternative.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "frontend/code.h"
#include "support/result.h"

namespace vt {

enum class CompileMode : uint8_t {
  kModule,
  kExpression,   // eval()
  kInteractive,  // one statement; values of expressions go to sys.displayhook
};

// tokens -> AST -> symbol tables -> bytecode.
Result<std::shared_ptr<const Code>> compile_source(std::shared_ptr<const SourceFile> file,
                                                   CompileMode mode = CompileMode::kModule);

// Stable text of the tokens and of the AST, for `--dump=tokens,ast` and the panels.
Result<std::vector<std::string>> dump_tokens(const SourceFile& file);
Result<std::vector<std::string>> dump_ast(const SourceFile& file);

}  // namespace vt
