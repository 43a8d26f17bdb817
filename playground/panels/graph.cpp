// The graph as captured and after every pass: as a diagram whose modules and calls fold, with kernels as islands, and
// as text. Changes by passes are shown in passes.cpp.
#include <algorithm>
#include <utility>

#include "playground/core/scene_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/core/word_view.h"
#include "playground/panels/panels.h"
#include "playground/scene/from_events.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/modules.h"
#include "playground/scene/svg.h"
#include "playground/scene/text_size.h"
#include "playground/scene/value_glyphs.h"

namespace vt::ui {
namespace {

enum View : int { kPicture = 0, kAsText = 1, kFusion = 3 };  // values as in share links

std::string position_title(const Event& event) {
  return event.stage == Stage::kFx ? tr(Text::kCapturedGraph) : translated(event.title);
}

// The captured graph, the passes over the joint graph, and those over the chosen half.
std::vector<size_t> stages_of_half(Panels& ui, const RunData& run) {
  std::vector<size_t> halves, events;  // halves: index of the first pass of each half
  std::vector<std::vector<size_t>> passes;
  bool ended = true;
  for (size_t i : run.select({Stage::kFx, Stage::kJoint, Stage::kPasses, Stage::kLoops}, ui.compile())) {
    Stage stage = run.events[i].stage;
    const bool of_half = stage == Stage::kPasses && fact(run.events[i], "half") != "joint";
    if (of_half) {
      if (ended || fact(run.events[i], "half") != fact(run.events[halves.back()], "half"))
        halves.push_back(i), passes.emplace_back();
      passes.back().push_back(i);
    } else if (stage != Stage::kLoops) {
      events.push_back(i);
    }
    ended = !of_half;
  }
  if (halves.size() > 1 && ImGui::GetContentRegionAvail().x > 460) ImGui::SameLine(0, 20);
  if (!halves.empty()) {
    const std::vector<size_t>& chosen = passes[static_cast<size_t>(pick_half(ui, run, halves))];
    events.insert(events.end(), chosen.begin(), chosen.end());
  }
  return events;
}

void draw_slider(Panels& ui, const RunData& run, const std::vector<size_t>& events, int& position) {
  int last = static_cast<int>(events.size()) - 1;
  if (last > 0) {
    ImGui::SetNextItemWidth(std::min(160.0f, ImGui::GetContentRegionAvail().x * 0.35f));
    if (ImGui::SliderInt("##pass", &position, 0, last, "")) ui.graph_position = position;
    ImGui::SameLine();
    ImGui::TextDisabled("%d / %d", position + 1, last + 1);  // a short slider's handle would hide it
    ImGui::SameLine();
  }
  const Event& event = run.events[events[static_cast<size_t>(position)]];
  elided(position_title(event), ImGui::GetContentRegionAvail().x, palette().text);
  if (event.stage == Stage::kPasses) explain_item(ui, event.title);
  std::string doc = translated(fact(event, "doc"));
  if (!doc.empty()) elided(doc, ImGui::GetContentRegionAvail().x, palette().dim);
}

scene::ValueWords value_words() {
  return {tr(Text::kValueRange), tr(Text::kValueBad), tr(Text::kValueError), tr(Text::kFirstBadAt)};
}

// Cache; rebuilt only when its input changes, because a large diagram takes longer than a frame.
struct Shown {
  std::string made_for;
  scene::Picture picture;
  DrawnScene drawn;
};

std::string identity(Panels& ui, const RunData& run, const scene::EventChoice& choice, size_t bodies) {
  std::string id = std::to_string(run.run) + ui.compile() + (ui.op_by_op ? "o" : "f") + (run.has_values ? "v" : "") +
                   std::to_string(bodies);
  for (int event : {choice.shown, choice.captured, choice.fusion, choice.forward}) id += "." + std::to_string(event);
  for (const auto& [key, folded] : ui.folds) id += key + (folded ? "+" : "-");
  return id + std::to_string(static_cast<int>(language()));
}

Shown& shown_of(Panels& ui, const RunData& run, const scene::EventChoice& choice) {
  static Shown of_columns[2];
  Shown& shown = of_columns[ui.column];
  scene::CompileArtifacts artifacts = scene::artifacts_of(choice, [&](size_t event) { return ui.model.body(event); });
  size_t bodies = artifacts.lowered.size() + (artifacts.fusion != nullptr) + (artifacts.captured != nullptr) +
                  (artifacts.forward != nullptr);
  std::string made_for = identity(ui, run, choice, bodies);
  if (made_for == shown.made_for) return shown;
  shown = {};
  shown.made_for = std::move(made_for);
  if (!artifacts.shown) return shown;
  artifacts.item = [&run](ItemId id) { return run.item(id); };
  shown.picture = scene::picture_of(artifacts, picture_words());
  scene::GraphStyle style;
  style.ops = tr(Text::kOps), style.one_op = tr(Text::kOneOp);
  style.kernels = tr(Text::kKernels), style.one_kernel = tr(Text::kOneKernel);
  style.op_by_op = ui.op_by_op && choice.fusion >= 0;
  style.cut_above = shown.picture.cut_above;
  if (!style.cut_above.empty()) {
    char cut[96];
    std::snprintf(cut, sizeof cut, tr(Text::kSavedBytes), scene::bytes_text(shown.picture.totals.saved_bytes).c_str());
    style.cut = cut;
  }
  const int at = run.values_of(ui.compile());
  const GraphValues* values = at < 0 ? nullptr : &run.values[static_cast<size_t>(at)];
  if (values) style.feet = scene::feet_of(shown.picture.graph, *values);
  scene::Scene made = scene::graph_scene(shown.picture.graph, scene::fold(shown.picture.graph, ui.folds), style);
  if (values) scene::add_value_glyphs(made, *values, value_words());
  shown.drawn = prepare(std::move(made));
  return shown;
}

void show_picture(Panels& ui, const RunData& run, const scene::EventChoice& choice) {
  Shown& shown = shown_of(ui, run, choice);
  if (shown.drawn.scene.elements.empty()) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  ui.graph_run = run.run;
  const scene::Totals& totals = shown.picture.totals;
  if (choice.fusion >= 0) {
    int way = ui.op_by_op ? 0 : 1;
    if (segmented("run as", {tr(Text::kOpByOp), tr(Text::kAsKernels)}, way)) ui.op_by_op = way == 0;
    char told[160];
    std::snprintf(told, sizeof told, tr(Text::kTotals), static_cast<int>(totals.ops), static_cast<int>(totals.kernels),
                  scene::bytes_text(totals.op_bytes).c_str(), scene::bytes_text(totals.kernel_bytes).c_str());
    ImGui::SameLine(0, 16);
    if (ImGui::CalcTextSize(told).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::TextUnformatted(told);
  } else if (!shown.picture.cut_above.empty()) {
    ImGui::TextDisabled(tr(Text::kSavedBytes), scene::bytes_text(totals.saved_bytes).c_str());
  }
  scene::ElementId folded = scene_view(ui, shown.drawn, ui.graph_look);
  if (std::exchange(ui.graph_look.wants_file, false))
    ui.wanted_picture = scene::write_svg(shown.drawn.scene, {dark_theme(), true, ui.compile()});
  if (folded == scene::kNoElement) return;
  const std::string& key = shown.drawn.scene.elements[folded].key;
  scene::Tree tree = scene::fold(shown.picture.graph, ui.folds);
  for (const scene::Piece& piece : tree.pieces)
    if (piece.key == key) ui.folds[key] = !piece.folded;
}

void show_text(Panels& ui, const std::vector<TaggedLine>& lines) {
  text_tools(ui, "graph text", lines);
  text_view(ui, "graph text", lines);
}

// The events from which the diagram at this position is made.
scene::EventChoice choice_of(Panels& ui, const RunData& run, const std::vector<size_t>& events, size_t at) {
  std::vector<size_t> all = run.select({Stage::kFx, Stage::kJoint, Stage::kPasses, Stage::kFusion}, ui.compile());
  std::string half = fact(run.events[events.back()], "half");
  if (ui.graph_view == kFusion) return scene::choose_events(run.events, all, "fusion", half);
  Stage stage = run.events[events[at]].stage;
  scene::EventChoice choice = scene::choose_events(run.events, all, stage == Stage::kJoint ? "joint" : "graph", half);
  choice.shown = static_cast<int>(events[at]);
  return choice;
}

// If an error or a break left no graph: shows the ops captured before it, and the reason.
bool show_partial(Panels& ui, const RunData& run) {
  std::vector<size_t> breaks = run.select({Stage::kBreaks}, ui.compile());
  auto found = std::find_if(breaks.rbegin(), breaks.rend(), [&](size_t i) { return scene::is_partial(run.events[i]); });
  if (found == breaks.rend()) return false;
  const Event& event = run.events[*found];
  char text[128];
  std::snprintf(text, sizeof text, tr(Text::kCapturedUntil), static_cast<int>(event.span.line));
  const std::string failed = fact(event, "failed");  // name of the operation
  elided(text + failed + (failed.empty() ? "" : ": ") + translated(event.title), ImGui::GetContentRegionAvail().x,
         palette().warn);
  if (!failed.empty()) elided(translated(fact(event, "explanation")), ImGui::GetContentRegionAvail().x, palette().dim);
  if (ui.model.body(*found)) show_picture(ui, run, scene::choose_events(run.events, breaks, "partial"));
  else ImGui::TextDisabled("%s", tr(Text::kLoading));
  return true;
}

// The graph as captured or made by the program; empty if there is none.
scene::Graph captured_graph(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> all = run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, ui.compile());
  if (all.empty()) return {};
  scene::EventChoice choice = scene::choose_events(run.events, all, "graph");
  if (choice.shown < 0) choice.shown = static_cast<int>(all.front());
  scene::CompileArtifacts artifacts = scene::artifacts_of(choice, [&](size_t event) { return ui.model.body(event); });
  if (!artifacts.shown) return {};
  artifacts.item = [&run](ItemId id) { return run.item(id); };
  return scene::picture_of(artifacts, picture_words()).graph;
}

}  // namespace

std::vector<scene::ModuleName> graph_modules(Panels& ui) { return scene::modules_of(captured_graph(ui)); }

void show_module(Panels& ui, const std::string& path) {
  const scene::Graph graph = captured_graph(ui);
  scene::Tree tree = scene::fold(graph, ui.folds);
  const uint32_t found = scene::piece_of_module(graph, tree, path);
  if (found == 0) return;
  for (uint32_t at = tree.pieces[found].parent; at != 0; at = tree.pieces[at].parent)
    ui.folds[tree.pieces[at].key] = false;
  ui.panel = "graph";
  ui.graph_view = kPicture;
  ui.graph_position = 0;
  std::vector<ItemId> items;
  for (uint32_t i = tree.pieces[found].first; i < tree.pieces[found].last; ++i)
    items.insert(items.end(), graph.nodes[i].items.begin(), graph.nodes[i].items.end());
  ui.graph_look.centre = items;
  ui.graph_look.centre_waits = 0;
  ui.selection.show(items);
  ui.wants_frames = 3;
}

void draw_graph(Panels& ui) {
  const RunData& run = ui.model.shown();
  if (run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, ui.compile()).empty() && show_partial(ui, run)) return;
  if (run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, ui.compile()).empty())
    return empty_of_compile(ui, tr(Text::kNoGraph), tr(Text::kNoGraphHelp));
  int way = std::min(ui.graph_view, 2);
  if (segmented("view", {tr(Text::kDiagram), tr(Text::kText), tr(Text::kFusionPicture)}, way))
    ui.graph_view = way == 2 ? kFusion : way;
  std::vector<size_t> events = stages_of_half(ui, run);
  int last = static_cast<int>(events.size()) - 1;
  int position = std::clamp(ui.graph_position, 0, last);
  if (ui.graph_position == kAtJointGraph)
    for (int i = 0; i <= last; ++i)
      if (run.events[events[static_cast<size_t>(i)]].stage == Stage::kJoint) position = i;
  if (ui.graph_view == kFusion && !run.select({Stage::kFusion}, ui.compile()).empty())
    return show_picture(ui, run, choice_of(ui, run, events, 0));
  draw_slider(ui, run, events, position);
  auto at = static_cast<size_t>(position);
  const Artifact* body = ui.model.body(events[at]);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  if (ui.graph_view == kPicture && !body->diagram.nodes.empty())
    return show_picture(ui, run, choice_of(ui, run, events, at));
  show_text(ui, body->lines);
}

}  // namespace vt::ui
