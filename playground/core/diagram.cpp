#include "playground/core/diagram.h"

#include <algorithm>

#include "playground/core/theme.h"

namespace vt::ui {
namespace {

constexpr const char* kStandIn = "edge";
constexpr float kBoxHeight = 46, kLayerGap = 34, kBoxGap = 18;

struct Layout {
  std::vector<ImVec2> at, size;
  ImVec2 extent{0, 0};
};

// The longest path to each node. A damaged graph with a cycle ends by the bound on rounds.
std::vector<int> layers_of(const Diagram& d) {
  std::vector<int> layer(d.nodes.size(), 0);
  bool changed = true;
  for (size_t round = 0; changed && round <= d.nodes.size(); ++round) {
    changed = false;
    for (auto [from, to] : d.edges)
      if (layer[to] < layer[from] + 1 && layer[from] < static_cast<int>(d.nodes.size()))
        layer[to] = layer[from] + 1, changed = true;
  }
  return layer;
}

// Rows ordered by the mean place of what feeds each node; ties keep the graph's order.
std::vector<std::vector<uint32_t>> rows_of(const Diagram& d) {
  std::vector<int> layer = layers_of(d);
  int depth = 0;
  for (int l : layer) depth = std::max(depth, l + 1);
  std::vector<std::vector<uint32_t>> rows(static_cast<size_t>(depth));
  for (uint32_t i = 0; i < d.nodes.size(); ++i) rows[static_cast<size_t>(layer[i])].push_back(i);
  std::vector<float> place(d.nodes.size(), 0);
  for (auto& row : rows) {
    std::vector<float> sum(d.nodes.size(), 0), count(d.nodes.size(), 0);
    for (auto [from, to] : d.edges) sum[to] += place[from], count[to] += 1;
    std::stable_sort(row.begin(), row.end(), [&](uint32_t a, uint32_t b) {
      return (count[a] ? sum[a] / count[a] : 0) < (count[b] ? sum[b] / count[b] : 0);
    });
    for (size_t i = 0; i < row.size(); ++i) place[row[i]] = static_cast<float>(i) - static_cast<float>(row.size()) / 2;
  }
  return rows;
}

// An edge over several layers gets a narrow stand-in on each, so that it keeps clear of nodes.
struct Routed {
  Diagram diagram;
  std::vector<std::vector<uint32_t>> paths;
};

Routed route(const Diagram& d) {
  Routed routed;
  std::vector<int> layer = layers_of(d);
  routed.diagram.nodes = d.nodes;
  for (auto [from, to] : d.edges) {
    std::vector<uint32_t> path{from};
    for (int l = layer[from] + 1; l < layer[to]; ++l) {
      path.push_back(static_cast<uint32_t>(routed.diagram.nodes.size()));
      routed.diagram.nodes.push_back({kNoItem, "", "", kStandIn});
    }
    path.push_back(to);
    for (size_t i = 0; i + 1 < path.size(); ++i) routed.diagram.edges.emplace_back(path[i], path[i + 1]);
    routed.paths.push_back(std::move(path));
  }
  return routed;
}

Layout lay_out(const Diagram& d) {
  Layout layout;
  layout.at.resize(d.nodes.size());
  layout.size.resize(d.nodes.size());
  auto rows = rows_of(d);
  std::vector<float> widths;
  for (auto& row : rows) {
    float width = 0;
    for (uint32_t i : row) {
      float w =
          std::max(ImGui::CalcTextSize(d.nodes[i].label.c_str()).x, ImGui::CalcTextSize(d.nodes[i].detail.c_str()).x);
      layout.size[i] = {d.nodes[i].category == kStandIn ? 8.0f : std::clamp(w + 26, 84.0f, 260.0f), kBoxHeight};
      width += layout.size[i].x + kBoxGap;
    }
    widths.push_back(width - kBoxGap);
    layout.extent.x = std::max(layout.extent.x, width - kBoxGap);
  }
  for (size_t r = 0; r < rows.size(); ++r) {
    float x = (layout.extent.x - widths[r]) / 2;
    for (uint32_t i : rows[r]) {
      layout.at[i] = {x, static_cast<float>(r) * (kBoxHeight + kLayerGap)};
      x += layout.size[i].x + kBoxGap;
    }
  }
  layout.extent.y = static_cast<float>(rows.size()) * (kBoxHeight + kLayerGap) - kLayerGap;
  return layout;
}

void draw_node(Panels& ui, const DiagramNode& node, ImVec2 at, ImVec2 size, float zoom) {
  const Palette& p = palette();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImVec2 corner{at.x + size.x, at.y + size.y};
  int strength = ui.selection.strength(node.item);
  ImU32 edge = strength == 2 ? p.pin : strength == 1 ? p.hover : p.border;
  draw->AddRectFilled(at, corner, p.surface, 7 * zoom);
  if (strength) draw->AddRectFilled(at, corner, with_alpha(edge, 0.22f), 7 * zoom), ++ui.kin_rows;
  draw->AddRectFilled({at.x, at.y + 7 * zoom}, {at.x + 3.5f * zoom, corner.y - 7 * zoom},
                      category_colour(node.category), 2);
  draw->AddRect(at, corner, edge, 7 * zoom, 0, strength ? 2.0f : 1.0f);
  draw->PushClipRect(at, {corner.x - 4, corner.y}, true);
  float font = ImGui::GetFontSize() * zoom;
  draw->AddText(mono(), font, {at.x + 13 * zoom, at.y + 5 * zoom}, p.text, node.label.c_str());
  draw->AddText(mono(), font * 0.88f, {at.x + 13 * zoom, at.y + 24 * zoom}, p.dim, node.detail.c_str());
  draw->PopClipRect();
}

template <class Place>
void draw_edge(const Layout& layout, const std::vector<uint32_t>& path, const Place& place) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImU32 colour = palette().faint;
  auto middle = [&](uint32_t i) { return layout.at[i].x + layout.size[i].x / 2; };
  // One path, so that its parts meet.
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    bool last = i + 2 == path.size();
    ImVec2 a = place({middle(path[i]), layout.at[path[i]].y + kBoxHeight}),
           b = place({middle(path[i + 1]), layout.at[path[i + 1]].y});
    float bend = (b.y - a.y) * 0.5f;
    draw->PathLineTo(a);
    draw->PathBezierCubicCurveTo({a.x, a.y + bend}, {b.x, b.y - bend}, b);
    if (!last) continue;
    draw->PathStroke(colour, ImDrawFlags_None, 1.4f);
    draw->AddTriangleFilled({b.x - 4, b.y - 6}, {b.x + 4, b.y - 6}, b, colour);
  }
}

}  // namespace

