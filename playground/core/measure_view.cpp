#include "playground/core/measure_view.h"

#include <algorithm>

#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"

namespace vt::ui {

void draw_progress(Panels& ui, double part, const std::string& now, const char* unnamed) {
  const Palette& p = palette();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = std::min(240.0f, ImGui::GetContentRegionAvail().x * 0.4f);
  float filled = width * static_cast<float>(std::clamp(part, 0.0, 1.0));
  float middle = at.y + ImGui::GetFrameHeight() / 2;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({at.x, middle - 4}, {at.x + width, middle + 4}, with_alpha(p.faint, 0.35f), 4);
  draw->AddRectFilled({at.x, middle - 4}, {at.x + std::max(8.0f, filled), middle + 4}, p.accent, 4);
  ImGui::Dummy({width, ImGui::GetFrameHeight()});
  ImGui::SameLine();
  if (ImGui::Button(tr(Text::kStop))) ui.wants_stop = true;
  ImGui::SameLine();
  char text[160];
  std::snprintf(text, sizeof text, tr(Text::kMeasuring), now.c_str());
  ImGui::AlignTextToFramePadding();
  elided(now.empty() ? unnamed : text, ImGui::GetContentRegionAvail().x, p.dim);
}

namespace {

// Two buttons; false if there is nothing to measure.
void draw_buttons(Panels& ui) {
  if (ImGui::Button(tr(Text::kMeasureFunctions))) ui.model.measure(false);
  ImGui::SameLine();
  if (ImGui::Button(tr(Text::kMeasureSizes))) ui.model.measure(true);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kMeasureSizesHelp));
}

void invite(Panels& ui) {
  empty_state(tr(Text::kNothingMeasured), tr(Text::kNothingMeasuredHelp));
  ImGui::Dummy({0, 6});
  const float width =
      ImGui::CalcTextSize(tr(Text::kMeasureFunctions)).x + ImGui::CalcTextSize(tr(Text::kMeasureSizes)).x + 44;
  ImGui::SetCursorPosX(std::max(0.0f, (ImGui::GetContentRegionAvail().x - width) / 2));
  draw_buttons(ui);
}

std::string factor_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 9.95 ? "%.1f" : "%.0f", value);
  // Two that the first digit after the point does not tell apart.
  if (value < 1.95) std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

}  // namespace

const MeasuredFunction* measured_function(Panels& ui) {
  const MeasureData& data = ui.model.measured();
  ui.measure.headline.clear();
  ui.measure.drawn = true;
  if (!data.run) return invite(ui), nullptr;
  if (data.running) draw_progress(ui, data.all > 0 ? data.done / data.all : 0, data.now, tr(Text::kRunningProgram));
  else draw_buttons(ui);
  if (data.stopped) ImGui::TextDisabled("%s", tr(Text::kBenchStopped));
  if (!data.error.empty()) ImGui::TextWrapped("%s", data.error.c_str());
  if (data.functions.empty()) {
    if (!data.running && !data.stopped && data.error.empty()) ImGui::TextWrapped("%s", tr(Text::kNothingCompiled));
    return nullptr;
  }
  if (data.source != ui.model.shown().source) ImGui::TextWrapped("%s", tr(Text::kMeasuredOther));
  std::vector<std::string> labels;
  for (const MeasuredFunction& f : data.functions) labels.push_back(f.name);
  int chosen = static_cast<int>(std::min(ui.measure.function, data.functions.size() - 1));
  if (labels.size() > 1) segmented("function", labels, chosen, true);
  ui.measure.function = static_cast<size_t>(chosen);
  const MeasuredFunction& f = data.functions[ui.measure.function];
  if (f.error.empty() || f.own.ratio.samples) return &f;
  char text[400];
  std::snprintf(text, sizeof text, tr(Text::kNotMeasured), f.name.c_str(), f.error.c_str());
  ImGui::TextWrapped("%s", text);
  return nullptr;
}

void draw_headline(Panels& ui, const MeasuredFunction& f) {
  const Spread& r = f.own.ratio;
  const Palette& p = palette();
  if (!r.samples) return ImGui::TextWrapped("%s", tr(Text::kNothingCompiled));
  char text[160];
  ImU32 colour = p.text;
  switch (faster_side(r)) {
    case Faster::kCompiled:
      std::snprintf(text, sizeof text, tr(Text::kTimesAsFast), factor_text(r.median).c_str(),
                    factor_text(r.low).c_str(), factor_text(r.high).c_str());
      colour = p.good;
      break;
    case Faster::kEager:
      std::snprintf(text, sizeof text, tr(Text::kTimesAsFastEager), factor_text(1 / r.median).c_str(),
                    factor_text(1 / r.high).c_str(), factor_text(1 / r.low).c_str());
      colour = p.warn;
      break;
    case Faster::kNeither:
      std::snprintf(text, sizeof text, tr(Text::kNoDifference), factor_text(r.low).c_str(),
                    factor_text(r.high).c_str());
      break;
  }
  ui.measure.headline = text;
  ImGui::PushFont(bold());
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextWrapped("%s: %s", f.name.c_str(), text);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, p.dim);
  char rounds[96];
  std::snprintf(rounds, sizeof rounds, tr(Text::kRounds), static_cast<int>(r.samples));
  ImGui::TextWrapped("%s  ·  %s", f.inputs.c_str(), rounds);
  ImGui::PopStyleColor();
}

std::string share_text(double us, double bytes, double flops, const Ceilings& ceilings) {
  const CeilingShare share = ceiling_share(us, bytes, flops, ceilings);
  char text[64];
  switch (share.of) {
    case CeilingShare::Of::kNothing: return "";
    case CeilingShare::Of::kCache: return tr(Text::kRunsFromCache);
    case CeilingShare::Of::kCopy:
    case CeilingShare::Of::kProducts: break;
  }
  const bool copy = share.of == CeilingShare::Of::kCopy;
  std::snprintf(text, sizeof text, tr(copy ? Text::kOfCopy : Text::kOfProduct), share.part * 100);
  return text;
}

scene::MeasureWords measure_words() {
  return {tr(Text::kEagerRun),
          tr(Text::kCompiledRun),
          tr(Text::kRangeOf),
          tr(Text::kLine),
          tr(Text::kWorkTotal),
          tr(Text::kWorkTotalOne),
          time_text,
          [](const std::string& text) { return translated(text); }};
}

}  // namespace vt::ui
