// The messages between a user interface and an engine: in the browser between
// page and worker (postMessage), natively between the window's thread and the
// engine's. The user interface includes only this file of the engine.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/events.h"
#include "support/measurement.h"
#include "support/recording.h"
#include "support/result.h"
#include "support/values.h"

namespace vt::protocol {

inline constexpr uint32_t kVersion = 5;

// --- to the engine ---------------------------------------------------------------
struct Run {
  uint32_t run = 0;  // chosen by the sender, increasing
  std::string name = "program.py";
  std::string source;
  std::vector<std::pair<std::string, std::string>> options;  // "skip_pass" -> "fuse", "backend" -> "interpret"
  bool record = false;                                       // Recorded is sent before Finished
  bool record_capture = false;                               // as in RunRequest
  bool values = false;                                       // Values is sent before Finished
};
struct Pull {
  uint32_t run = 0;
  EventId event{};
};  // the body of one artifact
// Checks a program against a lesson's step, or asks for the targets of its pointing question. Answer: CheckResult.
struct Check {
  uint32_t run = 0;
  bool targets = false;
  std::string lesson, step, source, language = "en";
};
// Measures the rows of the benchmark, eager against compiled. Answer: a BenchRow per row.
struct Bench {
  uint32_t run = 0;
  double seconds = 0.3;  // per row and mode
};
// Runs a program and measures its compiled functions. Answers: Measured, until one has `ended`.
struct Measure {
  uint32_t run = 0;
  std::string name, source;
  std::vector<std::pair<std::string, std::string>> options;
  double seconds = 0.3;  // per function and side
  bool sizes = false;
};
// Asks for a window of a node's whole tensor. Answer: Page.
struct PullPage {
  uint32_t run = 0, graph = 0, node = 0;
  TensorWindow window;
};
using ToEngine = std::variant<Run, Pull, Check, Bench, Measure, PullPage>;

// --- from the engine -------------------------------------------------------------
struct Output {
  uint32_t run = 0;
  bool is_error = false;
  std::string text;
};
// An event without its body; `has_artifact`: a Pull for it will be answered.
struct EventNote {
  uint32_t run = 0;
  Event event;
  bool has_artifact = false;
};
struct Items {
  uint32_t run = 0;
  uint32_t first = 1;
  std::vector<Item> items;
};  // provenance, appended
struct Body {
  uint32_t run = 0;
  EventId event{};
  Artifact artifact;
};
struct Finished {
  uint32_t run = 0;
  bool ok = true, stopped = false;
  int exit_code = 0;
  std::string traceback;
  Error error;  // kind, message, span; empty kind when ok
  double duration_us = 0;
  uint64_t kernels = 0, extern_calls = 0, eager_ops = 0, peak_bytes = 0;
};
struct CheckLine {
  bool passed = false;
  std::string text;
};  // one check of the step, in words
struct CheckResult {
  uint32_t run = 0;
  bool targets = false;  // as in the Check
  bool passed = false;
  std::vector<CheckLine> lines;
  std::vector<std::pair<std::string, std::string>> choices;  // of targets: each answer, and its displayed text
  std::vector<Artifact> graphs;                              // of targets: the captured graphs that contain them
  std::string fact;                                          // of targets: the answer according to the run
  std::string error;
};
// A whole recorded run; the receiver steps through it with Playback.
struct Recorded {
  uint32_t run = 0;
  Recording recording;
};
// A measured row, or the row to be measured next (`measured` false). Times in microseconds.
struct BenchRow {
  uint32_t run = 0, done = 0, all = 0;
  bool measured = false;
  std::string name, doc, limit, error;
  double eager_us = 0, eager_low_us = 0, eager_high_us = 0;
  double compiled_us = 0, compiled_low_us = 0, compiled_high_us = 0;
  double bytes = 0, flops = 0;
  double ceiling = 0;  // the machine's peak in bytes or operations per microsecond; 0: none
  bool equal = true;
};
// Progress of a Measure; also each function when its measurement is new or updated, and the end.
struct Measured {
  uint32_t run = 0;
  double done = 0, all = 0;
  std::string now;  // what is being measured
  bool has_function = false, ended = false, stopped = false;
  MeasuredFunction function;
  Ceilings ceilings;
  std::string error;
};
// The values of every compiled graph of a run that had `values` set.
struct Values {
  uint32_t run = 0;
  std::vector<GraphValues> graphs;
};
struct Page {
  uint32_t run = 0, graph = 0, node = 0;
  TensorPage page;
};
using FromEngine =
    std::variant<Output, EventNote, Items, Body, Finished, CheckResult, Recorded, BenchRow, Measured, Values, Page>;

std::vector<uint8_t> encode(const ToEngine& message);
std::vector<uint8_t> encode(const FromEngine& message);
// Damaged or foreign bytes are an Error, never a crash.
Result<ToEngine> decode_to_engine(const uint8_t* bytes, size_t size);
Result<FromEngine> decode_from_engine(const uint8_t* bytes, size_t size);

}  // namespace vt::protocol
