#include "playground/core/model.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace vt::ui {
namespace {

// Bodies of a finished run are fetched ahead, so that they outlive the next run; beyond
// this many the rest comes when a panel asks.
constexpr size_t kPrefetch = 300;
constexpr size_t kMaxOutput = 4 << 20;

// What a back end makes of a graph, whoever hands the graph to it.
bool of_a_graph(Stage stage) { return stage >= Stage::kJoint && stage <= Stage::kAutotune; }

// A graph that must be whole and is not: the error says at which line of the program, where the
// traceback only has the call. Frames of the library are not the user's.
SourceSpan place_in_user_code(const std::string& message, SourceSpan otherwise) {
  size_t at = message.find("\nfrom user code:\n");
  if (at == std::string::npos) return otherwise;
  const std::string head = "   File \"", middle = "\", line ";
  for (at = message.find(head, at); at != std::string::npos; at = message.find(head, at + 1)) {
    size_t name = at + head.size(), line = message.find(middle, name);
    if (line == std::string::npos || message.compare(name, 7, "<frozen") == 0) continue;
    if (int number = std::atoi(message.c_str() + line + middle.size()); number > 0) otherwise = {number, 0, number, 0};
  }
  return otherwise;
}

// The lines that tell one program from another: imports and decorators stand in all of them.
std::vector<std::string_view> own_lines(std::string_view source) {
  std::vector<std::string_view> lines;
  while (!source.empty()) {
    std::string_view line = source.substr(0, source.find('\n'));
    source.remove_prefix(std::min(line.size() + 1, source.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty() || line[0] == '@' || line[0] == '#') continue;
    if (line.starts_with("import ") || line.starts_with("from ")) continue;
    lines.push_back(line);
  }
  return lines;
}

// Whether somebody who typed came from `old` to `source`: half of its own lines stand in both, or half of the old ones.
bool is_edit_of(const std::string& source, const std::string& old) {
  const std::vector<std::string_view> before = own_lines(old), after = own_lines(source);
  const std::set<std::string_view> known(before.begin(), before.end());
  std::set<std::string_view> kept;
  size_t found = 0;
  for (std::string_view line : after)
    if (known.contains(line)) ++found, kept.insert(line);
  return after.empty() || 2 * found >= after.size() || 2 * kept.size() >= known.size();
}

// "2/0" before "10/0", and kUngrouped last.
bool before(const std::string& a, const std::string& b) {
  auto numbers = [](const std::string& id) {
    std::array<int, 4> n{};  // how often the id was begun, frame, compilation, attempt
    if (id == kUngrouped) return std::array<int, 4>{INT_MAX};
    std::sscanf(id.c_str(), "%d/%d_%d", &n[1], &n[2], &n[3]);
    if (size_t at = id.find('#'); at != std::string::npos) n[0] = std::atoi(id.c_str() + at + 1);
    return n;
  };
  auto x = numbers(a), y = numbers(b);
  return x != y ? x < y : a < b;
}

}  // namespace

std::string fact(const Event& event, const char* name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

const Item* RunData::item(ItemId id) const {
  auto index = static_cast<uint32_t>(id);
  return index >= 1 && index <= items.size() ? &items[index - 1] : nullptr;
}

bool RunData::reached(Stage stage) const {
  return std::any_of(events.begin(), events.end(), [stage](const Event& e) { return e.stage == stage; });
}

void RunData::add(Event event, bool with_body) {
  std::string group = event.compile_id;
  if (group.empty()) {
    group = of_a_graph(event.stage) ? kUngrouped : "";
  } else {
    auto [found, is_new] = begun_.try_emplace(group);
    Begun& begun = found->second;
    if (event.stage == Stage::kFx && std::exchange(begun.complete, false)) ++begun.times;
    if (event.stage == Stage::kGuards) begun.complete = true;
    if (begun.times > 1) group += " #" + std::to_string(begun.times);
  }
  groups.push_back(std::move(group));
  events.push_back(std::move(event));
  has_body.push_back(with_body);
}

std::vector<std::string> RunData::compile_ids() const {
  std::set<std::string, decltype(&before)> ids(before);
  for (const std::string& group : groups)
    if (!group.empty()) ids.insert(group);
  return {ids.begin(), ids.end()};
}

std::vector<size_t> RunData::select(std::initializer_list<Stage> stages, const std::string& compile_id) const {
  std::vector<size_t> found;
  for (size_t i = 0; i < events.size(); ++i) {
    if (std::find(stages.begin(), stages.end(), events[i].stage) == stages.end()) continue;
    if (compile_id.empty() || groups[i] == compile_id) found.push_back(i);
  }
  return found;
}

// "0/0 #2" is the second graph of that id.
int RunData::values_of(const std::string& compile_id) const {
  const size_t mark = compile_id.find(" #");
  const std::string id = compile_id == kUngrouped ? "" : compile_id.substr(0, mark);
  int left = mark == compile_id.npos ? 1 : std::atoi(compile_id.c_str() + mark + 2);
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i].compile_id == id && --left == 0) return static_cast<int>(i);
  return -1;
}