void diagram_view(Panels& ui, const Diagram& diagram) {
  ImGui::PushFont(mono());
  if (ImGui::BeginChild("diagram", {0, 0}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    Routed routed = route(diagram);
    Layout layout = lay_out(routed.diagram);
    ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("canvas", {std::max(room.x, 1.0f), std::max(room.y, 1.0f)});
    bool over = ImGui::IsItemHovered();
    ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3)) ui.pan_x += io.MouseDelta.x, ui.pan_y += io.MouseDelta.y;
    if (over && io.MouseWheel != 0)
      io.KeyCtrl ? void(ui.zoom = std::clamp(ui.zoom * (io.MouseWheel > 0 ? 1.1f : 0.9f), 0.3f, 2.5f))
                 : void(ui.pan_y += io.MouseWheel * 40);
    // All of its width if that can still be read, and all of its height where that costs little.
    float wide = (room.x - 24) / std::max(layout.extent.x, 1.0f),
          tall = (room.y - 24) / std::max(layout.extent.y, 1.0f);
    float fit = std::clamp(std::min(wide, tall < 0.72f ? 1.0f : tall), 0.55f, 1.0f) * ui.zoom;
    ImVec2 base{origin.x + ui.pan_x + std::max(12.0f, (room.x - layout.extent.x * fit) / 2), origin.y + ui.pan_y + 12};
    auto place = [&](ImVec2 v) { return ImVec2{base.x + v.x * fit, base.y + v.y * fit}; };
    for (const std::vector<uint32_t>& path : routed.paths) draw_edge(layout, path, place);
    for (size_t i = 0; i < diagram.nodes.size(); ++i) {
      ImVec2 at = place(layout.at[i]), size{layout.size[i].x * fit, layout.size[i].y * fit};
      const DiagramNode& node = diagram.nodes[i];
      if (over && io.MousePos.x >= at.x && io.MousePos.x < at.x + size.x && io.MousePos.y >= at.y &&
          io.MousePos.y < at.y + size.y) {
        if (node.item != kNoItem) ui.selection.hover({node.item});
        ImGui::SetTooltip("%s\n%s", node.label.c_str(), node.detail.c_str());
        if (ImGui::IsMouseReleased(0) && !ImGui::IsMouseDragging(0, 3)) ui.selection.pin({node.item});
      }
      draw_node(ui, node, at, size, fit);
    }
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace vt::ui
