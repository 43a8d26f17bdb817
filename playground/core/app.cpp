#include "playground/core/app.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "playground/core/film_view.h"
#include "playground/core/pointing_view.h"
#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

// From this width on there are two columns, each as wide as a single column on most screens.
constexpr float kTwoColumns = 1100, kConsoleFrom = 420, kPadding = 10;

// Draws the panel tabs on one line. Tabs that do not fit are in a popup menu at its end; the menu button shows the name
// of the chosen panel if that is inside.
void draw_tabs(const char* id, std::string& panel) {
  std::span<const PanelRow> rows = panels_table();
  auto width_of = [](const std::string& label) { return ImGui::CalcTextSize(label.c_str()).x + 18 + 4; };
  size_t chosen = 0;
  float all = 0, widest = width_of(std::string(tr(Text::kMore)) + " …");
  for (size_t i = 0; i < rows.size(); ++i) {
    if (panel == rows[i].id) chosen = i;
    all += width_of(tr(rows[i].title));
    widest = std::max(widest, width_of(std::string(tr(rows[i].title)) + " …"));
  }
  float room = ImGui::GetContentRegionAvail().x;
  size_t shown = rows.size();
  if (all > room) {
    float used = widest;
    for (shown = 0; shown < rows.size() && used + width_of(tr(rows[shown].title)) <= room; ++shown)
      used += width_of(tr(rows[shown].title));
  }
  std::vector<std::string> labels, tooltips;
  for (size_t i = 0; i < shown; ++i) labels.push_back(tr(rows[i].title)), tooltips.push_back(tr(rows[i].shows));
  bool in_menu = chosen >= shown;
  if (shown < rows.size()) labels.push_back(std::string(in_menu ? tr(rows[chosen].title) : tr(Text::kMore)) + " …");
  int at = static_cast<int>(in_menu ? shown : chosen), before = at;
  bool pressed = segmented(id, labels, at, true, tooltips);
  ImGui::PushID(id);
  if (pressed && static_cast<size_t>(at) == shown) ImGui::OpenPopup("more");
  else if (pressed && at != before) panel = rows[static_cast<size_t>(at)].id;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 8});
  if (ImGui::BeginPopup("more")) {
    for (size_t i = shown; i < rows.size(); ++i) {
      if (ImGui::Selectable(tr(rows[i].title), i == chosen, 0, {140, 0})) panel = rows[i].id;
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(rows[i].shows));
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
}

bool came_of_pin(Panels& ui, const std::string& id) {
  for (size_t i : ui.model.shown().select({Stage::kFx}, id))
    if (const Artifact* body = ui.model.body(i))
      for (const DiagramNode& node : body->diagram.nodes)
        if (ui.selection.strength(node.item) == 2) return true;
  return false;
}

// When a line of another function is pinned, shows the compile that contains the nodes of that line.
void follow_pin(Panels& ui) {
  if (ui.compile_reveal == ui.selection.reveal()) return;
  ui.compile_reveal = ui.selection.reveal();
  if (ui.selection.pinned_line() <= 0 || came_of_pin(ui, ui.compile())) return;
  std::vector<std::string> ids = ui.model.shown().compile_ids();
  auto other = std::find_if(ids.begin(), ids.end(), [&](const std::string& id) { return came_of_pin(ui, id); });
  if (other != ids.end()) ui.compile_id = *other, ui.graph_position = -1, ui.wants_frames = 2;
}

float film_width() { return ImGui::CalcTextSize(tr(Text::kFilm)).x + ImGui::CalcTextSize("▶ ").x + 26; }

// Draws the Film button at the right end of the row of compiles.
void draw_film_button(Panels& ui) {
  const float width = film_width() - 10;
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - kPadding - width);
  if (ImGui::Button((std::string("▶ ") + tr(Text::kFilm)).c_str(), {width, 0})) open_film(ui);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kFilmHelp));
}

