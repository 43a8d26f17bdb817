// The data that panels show: events of the current run and of the last good one, with the bodies of artifacts that
// panels have asked for. Receives protocol messages; independent of drawing.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "playground/core/engine_client.h"

namespace vt::ui {

struct OutputPiece {
  bool is_error = false;
  std::string text;
};

// All data of one run.
struct RunData {
  uint32_t run = 0;
  std::string source;
  std::vector<Event> events;                    // in order; without `artifact`
  std::vector<bool> has_body;                   // parallel to `events`
  std::vector<std::string> groups;              // parallel to `events`: the compile that each belongs to
  std::vector<Item> items;                      // item 1 is items[0]
  std::vector<std::vector<uint32_t>> children;  // per item: the items made from it (inverse of `origins`)
  std::unordered_map<uint32_t, Artifact> bodies;
  std::set<uint32_t> asked;
  std::vector<OutputPiece> output;
  std::optional<protocol::Finished> finished;
  std::shared_ptr<const Recording> recording;  // if the run was recorded
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<GraphValues> values;  // if the run was asked for values
  bool has_values = false;

  void add(Event event, bool with_body);
  const Item* item(ItemId id) const;
  bool reached(Stage stage) const;
  // The distinct groups in order: compile ids, "0/0 #2" if an id was used again after a reset, and kUngrouped for
  // graphs that were not captured from a function.
  std::vector<std::string> compile_ids() const;
  // Indices of the events of these stages; only of the group `compile_id` unless that is empty.
  std::vector<size_t> select(std::initializer_list<Stage> stages, const std::string& compile_id) const;
  // Index in `values` of the group's values; -1 if there are none.
  int values_of(const std::string& compile_id) const;

 private:
  struct Begun {
    int times = 1;
    bool complete = false;  // its guards exist: the next graph with this id is another one
  };
  std::map<std::string, Begun> begun_;
};

inline constexpr const char* kUngrouped = "-";

std::string fact(const Event& event, const char* name);

// The rows of the benchmark measured so far.
struct BenchData {
  uint32_t run = 0;
  bool running = false, stopped = false;
  uint32_t done = 0, all = 0;
  std::string now;  // the row being measured
  std::vector<protocol::BenchRow> rows;
};

// Measurements of a program's compiled functions so far.
struct MeasureData {
  uint32_t run = 0;
  std::string source;  // source of the measured program
  bool running = false, stopped = false;
  double done = 0, all = 0;
  std::string now, error;
  std::vector<MeasuredFunction> functions;
  Ceilings ceilings;
};

class Model {
 public:
  explicit Model(EngineClient& client) : client_(client) {}

  // Sends `request` with a new run number.
  uint32_t run(protocol::Run request);
  void start_bench();
  void stop_bench();  // later messages of the benchmark are ignored
  const BenchData& bench() const { return bench_; }
  // Measures the compiled functions of the shown run; `sizes`: also over input sizes.
  void measure(bool sizes);
  const MeasureData& measured() const { return measured_; }
  // A window of a node's tensor; null until it has arrived. Only the latest request is kept.
  const TensorPage* page(uint32_t graph, uint32_t node, const TensorWindow& window);
  // Checks `source` against a lesson's step; with `targets`, asks for the targets of the step's question.
  void check(std::string lesson, std::string step, std::string source, bool targets, std::string language);
  // The engine was terminated from outside (Stop, a trap): ends the run and keeps its events.
  void abandon(const std::string& kind, const std::string& message, bool stopped);
  // Processes messages of the engine; true if anything changed.
  bool update();
  void receive(protocol::FromEngine message);

  // The run that panels show: the newest one that produced results.
  const RunData& shown() const { return stale() ? good_ : current_; }
  const RunData& current() const { return current_; }
  // The newest run failed or is starting, and an older result is shown.
  bool stale() const;
  // The older result is of another program, not of an earlier version; it is shown until the new run ends.
  bool of_other_program() const { return other_program_; }
  // The engine executes a run, the benchmark or a measurement.
  bool busy() const { return running() || bench_.running || measured_.running; }
  bool running() const { return current_.run != 0 && !current_.finished; }
  // The newest run, or the bodies that its first frame needs, have not arrived: a frame would show the old state.
  bool on_its_way() const { return running() || !awaited_.empty(); }
  // The body of an event of the shown run; null until it has arrived.
  const Artifact* body(size_t event_index) { return body(shown(), event_index); }
  // The same for any run of the model.
  const Artifact* body(const RunData& run, size_t event_index);
  // Keeps the shown run for comparison with later runs.
  void keep();
  void drop_kept() { kept_.reset(), ++version_; }
  const RunData* kept() const { return kept_.get(); }
  std::deque<protocol::CheckResult> check_results;
  // The targets of the latest question.
  const protocol::CheckResult& targets() const { return targets_; }
  uint64_t version() const { return version_; }

 private:
  void add_items(const protocol::Items& message);
  void finish(protocol::Finished message);
  void add_bench_row(protocol::BenchRow row);
  void prefetch();
  void pull(size_t event_index);  // of the newest run; once
  void pull_if_first(size_t event_index);
  EngineClient& client_;
  RunData current_, good_;
  std::set<uint32_t> awaited_;  // bodies that the first frame of the newest run needs
  void add_measured(protocol::Measured message);
  protocol::CheckResult targets_;
  bool other_program_ = false;
  std::unique_ptr<RunData> kept_;
  BenchData bench_;
  MeasureData measured_;
  struct AskedPage {
    uint32_t run = 0, graph = 0, node = 0;
    TensorWindow window;
    bool arrived = false;
    TensorPage page;
  } page_;
  uint32_t next_run_ = 1;
  uint64_t version_ = 1;
};

}  // namespace vt::ui
