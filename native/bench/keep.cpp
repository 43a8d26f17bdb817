// Results that a user keeps, one entry per kind of machine, row and mode, and the comparison with them.
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "native/bench/results.h"

namespace vt {
namespace {
using nlohmann::json;

constexpr double kLeast = 0.03;  // of a time: what two runs differ by in any case

std::string machine_kind(const BenchResults& r) {
  return r.machine + ", " + r.device + ", " + std::to_string(r.threads) + (r.threads == 1 ? " thread" : " threads");
}

json read_kept(const std::string& file) {
  std::ifstream in(file);
  return json::parse(in, nullptr, false);
}

// How much slower everything is than it was, by the peer's eager time, which no change of ours moves; 1 without it.
double drift(const json& kept, const BenchRow& row) {
  const auto was = kept.find("pytorch eager");
  const BenchTime* now = find_time(row, "pytorch eager");
  return was == kept.end() || !now ? 1 : now->median_us / was->at("median_us").get<double>();
}

}  // namespace

bool keep_results(const std::string& file, const BenchResults& results) {
  json kept = read_kept(file);
  if (!kept.is_object()) kept = json::object();
  json& rows = kept[machine_kind(results)];
  for (const BenchRow& row : results.rows)
    for (const BenchTime& t : row.times)
      if (t.median_us > 0)
        rows[row.name][t.mode] = {
            {"median_us", t.median_us}, {"p10_us", t.p10_us}, {"p90_us", t.p90_us}, {"date", results.date}};
  std::ofstream out(file);
  out << kept.dump(1) << "\n";
  if (out.flush()) return true;
  std::fprintf(stderr, "vitrine bench: can't write '%s'\n", file.c_str());
  return false;
}

bool lost_against(const std::string& file, const BenchResults& results) {
  const json kept = read_kept(file);
  if (!kept.is_object() || !kept.contains(machine_kind(results))) {
    std::printf("nothing was kept of %s in %s: nothing to compare with\n", machine_kind(results).c_str(), file.c_str());
    return false;
  }
  const json& rows = kept.at(machine_kind(results));
  int compared = 0, lost = 0;
  for (const BenchRow& row : results.rows) {
    if (!rows.contains(row.name)) continue;
    const double slower = drift(rows.at(row.name), row);
    for (const BenchTime& t : row.times) {
      if (is_peer(t) || t.median_us == 0 || !rows.at(row.name).contains(t.mode)) continue;
      const json& was = rows.at(row.name).at(t.mode);
      const double median = was.at("median_us").get<double>() * slower;
      // What both runs say of their own spread, as parts of their medians.
      const double spread =
          std::max({kLeast, (t.p90_us - t.p10_us) / t.median_us,
                    (was.at("p90_us").get<double>() - was.at("p10_us").get<double>()) * slower / median});
      ++compared;
      if (t.median_us <= median * (1 + spread)) continue;
      ++lost;
      std::printf("lost: %s, %s: %s was %s (%s): %.0f%% more, spread %.0f%%\n", row.name.c_str(), t.mode.c_str(),
                  time_text(t.median_us).c_str(), time_text(median).c_str(), was.at("date").get<std::string>().c_str(),
                  (t.median_us / median - 1) * 100, spread * 100);
    }
  }
  std::printf("%d times compared with %s: %d lost more than their spread\n", compared, file.c_str(), lost);
  return lost > 0;
}

}  // namespace vt
