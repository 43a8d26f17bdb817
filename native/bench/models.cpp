// Runs models.py under this engine and, beside it, under PyTorch, each side in a process of its own. Both prepare and
// compile a row, say what came of it, and are then timed in turns, so that a slow moment of the machine meets both.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "native/bench/machine.h"
#include "native/bench/results.h"
#include "native/bench/side.h"

namespace vt {
namespace {
using nlohmann::json;

std::string own_command() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) throw std::runtime_error("the program does not find itself");
  return "exec '" + std::string(path, static_cast<size_t>(length)) + "' run";
}

std::string peer_command() {
  const char* asked = std::getenv("VITRINE_PYTORCH");
  return "exec " + std::string(asked ? asked : "python3");
}

// One row on one side.
struct Prepared {
  std::unique_ptr<Side> side;
  bool peer = false, heard = false;
  std::string failure;
};

class Models {
 public:
  explicit Models(const BenchOptions& options) : options_(options) {
    if (cache_.folder().empty()) throw std::runtime_error("no temporary folder could be made");
    cache_.start_empty();
    std::ofstream(cache_.folder() + "/models.py") << kBenchModels;
    std::ofstream(cache_.folder() + "/version.py") << "import torch; print(torch.__version__)\n";
  }
  std::unique_ptr<Side> start(bool peer, const std::string& words) {
    return std::make_unique<Side>((peer ? peer_command() : own_command()) + " " + words, cache_.folder(),
                                  cache_.folder() + "/errors" + std::to_string(++count_));
  }
  std::string peer_version() { return start(true, "version.py")->read_line(options_.limit).value_or(""); }

  std::vector<std::pair<std::string, std::string>> list(const std::vector<std::string>& names) {
    std::string words = "models.py list " + options_.device;
    for (const std::string& name : names) words += " '" + name + "'";
    auto side = start(false, words);
    const auto line = side->read_line(options_.limit);
    if (!line) throw std::runtime_error(side->last_words());
    return json::parse(*line);
  }
  Prepared prepare(const std::string& row, bool peer, int threads) {
    Prepared one;
    one.peer = peer;
    one.side = start(peer, "models.py serve " + options_.device + " " + row + " " + joined(options_.modes) + " " +
                               std::to_string(threads));
    return one;
  }
  // Waits until the row is compiled in every mode and enters what is known of them.
  void hear(Prepared& one, BenchRow& row, BenchResults& results) {
    const auto line = one.side->read_line(options_.limit);
    const json said = line ? json::parse(*line, nullptr, false) : json();
    if (!said.is_object()) {
      const std::string words = one.side->last_words();
      one.failure = words.empty() ? "no answer within " + number(options_.limit) + " s" : words;
      return;
    }
    row.doc = said.at("doc");
    if (const std::string gpu = said.value("device", ""); !gpu.empty()) results.machine = gpu;
    for (const auto& [mode, facts] : said.at("modes").items()) {
      BenchTime& time = row.times.emplace_back();
      time.mode = one.peer ? "pytorch " + mode : mode;
      time.first_us = facts.at("first_us");
      time.problem = facts.at("problem");
      time.equal = time.problem.empty();
      time.peak_bytes = facts.value("peak_bytes", uint64_t{0});
    }
  }
  // One turn of every mode of a side.
  void turn(Prepared& one, BenchRow& row) {
    const double seconds = options_.seconds / options_.rounds;
    for (BenchTime& time : row.times) {
      if (is_peer(time) != one.peer || !time.problem.empty() || !one.failure.empty()) continue;
      const std::string mode = one.peer ? time.mode.substr(8) : time.mode;
      const auto line = one.side->ask(mode + " " + number(seconds) + " " + options_.clock, options_.limit);
      const json us = line ? json::parse(*line, nullptr, false) : json();
      if (us.is_number()) time.turns.push_back(us);
      else one.failure = "ended while it was timed: " + one.side->last_words();
    }
  }

 private:
  const BenchOptions& options_;
  OwnKernelCache cache_;
  int count_ = 0;
};

