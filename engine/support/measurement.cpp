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

// A side is faster if the whole interval is on one side of 1 and the median exceeds the measurement noise.
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

// Nested work is subtracted from the work around it, so that the shares add up to the call.
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

SampledCall typical_call(const std::vector<SampledCall>& samples) {
  if (samples.empty()) return {};
  std::vector<const SampledCall*> order;
  for (const SampledCall& sample : samples) order.push_back(&sample);
  auto middle = order.begin() + static_cast<int64_t>(order.size() / 2);
  std::nth_element(order.begin(), middle, order.end(),
                   [](const SampledCall* a, const SampledCall* b) { return a->us < b->us; });
  const SampledCall& median = **middle;
  constexpr double kTick = 10, kMuchLonger = 1.5;
  auto same_piece = [](const Work& a, const Work& b) {
    return a.kind == b.kind && a.name == b.name && a.depth == b.depth;
  };
  SampledCall mean = median;
  mean.us = 0;
  for (Work& piece : mean.work) piece.start_us = piece.duration_us = 0;
  double count = 0;
  for (const SampledCall& sample : samples) {
    const auto &a = sample.work, &b = median.work;
    if (sample.us > kMuchLonger * median.us + kTick || !std::equal(a.begin(), a.end(), b.begin(), b.end(), same_piece))
      continue;
    ++count;
    mean.us += sample.us;
    for (size_t i = 0; i < a.size(); ++i) {
      mean.work[i].start_us += a[i].start_us - a.front().start_us;
      mean.work[i].duration_us += a[i].duration_us;
    }
  }
  mean.us /= count;
  for (Work& piece : mean.work) piece.start_us /= count, piece.duration_us /= count;
  return mean;
}

bool has_coarse_clock(const std::vector<SampledCall>& samples) {
  constexpr double kTickUs = 100;
  size_t pieces = 0;
  for (const SampledCall& sample : samples)
    for (const Work& piece : sample.work) {
      const double ticks = piece.duration_us / kTickUs;
      if (std::abs(ticks - std::round(ticks)) > 1e-3) return false;
      ++pieces;
    }
  return pieces > 3;
}

}  // namespace vt
