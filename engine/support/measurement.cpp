#include "support/measurement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace vt {

uint64_t MeasuredFunction::pays_after() const {
  const double gain = own.eager_us.median - own.compiled_us.median;
  return faster_side(own.ratio) == Faster::kCompiled && gain > 0
             ? static_cast<uint64_t>(std::ceil(std::max(1.0, compiling_us) / gain))
             : 0;
}

CeilingShare ceiling_share(double us, double bytes, double flops, const Ceilings& ceilings) {
  using Of = CeilingShare::Of;
  if (us <= 0) return {};
  const double moved = ceilings.copy > 0 ? bytes / us / ceilings.copy : 0;
  const double computed = ceilings.flops > 0 ? flops / us / ceilings.flops : 0;
  if (computed > 0 && computed >= moved) return {Of::kProducts, std::min(1.0, computed)};
  if (moved > 1) return {Of::kCache, 1};
  return moved > 0 ? CeilingShare{Of::kCopy, moved} : CeilingShare{};
}

// Both ends of the spread on one side of 1, and more than what two measurements of the same differ by.
Faster faster_side(const Spread& ratio) {
  constexpr double kNoise = 1.03;
  if (ratio.samples < 3) return Faster::kNeither;
  if (ratio.low > 1 && ratio.median > kNoise) return Faster::kCompiled;
  if (ratio.high < 1 && ratio.median < 1 / kNoise) return Faster::kEager;
  return Faster::kNeither;
}

std::string headline(const MeasuredPoint& point) {
  char text[96];
  const Spread& r = point.ratio;
  switch (faster_side(r)) {
    case Faster::kCompiled:
      std::snprintf(text, sizeof text, "%.2g times as fast compiled (%.2g to %.2g)", r.median, r.low, r.high);
      return text;
    case Faster::kEager:
      std::snprintf(text, sizeof text, "%.2g times as fast eager (%.2g to %.2g)", 1 / r.median, 1 / r.high, 1 / r.low);
      return text;
    case Faster::kNeither: break;
  }
  std::snprintf(text, sizeof text, "no difference beyond the spread (%.2g to %.2g)", r.low, r.high);
  return text;
}

// Work that lies inside other work is taken off it, so that the shares add up.
std::vector<TimeShare> time_shares(const std::vector<CallPiece>& work, double call_us) {
  std::vector<double> own(work.size());
  std::vector<size_t> open;
  double covered = 0;
  for (size_t i = 0; i < work.size(); ++i) {
    own[i] = work[i].duration_us;
    while (!open.empty() && work[open.back()].depth >= work[i].depth) open.pop_back();
    if (open.empty()) covered += own[i];
    else own[open.back()] -= own[i];
    open.push_back(i);
  }
  std::vector<TimeShare> shares;
  for (size_t i = 0; i < work.size(); ++i) {
    auto same = [&](const TimeShare& s) { return s.kind == work[i].kind && s.name == work[i].name; };
    auto found = std::find_if(shares.begin(), shares.end(), same);
    if (found == shares.end())
      found = shares.insert(shares.end(), TimeShare{work[i].kind, work[i].name, 0, 0, work[i].lines});
    ++found->count;
    found->us += std::max(0.0, own[i]);
  }
  std::stable_sort(shares.begin(), shares.end(), [](const TimeShare& a, const TimeShare& b) { return a.us > b.us; });
  if (call_us > covered) shares.push_back({WorkKind::kEager, "", 0, call_us - covered, {}});
  return shares;
}

}  // namespace vt
