#include "runtime/tuning.h"

#include <cstdio>

namespace vt {
namespace {

std::string time_text(double us) {
  if (us < 0) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", us);
  return text;
}

}  // namespace

std::vector<TaggedLine> print_tuning(const TuningTable& table) {
  std::vector<TaggedLine> lines;
  for (const TuningEntry& entry : table) {
    std::vector<ItemId> items;
    if (entry.item != kNoItem) items.push_back(entry.item);
    size_t count = entry.candidates.size();
    lines.push_back({entry.kernel + ": " + std::to_string(count) + (count == 1 ? " candidate" : " candidates") +
                         (entry.remembered ? ", measured before" : ""),
                     items});
    for (const TuningCandidate& candidate : entry.candidates) {
      std::string us = time_text(candidate.us);
      std::string text = std::string(us.size() < 10 ? 10 - us.size() : 0, ' ') + us + " us  " + candidate.name;
      if (!candidate.verdict.empty()) text += "  <- " + candidate.verdict;
      lines.push_back({text, items});
    }
  }
  return lines;
}

Table tuning_rows(const TuningTable& table) {
  Table rows;
  rows.columns = {"kernel", "candidate", "us", "winner", "reason"};
  for (const TuningEntry& entry : table)
    for (const TuningCandidate& candidate : entry.candidates) {
      bool winner = candidate.verdict == kChosen;
      rows.rows.push_back({{entry.kernel, candidate.name, candidate.us < 0 ? "" : time_text(candidate.us),
                            winner ? "1" : "", winner ? "" : candidate.verdict},
                           entry.item == kNoItem ? std::vector<ItemId>() : std::vector<ItemId>{entry.item}});
    }
  return rows;
}

}  // namespace vt
