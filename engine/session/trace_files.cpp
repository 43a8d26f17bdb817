#include "session/trace_files.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "session/problem_facts.h"
#include "support/md5.h"
#include "support/source.h"
#include "support/source_edit.h"

namespace vt {
namespace {

// Strings may contain unpaired surrogates, which are invalid in UTF-8: replaces each by U+FFFD.
std::string utf8_text(std::string_view text) {
  std::string out(text);
  for (size_t at = 0; (at = out.find('\xed', at)) != std::string::npos; ++at)
    if (at + 2 < out.size() && static_cast<unsigned char>(out[at + 1]) >= 0xa0) out.replace(at, 3, "\xef\xbf\xbd");
  return out;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : utf8_text(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

// The MD5 digest of a record's text in hexadecimal, by which the record names it.
std::string digest_of(const std::string& text) {
  std::string out;
  for (uint32_t part : md5(text)) {
    for (int i = 0; i < 4; ++i) {
      char hex[3];
      std::snprintf(hex, sizeof hex, "%02x", (part >> (8 * i)) & 0xff);
      out += hex;
    }
  }
  return out;
}

std::string body_of(const Artifact& artifact) {
  std::string text;
  for (const TaggedLine& line : artifact.lines) text += (text.empty() ? "" : "\n") + line.text;
  return utf8_text(text);
}

// Fields of a compile id: "0/1" is frame 0, compiled for the second time.
std::string compile_fields(const std::string& id, size_t attempt) {
  size_t slash = id.find('/');
  if (slash == std::string::npos) return {};
  return ", \"frame_id\": " + id.substr(0, slash) + ", \"frame_compile_id\": " + id.substr(slash + 1) +
         ", \"attempt\": " + std::to_string(attempt);
}

std::string fact_of(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

// The name of a stage's artifact in tlparse; "" if tlparse has none.
std::string record_of(const Event& event) {
  auto artifact = [](const std::string& name) {
    return "\"artifact\": {\"name\": " + json_text(name) + ", \"encoding\": \"string\"}";
  };
  switch (event.stage) {
    case Stage::kFx: return "\"dynamo_output_graph\": {\"sizes\": {}}";
    case Stage::kGuards: return "\"dynamo_cpp_guards_str\": {}";
    case Stage::kJoint: return "\"aot_joint_graph\": {}";
    case Stage::kCode: return "\"inductor_output_code\": {\"filename\": " + json_text(event.title) + "}";
    case Stage::kBreaks: return artifact("dynamo_graph_break_reason");
    case Stage::kRecompiles: return artifact("recompile_reasons");
    case Stage::kPasses:
      if (!event.compile_id.empty() && compile_fields(event.compile_id, 0).empty()) return {};  // not dynamo's
      if (event.title == "input") return "\"aot_" + fact_of(event, "half") + "_graph\": {}";
      return artifact(std::string(stage_name(event.stage)) + " " + event.title);
    case Stage::kResidual:
    case Stage::kFusion:
    case Stage::kMemory:
    case Stage::kAutotune:
    case Stage::kCpp:
    case Stage::kWat:
    case Stage::kCuda:
    case Stage::kWgsl: return artifact(std::string(stage_name(event.stage)) + " " + event.title);
    case Stage::kTokens:
    case Stage::kAst:
    case Stage::kBytecode:
    case Stage::kLoops:
    case Stage::kCapture:
    case Stage::kTimeline:
    case Stage::kCalls:
    case Stage::kConsole:
    case Stage::kError: return {};
  }
  return {};
}

// Summary of one compilation, for tlparse's index and metrics.
struct Compilation {
  double start_us = 0, end_us = 0;
  size_t last = 0;  // index of its last event
  std::string function, file, failure;
  int line = 0, failed_line = 0;
  std::string guards, calls, nodes, inputs;
  std::vector<std::string> restarts;  // reasons why tracing restarted

  void add(const Event& event, size_t index) {
    if (start_us == 0) start_us = event.start_us;
    end_us = std::max(end_us, event.start_us + event.duration_us);
    last = index;
    if (std::string name = fact_of(event, "function"); !name.empty()) function = name;
    if (event.stage == Stage::kGuards) guards = fact_of(event, "guards");
    if (event.stage == Stage::kFx) {
      calls = fact_of(event, "calls");
      nodes = fact_of(event, "nodes");
      inputs = fact_of(event, "inputs");
    }
    if (event.span.line > 0 && line == 0) line = event.span.line;
    if (event.stage != Stage::kBreaks) return;
    if (fact_of(event, "frame_skipped") == "1" || fact_of(event, "fullgraph") == "1") {
      failure = event.title;
      failed_line = event.span.line;
    } else if (!fact_of(event, "attempted").empty()) {
      restarts.push_back(event.title);
    }
  }

  std::string record(const std::string& program) const {
    auto count = [](const char* name, const std::string& value) {
      return value.empty() ? "" : std::string(", \"") + name + "\": " + value;
    };
    std::string reasons;
    for (const std::string& reason : restarts) reasons += (reasons.empty() ? "" : ", ") + json_text(reason);
    return "\"compilation_metrics\": {\"co_name\": " + json_text(function) +
           ", \"co_filename\": " + json_text(program) + ", \"co_firstlineno\": " + std::to_string(line) +
           count("guard_count", guards) + count("graph_op_count", calls) + count("graph_node_count", nodes) +
           count("graph_input_count", inputs) + ", \"start_time\": " + number(start_us / 1e6) +
           ", \"entire_frame_compile_time_s\": " + seconds(end_us - start_us) + ", \"restart_reasons\": [" + reasons +
           "]" + (failure.empty() ? "" : failure_fields(program)) + "}";
  }

 private:
  std::string failure_fields(const std::string& program) const {
    std::string fields = ", \"fail_type\": \"Unsupported\", \"fail_reason\": " + json_text(failure);
    if (failed_line == 0) return fields;
    return fields + ", \"fail_user_frame_filename\": " + json_text(program) +
           ", \"fail_user_frame_lineno\": " + std::to_string(failed_line);
  }
  static std::string seconds(double us) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", us / 1e6);
    return text;
  }
};

// The prefix of a glog message; day and time of a run that starts at 0:00.
std::string log_head(double us) {
  uint64_t total = static_cast<uint64_t>(us);
  char text[80];
  std::snprintf(text, sizeof text, "V0101 %02d:%02d:%02d.%06d 1 torch/_logging/structured.py:22] ",
                static_cast<int>(total / 3600000000 % 24), static_cast<int>(total / 60000000 % 60),
                static_cast<int>(total / 1000000 % 60), static_cast<int>(total % 1000000));
  return text;
}

std::string html_text(std::string_view text) {
  std::string out;
  for (char c : utf8_text(text)) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

}  // namespace

std::string chrome_trace(const Session& session) {
  std::string out = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
  bool first = true;
  for (const Event& event : session.events()) {
    out += first ? "\n" : ",\n";
    first = false;
    out += "{\"name\": " + json_text(event.title) + ", \"cat\": \"" + stage_name(event.stage) +
           "\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": " + number(event.start_us) +
           ", \"dur\": " + number(event.duration_us) + ", \"args\": {\"compile_id\": " + json_text(event.compile_id);
    if (event.span.line > 0) out += ", \"line\": " + std::to_string(event.span.line);
    std::set<std::string> seen;
    for (const auto& [key, value] : event.facts) {
      if (seen.insert(key).second) out += ", " + json_text(key) + ": " + json_text(value);
    }
    out += "}}";
  }
  return out + "\n]}\n";
}

std::string structured_trace(const Session& session, const std::string& file) {
  // Records refer to files by number.
  std::string out = log_head(0) + "{\"str\": [" + json_text(file) + ", 0]}\n";
  const std::vector<Event>& events = session.events();
  std::map<std::string, Compilation> all;
  // Calls are emitted after a compilation, so they are not part of its span.
  for (size_t i = 0; i < events.size(); ++i)
    if (!events[i].compile_id.empty() && !record_of(events[i]).empty()) all[events[i].compile_id].add(events[i], i);
  for (const Event& event : events)
    if (auto known = all.find(event.compile_id); known != all.end() && event.stage == Stage::kCalls)
      known->second.function = event.title;
  std::map<std::string, size_t> attempts;
  std::set<std::string> started;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    size_t& attempt = attempts[event.compile_id];
    std::string record = record_of(event), head = log_head(event.start_us);
    std::string fields = compile_fields(event.compile_id, attempt);
    if (record.empty()) continue;
    if (!fields.empty() && started.insert(fields).second) {
      const Compilation& compiled = all[event.compile_id];
      const int line = event.span.line > 0 ? event.span.line : compiled.line;
      std::string frame = "{\"line\": " + std::to_string(line) + ", \"name\": " + json_text(compiled.function) +
                          ", \"filename\": 0, \"loc\": \"\"}";
      out += head + "{\"dynamo_start\": {\"stack\": [" + frame + "]}" + fields + "}\n";
    }
    Artifact artifact = session.pull(event.id);
    std::string payload =
        event.stage == Stage::kFx && !artifact.python.empty() ? utf8_text(artifact.python) : body_of(artifact);
    out += head + "{" + record + fields + ", \"has_payload\": \"" + digest_of(payload) + "\"}\n";
    for (size_t start = 0; start <= payload.size();) {
      size_t end = std::min(payload.find('\n', start), payload.size());
      out += "\t" + payload.substr(start, end - start) + "\n";
      start = end + 1;
    }
    if (auto known = all.find(event.compile_id); known != all.end() && known->second.last == i)
      out += log_head(known->second.end_us) + "{" + known->second.record(file) + fields + "}\n";
    if (event.stage == Stage::kBreaks && !fact_of(event, "attempted").empty()) ++attempt;
  }
  return out;
}

// A self-contained style, for light and dark browsers, print and phones.
static constexpr const char* kPageStyle = R"(
:root { color-scheme: light dark; --text: #1c2430; --dim: #566275; --page: #fff; --raised: #f2f4f7; --bad: #c04a00; --warn: #a06800; --good: #007f5f; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dfe5ee; --dim: #94a0b3; --page: #12161c; --raised: #1d242e; --bad: #ee7733; --warn: #e6a532; --good: #2fbf9b; }
}
body { font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 60em; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; } h2 { font-size: 1.1em; margin: 0 0 .5em; } a { color: inherit; }
pre { font: 13px/1.5 ui-monospace, monospace; background: var(--raised); border-radius: 6px; padding: .6em .8em; margin: .6em 0; overflow: auto; }
section { border-left: 4px solid var(--bad); padding-left: 1em; margin: 2em 0; }
section.recompile { border-color: var(--warn); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25em 1em; margin: 0; } dt { color: var(--dim); } dd { margin: 0; }
@media (max-width: 36em) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4em; } }
.number { color: var(--dim); } .removed { color: var(--bad); } .added { color: var(--good); }
mark { color: inherit; background: color-mix(in srgb, var(--warn) 30%, transparent); }
)";

