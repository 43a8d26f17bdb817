// Where a benchmark runs: the machine's name, the date, and a kernel cache of its own.
#pragma once
#include <string>
#include <vector>

#include "native/bench/results.h"

namespace vt {

// A cache of compiled kernels for the time of the benchmark, emptied for each mode, so that
// compile times are of compiling. Without a name: no folder could be made.
class OwnKernelCache {
 public:
  OwnKernelCache();
  ~OwnKernelCache();
  OwnKernelCache(const OwnKernelCache&) = delete;
  OwnKernelCache& operator=(const OwnKernelCache&) = delete;
  void start_empty();
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_, before_;
  int count_ = 0;
};

// Everything of the results that is known before a row is measured.
void describe_run(const BenchOptions& options, BenchResults& results);
std::string joined(const std::vector<std::string>& words);  // with commas
std::string number(double value);

}  // namespace vt
