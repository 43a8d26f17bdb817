// The public entry of the engine: run a program, watch what every stage made of it.
// The command line, the worker, the window and the tests use this and support/ only.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/events.h"
#include "support/limits.h"
#include "support/measurement.h"
#include "support/recording.h"
#include "support/result.h"
#include "support/stage_times.h"
#include "support/values.h"

namespace vt {

// How a program's compiled functions are measured after it has run (session/measure.h).
struct MeasureRequest {
  std::string function;  // its name; empty: all that were called
  double seconds = 0.3;  // per function and side
  bool sizes = false;    // and a curve over sizes
  bool ceilings = true;  // measure what the machine reaches, too
  // How much is done of how much, and what is being measured.
  std::function<void(double done, double all, const std::string& what)> progress;
  std::function<void(const MeasuredFunction&)> finished;  // a function; later perhaps again, with its curve
};

struct MeasuredRun {
  std::vector<std::string> functions;  // the compiled ones that were called
  Ceilings ceilings;
};

struct RunRequest {
  std::string name = "program.py";  // as tracebacks show it
  std::string source;
  std::vector<std::string> argv;  // sys.argv[1:]
  Limits limits;
  std::string folder;                      // where the modules beside the program lie; empty: there are none
  std::function<std::string()> read_line;  // a line of stdin with its end; without it stdin is empty
  bool files = true;                       // whether the program may read and write the machine's files
  bool observe = true;                     // collect events; off, nothing is built for them
  std::vector<std::pair<std::string, std::string>> environment;  // what os.environ gets
  bool record = false;                                           // write down every step; see Session::recording()
  bool record_capture = false;              // kCapture events: every instruction that dynamo traces
  bool timeline = false;                    // a kTimeline event per compiled function: one warm call of each side
  const MeasureRequest* measure = nullptr;  // measure the compiled functions once the program has run
  bool eager = false;                       // torch.compile does nothing
  bool values = false;                      // watch the values of compiled graphs; see Session::values()
  bool compare = false;                     // run every compiled graph op by op as well; see RunReport::comparison
  RecordLimits record_limits;
  // Switches of the pipeline: "backend" -> "interpret", "skip_pass" -> "fold_constants".
  std::vector<std::pair<std::string, std::string>> options;
};

struct RunReport {
  bool ok = true, stopped = false;
  int exit_code = 0;
  std::string traceback;        // as CPython prints it, empty when ok
  Error error;                  // kind, message, innermost position in the program
  std::string comparison;       // where eager and compiled first differ, if that was asked
  std::string note;             // "no C++ compiler on this machine, ...": what ran otherwise than asked
  bool internal_error = false;  // a broken invariant of ours: report it
  double duration_us = 0;
  StageTimes compile_times;
  MeasuredRun measured;  // if that was asked
  uint64_t kernels = 0, extern_calls = 0, interpreted = 0, eager_ops = 0, peak_bytes = 0;
  uint64_t replays = 0;      // runs of a compiled graph that replayed recorded launches
  uint64_t bytes_moved = 0;  // of tensors that kernels read and wrote, eager ones too; 0 unless observed
  uint64_t script_ifs = 0;   // branches in the graphs of what the program scripted
};

// One program run at a time. Events and artifacts of the last run stay until the next.
class Session {
 public:
  // Output of the program. An empty text asks for what is held back to be handed on: flush().
  using WriteFn = std::function<void(std::string_view text, bool is_error)>;
  using EventFn = std::function<void(const Event&)>;
  explicit Session(WriteFn write, EventFn on_event = {});
  ~Session();

  RunReport run(const RunRequest& request);
  // For whoever runs one version of a program after another and has time between: makes the interpreter of the next
  // run, if that begins with the same imports, and does these. The run is as any other, but sooner done.
  void make_ready(const RunRequest& request);
  void request_stop();  // ends the run; from any thread
  // Raises KeyboardInterrupt in the program; from any thread or a signal's handler. False: the
  // program has not taken up the last one yet (it is inside one long call).
  bool interrupt();
  // Called every few thousand instructions of a run; return false to end it.
  void set_poll(std::function<bool()> poll);

  const std::vector<Event>& events() const;
  // The body of an event's artifact; empty if it has none.
  Artifact pull(EventId event) const;
  const Provenance& provenance() const;
  // The values of the last run's compiled graphs, if it was asked for them, and parts of whole tensors.
  std::vector<GraphValues> values() const;
  TensorPage value_page(size_t graph, size_t node, TensorWindow window) const;
  // What the last run did, if it was asked to record. Where a program compiled something, that is a run of it
  // with torch.compile doing nothing: then every line of a compiled function is a step.
  const Recording& recording() const;

 private:
  RunReport run_once(const RunRequest& request);
  struct State;
  std::unique_ptr<State> state_;
};

// `--dump=STAGE`: every artifact of a stage as stable text, in order.
std::string dump_stage(const Session& session, Stage stage);
// One list of distinct graph breaks and recompiles with line, cause, values and fix.
std::string explain_text(const Session& session, const SourceFile& file);

}  // namespace vt