// "- old" and "+ new" lines, each in its colour.
static std::string diff_html(const std::string& diff) {
  std::istringstream lines(diff);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const bool added = line.find_first_of("+-") < line.size() && line[line.find_first_of("+-")] == '+';
    out += std::string("<span class=\"") + (added ? "added" : "removed") + "\">" + html_text(line) + "</span>\n";
  }
  return out;
}

static std::string problem_html(const Event& event, const SourceFile& file) {
  const bool is_break = event.stage == Stage::kBreaks;
  const std::string line = std::to_string(event.span.line);
  std::string out = is_break ? "<section>\n" : "<section class=\"recompile\">\n";
  out += "<h2>" + std::string(is_break ? "Graph break" : "Recompile");
  if (event.span.valid()) out += ", <a href=\"#line-" + line + "\">line " + line + "</a>";
  out += ": " + html_text(event.title) + "</h2>\n";
  if (event.span.valid()) {
    std::string_view text = file.line(event.span.line);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    out += "<pre>" + html_text(std::string(text)) + "</pre>\n";
  }
  out += "<dl>\n";
  for (const auto& [label, value] : problem_facts(event))
    out += "<dt>" + label + "</dt><dd>" + html_text(value) + "</dd>\n";
  out += "</dl>\n";
  std::vector<SourceEdit> edits;
  for (const auto& [key, value] : event.facts)
    if (key == "edit")
      if (std::optional<SourceEdit> edit = decode_edit(value)) edits.push_back(*edit);
  if (!edits.empty()) out += "<pre>" + diff_html(edit_diff(file.text(), edits)) + "</pre>\n";
  return out + "</section>\n";
}