uint32_t Model::run(protocol::Run request) {
  if (current_.finished && current_.finished->ok) good_ = std::move(current_);
  other_program_ = good_.run != 0 && !is_edit_of(request.source, good_.source);
  current_ = {};
  awaited_.clear();
  current_.run = next_run_++;
  current_.source = request.source;
  current_.name = request.name;
  current_.options = request.options;
  ++version_;
  request.run = current_.run;
  client_.send(std::move(request));
  return current_.run;
}

void Model::start_bench() {
  bench_ = {};
  bench_.run = next_run_++;
  bench_.running = true;
  ++version_;
  client_.send(protocol::Bench{bench_.run});
}

void Model::stop_bench() {
  if (!bench_.running && !measured_.running) return;
  if (bench_.running) bench_.running = false, bench_.stopped = true;
  if (measured_.running) measured_.running = false, measured_.stopped = true;
  ++version_;
}

void Model::measure(bool sizes) {
  const RunData& of = shown();
  protocol::Measure message;
  message.run = next_run_++;
  message.name = of.name;
  message.source = of.source;
  message.options = of.options;
  message.sizes = sizes;
  measured_ = {};
  measured_.run = message.run;
  measured_.source = of.source;
  measured_.running = true;
  ++version_;
  client_.send(std::move(message));
}

void Model::add_measured(protocol::Measured message) {
  if (message.run != measured_.run || !measured_.running) return;
  measured_.done = message.done;
  measured_.all = message.all;
  measured_.now = message.now;
  if (message.has_function) {
    auto same = [&](const MeasuredFunction& f) { return f.index == message.function.index; };
    auto known = std::find_if(measured_.functions.begin(), measured_.functions.end(), same);
    if (known == measured_.functions.end()) measured_.functions.push_back(std::move(message.function));
    else *known = std::move(message.function);
  }
  if (!message.ended) return;
  measured_.running = false;
  measured_.stopped = message.stopped;
  measured_.ceilings = message.ceilings;
  measured_.error = std::move(message.error);
}

const TensorPage* Model::page(uint32_t graph, uint32_t node, const TensorWindow& window) {
  const RunData& of = shown();
  const TensorWindow& asked = page_.window;
  const bool same = page_.run == of.run && page_.graph == graph && page_.node == node && asked.at == window.at &&
                    asked.row_axis == window.row_axis && asked.column_axis == window.column_axis &&
                    asked.rows == window.rows && asked.columns == window.columns;
  if (same) return page_.arrived ? &page_.page : nullptr;
  page_ = {of.run, graph, node, window, false, {}};
  client_.send(protocol::PullPage{of.run, graph, node, window});
  return nullptr;
}

void Model::add_bench_row(protocol::BenchRow row) {
  if (row.run != bench_.run || !bench_.running) return;
  bench_.done = row.done;
  bench_.all = row.all;
  if (row.measured) bench_.rows.push_back(std::move(row));
  else bench_.now = row.name;
  bench_.running = bench_.running && bench_.done < bench_.all;
}

void Model::abandon(const std::string& kind, const std::string& message, bool stopped) {
  stop_bench();
  if (!running()) return;
  protocol::Finished end;
  end.run = current_.run;
  end.ok = false;
  end.stopped = stopped;
  end.exit_code = 130;
  end.error = {kind, message, {}, ""};
  end.traceback = message + "\n";
  current_.finished = end;
  awaited_.clear();
  ++version_;
}

bool Model::stale() const {
  if (!good_.run) return false;
  if (!current_.finished) return true;
  if (other_program_) return false;
  return !current_.finished->ok && !current_.reached(Stage::kFx) && !current_.reached(Stage::kBreaks);
}

bool Model::update() {
  uint64_t before = version_;
  for (protocol::FromEngine& message : client_.poll()) receive(std::move(message));
  return version_ != before;
}

void Model::add_items(const protocol::Items& message) {
  if (message.run != current_.run || message.first != current_.items.size() + 1) return;
  for (const Item& item : message.items) {
    auto id = static_cast<uint32_t>(current_.items.size() + 1);
    current_.items.push_back(item);
    current_.children.emplace_back();
    for (ItemId origin : item.origins)
      if (auto o = static_cast<uint32_t>(origin); o >= 1 && o < id) current_.children[o - 1].push_back(id);
  }
}

void Model::finish(protocol::Finished message) {
  if (message.run != current_.run) return;
  message.error.span = place_in_user_code(message.error.message, message.error.span);
  current_.finished = std::move(message);
  prefetch();
}

// The texts of generators that do not run are made when somebody looks.
static bool is_made_when_seen(Stage stage) {
  constexpr Stage kLater[] = {Stage::kTokens, Stage::kAst, Stage::kCpp, Stage::kWat, Stage::kCuda, Stage::kWgsl};
  return std::find(std::begin(kLater), std::end(kLater), stage) != std::end(kLater);
}

