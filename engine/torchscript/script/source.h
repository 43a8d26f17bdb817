// Where a node came from: a piece of the text of one function, as TorchScript's messages
// show it, with the lines around it and a row of marks below.
#pragma once
#include <memory>
#include <string>

namespace vt::script {

// The text of one function as it stands in its file, decorators included.
struct SourceText {
  std::string file;
  int first_line = 1;  // of `text` in the file
  std::string text;
  std::string function;  // where one line of it stands, as traces keep it
};

struct Range {
  std::shared_ptr<const SourceText> source;
  size_t begin = 0, end = 0;
  bool valid() const { return source != nullptr; }
  int line() const;    // in the file
  int column() const;  // from 0, in bytes
  // The lines around the range with `~~~ <--- HERE` below; `function` names it when given.
  std::string highlight(const std::string& function = "") const;
  std::string text() const { return source ? source->text.substr(begin, end - begin) : ""; }
};

}  // namespace vt::script
