// The generated code: what runs (C++ natively, WebAssembly text in the browser), and CUDA.
#include <cstdio>
#include <cstdlib>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

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
  if (fact(run.events[index], "backend") == "wasm") draw_threads(ui);
  std::vector<size_t> cuda = run.select({Stage::kCuda}, ui.compile());
  std::string backend = fact(run.events[index], "backend");
  if (cuda.size() == events.size() && backend != "cuda") {
    segmented("languages", {backend == "wasm" ? "WAT" : "C++", "CUDA"}, ui.language);
    if (ui.language == 1) index = cuda[static_cast<size_t>(chosen)];
  }
  const Artifact* body = ui.model.body(index);
  if (!body) return ImGui::TextDisabled("%s", tr(Text::kLoading));
  text_tools(ui, "code", body->lines);
  text_view(ui, "code", body->lines);
}

}  // namespace vt::ui
