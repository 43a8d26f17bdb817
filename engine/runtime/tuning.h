// What max-autotune measured: per kernel and product the candidates with their times, the one
// that was chosen, and why others were not tried. Filled by cuda_tuner.cpp; printed by
// --dump=autotune and drawn by panels.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt {

inline constexpr const char* kChosen = "chosen";
struct TuningCandidate {
  std::string name;     // "256 threads, 4 vectors each", "cuBLASLt 21, tile 20"
  double us = -1;       // median; negative: it was not measured
  std::string verdict;  // kChosen, the reason why it was refused, or empty
};
struct TuningEntry {
  std::string kernel;
  bool remembered = false;  // measured by an earlier run, or for an equal kernel before
  std::vector<TuningCandidate> candidates;
  ItemId item = kNoItem;
};
using TuningTable = std::vector<TuningEntry>;

std::vector<TaggedLine> print_tuning(const TuningTable& table);
// Columns kernel, candidate, us (empty: refused), winner ("1"), reason (why it was refused).
Table tuning_rows(const TuningTable& table);

}  // namespace vt
