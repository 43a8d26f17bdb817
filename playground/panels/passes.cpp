// The passes as a list: what each did, how long it took, and a switch to compile without it. Below
// it any two of the graphs between them, with what is different.
#include <algorithm>
#include <array>
#include <optional>

#include "playground/core/graph_sides.h"
#include "playground/core/scene_draw.h"
#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"
#include "playground/scene/difference.h"
#include "playground/scene/graph_scene.h"

namespace vt::ui {
namespace {

using scene::Change;
using scene::PassEntry;

constexpr float kListBeside = 900, kListWidth = 420;  // in a wide panel the list stands left of the graphs
constexpr size_t kMostNames = 300;                    // characters of a tooltip's list

void number(size_t count, Change change, bool dim) {
  ImGui::TableNextColumn();
  if (count == 0) return;
  std::string text = std::to_string(count);
  float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, room));
  ImU32 colour = dim                       ? palette().dim
                 : change == Change::kSame ? palette().text
                                           : role_colour(scene::change_role(change));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", text.c_str());
}

void explain(const PassEntry& e, const Event& event) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(420);
  ImGui::TextUnformatted(entry_title(e, false).c_str());
  if (!e.doc.empty() && e.kind != PassEntry::Kind::kCut) ImGui::TextDisabled("%s", translated(e.doc).c_str());
  for (const char* list : {"removed", "added", "rewritten"}) {
    std::string names = fact(event, list);
    if (names.empty()) continue;
    if (names.size() > kMostNames) names = names.substr(0, names.rfind(',', kMostNames)) + ", …";
    Change change = *list == 'a' ? Change::kAdded : list[2] == 'm' ? Change::kRemoved : Change::kRewritten;
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(role_colour(scene::change_role(change))), "%s %s",
                       scene::change_sign(change), names.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

// Off: the program is compiled again without this pass.
void draw_switch(Panels& ui, const PassEntry& e) {
  ImGui::TableNextColumn();
  if (e.kind != PassEntry::Kind::kPass) return;
  bool on = !ui.skipped_passes.contains(e.name);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {1, 1});
  if (ImGui::Checkbox("##on", &on)) {
    on ? static_cast<void>(ui.skipped_passes.erase(e.name)) : static_cast<void>(ui.skipped_passes.insert(e.name));
    ui.wants_run = true;
  }
  ImGui::PopStyleVar();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kPassSwitchHelp));
}

void choose(Panels& ui, const PassEntry& e, bool as_left) {
  if (as_left) ui.passes.sides[0] = {false, "", e.id};
  else ui.passes.sides[0] = {}, ui.passes.sides[1] = {false, "", e.id};
  ui.passes.looks[0] = ui.passes.looks[1] = {};
}

// What the engine's passes begin with is no pass, and a program's own passes tell no counts: counted here by identity.
void count_first_graphs(Panels& ui, const RunData& run, std::vector<PassEntry>& list) {
  static std::map<std::pair<uint32_t, size_t>, std::array<size_t, 3>> known;
  if (!known.empty() && known.begin()->first.first != run.run) known.clear();
  for (PassEntry& e : list) {
    if (e.kind == PassEntry::Kind::kCaptured || e.kind == PassEntry::Kind::kPass || e.before < 0) continue;
    auto found = known.find({run.run, e.event});
    if (found == known.end()) {
      std::optional<scene::GraphDifference> d =
          difference_of(ui, run, ui.compile(), list[static_cast<size_t>(e.before)], e);
      if (!d) continue;  // a graph is still on its way
      std::array<size_t, 3> counts{d->count(Change::kRemoved), d->count(Change::kAdded), d->count(Change::kRewritten)};
      found = known.emplace(std::pair(run.run, e.event), counts).first;
    }
    e.removed = found->second[0], e.added = found->second[1], e.rewritten = found->second[2];
  }
}

void draw_entry(Panels& ui, const RunData& run, const PassEntry& e, bool reveal, bool with_nodes) {
  const Palette& p = palette();
  bool left = ui.passes.shown[0] == e.id, right = ui.passes.shown[1] == e.id, dim = e.did_nothing();
  ImGui::TableNextRow();
  if (left || right) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(p.accent, right ? 0.22f : 0.08f));
  draw_switch(ui, e);
  ImGui::TableNextColumn();
  std::string name = entry_title(e, false);
  ImGui::PushStyleColor(ImGuiCol_Text, dim ? p.dim : p.text);
  // The whole row is the target; the name is written over it, cut to its column.
  ImGui::PushStyleColor(ImGuiCol_Header, 0);
  bool clicked = ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns);
  bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort);
  ImGui::PopStyleColor();
  if (reveal && right) ImGui::SetScrollHereY(0.5f);
  ImGui::SameLine(0, 0);
  float room = ImGui::GetContentRegionAvail().x;
  std::string text = name + (e.switched_off ? std::string("  ") + tr(Text::kPassOff) : std::string());
  ImGui::TextUnformatted(cut_to(text, room).c_str());
  ImGui::PopStyleColor();
  number(e.removed, Change::kRemoved, dim);
  number(e.added, Change::kAdded, dim);
  number(e.rewritten, Change::kRewritten, dim);
  if (with_nodes) number(e.nodes, Change::kSame, true);
  ImGui::TableNextColumn();
  if (e.time_us >= 0) ImGui::TextDisabled("%.*f", e.time_us < 99.95 ? 1 : 0, e.time_us);
  if (hovered) explain(e, run.events[e.event]);
  if (clicked) choose(ui, e, ImGui::GetIO().KeyShift);
}

