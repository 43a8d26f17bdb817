#include "session/measure.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "eager/counter.h"
#include "runtime/runtime.h"
#include "session/timeline_event.h"
#include "support/events.h"
#include "support/stage_times.h"
#include "vm/native.h"

namespace vt {

namespace {
using nlohmann::json;
using vm::Arguments;
using vm::Interpreter;
using vm::Value;

void collect_lines(ItemId id, std::set<int>& lines) {
  if (id == kNoItem) return;
  const Item& item = event_log().provenance.at(id);
  if (item.span.line > 0) lines.insert(item.span.line);
  for (ItemId origin : item.origins) collect_lines(origin, lines);
}

std::vector<CallPiece> pieces_of(std::vector<Work> work) {
  std::vector<CallPiece> pieces;
  for (Work& each : work) {
    std::set<int> lines;
    for (ItemId id : each.items) collect_lines(id, lines);
    if (lines.empty() && each.line > 0) lines.insert(each.line);
    pieces.push_back({std::move(each), {lines.begin(), lines.end()}});
  }
  return pieces;
}

Spread spread_of(const json& j) { return {j.at("median_us"), j.at("p10_us"), j.at("p90_us"), j.at("samples")}; }

MeasuredPoint point_of(const json& j) {
  MeasuredPoint point;
  point.size = j.value("size", int64_t{0});
  point.error = j.value("error", std::string());
  point.compile_us = j.value("compile_us", 0.0);
  if (!j.contains("ratio")) return point;
  point.eager_us = spread_of(j.at("eager"));
  point.compiled_us = spread_of(j.at("compiled"));
  point.ratio = spread_of(j.at("ratio"));
  point.bytes = j.at("bytes");
  point.equal = j.at("equal");
  return point;
}

Launches launches_of(const json& row, const char* side) {
  if (!row.contains(side)) return {};
  const json& j = row.at(side);
  return {j.at(0), j.at(1), j.at(2), j.at(3)};
}

MeasuredFunction function_of(const json& row) {
  MeasuredFunction f;
  f.index = row.at("index");
  f.name = row.at("name");
  f.line = row.at("line");
  f.inputs = row.at("inputs");
  f.calls = row.at("calls");
  f.compiles = row.at("compiles");
  f.backward = row.at("backward");
  f.error = row.value("error", std::string());
  f.compiling_us = row.value("compiling_us", 0.0);
  f.own = point_of(row);
  f.own.error.clear();
  f.eager = launches_of(row, "eager_launches");
  f.compiled = launches_of(row, "compiled_launches");
  f.flops = row.value("flops", 0.0);
  f.random = row.value("random", false);
  f.changed_inputs = row.value("changed_inputs", 0u);
  f.changed_state = row.value("changed_state", 0u);
  f.axis = row.value("axis", 0);
  f.axis_inputs = row.value("axis_inputs", 0);
  f.own_size = row.value("own_size", int64_t{0});
  f.dynamic = row.value("dynamic", false);
  f.fixed = row.value("fixed", std::string());
  for (const json& point : row.at("curve")) f.curve.push_back(point_of(point));
  return f;
}

}  // namespace

struct FunctionMeasurer::State {
  Interpreter& vm;
  const MeasureRequest& request;
  std::shared_ptr<const SourceFile> file;
  bool mute = false;
  Timeline timeline;
  double began_us = 0;
  std::vector<SampledCall> samples[2];  // eager, compiled
  std::vector<MeasuredFunction> known;

