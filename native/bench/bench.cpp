#include "native/bench/bench.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "native/bench/progress_line.h"
#include "native/bench/results.h"

namespace vt {
namespace {

bool write_file(const std::string& path, const std::string& content) {
  if (path.empty()) return true;
  std::ofstream out(path, std::ios::binary);
  out << content;
  if (out.flush()) {
    std::fprintf(stderr, "wrote %s\n", path.c_str());
    return true;
  }
  std::fprintf(stderr, "vitrine bench: can't write '%s'\n", path.c_str());
  return false;
}

// The names asked for, checked against those that there are; all if none was asked for.
using RowList = std::vector<std::pair<std::string, std::string>>;
bool choose_rows(BenchOptions& options, const RowList& known) {
  for (const std::string& name : options.rows) {
    if (std::any_of(known.begin(), known.end(), [&](const auto& row) { return row.first == name; })) continue;
    std::fprintf(stderr, "vitrine bench: there is no row '%s'; there are", name.c_str());
    for (const auto& [each, doc] : known) std::fprintf(stderr, " %s", each.c_str());
    std::fputs("\n", stderr);
    return false;
  }
  if (options.rows.empty())
    for (const auto& [each, doc] : known) options.rows.push_back(each);
  return true;
}

// The files that were asked for, and the comparison with kept results: false if something failed or a row lost.
bool finish(const BenchOptions& options, const BenchResults& results) {
  bool lost = !options.against_file.empty() && lost_against(options.against_file, results);
  bool written = write_file(options.json_file, to_json(results).dump(1) + "\n") &&
                 write_file(options.html_file, html_report(results)) &&
                 (options.keep_file.empty() || keep_results(options.keep_file, results));
  if (options.peers && results.peer.empty())
    std::puts("PyTorch was not found: set VITRINE_PYTORCH to a Python that has it.");
  return written && !lost;
}

}  // namespace

int bench_models(const BenchOptions& options) try {
  if (options.list) {
    for (const auto& [name, doc] : list_models(options)) std::printf("%-28s %s\n", name.c_str(), doc.c_str());
    return 0;
  }
  ProgressLine line;
  bool head = false;
  BenchResults results = measure_models(
      options,
      [&](size_t done, size_t all, const std::string& what) {
        line.show(static_cast<double>(done), static_cast<double>(all), what);
      },
      [&](const BenchResults& so_far, const BenchRow& row) {
        line.clear();
        if (!head) print_models_head(so_far);
        head = true;
        print_model(row);
      });
  print_models_foot(results);
  const bool failed =
      std::any_of(results.rows.begin(), results.rows.end(), [](const BenchRow& row) { return !row.failure.empty(); });
  return !finish(options, results) || failed ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vitrine bench models: %s\n", error.what());
  return 1;
}

int bench(const BenchOptions& asked) try {
  BenchOptions options = asked;
  if (!options.rows.empty() && options.rows.front() == "models") {
    options.rows.erase(options.rows.begin());
    return bench_models(options);
  }
  RowList known = list_rows(options.device);
  if (options.list) {
    for (const auto& [name, doc] : known) std::printf("%-20s %s\n", name.c_str(), doc.c_str());
    return 0;
  }
  if (!choose_rows(options, known)) return 2;
  ProgressLine line;
  bool head = false;
  BenchResults results = measure_rows(
      options,
      [&](size_t done, size_t all, const std::string& what) {
        line.show(static_cast<double>(done), static_cast<double>(all), what);
      },
      [&](const BenchResults& so_far, const BenchRow& row) {
        line.clear();
        if (!head) print_head(so_far);
        head = true;
        print_row(so_far, row);
      });
  print_foot(results);
  bool failed = std::any_of(results.rows.begin(), results.rows.end(), [](const BenchRow& row) {
    return !row.failure.empty() ||
           std::any_of(row.times.begin(), row.times.end(), [](const BenchTime& t) { return !t.equal; });
  });
  return !finish(options, results) || failed ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vitrine bench: %s\n", error.what());
  return 1;
}

}  // namespace vt
