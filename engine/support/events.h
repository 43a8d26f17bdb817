// Events: plain data by which the engine reports what it does. Panels, the command line, tests, lessons and logs read
// them; the engine depends on none of these. Ids and summaries are in the event; the body (Artifact) is built only when
// a reader asks for it.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/provenance.h"
#include "support/source.h"

namespace vt {

// The stages of the pipeline in order, each with its name in `--dump=NAME`. `code` is the code that the run executes;
// `cpp`, `wat`, `cuda` and `wgsl` show the same kernels in the form of each code generator, on any machine.
// clang-format off
#define VT_STAGES(X)                                                                         \
  X(kTokens, "tokens") X(kAst, "ast") X(kBytecode, "bytecode") X(kFx, "graph")               \
  X(kGuards, "guards") X(kResidual, "residual") X(kCapture, "capture") X(kJoint, "joint")    \
  X(kPasses, "passes")                                                                       \
  X(kLoops, "loops") X(kFusion, "fusion") X(kMemory, "memory") X(kCode, "code")              \
  X(kCpp, "cpp") X(kWat, "wat") X(kCuda, "cuda") X(kWgsl, "wgsl")                            \
  X(kAutotune, "autotune") X(kTimeline, "timeline") X(kCalls, "calls")                       \
  X(kBreaks, "breaks") X(kRecompiles, "recompiles")                                          \
  X(kConsole, "console") X(kError, "error")
// clang-format on
enum class Stage : uint8_t {
#define VT_STAGE(id, name) id,
  VT_STAGES(VT_STAGE)
#undef VT_STAGE
};
const char* stage_name(Stage stage);

// A line of text with the provenance items that it shows; every text panel displays these.
struct TaggedLine {
  std::string text;
  std::vector<ItemId> items;
};

// A graph for the graph panel; edges are indices into `nodes`.
struct DiagramNode {
  ItemId item = kNoItem;
  std::string label;     // "relu"
  std::string detail;    // "f32[4, 8]"
  std::string category;  // "input", "op", "output", "kernel", ...
};
struct Diagram {
  std::vector<DiagramNode> nodes;
  std::vector<std::pair<uint32_t, uint32_t>> edges;
};

// Rows for panels with a display of their own: the memory plan, the autotune table.
struct Table {
  struct Row {
    std::vector<std::string> cells;  // as many as columns; numbers as text
    std::vector<ItemId> items;
  };
  std::vector<std::string> columns;
  std::vector<Row> rows;
};

struct Recording;  // support/recording.h

struct Artifact {
  std::vector<TaggedLine> lines;
  Diagram diagram;
  Table table;
  std::string python;                          // kFx: the same graph as Python code
  std::shared_ptr<const Recording> recording;  // kCapture: the tracer's steps
};

enum class EventId : uint32_t {};

struct Event {
  EventId id{};
  Stage stage{};
  std::string compile_id;  // "0/1": frame and recompile number, empty outside compilation
  std::string title;       // "after fold_constants"
  SourceSpan span;
  double start_us = 0;  // since the start of the run
  double duration_us = 0;
  std::vector<ItemId> items;
  // Small facts for lessons, tests and the JSON exports: {"reason_id", "GB0059"}, {"kernels", "1"}.
  std::vector<std::pair<std::string, std::string>> facts;
  // Builds the body on demand; empty when the event has none. Must own what it reads.
  std::function<Artifact()> artifact;
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void emit(Event event) = 0;
};

// The log through which all stages report. Without a
// sink, `active()` is false and stages build no events.
class EventLog {
 public:
  void attach(EventSink* sink) { sink_ = sink; }
  // Prints the text logs of a run: `printer` gets every event while a channel is enabled.
  void attach_printer(EventSink* printer) {
    printer_ = printer;
    log_channels.clear();
  }
  bool active() const { return sink_ != nullptr || (printer_ && !log_channels.empty()); }
  std::set<std::string> log_channels;  // "graph_breaks": what torch._logging.set_logs turned on
  bool record_capture = false;         // dynamo records every instruction that it traces
  void emit(Event event);
  double now_us() const;
  void restart_clock();
  Provenance provenance;

 private:
  EventSink* sink_ = nullptr;
  EventSink* printer_ = nullptr;
  uint32_t next_ = 1;
  double epoch_us_ = 0;
};

// The log of the run in progress on this thread (one run per thread at a time).
EventLog& event_log();

}  // namespace vt
