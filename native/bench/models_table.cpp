// The table of `vitrine bench models`: a line per row, and the geometric means.
#include <cmath>
#include <cstdio>

#include "native/bench/results.h"

namespace vt {
namespace {

std::string ratio_text(const BenchTime* slow, const BenchTime* fast) {
  if (!slow || !fast) return "-";
  const BenchRatio ratio = ratio_of(*slow, *fast);
  char text[48];
  std::snprintf(text, sizeof text, "%.2f (%.2f-%.2f)", ratio.median, ratio.low, ratio.high);
  return text;
}

std::string best_text(const BenchTime* best) {
  if (!best) return "-";
  const std::string mode = is_peer(*best) ? best->mode.substr(8) : best->mode;
  return time_text(best->median_us) + " " + mode;
}

// One mean over all rows that have both times.
class Mean {
 public:
  explicit Mean(const char* what) : what_(what) {}
  void add(const BenchRow& row, const BenchTime* slow, const BenchTime* fast) {
    if (!slow || !fast) return;
    const double ratio = ratio_of(*slow, *fast).median;
    logs_ += std::log(ratio);
    below_ += ratio < 1;
    if (count_++ == 0 || ratio < lowest_) lowest_ = ratio, name_ = row.name;
  }
  void print() const {
    if (count_ == 0) return;
    std::printf("%-62s %6.2f, lowest %.2f (%s), below 1: %d of %d\n", what_, std::exp(logs_ / count_), lowest_,
                name_.c_str(), below_, count_);
  }

 private:
  const char* what_;
  double logs_ = 0, lowest_ = 0;
  int count_ = 0, below_ = 0;
  std::string name_;
};

}  // namespace

void print_models_head(const BenchResults& r) {
  std::printf("Vitrine %s, %s on %s, %d threads; turns of %.2g s a mode%s\n", r.version.c_str(), r.device.c_str(),
              r.machine.c_str(), r.threads, r.seconds, r.peer.empty() ? "" : (", beside PyTorch " + r.peer).c_str());
  std::printf("%-30s%11s  %-24s %-18s", "model", "eager", "best compiled", "eager/compiled");
  if (!r.peer.empty())
    std::printf("%11s  %-24s %-18s %-18s", "PyTorch", "its best mode", "its best/ours", "its eager/ours");
  std::puts("");
}

void print_model(const BenchRow& row) {
  const BenchTime *eager = find_time(row, "eager"), *best = best_time(row, false);
  const BenchTime *their_eager = find_time(row, "pytorch eager"), *their_best = best_time(row, true);
  std::printf("%-30s%11s  %-24s %-18s", row.name.c_str(), eager ? time_text(eager->median_us).c_str() : "-",
              best_text(best).c_str(), ratio_text(eager, best).c_str());
  if (their_eager)
    std::printf("%11s  %-24s %-18s %-18s", time_text(their_eager->median_us).c_str(), best_text(their_best).c_str(),
                ratio_text(their_best, best).c_str(), ratio_text(their_eager, eager).c_str());
  std::puts("");
  for (const BenchTime& time : row.times)
    if (!time.problem.empty()) std::printf("    %s: %s\n", time.mode.c_str(), time.problem.c_str());
  std::fflush(stdout);
}

void print_models_foot(const BenchResults& r) {
  Mean own("our eager over our best mode:"), peer("PyTorch's best mode over our best mode:"),
      eager("PyTorch's eager over our eager:");
  for (const BenchRow& row : r.rows) {
    const BenchTime *ours = find_time(row, "eager"), *best = best_time(row, false);
    own.add(row, ours, best);
    peer.add(row, best_time(row, true), best);
    eager.add(row, find_time(row, "pytorch eager"), ours);
  }
  std::puts("\nMedians of turns, in brackets what a tenth of the turns is below and above. Geometric means:");
  own.print();
  peer.print();
  eager.print();
}

}  // namespace vt
