// The stages as stable text for `--dump`, and the breaks and recompiles that `vitrine explain` prints. Both use the
// events only.
#include <map>
#include <set>

#include "session/problem_facts.h"
#include "session/session.h"
#include "support/source_edit.h"

namespace vt {
namespace {

std::string fact(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

void append_problem(std::string& text, const Event& event, const SourceFile& file) {
  const char* what = event.stage == Stage::kBreaks ? "graph break" : "recompile";
  text += file.name() + ":" + std::to_string(event.span.line) + ": " + what + ": " + event.title + "\n";
  std::string_view line = file.line(event.span.line);
  if (!line.empty()) text += "    " + std::string(line) + "\n";
  std::vector<SourceEdit> edits;
  for (const auto& [label, value] : problem_facts(event)) text += "  " + label + ": " + value + "\n";
  for (const auto& [key, value] : event.facts)
    if (key == "edit")
      if (std::optional<SourceEdit> edit = decode_edit(value)) edits.push_back(*edit);
  text += edit_diff(file.text(), edits);
}

// Hides facts that are no stable text: edits (machine-readable), times, the state of the cache; and those that the
// heading shows already (which half, whether a pass changed the graph).
bool is_shown(std::string_view fact) {
  for (std::string_view hidden : {"edit", "from_cache", "half", "changed", "guard_index"})
    if (fact == hidden) return false;
  return !fact.ends_with("_us");
}

// Whether the text of a graph break contains this fact already.
bool is_sentence_of(const std::string& body, const std::string& value) {
  return value.find(' ') != std::string::npos && body.find(value) != std::string::npos;
}

// The pass changed nothing: its graph is the one above.
bool left_graph_alone(const Event& event) {
  return event.stage == Stage::kPasses && event.title != "input" && fact(event, "changed") == "no";
}

}  // namespace

std::string dump_stage(const Session& session, Stage stage) {
  std::string text;
  for (const Event& event : session.events()) {
    if (event.stage != stage) continue;
    text += std::string("== ") + stage_name(stage);
    if (!event.compile_id.empty()) text += " [" + event.compile_id + "]";
    if (stage == Stage::kPasses) text += " " + fact(event, "half");  // titles of other stages contain it
    text += " " + event.title;
    if (left_graph_alone(event)) {
      text += fact(event, "switched_off").empty() ? ": nothing to do\n" : ": switched off\n";
      continue;
    }
    std::string body;
    for (const TaggedLine& line : session.pull(event.id).lines) body += line.text + "\n";
    text += "\n";
    for (const auto& [key, value] : event.facts)
      if (is_shown(key) && !is_sentence_of(body, value)) text += "# " + key + ": " + value + "\n";
    text += body;
  }
  if (text.empty())
    text = std::string("== ") + stage_name(stage) + ": nothing (no part of this run reached the stage)\n";
  return text;
}

std::string explain_text(const Session& session, const SourceFile& file) {
  std::string text;
  int breaks = 0, recompiles = 0, graphs = 0, kernels = 0;
  std::set<std::string> seen;
  for (const Event& event : session.events()) {
    graphs += event.stage == Stage::kFx;
    kernels += event.stage == Stage::kCode ? std::atoi(fact(event, "kernels").c_str()) : 0;
    if (event.stage != Stage::kBreaks && event.stage != Stage::kRecompiles) continue;
    std::string key = std::to_string(event.span.line) + event.title + fact(event, "guard");
    if (!seen.insert(key).second) continue;
    (event.stage == Stage::kBreaks ? breaks : recompiles)++;
    append_problem(text, event, file);
  }
  auto count = [](int n, const std::string& what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); };
  return count(graphs, "graph") + ", " + count(kernels, "kernel") + ", " + count(breaks, "distinct graph break") +
         ", " + count(recompiles, "distinct recompile") + "\n" + text;
}

}  // namespace vt
