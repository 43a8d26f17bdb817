#include "playground/core/film_view.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"
#include "playground/scene/film.h"

namespace vt::ui {
namespace {

using scene::Film;
using scene::FilmFrame;
using scene::FilmStage;

constexpr double kFrameSeconds = 2.6, kWholeSeconds = 29;

// Cache; rebuilt when the run or compile changes, or when the body of an event arrives.
struct Shown {
  std::string made_for;
  std::optional<Film> film;
};

Shown& shown_film(Panels& ui, const RunData& run) {
  static Shown shown;
  std::string made_for = std::to_string(run.run) + ui.compile() + "." + std::to_string(run.events.size()) + "." +
                         std::to_string(run.items.size()) + "." + std::to_string(run.bodies.size());
  if (made_for == shown.made_for) return shown;
  shown.made_for = std::move(made_for);
  scene::FilmSources sources{run.events,
                             run.groups,
                             run.source,
                             [&](size_t event) { return ui.model.body(event); },
                             [&](ItemId id) { return run.item(id); },
                             [&](ItemId id) -> const std::vector<uint32_t>* {
                               const size_t at = static_cast<uint32_t>(id) - 1;
                               return at < run.children.size() ? &run.children[at] : nullptr;
                             }};
  shown.film = scene::film_of(sources, ui.compile());
  return shown;
}

struct StageText {
  FilmStage stage;
  Text title, caption;
};
constexpr StageText kTexts[] = {
    {FilmStage::kLine, Text::kFilmLine, Text::kFilmLineSays},
    {FilmStage::kBytecode, Text::kFilmBytecode, Text::kFilmBytecodeSays},
    {FilmStage::kNode, Text::kFilmNode, Text::kFilmNodeSays},
    {FilmStage::kGuard, Text::kFilmGuard, Text::kFilmGuardSays},
    {FilmStage::kDecomposition, Text::kFilmDecomposition, Text::kFilmDecompositionSays},
    {FilmStage::kPass, Text::kFilmPass, Text::kFilmPassSays},
    {FilmStage::kIsland, Text::kFilmIsland, Text::kFilmIslandSays},
    {FilmStage::kLoops, Text::kFilmLoops, Text::kFilmLoopsSays},
    {FilmStage::kCode, Text::kFilmCode, Text::kFilmCodeSays},
    {FilmStage::kMemory, Text::kFilmMemory, Text::kFilmMemorySays},
    {FilmStage::kFirstCall, Text::kFilmCall, Text::kFilmCallSays},
};

// The caption of a frame; another text is used if a value is missing.
Text caption_of(const FilmFrame& frame, Text usual) {
  auto value = [&](size_t i) { return i < frame.values.size() ? frame.values[i] : std::string(); };
  if (frame.stage == FilmStage::kDecomposition && value(2) == "0") return Text::kFilmDecompositionAll;
  if (frame.stage == FilmStage::kDecomposition && value(2) == "1") return Text::kFilmDecompositionOne;
  if (frame.stage == FilmStage::kPass && frame.values.size() < 3) return Text::kFilmPassNothing;
  if (frame.stage == FilmStage::kGuard && value(1).empty()) return Text::kFilmGuardPlain;
  if (frame.stage == FilmStage::kMemory && value(0) == "0 B") return Text::kFilmMemoryNone;
  return usual;
}

std::string caption_text(const FilmFrame& frame, Text usual) {
  std::vector<std::string> v = frame.values;
  if (frame.stage == FilmStage::kPass && v.size() > 3) v[3] = translated(v[3]);
  if ((frame.stage == FilmStage::kCode || frame.stage == FilmStage::kFirstCall) && v.size() > 2) {
    std::string& us = v[frame.stage == FilmStage::kCode ? 2 : 1];
    us = time_text(std::atof(us.c_str()));
  }
  v.resize(4);
  char text[1024];
  std::snprintf(text, sizeof text, tr(caption_of(frame, usual)), v[0].c_str(), v[1].c_str(), v[2].c_str(),
                v[3].c_str());
  return text;
}

int bytecode_index(const RunData& run, int event) {
  std::vector<size_t> all = run.select({Stage::kBytecode}, "");
  return static_cast<int>(std::find(all.begin(), all.end(), static_cast<size_t>(event)) - all.begin());
}

// Index of an event among the positions of the graph panel's slider.
int graph_index(const RunData& run, const std::string& compile, int event) {
  const std::string half = fact(run.events[static_cast<size_t>(event)], "half");
  int at = 0;
  for (size_t i : run.select({Stage::kFx, Stage::kJoint, Stage::kPasses}, compile)) {
    if (static_cast<int>(i) == event) return at;
    const Event& e = run.events[i];
    at += e.stage != Stage::kPasses || fact(e, "half") == "joint" || fact(e, "half") == half;
  }
  return 0;
}

// Sets the panel of a frame to what the frame shows; returns the panel's id.
const char* set_stage(Panels& ui, const RunData& run, const Film& film, const FilmFrame& frame) {
  ui.half = 0;
  switch (frame.stage) {
    case FilmStage::kLine: return "";
    case FilmStage::kBytecode:
      ui.bytecode_view = 0;
      ui.function = bytecode_index(run, frame.event);
      ui.bytecode_of = std::to_string(run.run) + " " + ui.compile();
      ui.bytecode_reveal = ui.selection.reveal();
      return "bytecode";
    case FilmStage::kNode: ui.graph_view = 0, ui.graph_position = 0; return "graph";
    case FilmStage::kGuard:
    case FilmStage::kFirstCall: ui.calls.as_text = 0, ui.calls.of_compile = film.compile; return "guards";
    case FilmStage::kDecomposition:
      ui.graph_view = 0, ui.graph_position = graph_index(run, film.compile, frame.event);
      return "graph";
    case FilmStage::kPass:
      if (frame.values.size() < 3) {
        ui.graph_view = 0, ui.graph_position = graph_index(run, film.compile, frame.event);
        return "graph";
      }
      ui.passes.sides[0] = {};
      ui.passes.sides[1] = {};
      ui.passes.sides[1].entry = fact(run.events[static_cast<size_t>(frame.event)], "half") + "/" + frame.values[2];
      return "passes";
    case FilmStage::kIsland: ui.graph_view = 3, ui.op_by_op = false; return "graph";
    case FilmStage::kLoops: return "loops";
    case FilmStage::kCode: ui.language = 0; return "code";
    case FilmStage::kMemory: return "memory";
  }
  return "";
}

void go_to(FilmView& view, int frame, size_t frames) {
  view.frame = std::clamp(frame, 0, static_cast<int>(frames) - 1);
  view.began = ImGui::GetTime();
  view.set = false;
}

// Goes to the frame that a link named; when frames were added, stays at the same frame.
void find_wanted(Panels& ui, const std::vector<FilmFrame>& frames, const std::string& made_for) {
  FilmView& view = ui.film;
  if (std::exchange(view.made_for, made_for) != made_for && view.wanted.empty()) view.wanted = view.stage;
  for (size_t i = 0; i < frames.size(); ++i)
    if (view.wanted == scene::film_stage_name(frames[i].stage)) {
      if (view.frame != static_cast<int>(i)) go_to(view, static_cast<int>(i), frames.size());
      view.wanted.clear();
    }
  if (!ui.model.running() && ui.model.shown().finished) view.wanted.clear();
}

void keys(Panels& ui, size_t frames) {
  FilmView& view = ui.film;
  if (ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive()) return;
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) view.playing = false, go_to(view, view.frame + 1, frames);
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) view.playing = false, go_to(view, view.frame - 1, frames);
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) view.playing = false, go_to(view, 0, frames);
  if (ImGui::IsKeyPressed(ImGuiKey_End)) view.playing = false, go_to(view, static_cast<int>(frames) - 1, frames);
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false) && !view.still) {
    view.playing = !view.playing;
    if (view.playing && view.frame + 1 == static_cast<int>(frames)) go_to(view, 0, frames);
    view.began = ImGui::GetTime();
  }
}

