#include "playground/core/state_json.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <set>

#include "playground/core/film_view.h"
#include "playground/core/json.h"
#include "playground/core/playback_view.h"
#include "playground/core/pointing_view.h"
#include "playground/core/scene_draw.h"
#include "playground/core/strings.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"
#include "tables/breaks.h"
#include "tables/words.h"

namespace vt::ui {
namespace {

std::string lines_array(const std::set<int>& lines) {
  return array(lines, [](int line) { return std::to_string(line); });
}

// What a picture says, and where its elements lie on the screen: what a test reads and clicks.
std::string drawn_json(const DrawnScene* drawn, const SceneLook& look) {
  constexpr size_t kMost = 600;
  if (!drawn) return "null";
  std::vector<std::string> texts;
  for (const scene::Mark& mark : drawn->scene.marks)
    if (const scene::Label* label = std::get_if<scene::Label>(&mark); label && texts.size() < kMost)
      texts.push_back(label->text);
  std::vector<const scene::Element*> elements;
  for (const scene::Element& e : drawn->scene.elements)
    if (!e.key.empty() && elements.size() < kMost) elements.push_back(&e);
  const ScenePlace at{look.origin, look.scale};
  return Object()
      .raw("texts", array(texts, [](const std::string& text) { return quoted(text); }))
      .raw("places", array(elements,
                           [&](const scene::Element* e) {
                             ImVec2 p = at.place({e->bounds.x + std::min(24.0f, e->bounds.width / 2),
                                                  e->bounds.y + std::min(10.0f, e->bounds.height / 2)});
                             return Object().text("key", e->key).number("x", p.x).number("y", p.y).done();
                           }))
      .done();
}

std::string marker(const Event& event) {
  std::string hints;
  for (const auto& [key, value] : event.facts)
    if (key == "hint") hints += (hints.empty() ? "" : "\n") + translated(value);
  bool is_break = event.stage == Stage::kBreaks;
  return Object()
      .text("kind", is_break ? "break" : "recompile")
      .number("line", event.span.line)
      .text("id", fact(event, "reason_id"))
      .text("title", is_break ? translated(event.title) : fact(event, "guard"))
      .text("explanation", translated(fact(event, "explanation")))
      .text("was", fact(event, "was"))
      .text("is", fact(event, "is"))
      .text("hint", is_break ? hints : translated(fact(event, "advice")))
      .done();
}

std::string markers(const RunData& run) {
  std::vector<const Event*> events;
  for (const Event& event : run.events)
    if ((event.stage == Stage::kBreaks || event.stage == Stage::kRecompiles) && event.span.valid())
      events.push_back(&event);
  return array(events, [](const Event* event) { return marker(*event); });
}

// The passes that the panel lists: what each did, and what is switched off.
std::string pass_entry(const scene::PassEntry& e) {
  return Object()
      .text("id", e.id)
      .number("removed", static_cast<double>(e.removed))
      .number("added", static_cast<double>(e.added))
      .number("rewritten", static_cast<double>(e.rewritten))
      .flag("idle", e.did_nothing())
      .flag("off", e.switched_off)
      .done();
}

std::string side_text(const GraphSide& side) {
  if (side.entry.empty() && side.compile.empty() && !side.kept) return {};
  return (side.kept ? "A|" : "|") + side.compile + "|" + side.entry;
}

// "A|0/1|forward/simplify_views": what side_text wrote.
GraphSide side_of(const std::string& text) {
  size_t first = text.find('|'), second = first == std::string::npos ? first : text.find('|', first + 1);
  if (second == std::string::npos) return {};
  return {text.starts_with("A|"), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

// "1|-1|0|0/1": half, position and view of the graph, compile; empty where both columns show the same.
std::string apart_text(const Panels& ui) {
  if (!ui.apart) return {};
  const ColumnChoice& c = ui.aside;
  return std::to_string(c.half) + "|" + std::to_string(c.graph_position) + "|" + std::to_string(c.graph_view) + "|" +
         c.compile_id;
}

void set_apart(Panels& ui, const std::string& text) {
  int half = 0, position = -1, view = 0, read = 0;
  bool whole = std::sscanf(text.c_str(), "%d|%d|%d|%n", &half, &position, &view, &read) == 3 && read > 0;
  ui.set_apart(whole);
  if (!whole) return;
  ui.aside.half = std::max(half, 0);
  ui.aside.graph_position = position;
  ui.aside.graph_view = std::clamp(view, 0, 3);
  ui.aside.compile_id = text.substr(static_cast<size_t>(read));
}

// Names of passes; what none can be is left out.
std::set<std::string> pass_names(const std::string& list) {
  std::set<std::string> names;
  for (size_t begin = 0; begin <= list.size();) {
    size_t end = std::min(list.find(',', begin), list.size());
    std::string name = list.substr(begin, end - begin);
    auto strange = [](char c) { return c != '_' && (c < 'a' || c > 'z'); };
    if (!name.empty() && std::none_of(name.begin(), name.end(), strange)) names.insert(std::move(name));
    begin = end + 1;
  }
  return names;
}

}  // namespace

std::string lines_json(const Selection& selection) {
  return Object()
      .raw("hovered", lines_array(selection.hovered_lines()))
      .raw("pinned", lines_array(selection.pinned_lines()))
      .flag("from_panel", selection.pointed_in_panel())
      .done();
}

std::string finished_json(const Panels& ui) {
  const RunData& run = ui.model.current();
  const protocol::Finished& end = *run.finished;
  return Object()
      .number("run", run.run)
      .flag("ok", end.ok)
      .flag("stopped", end.stopped)
      .text("kind", end.error.kind)
      .text("message", end.stopped ? translated(end.error.message) : end.error.message)
      .text("hint", end.error.hint)
      .number("line", end.error.span.line)
      .number("column", end.error.span.column)
      .number("end_line", end.error.span.end_line)
      .number("end_column", end.error.span.end_column)
      .number("duration_us", end.duration_us)
      .number("kernels", static_cast<double>(end.kernels))
      .flag("stale", ui.model.stale())
      .raw("markers", markers(ui.model.shown()))
      .done();
}

std::string markers_json(const Panels& ui) {
  return Object().raw("markers", ui.model.stale() ? "[]" : markers(ui.model.shown())).done();
}

std::string edits_json(const std::vector<SourceEdit>& edits) {
  return array(edits, [](const SourceEdit& edit) {
    return Object().number("first", edit.first).number("last", edit.last).text("text", edit.text).done();
  });
}

std::string check_json(const protocol::CheckResult& result) {
  return Object()
      .number("run", result.run)
      .flag("targets", result.targets)
      .flag("passed", result.passed)
      .text("fact", result.fact)
      .raw("choices", array(result.choices,
                            [](const std::pair<std::string, std::string>& choice) {
                              return Object().text("value", choice.first).text("text", choice.second).done();
                            }))
      .text("error", translated(result.error))
      .raw("lines", array(result.lines,
                          [](const protocol::CheckLine& line) {
                            return Object().flag("passed", line.passed).text("text", line.text).done();
                          }))
      .done();
}

std::string text_json(const std::string& text) { return quoted(text); }

// What text is written in, for the tests of contrast.
static std::string colours_json() {
  const Palette& p = palette();
  auto hex = [](ImU32 c) {
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", c & 255, c >> 8 & 255, c >> 16 & 255);
    return std::string(text);
  };
  return Object()
      .text("background", hex(p.background))
      .text("text", hex(p.text))
      .text("dim", hex(p.dim))
      .text("faint", hex(p.faint))
      .text("accent", hex(p.accent))
      .text("good", hex(p.good))
      .text("bad", hex(p.bad))
      .text("warn", hex(p.warn))
      .text("added", hex(p.added))
      .text("removed", hex(p.removed))
      .text("keyword", hex(p.keyword))
      .text("number", hex(p.number))
      .text("string", hex(p.string))
      .text("comment", hex(p.comment))
      .text("name", hex(p.name))
      .done();
}

std::string state_json(const Panels& ui) {
  const RunData& run = ui.model.current();
  std::string output, errors;
  for (const OutputPiece& piece : run.output) (piece.is_error ? errors : output) += piece.text;
  std::string stages = array(ui.model.shown().events, [](const Event& e) { return quoted(stage_name(e.stage)); });
  return Object()
      .text("panel", ui.panel)
      .text("second", ui.second)
      .text("compile", ui.compile())
      .flag("compiles_shown", ui.compiles_shown)
      .flag("typing", ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput)
      .number("graph_position", ui.graph_position)
      .number("graph_view", ui.graph_view)
      .number("half", ui.half)
      .text("apart", apart_text(ui))
      .raw("skip", array(ui.skipped_passes, quoted))
      .raw("passes", array(ui.passes.list, pass_entry))
      .text("left", side_text(ui.passes.sides[0]))
      .text("right", side_text(ui.passes.sides[1]))
      .raw("sides", array(ui.passes.shown, quoted))
      .raw("difference",
           array(std::vector<size_t>{ui.passes.removed, ui.passes.added, ui.passes.rewritten, ui.passes.moved},
                 [](size_t count) { return std::to_string(count); }))
      .raw("panels", array(panels_table(),
                           [](const PanelRow& row) {
                             return Object()
                                 .text("id", row.id)
                                 .text("title", tr(row.title))
                                 .text("key", row.key)
                                 .text("lesson", row.lesson)
                                 .done();
                           }))
      .raw("bytecode_views", array(std::vector<Text>{Text::kOriginal, Text::kRewritten, Text::kCaptured},
                                   [](Text view) { return quoted(tr(view)); }))
      .number("bytecode_view", ui.bytecode_view)
      .number("matches", ui.searches.count("code") ? ui.searches.at("code").matches : 0)
      .number("function", ui.function)
      .number("run", run.run)
      .number("graph_run", ui.graph_run)
      .flag("running", ui.model.running())
      .flag("stale", ui.model.stale())
      .text("output", output.substr(0, 20000))
      .text("errors", errors.substr(0, 20000))
      .number("run_us", run.finished ? run.finished->duration_us : 0)
      .text("traceback", run.finished ? run.finished->traceback : "")
      .raw("stages", stages)
      .number("bodies", static_cast<double>(ui.model.shown().bodies.size()))
      .number("kin", static_cast<double>(ui.selection.kin_count()))
      .number("kin_rows", ui.kin_rows)
      .number("recorded_steps", run.recording ? static_cast<double>(run.recording->steps.size()) : 0)
      .number("step", ui.playback ? static_cast<double>(ui.playback->position()) : 0)
      .number("capture_step", ui.capture ? static_cast<double>(ui.capture->position()) : 0)
      .number("tensor_cells", ui.tensors.cells)
      .number("console_below", ui.console_below)
      .number("log_lines", ui.logs.shown)
      .number("fusion_lines", ui.fusion.shown)
      .number("bars", ui.times.bars)
      .number("zoom", ui.graph_look.zoom)
      .number("scale", ui.graph_look.scale)
      .raw("colours", colours_json())
      .text("word", ui.word.shown ? ui.word.term : "")
      .raw("said", array(ui.said, [](const std::string& text) { return quoted(text); }))
      .number("bench_rows", static_cast<double>(ui.model.bench().rows.size()))
      .flag("benching", ui.model.bench().running || ui.model.measured().running)
      .raw("measured", array(ui.model.measured().functions, [](const MeasuredFunction& f) { return quoted(f.name); }))
      .text("headline", ui.measure.headline)
      .number("curve_points", ui.measure.points)
      .number("value_nodes", ui.values_view.shown)
      .text("first_bad", ui.values_view.first_bad)
      .raw("fixes", array(ui.model.shown().select({Stage::kBreaks}, ""),
                          [&](size_t i) { return quoted(fact(ui.model.shown().events[i], "fix")); }))
      .number("calls_text", ui.calls.as_text)
      .text("film", ui.film.on ? ui.film.stage : "")
      .text("film_title", ui.film.on ? ui.film.title : "")
      .text("film_caption", ui.film.on ? ui.film.caption : "")
      .raw("film_centred", array(std::vector<float>{ui.graph_look.centred.x, ui.graph_look.centred.y},
                                 [](float part) { return std::to_string(part); }))
      .flag("film_open", ui.film.on)
      .flag("film_playing", ui.film.playing)
      .number("film_frame", ui.film.frame)
      .number("film_frames", ui.film.frames)
      .raw("strip", drawn_json(ui.calls.strip, ui.calls.strip_look))
      .raw("cards", drawn_json(ui.calls.cards, ui.calls.cards_look))
      .text("chosen_call", ui.calls.chosen)
      .raw("pointing", ui.pointing.kind.empty() ? "null" : drawn_json(ui.pointing.drawn, ui.pointing.look))
      .number("judged_marks", ui.pointing.marks)
      .number("pinned_line", ui.selection.pinned_line())
      .raw("hovered", lines_array(ui.selection.hovered_lines()))
      .raw("pinned", lines_array(ui.selection.pinned_lines()))
      .raw("compiles", array(ui.model.shown().compile_ids(), [](const std::string& id) { return quoted(id); }))
      .done();
}

// Values may come from a share link, which anybody can write.
// A text of breaks.def in both languages; where a break puts a value in, "…".
static TranslatedText break_text(std::string_view english) {
  for (const TranslatedText& text : tables::kBreakTexts)
    if (text.english == english) return text;
  return {english, english};
}
static std::string without_values(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i)
    if (hole_at(text, i) >= 0) out += "…", i += kHoleLength - 1;
    else out += text[i];
  return out;
}

// Words of the table, and the kinds of graph breaks: what they are called, in both languages.
std::string words_json() {
  std::string text = "[";
  auto add = [&](std::string_view kind, std::string_view term, std::string_view chinese_term, std::string_view about,
                 std::string_view english, std::string_view chinese, std::string_view effect) {
    std::string row;
    for (std::string_view part : {kind, term, chinese_term, about, english, chinese, effect})
      row += (row.empty() ? "[" : ",") + quoted(std::string(part));
    text += (text.size() > 1 ? "," : "") + row + "]";
  };
  for (const Word& word : all_words())
    add(word_kind_name(word.kind), word.term, word.chinese_term, word.concept_id, word.english, word.chinese,
        word.stack_effect);
  std::set<std::string_view> met;
  for (const BreakRow& row : all_breaks()) {
    if (row.id.empty() || !met.insert(row.id).second) continue;
    const TranslatedText title = break_text(row.title), why = break_text(row.explanation);
    add("break", row.id, row.id, "graph-break", without_values(title.english) + ". " + without_values(why.english),
        without_values(title.chinese) + "。" + without_values(why.chinese), "");
  }
  return text + "]";
}

std::string modules_json(Panels& ui) {
  return array(graph_modules(ui), [](const scene::ModuleName& module) {
    return "[" + quoted(module.path) + "," + quoted(module.type) + "]";
  });
}

void apply_setting(Panels& ui, const std::string& key, const std::string& value) {
  auto is_panel = [&](const PanelRow& row) { return row.id == value; };
  auto choice = [&](int most) { return std::clamp(std::atoi(value.c_str()), 0, most); };
  if (key == "panel" || key == "second") {
    if (std::any_of(panels_table().begin(), panels_table().end(), is_panel))
      close_film(ui), (key == "panel" ? ui.panel : ui.second) = value;
  } else if (key == "compile") ui.compile_id = value;
  else if (key == "module") close_film(ui), show_module(ui, value);
  else if (key == "film") value == "0" ? close_film(ui) : open_film(ui, value == "1" ? "" : value);
  else if (key == "still") ui.film.still = value == "1", ui.film.playing = ui.film.playing && !ui.film.still;
  else if (key == "calls_text") ui.calls.as_text = choice(1);
  else if (key == "open_lesson") ui.wanted_lesson = ui.told_lesson;
  else if (key == "point") set_pointing(ui, value);
  else if (key == "judged") set_judged(ui, value);
  else if (key == "calls_chosen") ui.calls.chosen = value;
  else if (key == "graph_view") {
    if (choice(3) == 2) ui.panel = "passes";  // links from when the differences were a view of the graph
    else ui.graph_view = choice(3);
  } else if (key == "apart") set_apart(ui, value);
  else if (key == "skip") ui.skipped_passes = pass_names(value);
  else if (key == "left" || key == "right") ui.passes.sides[key == "right"] = side_of(value);
  else if (key == "passes_way") ui.passes.way = choice(1);
  else if (key == "half") ui.half = choice(INT_MAX);
  else if (key == "record") ui.record = value == "1";
  else if (key == "step" && value == "last") to_last_tensor(ui);
  else if (key == "bytecode_view") ui.bytecode_view = choice(2);
  else if (key == "record_capture") ui.record_capture = value == "1";
  else if (key == "measure") ui.model.measure(value == "sizes");
  else if (key == "values") ui.values = value == "1";
  else if (key == "tensors_view") ui.tensors_view = value == "1" ? 1 : 0;
  else if (key == "bench" && value == "1") ui.measure.rows = 1, ui.model.start_bench();
  else if (key == "graph_position") ui.graph_position = value == "joint" ? kAtJointGraph : std::atoi(value.c_str());
  else if (key.starts_with("lesson:")) ui.lessons[key.substr(7)] = value;
  else if (key == "alone") ui.alone = value == "1", ui.wants_frames = 2;
  else if (key == "engine") ui.engine_ready = value == "ready", ui.wants_frames = 2;
  else if (key == "threads") ui.threads = std::atoi(value.c_str()), ui.one_thread = value.substr(value.find(' ') + 1);
  else if (key == "device") ui.device = value;
  else if (key == "language") set_language(value == "zh" ? Language::kChinese : Language::kEnglish);
  else if (key == "theme") set_theme(value != "light");
}

}  // namespace vt::ui
