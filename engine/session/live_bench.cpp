#include "session/live_bench.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "session/session.h"

namespace vt {
namespace {
using nlohmann::json;

#ifdef __EMSCRIPTEN__
int thread_count() { return 1; }
#else
int thread_count() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
#endif

}  // namespace

LiveBench::LiveBench(double seconds, std::function<bool()> poll) : seconds_(seconds), poll_(std::move(poll)) {
  std::string error;
  json list = json::parse(run({"list", "cpu"}, error), nullptr, false);
  if (list.is_array())
    for (const json& row : list) rows_.push_back(row.at(0));
}

std::string LiveBench::run(std::vector<std::string> words, std::string& error) {
  std::string output;
  Session session([&](std::string_view text, bool is_error) {
    if (!is_error) output += text;
  });
  session.set_poll(poll_);
  RunRequest request;
  request.name = "rows.py";
  request.source = kBenchRows;
  request.argv = std::move(words);
  request.observe = false;
  RunReport report = session.run(request);
  if (!report.ok) error = report.stopped ? "stopped" : report.error.kind + ": " + report.error.message;
  return output;
}

std::vector<std::string> LiveBench::words_for(const std::string& row) const {
  return {"measure", "cpu", row, "default", std::to_string(thread_count()), std::to_string(seconds_), "small"};
}

void LiveBench::measure_ceilings() {
  std::string error;
  json best = json::parse(run(words_for("ceilings"), error), nullptr, false);
  if (!best.is_object()) return;
  copy_ = best.value("copy_bytes_per_us", 0.0);
  read_ = best.value("read_bytes_per_us", 0.0);
  flops_ = best.value("flops_per_us", 0.0);
}

protocol::BenchRow LiveBench::measure(const std::string& name) {
  protocol::BenchRow row;
  row.name = name;
  row.measured = true;
  json result = json::parse(run(words_for(name), row.error), nullptr, false);
  if (!row.error.empty()) return row;
  try {
    row.doc = result.at("doc");
    row.limit = result.at("limit");
    row.bytes = result.at("bytes");
    row.flops = result.at("flops");
    const json &eager = result.at("results").at("eager"), &compiled = result.at("results").at("default");
    row.eager_us = eager.at("median_us"), row.eager_low_us = eager.at("p10_us"), row.eager_high_us = eager.at("p90_us");
    row.compiled_us = compiled.at("median_us");
    row.compiled_low_us = compiled.at("p10_us"), row.compiled_high_us = compiled.at("p90_us");
    row.equal = compiled.at("equal");
  } catch (const json::exception& error) {
    row.error = error.what();
  }
  row.ceiling = row.limit == "copy" ? copy_ : row.limit == "read" ? read_ : row.limit == "matmul" ? flops_ : 0;
  return row;
}

}  // namespace vt
