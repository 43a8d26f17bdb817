// The stages as stable text for `--dump`, and the list of breaks and recompiles that
// `vitrine explain` prints. Both read events only.
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

}  // namespace

std::string dump_stage(const Session& session, Stage stage) {
  std::string text;
  for (const Event& event : session.events()) {
    if (event.stage != stage) continue;
    text += std::string("== ") + stage_name(stage);
    if (!event.compile_id.empty()) text += " [" + event.compile_id + "]";
    text += " " + event.title + "\n";
    for (const auto& [key, value] : event.facts)
      if (key != "edit") text += "# " + key + ": " + value + "\n";
    for (const TaggedLine& line : session.pull(event.id).lines) text += line.text + "\n";
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
