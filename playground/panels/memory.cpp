// The memory plan: every intermediate as a box over the steps during which it lives and the
// bytes of the arena that it has; below, every buffer with who makes it and who reads it last.
#include <algorithm>
#include <cstdlib>
#include <map>

#include "playground/core/pointing_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr float kNameWide = 190;  // longer names end in …

// The columns of the engine's table, in its order.
enum Column { kName, kKind, kType, kBytes, kFirst, kLast, kOffset, kReuses, kProducer, kLastUser };

// What the program calls the inputs that the graph has numbered.
struct OwnNames {
  std::string made_for;
  std::map<uint32_t, std::string> of_item;  // of captured nodes
};

const OwnNames& own_names(Panels& ui, const RunData& run) {
  static OwnNames names;
  const std::vector<size_t> captured = run.select({Stage::kFx}, ui.compile());
  const Artifact* body = captured.empty() ? nullptr : ui.model.body(captured.front());
  const std::string made_for = std::to_string(run.run) + (body ? "+" : "-") + ui.compile();
  if (names.made_for == made_for) return names;
  names = {made_for, {}};
  for (const DiagramNode& node : body ? body->diagram.nodes : std::vector<DiagramNode>())
    if (node.category == "input" || node.category == "weight")
      names.of_item.emplace(static_cast<uint32_t>(node.item), node.label);
  return names;
}

std::string own_name(const RunData& run, const OwnNames& names, const Table::Row& row) {
  std::vector<ItemId> todo = row.cells[kKind] == "input" ? row.items : std::vector<ItemId>();
  for (size_t i = 0; i < todo.size() && i < 64; ++i) {
    if (auto found = names.of_item.find(static_cast<uint32_t>(todo[i])); found != names.of_item.end())
      return found->second;
    if (const Item* item = run.item(todo[i])) todo.insert(todo.end(), item->origins.begin(), item->origins.end());
  }
  return row.cells[kName];
}

double number(const std::string& text) { return std::atof(text.c_str()); }

bool has_place(const Table::Row& row) { return !row.cells[kOffset].empty(); }

void draw_bar(double arena, double plain) {
  const Palette& p = palette();
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = std::min(420.0f, ImGui::GetContentRegionAvail().x - 20);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + 8}, with_alpha(p.faint, 0.35f), 4);
  draw->AddRectFilled(at, {at.x + width * static_cast<float>(arena / plain), at.y + 8}, p.accent, 4);
  ImGui::Dummy({width, 10});
  char text[160];
  if (arena < plain)
    std::snprintf(text, sizeof text, tr(Text::kArena), bytes_text(arena).c_str(), bytes_text(plain).c_str());
  else std::snprintf(text, sizeof text, tr(Text::kArenaWhole), bytes_text(arena).c_str());
  ImGui::TextDisabled("%s", text);
}

void explain(const Table::Row& row, const std::string& name) {
  ImGui::BeginTooltip();
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(name.c_str());
  ImGui::PopFont();
  if (name != row.cells[kName]) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", row.cells[kName].c_str());
  }
  ImGui::TextDisabled("%s  ·  %s", row.cells[kType].c_str(), bytes_text(number(row.cells[kBytes])).c_str());
  auto line = [](Text label, const std::string& value) {
    if (value.empty()) return;
    ImGui::TextDisabled("%s", tr(label));
    ImGui::SameLine(110);
    ImGui::TextUnformatted(value.c_str());
  };
  line(Text::kMadeBy, row.cells[kProducer]);
  line(Text::kLastReadBy, row.cells[kLastUser]);
  line(Text::kInPlaceOf, row.cells[kReuses]);
  ImGui::EndTooltip();
}

// Lifetime from left to right, offset from top to bottom.
void draw_chart(Panels& ui, const Table& table, double arena, int steps) {
  const Palette& p = palette();
  const float left = 66, foot = 22;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x - 12,
        height = std::clamp(ImGui::GetContentRegionAvail().y * 0.45f, 90.0f, 260.0f);
  float right = at.x + width, bottom = at.y + height;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({at.x + left, at.y}, {right, bottom}, with_alpha(p.raised, 0.55f), 4);
  auto x = [&](double step) { return at.x + left + (width - left) * static_cast<float>(step / steps); };
  auto y = [&](double bytes) { return at.y + height * static_cast<float>(bytes / arena); };
  for (int step = 0, every = std::max(1, steps / 16); step < steps; step += every) {
    draw->AddLine({x(step), at.y}, {x(step), bottom}, with_alpha(p.border, 0.8f));
    draw->AddText({x(step) + 4, bottom + 3}, p.dim, std::to_string(step).c_str());
  }
  draw->AddText({at.x, at.y}, p.dim, "0");
  draw->AddText({at.x, bottom - ImGui::GetTextLineHeight()}, p.dim, bytes_text(arena).c_str());
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const Table::Row& row = table.rows[i];
    if (!has_place(row)) continue;
    double offset = number(row.cells[kOffset]);
    ImVec2 from{x(number(row.cells[kFirst])) + 1, y(offset) + 1};
    ImVec2 to{x(number(row.cells[kLast]) + 1) - 1, std::max(from.y + 3, y(offset + number(row.cells[kBytes])) - 1)};
    int strength = ui.selection.strength(row.items);
    ImU32 colour = strength == 2 ? p.pin : strength == 1 ? p.hover : row.cells[kReuses].empty() ? p.accent : p.good;
    draw->AddRectFilled(from, to, with_alpha(colour, strength ? 0.55f : 0.30f), 3);
    draw->AddRect(from, to, colour, 3);
    if (strength) ++ui.kin_rows;
    if (to.y - from.y >= ImGui::GetTextLineHeight() &&
        ImGui::CalcTextSize(row.cells[kName].c_str()).x + 10 < to.x - from.x)
      draw->AddText({from.x + 5, from.y + 1}, p.text, row.cells[kName].c_str());
    mark_judged_place(ui, row.items, from, to);
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("box", {std::max(1.0f, to.x - from.x), std::max(1.0f, to.y - from.y)}))
      ui.selection.pin(row.items);
    ImGui::PopID();
    if (ImGui::IsItemHovered()) ui.selection.hover(row.items), explain(row, row.cells[kName]);
  }
  ImGui::SetCursorScreenPos({at.x, bottom + foot});
  ImGui::Dummy({1, 1});
}