  void end_sample(bool compiled) {
    const double us = event_log().now_us() - began_us;
    attach_timeline(nullptr);
    samples[compiled].push_back({timeline.take(), us});
  }
  void finished(const std::string& text) {
    MeasuredFunction f = function_of(json::parse(text));
    for (MeasuredFunction& before : known)
      if (before.index == f.index) {
        f.eager_work = std::move(before.eager_work), f.compiled_work = std::move(before.compiled_work);
        f.eager_call_us = before.eager_call_us, f.compiled_call_us = before.compiled_call_us;
        f.coarse_clock = before.coarse_clock;
        before = std::move(f);
        return tell(before);
      }
    SampledCall eager = typical_call(samples[0]), compiled = typical_call(samples[1]);
    f.coarse_clock = has_coarse_clock(samples[0]);
    for (std::vector<SampledCall>& side : samples) side.clear();
    f.eager_work = pieces_of(std::move(eager.work)), f.compiled_work = pieces_of(std::move(compiled.work));
    f.eager_call_us = eager.us, f.compiled_call_us = compiled.us;
    known.push_back(std::move(f));
    tell(known.back());
  }
  void tell(const MeasuredFunction& f) const {
    if (request.finished) request.finished(f);
  }
};

namespace {

thread_local FunctionMeasurer::State* running = nullptr;

Value counters(Interpreter&, const Arguments&) {
  const LaunchCounters& launches = launch_counters();
  std::vector<Value> counts;
  for (uint64_t n : {launches.kernels, launches.extern_calls, launches.interpreted, eager_op_count()})
    counts.push_back(Value::integer(static_cast<int64_t>(n)));
  return vm::make_list(std::move(counts));
}
Value compiled_graphs(Interpreter&, const Arguments&) {
  return Value::integer(static_cast<int64_t>(stage_times().graphs));
}
Value begin_sample(Interpreter&, const Arguments&) {
  attach_timeline(&running->timeline);
  running->began_us = event_log().now_us();
  return Value::none();
}
Value end_sample(Interpreter& vm, const Arguments& a) {
  running->end_sample(vm.str(a[0]) == "compiled");
  return Value::none();
}
Value finished(Interpreter& vm, const Arguments& a) {
  running->finished(vm.str(a[0]));
  return Value::none();
}
Value progress(Interpreter& vm, const Arguments& a) {
  if (running->request.progress) running->request.progress(vm.to_double(a[0]), vm.to_double(a[1]), vm.str(a[2]));
  return Value::none();
}
Value mute(Interpreter& vm, const Arguments& a) {
  running->mute = vm.truth(a[0]);
  return Value::none();
}
// line_of(function): the line of its definition in the program; 0 if it is not the program's.
Value line_of(Interpreter& vm, const Arguments& a) {
  Value function = a[0];
  if (Value inner = vm.find_attribute(function, vm::intern("__func__")); !inner.is_null()) function = inner;
  auto* code = function.as<vm::Function>() ? function.as<vm::Function>()->code.as<vm::CodeObject>() : nullptr;
  const bool own = code && code->code->file && code->code->file->name() == running->file->name();
  return Value::integer(own ? code->code->first_line : 0);
}

void load(Interpreter&, vm::Module& module) {
  vm::define_function(module, "counters", counters);
  vm::define_function(module, "compiled_graphs", compiled_graphs);
  vm::define_function(module, "begin_sample", begin_sample);
  vm::define_function(module, "end_sample", end_sample);
  vm::define_function(module, "finished", finished);
  vm::define_function(module, "progress", progress);
  vm::define_function(module, "mute", mute);
  vm::define_function(module, "line_of", line_of);
}

Value call_library(Interpreter& vm, const char* function, std::initializer_list<Value> arguments) {
  return vm.call(vm.get_attribute(vm.import_module("torch._dynamo.measure"), function), arguments);
}

// A browser's clock may have a resolution of 100 us, and its memory is limited.
json options_of(const MeasureRequest& request) {
#ifdef __EMSCRIPTEN__
  constexpr int kLeastUs = 5000, kMostCalls = 1 << 16, kRows = 2048, kMatrix = 512;
  constexpr double kMostBytes = 48e6, kCurveSeconds = 8;
#else
  constexpr int kLeastUs = 300, kMostCalls = 1 << 14, kRows = 8192, kMatrix = 1024;
  constexpr double kMostBytes = 512e6, kCurveSeconds = 20;
#endif
  return {{"function", request.function}, {"seconds", request.seconds},     {"sizes", request.sizes},
          {"ceilings", request.ceilings}, {"least_us", kLeastUs},           {"most_calls", kMostCalls},
          {"most_bytes", kMostBytes},     {"curve_seconds", kCurveSeconds}, {"ceiling", {kRows, 2048, kMatrix}}};
}

// For a program that compiles nothing: the work of its run, without any comparison.
MeasuredFunction program_alone(std::vector<Work> own) {
  MeasuredFunction f;
  const double start = own.front().start_us;
  for (Work& work : own) {
    work.start_us -= start;
    f.eager_call_us = std::max(f.eager_call_us, work.start_us + work.duration_us);
  }
  f.eager_work = pieces_of(std::move(own));
  return f;
}

}  // namespace

FunctionMeasurer::FunctionMeasurer(Interpreter& vm, const MeasureRequest& request,
                                   std::shared_ptr<const SourceFile> file)
    : state_(new State{vm, request, std::move(file)}) {
  running = state_.get();
  state_->timeline.line_now = line_in_program(vm, state_->file);
  vm.add_module("_vitrine_measure", load);
  call_library(vm, "install", {});
}

FunctionMeasurer::~FunctionMeasurer() {
  attach_timeline(nullptr);
  running = nullptr;
}

void FunctionMeasurer::watch_program() { attach_timeline(&state_->timeline); }

bool FunctionMeasurer::mute() const { return state_->mute; }

MeasuredRun FunctionMeasurer::measure() {
  MeasuredRun run;
  Interpreter& vm = state_->vm;
  attach_timeline(nullptr);
  std::vector<Work> own = state_->timeline.take();
  const json told =
      json::parse(vm.str(call_library(vm, "measure", {vm::make_str(options_of(state_->request).dump())})));
  for (const json& name : told.at("functions")) run.functions.push_back(name);
  run.ceilings = {told.value("copy_bytes_per_us", 0.0), told.value("flops_per_us", 0.0)};
  if (run.functions.empty() && !own.empty()) state_->tell(program_alone(std::move(own)));
  return run;
}

}  // namespace vt
