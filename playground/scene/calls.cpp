#include "playground/scene/calls.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

namespace vt::scene {
namespace {

constexpr size_t kMostRows = 24;  // above this number, repeated kinds of calls are merged into one row

const std::string* find(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return &value;
  return nullptr;
}
std::string fact(const Event& event, std::string_view name) {
  const std::string* found = find(event, name);
  return found ? *found : std::string();
}
int number(const Event& event, std::string_view name) { return std::atoi(fact(event, name).c_str()); }

std::string frame_of(const std::string& compile_id) { return compile_id.substr(0, compile_id.find('/')); }

std::string frame_of(const Event& call) {
  return call.compile_id.empty() ? fact(call, "frame") : frame_of(call.compile_id);
}

// Expands ranges: "0-3,7".
std::vector<int> numbers_of(const std::string& text) {
  std::vector<int> all;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    size_t dash = part.find('-', 1);
    int first = std::atoi(part.c_str()), last = dash == part.npos ? first : std::atoi(part.c_str() + dash + 1);
    for (int i = first; i <= last; ++i) all.push_back(i);
    at = end + 1;
  }
  return all;
}

// Parses "s77=5 s27=3".
std::vector<std::pair<std::string, std::string>> sizes_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> all;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size()), equals = text.find('=', at);
    if (equals < end) all.emplace_back(text.substr(at, equals - at), text.substr(equals + 1, end - equals - 1));
    at = end + 1;
  }
  return all;
}

// "torch_dynamo_resume_in_f_at_7" -> 7.
int resumed_line(const std::string& function) {
  size_t at = function.rfind("_at_");
  return at == std::string::npos ? 0 : std::atoi(function.c_str() + at + 4);
}

class Builder {
 public:
  explicit Builder(const CallSources& sources) : from_(sources) {
    for (size_t i = 0; i < from_.events.size(); ++i) take(i);
    end_call();
    for (auto& [frame, cuts] : pending_) refuse(frame, std::move(cuts));
  }
  Calls result;

 private:
  void take(size_t index) {
    const Event& event = from_.events[index];
    if (event.stage == Stage::kFx && !event.compile_id.empty()) begin_entry(index);
    else if (event.stage == Stage::kCode) working_[event.compile_id].kernels += number(event, "kernels");
    else if (event.stage == Stage::kGuards) end_entry(index);
    else if (event.stage == Stage::kBreaks) cut(index);
    else if (event.stage == Stage::kCalls && (find(event, "hit") || find(event, "eager"))) call(index);
    else if (event.stage == Stage::kCalls && find(event, "note")) result.notes.push_back(fact(event, "note"));
  }

  // --- entries: events for the graph, its code and its guards come in this order
  void begin_entry(size_t index) {
    const Event& event = from_.events[index];
    CacheEntry& entry = working_[event.compile_id];
    entry.ops = number(event, "calls");
    entry.items = event.items;
    std::set<int> lines;
    for (ItemId id : event.items)
      if (const Item* item = from_.item(id); item && item->span.valid()) lines.insert(item->span.line);
    entry.lines.assign(lines.begin(), lines.end());
  }
  void end_entry(size_t index) {
    const Event& event = from_.events[index];
    CacheEntry entry = std::move(working_[event.compile_id]);
    working_.erase(event.compile_id);
    entry.id = from_.groups[index];
    entry.event = index;
    entry.guard_count = number(event, "guards");
    if (const Artifact* body = from_.body(index))
      for (const Table::Row& row : body->table.rows)
        if (row.cells.size() >= 7)
          entry.guards.push_back({std::atoi(row.cells[0].c_str()), row.cells[1], row.cells[2], row.cells[3],
                                  row.cells[4], row.cells[6], row.cells[5], row.items});
    entry_of_[event.compile_id] = static_cast<uint32_t>(result.entries.size());
    result.entries.push_back(std::move(entry));
  }
  uint32_t entry_of(const std::string& id) const {
    auto found = entry_of_.find(id);
    return found == entry_of_.end() ? kNothing : found->second;
  }

