#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "eager/autocast.h"
#include "eager/autograd.h"
#include "eager/counter.h"
#include "eager/modes.h"
#include "frontend/frontend.h"
#include "frontend/parser.h"
#include "ops/kernels/parallel.h"
#include "runtime/cache_folder.h"
#include "runtime/runtime.h"
#include "session/describe.h"
#include "session/fixes/break_fix.h"
#include "session/graph_values.h"
#include "session/logs.h"
#include "session/measure.h"
#include "session/pipeline.h"
#include "session/run_environment.h"
#include "session/source_stages.h"
#include "session/timeline_event.h"
#include "support/check.h"
#include "support/crash_report.h"
#include "tensor/accelerator.h"
#include "torchscript/torchscript.h"
#include "vm/interpreter.h"
#include "vm/native.h"
#include "vm/program_place.h"
#include "vm/recorder.h"
#include "vm/state.h"

namespace vt {

struct Session::State : EventSink {
  WriteFn write;
  EventFn on_event;
  std::function<bool()> poll;
  std::vector<Event> events;
  Recording recording;
  std::unique_ptr<ValueStore> values;
  Provenance provenance;
  std::atomic<bool> stop{false}, interrupt{false};
  std::atomic<vm::Interpreter*> running{nullptr};
  std::atomic<int> hurrying{0};  // who uses `running` now, on another thread or in a signal's handler
  std::shared_ptr<const SourceFile> file;
  std::shared_ptr<const Ast> tree;  // parsed when a graph break asks for it

  void emit(Event event) override {
    if (event.stage == Stage::kBreaks && program_tree()) add_fix(event, *tree);
    events.push_back(std::move(event));
    if (on_event) on_event(events.back());
  }

  // Has the run look at `stop` and `interrupt` at its next instruction.
  void hurry() {
    ++hurrying;
    if (vm::Interpreter* interpreter = running) vm::check_soon(interpreter->state());
    --hurrying;
  }

  const Ast* program_tree() {
    if (!tree && file)
      if (auto parsed = parse_source(file); parsed.ok()) tree = parsed.value();
    return tree.get();
  }
};

namespace {

double clock_seconds(bool steady) {
  using namespace std::chrono;
  if (steady) return duration<double>(steady_clock::now().time_since_epoch()).count();
  return duration<double>(system_clock::now().time_since_epoch()).count();
}

Result<std::string> read_text_file(const std::string& path) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path, ignored))
    return Error{"FileNotFoundError", "No such file or directory: '" + path + "'", {}, ""};
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Names between the dots, so that what is found lies below the folder of the program.
bool is_module_name(const std::string& name) {
  if (name.find('/') != std::string::npos || name.find('\0') != std::string::npos) return false;
  return !name.empty() && name.front() != '.' && name.back() != '.' && name.find("..") == std::string::npos;
}

// name.py or name/__init__.py below the folder; a folder without the latter is a package too.
std::optional<vm::ModuleFile> find_module(const std::string& folder, std::string name) {
  if (!is_module_name(name)) return std::nullopt;
  std::replace(name.begin(), name.end(), '.', '/');
  const std::filesystem::path place = std::filesystem::path(folder) / name;
  std::error_code ignored;
  if (std::filesystem::is_directory(place, ignored)) {
    Result<std::string> text = read_text_file((place / "__init__.py").string());
    return vm::ModuleFile{text ? (place / "__init__.py").string() : "", text ? text.value() : "", true};
  }
  Result<std::string> text = read_text_file(place.string() + ".py");
  if (!text) return std::nullopt;
  return vm::ModuleFile{place.string() + ".py", text.value(), false};
}

vm::Host make_host(const Session::WriteFn& write, std::function<void()> poll, const RunRequest& request) {
  vm::Host host;
  host.read_line = request.read_line;
  if (!request.folder.empty())
    host.find_module = [folder = request.folder](const std::string& name) { return find_module(folder, name); };
  host.write_out = [&write](std::string_view text) { write(text, false); };
  host.write_error = [&write](std::string_view text) { write(text, true); };
  host.files = request.files;
  host.environment = request.environment;
  host.wall_clock = [] { return clock_seconds(false); };
  host.steady_clock = [] { return clock_seconds(true); };
  host.poll = std::move(poll);
  return host;
}

