#include "native/commands.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "native/bench/machine.h"
#include "native/bench/progress_line.h"
#include "native/picture.h"
#include "session/lessons.h"
#include "session/sandboxed_run.h"
#include "session/session.h"
#include "session/trace_files.h"

extern "C" char** environ;  // POSIX leaves it to the program to declare it

namespace vt {
namespace {

constexpr Stage kAllStages[] = {
#define VT_STAGE(id, name) Stage::id,
    VT_STAGES(VT_STAGE)
#undef VT_STAGE
};

using Clock = std::chrono::steady_clock;
Clock::time_point written;  // what stdout holds back was written at the earliest then
bool holds_back = false;

// Whoever reads the output through a pipe gets it while the program runs.
void flush_when_due() {
  if (!holds_back || Clock::now() - written < std::chrono::milliseconds(50)) return;
  std::fflush(stdout);
  holds_back = false;
}

void write_stream(std::string_view text, bool is_error) {
  std::FILE* stream = is_error ? stderr : stdout;
  if (is_error) std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stream);
  if (is_error) return;
  if (!holds_back) written = Clock::now();
  holds_back = true;
  if (text.empty()) written = {};
  flush_when_due();
}

// Ctrl-C raises KeyboardInterrupt in the program, as CPython's does. Pressed again before the
// program could take it up, it ends the process, whatever that does.
class Interruptible {
 public:
  explicit Interruptible(Session& session) {
    running = &session;
    std::signal(SIGINT, [](int) {
      Session* session = running;
      if (session && session->interrupt()) return;
      std::signal(SIGINT, SIG_DFL);
      std::raise(SIGINT);
    });
  }
  ~Interruptible() {
    std::signal(SIGINT, SIG_DFL);
    running = nullptr;
  }
  static constexpr int kExitCode = 130;  // as a shell reports it

 private:
  static inline std::atomic<Session*> running{nullptr};
};

RunReport run_interruptibly(Session& session, const RunRequest& request) {
  Interruptible guard(session);
  session.set_poll([] {
    flush_when_due();
    return true;
  });
  return session.run(request);
}

bool read_request(const std::string& file, const ProgramOptions& options, RunRequest& request) {
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    std::fprintf(stderr, "vitrine: '%s' is a folder, not a program\n", file.c_str());
    return false;
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "vitrine: can't open file '%s': %s\n", file.c_str(), std::strerror(errno));
    return false;
  }
  request.name = file;
  request.source.assign(std::istreambuf_iterator<char>(in), {});
  request.argv = options.arguments;
  request.folder = std::filesystem::absolute(file, unknown).parent_path().string();
  request.read_line = [] {
    std::string line;
    if (std::getline(std::cin, line) && !std::cin.eof()) line += '\n';
    return line;
  };
  if (!options.backend.empty()) request.options.emplace_back("backend", options.backend);
  if (!options.device.empty()) request.options.emplace_back("device", options.device);
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const size_t end = std::min(text.find('='), text.size());
    request.environment.emplace_back(text.substr(0, end), text.substr(std::min(end + 1, text.size())));
  }
  for (const std::string& pass : options.skipped_passes) request.options.emplace_back("skip_pass", pass);
  return true;
}

bool write_file(const std::string& name, const std::string& text) {
  std::ofstream out(name, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "vitrine: can't write file '%s'\n", name.c_str());
  return static_cast<bool>(out);
}

// A file per stage that the run reached; what an earlier run left of the others goes.
bool write_stages(const Session& session, const std::vector<Stage>& stages, const std::filesystem::path& folder) {
  std::error_code unknown;
  std::filesystem::create_directories(folder, unknown);
  for (Stage stage : stages) {
    const std::filesystem::path file = folder / (std::string(stage_name(stage)) + ".txt");
    const bool reached = std::any_of(session.events().begin(), session.events().end(),
                                     [&](const Event& event) { return event.stage == stage; });
    if (!reached) std::filesystem::remove(file, unknown);
    else if (!write_file(file.string(), dump_stage(session, stage))) return false;
  }
  return true;
}

void print_times(const StageTimes& times) {
  std::fprintf(stderr, "compile times, %llu graphs\n", static_cast<unsigned long long>(times.graphs));
  for (size_t i = 0; i < kCompileStages; ++i) {
    const CompileStageInfo& stage = compile_stage_info(CompileStage(i));
    std::fprintf(stderr, "  %-10s %10.0f us  %s\n", stage.name, times.us[i], stage.doc);
  }
  std::fprintf(stderr, "  %-10s %10.0f us  from a captured frame to generated code\n", "together",
               times.source_to_code_us());
}