  // --- cuts: their events come before the call of the frame that was compiled with them
  void cut(size_t index) {
    const Event& event = from_.events[index];
    Cut made{index, event.span.line, fact(event, "reason_id"), event.title};
    made.skipped = fact(event, "frame_skipped") == "1";
    made.rest_eagerly = fact(event, "rest_eagerly") == "1";
    made.refused = fact(event, "fullgraph") == "1";
    made.failed = fact(event, "failed");
    pending_[frame_of(event.compile_id)].push_back(std::move(made));
  }
  static void add_cuts(StripFrame& frame, std::vector<Cut> cuts) {
    for (Cut& made : cuts) {
      bool known = std::any_of(frame.cuts.begin(), frame.cuts.end(), [&](const Cut& old) {
        return old.line == made.line && old.id == made.id && old.title == made.title;
      });
      if (!known) frame.cuts.push_back(std::move(made));
    }
  }
  // A break that was an error: its frame has no calls.
  void refuse(const std::string& frame, std::vector<Cut> cuts) {
    if (cuts.empty()) return;
    std::string function = fact(from_.events[cuts.front().event], "function");
    Strip strip;
    strip.key = frame + "!" + function;
    strip.function = function;
    strip.frames.emplace_back();
    strip.frames[0].key = strip.key;
    strip.frames[0].function = function;
    add_cuts(strip.frames[0], std::move(cuts));
    result.strips.push_back(std::move(strip));
  }

  // --- calls
  struct Running {
    int depth;
    uint32_t column;
  };

  Strip& strip_for(const Event& event) {
    std::string function = fact(event, "function"), key = frame_of(event) + "@" + function;
    for (size_t i = 0; i < result.strips.size(); ++i)
      if (result.strips[i].key == key) return open_ = i, result.strips[i];
    result.strips.emplace_back();
    result.strips.back().key = key;
    result.strips.back().function = function;
    open_ = result.strips.size() - 1;
    return result.strips.back();
  }

  void call(size_t index) {
    const Event& event = from_.events[index];
    const int depth = number(event, "depth");
    if (find(event, "root")) end_call();
    while (!running_.empty() && running_.back().depth >= depth) running_.pop_back();
    if (running_.empty()) {
      end_call();
      strip_for(event);
      row_.emplace();
      last_column_ = kNothing;
    }
    const uint32_t column = column_for(event);
    running_.push_back({depth, column});
    last_column_ = column;
    StripFrame& frame = strip().frames[column];
    if (auto found = pending_.find(frame_of(event)); found != pending_.end())
      add_cuts(frame, std::exchange(found->second, {}));
    FrameCall made = frame_call(event);
    if (made.entry != kNothing &&
        std::find(frame.entries.begin(), frame.entries.end(), made.entry) == frame.entries.end())
      frame.entries.push_back(made.entry);
    std::vector<FrameCall>& cell = row_->cells[column];
    const std::string kind = made.kind();
    auto same = std::find_if(cell.begin(), cell.end(), [&](const FrameCall& old) { return old.kind() == kind; });
    if (same != cell.end()) ++same->times;
    else cell.push_back(std::move(made));
  }

  FrameCall frame_call(const Event& event) const {
    FrameCall made;
    made.entry = event.compile_id.empty() ? kNothing : entry_of(event.compile_id);
    made.outcome = find(event, "eager")        ? Outcome::kEager
                   : fact(event, "hit") == "1" ? Outcome::kHit
                                               : Outcome::kCompiled;
    made.reason = fact(event, "eager");
    made.sizes = sizes_of(fact(event, "sizes"));
    made.untold = find(event, "untold") != nullptr;
    for (const auto& [key, value] : event.facts) {
      if (key == "tried") made.misses.emplace_back(), made.misses.back().entry = entry_of(value);
      if (made.misses.empty()) continue;
      Miss& miss = made.misses.back();
      if (key == "guard") miss.guard = std::atoi(value.c_str());
      else if (key == "held") miss.held = numbers_of(value);
      else if (key == "failed") miss.failed = value;
      else if (key == "was") miss.was = value;
      else if (key == "is") miss.is = value;
      else if (key == "advice") miss.advice = value;
      else if (key == "needed_at") miss.place = value;
    }
    return made;
  }

  Strip& strip() { return result.strips[open_]; }

