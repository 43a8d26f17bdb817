// Results of max-autotune: per kernel and product, the candidates with their times, the chosen one, and why
// others were not measured. Filled by cuda/tuner.cpp and measure_kernels.cpp; printed by --dump=autotune
// and drawn by panels.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt {

inline constexpr const char* kChosen = "chosen";
struct TuningCandidate {
  std::string name;     // "256 threads, 4 vectors each", "cuBLASLt 21, tile 20"
  double us = -1;       // median; negative: not measured
  std::string verdict;  // kChosen, the reason for a refusal, or empty
};
struct TuningEntry {
  std::string kernel;
  bool remembered = false;  // measured by an earlier run, or before for an equal kernel
  std::vector<TuningCandidate> candidates;
  ItemId item = kNoItem;
};
using TuningTable = std::vector<TuningEntry>;

std::vector<TaggedLine> print_tuning(const TuningTable& table);
// Columns: kernel, candidate, us (empty: refused), winner ("1"), reason (of a refusal).
Table tuning_rows(const TuningTable& table);

}  // namespace vt
