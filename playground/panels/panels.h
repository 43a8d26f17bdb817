// The table of panels: the rows of tables/panels.def with their drawing functions. A new panel needs one file, and one
// row there.
#pragma once
#include <span>
#include <string_view>

#include "playground/core/app.h"
#include "playground/core/strings.h"
#include "playground/scene/modules.h"

namespace vt::ui {

// The run that a panel shows after a failed run.
enum class PanelRun { kLastGoodRun, kLatestRun };

struct PanelRow {
  const char* id;  // used in share links and lessons
  Phrase title;
  const char* key;  // with Alt: a digit, or "" for none
  PanelRun of;
  Phrase shows;
  const char* lesson;  // id of the lesson that explains it, or ""
  void (*draw)(Panels& ui);
};
std::span<const PanelRow> panels_table();
// The row with this id; the first row if there is none.
const PanelRow& panel_row(std::string_view id);
// The row whose key is Alt and this digit; null if there is none.
const PanelRow* panel_of_digit(int digit);

#define PANEL(id, ...) void draw_##id(Panels& ui);
#include "tables/panels.def"
// The third view of the bytecode panel: tracing by dynamo.
void draw_capture(Panels& ui);
// The position of the graph panel's slider that is the joint graph, wherever it stands among the others.
inline constexpr int kAtJointGraph = -2;
// The modules of the captured graph that is chosen, and the graph panel brought to one of them.
std::vector<scene::ModuleName> graph_modules(Panels& ui);
void show_module(Panels& ui, const std::string& path);
// Shows how many threads run kernels in the browser, and why only one; draws nothing natively.
void draw_threads(const Panels& ui);
// The first view of the measuring panel: the program's own functions.
void draw_measured(Panels& ui);
// The second view of the tensors panel: values of a graph's nodes.
void draw_values(Panels& ui);

}  // namespace vt::ui
