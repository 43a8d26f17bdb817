// Runs rows.py in sessions of their own: to count what a call launches, compiles and
// holds, and to take the times; and by PyTorch beside it.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "native/bench/machine.h"
#include "native/bench/results.h"
#include "session/live_bench.h"
#include "session/session.h"

namespace vt {
namespace {
using nlohmann::json;

struct Ran {
  RunReport report;
  std::string output;
};

Ran run_rows(const std::vector<std::string>& words) {
  Ran ran;
  std::string errors;
  Session session([&](std::string_view text, bool is_error) { (is_error ? errors : ran.output) += text; });
  RunRequest request;
  request.name = "rows.py";
  request.source = kBenchRows;
  request.argv = words;
  request.observe = false;
  ran.report = session.run(request);
  if (!ran.report.ok) throw std::runtime_error(ran.report.traceback + errors);
  return ran;
}

// PyTorch's command: $VITRINE_PYTORCH or python3, and rows.py as a file for it.
class Peer {
 public:
  explicit Peer(const std::string& folder) {
    const char* asked = std::getenv("VITRINE_PYTORCH");
    command_ = asked ? asked : "python3";
    file_ = folder + "/rows.py";
    std::ofstream(file_) << kBenchRows;
    std::ofstream(folder + "/version.py") << "import torch; print(torch.__version__)\n";
    folder_ = folder;
    version_ = output("version.py");
    while (!version_.empty() && version_.back() == '\n') version_.pop_back();
  }
  const std::string& version() const { return version_; }
  // Empty when it failed.
  std::string output(const std::string& words) const {
#ifdef __EMSCRIPTEN__
    return {};  // Node has no processes for us
#else
    std::string text, command = "cd '" + folder_ + "' && " + command_ + " " + words + " 2>/dev/null";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return {};
    char buffer[4096];
    while (size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, n);
    return pclose(pipe) == 0 ? text : std::string();
#endif
  }

 private:
  std::string command_, folder_, file_, version_;
};

BenchTime time_of(const std::string& mode, const json& result) {
  BenchTime time;
  time.mode = mode;
  time.median_us = result.at("median_us");
  time.p10_us = result.at("p10_us");
  time.p90_us = result.at("p90_us");
  time.equal = result.at("equal");
  return time;
}

class Measurement {
 public:
  Measurement(const BenchOptions& options, int threads)
      : device_(options.device),
        modes_(joined(options.modes)),
        threads_(std::to_string(threads)),
        seconds_(number(options.seconds)) {}

  json measured(const std::string& row) const {
    return json::parse(run_rows({"measure", device_, row, modes_, threads_, seconds_}).output);
  }
  std::string peer_words(const std::string& row) const {
    return "rows.py measure " + device_ + " " + row + " " + modes_ + " " + threads_ + " " + seconds_;
  }
  // What one call costs besides time: the difference of runs with three calls and with one,
  // so that what prepares the row does not count.
  void count(const std::string& row, BenchTime& time) const {
    RunReport one = counted(row, time.mode, 1), three = counted(row, time.mode, 3);
    auto launches = [](const RunReport& r) {
      return static_cast<double>(r.kernels + r.interpreted + r.extern_calls + r.eager_ops);
    };
    time.launches = (launches(three) - launches(one)) / 2;
    time.peak_bytes = three.peak_bytes;
    time.to_code_us = one.compile_times.source_to_code_us();
    time.outside_us = one.compile_times[CompileStage::kOutside];
  }

 private:
  RunReport counted(const std::string& row, const std::string& mode, int calls) const {
    return run_rows({"count", device_, row, mode, threads_, std::to_string(calls)}).report;
  }
  std::string device_, modes_, threads_, seconds_;
};

}  // namespace

uint64_t BenchTime::break_even(double eager_us) const {
  double gain = eager_us - median_us;
  return gain > 0 ? static_cast<uint64_t>(std::ceil((to_code_us + outside_us) / gain)) : 0;
}

double BenchResults::share(const BenchRow& row, const BenchTime& time) const {
  if (row.limit == "copy") return row.bytes / time.median_us / copy;
  if (row.limit == "read") return row.bytes / time.median_us / read;
  if (row.limit == "matmul") return row.flops / time.median_us / flops;
  return 0;
}

std::vector<std::pair<std::string, std::string>> list_rows(const std::string& device) {
  return json::parse(run_rows({"list", device}).output);
}

BenchResults measure_rows(const BenchOptions& options, const BenchProgress& progress,
                          const std::function<void(const BenchResults&, const BenchRow&)>& finished) {
  BenchResults results;
  describe_run(options, results);
  OwnKernelCache cache;
  Measurement measurement(options, results.threads);
  std::unique_ptr<Peer> peer;
  if (options.peers && !cache.folder().empty()) {
    progress(0, options.rows.size(), "looking for PyTorch");
    peer = std::make_unique<Peer>(cache.folder());
    results.peer = peer->version();
  }
  progress(0, options.rows.size(), "ceilings of this machine");
  json ceilings = measurement.measured("ceilings");
  results.copy = ceilings.at("copy_bytes_per_us");
  results.read = ceilings.at("read_bytes_per_us");
  results.flops = ceilings.at("flops_per_us");
  for (size_t i = 0; i < options.rows.size(); ++i) {
    BenchRow row;
    row.name = options.rows[i];
    try {
      std::vector<BenchTime> counts;
      for (const std::string& mode : options.modes) {
        progress(i, options.rows.size(), row.name + ": compiling, mode " + mode);
        counts.emplace_back().mode = mode;
        cache.start_empty();
        measurement.count(row.name, counts.back());
      }
      counts.emplace(counts.begin())->mode = "eager";
      measurement.count(row.name, counts.front());
      progress(i, options.rows.size(), row.name + ": measuring");
      json measured = measurement.measured(row.name);
      row.doc = measured.at("doc");
      row.limit = measured.at("limit");
      row.bytes = measured.at("bytes");
      row.flops = measured.at("flops");
      for (BenchTime& count : counts) {
        BenchTime time = time_of(count.mode, measured.at("results").at(count.mode));
        count.median_us = time.median_us, count.p10_us = time.p10_us, count.p90_us = time.p90_us;
        count.equal = time.equal;
        row.times.push_back(count);
      }
    } catch (const std::exception& error) {
      row.failure = error.what();
    }
    if (row.failure.empty() && !results.peer.empty()) {
      progress(i, options.rows.size(), row.name + ": PyTorch");
      json theirs = json::parse(peer->output(measurement.peer_words(row.name)), nullptr, false);
      if (theirs.is_object())
        for (const auto& [mode, result] : theirs.at("results").items())
          row.times.push_back(time_of("pytorch " + mode, result));
    }
    results.rows.push_back(row);
    finished(results, row);
  }
  return results;
}

}  // namespace vt
