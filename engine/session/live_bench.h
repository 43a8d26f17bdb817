// The rows of `vitrine bench` for a user interface: small sizes, eager against compiled, one
// row per call, so that progress shows between them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "support/protocol.h"

namespace vt {

// The program of the rows (native/bench/rows.py); how to call it stands at its top.
extern const char* const kBenchRows;

class LiveBench {
 public:
  // `poll` returns false to end what is being measured.
  LiveBench(double seconds, std::function<bool()> poll);
  const std::vector<std::string>& rows() const { return rows_; }
  // What the machine reaches at most; before the first row.
  void measure_ceilings();
  // A row that fails says so in `error`.
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