// What the panels draw that a page opens with: the graph, which takes its colours from the last pass over each half,
// and the code.
static bool is_drawn_first(const RunData& run, size_t at) {
  const Stage stage = run.events[at].stage;
  if (stage != Stage::kPasses) return stage == Stage::kFx || stage == Stage::kJoint || stage == Stage::kCode;
  return at + 1 == run.events.size() || run.events[at + 1].stage != Stage::kPasses ||
         fact(run.events[at + 1], "half") != fact(run.events[at], "half");
}

// Asked for while the run goes on: the engine answers as soon as it has ended.
void Model::pull_if_first(size_t event_index) {
  if (!current_.has_body[event_index] || !is_drawn_first(current_, event_index)) return;
  if (current_.asked.size() >= kPrefetch) return;
  const auto id = static_cast<uint32_t>(current_.events[event_index].id);
  if (!current_.bodies.contains(id)) awaited_.insert(id);
  pull(event_index);
}

void Model::prefetch() {
  const size_t count = current_.events.size();
  if (count > 0) pull_if_first(count - 1);  // now it is known that no other pass comes behind it
  for (size_t i = 0; i < count && current_.asked.size() < kPrefetch; ++i)
    if (current_.has_body[i] && !is_made_when_seen(current_.events[i].stage)) pull(i);
}

void Model::pull(size_t event_index) {
  const EventId id = current_.events[event_index].id;
  if (current_.asked.insert(static_cast<uint32_t>(id)).second) client_.send(protocol::Pull{current_.run, id});
}

void Model::receive(protocol::FromEngine message) {
  ++version_;
  if (auto* output = std::get_if<protocol::Output>(&message)) {
    if (output->run != current_.run) return;
    auto& pieces = current_.output;
    if (!pieces.empty() && pieces.back().is_error == output->is_error && pieces.back().text.size() < kMaxOutput)
      pieces.back().text += output->text;
    else pieces.push_back({output->is_error, std::move(output->text)});
  } else if (auto* note = std::get_if<protocol::EventNote>(&message)) {
    if (note->run != current_.run) return;
    current_.add(std::move(note->event), note->has_artifact);
    if (current_.events.size() > 1) pull_if_first(current_.events.size() - 2);
  } else if (auto* items = std::get_if<protocol::Items>(&message)) {
    add_items(*items);
  } else if (auto* body = std::get_if<protocol::Body>(&message)) {
    if (kept_ && body->run == kept_->run) kept_->bodies[static_cast<uint32_t>(body->event)] = body->artifact;
    RunData& data = body->run == current_.run ? current_ : good_;
    if (body->run == current_.run) awaited_.erase(static_cast<uint32_t>(body->event));
    if (body->run == data.run) data.bodies[static_cast<uint32_t>(body->event)] = std::move(body->artifact);
  } else if (auto* recorded = std::get_if<protocol::Recorded>(&message)) {
    if (recorded->run == current_.run)
      current_.recording = std::make_shared<const Recording>(std::move(recorded->recording));
  } else if (auto* end = std::get_if<protocol::Finished>(&message)) {
    finish(std::move(*end));
  } else if (auto* result = std::get_if<protocol::CheckResult>(&message)) {
    if (result->targets) targets_ = *result;
    check_results.push_back(std::move(*result));
  } else if (auto* measured = std::get_if<protocol::Measured>(&message)) {
    add_measured(std::move(*measured));
  } else if (auto* values = std::get_if<protocol::Values>(&message)) {
    if (values->run != current_.run) return;
    current_.values = std::move(values->graphs);
    current_.has_values = true;
  } else if (auto* page = std::get_if<protocol::Page>(&message)) {
    if (page->run != page_.run || page->graph != page_.graph || page->node != page_.node) return;
    page_.page = std::move(page->page);
    page_.arrived = true;
  } else if (auto* row = std::get_if<protocol::BenchRow>(&message)) {
    add_bench_row(std::move(*row));
  }
}

void Model::check(std::string lesson, std::string step, std::string source, bool targets, std::string language) {
  protocol::Check message;
  message.run = next_run_++;
  message.lesson = std::move(lesson);
  message.step = std::move(step);
  message.source = std::move(source);
  message.targets = targets;
  message.language = std::move(language);
  client_.send(message);
}

const Artifact* Model::body(const RunData& run, size_t event_index) {
  auto id = static_cast<uint32_t>(run.events[event_index].id);
  if (auto found = run.bodies.find(id); found != run.bodies.end()) return &found->second;
  if (run.run == current_.run && current_.finished && run.has_body[event_index]) pull(event_index);
  return nullptr;
}

void Model::keep() {
  kept_ = std::make_unique<RunData>(shown());
  ++version_;
  for (size_t i : kept_->select({Stage::kFx, Stage::kJoint, Stage::kPasses}, ""))
    if (kept_->has_body[i]) body(*kept_, i);
}

}  // namespace vt::ui
