// The graph as captured and after every pass: a slider over them, as a diagram, as text,
// and as the difference that a pass made.
#include <algorithm>

#include "playground/core/diagram.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

std::string position_title(const Event& event) {
  return event.stage == Stage::kFx ? tr(Text::kCapturedGraph) : event.title;
}

// What was captured, and the passes over the half that is chosen.
std::vector<size_t> stages_of_half(Panels& ui, const RunData& run) {
  std::vector<size_t> halves, events;  // halves: the first pass of each
  std::vector<std::vector<size_t>> passes;
  bool ended = true;
  for (size_t i : run.select({Stage::kFx, Stage::kJoint, Stage::kPasses, Stage::kLoops}, ui.compile())) {
    Stage stage = run.events[i].stage;
    if (stage == Stage::kPasses) {
      if (ended || fact(run.events[i], "half") != fact(run.events[halves.back()], "half"))
        halves.push_back(i), passes.emplace_back();
      passes.back().push_back(i);
    } else if (stage != Stage::kLoops) {
      events.push_back(i);
    }
    ended = stage != Stage::kPasses;
  }
  if (halves.size() > 1 && ImGui::GetContentRegionAvail().x > 460) ImGui::SameLine(0, 20);
  if (!halves.empty()) {
    const std::vector<size_t>& chosen = passes[static_cast<size_t>(pick_half(ui, run, halves))];
    events.insert(events.end(), chosen.begin(), chosen.end());
  }
  return events;
}

// What stands before `index`: the position before it in the same stage.
const Artifact* before(Panels& ui, const RunData& run, const std::vector<size_t>& events, size_t index) {
  if (index == 0) return nullptr;
  if (run.events[events[index]].stage != run.events[events[index - 1]].stage) return nullptr;
  return ui.model.body(events[index - 1]);
}

void draw_slider(Panels& ui, const RunData& run, const std::vector<size_t>& events, int& position) {
  int last = static_cast<int>(events.size()) - 1;
  if (last > 0) {
    ImGui::SetNextItemWidth(std::min(190.0f, ImGui::GetContentRegionAvail().x * 0.4f));
    char format[32];
    std::snprintf(format, sizeof format, "%d / %d", position + 1, last + 1);
    if (ImGui::SliderInt("##pass", &position, 0, last, format)) ui.graph_position = position;
    ImGui::SameLine();
  }
  const Event& event = run.events[events[static_cast<size_t>(position)]];
  elided(position_title(event), ImGui::GetContentRegionAvail().x, palette().text);
  std::string doc = translated(fact(event, "doc"));
  if (!doc.empty()) elided(doc, ImGui::GetContentRegionAvail().x, palette().dim);
}

void show_text(Panels& ui, const std::vector<TaggedLine>& lines) {
  text_tools(ui, "graph text", lines);
  text_view(ui, "graph text", lines);
}

void draw_body(Panels& ui, const Artifact& body, const Artifact* previous) {
  if (ui.graph_view == 0 && !body.diagram.nodes.empty()) return diagram_view(ui, body.diagram);
  if (ui.graph_view != 2 || !previous) return show_text(ui, body.lines);
  std::vector<DiffLine> lines = diff_lines(previous->lines, body.lines);
  int added = 0, removed = 0;
  for (const DiffLine& line : lines) added += line.kind == DiffKind::kAdded, removed += line.kind == DiffKind::kRemoved;
  if (added || removed) ImGui::TextDisabled(tr(Text::kLinesAdded), added, removed);
  else ImGui::TextDisabled("%s", tr(Text::kUnchanged));
  diff_view(ui, "graph difference", lines);
}

}  // namespace

void draw_graph(Panels& ui) {
  const RunData& run = ui.model.shown();
  if (run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, ui.compile()).empty())
    return empty_of_compile(ui, tr(Text::kNoGraph), tr(Text::kNoGraphHelp));
  segmented("view", {tr(Text::kDiagram), tr(Text::kText), tr(Text::kDifference)}, ui.graph_view);
  std::vector<size_t> events = stages_of_half(ui, run);
  int last = static_cast<int>(events.size()) - 1;
  int position = ui.graph_position < 0 || ui.graph_position > last ? last : ui.graph_position;
  draw_slider(ui, run, events, position);
  auto at = static_cast<size_t>(position);
  const Artifact* body = ui.model.body(events[at]);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  draw_body(ui, *body, before(ui, run, events, at));
}

}  // namespace vt::ui
