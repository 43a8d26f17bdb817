#include "support/source_edit.h"

#include <algorithm>
#include <charconv>

namespace vt {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void sort_by_line(std::vector<SourceEdit>& edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const SourceEdit& a, const SourceEdit& b) { return a.first < b.first; });
}

std::string numbered(char mark, int number, std::string_view line) {
  std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, ' ') + digits + " " + mark + " " + std::string(line) +
         "\n";
}

}  // namespace

std::string encode_edit(const SourceEdit& edit) {
  return std::to_string(edit.first) + "," + std::to_string(edit.last) + "\n" + edit.text;
}

std::optional<SourceEdit> decode_edit(std::string_view text) {
  SourceEdit edit;
  const char* end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, edit.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
  auto last = std::from_chars(first.ptr + 1, end, edit.last);
  if (last.ec != std::errc() || last.ptr == end || *last.ptr != '\n' || edit.first < 1) return std::nullopt;
  edit.text.assign(last.ptr + 1, end);
  return edit;
}

std::string apply_edits(std::string_view source, std::vector<SourceEdit> edits) {
  sort_by_line(edits);
  std::vector<std::string_view> lines = lines_of(source);
  std::string out;
  size_t next = 0;
  auto copy_to = [&](size_t end) {
    for (; next < std::min(end, lines.size()); ++next) out += std::string(lines[next]) + "\n";
  };
  for (const SourceEdit& edit : edits) {
    copy_to(static_cast<size_t>(std::max(0, edit.first - 1)));
    for (std::string_view line : lines_of(edit.text)) out += std::string(line) + "\n";
    next = std::max(next, static_cast<size_t>(std::max(0, edit.last)));
  }
  copy_to(lines.size());
  return out;
}

std::string edit_diff(std::string_view source, std::vector<SourceEdit> edits) {
  sort_by_line(edits);
  std::vector<std::string_view> lines = lines_of(source);
  std::string out;
  int shift = 0;  // line offset of the new text relative to the old one
  for (const SourceEdit& edit : edits) {
    for (int n = edit.first; n <= edit.last && n <= static_cast<int>(lines.size()); ++n)
      out += numbered('-', n, lines[static_cast<size_t>(n - 1)]);
    int number = edit.first + shift;
    for (std::string_view line : lines_of(edit.text)) out += numbered('+', number++, line);
    shift = number - (edit.last + 1);
  }
  return out;
}

}  // namespace vt
