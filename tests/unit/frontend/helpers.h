// What the front end's tests share.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/verify.h"

inline vt::Result<std::shared_ptr<const vt::Code>> compile_text(const std::string& text,
                                                                vt::CompileMode mode = vt::CompileMode::kModule) {
  return vt::compile_source(std::make_shared<vt::SourceFile>("test.py", text), mode);
}

// "NAME arg-meaning" of each instruction, one space apart, lines joined by newlines.
std::string bytecode_of(const vt::Code& code);
// The code object of the first function, class or lambda in `code`.
std::shared_ptr<const vt::Code> inner_code(const vt::Code& code, size_t index = 0);
// "KIND: message @line:column-end_line:end_column", or "" when the text compiles.
std::string error_of(const std::string& text);
// The text of every .py file below the folders of programs that the tests know.
std::vector<std::pair<std::string, std::string>> program_texts();