  // The column of the frame; a new frame's column is after that of the frame that ran before it.
  uint32_t column_for(const Event& event) {
    std::string function = fact(event, "function"), key = frame_of(event) + "@" + function;
    std::vector<StripFrame>& frames = strip().frames;
    for (uint32_t i = 0; i < frames.size(); ++i)
      if (frames[i].key == key) return i;
    StripFrame frame;
    frame.key = key;
    frame.function = function;
    if (find(event, "resumes")) {
      frame.function = fact(event, "resumed_function");
      frame.resumes_at = resumed_line(function);
    }
    if (!running_.empty()) {
      const uint32_t around = running_.back().column;
      const bool goes_on = frame.resumes_at > 0 && frames[around].function == frame.function;
      frame.nest = frames[around].nest + (goes_on ? 0 : 1);
      if (goes_on) frame.behind = around;
    }
    const uint32_t at = last_column_ == kNothing ? static_cast<uint32_t>(frames.size()) : last_column_ + 1;
    insert(at, std::move(frame));
    return at;
  }
  void insert(uint32_t at, StripFrame frame) {
    Strip& s = strip();
    auto moved = [&](uint32_t& column) {
      if (column != kNothing && column >= at) ++column;
    };
    moved(frame.behind);
    s.frames.insert(s.frames.begin() + at, std::move(frame));
    for (uint32_t i = 0; i < s.frames.size(); ++i)
      if (i != at) moved(s.frames[i].behind);
    auto move_row = [&](CallRow& row) {
      std::map<uint32_t, std::vector<FrameCall>> cells;
      for (auto& [column, cell] : row.cells) cells[column >= at ? column + 1 : column] = std::move(cell);
      row.cells = std::move(cells);
    };
    for (CallRow& row : s.rows) move_row(row);
    if (row_) move_row(*row_);
    for (Running& r : running_) moved(r.column);
  }

  static std::string kind_of(const Strip& strip, const CallRow& row) {
    std::map<std::string, std::string> by_key;  // by key, because column indices change
    for (const auto& [column, cell] : row.cells)
      for (const FrameCall& f : cell)
        by_key[strip.frames[column].key] += f.kind() + "*" + std::to_string(f.times) + ";";
    std::string kind;
    for (const auto& [key, cell] : by_key) kind += key + ":" + cell;
    return kind;
  }

  // Ends the current call: adds a row, or counts it in a row of the same kind.
  void end_call() {
    running_.clear();
    if (!row_) return;
    Strip& s = strip();
    CallRow row = std::move(*row_);
    row_.reset();
    row.first = row.last = ++s.calls;
    const std::string kind = kind_of(s, row);
    auto& known = kinds_[open_];
    auto found = known.find(kind);
    if (!s.rows.empty() && found != known.end() && found->second == s.rows.size() - 1) {
      s.rows.back().last = row.last;
      ++s.rows.back().count;
    } else if (found != known.end() && s.rows.size() >= kMostRows) {
      join(s, found->second, row.last);
    } else {
      known[kind] = s.rows.size();
      s.rows.push_back(std::move(row));
    }
  }
  static void join(Strip& s, size_t like, int64_t number) {
    if (s.rows.back().like.empty()) {
      s.rows.emplace_back();
      s.rows.back().first = number;
      s.rows.back().count = 0;
    }
    CallRow& row = s.rows.back();
    row.last = number;
    ++row.count;
    for (auto& [at, times] : row.like)
      if (at == like) return static_cast<void>(++times);
    row.like.emplace_back(like, 1);
  }

  const CallSources& from_;
  std::map<std::string, CacheEntry> working_;
  std::map<std::string, uint32_t> entry_of_;
  std::map<std::string, std::vector<Cut>> pending_;        // by frame
  std::map<size_t, std::map<std::string, size_t>> kinds_;  // per strip: kind of call -> its last row
  std::vector<Running> running_;
  std::optional<CallRow> row_;
  size_t open_ = 0;
  uint32_t last_column_ = kNothing;
};

}  // namespace

std::string FrameCall::kind() const {
  std::string text = std::to_string(entry) + "." + std::to_string(static_cast<int>(outcome)) + reason;
  if (untold) return text;
  for (const Miss& miss : misses) text += "," + std::to_string(miss.entry) + "?" + std::to_string(miss.guard);
  return text;
}

Calls calls_of(const CallSources& sources) { return Builder(sources).result; }

}  // namespace vt::scene
