// The values of a graph's nodes in one call: a row per node with distribution, range, NaN count and error of compiled
// against eager; a click opens the whole tensor, page by page.
#include <algorithm>
#include <cmath>

#include "playground/core/scene_draw.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"
#include "playground/scene/value_glyphs.h"

namespace vt::ui {
namespace {

constexpr float kGlyphWidth = 76, kNumber = 7.8f;  // width of a column in digits

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string type_text(const ValueSummary& n) {
  std::string text = n.dtype + "[";
  for (size_t i = 0; i < n.sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(n.sizes[i]);
  return text + "]";
}

void show_values_button(Panels& ui) {
  if (ImGui::Button(tr(Text::kShowValues))) ui.values = ui.wants_run = true;
}

void draw_finding(Panels& ui, const GraphValues& graph, int node, Text found, Text none, ImU32 colour) {
  char text[300];
  if (node < 0) return ImGui::TextDisabled("%s", tr(none));
  const ValueSummary& n = graph.nodes[static_cast<size_t>(node)];
  std::snprintf(text, sizeof text, tr(found), n.name.c_str(), n.line);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextWrapped("%s", text);
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ui.selection.hover(n.items);
  if (ImGui::IsItemClicked()) ui.selection.pin(n.items);
  if (colour == palette().bad) ui.values_view.first_bad = text;
}

void draw_findings(Panels& ui, const GraphValues& graph) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled(tr(Text::kCallOf), static_cast<int>(graph.call), static_cast<int>(graph.calls));
  ImGui::SameLine();
  show_values_button(ui);
  const int infinite = first_infinite_node(graph);
  if (const int nan = first_nan_node(graph); nan >= 0 || infinite < 0)
    draw_finding(ui, graph, nan, Text::kFirstNan, Text::kAllFinite, palette().bad);
  else draw_finding(ui, graph, infinite, Text::kFirstInfinite, Text::kAllFinite, palette().warn);
  const bool any =
      std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const ValueSummary& n) { return n.compared; });
  if (any)
    draw_finding(ui, graph, first_different_node(graph), Text::kFirstDifferent, Text::kNoDifferent, palette().warn);
  if (graph.not_compared.empty()) return;
  char text[300];
  std::snprintf(text, sizeof text, tr(Text::kNotCompared), translated(graph.not_compared).c_str());
  ImGui::TextWrapped("%s", text);
}

// Draws the glyph of a value, as in the graph's nodes, at the cursor.
void draw_glyph(const ValueSummary& n, float width, float height) {
  scene::Scene glyph;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  scene::draw_value_glyph(glyph, n, {at.x, at.y, width, height}, scene::kNoElement);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const scene::Mark& mark : glyph.marks)
    if (const auto* box = std::get_if<scene::Box>(&mark))
      draw->AddRectFilled({box->rect.x, box->rect.y}, {box->rect.right(), box->rect.bottom()},
                          role_colour(box->style.fill, box->style.fill_alpha), box->radius);
  ImGui::Dummy({width, height});
}

// Optional columns: NaN only if there is any, error only if values were compared.
struct Columns {
  bool bad = false, compared = false;
  int count() const { return 5 + bad + compared; }
};

