// What was measured of a program's compiled functions, eager against compiled: plain data that the
// measuring panel, the timeline and `vitrine measure` show. session/measure.h fills it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "support/timeline.h"

namespace vt {

// Of several samples: the middle one, and what nine of ten are above and below.
struct Spread {
  double median = 0, low = 0, high = 0;
  uint64_t samples = 0;
};

// Both sides with inputs of one size, in microseconds per call.
struct MeasuredPoint {
  int64_t size = 0;  // of the axis that is varied
  Spread eager_us, compiled_us;
  Spread ratio;           // median of eager over that of compiled; low to high: where it is with 95% certainty
  double bytes = 0;       // inputs, what the function reads besides, and results, each once
  double compile_us = 0;  // of compiling for this size; 0: what was compiled took it
  bool equal = true;      // results agree within rounding
  std::string error;      // why there are no times
};

// A piece of one call's work, and the lines of the program that it came of.
struct CallPiece : Work {
  std::vector<int> lines;
};

struct Launches {
  uint64_t kernels = 0, library_calls = 0, interpreted = 0, eager_ops = 0;
  uint64_t all() const { return kernels + library_calls + interpreted + eager_ops; }
};

struct MeasuredFunction {
  uint32_t index = 0;  // the same number: the same function, measured further
  std::string name, inputs, error;
  int line = 0;
  uint64_t calls = 0, compiles = 0;                // in the program; compiles: calls in which something was compiled
  double compiling_us = 0;                         // what those took longer than a warm call
  MeasuredPoint own;                               // with inputs like those of its last call
  Launches eager, compiled;                        // of one call
  double flops = 0;                                // of matrix products and convolutions in one call
  bool backward = false;                           // a call is forward and backward, as in the program
  bool random = false;                             // it draws random numbers, so results are not compared
  uint32_t changed_inputs = 0, changed_state = 0;  // tensors that a call changes; put back before each batch
  // The curve over sizes, if it was asked for.
  std::vector<MeasuredPoint> curve;
  int axis = 0, axis_inputs = 0;
  int64_t own_size = 0;
  bool dynamic = false;  // the program's own graph takes every size; else each was compiled for
  std::string fixed;     // why sizes cannot be varied
  // One warm call of each side, the mean of several.
  std::vector<CallPiece> eager_work, compiled_work;
  double eager_call_us = 0, compiled_call_us = 0;
  bool coarse_clock = false;  // it ticks too seldom for short pieces of work

  // Calls after which compiling has paid for itself; 0: never.
  uint64_t pays_after() const;
};

// What the machine reaches at most: bytes and operations per microsecond; 0: not measured.
struct Ceilings {
  double copy = 0, flops = 0;
};

// The part of a ceiling that a call reaches, never more than 1. Faster than a copy through memory
// means that the data came from the cache.
struct CeilingShare {
  enum class Of : uint8_t { kNothing, kCopy, kProducts, kCache } of = Of::kNothing;
  double part = 0;
};
CeilingShare ceiling_share(double us, double bytes, double flops, const Ceilings& ceilings);

// Is one side faster, as far as the spread of the rounds tells?
enum class Faster : uint8_t { kCompiled, kEager, kNeither };
Faster faster_side(const Spread& ratio);

// "2.1 times as fast (1.9 to 2.3)", in English; the panels have their own words.
std::string headline(const MeasuredPoint& point);

// Where the time of one call went: work of one kind and name together, longest first; what no piece
// of work covers is the last row, with an empty name.
struct TimeShare {
  WorkKind kind{};
  std::string name;
  uint64_t count = 0;
  double us = 0;
  std::vector<int> lines;
};
std::vector<TimeShare> time_shares(const std::vector<CallPiece>& work, double call_us);

// One call as it was measured: its work, and how long it took as a whole.
struct SampledCall {
  std::vector<Work> work;
  double us = 0;
};
// The mean of the calls that did the same work as the median one and took not much longer: a clock with coarse
// ticks tells of one call little, of many the mean.
SampledCall typical_call(const std::vector<SampledCall>& samples);
// Whether every time is a multiple of 100 us, as in a page that is not isolated.
bool has_coarse_clock(const std::vector<SampledCall>& samples);

// What was done so that calls do not spoil each other, a sentence each.
std::vector<std::string> measuring_notes(const MeasuredFunction& function);
// Stable text: what the command line prints of a function.
std::string measurement_text(const MeasuredFunction& function, const Ceilings& ceilings);

}  // namespace vt