// Advances a playing film, and requests the next screen frame only then.
void play(Panels& ui, size_t frames) {
  FilmView& view = ui.film;
  if (!view.playing) return;
  const double each = std::min(kFrameSeconds, kWholeSeconds / static_cast<double>(frames));
  if (ImGui::GetTime() - view.began >= each) {
    if (view.frame + 1 < static_cast<int>(frames)) go_to(view, view.frame + 1, frames);
    else view.playing = false;
  }
  if (view.playing) ui.wants_frames = std::max(ui.wants_frames, 2);
}

void draw_bar(Panels& ui, size_t frames) {
  FilmView& view = ui.film;
  const int last = static_cast<int>(frames) - 1;
  if (!view.still) {
    if (ImGui::Button(view.playing ? "‖" : "▶", {34, 0})) {
      view.playing = !view.playing;
      if (view.playing && view.frame == last) go_to(view, 0, frames);
      view.began = ImGui::GetTime();
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(view.playing ? Text::kFilmPause : Text::kFilmPlay));
    ImGui::SameLine(0, 4);
  }
  ImGui::BeginDisabled(view.frame == 0);
  if (ImGui::Button("‹", {30, 0})) view.playing = false, go_to(view, view.frame - 1, frames);
  ImGui::EndDisabled();
  ImGui::SameLine(0, 4);
  ImGui::BeginDisabled(view.frame == last);
  if (ImGui::Button("›", {30, 0})) view.playing = false, go_to(view, view.frame + 1, frames);
  ImGui::EndDisabled();
  ImGui::SameLine();
  const float close = ImGui::CalcTextSize(tr(Text::kFilmClose)).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(std::max(60.0f, ImGui::GetContentRegionAvail().x - close - 12));
  int at = view.frame;
  if (ImGui::SliderInt("##frame", &at, 0, last, "")) view.playing = false, go_to(view, at, frames);
  ImGui::SameLine();
  if (ImGui::Button(tr(Text::kFilmClose)) ||
      (!ImGui::GetIO().WantTextInput && ImGui::IsKeyPressed(ImGuiKey_Escape, false)))
    close_film(ui);
}

