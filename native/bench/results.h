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
  // Calls after which compiling has paid for itself; 0: never.
  uint64_t break_even(double eager_us) const;
};

struct BenchRow {
  std::string name, doc, limit;  // limit: copy, read, matmul, call
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

// `progress` is told what is being measured, and each row when it is done.
using BenchProgress = std::function<void(size_t done, size_t all, const std::string& what)>;
BenchResults measure_rows(const BenchOptions& options, const BenchProgress& progress,
                          const std::function<void(const BenchResults&, const BenchRow&)>& finished);
// Name and what it does, in the table's order.
std::vector<std::pair<std::string, std::string>> list_rows(const std::string& device);

void print_head(const BenchResults& results);
void print_row(const BenchResults& results, const BenchRow& row);
void print_foot(const BenchResults& results);

nlohmann::json to_json(const BenchResults& results);
std::string html_report(const BenchResults& results);

// The text embedded by CMake.
extern const char* const kBenchReport;

}  // namespace vt
