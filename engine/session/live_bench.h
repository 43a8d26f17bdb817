// The rows of `vitrine bench` for a user interface: small sizes, eager against compiled. One row per call, so that
// progress can be shown between rows.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "support/protocol.h"

namespace vt {

// The benchmark program (native/bench/rows.py); its head describes the arguments.
extern const char* const kBenchRows;

class LiveBench {
 public:
  // `poll` is called during a measurement; returning false ends it.
  LiveBench(double seconds, std::function<bool()> poll);
  const std::vector<std::string>& rows() const { return rows_; }
  // Measures the peak rates of the machine; call it before the first row.
  void measure_ceilings();
  // A row that fails has the reason in `error`.
  protocol::BenchRow measure(const std::string& row);

 private:
  std::string run(std::vector<std::string> words, std::string& error);
  std::vector<std::string> words_for(const std::string& row) const;
  double seconds_;
  std::function<bool()> poll_;
  std::vector<std::string> rows_;
  double copy_ = 0, read_ = 0, flops_ = 0;  // per microsecond
};

}  // namespace vt