static std::string program_html(const SourceFile& file, const std::set<int>& marked) {
  const size_t width = std::to_string(file.line_count()).size();
  std::string out = "<h2>The program</h2>\n<pre>";
  for (int line = 1; line <= file.line_count(); ++line) {
    const std::string number = std::to_string(line), shown = html_text(std::string(file.line(line)));
    out += "<span class=\"number\" id=\"line-" + number + "\">" + std::string(width - number.size(), ' ') + number +
           "</span>  " + (marked.count(line) ? "<mark>" + shown + "</mark>" : shown) + "\n";
  }
  return out + "</pre>\n";
}

std::string explain_html(const Session& session, const SourceFile& file) {
  std::string text = explain_text(session, file), head = text.substr(0, text.find('\n'));
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      html_text(file.name()) + ": graph breaks and recompiles</title>\n<style>" + kPageStyle + "</style>\n";
  out += "<h1>Graph breaks and recompiles of " + html_text(file.name()) + "</h1>\n<p>" + html_text(head) + "</p>\n";
  std::set<int> marked;
  std::set<std::string> seen;
  for (const Event& event : session.events()) {
    if (event.stage != Stage::kBreaks && event.stage != Stage::kRecompiles) continue;
    std::string guard = fact_of(event, "guard");
    if (!seen.insert(std::to_string(event.span.line) + event.title + guard).second) continue;
    marked.insert(event.span.line);
    out += problem_html(event, file);
  }
  return out + program_html(file, marked);
}

}  // namespace vt