struct ShownColumn {
  Text title;
  Column column;
  float from = 0;  // width of the panel
  bool grows = false;
};

// Names of kernels grow with what is fused: they get the room that is left, and where little
// is, they stand in what a row explains of itself when it is pointed at.
constexpr ShownColumn kShown[] = {{Text::kBuffer, kName},
                                  {Text::kKind, kKind, 440},
                                  {Text::kType, kType},
                                  {Text::kSize, kBytes},
                                  {Text::kSteps, kFirst},
                                  {Text::kInPlaceOf, kReuses, 760},
                                  {Text::kMadeBy, kProducer, 540, true},
                                  {Text::kLastReadBy, kLastUser, 540, true}};

std::string cell_text(const Table::Row& row, Column column) {
  const std::string& cell = row.cells[column];
  if (column == kKind) return translated(cell);
  if (column == kBytes) return bytes_text(number(cell));
  if (column == kFirst) return cell == "-1" ? "" : cell + "–" + row.cells[kLast];
  return cell;
}

void draw_row(Panels& ui, const Table::Row& row, const std::string& name, float room) {
  ImGui::TableNextRow();
  if (int strength = ui.selection.strength(row.items)) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           with_alpha(strength == 2 ? palette().pin : palette().hover, 0.22f));
    ++ui.kin_rows;
  }
  for (const ShownColumn& shown : kShown) {
    if (room < shown.from) continue;
    ImGui::TableNextColumn();
    if (shown.column == kName) {
      if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns)) ui.selection.pin(row.items);
      if (ImGui::IsItemHovered()) ui.selection.hover(row.items), explain(row, name);
      ImGui::SameLine(0, 0);
    }
    std::string text =
        shown.column == kName ? cut_to(name, std::min(kNameWide, 0.34f * room)) : cell_text(row, shown.column);
    if (shown.grows) elided(text, ImGui::GetContentRegionAvail().x, palette().text);
    else ImGui::TextUnformatted(text.c_str());
  }
}

void draw_rows(Panels& ui, const RunData& run, const Table& table) {
  const OwnNames& names = own_names(ui, run);
  ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerH;
  ImVec2 room = ImGui::GetContentRegionAvail();
  auto columns = static_cast<int>(
      std::count_if(std::begin(kShown), std::end(kShown), [&](const ShownColumn& c) { return room.x >= c.from; }));
  ImGui::PushID(columns);
  if (ImGui::BeginTable("buffers", columns, flags, room)) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const ShownColumn& shown : kShown)
      if (room.x >= shown.from)
        ImGui::TableSetupColumn(tr(shown.title), shown.grows ? ImGuiTableColumnFlags_WidthStretch : 0);
    ImGui::TableHeadersRow();
    for (size_t i = 0; i < table.rows.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_row(ui, table.rows[i], own_name(run, names, table.rows[i]), room.x);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

}  // namespace

void draw_memory(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kMemory}, ui.compile());
  if (events.empty()) return empty_of_compile(ui, tr(Text::kNoMemory), tr(Text::kNoMemoryHelp));
  size_t index = events[static_cast<size_t>(pick_half(ui, run, events))];
  const Event& event = run.events[index];
  double arena = number(fact(event, "arena_bytes")), plain = number(fact(event, "unplanned_bytes"));
  int steps = std::max(1, std::atoi(fact(event, "steps").c_str()));
  const Artifact* body = ui.model.body(index);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (plain > 0) {
    draw_bar(arena, plain);
    draw_chart(ui, body->table, arena, steps);
  } else {
    ImGui::TextDisabled("%s", tr(Text::kNoIntermediates));
  }
  draw_rows(ui, run, body->table);
}

}  // namespace vt::ui
