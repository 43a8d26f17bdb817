#include "playground/core/diagram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "playground/core/layout.h"
#include "playground/core/strings.h"
#include "playground/core/theme.h"

namespace vt::ui {
namespace {

// Scale of the whole: what a graph begins at, what can be zoomed to, where text is left out.
constexpr float kLeastAtFirst = 0.55f, kLeast = 0.01f, kMost = 2.5f, kReadable = 0.4f;
constexpr float kMargin = 12, kKeptInView = 60;

std::string content_of(const Diagram& d) {
  std::string content;
  for (const DiagramNode& node : d.nodes) content += node.label + "\n" + node.detail + "\n";
  for (auto [from, to] : d.edges) content += std::to_string(from) + ">" + std::to_string(to) + "\n";
  return content;
}

// Made again only for another graph: a large one takes longer than a frame.
const Layout& layout_of(const Diagram& d) {
  static Layout layout;
  static std::string made_for;
  std::string content = content_of(d);
  if (content == made_for) return layout;
  made_for = std::move(content);
  std::vector<float> widths;
  for (const DiagramNode& node : d.nodes) {
    float text = std::max(ImGui::CalcTextSize(node.label.c_str()).x, ImGui::CalcTextSize(node.detail.c_str()).x);
    widths.push_back(std::clamp(text + 26, 84.0f, 260.0f));
  }
  return layout = lay_out(d, widths);
}

// Where the layout lies on the screen, after what was dragged and zoomed.
class View {
 public:
  View(Panels& ui, const Layout& layout, ImVec2 origin, ImVec2 room)
      : ui_(ui), layout_(layout), origin_(origin), room_(room) {
    float wide = (room.x - 2 * kMargin) / std::max(layout.width, 1.0f),
          tall = (room.y - 2 * kMargin) / std::max(layout.height, 1.0f);
    whole_ = std::min(wide, tall);
    // All of its width if that can still be read, and all of its height where that costs little.
    at_first_ = std::clamp(std::min(wide, tall < 0.72f ? 1.0f : tall), kLeastAtFirst, 1.0f);
    ui_.zoom = std::clamp(ui_.zoom * at_first_, kLeast, kMost) / at_first_;
    keep_in_view();
  }

  float scale() const { return at_first_ * ui_.zoom; }
  ImVec2 place(float x, float y) const { return {base_.x + x * scale(), base_.y + y * scale()}; }
  bool shows(float top, float bottom) const {
    return place(0, bottom).y >= origin_.y && place(0, top).y <= origin_.y + room_.y;
  }
  // What is at `fixed` on the screen stays there.
  void zoom(float factor, ImVec2 fixed) {
    float x = (fixed.x - base_.x) / scale(), y = (fixed.y - base_.y) / scale();
    ui_.zoom = std::clamp(scale() * factor, kLeast, kMost) / at_first_;
    ImVec2 now = place(x, y);
    move(fixed.x - now.x, fixed.y - now.y);
  }
  void zoom(float factor) { zoom(factor, {origin_.x + room_.x / 2, origin_.y + room_.y / 2}); }
  void show_all() {
    ui_.zoom = std::clamp(whole_, kLeast, 1.0f) / at_first_;
    ui_.pan_x = ui_.pan_y = 0;
    keep_in_view();
  }
  void move(float x, float y) {
    ui_.pan_x += x, ui_.pan_y += y;
    keep_in_view();
  }
  void bring_into_view(const LayoutBox& box) {
    ImVec2 at = place(box.middle(), box.y);
    bool beside = at.x < origin_.x || at.x > origin_.x + room_.x;
    move(beside ? origin_.x + room_.x / 2 - at.x : 0, origin_.y + room_.y * 0.35f - at.y);
  }

