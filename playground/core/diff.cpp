#include "playground/core/diff.h"

#include <algorithm>

namespace vt::ui {

std::vector<DiffLine> diff_lines(const std::vector<TaggedLine>& before, const std::vector<TaggedLine>& after) {
  std::vector<DiffLine> result;
  const size_t n = before.size(), m = after.size();
  if (n * m > 4'000'000) {
    for (const TaggedLine& line : after) result.push_back({DiffKind::kSame, &line});
    return result;
  }
  std::vector<uint32_t> common((n + 1) * (m + 1), 0);  // of the suffixes
  auto at = [&](size_t i, size_t j) -> uint32_t& { return common[i * (m + 1) + j]; };
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0;)
      at(i, j) = before[i].text == after[j].text ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  size_t i = 0, j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && before[i].text == after[j].text) {
      result.push_back({DiffKind::kSame, &after[j]}), ++i, ++j;
    } else if (i < n && (j == m || at(i + 1, j) >= at(i, j + 1))) {
      result.push_back({DiffKind::kRemoved, &before[i++]});
    } else {
      result.push_back({DiffKind::kAdded, &after[j++]});
    }
  }
  return result;
}

}  // namespace vt::ui
