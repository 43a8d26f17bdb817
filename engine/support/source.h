// Positions in source text. The lowest header of the engine: everything with a position in the program has a
// SourceSpan.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vt {

// A range in one file, with CPython's conventions: lines from 1, columns in UTF-8 bytes from 0, exclusive end. `line ==
// 0` means "no position".
struct SourceSpan {
  int32_t line = 0;
  int32_t column = 0;
  int32_t end_line = 0;
  int32_t end_column = 0;
  bool valid() const { return line > 0; }
};

// A program's text and name; the starts of its lines are indexed once.
class SourceFile {
 public:
  SourceFile(std::string name, std::string text);
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  int line_count() const { return static_cast<int>(line_starts_.size()); }
  // The text of line `number` (from 1) without its newline; empty when out of range.
  std::string_view line(int number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<size_t> line_starts_;
};

}  // namespace vt
