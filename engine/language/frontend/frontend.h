// Source text to bytecode: the whole front end in three calls. Errors are values with a
// position; what lies outside the subset is an Error whose hint names the supported way.
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
  kInteractive,  // one statement, whose expressions go to sys.displayhook
};

// tokens -> AST -> symbol tables -> bytecode.
Result<std::shared_ptr<const Code>> compile_source(std::shared_ptr<const SourceFile> file,
                                                   CompileMode mode = CompileMode::kModule);

// Stable text of the earlier stages, for `--dump=tokens,ast` and the panels.
Result<std::vector<std::string>> dump_tokens(const SourceFile& file);
Result<std::vector<std::string>> dump_ast(const SourceFile& file);

}  // namespace vt
