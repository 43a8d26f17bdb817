// What panels show: the events of the run in progress and of the last good one, bodies of
// artifacts pulled when a panel asks. Fed by protocol messages, ignorant of any drawing.
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

// Everything known of one run.
struct RunData {
  uint32_t run = 0;
  std::string source;
  std::vector<Event> events;                    // in order; without `artifact`
  std::vector<bool> has_body;                   // parallel to `events`
  std::vector<std::string> groups;              // parallel to `events`: the compile to choose it by
  std::vector<Item> items;                      // item 1 is items[0]
  std::vector<std::vector<uint32_t>> children;  // the origins, turned round
  std::unordered_map<uint32_t, Artifact> bodies;
  std::set<uint32_t> asked;
  std::vector<OutputPiece> output;
  std::optional<protocol::Finished> finished;
  std::shared_ptr<const Recording> recording;  // of a run that was asked to record
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<GraphValues> values;  // of a run that was asked for them
  bool has_values = false;

  void add(Event event, bool with_body);
  const Item* item(ItemId id) const;
  bool reached(Stage stage) const;
  // Distinct groups by number: compile ids, "0/0 #2" where a reset let an id begin again, and
  // kUngrouped for graphs that no function was captured for.
  std::vector<std::string> compile_ids() const;
  // Indices into `events` of these stages, restricted to the group `compile_id` unless it is empty.
  std::vector<size_t> select(std::initializer_list<Stage> stages, const std::string& compile_id) const;
  // Which of `values` is that group's; -1: there is none.
  int values_of(const std::string& compile_id) const;

 private:
  struct Begun {
    int times = 1;
    bool complete = false;  // its guards are made: the next graph is of another function
  };
  std::map<std::string, Begun> begun_;
};

inline constexpr const char* kUngrouped = "-";

std::string fact(const Event& event, const char* name);

// The rows of the benchmark, as they are measured.
struct BenchData {
  uint32_t run = 0;
  bool running = false, stopped = false;
  uint32_t done = 0, all = 0;
  std::string now;  // the row in progress
  std::vector<protocol::BenchRow> rows;
};

// What was measured of a program's compiled functions, as it comes.
struct MeasureData {
  uint32_t run = 0;
  std::string source;  // of the program
  bool running = false, stopped = false;
  double done = 0, all = 0;
  std::string now, error;
  std::vector<MeasuredFunction> functions;
  Ceilings ceilings;
};

class Model {
 public:
  explicit Model(EngineClient& client) : client_(client) {}

  // Sends `request` under a new run number.
  uint32_t run(protocol::Run request);
  void start_bench();
  void stop_bench();  // what the engine still sends of it is not wanted
  const BenchData& bench() const { return bench_; }
  // Measures the compiled functions of the run shown; `sizes`: and over sizes of their inputs.
  void measure(bool sizes);
  const MeasureData& measured() const { return measured_; }
  // A part of a node's whole tensor: null until it has come. Only the latest that was asked for is kept.
  const TensorPage* page(uint32_t graph, uint32_t node, const TensorWindow& window);
  // Holds `source` against a lesson's step, or with `targets` asks what the step's question lets one point at.
  void check(std::string lesson, std::string step, std::string source, bool targets, std::string language);
  // The engine was ended from outside (Stop, a trap): the run is over, its events stay.
  void abandon(const std::string& kind, const std::string& message, bool stopped);
  // Takes what the engine sent; true if anything changed.
  bool update();
  void receive(protocol::FromEngine message);

  // The run that panels show: the newest that got anywhere.
  const RunData& shown() const { return stale() ? good_ : current_; }
  const RunData& current() const { return current_; }
  // The newest run failed or is still starting, and an older result is shown instead.
  bool stale() const;
  // That older result is of another program, not of this one before an edit: shown only until the new run ends.
  bool of_other_program() const { return other_program_; }
  // The engine is at work for somebody: a run or the benchmark.
  bool busy() const { return running() || bench_.running || measured_.running; }
  bool running() const { return current_.run != 0 && !current_.finished; }
  // The newest run or the first bodies of it are still on their way: a frame would show the old picture, or none.
  bool on_its_way() const { return running() || !awaited_.empty(); }
  // The body of an event of the shown run, or null while it is on its way.
  const Artifact* body(size_t event_index) { return body(shown(), event_index); }
  // The same of any run that the model has.
  const Artifact* body(const RunData& run, size_t event_index);
  // Keeps the shown run beside those to come, to compare them with it; null: none is kept.
  void keep();
  void drop_kept() { kept_.reset(), ++version_; }
  const RunData* kept() const { return kept_.get(); }
  std::deque<protocol::CheckResult> check_results;
  // What the latest question lets one point at.
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
  std::set<uint32_t> awaited_;  // bodies that the first picture of the newest run needs
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
