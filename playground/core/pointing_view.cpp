#include "playground/core/pointing_view.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "playground/core/scene_view.h"
#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"

namespace vt::ui {
namespace {

constexpr int kFusionView = 3;  // view of the graph panel that shows kernels as islands

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

// Cache; rebuilt only when its input changes.
struct Shown {
  std::string made_for;
  DrawnScene drawn;
};

Shown& shown_of(Panels& ui, float width) {
  static Shown shown;
  const Pointing& now = ui.pointing;
  const protocol::CheckResult& targets = ui.model.targets();
  std::string made_for = now.kind + "|" + now.asked + "|" + std::to_string(static_cast<int>(width)) +
                         std::to_string(static_cast<int>(language()));
  for (const auto& [value, text] : targets.choices) made_for += "|" + text;
  for (const std::string& value : now.picked) made_for += "+" + value;
  for (const auto& [key, folded] : now.folds) made_for += key + (folded ? "+" : "-");
  if (made_for == shown.made_for) return shown;
  shown.made_for = std::move(made_for);
  scene::PointingLook look;
  look.asked = now.asked, look.picked = now.picked, look.elsewhere = now.elsewhere;
  look.ops = tr(Text::kOps), look.words = picture_words();
  look.folds = now.folds, look.width = width;
  shown.drawn = prepare(scene::pointing_scene(targets.graphs, targets.choices, look));
  return shown;
}

bool is_target(const Panels& ui, const std::string& value) {
  const auto& choices = ui.model.targets().choices;
  return value != ui.pointing.asked &&
         std::any_of(choices.begin(), choices.end(), [&](const auto& choice) { return choice.first == value; });
}

// The captured ops of a run: item -> (position in capture order, name).
using Captured = std::map<ItemId, std::pair<size_t, std::string>>;

const Captured& captured_of(Panels& ui, const RunData& run) {
  static Captured captured;
  static std::pair<uint32_t, size_t> made_for;
  std::vector<const Artifact*> bodies;
  for (size_t i : run.select({Stage::kFx}, ""))
    if (const Artifact* body = ui.model.body(i)) bodies.push_back(body);
  if (made_for == std::pair(run.run, bodies.size())) return captured;
  made_for = {run.run, bodies.size()};
  captured.clear();
  for (const Artifact* body : bodies)
    for (size_t i = 0; i < std::min(body->table.rows.size(), body->diagram.nodes.size()); ++i)
      if (const DiagramNode& node = body->diagram.nodes[i]; node.item != kNoItem && node.category == "op")
        captured[node.item] = {captured.size(), body->table.rows[i].cells.front()};
  return captured;
}

// The names of the captured ops that `items` were made from, in capture order.
std::vector<std::string> captured_names(Panels& ui, const std::vector<ItemId>& items) {
  const RunData& run = ui.model.shown();
  const Captured& captured = captured_of(ui, run);
  std::set<std::pair<size_t, std::string>> found;
  std::set<ItemId> seen;
  std::vector<ItemId> todo = items;
  while (!todo.empty()) {
    const ItemId item = todo.back();
    todo.pop_back();
    if (!seen.insert(item).second) continue;
    if (auto at = captured.find(item); at != captured.end()) found.insert(at->second);
    else if (const Item* known = run.item(item)) todo.insert(todo.end(), known->origins.begin(), known->origins.end());
  }
  std::vector<std::string> names;
  for (const auto& [place, name] : found) names.push_back(name);
  return names;
}

enum class Verdict { kNone, kRight, kWrong, kMissed };

Verdict verdict_of(const Panels& ui, const std::string& name) {
  const bool guessed = ui.pointing.guess.count(name) > 0, right = ui.pointing.right.count(name) > 0;
  return guessed ? (right ? Verdict::kRight : Verdict::kWrong) : right ? Verdict::kMissed : Verdict::kNone;
}

// A card shows a tick and the guard's text; the name in the question's list starts with the guard's kind: "TYPE_MATCH:
// type(x) is ...".
Verdict verdict_of_guard(const Panels& ui, const std::string& title) {
  const std::string text = title.substr(std::min(title.find(' '), title.size() - 1) + 1);
  for (const std::set<std::string>* names : {&ui.pointing.guess, &ui.pointing.right})
    for (const std::string& name : *names)
      if (name == text || (!text.empty() && name.ends_with(": " + text))) return verdict_of(ui, name);
  return Verdict::kNone;
}

// Marks an answer. `inside`: the label is inside the box, otherwise to its right.
void mark(Panels& ui, Verdict verdict, ImVec2 from, ImVec2 to, ImDrawList* draw, bool inside) {
  if (verdict == Verdict::kNone) return;
  const Palette& p = palette();
  const bool wrong = verdict == Verdict::kWrong;
  const ImU32 colour = wrong ? p.bad : p.good;
  const std::string said = std::string(wrong ? "✗ " : "✓ ") +
                           (verdict == Verdict::kMissed ? ui.pointing.answer_word : ui.pointing.guess_word);
  draw->AddRect({from.x - 3, from.y - 3}, {to.x + 3, to.y + 3}, colour, 8, 0, 2.6f);
  ImGui::PushFont(sans());
  const ImVec2 size = ImGui::CalcTextSize(said.c_str());
  const ImVec2 at{inside ? to.x - size.x - 10 : to.x + 12, (from.y + to.y - size.y) / 2};
  draw->AddRectFilled({at.x - 6, at.y - 1}, {at.x + size.x + 6, at.y + size.y + 1}, colour, 7);
  draw->AddText(at, p.background, said.c_str());
  ImGui::PopFont();
  ++ui.pointing.marks;
  ui.said.push_back(said);
}

}  // namespace

void draw_pointing(Panels& ui, ImVec2 size) {
  Pointing& now = ui.pointing;
  if (ui.twin) ui.twin->panel("question", now.heading);
  ImGui::PushFont(bold());
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + size.x);
  ImGui::TextUnformatted(now.heading.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::Spacing();
  if (ImGui::BeginChild("pointing", {size.x, 0})) {
    Shown& shown = shown_of(ui, ImGui::GetContentRegionAvail().x);
    now.look.as_page = ui.model.targets().graphs.empty();
    const scene::ElementId folded = scene_view(ui, shown.drawn, now.look);
    now.drawn = &shown.drawn;
    if (is_target(ui, now.look.hovered)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (folded != scene::kNoElement) {
      const scene::Element& group = shown.drawn.scene.elements[folded];
      now.folds[group.key] = !group.folded;
    } else if (is_target(ui, now.look.clicked)) {
      now.clicked = now.look.clicked;
    }
  }
  ImGui::EndChild();
}

void set_pointing(Panels& ui, const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  Pointing& now = ui.pointing;
  need_glyphs(text);
  const bool another = lines.size() < 4 || lines[0] != now.kind || lines[1] != now.asked || lines[2] != now.heading;
  if (another) now.look = {}, now.folds.clear();
  now.drawn = nullptr;
  now.picked.clear(), now.clicked.clear();
  ui.wants_frames = 2;
  if (lines.size() < 4) return now.kind.clear();
  now.kind = lines[0], now.asked = lines[1], now.heading = lines[2], now.elsewhere = lines[3];
  now.picked.insert(lines.begin() + 4, lines.end());
}

void set_judged(Panels& ui, const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  Pointing& now = ui.pointing;
  if (now.judged == "nodes") ui.graph_view = now.view_before;
  now.judged.clear(), now.guess.clear(), now.right.clear();
  ui.wants_frames = 2;
  if (lines.size() < 3) return;
  need_glyphs(text);
  now.judged = lines[0], now.guess_word = lines[1], now.answer_word = lines[2];
  for (size_t i = 3; i < lines.size(); ++i)
    if (!lines[i].empty()) (lines[i][0] == '?' ? now.guess : now.right).insert(lines[i].substr(1));
  // Show the view with kernels.
  if (now.judged == "nodes") now.view_before = std::exchange(ui.graph_view, kFusionView);
}

void mark_judged(Panels& ui, const scene::Scene& scene, const ScenePlace& at, ImDrawList* draw) {
  const Pointing& now = ui.pointing;
  if (now.judged.empty()) return;
  for (const scene::Element& e : scene.elements) {
    if (e.kind != scene::ElementKind::kNode || e.title == "output") continue;
    Verdict verdict = Verdict::kNone;
    if (now.judged == "guard") {
      if (e.key.starts_with("guard:") && !e.title.empty()) verdict = verdict_of_guard(ui, e.title);
    } else if (!e.items.empty()) {
      for (const std::string& name : captured_names(ui, e.items)) verdict = std::max(verdict, verdict_of(ui, name));
    }
    const ImVec2 from = at.place({e.bounds.x, e.bounds.y}), to = at.place({e.bounds.right(), e.bounds.bottom()});
    mark(ui, verdict, from, to, draw, now.judged == "guard");
  }
}

void mark_judged_place(Panels& ui, const std::vector<ItemId>& items, ImVec2 from, ImVec2 to) {
  if (ui.pointing.judged != "buffer" || items.empty()) return;
  const std::vector<std::string> names = captured_names(ui, {items.front()});
  if (!names.empty()) mark(ui, verdict_of(ui, names.back()), from, to, ImGui::GetWindowDrawList(), true);
}

}  // namespace vt::ui