// The interpreter that Stop and Ctrl-C reach, for the time of one run.
class Reachable {
 public:
  Reachable(std::atomic<vm::Interpreter*>& running, std::atomic<int>& hurrying, vm::Interpreter& interpreter)
      : running_(running), hurrying_(hurrying) {
    running_ = &interpreter;
  }
  ~Reachable() {
    running_ = nullptr;
    while (hurrying_) std::this_thread::yield();
  }

 private:
  std::atomic<vm::Interpreter*>& running_;
  std::atomic<int>& hurrying_;
};

// Attaches the sink for the time of one run.
class ObservedRun {
 public:
  ObservedRun(EventSink* sink, const RunRequest& request, const Session::WriteFn& write)
      : printer_([&write](std::string_view text) { write(text, true); }) {
    event_log().provenance.clear();
    event_log().restart_clock();
    event_log().attach(request.observe ? sink : nullptr);
    event_log().record_capture = request.record_capture;
    event_log().attach_printer(&printer_);
  }
  ~ObservedRun() {
    event_log().attach(nullptr);
    event_log().attach_printer(nullptr);
    event_log().record_capture = false;
  }

 private:
  LogPrinter printer_;
};

// Lets the report of a crash say where the program is, for the time of one run.
class CrashPlace {
 public:
  explicit CrashPlace(vm::Interpreter& vm) {
    install_crash_report();
    running_ = &vm;
    doing().op = nullptr;
    doing().place = [](char* to, size_t size) { return vm::write_program_place(*running_, to, size); };
  }
  ~CrashPlace() { doing().place = nullptr; }
  CrashPlace(const CrashPlace&) = delete;
  CrashPlace& operator=(const CrashPlace&) = delete;

 private:
  static inline vm::Interpreter* running_ = nullptr;
};

void fill_report(RunReport& report, vm::Interpreter::Outcome outcome) {
  report.ok = outcome.ok;
  report.exit_code = outcome.exit_code;
  report.traceback = std::move(outcome.traceback);
  report.error = std::move(outcome.error);
  report.stopped = outcome.stopped;
}

// What a run measures after it: what was asked for, or as much as the dump of a timeline needs.
class MeasuringFor {
 public:
  explicit MeasuringFor(const RunRequest& request) : request_(request.measure) {
    if (request_ || !request.timeline) return;
    timeline_.seconds = 0.1;
    timeline_.ceilings = false;
    timeline_.finished = [this](const MeasuredFunction& function) { dumped_.push_back(function); };
    request_ = &timeline_;
  }
  MeasuringFor(const MeasuringFor&) = delete;
  MeasuringFor& operator=(const MeasuringFor&) = delete;
  const MeasureRequest* request() const { return request_; }

  // What measuring compiles and runs is nothing that the program did: `sink` hears of its results alone.
  void measure(RunReport& report, FunctionMeasurer& measurer, vm::Interpreter& vm, EventSink* sink) {
    event_log().attach(nullptr);
    try {
      report.measured = measurer.measure();
    } catch (const vm::RunStopped& stopped) {
      report.ok = false;
      report.stopped = true;
      report.error = {"RunStopped", stopped.reason, {}, ""};
    } catch (const vm::Raised& raised) {  // Ctrl-C: what goes wrong in a function is said in its row
      report.ok = false;
      report.error = {vm::type_name(raised.exception), vm.str(raised.exception), {}, ""};
      if (report.error.kind != "KeyboardInterrupt")
        report.traceback = "vitrine: measuring failed: " + report.error.kind + ": " + report.error.message + "\n";
    }
    event_log().attach(sink);
    for (const MeasuredFunction& function : dumped_) emit_timeline(function);
  }

 private:
  MeasureRequest timeline_;
  const MeasureRequest* request_;
  std::vector<MeasuredFunction> dumped_;
};

void report_internal_error(RunReport& report, const std::string& message) {
  report.ok = false;
  report.internal_error = true;
  report.exit_code = kCrashStatus;
  report.error = {"InternalError", message, {}, kOurDefect};
  report.traceback = "vitrine: internal error: " + message + "\n" + report.error.hint + "\n";
}