void draw_caption(FilmView& view, const FilmFrame& frame) {
  const StageText& texts = kTexts[static_cast<size_t>(frame.stage)];
  view.title = tr(texts.title);
  view.caption = caption_text(frame, texts.caption);
  ImGui::PushFont(bold());
  ImGui::TextUnformatted(view.title.c_str());
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::TextDisabled("%d / %d", view.frame + 1, view.frames);
  // Constant height, so that the panel below does not move.
  const float height = 3 * ImGui::GetTextLineHeightWithSpacing();
  if (ImGui::BeginChild("caption", {0, height})) ImGui::TextWrapped("%s", view.caption.c_str());
  ImGui::EndChild();
  ImGui::Separator();
  ImGui::Dummy({0, 2});
}

// Draws the program's text as items: the content of the first frame.
void draw_program(Panels& ui, const RunData& run, int line) {
  std::vector<TaggedLine> lines;
  std::vector<ItemId> of_line;
  for (size_t i = 0; i < run.items.size(); ++i)
    if (run.items[i].kind == ItemKind::kSourceLine && run.items[i].span.line == line)
      of_line = {ItemId{static_cast<uint32_t>(i + 1)}};
  for (size_t at = 0; at < run.source.size();) {
    size_t end = std::min(run.source.find('\n', at), run.source.size());
    const bool chosen = static_cast<int>(lines.size()) + 1 == line;
    lines.push_back({run.source.substr(at, end - at), chosen ? of_line : std::vector<ItemId>()});
    at = end + 1;
  }
  text_view(ui, "program", lines);
}

}  // namespace

void open_film(Panels& ui, const std::string& stage) {
  FilmView& view = ui.film;
  if (!view.on) {
    view.before = {ui.graph_position, ui.graph_view, ui.half,         ui.language,
                   ui.bytecode_view,  ui.function,   ui.calls.as_text};
    view.op_by_op = ui.op_by_op;
    view.flags = std::exchange(ImGui::GetIO().ConfigFlags, ImGuiConfigFlags_None);
    std::copy(std::begin(ui.passes.sides), std::end(ui.passes.sides), view.sides);
    view.look_before = ui.graph_look;
  }
  view.on = true;
  view.stage.clear();
  view.wanted = stage;
  view.frame = 0;
  view.set = false;
  view.playing = stage.empty() && !view.still;
  view.began = ImGui::GetTime();
  ui.wants_frames = 2;
}

void close_film(Panels& ui) {
  FilmView& view = ui.film;
  if (!std::exchange(view.on, false)) return;
  view.playing = false;
  view.stage.clear();
  ui.calls.of_compile.clear();
  const auto& b = view.before;
  ui.graph_position = b[0], ui.graph_view = b[1], ui.half = b[2], ui.language = b[3];
  ui.bytecode_view = b[4], ui.function = b[5], ui.calls.as_text = b[6];
  ui.op_by_op = view.op_by_op;
  ImGui::GetIO().ConfigFlags = view.flags;
  std::copy(std::begin(view.sides), std::end(view.sides), ui.passes.sides);
  ui.graph_look = view.look_before;
  ui.selection.clear();
  ui.wants_frames = 2;
}

void draw_film(Panels& ui, ImVec2 size) {
  if (ImGui::BeginChild("film", size)) {
    if (ui.twin) ui.twin->panel("film", tr(Text::kFilm));
    const RunData& run = ui.model.shown();
    const Shown& shown = shown_film(ui, run);
    FilmView& view = ui.film;
    view.frames = shown.film ? static_cast<int>(shown.film->frames.size()) : 0;
    if (view.frames == 0) {
      view.stage.clear();
      if (ImGui::Button(tr(Text::kFilmClose)) || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) close_film(ui);
      empty_state(tr(Text::kNoFilm), tr(Text::kNoFilmHelp));
    } else {
      const std::vector<FilmFrame>& frames = shown.film->frames;
      find_wanted(ui, frames, shown.made_for);
      if (shown.film->waits) view.began = ImGui::GetTime();
      else keys(ui, frames.size());
      play(ui, frames.size());
      view.frame = std::clamp(view.frame, 0, view.frames - 1);
      draw_bar(ui, frames.size());
      const FilmFrame& frame = frames[static_cast<size_t>(view.frame)];
      view.stage = scene::film_stage_name(frame.stage);
      draw_caption(view, frame);
      const std::string now = shown.made_for + view.stage;
      ui.calls.of_compile.clear();
      const std::string panel = set_stage(ui, run, *shown.film, frame);
      if (!view.set || view.set_for != now) {
        view.set = true;
        view.set_for = now;
        ui.selection.show(frame.items);
        for (SceneLook* look : {&ui.graph_look, &ui.passes.looks[0], &ui.passes.looks[1]})
          look->centre = frame.items, look->centre_waits = 0, look->centred = {-1, -1};
        ui.wants_frames = std::max(ui.wants_frames, 3);
      }
      if (panel.empty()) draw_program(ui, run, shown.film->line);
      else panel_row(panel).draw(ui);
    }
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
