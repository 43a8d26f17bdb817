// What a fuzzer written in C++ gives to the driver (driver.cpp): NAME_fuzz.cpp defines
// these two functions and stands as a row in CMakeLists.txt. A defect ends the process: a
// sanitizer's report, VT_CHECK, or fail() below. tests/fuzz/run.sh builds and runs them all.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace vt::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // 0 .. bound-1; 0 for an empty range.
  size_t below(size_t bound) { return bound ? static_cast<size_t>(engine_() % bound) : 0; }
  bool one_in(size_t n) { return below(n) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

 private:
  std::mt19937_64 engine_;
};

// A new input, made from the programs given by --corpus (never empty).
std::string make_input(const std::vector<std::string>& corpus, Random& random);
// Runs one input; returns if nothing is wrong.
void run_input(const std::string& input);

// Prints the reason and aborts, so that the driver's file of the input in progress stays.
[[noreturn]] void fail(const std::string& reason);

}  // namespace vt::fuzz
