#include "session/trace_files.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "session/problem_facts.h"
#include "support/md5.h"
#include "support/source.h"
#include "support/source_edit.h"

namespace vt {
namespace {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
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

// The records name their text by its MD5 digest, in hexadecimal.
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
  return text;
}

// "0/1": frame 0, compiled the second time.
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

// What tlparse calls the artifact of a stage; "" for what it has no place for.
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
      if (event.title == "input") return "\"aot_" + fact_of(event, "half") + "_graph\": {}";
      return artifact(std::string(stage_name(event.stage)) + " " + event.title);
    case Stage::kResidual:
    case Stage::kFusion:
    case Stage::kMemory:
    case Stage::kAutotune:
    case Stage::kCuda: return artifact(std::string(stage_name(event.stage)) + " " + event.title);
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

// One compilation, as tlparse's index and its page of metrics sum it up.
struct Compilation {
  double start_us = 0, end_us = 0;
  size_t last = 0;  // index of its last event
  std::string function, file, failure;
  int line = 0, failed_line = 0;
  std::string guards, calls, nodes, inputs;
  std::vector<std::string> restarts;  // why tracing began again

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

// The head that glog puts in front of a message: day and time of a run that starts at zero.
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
  for (char c : text) {
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
  // Records name files by number.
  std::string out = log_head(0) + "{\"str\": [" + json_text(file) + ", 0]}\n";
  const std::vector<Event>& events = session.events();
  std::map<std::string, Compilation> all;
  // Calls come after a compilation, not within it.
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
    std::string payload = event.stage == Stage::kFx && !artifact.python.empty() ? artifact.python : body_of(artifact);
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

std::string explain_html(const Session& session, const SourceFile& file) {
  std::string text = explain_text(session, file), head = text.substr(0, text.find('\n'));
  std::string out =
      "<!doctype html>\n<meta charset=\"utf-8\">\n<title>vitrine explain</title>\n<style>\n"
      "body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}\n"
      "pre{background:#f4f4f4;padding:.6em;overflow:auto}section{border-left:4px solid "
      "#c33;padding-left:1em;margin:1.5em 0}\n"
      "section.recompile{border-color:#c80}dt{font-weight:600}dd{margin:0 0 .4em 1em}mark{background:#fd9}\n</style>\n";
  out += "<h1>Graph breaks and recompiles</h1>\n<p>" + html_text(head) + "</p>\n";
  std::set<int> marked;
  std::set<std::string> seen;
  for (const Event& event : session.events()) {
    bool is_break = event.stage == Stage::kBreaks;
    if (!is_break && event.stage != Stage::kRecompiles) continue;
    std::string guard;
    for (const auto& [key, value] : event.facts) {
      if (key == "guard") guard = value;
    }
    if (!seen.insert(std::to_string(event.span.line) + event.title + guard).second) continue;
    marked.insert(event.span.line);
    out += is_break ? "<section>\n" : "<section class=\"recompile\">\n";
    out += "<h2>" + std::string(is_break ? "Graph break" : "Recompile") + ", line " + std::to_string(event.span.line) +
           ": " + html_text(event.title) + "</h2>\n<pre>" + html_text(file.line(event.span.line)) + "</pre>\n<dl>\n";
    std::vector<SourceEdit> edits;
    for (const auto& [label, value] : problem_facts(event))
      out += "<dt>" + label + "</dt><dd>" + html_text(value) + "</dd>\n";
    for (const auto& [key, value] : event.facts)
      if (key == "edit")
        if (std::optional<SourceEdit> edit = decode_edit(value)) edits.push_back(*edit);
    out += "</dl>\n";
    if (!edits.empty()) out += "<pre>" + html_text(edit_diff(file.text(), edits)) + "</pre>\n";
    out += "</section>\n";
  }
  out += "<h2>The program</h2>\n<pre>";
  for (int line = 1; line <= file.line_count(); ++line) {
    std::string shown = html_text(file.line(line));
    out += marked.count(line) ? "<mark>" + shown + "</mark>\n" : shown + "\n";
  }
  return out + "</pre>\n";
}

}  // namespace vt