int finish(const RunReport& report) {
  std::fflush(stdout);
  if (!report.note.empty()) std::fprintf(stderr, "vitrine: note: %s\n", report.note.c_str());
  if (report.stopped) std::fprintf(stderr, "vitrine: stopped: %s\n", report.error.message.c_str());
  std::fwrite(report.traceback.data(), 1, report.traceback.size(), stderr);
  if (!report.ok && report.error.kind == "KeyboardInterrupt") return Interruptible::kExitCode;
  return report.ok ? report.exit_code : (report.exit_code ? report.exit_code : 1);
}

}  // namespace

std::string parse_stages(const std::string& list, std::vector<Stage>& stages) {
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    bool known = false;
    for (Stage stage : kAllStages)
      if (part == stage_name(stage)) stages.push_back(stage), known = true;
    if (known) continue;
    std::string message = "unknown stage '" + part + "'; stages are";
    for (Stage stage : kAllStages) message += std::string(" ") + stage_name(stage);
    return message;
  }
  return {};
}

int list_stages() {
  for (Stage stage : kAllStages) std::puts(stage_name(stage));
  return 0;
}

static int run_here(const std::string& file, const std::string& dumps, bool record, const ProgramOptions& options) {
  std::vector<Stage> stages;
  parse_stages(dumps, stages);
  const bool to_files = !options.dump_folder.empty();
  if (to_files && stages.empty()) {
    stages.assign(std::begin(kAllStages), std::end(kAllStages));
    std::erase(stages, Stage::kTimeline);  // which takes a second run, and is never the same
  }
  RunRequest request;
  if (!read_request(file, options, request)) return 2;
  request.observe = !stages.empty() || !options.trace_file.empty() || !options.pictures.empty() || options.values;
  request.values = options.values;
  request.record = record;
  auto dumped = [&](Stage stage) { return std::find(stages.begin(), stages.end(), stage) != stages.end(); };
  request.record_capture = dumped(Stage::kCapture);
  request.timeline = dumped(Stage::kTimeline);
  Session session(write_stream);
  RunReport report = run_interruptibly(session, request);
  if (to_files && !write_stages(session, stages, options.dump_folder)) return 2;
  for (Stage stage : stages)
    if (!to_files) std::fputs(dump_stage(session, stage).c_str(), stdout);
  if (options.times) print_times(report.compile_times);
  if (!options.trace_file.empty()) {
    bool structured = options.trace_file.ends_with(".log");
    if (!write_file(options.trace_file, structured ? structured_trace(session, file) : chrome_trace(session))) return 2;
  }
  for (const std::string& wish : options.pictures) {
    Picture picture = draw_picture(session, wish);
    if (picture.svg.empty()) std::fprintf(stderr, "vitrine: %s\n", picture.problem.c_str());
    if (picture.svg.empty() || !write_file(picture.file, picture.svg)) return 2;
  }
  if (options.values) std::fputs(values_text(session.values()).c_str(), stdout);
  if (record) std::fputs(("== recording\n" + recording_text(session.recording(), request.source)).c_str(), stdout);
  return finish(report);
}

int run_program(const std::string& file, const std::string& dumps, bool record, const ProgramOptions& options) {
  const auto run = [&] { return run_here(file, dumps, record, options); };
  if (options.sandbox.empty()) return run();
  SandboxedRun sandboxed{file, {}, options.sandbox == "best-effort"};
  if (!options.trace_file.empty()) sandboxed.written.push_back(options.trace_file);
  for (const std::string& wish : options.pictures) sandboxed.written.push_back(wish.substr(wish.find(':') + 1));
  return run_in_sandbox(sandboxed, run);
}

// One program of a batch, in its own folder; what it printed, and how it ended.
static nlohmann::json run_of_batch(const std::string& file, double limit) {
  nlohmann::json line = {{"file", file}, {"exit_code", 2}, {"stopped", false}};
  const std::filesystem::path home = std::filesystem::current_path(), path = std::filesystem::absolute(file);
  RunRequest request;
  if (!read_request(file, {}, request)) return line;
  request.name = path.filename().string();
  request.observe = false;
  std::string printed, errors;
  Session session([&](std::string_view text, bool is_error) { (is_error ? errors : printed) += text; });
  const Clock::time_point start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  session.set_poll([&] { return seconds() < limit; });
  std::filesystem::current_path(path.parent_path());
  const RunReport report = session.run(request);
  std::filesystem::current_path(home);
  line["exit_code"] = report.ok ? report.exit_code : std::max(report.exit_code, 1);
  line["stopped"] = report.stopped;
  line["seconds"] = seconds();
  line["peak_bytes"] = report.peak_bytes;  // of tensors
  line["stdout"] = printed;
  line["stderr"] = errors + report.traceback;
  return line;
}