void draw_row(Panels& ui, const ValueSummary& n, int index, const Columns& columns) {
  const Palette& p = palette();
  ImGui::PushID(index);
  ImGui::TableNextRow();
  const int strength = ui.selection.strength(n.items);
  if (strength) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, with_alpha(strength == 2 ? p.pin : p.hover, 0.2f));
  if (strength) ++ui.kin_rows;
  ImGui::TableNextColumn();
  if (ImGui::Selectable("##open", false, ImGuiSelectableFlags_SpanAllColumns, {0, 22})) {
    ui.values_view.node = index;
    ui.values_view.window = {};
    ui.selection.pin(n.items);
  }
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ui.selection.hover(n.items);
  ImGui::SameLine(0, 0);
  elided(n.name, ImGui::GetContentRegionAvail().x, n.nan ? p.bad : p.text);
  if (hovered) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(420);
    ImGui::TextUnformatted((n.name + "  " + type_text(n)).c_str());
    if (n.line > 0) ImGui::TextDisabled(tr(Text::kLine), n.line);
    if (n.compared)
      ImGui::TextDisabled(tr(Text::kErrorHelp), number_text(n.absolute_error).c_str(),
                          number_text(n.relative_error).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::TableNextColumn();
  draw_glyph(n, kGlyphWidth, 22);
  if (columns.bad) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, n.nan ? p.bad : p.warn);
    if (n.bad()) ImGui::Text("%lld / %lld", static_cast<long long>(n.nan), static_cast<long long>(n.infinite));
    ImGui::PopStyleColor();
  }
  if (columns.compared) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, n.differ ? p.warn : p.dim);
    if (n.compared) ImGui::TextUnformatted(number_text(n.absolute_error).c_str());
    ImGui::PopStyleColor();
  }
  for (double value : {n.least, n.mean, n.greatest}) {
    ImGui::TableNextColumn();
    if (n.has_finite()) ImGui::TextUnformatted(number_text(value).c_str());
  }
  ImGui::PopID();
}

void draw_list(Panels& ui, const GraphValues& graph) {
  draw_findings(ui, graph);
  Columns columns;
  for (const ValueSummary& n : graph.nodes) columns.bad |= n.bad(), columns.compared |= n.compared;
  const float letter = ImGui::CalcTextSize("0").x, room = ImGui::GetContentRegionAvail().x;
  const float others = kGlyphWidth + letter * kNumber * static_cast<float>(columns.count() - 2) +
                       10 * static_cast<float>(columns.count());
  // The name column gets the remaining width; if that is too little, the last columns scroll.
  const float name = std::clamp(room - others, std::min(110.0f, room * 0.35f), 360.0f);
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit |
                                ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("nodes", columns.count(), flags, {0, std::max(160.0f, ImGui::GetContentRegionAvail().y)}))
    return;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableSetupColumn(tr(Text::kNode), ImGuiTableColumnFlags_WidthFixed, name);
  ImGui::TableSetupColumn(tr(Text::kDistribution), ImGuiTableColumnFlags_WidthFixed, kGlyphWidth);
  if (columns.bad) ImGui::TableSetupColumn("NaN / ∞", ImGuiTableColumnFlags_WidthFixed, letter * kNumber);
  for (Text title : {Text::kErrorOf, Text::kLeast, Text::kMean, Text::kGreatest})
    if (title != Text::kErrorOf || columns.compared)
      ImGui::TableSetupColumn(tr(title), ImGuiTableColumnFlags_WidthFixed, letter * kNumber);
  ImGui::TableHeadersRow();
  bool backward = false;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].backward && !backward) {
      backward = true;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%s", tr(Text::kGradientHalf));
    }
    draw_row(ui, graph.nodes[i], static_cast<int>(i), columns);
    ++ui.values_view.shown;
  }
  ImGui::EndTable();
}

// Chooses the axes for rows and columns, and the index on each other axis.
void choose_slice(TensorWindow& window, const std::vector<int64_t>& sizes) {
  const int rank = static_cast<int>(sizes.size());
  window.at.resize(sizes.size(), 0);
  if (window.column_axis < 0 || window.column_axis >= rank) window.column_axis = rank - 1;
  if (window.row_axis < 0 || window.row_axis >= rank) window.row_axis = rank - 2;
  if (rank < 3) return;
  auto pick = [&](const char* id, Text label, int& axis, int other) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", tr(label));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(64);
    if (!ImGui::BeginCombo(id, std::to_string(axis).c_str())) return;
    for (int i = 0; i < rank; ++i)
      if (i != other && ImGui::Selectable(std::to_string(i).c_str(), i == axis))
        axis = i, window.at.assign(sizes.size(), 0);
    ImGui::EndCombo();
  };
  pick("##rows", Text::kRowsAxis, window.row_axis, window.column_axis);
  ImGui::SameLine();
  pick("##columns", Text::kColumnsAxis, window.column_axis, window.row_axis);
  for (int i = 0; i < rank; ++i) {
    if (i == window.row_axis || i == window.column_axis || sizes[static_cast<size_t>(i)] < 2) continue;
    char label[48];
    std::snprintf(label, sizeof label, tr(Text::kAxisAt), i);
    int at = static_cast<int>(window.at[static_cast<size_t>(i)]);
    ImGui::SetNextItemWidth(std::min(220.0f, ImGui::GetContentRegionAvail().x * 0.6f));
    if (ImGui::SliderInt(label, &at, 0, static_cast<int>(sizes[static_cast<size_t>(i)]) - 1))
      window.at[static_cast<size_t>(i)] = at;
  }
}

