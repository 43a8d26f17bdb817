// What the benchmark measured: filled by measure.cpp, shown by table.cpp and report.cpp.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "native/bench/bench.h"

namespace vt {

struct BenchTime {
  std::string mode;  // "eager", "default", ...; of PyTorch: "pytorch eager", ...
  double median_us = 0, p10_us = 0, p90_us = 0;
  bool equal = true;  // to eager, within rounding
  // Of this engine only.
  double to_code_us = 0, outside_us = 0;  // compiling, the disk cache empty
  double launches = -1;                   // kernels, library calls and eager operations per call
  uint64_t peak_bytes = 0;                // of a whole run, inputs included
  // Of models only: the first call, compiling included, every turn's time, and what is wrong with the mode.
  double first_us = 0;
  std::vector<double> turns;
  std::string problem;
  // Calls after which compiling has paid for itself; 0: never.
  uint64_t break_even(double eager_us) const;
};

// Of the turns of two modes: median, and what a tenth is below and above.
struct BenchRatio {
  double median = 0, low = 0, high = 0;
};

struct BenchRow {
  std::string name, doc, limit;  // limit: copy, read, matmul, call; empty for models
  double bytes = 0, flops = 0;   // that the row must move and compute
  std::vector<BenchTime> times;  // eager first
  std::string failure;
};

struct BenchResults {
  std::string version, machine, device, date, peer;
  int threads = 0;
  double seconds = 0;
  double copy = 0, read = 0, flops = 0;  // ceilings: bytes and operations per microsecond
  std::vector<BenchRow> rows;
  // Part of the ceiling that a row runs against; 0 where it has none.
  double share(const BenchRow& row, const BenchTime& time) const;
};

bool is_peer(const BenchTime& time);
// The fastest of one side: of ours the compiled modes that are right, of the peer eager too; null: there is none.
const BenchTime* best_time(const BenchRow& row, bool peer);
const BenchTime* find_time(const BenchRow& row, const std::string& mode);
BenchRatio ratio_of(const BenchTime& slow, const BenchTime& fast);

// `progress` is told what is being measured, and each row when it is done.
using BenchProgress = std::function<void(size_t done, size_t all, const std::string& what)>;
BenchResults measure_rows(const BenchOptions& options, const BenchProgress& progress,
                          const std::function<void(const BenchResults&, const BenchRow&)>& finished);
// Name and what it does, in the table's order.
std::vector<std::pair<std::string, std::string>> list_rows(const std::string& device);

std::string time_text(double us);  // with its unit

// Models (tests/bench/models.py), each side in a process of its own, taking turns.
BenchResults measure_models(const BenchOptions& options, const BenchProgress& progress,
                            const std::function<void(const BenchResults&, const BenchRow&)>& finished);
std::vector<std::pair<std::string, std::string>> list_models(const BenchOptions& options);
void print_models_head(const BenchResults& results);
void print_model(const BenchRow& row);
void print_models_foot(const BenchResults& results);

// Results that a user keeps in a file, per kind of machine: `keep` adds these or replaces older ones of the same rows;
// `compare` prints which row lost more than the spread of its times, and says whether there was one.
bool keep_results(const std::string& file, const BenchResults& results);
bool lost_against(const std::string& file, const BenchResults& results);

void print_head(const BenchResults& results);
void print_row(const BenchResults& results, const BenchRow& row);
void print_foot(const BenchResults& results);

nlohmann::json to_json(const BenchResults& results);
std::string html_report(const BenchResults& results);

// The texts embedded by CMake.
extern const char* const kBenchReport;
extern const char* const kBenchModels;

}  // namespace vt