void summarise(BenchRow& row) {
  for (BenchTime& time : row.times) {
    std::vector<double> sorted = time.turns;
    if (sorted.empty()) continue;
    std::sort(sorted.begin(), sorted.end());
    const size_t n = sorted.size();
    time.median_us = sorted[n / 2], time.p10_us = sorted[n / 10], time.p90_us = sorted[n * 9 / 10];
  }
  // Eager first, as reports expect it, then the rest of ours, then the peer's in the same order.
  auto order = [](const BenchTime& t) { return (is_peer(t) ? 2 : 0) + !t.mode.ends_with("eager"); };
  std::stable_sort(row.times.begin(), row.times.end(),
                   [&](const BenchTime& a, const BenchTime& b) { return order(a) < order(b); });
}

void measure_model(Models& models, std::vector<Prepared>& sides, const BenchOptions& options, BenchRow& row,
                   BenchResults& results) {
  for (Prepared& one : sides) models.hear(one, row, results);
  for (int round = 0; round < options.rounds; ++round) {
    for (Prepared& one : sides) models.turn(one, row);
    std::reverse(sides.begin(), sides.end());
  }
  for (const Prepared& one : sides) {
    if (one.failure.empty()) continue;
    BenchTime& time = row.times.emplace_back();  // of the whole side
    time.mode = one.peer ? "pytorch" : "all modes";
    time.problem = one.failure;
    time.equal = false;
  }
  for (const BenchTime& time : row.times)
    if (!time.problem.empty() && !is_peer(time))
      row.failure += (row.failure.empty() ? "" : "; ") + time.mode + ": " + time.problem;
  summarise(row);
}

}  // namespace

bool is_peer(const BenchTime& time) { return time.mode.starts_with("pytorch"); }

const BenchTime* find_time(const BenchRow& row, const std::string& mode) {
  for (const BenchTime& time : row.times)
    if (time.mode == mode && time.median_us > 0) return &time;
  return nullptr;
}

const BenchTime* best_time(const BenchRow& row, bool peer) {
  const BenchTime* best = nullptr;
  for (const BenchTime& time : row.times) {
    if (is_peer(time) != peer || time.median_us == 0 || !time.equal || (!peer && time.mode == "eager")) continue;
    if (!best || time.median_us < best->median_us) best = &time;
  }
  return best;
}

BenchRatio ratio_of(const BenchTime& slow, const BenchTime& fast) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(slow.turns.size(), fast.turns.size()); ++i)
    ratios.push_back(slow.turns[i] / fast.turns[i]);
  if (ratios.empty()) return {slow.median_us / fast.median_us, 0, 0};
  std::sort(ratios.begin(), ratios.end());
  const size_t n = ratios.size();
  return {ratios[n / 2], ratios[n / 10], ratios[n * 9 / 10]};
}

std::vector<std::pair<std::string, std::string>> list_models(const BenchOptions& options) {
  return Models(options).list(options.rows);
}

BenchResults measure_models(const BenchOptions& options, const BenchProgress& progress,
                            const std::function<void(const BenchResults&, const BenchRow&)>& finished) {
  BenchResults results;
  describe_run(options, results);
  Models models(options);
  const auto rows = models.list(options.rows);
  if (options.peers) {
    progress(0, rows.size(), "looking for PyTorch");
    results.peer = models.peer_version();
  }
  const size_t jobs = static_cast<size_t>(std::max(options.jobs, 1));
  for (size_t first = 0; first < rows.size(); first += jobs) {
    const size_t last = std::min(first + jobs, rows.size());
    std::vector<std::vector<Prepared>> sides(last - first);
    // All of a batch prepare and compile beside each other; then each row is timed while the others wait.
    for (size_t i = first; i < last; ++i)
      for (bool peer : {false, true})
        if (!peer || !results.peer.empty())
          sides[i - first].push_back(models.prepare(rows[i].first, peer, results.threads));
    for (size_t i = first; i < last; ++i) {
      progress(i, rows.size(), rows[i].first + ": compiling and measuring");
      BenchRow row;
      row.name = rows[i].first, row.doc = rows[i].second;
      measure_model(models, sides[i - first], options, row, results);
      sides[i - first].clear();
      results.rows.push_back(row);
      finished(results, row);
    }
  }
  return results;
}

}  // namespace vt
