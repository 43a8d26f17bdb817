// The generated code: the executed one (C++ natively, WebAssembly text in the browser), and the same kernels by the
// other generators.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

struct CodeView {
  Stage stage;
  const char *name, *view;
};
constexpr CodeView kViews[] = {{Stage::kCuda, "CUDA", "code"},
                               {Stage::kWgsl, "WGSL", "wgsl"},
                               {Stage::kCpp, "C++", "code"},
                               {Stage::kWat, "WAT", "code"}};

void draw_facts(const Event& event) {
  char counted[256];
  std::snprintf(counted, sizeof counted, tr(Text::kCodeFacts), fact(event, "kernels").c_str(),
                time_text(std::atof(fact(event, "generate_us").c_str())).c_str(),
                time_text(std::atof(fact(event, "compile_us").c_str())).c_str());
  std::string facts = fact(event, "backend") + "  ·  " + counted;
  if (fact(event, "from_cache") == "yes") facts += std::string("  ·  ") + tr(Text::kCodeCached);
  elided(facts, ImGui::GetContentRegionAvail().x, palette().dim);
  std::string note = fact(event, "note");
  if (!note.empty()) ImGui::TextWrapped("%s", note.c_str());
}

}  // namespace

void draw_code(Panels& ui) {
  const RunData& run = ui.model.shown();
  std::vector<size_t> events = run.select({Stage::kCode}, ui.compile());
  if (events.empty()) return empty_of_compile(ui, tr(Text::kNoCode), tr(Text::kNoCodeHelp));
  int chosen = pick_half(ui, run, events);
  size_t index = events[static_cast<size_t>(chosen)];
  draw_facts(run.events[index]);
  const std::string backend = fact(run.events[index], "backend");
  if (backend == "wasm") draw_threads(ui);
  const Stage runs = backend == "wasm"     ? Stage::kWat
                     : backend == "cuda"   ? Stage::kCuda
                     : backend == "webgpu" ? Stage::kWgsl
                                           : Stage::kCpp;
  std::vector<CodeView> shown;
  for (const CodeView& language : kViews) {
    if (language.stage == runs) shown.insert(shown.begin(), language);
    else if (run.select({language.stage}, ui.compile()).size() == events.size()) shown.push_back(language);
  }
  std::vector<std::string> names;
  for (const CodeView& language : shown) names.emplace_back(language.name);
  ui.language = std::min(ui.language, static_cast<int>(names.size()) - 1);
  if (names.size() > 1) segmented("languages", names, ui.language);
  const CodeView& language = shown[static_cast<size_t>(ui.language)];
  if (ui.language > 0) index = run.select({language.stage}, ui.compile())[static_cast<size_t>(chosen)];
  const Artifact* body = ui.model.body(index);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  text_tools(ui, language.view, body->lines);
  text_view(ui, language.view, body->lines);
}

}  // namespace vt::ui