// Buttons to move along an axis by whole pages.
void page_buttons(const char* id, TensorWindow& window, int axis, int64_t size, int64_t step) {
  if (axis < 0 || size <= step) return;
  int64_t& at = window.at[static_cast<size_t>(axis)];
  ImGui::PushID(id);
  ImGui::BeginDisabled(at == 0);
  if (ImGui::Button("←")) at = std::max<int64_t>(0, at - step);
  ImGui::EndDisabled();
  ImGui::SameLine(0, 4);
  char text[96];
  std::snprintf(text, sizeof text, tr(Text::kAxisAt), axis);
  ImGui::TextDisabled("%s: %lld–%lld / %lld", text, static_cast<long long>(at),
                      static_cast<long long>(std::min(size, at + step) - 1), static_cast<long long>(size));
  ImGui::SameLine(0, 4);
  ImGui::BeginDisabled(at + step >= size);
  if (ImGui::Button("→")) at = std::min(size - 1, at + step);
  ImGui::EndDisabled();
  ImGui::PopID();
  ImGui::SameLine(0, 16);
}

ImU32 value_colour(double value, double largest) {
  if (!std::isfinite(value)) return with_alpha(palette().bad, 0.75f);
  const float strength = largest > 0 ? static_cast<float>(std::min(1.0, std::fabs(value) / largest)) : 0;
  return with_alpha(value < 0 ? palette().accent : palette().warn, 0.08f + 0.72f * strength);
}

// The page as text rows, for screen readers and export.
std::string page_text(const TensorPage& page, const std::vector<double>& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    const bool ends = (i + 1) % static_cast<size_t>(std::max<int64_t>(1, page.window.columns)) == 0;
    text += "| " + number_text(values[i]) + (ends ? "\n" : " ");
  }
  return text;
}

void draw_page(Panels& ui, const TensorPage& page, const ValueSummary& n) {
  if (!page.problem.empty()) return ImGui::TextWrapped("%s", translated(page.problem).c_str());
  ValuesView& view = ui.values_view;
  std::vector<double> values = view.side == 1 ? page.compiled : page.values;
  if (view.side == 2)
    for (size_t i = 0; i < values.size(); ++i) values[i] = page.compiled[i] - values[i];
  double largest = view.side == 2 ? n.absolute_error : std::max(std::fabs(n.least), std::fabs(n.greatest));
  if (!ImGui::BeginChild("page", {0, std::max(120.0f, ImGui::GetContentRegionAvail().y)}, ImGuiChildFlags_None,
                         ImGuiWindowFlags_HorizontalScrollbar))
    return ImGui::EndChild();
  ImGui::PushFont(mono());
  if (ui.twin) ui.twin->text(page_text(page, values));
  const float width = ImGui::CalcTextSize("0").x * 10, height = ImGui::GetTextLineHeight() + 6;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImGui::Dummy({width * static_cast<float>(page.window.columns), height * static_cast<float>(page.window.rows)});
  const ImVec2 mouse = ImGui::GetMousePos();
  for (int64_t r = 0; r < page.window.rows; ++r)
    for (int64_t c = 0; c < page.window.columns; ++c) {
      const double value = values[static_cast<size_t>(r * page.window.columns + c)];
      const ImVec2 low{at.x + width * static_cast<float>(c), at.y + height * static_cast<float>(r)};
      const ImVec2 high{low.x + width - 2, low.y + height - 2};
      ++view.shown;
      if (!ImGui::IsRectVisible(low, high)) continue;
      draw->AddRectFilled(low, high, value_colour(value, largest), 2);
      char text[32];
      std::snprintf(text, sizeof text, "%.4g", value);
      draw->AddText({high.x - ImGui::CalcTextSize(text).x - 4, low.y + 2}, palette().text, text);
      if (!ImGui::IsWindowHovered() || mouse.x < low.x || mouse.x >= high.x || mouse.y < low.y || mouse.y >= high.y)
        continue;
      std::string index = "[";
      for (size_t axis = 0; axis < n.sizes.size(); ++axis) {
        int64_t place = page.window.at[axis];
        if (static_cast<int>(axis) == page.window.row_axis) place += r;
        if (static_cast<int>(axis) == page.window.column_axis) place += c;
        index += (axis ? ", " : "") + std::to_string(place);
      }
      ImGui::SetTooltip("%s] = %.9g", index.c_str(), value);
    }
  ImGui::PopFont();
  ImGui::EndChild();
}