 private:
  // The graph cannot be dragged out of sight.
  void keep_in_view() {
    float width = layout_.width * scale(), height = layout_.height * scale();
    float x = origin_.x + (room_.x - width) / 2, y = origin_.y + kMargin;
    base_.x = std::clamp(x + ui_.pan_x, origin_.x + std::min(kKeptInView - width, 0.0f),
                         origin_.x + std::max(room_.x - kKeptInView, 0.0f));
    base_.y = std::clamp(y + ui_.pan_y, origin_.y + std::min(kKeptInView - height, 0.0f),
                         origin_.y + std::max(room_.y - kKeptInView, kMargin));
    ui_.pan_x = base_.x - x, ui_.pan_y = base_.y - y;
  }
  Panels& ui_;
  const Layout& layout_;
  ImVec2 origin_, room_, base_{0, 0};
  float at_first_ = 1, whole_ = 1;
};

void draw_node(Panels& ui, const DiagramNode& node, ImVec2 at, ImVec2 size, float zoom) {
  const Palette& p = palette();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImVec2 corner{at.x + size.x, at.y + size.y};
  int strength = ui.selection.strength(node.item);
  ImU32 edge = strength == 2 ? p.pin : strength == 1 ? p.hover : p.border;
  if (strength) ++ui.kin_rows;
  if (zoom < kReadable) {
    draw->AddRectFilled(at, corner, strength ? edge : with_alpha(category_colour(node.category), 0.6f));
    return;
  }
  draw->AddRectFilled(at, corner, p.surface, 7 * zoom);
  if (strength) draw->AddRectFilled(at, corner, with_alpha(edge, 0.22f), 7 * zoom);
  draw->AddRectFilled({at.x, at.y + 7 * zoom}, {at.x + 3.5f * zoom, corner.y - 7 * zoom},
                      category_colour(node.category), 2);
  draw->AddRect(at, corner, edge, 7 * zoom, 0, strength ? 2.0f : 1.0f);
  draw->PushClipRect(at, {corner.x - 4, corner.y}, true);
  float font = ImGui::GetFontSize() * zoom;
  draw->AddText(mono(), font, {at.x + 13 * zoom, at.y + 5 * zoom}, p.text, node.label.c_str());
  draw->AddText(mono(), font * 0.88f, {at.x + 13 * zoom, at.y + 24 * zoom}, p.dim, node.detail.c_str());
  draw->PopClipRect();
}

// The part of an edge that is in view, as one line, so that its parts meet.
void draw_edge(const Layout& layout, const std::vector<uint32_t>& path, const View& view) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImU32 colour = palette().faint;
  bool begun = false;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    const LayoutBox &from = layout.boxes[path[i]], &to = layout.boxes[path[i + 1]];
    if (!view.shows(from.y, to.y + to.height)) continue;
    ImVec2 a = view.place(from.middle(), from.y + from.height), b = view.place(to.middle(), to.y);
    float bend = (b.y - a.y) * 0.5f;
    draw->PathLineTo(a);
    begun = true;
    if (view.scale() < kReadable) draw->PathLineTo(b);
    else draw->PathBezierCubicCurveTo({a.x, a.y + bend}, {b.x, b.y - bend}, b);
  }
  if (begun) draw->PathStroke(colour, ImDrawFlags_None, view.scale() < kReadable ? 1.0f : 1.4f);
  const LayoutBox& last = layout.boxes[path.back()];
  if (!view.shows(last.y, last.y)) return;
  ImVec2 tip = view.place(last.middle(), last.y);
  float head = std::min(1.0f, view.scale());
  draw->AddTriangleFilled({tip.x - 4 * head, tip.y - 6 * head}, {tip.x + 4 * head, tip.y - 6 * head}, tip, colour);
}

// The editor pointed elsewhere: bring the first kin into view unless one is visible.
void reveal(Panels& ui, const Diagram& diagram, const Layout& layout, View& view) {
  ImGuiStorage* storage = ImGui::GetStateStorage();
  ImGuiID key = ImGui::GetID("reveal");
  if (storage->GetInt(key) == static_cast<int>(ui.selection.reveal())) return;
  storage->SetInt(key, static_cast<int>(ui.selection.reveal()));
  const LayoutBox* first = nullptr;
  for (size_t i = 0; i < diagram.nodes.size(); ++i) {
    if (!ui.selection.strength(diagram.nodes[i].item)) continue;
    const LayoutBox& box = layout.boxes[i];
    if (view.shows(box.y, box.y + box.height)) return;
    if (!first || box.y < first->y) first = &box;
  }
  if (first) view.bring_into_view(*first);
}