// Of a captured graph: inputs as the program has them ("blocks.0.weight"), other nodes by their own names.
void add_names(const Artifact& captured, ValueStore::NodeNames& names) {
  const std::vector<DiagramNode>& nodes = captured.diagram.nodes;
  for (size_t i = 0; i < nodes.size() && i < captured.table.rows.size(); ++i) {
    const bool given = nodes[i].category == "input" || nodes[i].category == "weight";
    names[nodes[i].item] = given ? nodes[i].label : captured.table.rows[i].cells[0];
  }
}

// The run before may have left them otherwise, on purpose or because it was stopped inside a `with`.
void reset_modes() {
  set_grad_enabled(true);
  set_inference_mode(false);
  set_anomaly_enabled(false);
  set_draws_refused(false);
  for (DeviceKind device : {DeviceKind::kCpu, DeviceKind::kCuda}) set_autocast_enabled(false, device);
  set_autocast_cache_enabled(true);
  autocast_nesting(-autocast_nesting(0));
  clear_autocast_cache();
}
// Before a run and after it: casts that were kept must not outlive what owns their memory.
struct FreshModes {
  FreshModes() { reset_modes(); }
  ~FreshModes() { reset_modes(); }
};

// What becomes of a wish that cannot be fulfilled.
std::string default_device_note(const RunRequest& request) {
  for (const auto& [key, value] : request.options)
    if (key == "device" && value == "webgpu" && !webgpu_available())
      return "tensors are on the CPU, for there is no WebGPU device: " + webgpu_reason();
  return {};
}

// The same program again with torch.compile doing nothing, for the steps that compiled code has not. Its output is
// dropped, and what it reads of stdin is what the first run read.
Recording eager_recording(const RunRequest& request, std::vector<std::string> read, std::function<bool()> poll) {
  RunRequest eager = request;
  eager.observe = eager.record_capture = eager.timeline = eager.values = eager.compare = false;
  eager.measure = nullptr;
  eager.eager = true;
  eager.read_line = [read = std::move(read), next = size_t{0}]() mutable {
    return next < read.size() ? read[next++] : std::string();
  };
  Session session([](std::string_view, bool) {});
  session.set_poll(std::move(poll));
  return session.run(eager).ok ? session.recording() : Recording();
}

vm::Value call_library(vm::Interpreter& vm, const char* function) {
  return vm.call(vm.get_attribute(vm.import_module("torch._dynamo.first_difference"), function), {});
}

}  // namespace

Session::Session(WriteFn write, EventFn on_event) : state_(std::make_unique<State>()) {
  state_->write = std::move(write);
  state_->on_event = std::move(on_event);
}

Session::~Session() { drop_ready_environment(); }

RunReport Session::run(const RunRequest& request) {
  if (!request.record || request.eager) return run_once(request);
  std::vector<std::string> read;
  RunRequest once = request;
  if (request.read_line)
    once.read_line = [&] {
      read.push_back(request.read_line());
      return read.back();
    };
  RunReport report = run_once(once);
  if (!report.ok || report.compile_times.graphs == 0) return report;
  State& s = *state_;
  Recording eager = eager_recording(request, std::move(read), [&s] { return !s.stop && (!s.poll || s.poll()); });
  if (!eager.empty()) s.recording = std::move(eager);
  return report;
}

