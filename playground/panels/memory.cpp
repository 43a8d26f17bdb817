// The memory plan: where each intermediate lives, and when.
#include <algorithm>
#include <cstdlib>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {

void draw_memory(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kMemory}, ui.compile());
  if (events.empty()) return empty_state(tr(Text::kNoMemory), tr(Text::kNoMemoryHelp));
  const Palette& p = palette();
  for (size_t index : events) {
    const Event& event = run.events[index];
    section(event.title.c_str());
    double arena = std::atof(fact(event, "arena_bytes").c_str()),
           plain = std::atof(fact(event, "unplanned_bytes").c_str());
    if (plain > 0 && arena >= 0) {
      ImVec2 at = ImGui::GetCursorScreenPos();
      float width = ImGui::GetContentRegionAvail().x - 20;
      ImDrawList* draw = ImGui::GetWindowDrawList();
      draw->AddRectFilled(at, {at.x + width, at.y + 10}, with_alpha(p.faint, 0.35f), 4);
      draw->AddRectFilled(at, {at.x + width * static_cast<float>(arena / plain), at.y + 10}, p.accent, 4);
      ImGui::Dummy({width, 12});
      ImGui::TextDisabled("%.0f B / %.0f B", arena, plain);
    }
    const Artifact* body = ui.model.body(index);
    ImGui::PushID(static_cast<int>(index));
    if (body)
      text_view(ui, "plan", body->lines,
                {0, std::min(ImGui::GetContentRegionAvail().y, 22.0f * static_cast<float>(body->lines.size() + 1))});
    ImGui::PopID();
  }
}

}  // namespace vt::ui