void draw_heading(const PassEntry& e) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TableNextColumn();
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(half_title(e.half));
  ImGui::PopFont();
}

void draw_table(Panels& ui, const RunData& run, const std::vector<PassEntry>& list, float height, bool reveal) {
  const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX;
  const bool with_nodes = ImGui::GetContentRegionAvail().x >= kListWidth;  // narrower ones need the room for names
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {4, 2});
  const bool drawn = ImGui::BeginTable("passes", with_nodes ? 7 : 6, flags, {0, height});
  ImGui::PopStyleVar();
  if (!drawn) return;
  auto fixed = [](const char* title, const char* widest) {
    float width = std::max(ImGui::CalcTextSize(widest).x, ImGui::CalcTextSize(title).x);
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed, width);
  };
  ImGui::TableSetupColumn("##switch", ImGuiTableColumnFlags_WidthFixed, ImGui::GetTextLineHeight() + 2);
  ImGui::TableSetupColumn(tr(Text::kPassName), ImGuiTableColumnFlags_WidthStretch);
  for (Change change : {Change::kRemoved, Change::kAdded, Change::kRewritten}) fixed(scene::change_sign(change), "000");
  if (with_nodes) fixed(tr(Text::kNodes), "0000");
  fixed("µs", "00000");
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  std::string half;
  bool halves = std::any_of(list.begin(), list.end(), [](const PassEntry& e) { return e.half == "joint"; });
  for (size_t i = 0; i < list.size(); ++i) {
    const PassEntry& e = list[i];
    if (e.kind == PassEntry::Kind::kCaptured) continue;  // not a pass; the sides offer it
    ImGui::PushID(static_cast<int>(i));
    if (halves && e.half != half) draw_heading(e);
    half = e.half;
    draw_entry(ui, run, e, reveal, with_nodes);
    ImGui::PopID();
  }
  ImGui::EndTable();
}

// The arrow keys go from one pass that did something to the next.
bool step_by_keys(Panels& ui, const std::vector<PassEntry>& list) {
  if (ImGui::GetIO().WantTextInput || !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return false;
  int step = ImGui::IsKeyPressed(ImGuiKey_DownArrow) ? 1 : ImGui::IsKeyPressed(ImGuiKey_UpArrow) ? -1 : 0;
  if (step == 0) return false;
  int at = shown_entry(ui, list), next = scene::next_entry(list, at, step);
  if (next == at) return false;
  choose(ui, list[static_cast<size_t>(next)], false);
  ui.passes.shown[0].clear(), ui.passes.shown[1] = list[static_cast<size_t>(next)].id;
  ui.wants_frames = 2;
  return true;
}

void draw_skipped(Panels& ui) {
  if (ui.skipped_passes.empty()) return;
  std::string names;
  for (const std::string& name : ui.skipped_passes) names += (names.empty() ? "" : ", ") + name;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette().warn), tr(Text::kPassesOff), names.c_str());
  ImGui::SameLine(0, 10);
  if (!ImGui::SmallButton(tr(Text::kAllOn))) return;
  ui.skipped_passes.clear();
  ui.wants_run = true;
}

}  // namespace

void draw_passes(Panels& ui) {
  const RunData& run = ui.model.shown();
  draw_skipped(ui);
  if (run.select({Stage::kPasses}, ui.compile()).empty())
    return empty_of_compile(ui, tr(run.reached(Stage::kFx) ? Text::kNoPasses : Text::kNoGraph), tr(Text::kNotLowered));
  ui.passes.list = passes_of(run, ui.compile());
  count_first_graphs(ui, run, ui.passes.list);
  const std::vector<PassEntry>& list = ui.passes.list;
  if (!ImGui::BeginChild("passes panel", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs))
    return ImGui::EndChild();
  bool reveal = step_by_keys(ui, list);
  ImVec2 room = ImGui::GetContentRegionAvail();
  float rows = static_cast<float>(list.size() + 1) * (ImGui::GetTextLineHeight() + 5) + 12;
  if (room.x >= kListBeside) {
    if (ImGui::BeginChild("list", {kListWidth, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs))
      draw_table(ui, run, list, 0, reveal);
    ImGui::EndChild();
    ImGui::SameLine(0, 12);
    if (ImGui::BeginChild("sides", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) draw_sides(ui);
    ImGui::EndChild();
  } else {
    draw_table(ui, run, list, std::min(rows, room.y * 0.4f), reveal);
    draw_sides(ui);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
