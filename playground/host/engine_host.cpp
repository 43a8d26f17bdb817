#include "playground/host/engine_host.h"

#include "session/lessons.h"
#include "session/live_bench.h"
#include "session/pipeline_options.h"

namespace vt {
namespace {

// Output is sent in pieces of this size; after kMostEvents events a run reports no more.
constexpr size_t kOutputPiece = 8192;
constexpr std::chrono::milliseconds kLongestWait(50);  // maximum delay of output while the program runs
constexpr size_t kMostEvents = 20000;

}  // namespace

EngineHost::EngineHost(SendFn send, std::function<void()> hand_on)
    : send_(std::move(send)), hand_on_(std::move(hand_on)) {
  session_ = std::make_unique<Session>([this](std::string_view text, bool is_error) { write(text, is_error); },
                                       [this](const Event& event) { on_event(event); });
  session_->set_poll([this] {
    flush_when_due();
    if (hand_on_) hand_on_();
    return true;
  });
}

EngineHost::~EngineHost() = default;

void EngineHost::post(const protocol::FromEngine& message) { send_(protocol::encode(message)); }
void EngineHost::request_stop() {
  stop_bench_ = true;
  session_->request_stop();
}

void EngineHost::bench(const protocol::Bench& message) {
  stop_bench_ = false;
  LiveBench rows(message.seconds, [this] { return !stop_bench_; });
  auto all = static_cast<uint32_t>(rows.rows().size() + 1);  // +1: the peak rates are measured first
  auto tell = [&](uint32_t done, protocol::BenchRow row) {
    row.run = message.run;
    row.done = done;
    row.all = all;
    post(row);
  };
  auto next = [&](uint32_t done, const std::string& name) {
    protocol::BenchRow row;
    row.name = name;
    tell(done, row);
  };
  next(0, "copy, read, matmul");
  rows.measure_ceilings();
  uint32_t done = 1;
  for (const std::string& name : rows.rows()) {
    if (stop_bench_) break;
    next(done, name);
    protocol::BenchRow row = rows.measure(name);
    if (!stop_bench_) tell(++done, row);
  }
  if (done < all) next(all, "");  // stopped: announce that no rows follow
}

// Uses a separate session, so that the last run remains available to the panels.
void EngineHost::measure(const protocol::Measure& message) {
  stop_bench_ = false;
  protocol::Measured told;
  told.run = message.run;
  MeasureRequest measure;
  measure.seconds = message.seconds;
  measure.sizes = message.sizes;
  measure.progress = [&](double done, double all, const std::string& what) {
    told.done = done, told.all = all, told.now = what;
    post(told);
  };
  measure.finished = [&](const MeasuredFunction& function) {
    protocol::Measured with = told;
    with.has_function = true;
    with.function = function;
    post(with);
  };
  RunRequest request;
  request.name = message.name;
  request.source = message.source;
  request.options = message.options;
  request.measure = &measure;
  Session session([](std::string_view, bool) {});
  session.set_poll([this] { return !stop_bench_; });
  const RunReport report = session.run(request);
  told.ended = true;
  told.stopped = report.stopped;
  told.ceilings = report.measured.ceilings;
  if (!report.ok && !report.stopped) told.error = report.error.kind + ": " + report.error.message;
  post(told);
}

void EngineHost::send_page(const protocol::PullPage& message) {
  protocol::Page page{message.run, message.graph, message.node, {}};
  if (message.run == run_) page.page = session_->value_page(message.graph, message.node, message.window);
  else page.page.problem = "the engine has begun anew since that run";
  post(page);
}

void EngineHost::write(std::string_view text, bool is_error) {
  if (pending_.is_error != is_error || pending_.text.size() > kOutputPiece) flush_output();
  if (pending_.text.empty()) waits_since_ = std::chrono::steady_clock::now();
  pending_.is_error = is_error;
  pending_.text += text;
}

void EngineHost::flush_when_due() {
  if (!pending_.text.empty() && std::chrono::steady_clock::now() - waits_since_ >= kLongestWait) flush_output();
}

void EngineHost::flush_output() {
  if (pending_.text.empty()) return;
  pending_.run = run_;
  post(pending_);
  pending_.text.clear();
}

void EngineHost::flush_items(const Provenance& provenance) {
  if (provenance.size() <= items_sent_) return;
  protocol::Items message;
  message.run = run_;
  message.first = static_cast<uint32_t>(items_sent_ + 1);
  for (; items_sent_ < provenance.size(); ++items_sent_)
    message.items.push_back(provenance.at(ItemId(static_cast<uint32_t>(items_sent_ + 1))));
  post(message);
}

void EngineHost::on_event(const Event& event) {
  if (++events_sent_ > kMostEvents) return;
  flush_output();
  flush_items(event_log().provenance);
  protocol::EventNote note;
  note.run = run_;
  note.has_artifact = static_cast<bool>(event.artifact);
  note.event = event;
  post(note);
}

void EngineHost::run(const protocol::Run& message) {
  run_ = message.run;
  items_sent_ = events_sent_ = 0;
  pending_ = {};
  RunRequest request;
  request.name = message.name;
  request.source = message.source;
  // A link from another version may name a pass that does not exist here.
  for (const auto& option : message.options)
    if (option.first != "skip_pass" || pipeline_option_problem({option}).empty()) request.options.push_back(option);
  request.record = message.record;
  request.record_capture = message.record_capture;
  request.values = message.values;
  request_ = request;
  RunReport report = session_->run(request);
  flush_output();
  flush_items(session_->provenance());
  if (message.record) post(protocol::Recorded{run_, session_->recording()});
  if (message.values) post(protocol::Values{run_, session_->values()});
  import_failed_ = report.error.kind == "ImportError" || report.error.kind == "ModuleNotFoundError";
  protocol::Finished end;
  end.run = run_;
  end.ok = report.ok;
  end.stopped = report.stopped;
  end.exit_code = report.exit_code;
  end.traceback = report.traceback;
  if (report.error.kind == "ModuleNotFoundError")
    end.traceback += "The playground runs one file, without other files beside it: put the module's code into it.\n";
  if (report.error.kind == "EOFError")
    end.traceback += "Nobody types into a program in the playground: give it a value in place of input().\n";
  end.error = report.error;
  end.duration_us = report.duration_us;
  end.kernels = report.kernels;
  end.extern_calls = report.extern_calls;
  end.eager_ops = report.eager_ops;
  end.peak_bytes = report.peak_bytes;
  post(end);
}

void EngineHost::add_lesson(const std::string& manifest_json) { lessons_.push_back(manifest_json); }

void EngineHost::check(const protocol::Check& message) {
  protocol::CheckResult result;
  result.run = message.run;
  result.targets = message.targets;
  result.error = "no lesson '" + message.lesson + "' with a step '" + message.step + "'";
  for (const std::string& manifest : lessons_) {
    Result<Lesson> lesson = parse_lesson(manifest);
    if (!lesson.ok()) result.error = lesson.error().message;  // possibly the lesson that is asked for
    if (!lesson.ok() || lesson.value().id != message.lesson) continue;
    const LessonStep* step = lesson.value().find_step(message.step);
    if (!step) continue;
    if (message.targets) {
      const LessonProgram program(message.source);
      for (const LessonTarget& target : lesson_targets(program.session, step->prediction.kind))
        result.choices.emplace_back(target.value, target.text);
      result.graphs = lesson_graphs(program.session, step->prediction.kind);
      const LessonFacts facts = lesson_facts(program, {step->prediction.fact});
      if (auto at = facts.find(step->prediction.fact); at != facts.end()) result.fact = at->second;
      result.error.clear();
      continue;
    }
    LessonVerdict verdict = check_step(*step, message.source, message.language);
    result.passed = verdict.passed;
    result.error = verdict.error;
    for (auto& [passed, text] : verdict.lines) result.lines.push_back({passed, text});
  }
  post(result);
}

void EngineHost::warm_up() {
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source = "import torch\ntorch.compile(lambda x: x.relu() + x.sigmoid())(torch.ones(64))\n";
  session.run(request);
}

void EngineHost::idle() {
  if (run_ != 0 && !import_failed_) session_->make_ready(request_);
}

void EngineHost::receive(const uint8_t* bytes, size_t size) {
  Result<protocol::ToEngine> message = protocol::decode_to_engine(bytes, size);
  if (!message.ok()) return;
  if (auto* run_message = std::get_if<protocol::Run>(&message.value())) run(*run_message);
  else if (auto* pull = std::get_if<protocol::Pull>(&message.value())) {
    if (pull->run == run_) post(protocol::Body{run_, pull->event, session_->pull(pull->event)});
  } else if (auto* check_message = std::get_if<protocol::Check>(&message.value())) check(*check_message);
  else if (auto* bench_message = std::get_if<protocol::Bench>(&message.value())) bench(*bench_message);
  else if (auto* measure_message = std::get_if<protocol::Measure>(&message.value())) measure(*measure_message);
  else if (auto* page_message = std::get_if<protocol::PullPage>(&message.value())) send_page(*page_message);
}

}  // namespace vt
