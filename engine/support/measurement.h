// Measurements of a program's compiled functions, eager against compiled: plain data for the measuring panel, the
// timeline and `vitrine measure`. Filled by session/measure.h.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/timeline.h"

namespace vt {

// Of several samples: the median, and the 10th and 90th percentile.
struct Spread {
  double median = 0, low = 0, high = 0;
  uint64_t samples = 0;
};

// Both sides on inputs of one size; times in microseconds per call.
struct MeasuredPoint {
  int64_t size = 0;  // of the axis that is varied
  Spread eager_us, compiled_us;
  Spread ratio;           // eager over compiled; median, and its 95% confidence interval
  double bytes = 0;       // traffic: inputs, other tensors read, and results, each once
  double compile_us = 0;  // compile time for this size; 0: code compiled before accepted it
  bool equal = true;      // results agree within rounding
  std::string error;      // why it was not measured
};

// One piece of a call's work, with the lines of the program that it implements.
struct CallPiece : Work {
  std::vector<int> lines;
};

struct Launches {
  uint64_t kernels = 0, library_calls = 0, interpreted = 0, eager_ops = 0;
  uint64_t all() const { return kernels + library_calls + interpreted + eager_ops; }
};

struct MeasuredFunction {
  uint32_t index = 0;  // identifies the function across updates of its measurement
  std::string name, inputs, error;
  int line = 0;
  uint64_t calls = 0, compiles = 0;                // in the program; compiles: calls that compiled something
  double compiling_us = 0;                         // the excess of those calls over a warm call
  MeasuredPoint own;                               // with inputs as in the last call of the program
  Launches eager, compiled;                        // numbers of launches in one call
  double flops = 0;                                // of matrix products and convolutions in one call
  bool backward = false;                           // a call is forward and backward, as in the program
  bool random = false;                             // draws random numbers, so results are not compared
  uint32_t changed_inputs = 0, changed_state = 0;  // tensors that a call mutates; restored before each batch
  // The curve over sizes, if it was asked for.
  std::vector<MeasuredPoint> curve;
  int axis = 0, axis_inputs = 0;
  int64_t own_size = 0;
  bool dynamic = false;  // one dynamic graph serves every size; else each was compiled
  std::string fixed;     // why sizes cannot be varied
  // One warm call of each side: the mean of several calls.
  std::vector<CallPiece> eager_work, compiled_work;
  double eager_call_us = 0, compiled_call_us = 0;
  bool coarse_clock = false;  // the clock's resolution is too low for short pieces of work

  // Number of calls after which the compile time is amortised; 0: never.
  uint64_t pays_after() const;
};

// Peak rates of the machine: bytes and operations per microsecond; 0: not measured.
struct Ceilings {
  double copy = 0, flops = 0;
};

// The fraction of a peak rate that a call reaches, at most 1. kCache: faster than a copy through memory, so the data
// came from the cache.
struct CeilingShare {
  enum class Of : uint8_t { kNothing, kCopy, kProducts, kCache } of = Of::kNothing;
  double part = 0;
};
CeilingShare ceiling_share(double us, double bytes, double flops, const Ceilings& ceilings);

// Which side is faster, if the spread of the rounds shows it.
enum class Faster : uint8_t { kCompiled, kEager, kNeither };
Faster faster_side(const Spread& ratio);

// "2.1 times as fast (1.9 to 2.3)", in English; the panels have texts of their own.
std::string headline(const MeasuredPoint& point);

// Breakdown of one call's time: work summed by kind and name, longest first. The last row, with an empty name, is the
// time that no piece of work covers.
struct TimeShare {
  WorkKind kind{};
  std::string name;
  uint64_t count = 0;
  double us = 0;
  std::vector<int> lines;
};
std::vector<TimeShare> time_shares(const std::vector<CallPiece>& work, double call_us);

// One measured call: its pieces of work and its total time.
struct SampledCall {
  std::vector<Work> work;
  double us = 0;
};
// The mean of the calls with the same pieces of work as the median call and not much longer; a clock with low
// resolution gives a meaningful time only for the mean of many calls.
SampledCall typical_call(const std::vector<SampledCall>& samples);
// Whether all times are multiples of 100 us, the clock resolution of a page that is not cross-origin isolated.
bool has_coarse_clock(const std::vector<SampledCall>& samples);

// The precautions that keep calls from influencing each other, one sentence each.
std::vector<std::string> measuring_notes(const MeasuredFunction& function);
// The stable text that the command line prints for a function.
std::string measurement_text(const MeasuredFunction& function, const Ceilings& ceilings);

}  // namespace vt
