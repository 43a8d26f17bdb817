// Bytecode of the program, and as rewritten by dynamo: calls of graphs, breaks, resume functions.
#include <algorithm>

#include "playground/core/text_tools.h"
#include "playground/core/text_view.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

void pick_function(const RunData& run, const std::vector<size_t>& events, int& chosen) {
  if (chosen >= static_cast<int>(events.size())) chosen = 0;
  // Put the choice on the line of the text tools if that leaves enough width for a name.
  const float beside = ImGui::GetContentRegionAvail().x - text_tools_width() - ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(std::min(320.0f, beside > 140 ? beside : ImGui::GetContentRegionAvail().x));
  if (!ImGui::BeginCombo("##function", run.events[events[static_cast<size_t>(chosen)]].title.c_str())) return;
  for (int i = 0; i < static_cast<int>(events.size()); ++i) {
    ImGui::PushID(i);
    if (ImGui::Selectable(run.events[events[static_cast<size_t>(i)]].title.c_str(), i == chosen)) chosen = i;
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

// When another run or compile is chosen, shows its function's bytecode instead of the module's.
void follow_compile(Panels& ui, const RunData& run, const std::vector<size_t>& events) {
  std::string now = std::to_string(run.run) + " " + ui.compile();
  if (ui.bytecode_of == now) return;
  ui.bytecode_of = now;
  std::vector<size_t> calls = run.select({Stage::kCalls}, ui.compile());
  if (calls.empty()) return;
  std::string name = run.events[calls.front()].title, head = "torch_dynamo_resume_in_";
  if (name.starts_with(head)) name = name.substr(head.size(), name.rfind("_at_") - head.size());
  auto found = std::find_if(events.begin(), events.end(), [&](size_t i) {
    const std::string& title = run.events[i].title;  // a qualified name: "Net.forward"
    return title == name || title.ends_with("." + name);
  });
  if (found != events.end()) ui.function = static_cast<int>(found - events.begin());
}

// When the editor points at a line, shows the function that contains it.
void follow_selection(Panels& ui, const RunData& run, const std::vector<size_t>& events, int& chosen) {
  if (ui.bytecode_reveal == ui.selection.reveal()) return;
  ui.bytecode_reveal = ui.selection.reveal();
  for (int i = 0; i < static_cast<int>(events.size()); ++i)
    if (ui.selection.strength(run.events[events[static_cast<size_t>(i)]].items)) chosen = i;
}

}  // namespace

void draw_bytecode(Panels& ui) {
  const RunData& run = ui.model.shown();
  segmented("view", {tr(Text::kOriginal), tr(Text::kRewritten), tr(Text::kCaptured)}, ui.bytecode_view);
  if (ui.bytecode_view == 2) return draw_capture(ui);
  bool rewritten = ui.bytecode_view == 1;
  std::vector<size_t> events =
      rewritten ? run.select({Stage::kResidual}, ui.compile()) : run.select({Stage::kBytecode}, "");
  if (events.empty() && !rewritten) return empty_state(tr(Text::kNoBytecode), tr(Text::kNoBytecodeHelp));
  if (events.empty()) return empty_state(tr(Text::kRewritten), tr(Text::kNoRewritten));
  int& chosen = rewritten ? ui.rewritten_function : ui.function;
  if (!rewritten) follow_compile(ui, run, events);
  follow_selection(ui, run, events, chosen);
  pick_function(run, events, chosen);
  const Artifact* body = ui.model.body(events[static_cast<size_t>(chosen)]);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  text_tools(ui, "bytecode", body->lines);
  text_view(ui, "bytecode", body->lines, {0, 0}, {.numbered = false});
}

}  // namespace vt::ui
