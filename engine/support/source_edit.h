// Edits of a program's text by whole lines: proposed by a
// fix, applied by an editor, printed by a terminal as a diff.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vt {

// Replaces lines first to last (from 1, inclusive) by `text`, which consists of whole lines; empty deletes them. last
// == first - 1 inserts `text` before line `first`.
struct SourceEdit {
  int first = 0, last = 0;
  std::string text;
  bool operator==(const SourceEdit&) const = default;
};

// Encoding as the value of an event's fact: "3,4\ntext".
std::string encode_edit(const SourceEdit& edit);
std::optional<SourceEdit> decode_edit(std::string_view text);

// Edits must not overlap. Parts outside the source are ignored.
std::string apply_edits(std::string_view source, std::vector<SourceEdit> edits);
// A diff: "- old" and "+ new" lines with their numbers, in order.
std::string edit_diff(std::string_view source, std::vector<SourceEdit> edits);

}  // namespace vt
