// The table of the terminal, a block per row: times, spread, bars against eager, part of
// the ceiling, what compiling cost and when it has paid.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "native/bench/results.h"

namespace vt {
namespace {

constexpr int kBar = 16;

std::string text(const char* format, double value, const char* unit) {
  char out[48];
  std::snprintf(out, sizeof out, format, value, unit);
  return out;
}

// Length by eighths: as long as the row's longest time is `kBar`.
std::string bar(double part) {
  static const char* const kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  int eighths = std::clamp(static_cast<int>(std::lround(part * kBar * 8)), 1, kBar * 8);
  std::string out;
  for (int i = 0; i < eighths / 8; ++i) out += "█";
  out += kEighths[eighths % 8];
  int width = eighths / 8 + (eighths % 8 ? 1 : 0);
  return out + std::string(static_cast<size_t>(kBar - width), ' ');
}

// Theirs over ours, the best mode of each side, eager included on theirs.
void print_peer_ratio(const BenchResults& r) {
  double logs = 0, lowest = 0;
  int count = 0;
  for (const BenchRow& row : r.rows) {
    double ours = 0, theirs = 0;
    for (const BenchTime& t : row.times) {
      bool peer = t.mode.starts_with("pytorch");
      if (!peer && t.to_code_us == 0) continue;
      double& best = peer ? theirs : ours;
      if (best == 0 || t.median_us < best) best = t.median_us;
    }
    if (ours == 0 || theirs == 0) continue;
    logs += std::log(theirs / ours);
    lowest = count++ ? std::min(lowest, theirs / ours) : theirs / ours;
  }
  if (count)
    std::printf("PyTorch's best time over the best compiled one, geometric mean of %d rows: %.2f, lowest %.2f\n", count,
                std::exp(logs / count), lowest);
}

}  // namespace

std::string time_text(double us) {
  if (us < 1000) return text(us < 10 ? "%.2f %s" : "%.1f %s", us, "us");
  if (us < 1e6) return text(us < 1e4 ? "%.2f %s" : "%.1f %s", us / 1000, "ms");
  return text("%.2f %s", us / 1e6, "s");
}

void print_head(const BenchResults& r) {
  std::printf("Vitrine %s, %s on %s, %d threads; medians of %.2g s%s\n", r.version.c_str(), r.device.c_str(),
              r.machine.c_str(), r.threads, r.seconds, r.peer.empty() ? "" : (", beside PyTorch " + r.peer).c_str());
  std::printf("ceilings: copy %.1f GB/s, read %.1f GB/s, matrix product %.0f GFLOP/s\n\n", r.copy / 1000, r.read / 1000,
              r.flops / 1000);
  std::printf("%-34s%11s %6s  %-*s %8s %9s %10s %10s %9s %9s\n", "row, mode", "time", "spread", kBar, "", "speed-up",
              "ceiling", "to code", "compiler", "pays at", "launches");
}

void print_row(const BenchResults& r, const BenchRow& row) {
  if (!row.failure.empty()) {
    std::printf("%s failed: %s\n", row.name.c_str(), row.failure.c_str());
    return;
  }
  std::printf("%s: %s\n", row.name.c_str(), row.doc.c_str());
  const BenchTime& eager = row.times.front();
  double longest = 0;
  for (const BenchTime& t : row.times) longest = std::max(longest, t.median_us);
  for (const BenchTime& t : row.times) {
    double spread = (t.p90_us - t.p10_us) / 2 / t.median_us * 100;
    std::string share = r.share(row, t) > 0 ? text("%.0f%% %s", r.share(row, t) * 100, row.limit.c_str()) : "";
    std::printf("  %-32s%11s %5.0f%%  %s %7.2fx %9s", t.mode.c_str(), time_text(t.median_us).c_str(), spread,
                bar(t.median_us / longest).c_str(), eager.median_us / t.median_us, share.c_str());
    bool compiled = t.to_code_us > 0;
    if (compiled) {
      uint64_t pays = t.break_even(eager.median_us);
      std::printf(" %10s %10s %9s", time_text(t.to_code_us).c_str(), time_text(t.outside_us).c_str(),
                  pays ? std::to_string(pays).c_str() : "never");
    }
    if (t.launches >= 0)
      std::printf("%*s %9.0f  peak %.1f MB", compiled ? 0 : 31, "", t.launches,
                  static_cast<double>(t.peak_bytes) / 1e6);
    std::printf("%s\n", t.equal ? "" : "  DIFFERS from eager");
  }
  std::fflush(stdout);
}

void print_foot(const BenchResults& r) {
  double logs = 0;
  int count = 0;
  for (const BenchRow& row : r.rows) {
    double best = 0;
    for (const BenchTime& t : row.times)
      if (t.to_code_us > 0) best = std::max(best, row.times.front().median_us / t.median_us);
    if (best > 0) logs += std::log(best), ++count;
  }
  if (count)
    std::printf("\nbest mode against eager, geometric mean of %d rows: %.2fx\n", count, std::exp(logs / count));
  print_peer_ratio(r);
  std::printf(
      "ceiling: bytes (inputs and outputs once) or operations per second, against what was measured above. pays at: "
      "calls\n"
      "after which compiling has paid for itself. launches: kernels, library calls and eager operations per call.\n");
}

}  // namespace vt
