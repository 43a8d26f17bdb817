#include "playground/core/graph_sides.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "playground/core/scene_view.h"
#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/scene/difference.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/svg.h"

namespace vt::ui {
namespace {

using scene::Change;
using scene::PassEntry;

constexpr float kReadable = 0.85f;  // the scale that a difference begins at
constexpr float kBeside = 340;      // narrower panels have the sides below each other
constexpr Change kChanges[] = {Change::kRemoved, Change::kAdded, Change::kRewritten, Change::kMoved};

// What a side stands for in the run that it is of.
struct Place {
  const RunData* run = nullptr;
  std::string compile;
  std::vector<PassEntry> list;
  int entry = -1;
  scene::EventChoice choice;
  const PassEntry* shown() const { return entry < 0 ? nullptr : &list[static_cast<size_t>(entry)]; }
};

// Made again only when what it shows changed.
struct Shown {
  std::string made_for;
  scene::Picture pictures[2];
  scene::GraphDifference difference;
  std::vector<scene::DifferenceRow> rows;
  const Artifact* bodies[2] = {nullptr, nullptr};
  DrawnScene drawn[2];
};

scene::EventChoice choice_of(const RunData& run, const std::string& compile, const PassEntry* e) {
  if (!e) return {};
  std::vector<size_t> all = run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, compile);
  scene::EventChoice choice = scene::choose_events(run.events, all, "graph", e->half);
  choice.shown = static_cast<int>(e->event);
  return choice;
}

Place place_of(const Panels& ui, const GraphSide& side) {
  Place place;
  place.run = side.kept && ui.model.kept() ? ui.model.kept() : &ui.model.shown();
  std::vector<std::string> ids = place.run->compile_ids();
  place.compile = std::count(ids.begin(), ids.end(), side.compile) ? side.compile : ui.compile();
  if (!std::count(ids.begin(), ids.end(), place.compile)) place.compile = ids.empty() ? "" : ids.front();
  place.list = passes_of(*place.run, place.compile);
  return place;
}

// Both sides; a left one that nobody chose shows what the right one began with.
std::pair<Place, Place> places(const Panels& ui) {
  const GraphSide& left = ui.passes.sides[0];
  Place a = place_of(ui, left), b = place_of(ui, ui.passes.sides[1]);
  b.entry = scene::find_entry(b.list, ui.passes.sides[1].entry);
  if (b.entry < 0) b.entry = scene::first_entry(b.list);
  a.entry = scene::find_entry(a.list, left.entry);
  if (a.entry < 0) {
    bool alike = a.run == b.run && a.compile == b.compile;
    if (!alike) a.entry = b.shown() ? scene::find_entry(a.list, b.shown()->id) : -1;
    else a.entry = b.shown() ? b.shown()->before : -1;
    if (a.entry < 0) a.entry = alike ? b.entry : scene::first_entry(a.list);
  }
  a.choice = choice_of(*a.run, a.compile, a.shown()), b.choice = choice_of(*b.run, b.compile, b.shown());
  return {std::move(a), std::move(b)};
}

scene::CompileArtifacts artifacts_of(Panels& ui, const RunData& run, const scene::EventChoice& choice) {
  scene::CompileArtifacts artifacts =
      scene::artifacts_of(choice, [&](size_t event) { return ui.model.body(run, event); });
  artifacts.item = [&run](ItemId id) { return run.item(id); };
  return artifacts;
}

// What a picture is made of, to learn whether anything changed.
std::string identity(Panels& ui, const Place& place) {
  scene::CompileArtifacts artifacts = artifacts_of(ui, *place.run, place.choice);
  return std::to_string(place.run->run) + ":" + place.compile + ":" + std::to_string(place.choice.shown) + ":" +
         std::to_string(artifacts.lowered.size()) + (artifacts.captured ? "c" : "") + (artifacts.shown ? "b" : "") +
         ";";
}

scene::Picture picture_of(Panels& ui, const Place& place, const Artifact*& body) {
  scene::CompileArtifacts artifacts = artifacts_of(ui, *place.run, place.choice);
  body = artifacts.shown;
  return body ? scene::picture_of(artifacts, picture_words()) : scene::Picture();
}

void draw_into(Panels& ui, Shown& shown, int side) {
  scene::FoldOptions options;
  options.changes = side == 0 ? shown.difference.before : shown.difference.after;
  scene::GraphStyle style;
  style.ops = tr(Text::kOps), style.one_op = tr(Text::kOneOp);
  style.kernels = tr(Text::kKernels), style.one_kernel = tr(Text::kOneKernel);
  style.changes = options.changes;
  const scene::Graph& graph = shown.pictures[side].graph;
  shown.drawn[side] = prepare(scene::graph_scene(graph, scene::fold(graph, ui.passes.folds, options), style));
}

// Both sides begin at the first thing that is different.
void reveal_change(Panels& ui, const Shown& shown) {
  for (int side : {0, 1}) {
    SceneLook& look = ui.passes.looks[side];
    look = {};
    const std::vector<Change>& changes = side == 0 ? shown.difference.before : shown.difference.after;
    const scene::Graph& graph = shown.pictures[side].graph;
    // An operation before an input or a result: those are many where a graph is cut.
    int best = -1, best_rank = 0;
    for (size_t i = 0; i < changes.size(); ++i) {
      if (changes[i] == Change::kSame || shown.drawn[side].scene.find(graph.nodes[i].key) == scene::kNoElement)
        continue;
      scene::Role role = graph.nodes[i].role;
      int rank = role == scene::Role::kInput || role == scene::Role::kOutput ? 1 : 2;
      if (rank > best_rank) best = static_cast<int>(i), best_rank = rank;
    }
    if (best < 0) continue;
    look.wanted_scale = kReadable;
    look.reveal = graph.nodes[static_cast<size_t>(best)].key;
  }
  ui.wants_frames = 2;
}

Shown& shown_of(Panels& ui, const Place& a, const Place& b) {
  static Shown shown;
  std::string made_for = identity(ui, a) + identity(ui, b) + std::to_string(static_cast<int>(language()));
  for (const auto& [key, folded] : ui.passes.folds) made_for += key + (folded ? "+" : "-");
  if (made_for == shown.made_for) return shown;
  shown = {};
  shown.made_for = std::move(made_for);
  shown.pictures[0] = picture_of(ui, a, shown.bodies[0]);
  shown.pictures[1] = picture_of(ui, b, shown.bodies[1]);
  scene::Graph &before = shown.pictures[0].graph, &after = shown.pictures[1].graph;
  bool alike = a.run == b.run && a.compile == b.compile;
  shown.difference = scene::difference(before, after, alike ? scene::Identity::kOrigin : scene::Identity::kAlignment);
  shown.rows = scene::difference_rows(shown.difference);
  scene::share_keys(before, after, shown.difference);
  draw_into(ui, shown, 0);
  draw_into(ui, shown, 1);
  std::string sides = std::to_string(a.run->run) + a.compile + ui.passes.shown[0] + std::to_string(b.run->run) +
                      b.compile + ui.passes.shown[1] + (shown.bodies[0] && shown.bodies[1] ? "" : "loading");
  static std::string revealed;
  if (std::exchange(revealed, sides) != sides) reveal_change(ui, shown);
  return shown;
}

// --- the heads: what each side shows, to be chosen
void pick_entry(Panels& ui, const Place& place, int side, float width) {
  GraphSide& chosen = ui.passes.sides[side];
  bool halves = std::any_of(place.list.begin(), place.list.end(), [](const PassEntry& e) { return e.half == "joint"; });
  std::string title = place.shown() ? entry_title(*place.shown(), halves) : tr(Text::kNoGraph);
  ImGui::SetNextItemWidth(width);
  float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  if (!ImGui::BeginCombo("##entry", cut_to(title, room).c_str(), ImGuiComboFlags_HeightLarge)) return;
  for (size_t i = 0; i < place.list.size(); ++i) {
    const PassEntry& e = place.list[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::PushStyleColor(ImGuiCol_Text, e.did_nothing() ? palette().faint : palette().text);
    if (ImGui::Selectable(entry_title(e, halves).c_str(), static_cast<int>(i) == place.entry)) chosen.entry = e.id;
    ImGui::PopStyleColor();
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void pick_compile(Panels& ui, const Place& place, int side, float width) {
  GraphSide& chosen = ui.passes.sides[side];
  ImGui::SetNextItemWidth(width);
  float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  std::string prefix = !ui.model.kept() ? "" : chosen.kept ? "A · " : "B · ";
  std::string title = prefix + compile_label(*place.run, place.compile);
  if (!ImGui::BeginCombo("##compile", cut_to(title, room).c_str(), ImGuiComboFlags_HeightLarge)) return;
  auto offer = [&](const RunData& run, bool kept, const char* name) {
    for (const std::string& id : run.compile_ids()) {
      std::string text = name + compile_label(run, id) + "##" + (kept ? "a" : "b") + id;
      if (!ImGui::Selectable(text.c_str(), kept == chosen.kept && id == place.compile)) continue;
      chosen.kept = kept, chosen.compile = id;
      if (side == 1) chosen.entry.clear();
    }
  };
  if (ui.model.kept()) offer(*ui.model.kept(), true, "A · ");
  offer(ui.model.shown(), false, ui.model.kept() ? "B · " : "");
  ImGui::EndCombo();
}

void draw_head(Panels& ui, const Place& place, int side, float width) {
  ImGui::PushID(side);
  if (ui.model.kept() || ui.model.shown().compile_ids().size() > 1) pick_compile(ui, place, side, width);
  pick_entry(ui, place, side, width);
  ImGui::PopID();
}

// --- pictures
// Puts the other side where this one was moved to: what both have stands at the same place.
void follow(const Shown& shown, int moved, SceneLook* looks) {
  const SceneLook& from = looks[moved];
  SceneLook& to = looks[1 - moved];
  const scene::Scene &here = shown.drawn[moved].scene, &there = shown.drawn[1 - moved].scene;
  float best = 1e30f;
  for (const scene::Element& e : here.elements) {
    if (e.kind != scene::ElementKind::kNode && e.kind != scene::ElementKind::kGroup) continue;
    float x = from.origin.x + e.bounds.middle_x() * from.scale - from.corner.x - from.size.x / 2;
    float y = from.origin.y + e.bounds.middle_y() * from.scale - from.corner.y - from.size.y / 2;
    float distance = std::hypot(x, y);
    if (distance >= best || there.find(e.key) == scene::kNoElement) continue;
    best = distance;
    to.keep = e.key;
    to.keep_at = {to.corner.x + from.origin.x + e.bounds.x * from.scale - from.corner.x,
                  to.corner.y + from.origin.y + e.bounds.y * from.scale - from.corner.y};
  }
  if (best < 1e30f) to.wanted_scale = from.scale;
}

void draw_picture(Panels& ui, Shown& shown, int side, const Place& place) {
  SceneLook& look = ui.passes.looks[side];
  look.lit = ui.passes.looks[1 - side].hovered;
  // A kept run has other items: what is pointed at here is none of theirs.
  bool foreign = place.run != &ui.model.shown();
  Selection none;
  if (foreign) std::swap(ui.selection, none);
  scene::ElementId folded = scene_view(ui, shown.drawn[side], look);
  if (foreign) std::swap(ui.selection, none);
  if (std::exchange(look.wants_file, false))
    ui.wanted_picture =
        scene::write_svg(shown.drawn[side].scene, {dark_theme(), true, place.shown() ? place.shown()->id : ""});
  if (folded == scene::kNoElement) return;
  const std::string& key = shown.drawn[side].scene.elements[folded].key;
  scene::FoldOptions options;
  options.changes = side == 0 ? shown.difference.before : shown.difference.after;
  for (const scene::Piece& piece : scene::fold(shown.pictures[side].graph, ui.passes.folds, options).pieces)
    if (piece.key == key) ui.passes.folds[key] = !piece.folded;
}

// --- text
// "%relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})" as "%relu = torch.relu(%x)".
std::string short_line(const std::string& line) {
  size_t name = line.find(" : [num_users="), target = line.find("[target="), args = line.find("](args = (");
  size_t kwargs = line.find("), kwargs = {");
  if (name == std::string::npos || target == std::string::npos || args == std::string::npos ||
      kwargs == std::string::npos || target > args || args > kwargs)
    return line;
  std::string given = line.substr(args + 10, kwargs - args - 10);
  if (given.ends_with(",")) given.pop_back();
  std::string named = line.substr(kwargs + 13);
  named.resize(named.size() - std::min<size_t>(named.size(), 2));
  if (!named.empty()) given += (given.empty() ? "" : ", ") + named;
  return line.substr(0, name) + " = " + line.substr(target + 8, args - target - 8) + "(" + given + ")";
}

std::string text_of(const scene::Graph& graph, const Artifact& body, size_t node) {
  const scene::GraphNode& n = graph.nodes[node];
  if (n.role == scene::Role::kOutput) return "return" + (n.detail.empty() ? "" : " : " + n.detail);
  for (const TaggedLine& line : body.lines)
    if (!line.items.empty() && !n.items.empty() && line.items[0] == n.items[0]) {
      size_t begin = line.text.find_first_not_of(' ');
      return short_line(begin == std::string::npos ? line.text : line.text.substr(begin));
    }
  return n.label + (n.detail.empty() ? "" : " : " + n.detail);
}

void draw_line(Panels& ui, const Shown& shown, int side, int node, Change change, bool foreign, ImVec2 at,
               ImVec2 size) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImVec2 end{at.x + size.x, at.y + size.y};
  ImU32 colour = role_colour(scene::change_role(change));
  if (node < 0) {
    draw->AddRectFilled(at, end, with_alpha(palette().surface, 0.6f));
    return;
  }
  const scene::Graph& graph = shown.pictures[side].graph;
  const scene::GraphNode& n = graph.nodes[static_cast<size_t>(node)];
  int strength = foreign ? 0 : ui.selection.strength(n.items);
  if (change != Change::kSame) draw->AddRectFilled(at, end, with_alpha(colour, 0.16f));
  if (strength) draw->AddRectFilled(at, end, with_alpha(strength == 2 ? palette().pin : palette().hover, 0.2f));
  ui.kin_rows += strength != 0;
  draw->AddText({at.x + 5, at.y + 2}, colour, scene::change_sign(change));
  std::string text = text_of(graph, *shown.bodies[side], static_cast<size_t>(node));
  std::string cut = cut_to(text, size.x - 26);
  coloured_line(draw, {at.x + 20, at.y + 2}, cut.data(), cut.data() + cut.size());
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(side);
  if (ImGui::InvisibleButton("line", size) && !foreign) ui.selection.pin(n.items);
  ImGui::PopID();
  if (!ImGui::IsItemHovered()) return;
  if (!foreign && !n.items.empty()) ui.selection.hover(n.items);
  if (cut != text) ImGui::SetTooltip("%s", text.c_str());
}

void draw_rows(Panels& ui, const Shown& shown, const Place& a, const Place& b) {
  ImGui::PushFont(mono());
  if (ImGui::BeginChild("rows", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    float height = ImGui::GetTextLineHeight() + 4, half = (ImGui::GetContentRegionAvail().x - 6) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.rows.size()), height);
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const scene::DifferenceRow& row = shown.rows[static_cast<size_t>(i)];
        ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(i);
        draw_line(ui, shown, 0, row.before, row.change, a.run != &ui.model.shown(), at, {half, height});
        draw_line(ui, shown, 1, row.after, row.change, b.run != &ui.model.shown(), {at.x + half + 6, at.y},
                  {half, height});
        ImGui::PopID();
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({2 * half + 6, height});
      }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

// "−6 +58 ~2 ↕1", each in its colour, its word on hover.
void draw_counts(Panels& ui, const scene::GraphDifference& difference) {
  const Text words[] = {Text::kNodesRemoved, Text::kNodesAdded, Text::kNodesRewritten, Text::kNodesMoved};
  size_t* counts[] = {&ui.passes.removed, &ui.passes.added, &ui.passes.rewritten, &ui.passes.moved};
  bool wide = ImGui::GetContentRegionAvail().x > 560;
  ImGui::PushFont(wide ? sans() : mono());  // the signs are in both
  for (size_t i = 0; i < 4; ++i) {
    *counts[i] = difference.count(kChanges[i]);
    if (*counts[i] == 0) continue;
    char text[64];
    std::snprintf(text, sizeof text, tr(words[i]), static_cast<int>(*counts[i]));
    std::string shown = scene::change_sign(kChanges[i]) + (wide ? " " + std::string(text) : std::to_string(*counts[i]));
    ImGui::SameLine(0, 12);
    ImGui::AlignTextToFramePadding();
    ImVec4 colour = ImGui::ColorConvertU32ToFloat4(role_colour(scene::change_role(kChanges[i])));
    ImGui::TextColored(colour, "%s", shown.c_str());
    if (!wide && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
  }
  ImGui::PopFont();
  if (!difference.same()) return;
  ImGui::SameLine(0, 14);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", tr(Text::kSameGraphs));
}

// To keep this run as program A, or to let it go.
void draw_keep(Panels& ui) {
  bool kept = ui.model.kept() != nullptr;
  const char* label = tr(kept ? Text::kDropA : Text::kKeepAsA);
  float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(0, 14);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  bool pressed = ImGui::Button(label);
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(300);
    ImGui::TextUnformatted(tr(Text::kKeepAsAHelp));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  if (!pressed) return;
  if (kept) {
    ui.model.drop_kept();
    ui.passes.sides[0].kept = ui.passes.sides[1].kept = false;
  } else {
    ui.model.keep();
    ui.passes.sides[0] = {true, ui.compile(), ui.passes.shown[1]};
  }
  ui.wants_frames = 3;
}

void draw_panes(Panels& ui, Shown& shown, const Place& a, const Place& b) {
  const Place* of[] = {&a, &b};
  float wide = ImGui::GetContentRegionAvail().x, high = ImGui::GetContentRegionAvail().y;
  bool beside = wide >= kBeside;
  ImVec2 size = beside ? ImVec2{(wide - 8) / 2, high} : ImVec2{wide, (high - 8) / 2};
  for (int side = 0; side < 2; ++side) {
    if (side == 1 && beside) ImGui::SameLine(0, 8);
    if (ImGui::BeginChild(side == 0 ? "left side" : "right side", size)) {
      draw_head(ui, *of[side], side, size.x);
      if (shown.bodies[side]) draw_picture(ui, shown, side, *of[side]);
      else ImGui::TextDisabled("%s", tr(of[side]->shown() ? Text::kLoading : Text::kNoGraph));
    }
    ImGui::EndChild();
  }
  for (int side : {0, 1})
    if (ui.passes.looks[side].moved) {
      follow(shown, side, ui.passes.looks);
      ui.wants_frames = 2;
      break;
    }
}

}  // namespace

const char* half_title(const std::string& half) {
  if (half == "forward") return tr(Text::kForwardHalf);
  if (half == "backward") return tr(Text::kBackwardHalf);
  return half == "joint" ? tr(Text::kJointGraph) : "";
}

std::string entry_title(const PassEntry& e, bool with_half) {
  if (e.kind == PassEntry::Kind::kCaptured) return tr(Text::kCapturedGraph);
  std::string name = e.kind == PassEntry::Kind::kOwn ? translated(e.name) : e.name;
  if (e.kind == PassEntry::Kind::kCut) name = tr(Text::kCutHalf);
  if (e.kind == PassEntry::Kind::kDecomposed) name = tr(e.half == "joint" ? Text::kDecomposeJoint : Text::kDecompose);
  std::string half = half_title(e.half);
  return with_half && !half.empty() ? half + " · " + name : name;
}

std::vector<PassEntry> passes_of(const RunData& run, const std::string& compile) {
  return scene::pass_list(run.events, run.select({Stage::kFx, Stage::kPasses}, compile));
}

std::optional<scene::GraphDifference> difference_of(Panels& ui, const RunData& run, const std::string& compile,
                                                    const PassEntry& before, const PassEntry& after) {
  const scene::EventChoice first = choice_of(run, compile, &before);
  scene::CompileArtifacts a = artifacts_of(ui, run, first);
  scene::CompileArtifacts b = artifacts_of(ui, run, choice_of(run, compile, &after));
  if (!a.shown || !b.shown || (first.captured >= 0 && !a.captured)) return {};
  return scene::difference(scene::picture_of(a).graph, scene::picture_of(b).graph);
}

int shown_entry(const Panels& ui, const std::vector<PassEntry>& list) {
  int chosen = scene::find_entry(list, ui.passes.sides[1].entry);
  return chosen >= 0 ? chosen : scene::first_entry(list);
}

void draw_sides(Panels& ui) {
  auto [a, b] = places(ui);
  ui.passes.shown[0] = a.shown() ? a.shown()->id : "";
  ui.passes.shown[1] = b.shown() ? b.shown()->id : "";
  Shown& shown = shown_of(ui, a, b);
  segmented("way", {tr(Text::kDiagram), tr(Text::kText)}, ui.passes.way);
  draw_counts(ui, shown.difference);
  draw_keep(ui);
  if (ui.passes.way == 0) return draw_panes(ui, shown, a, b);
  float half = (ImGui::GetContentRegionAvail().x - 6) / 2;
  ImGui::BeginGroup();
  draw_head(ui, a, 0, half);
  ImGui::EndGroup();
  ImGui::SameLine(0, 6);
  ImGui::BeginGroup();
  draw_head(ui, b, 1, half);
  ImGui::EndGroup();
  if (shown.bodies[0] && shown.bodies[1]) draw_rows(ui, shown, a, b);
  else ImGui::TextDisabled("%s", tr(Text::kLoading));
}

}  // namespace vt::ui