// Draws the switch by which the right column has its own choice of compile, half and pass.
void draw_apart(Panels& ui) {
  bool on = ui.apart;
  ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(on ? palette().accent : palette().raised, on ? 0.22f : 1.0f));
  if (ImGui::Button(tr(Text::kColumnsApart))) ui.set_apart(!on), ui.wants_frames = 2;
  ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kColumnsApartHelp));
}

// `beside`: width reserved to the right.
void draw_compiles(Panels& ui, float beside = 0) {
  const RunData& run = ui.model.shown();
  std::vector<std::string> ids = run.compile_ids(), labels;
  auto now = static_cast<size_t>(std::find(ids.begin(), ids.end(), ui.compile()) - ids.begin());
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", tr(Text::kCompile));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kCompileHelp));
  ImGui::SameLine();
  float all = 0;
  for (const std::string& id : ids) {
    labels.push_back(compile_label(run, id));
    all += ImGui::CalcTextSize(labels.back().c_str()).x + 22;
  }
  auto choose = [&](size_t i) { ui.compile_id = ids[i], ui.graph_position = -1; };
  const float room = ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX() - kPadding - beside;
  if (all <= room) {
    int chosen = static_cast<int>(now);
    if (segmented("compiles", labels, chosen)) choose(static_cast<size_t>(chosen));
    return;
  }
  float width = std::min(420.0f, room);
  ImGui::SetNextItemWidth(width);
  // Shorten a long name at its end, but keep the number in brackets, which distinguishes equal names.
  std::string name = labels[now], number = name.substr(std::min(name.rfind(" ["), name.size()));
  name.resize(name.size() - number.size());
  float inside = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  name = cut_to(name, inside - ImGui::CalcTextSize(number.c_str()).x) + number;
  bool open = ImGui::BeginCombo("##compile", name.c_str(), ImGuiComboFlags_HeightLarge);
  if (ImGui::IsItemHovered() && name != labels[now]) ImGui::SetTooltip("%s", labels[now].c_str());
  if (!open) return;
  for (size_t i = 0; i < ids.size(); ++i)
    if (ImGui::Selectable(labels[i].c_str(), i == now)) choose(i);
  ImGui::EndCombo();
}

// Whether the panel shows the latest run even after it failed, for its output and recording.
bool stands_alone(const std::string& panel) { return panel_row(panel).of == PanelRun::kLatestRun; }

// Whether to draw the row of compiles. When an older good run replaces a failed one, the compiles are those of the good
// run; a panel that shows the failed run then gets no row.
bool shows_compiles(const Panels& ui, bool two_columns) {
  if (ui.model.shown().compile_ids().size() < (ui.alone ? 2 : 1)) return false;  // a figure with one has no choice
  if (!ui.model.stale() || ui.model.running()) return true;
  return !stands_alone(ui.panel) && !(two_columns && stands_alone(ui.second));
}

// Dims everything drawn below `top`, and lets mouse input pass through.
void draw_veil(ImVec2 top) {
  ImGui::SetCursorPos(top);
  if (ImGui::BeginChild("veil", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoInputs)) {
    ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              with_alpha(palette().background, 0.55f));
  }
  ImGui::EndChild();
}

// Explains why an older run is shown instead of the newest; null if the newest is shown.
const char* stale_banner(const Model& model) {
  if (!model.stale()) return nullptr;
  if (model.running()) return model.of_other_program() ? tr(Text::kStaleOther) : nullptr;
  return tr(model.current().finished->stopped ? Text::kStaleStopped : Text::kStale);
}

void draw_run(Panels& ui, const std::string& panel, const RunData& run) {
  if (!stands_alone(panel) && !run.finished) {
    if (ui.engine_ready) set_on_its_way(tr(Text::kRunning), tr(Text::kRunningHelp));
    else set_on_its_way(tr(Text::kLoadingEngine), tr(Text::kLoadingEngineHelp));
  }
  panel_row(panel).draw(ui);
  set_on_its_way(nullptr, nullptr);
}

