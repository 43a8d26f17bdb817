// Source positions: a range in the text of one function, which TorchScript's messages print with the lines
// around it and a line of marks below.
#pragma once
#include <memory>
#include <string>

namespace vt::script {

// The source text of one function in its file, including decorators.
struct SourceText {
  std::string file;
  int first_line = 1;  // of `text` in the file
  std::string text;
  std::string function;  // set if `text` is a single line: the function that contains it, as traces record it
};

struct Range {
  std::shared_ptr<const SourceText> source;
  size_t begin = 0, end = 0;
  bool valid() const { return source != nullptr; }
  int line() const;    // in the file
  int column() const;  // from 0, in bytes
  // The lines around the range with `~~~ <--- HERE` below; names the function if given.
  std::string highlight(const std::string& function = "") const;
  std::string text() const { return source ? source->text.substr(begin, end - begin) : ""; }
};

}  // namespace vt::script