RunReport Session::run_once(const RunRequest& request) {
  State& s = *state_;
  s.events.clear();
  s.recording = {};
  s.values.reset();
  s.stop = s.interrupt = false;
  RunReport report;
  launch_counters() = {};
  stage_times() = {};
  eager_op_count() = 0;
  const FreshModes modes;
  eager_traffic() = {request.observe, 0};
  script_if_count() = 0;
  static const int threads = thread_count();
  set_thread_count(threads);
  reset_memory_peak();
  set_memory_limit(static_cast<int64_t>(request.limits.memory_bytes));
  if (std::string problem = pipeline_option_problem(request.options); !problem.empty()) {
    report.ok = false;
    report.exit_code = 2;
    report.traceback = "vitrine: " + problem + "\n";
    report.error = {"ValueError", std::move(problem), {}, ""};
    return report;
  }
  ObservedRun observed(&s, request, s.write);
  double start = event_log().now_us();
  auto file = std::make_shared<SourceFile>(request.name, request.source);
  s.file = file;
  s.tree.reset();
  try {
    if (request.observe) emit_source_stages(file);
    auto poll = [&s] {
      if (s.stop || (s.poll && !s.poll())) throw vm::RunStopped{"interrupted"};
      if (s.interrupt.exchange(false)) vm::raise(vm::types().KeyboardInterrupt, "");
    };
    std::optional<FunctionMeasurer> measurer;
    const Session::WriteFn write = [&](std::string_view text, bool is_error) {
      if (!measurer || !measurer->mute()) s.write(text, is_error);
    };
    MeasuringFor measuring(request);
    const std::unique_ptr<RunEnvironment> environment = take_environment(request, make_host(write, poll, request));
    vm::Interpreter& interpreter = environment->interpreter;
    const CrashPlace place(interpreter);
    const Reachable reachable(s.running, s.hurrying, interpreter);
    if (request.values) s.values = std::make_unique<ValueStore>();
    Pipeline pipeline(request.options, s.values.get());
    const TensorDescriber describer;
    vm::Recorder recorder(request.record_limits, &describer);
    if (request.compare) call_library(interpreter, "install");
    if (request.eager)
      interpreter.set_attribute(interpreter.import_module("torch._dynamo.config"), vm::intern("disable"),
                                vm::Value::boolean(true));
    if (const MeasureRequest* wish = measuring.request()) measurer.emplace(interpreter, *wish, file);
    if (request.record) vm::attach_recorder(interpreter, &recorder);  // the program's frame is the first that it sees
    if (measurer) measurer->watch_program();
    fill_report(report, interpreter.run_main(file, arguments_of(request)));
    if (measurer && report.ok) measuring.measure(report, *measurer, interpreter, request.observe ? &s : nullptr);
    measurer.reset();
    if (request.compare) report.comparison = interpreter.str(call_library(interpreter, "report"));
    vm::attach_recorder(interpreter, nullptr);
    s.recording = recorder.take();
    report.note = pipeline.note();
    if (std::string note = default_device_note(request); !note.empty())
      report.note += (report.note.empty() ? "" : "\n") + note;
    if (std::string note = take_cache_note(); !note.empty()) report.note += (report.note.empty() ? "" : "\n") + note;
  } catch (const InternalError& error) {
    report_internal_error(report, error.what());
  } catch (const std::bad_alloc&) {
    report_internal_error(report, "out of memory");
  } catch (const std::exception& error) {
    report_internal_error(report, error.what());
  }
  report.duration_us = event_log().now_us() - start;
  report.compile_times = stage_times();
  const LaunchCounters& launches = launch_counters();
  report.kernels = launches.kernels;
  report.extern_calls = launches.extern_calls;
  report.interpreted = launches.interpreted;
  report.eager_ops = eager_op_count();
  report.replays = launches.replays;
  report.bytes_moved = launches.bytes + eager_traffic().bytes;
  report.script_ifs = script_if_count();
  eager_traffic().wanted = false;
  report.peak_bytes = static_cast<uint64_t>(memory_stats().peak);
  s.provenance = std::move(event_log().provenance);
  event_log().provenance.clear();
  return report;
}

void Session::make_ready(const RunRequest& request) {
  bool said = false;
  const WriteFn note = [&said](std::string_view, bool) { said = true; };
  make_environment_ready(request, make_host(note, {}, request));
  if (said) drop_ready_environment();
}

void Session::request_stop() {
  state_->stop = true;
  state_->hurry();
}
bool Session::interrupt() {
  const bool first = !state_->interrupt.exchange(true);
  state_->hurry();
  return first;
}
void Session::set_poll(std::function<bool()> poll) { state_->poll = std::move(poll); }
const std::vector<Event>& Session::events() const { return state_->events; }
const Recording& Session::recording() const { return state_->recording; }
std::vector<GraphValues> Session::values() const {
  if (!state_->values) return {};
  ValueStore::NodeNames names;
  for (const Event& event : state_->events)
    if (event.stage == Stage::kFx && event.artifact) add_names(event.artifact(), names);
  return state_->values->summaries(names);
}
TensorPage Session::value_page(size_t graph, size_t node, TensorWindow window) const {
  return state_->values ? state_->values->page(graph, node, std::move(window)) : TensorPage{};
}
const Provenance& Session::provenance() const { return state_->provenance; }

Artifact Session::pull(EventId event) const {
  for (const Event& e : state_->events)
    if (e.id == event) return e.artifact ? e.artifact() : Artifact{};
  return {};
}

}  // namespace vt