// Draws the choice of the compile, and with two columns the switch for separate choices.
void draw_choice(Panels& ui, bool two_columns) {
  const bool first = ui.column == 0 && !ui.film.on, offers = first && two_columns;
  float beside = offers ? ImGui::CalcTextSize(tr(Text::kColumnsApart)).x + 40 : 0;
  draw_compiles(ui, beside + (first ? film_width() : 0));
  if (offers) ImGui::SameLine(0, 12), draw_apart(ui);
  if (first) draw_film_button(ui);
}

void draw_column(Panels& ui, const char* id, std::string& panel, ImVec2 size, bool apart) {
  if (ImGui::BeginChild(id, size)) {
    if (apart && ui.compiles_shown) draw_choice(ui, true);
    if (!ui.alone) {
      draw_tabs("tabs", panel);
      ImGui::Separator();
    }
    if (ui.twin) ui.twin->panel(panel, tr(panel_row(panel).title));
    const char* banner = stands_alone(panel) ? nullptr : stale_banner(ui.model);
    if (banner) {
      ui.said.push_back(banner);
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette().warn), "%s", banner);
    }
    ImVec2 top = ImGui::GetCursorPos();
    const RunData& run = ui.model.shown();
    if (!stands_alone(panel) && run.run == 0) empty_state(tr(Text::kNoRun), tr(Text::kNoRunHelp));
    else draw_run(ui, panel, run);
    if (banner) draw_veil(top);
  }
  ImGui::EndChild();
}

void draw_console_strip(Panels& ui, float width, float height) {
  const Palette& p = palette();
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("console split", {width, 6});
  bool held = ImGui::IsItemActive();
  if (held)
    ui.console_share =
        std::clamp(ui.console_share - ImGui::GetIO().MouseDelta.y / ImGui::GetWindowHeight(), 0.12f, 0.7f);
  if (held || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y + 3}, {at.x + width, at.y + 3}, held ? p.accent : p.border);
  if (ui.twin) ui.twin->panel("console", tr(panel_row("console").title));
  if (ImGui::BeginChild("console strip", {width, height - 6})) draw_console(ui);
  ImGui::EndChild();
}

}  // namespace

std::string compile_label(const RunData& run, const std::string& id) {
  if (id == kUngrouped) return tr(Text::kNoFunction);
  for (size_t i : run.select({Stage::kCalls}, id))
    if (!run.events[i].title.empty()) return run.events[i].title + " [" + id + "]";
  for (size_t i : run.select({Stage::kBreaks}, id))  // never called, because its capture failed
    if (std::string function = fact(run.events[i], "function"); !function.empty()) return function + " [" + id + "]";
  const bool numbered = !id.empty() && id[0] >= '0' && id[0] <= '9';
  return numbered ? "[" + id + "]" : id;  // "script f": a graph that the program makes itself
}

scene::PictureWords picture_words() {
  scene::PictureWords words;
  words.line = tr(Text::kLine);
  words.not_fused = tr(Text::kNotFused), words.change = tr(Text::kToChangeIt), words.saved = tr(Text::kSavedFor),
  words.again = tr(Text::kComputedAgain);
  words.failed = tr(Text::kFailsHere);
  words.gradient = tr(Text::kGradientOf), words.gradient_of = tr(Text::kGradientOfInput);
  words.forward = tr(Text::kForwardHalf), words.backward = tr(Text::kBackwardHalf);
  words.loop = tr(Text::kOneLoop), words.matrix = tr(Text::kMatrixProduct), words.library = tr(Text::kLibraryCall);
  return words;
}

uint32_t Panels::run(std::string name, std::string source) {
  protocol::Run request;
  request.name = std::move(name);
  request.source = std::move(source);
  request.record = record;
  request.record_capture = record_capture;
  request.values = std::exchange(values, false);
  for (const std::string& pass : skipped_passes) request.options.emplace_back("skip_pass", pass);
  if (!device.empty()) request.options.emplace_back("device", device);
  return model.run(std::move(request));
}

