// Calls and guards: the calls as a strip, the cache look-up of the chosen call as cards, a break with its fix; the same
// also as text.
#include <algorithm>
#include <utility>

#include "playground/core/scene_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/guard_texts.h"
#include "playground/scene/cards_scene.h"
#include "playground/scene/strip_scene.h"
#include "playground/scene/svg.h"

namespace vt::ui {
namespace {

constexpr float kBeside = 680;  // from this width on the cards are right of the strip, otherwise below it
constexpr float kStripShare = 0.56f;

// Cache; rebuilt only when its input changes.
struct Shown {
  std::string calls_for, strip_for, cards_for, chosen;
  size_t events = 0;
  scene::Calls calls;
  DrawnScene strip, cards;
};

scene::StripWords strip_words() {
  scene::StripWords words;
  words.call = tr(Text::kCallN), words.calls = tr(Text::kCallsFromTo);
  words.count_one = tr(Text::kOneCall), words.count = tr(Text::kManyCalls);
  words.resumes = tr(Text::kResumesAt), words.ops_one = tr(Text::kOneOp), words.ops = tr(Text::kManyOps);
  words.entries = tr(Text::kManyEntries), words.nothing = tr(Text::kNoOperation);
  words.line = tr(Text::kLine), words.lines = tr(Text::kOnLines);
  words.python = tr(Text::kInPython), words.eager = tr(Text::kEagerFrame), words.rest = tr(Text::kEagerRest),
  words.whole = tr(Text::kEagerWhole);
  words.failed = tr(Text::kCutFailed);
  words.refused = tr(Text::kCutRefused), words.compiled = tr(Text::kCompiled), words.hit = tr(Text::kCacheHit);
  words.ran_eagerly = tr(Text::kEagerly), words.like = tr(Text::kLikeCall);
  return words;
}

scene::CardWords card_words() {
  scene::CardWords words;
  words.answered = tr(Text::kAnsweredCall), words.compiled = tr(Text::kCompiledByCall),
  words.missed = tr(Text::kDidNotFit);
  words.modes = tr(Text::kModes), words.sizes = tr(Text::kSizes);
  words.guards_one = tr(Text::kOneGuard), words.guards = tr(Text::kManyGuards);
  words.held = tr(Text::kHeldBefore), words.not_reached = tr(Text::kNotReached);
  words.was = tr(Text::kWasValue), words.came = tr(Text::kCameValue), words.line = tr(Text::kLine);
  words.eagerly = tr(Text::kNoEntryFitted), words.untold = tr(Text::kUntold), words.still = tr(Text::kStillEntries);
  words.loading = tr(Text::kLoading);
  return words;
}

std::string in_language(const std::string& english) { return translated(english); }

// During a run, recompute only when the number of events has grown by an eighth.
bool worth_counting(const Panels& ui, const RunData& run, const Shown& shown) {
  return !ui.model.running() || &run != &ui.model.current() || run.events.size() > shown.events + shown.events / 8;
}

void find_calls(Panels& ui, const RunData& run, Shown& shown) {
  std::vector<size_t> guards = run.select({Stage::kGuards}, "");
  size_t bodies = 0;
  for (size_t i : guards) bodies += ui.model.body(i) != nullptr;
  std::string made_for = std::to_string(run.run) + "." + std::to_string(run.events.size()) + "." +
                         std::to_string(bodies) + "." + std::to_string(run.items.size());
  const bool another = !shown.calls_for.starts_with(std::to_string(run.run) + ".");
  if (made_for == shown.calls_for || (!another && !worth_counting(ui, run, shown))) return;
  shown.calls_for = std::move(made_for);
  shown.events = run.events.size();
  shown.calls = scene::calls_of({run.events, run.groups, [&](size_t event) { return ui.model.body(event); },
                                 [&run](ItemId id) { return run.item(id); }});
}

std::string chosen_of(const Panels& ui, const scene::Calls& calls) {
  if (!ui.calls.of_compile.empty())
    if (std::string cell = scene::cell_of_entry(calls, ui.calls.of_compile); !cell.empty()) return cell;
  const bool there = scene::place_of(calls, ui.calls.chosen).kind != scene::Place::Kind::kNone;
  return there ? ui.calls.chosen : scene::first_choice(calls);
}

// Rebuilds the strip when its input changed; scrolls to a cell that was chosen elsewhere.
void make_strip(Panels& ui, const RunData& run, Shown& shown, const std::string& chosen, float width) {
  std::string made_for = shown.calls_for + chosen + "." + std::to_string(static_cast<int>(width)) +
                         std::to_string(static_cast<int>(language()));
  if (made_for == shown.strip_for) return;
  shown.strip_for = std::move(made_for);
  shown.strip = prepare(scene::strip_scene(shown.calls, {strip_words(), width, run.source, chosen, in_language}));
  if (std::exchange(shown.chosen, chosen) != chosen) ui.calls.strip_look.reveal = chosen;
}

void show_strip(Panels& ui, Shown& shown) {
  ui.calls.strip_look.as_page = true;
  scene_view(ui, shown.strip, ui.calls.strip_look);
  ui.calls.strip = &shown.strip;
  const std::string& clicked = ui.calls.strip_look.clicked;
  if (scene::place_of(shown.calls, clicked).kind == scene::Place::Kind::kNone) return;
  ui.calls.chosen = shown.chosen = clicked;
  ui.calls.cards_look = {};
  ui.wants_frames = 2;
}

void show_cards(Panels& ui, const RunData& run, Shown& shown, const scene::Place& place) {
  const scene::Strip& strip = shown.calls.strips[place.strip];
  const scene::FrameCall& call = strip.rows[place.row].cells.at(place.frame)[place.which];
  const float width = ImGui::GetContentRegionAvail().x;
  std::string made_for = shown.strip_for + std::to_string(static_cast<int>(width));
  for (const auto& [key, folded] : ui.calls.folds) made_for += key + (folded ? "+" : "-");
  if (made_for != shown.cards_for) {
    shown.cards_for = std::move(made_for);
    scene::CardLook look{card_words(), width, ui.calls.folds, run.source, in_language};
    shown.cards = prepare(scene::cards_scene(shown.calls, call, strip.frames[place.frame].entries, look));
  }
  ui.calls.cards_look.as_page = true;
  scene::ElementId folded = scene_view(ui, shown.cards, ui.calls.cards_look);
  ui.calls.cards = &shown.cards;
  if (folded == scene::kNoElement) return;
  const scene::Element& group = shown.cards.scene.elements[folded];
  ui.calls.folds[group.key] = !group.folded;
}

void show_details(Panels& ui, const RunData& run, Shown& shown, const std::string& chosen) {
  scene::Place place = scene::place_of(shown.calls, chosen);
  ui.calls.cards = nullptr;
  if (place.kind == scene::Place::Kind::kCell) return show_cards(ui, run, shown, place);
  if (place.kind == scene::Place::Kind::kNone) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12, 10});
  if (ImGui::BeginChild("break", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding))
    draw_break(ui, run, shown.calls.strips[place.strip].frames[place.frame].cuts[place.which].event);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void show_picture(Panels& ui, const RunData& run, bool as_file) {
  static Shown shown;
  find_calls(ui, run, shown);
  const std::string chosen = chosen_of(ui, shown.calls);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x >= kBeside;
  const float width = beside ? room.x * kStripShare : room.x;
  make_strip(ui, run, shown, chosen, width);
  // If the cards are below, the strip gets the height it needs, up to about half.
  const float height = beside ? 0 : std::min(shown.strip.scene.height + 4, room.y * kStripShare);
  if (ImGui::BeginChild("strip", {width, height})) show_strip(ui, shown);
  ImGui::EndChild();
  if (beside) ImGui::SameLine();
  const ImVec2 corner = ImGui::GetCursorScreenPos(), rest = ImGui::GetContentRegionAvail();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (beside) draw->AddLine({corner.x - 4, corner.y}, {corner.x - 4, corner.y + rest.y}, palette().border);
  else draw->AddLine({corner.x, corner.y - 2}, {corner.x + rest.x, corner.y - 2}, palette().border);
  if (ImGui::BeginChild("details")) show_details(ui, run, shown, chosen);
  ImGui::EndChild();
  if (!as_file) return;
  scene::Scene picture = shown.strip.scene;
  if (ui.calls.cards) scene::put_below(picture, ui.calls.cards->scene);
  ui.wanted_picture = scene::write_svg(picture, {dark_theme(), true, "calls"});
}

}  // namespace

void draw_guards(Panels& ui) {
  const RunData& run = ui.model.shown();
  if (!run.reached(Stage::kGuards) && !run.reached(Stage::kBreaks) && !run.reached(Stage::kCalls))
    return empty_of_compile(ui, tr(Text::kNoGuards), tr(Text::kNoGuardsHelp));
  segmented("calls as", {tr(Text::kCallsPicture), tr(Text::kAsWords)}, ui.calls.as_text);
  if (ui.calls.as_text) return draw_guard_texts(ui, run);
  const char* file = tr(Text::kAsSvg);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(file).x - 2 * ImGui::GetStyle().FramePadding.x);
  const bool pressed = ImGui::Button(file);
  show_picture(ui, run, std::exchange(ui.wants_picture, false) || pressed);
}

}  // namespace vt::ui
