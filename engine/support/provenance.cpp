#include "support/provenance.h"

namespace vt {

ItemId Provenance::add(ItemKind kind, SourceSpan span, std::vector<ItemId> origins) {
  if (origins.empty() && span.valid() && kind != ItemKind::kSourceLine) origins.push_back(source_line(span.line));
  items_.push_back({kind, span, std::move(origins)});
  return ItemId(items_.size());
}

ItemId Provenance::source_line(int line) {
  if (line < 1) return kNoItem;
  if (static_cast<size_t>(line) >= lines_.size()) lines_.resize(line + 1, kNoItem);
  if (lines_[line] == kNoItem) lines_[line] = add(ItemKind::kSourceLine, {line, 0, line, 0});
  return lines_[line];
}

void Provenance::clear() {
  items_.clear();
  lines_.clear();
}

}  // namespace vt