// The nodes of the captured graph that `item` was made from.
std::vector<std::string> captured_names(Panels& ui, ItemId item) {
  const RunData& run = ui.model.shown();
  std::map<ItemId, std::string> captured;
  for (size_t i : run.select({Stage::kFx}, ui.compile()))
    if (const Artifact* body = ui.model.body(i))
      for (const DiagramNode& node : body->diagram.nodes)
        if (node.item != kNoItem) captured.emplace(node.item, node.label);
  std::vector<std::string> names;
  std::vector<ItemId> todo{item};
  std::set<ItemId> met;
  while (!todo.empty()) {
    ItemId now = todo.back();
    todo.pop_back();
    if (!met.insert(now).second) continue;
    if (auto found = captured.find(now); found != captured.end()) {
      names.push_back(found->second);
    } else if (const Item* known = run.item(now)) {
      todo.insert(todo.end(), known->origins.begin(), known->origins.end());
    }
  }
  return names;
}

void explain(Panels& ui, const DiagramNode& node) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(node.label.c_str());
  ImGui::TextDisabled("%s", node.detail.c_str());
  ImGui::PushFont(sans());
  std::string names;
  for (const std::string& name : captured_names(ui, node.item))
    if (name != node.label) names += (names.empty() ? "" : ", ") + name;
  if (!names.empty()) {
    ImGui::PushTextWrapPos(360);
    ImGui::TextDisabled(tr(Text::kMadeFrom), names.c_str());
    ImGui::PopTextWrapPos();
  }
  const Item* item = ui.model.shown().item(node.item);
  if (item && item->span.valid()) ImGui::TextDisabled(tr(Text::kLine), static_cast<int>(item->span.line));
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void zoom_and_move(View& view, bool over, bool held) {
  ImGuiIO& io = ImGui::GetIO();
  if (held && ImGui::IsMouseDragging(0, 3)) view.move(io.MouseDelta.x, io.MouseDelta.y);
  if (!over) return;
  if (io.MouseWheel != 0 && io.KeyCtrl) view.zoom(io.MouseWheel > 0 ? 1.1f : 1 / 1.1f, io.MousePos);
  else if (io.MouseWheel != 0 || io.MouseWheelH != 0) view.move(io.MouseWheelH * 40, io.MouseWheel * 40);
}

void draw_buttons(View& view, ImVec2 origin, ImVec2 room) {
  ImGui::PushFont(sans());
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 2 * style.ItemSpacing.x + 6 * style.FramePadding.x;
  for (const char* label : {"−", "+", tr(Text::kShowAll)}) width += ImGui::CalcTextSize(label).x;
  ImGui::SetCursorScreenPos(
      {origin.x + std::max(0.0f, room.x - width), origin.y + room.y - ImGui::GetFrameHeight() - 2});
  if (ImGui::Button("−")) view.zoom(1 / 1.3f);
  ImGui::SameLine();
  if (ImGui::Button("+")) view.zoom(1.3f);
  ImGui::SameLine();
  if (ImGui::Button(tr(Text::kShowAll))) view.show_all();
  ImGui::PopFont();
}

}  // namespace

void diagram_view(Panels& ui, const Diagram& diagram) {
  ImGui::PushFont(mono());
  if (ImGui::BeginChild("diagram", {0, 0}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    const Layout& layout = layout_of(diagram);
    ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    View view(ui, layout, origin, room);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("canvas", {std::max(room.x, 1.0f), std::max(room.y, 1.0f)});
    bool over = ImGui::IsItemHovered();
    zoom_and_move(view, over, ImGui::IsItemActive());
    reveal(ui, diagram, layout, view);
    for (const std::vector<uint32_t>& path : layout.paths) draw_edge(layout, path, view);
    const ImGuiIO& io = ImGui::GetIO();
    for (size_t i = 0; i < diagram.nodes.size(); ++i) {
      const LayoutBox& box = layout.boxes[i];
      const DiagramNode& node = diagram.nodes[i];
      if (!view.shows(box.y, box.y + box.height)) continue;
      ImVec2 at = view.place(box.x, box.y), size{box.width * view.scale(), box.height * view.scale()};
      if (over && io.MousePos.x >= at.x && io.MousePos.x < at.x + size.x && io.MousePos.y >= at.y &&
          io.MousePos.y < at.y + size.y) {
        if (node.item != kNoItem) ui.selection.hover({node.item});
        explain(ui, node);
        if (ImGui::IsMouseReleased(0) && !ImGui::IsMouseDragging(0, 3)) ui.selection.pin({node.item});
      }
      draw_node(ui, node, at, size, view.scale());
    }
    draw_buttons(view, origin, room);
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace vt::ui