void Panels::set_apart(bool on) {
  if (on && !apart) aside = {compile_id, half, graph_position, graph_view, op_by_op, folds, graph_look};
  apart = on;
}

void Panels::swap_columns() {
  std::swap(compile_id, aside.compile_id);
  std::swap(half, aside.half);
  std::swap(graph_position, aside.graph_position);
  std::swap(graph_view, aside.graph_view);
  std::swap(op_by_op, aside.op_by_op);
  std::swap(folds, aside.folds);
  std::swap(graph_look, aside.graph_look);
}

std::string Panels::compile() const {
  std::vector<std::string> ids = model.shown().compile_ids();
  if (std::find(ids.begin(), ids.end(), compile_id) != ids.end()) return compile_id;
  // The first compile may have no graph, because of a break; prefer one that has.
  for (const std::string& id : ids)
    if (!model.shown().select({Stage::kFx}, id).empty()) return id;
  return ids.empty() ? std::string() : ids.front();
}

bool draw_panels(Panels& ui, ImVec2 size) {
  ui.kin_rows = 0;
  ui.graph_run = 0;
  ui.measure.drawn = false;
  ui.calls.strip = ui.calls.cards = nullptr;
  ui.said.clear();
  ui.told_lesson.clear();
  if (ui.twin) ImGui::LogToBuffer();
  if (!std::exchange(ui.word.seen, false)) ui.word = {};
  ui.pointing.marks = 0;
  const bool asks = !ui.pointing.kind.empty();
  bool strip = !asks && size.y >= kConsoleFrom && ui.panel != "console" && !ui.alone;
  bool wide = size.x >= kTwoColumns && ui.panel != "console" && !ui.alone;
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + kPadding, ImGui::GetCursorPosY() + kPadding});
  ImGui::BeginGroup();
  float width = size.x - 2 * kPadding, height = size.y - 2 * kPadding;
  float console = strip ? height * ui.console_share : 0;
  ImVec2 start = ImGui::GetCursorPos();
  const bool apart = ui.apart && wide && !ui.film.on;
  if (wide && ui.second == ui.panel && !apart)
    ui.second = ui.panel == "graph" ? "code" : "graph";  // the same panel twice would be useless
  ui.compiles_shown = !asks && shows_compiles(ui, wide);
  if (ui.compiles_shown && !apart) draw_choice(ui, wide);
  float body = height - console - (ImGui::GetCursorPosY() - start.y);
  if (!ui.pointing.kind.empty()) {
    draw_pointing(ui, {width, height});
  } else if (ui.film.on) {
    draw_film(ui, {width, body});
  } else if (wide) {
    float half = (width - 14) / 2;
    draw_column(ui, "left", ui.panel, {half, body}, apart);
    ImGui::SameLine(0, 14);
    if (apart) ui.swap_columns();
    ui.column = 1;
    draw_column(ui, "right", ui.second, {half, body}, apart);
    ui.column = 0;
    if (apart) ui.swap_columns();
  } else {
    draw_column(ui, "only", ui.panel, {width, body}, false);
  }
  if (strip) draw_console_strip(ui, width, console);
  ImGui::EndGroup();
  if (ui.twin) {
    ui.twin->panel("", "");
    ImGui::LogFinish();
  }
  if ((ui.model.measured().running || ui.model.bench().running) && !ui.measure.drawn) ui.wants_stop = true;
  for (std::string& text : take_said()) ui.said.push_back(std::move(text));
  bool moved = ui.selection.settle(ui.model.shown());
  follow_pin(ui);
  // Dear ImGui handles one click or key per frame and queues the rest, so request frames until its queue is empty.
  if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) ui.wants_frames = std::max(ui.wants_frames, 3);
  return moved;
}

}  // namespace vt::ui
