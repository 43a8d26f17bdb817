// The results as JSON, and as one HTML page that carries them and draws them itself.
#include "native/bench/results.h"

namespace vt {
using nlohmann::json;

json to_json(const BenchResults& r) {
  json rows = json::array();
  for (const BenchRow& row : r.rows) {
    json times = json::array();
    for (const BenchTime& t : row.times) {
      json one = {{"mode", t.mode},     {"median_us", t.median_us},
                  {"p10_us", t.p10_us}, {"p90_us", t.p90_us},
                  {"equal", t.equal},   {"speedup", t.median_us > 0 ? row.times.front().median_us / t.median_us : 0}};
      if (double share = r.share(row, t); share > 0) one["ceiling_share"] = share;
      if (t.first_us > 0) one["first_call_us"] = t.first_us;
      if (t.peak_bytes > 0) one["peak_bytes"] = t.peak_bytes;
      if (!t.problem.empty()) one["problem"] = t.problem;
      if (t.launches >= 0) {
        one["launches"] = t.launches;
        one["peak_bytes"] = t.peak_bytes;  // none is a count too
      }
      if (t.to_code_us > 0) {
        one["to_code_us"] = t.to_code_us;
        one["outside_compiler_us"] = t.outside_us;
        one["break_even_calls"] = t.break_even(row.times.front().median_us);
      }
      times.push_back(std::move(one));
    }
    json one = {{"row", row.name},    {"doc", row.doc},     {"limit", row.limit},
                {"bytes", row.bytes}, {"flops", row.flops}, {"times", std::move(times)}};
    if (!row.failure.empty()) one["failure"] = row.failure;
    rows.push_back(std::move(one));
  }
  return {{"vitrine", r.version},
          {"machine", r.machine},
          {"device", r.device},
          {"threads", r.threads},
          {"date", r.date},
          {"seconds", r.seconds},
          {"pytorch", r.peer},
          {"ceilings", {{"copy_gb_s", r.copy / 1000}, {"read_gb_s", r.read / 1000}, {"gflop_s", r.flops / 1000}}},
          {"rows", std::move(rows)}};
}

std::string html_report(const BenchResults& results) {
  static const std::string kMark = "/*RESULTS*/";
  std::string page = kBenchReport, data = to_json(results).dump();
  // "</" ends a script's text and "<!--" hides its end, wherever they stand.
  for (size_t at = 0; (at = data.find('<', at)) != std::string::npos;) data.replace(at, 1, "\\u003c");
  return page.replace(page.find(kMark), kMark.size(), data);
}

}  // namespace vt
