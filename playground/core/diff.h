// The difference of two texts by lines, for the pass slider.
#pragma once
#include <cstdint>
#include <vector>

#include "support/events.h"

namespace vt::ui {

enum class DiffKind : uint8_t { kSame, kAdded, kRemoved };
struct DiffLine {
  DiffKind kind;
  const TaggedLine* line;
};

// Longest common subsequence; texts too long for it come back as all same.
std::vector<DiffLine> diff_lines(const std::vector<TaggedLine>& before, const std::vector<TaggedLine>& after);

}  // namespace vt::ui
