// Changes of a program's text by whole lines: what a fix proposes, an editor applies and a
// terminal shows as a difference.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vt {

// Lines first to last (from 1, both included) become `text`, which is whole lines; empty
// removes them. last == first - 1: nothing goes, the text comes before line `first`.
struct SourceEdit {
  int first = 0, last = 0;
  std::string text;
  bool operator==(const SourceEdit&) const = default;
};

// As the value of a fact: "3,4\ntext".
std::string encode_edit(const SourceEdit& edit);
std::optional<SourceEdit> decode_edit(std::string_view text);

// Edits do not overlap. Lines that are not there are left alone.
std::string apply_edits(std::string_view source, std::vector<SourceEdit> edits);
// "- old" and "+ new" lines with their numbers, in order.
std::string edit_diff(std::string_view source, std::vector<SourceEdit> edits);

}  // namespace vt
