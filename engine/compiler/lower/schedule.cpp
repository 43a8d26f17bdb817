#include "lower/schedule.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace vt {
namespace {

// List scheduler: at each turn it runs the step, with its unfinished predecessors, that leaves the fewest
// bytes alive; ties in the given order.
class Scheduler {
 public:
  Scheduler(const std::vector<ScheduledStep>& steps, const std::vector<int64_t>& bytes)
      : steps_(steps), bytes_(bytes), done_(steps.size()), before_(steps.size()), readers_(bytes.size()) {
    std::vector<int> writer(bytes.size(), -1);
    int last_ordered = -1;
    for (size_t s = 0; s < steps.size(); ++s) {
      for (int buffer : steps[s].reads) {
        if (int w = writer[static_cast<size_t>(buffer)]; w >= 0) {
          before_[s].insert(static_cast<size_t>(w));
          readers_[static_cast<size_t>(buffer)].insert(s);
        }
      }
      for (int buffer : steps[s].writes) writer[static_cast<size_t>(buffer)] = static_cast<int>(s);
      if (!steps[s].ordered) continue;
      if (last_ordered >= 0) before_[s].insert(static_cast<size_t>(last_ordered));
      last_ordered = static_cast<int>(s);
    }
  }

  std::vector<size_t> run() {
    std::vector<size_t> order;
    while (order.size() < steps_.size()) {
      std::vector<size_t> best;
      int64_t least = INT64_MAX;
      for (size_t s = 0; s < steps_.size(); ++s) {
        if (done_[s]) continue;
        std::vector<size_t> needed;
        if (!collect(s, needed)) continue;
        if (int64_t left = bytes_left(needed); left < least) {
          least = left;
          best = std::move(needed);
        }
      }
      for (size_t s : best) done_[s] = true;
      order.insert(order.end(), best.begin(), best.end());
    }
    return order;
  }

 private:
  static constexpr size_t kMostTogether = 4;

  // Collects `s` and its unfinished predecessors in topological order; false if they are more than kMostTogether.
  bool collect(size_t s, std::vector<size_t>& needed, size_t depth = 1) const {
    if (std::find(needed.begin(), needed.end(), s) != needed.end()) return true;
    for (size_t w : before_[s])
      if (!done_[w] && (depth == kMostTogether || !collect(w, needed, depth + 1))) return false;
    needed.push_back(s);
    return needed.size() <= kMostTogether;
  }
  // Bytes that these steps allocate minus bytes that die with them.
  int64_t bytes_left(const std::vector<size_t>& steps) const {
    int64_t left = 0;
    std::set<int> seen;
    for (size_t s : steps)
      for (const std::vector<int>* list : {&steps_[s].writes, &steps_[s].reads})
        for (int buffer : *list) {
          if (!seen.insert(buffer).second || bytes_[static_cast<size_t>(buffer)] == 0) continue;
          const std::set<size_t>& readers = readers_[static_cast<size_t>(buffer)];
          bool dies = std::all_of(readers.begin(), readers.end(), [&](size_t r) {
            return done_[r] || std::find(steps.begin(), steps.end(), r) != steps.end();
          });
          bool made = std::any_of(steps.begin(), steps.end(), [&](size_t m) {
            const std::vector<int>& writes = steps_[m].writes;
            return std::find(writes.begin(), writes.end(), buffer) != writes.end();
          });
          left += (made ? bytes_[static_cast<size_t>(buffer)] : 0) - (dies ? bytes_[static_cast<size_t>(buffer)] : 0);
        }
    return left;
  }

  const std::vector<ScheduledStep>& steps_;
  const std::vector<int64_t>& bytes_;
  std::vector<char> done_;
  std::vector<std::set<size_t>> before_, readers_;  // before_ by step, readers_ by buffer
};

}  // namespace

int64_t peak_bytes(const std::vector<ScheduledStep>& steps, const std::vector<size_t>& order,
                   const std::vector<int64_t>& bytes) {
  std::vector<size_t> last(bytes.size(), 0);
  std::vector<char> alive(bytes.size());
  for (size_t i = 0; i < order.size(); ++i)
    for (const std::vector<int>* list : {&steps[order[i]].reads, &steps[order[i]].writes})
      for (int buffer : *list) last[static_cast<size_t>(buffer)] = i;
  int64_t now = 0, most = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const ScheduledStep& step = steps[order[i]];
    for (int buffer : step.writes)
      if (!std::exchange(alive[static_cast<size_t>(buffer)], true)) now += bytes[static_cast<size_t>(buffer)];
    most = std::max(most, now);
    for (const std::vector<int>* list : {&step.reads, &step.writes})
      for (int buffer : *list)
        if (last[static_cast<size_t>(buffer)] == i && std::exchange(alive[static_cast<size_t>(buffer)], false))
          now -= bytes[static_cast<size_t>(buffer)];
  }
  return most;
}

std::vector<size_t> order_for_memory(const std::vector<ScheduledStep>& steps, const std::vector<int64_t>& bytes) {
  std::vector<size_t> given(steps.size());
  std::iota(given.begin(), given.end(), 0);
  const int64_t known = peak_bytes(steps, given, bytes);
  if (known == 0) return given;
  std::vector<size_t> order = Scheduler(steps, bytes).run();
  return peak_bytes(steps, order, bytes) < known - known / 8 ? order : given;
}

}  // namespace vt
