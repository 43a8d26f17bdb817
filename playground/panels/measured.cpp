// Measurements of the program's compiled functions: both sides with their spread, launches, fraction of the machine's
// peak, break-even of compiling, and a curve over sizes.
#include <algorithm>

#include "playground/core/measure_view.h"
#include "playground/core/scene_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr ImGuiTableFlags kTable =
    ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit;

std::string launches_text(const Launches& l) {
  std::string text = std::to_string(l.all());
  auto add = [&](uint64_t n, Text what) {
    char part[64];
    std::snprintf(part, sizeof part, tr(what), static_cast<int>(n));
    if (n) text += std::string("  ·  ") + part;
  };
  add(l.kernels, Text::kKernelCount), add(l.library_calls, Text::kLibraryCount);
  add(l.interpreted, Text::kInterpretedCount), add(l.eager_ops, Text::kEagerCount);
  return text;
}

void draw_side(Text name, const Spread& us, const Launches& launches, const std::string& share) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(tr(name));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(time_text(us.median).c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s – %s", time_text(us.low).c_str(), time_text(us.high).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kSpreadHelp));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(launches_text(launches).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(share.c_str());
}

void draw_sides(const MeasuredFunction& f, const Ceilings& ceilings) {
  const float height = 3 * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y + 1) + 14;
  if (!ImGui::BeginTable("sides", 5, kTable | ImGuiTableFlags_ScrollX, {0, height})) return;
  for (Text title : {Text::kSide, Text::kMedian, Text::kSpread, Text::kLaunches, Text::kOfCeiling})
    ImGui::TableSetupColumn(tr(title));
  ImGui::TableHeadersRow();
  auto share = [&](const Spread& us) { return share_text(us.median, f.own.bytes, f.flops, ceilings); };
  draw_side(Text::kEagerRun, f.own.eager_us, f.eager, share(f.own.eager_us));
  draw_side(Text::kCompiledRun, f.own.compiled_us, f.compiled, share(f.own.compiled_us));
  ImGui::EndTable();
}

void draw_facts(const MeasuredFunction& f, const Ceilings& ceilings) {
  char text[200];
  ImGui::PushStyleColor(ImGuiCol_Text, palette().text);
  const std::string cost = time_text(f.compiling_us);
  if (uint64_t pays = f.pays_after())
    std::snprintf(text, sizeof text, tr(Text::kPaysAfter), cost.c_str(), static_cast<long long>(pays));
  else
    std::snprintf(text, sizeof text,
                  tr(faster_side(f.own.ratio) == Faster::kNeither ? Text::kPaysUnknown : Text::kNeverPays),
                  cost.c_str());
  ImGui::TextWrapped("%s", text);
  std::snprintf(text, sizeof text, tr(Text::kBytesOfCall), bytes_text(f.own.bytes).c_str());
  std::string bytes = text;
  if (f.flops > 0) {
    std::snprintf(text, sizeof text, tr(Text::kFlopsOfCall), f.flops / 1e6);
    bytes += std::string("  ·  ") + text;
  }
  ImGui::TextWrapped("%s", bytes.c_str());
  ImGui::PopStyleColor();
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  if (ceilings.copy > 0) {
    std::snprintf(text, sizeof text, tr(Text::kCeilings), ceilings.copy / 1000, ceilings.flops / 1000);
    ImGui::TextWrapped("%s", text);
  }
  for (const std::string& note : measuring_notes(f)) ImGui::TextWrapped("%s", translated(note).c_str());
  ImGui::PopStyleColor();
}

// The points of the curve as a table.
void draw_points(const MeasuredFunction& f, const Ceilings& ceilings) {
  if (!ImGui::BeginTable("points", 5, kTable)) return;
  for (Text title : {Text::kSize, Text::kEagerRun, Text::kCompiledRun, Text::kRatio, Text::kOfCeiling})
    ImGui::TableSetupColumn(tr(title));
  ImGui::TableHeadersRow();
  for (const MeasuredPoint& p : f.curve) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Text("%lld", static_cast<long long>(p.size));
    ImGui::TableNextColumn();
    if (!p.error.empty()) {
      ImGui::TextWrapped("%s", p.error.c_str());
      continue;
    }
    ImGui::TextUnformatted(time_text(p.eager_us.median).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(time_text(p.compiled_us.median).c_str());
    ImGui::TableNextColumn();
    ImGui::Text("%.2f×  (%.2f – %.2f)", p.ratio.median, p.ratio.low, p.ratio.high);
    ImGui::TableNextColumn();
    const double flops = f.own_size ? f.flops * static_cast<double>(p.size) / static_cast<double>(f.own_size) : 0;
    ImGui::TextUnformatted(share_text(p.compiled_us.median, p.bytes, flops, ceilings).c_str());
  }
  ImGui::EndTable();
}

void draw_curve(Panels& ui, const MeasuredFunction& f, const Ceilings& ceilings) {
  char text[300];
  if (!f.fixed.empty()) {
    std::snprintf(text, sizeof text, tr(Text::kSizesFixed), translated(f.fixed).c_str());
    return ImGui::TextWrapped("%s", text);
  }
  if (f.curve.empty()) return;
  section(tr(Text::kOverSizes));
  std::snprintf(text, sizeof text, tr(f.dynamic ? Text::kOneGraphForSizes : Text::kCompiledForSizes), f.axis,
                f.axis_inputs);
  ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
  ImGui::TextWrapped("%s", text);
  ImGui::PopStyleColor();
  const float width = std::max(160.0f, std::min(900.0f, ImGui::GetContentRegionAvail().x - 4));
  DrawnScene curve = prepare(scene::curve_scene(f, width, measure_words()));
  still_scene(ui, "curve", curve);
  ui.measure.points = static_cast<int>(curve.scene.elements.size());
  draw_points(f, ceilings);
}

}  // namespace

void draw_measured(Panels& ui) {
  ui.measure.points = 0;
  const MeasuredFunction* f = measured_function(ui);
  if (!f) return;
  if (!f->own.ratio.samples) return draw_headline(ui, *f);
  const Ceilings& ceilings = ui.model.measured().ceilings;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 240.0f);  // if the window is low, the panel scrolls
  if (ImGui::BeginChild("measured", {0, height})) {
    draw_headline(ui, *f);
    ImGui::Dummy({0, 4});
    draw_sides(*f, ceilings);
    draw_facts(*f, ceilings);
    draw_curve(ui, *f, ceilings);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