void draw_tensor(Panels& ui, const GraphValues& graph, uint32_t index) {
  ValuesView& view = ui.values_view;
  const ValueSummary& n = graph.nodes[static_cast<size_t>(view.node)];
  if (ImGui::Button(tr(Text::kAllNodes))) {
    view.node = -1;
    return;
  }
  ImGui::SameLine();
  elided(n.name + "  " + type_text(n), ImGui::GetContentRegionAvail().x, palette().text);
  if (!n.kept) return ImGui::TextWrapped("%s", tr(Text::kNotKept));
  if (n.elements == 0) return ImGui::TextDisabled("%s", tr(Text::kNoElements));
  if (n.compared) segmented("side", {tr(Text::kEagerRun), tr(Text::kCompiledRun), tr(Text::kDifferenceOf)}, view.side);
  else view.side = 0;
  choose_slice(view.window, n.sizes);
  auto size_of = [&](int axis) { return axis < 0 ? int64_t{1} : n.sizes[static_cast<size_t>(axis)]; };
  view.window.rows = view.window.columns = 32;
  page_buttons("rows", view.window, view.window.row_axis, size_of(view.window.row_axis), 32);
  page_buttons("columns", view.window, view.window.column_axis, size_of(view.window.column_axis), 32);
  ImGui::NewLine();
  const TensorPage* page = ui.model.page(index, static_cast<uint32_t>(view.node), view.window);
  if (!page) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (page->compiled.empty()) view.side = 0;
  draw_page(ui, *page, n);
}

}  // namespace

void draw_values(Panels& ui) {
  ValuesView& view = ui.values_view;
  view.shown = 0;
  view.first_bad.clear();
  const RunData& run = ui.model.shown();
  if (!run.has_values) {
    empty_state(tr(Text::kNoValues), tr(Text::kNoValuesHelp));
    ImGui::Dummy({0, 6});
    ImGui::SetCursorPosX((ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(tr(Text::kShowValues)).x - 18) / 2);
    return show_values_button(ui);
  }
  const int graph = run.values_of(ui.compile());
  if (graph < 0 || run.values[static_cast<size_t>(graph)].nodes.empty())
    return empty_of_compile(ui, tr(Text::kNoGraph), tr(Text::kNoGraphValues));
  const GraphValues& values = run.values[static_cast<size_t>(graph)];
  const std::string of = std::to_string(run.run) + ui.compile();
  if (view.of != of) view.of = of, view.node = -1;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 240.0f);  // if the window is low, the panel scrolls
  if (ImGui::BeginChild("values", {0, height})) {
    if (view.node >= 0 && view.node < static_cast<int>(values.nodes.size()))
      draw_tensor(ui, values, static_cast<uint32_t>(graph));
    else draw_list(ui, values);
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