int run_batch(const std::vector<std::string>& files, double limit) {
  bool all = true;
  for (const std::string& file : files) {
    const nlohmann::json line = run_of_batch(file, limit);
    all = all && line["exit_code"] == 0;
    std::printf("%s\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  return all ? 0 : 1;
}

int explain_program(const std::string& file, const ProgramOptions& options) {
  RunRequest request;
  if (!read_request(file, options, request)) return 2;
  // The program's own output is not what was asked for; its errors are.
  Session session([](std::string_view text, bool is_error) {
    if (is_error) write_stream(text, true);
  });
  RunReport report = run_interruptibly(session, request);
  const SourceFile source(file, request.source);
  std::fputs(explain_text(session, source).c_str(), stdout);
  if (!options.html_file.empty() && !write_file(options.html_file, explain_html(session, source))) return 2;
  return finish(report);
}

int diff_program(const std::string& file, const ProgramOptions& options) {
  RunRequest request;
  if (!read_request(file, options, request)) return 2;
  request.observe = false;
  request.compare = true;
  Session session([](std::string_view text, bool is_error) {
    if (is_error) write_stream(text, true);
  });
  RunReport report = session.run(request);
  std::fputs(report.comparison.c_str(), stdout);
  int code = finish(report);
  return code ? code : report.comparison.find("first difference") != std::string::npos;
}

int measure_program(const std::string& file, const MeasureOptions& wishes, const ProgramOptions& options) {
  RunRequest request;
  if (!read_request(file, options, request)) return 2;
  OwnKernelCache cache;
  cache.start_empty();
  ProgressLine line;
  std::map<uint32_t, MeasuredFunction> measured;  // a function comes again with its curve
  MeasureRequest measure;
  measure.function = wishes.function;
  measure.seconds = wishes.seconds;
  measure.sizes = wishes.sizes;
  measure.progress = [&](double done, double all, const std::string& what) { line.show(done, all, what); };
  measure.finished = [&](const MeasuredFunction& function) {
    if (function.own.ratio.samples || !function.error.empty()) measured[function.index] = function;
  };
  request.measure = &measure;
  Session session([](std::string_view text, bool is_error) {
    if (is_error) write_stream(text, true);
  });
  RunReport report = run_interruptibly(session, request);
  line.clear();
  const Ceilings& best = report.measured.ceilings;
  if (best.copy > 0)
    std::printf("ceilings: copy %.1f GB/s, matrix product %.0f GFLOP/s\n", best.copy / 1000, best.flops / 1000);
  for (const auto& [index, function] : measured) std::printf("\n%s", measurement_text(function, best).c_str());
  if (int code = finish(report)) return code;
  if (!measured.empty()) return 0;
  if (report.measured.functions.empty())
    std::fputs("vitrine measure: the program calls no compiled function\n", stderr);
  else {
    std::fprintf(stderr, "vitrine measure: there is no compiled function '%s'; called were", wishes.function.c_str());
    for (const std::string& name : report.measured.functions) std::fprintf(stderr, " %s", name.c_str());
    std::fputs("\n", stderr);
  }
  return 2;
}

int check_lessons(const std::string& folder) {
  std::string text;
  bool passed = check_lesson_folder(folder, text);
  std::fputs(text.c_str(), stdout);
  return passed ? 0 : 1;
}

int list_lesson_facts(const std::string& file) {
  if (file.empty()) return std::fputs(lesson_facts_page().c_str(), stdout), 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::fprintf(stderr, "vitrine: %s: there is no such file\n", file.c_str()), 2;
  const std::string source(std::istreambuf_iterator<char>(in), {});
  std::fputs(lesson_facts_of(source).c_str(), stdout);
  return 0;
}

int new_lesson(const std::string& folder, const std::string& name) {
  std::string written;
  const std::string problem = write_new_lesson(folder, name, written);
  if (!problem.empty()) return std::fprintf(stderr, "vitrine: %s\n", problem.c_str()), 1;
  std::printf("%s\nlessons/README.md describes what to fill in; `vitrine lessons check %s` names what is left.\n",
              written.c_str(), written.c_str());
  return 0;
}

}  // namespace vt
