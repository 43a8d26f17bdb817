// The panels as a table: the rows of tables/panels.def with their drawing functions. A new panel is one
// file and one row there.
#pragma once
#include <span>
#include <string_view>

#include "playground/core/app.h"
#include "playground/core/strings.h"
#include "playground/scene/modules.h"

namespace vt::ui {

// Which run a panel shows after one that failed.
enum class PanelRun { kLastGoodRun, kLatestRun };

struct PanelRow {
  const char* id;  // in share links and lessons
  Phrase title;
  const char* key;  // with Alt: a digit, or ""
  PanelRun of;
  Phrase shows;
  const char* lesson;  // that explains it, or ""
  void (*draw)(Panels& ui);
};
std::span<const PanelRow> panels_table();
// The row of that id, or the first row.
const PanelRow& panel_row(std::string_view id);
// The row whose key is Alt and this digit, or null.
const PanelRow* panel_of_digit(int digit);

#define PANEL(id, ...) void draw_##id(Panels& ui);
#include "tables/panels.def"
// The bytecode panel's third view: what dynamo does at each instruction.
void draw_capture(Panels& ui);
// The position of the graph panel's slider that is the joint graph, wherever it stands among the others.
inline constexpr int kAtJointGraph = -2;
// The modules of the captured graph that is chosen, and the graph panel brought to one of them.
std::vector<scene::ModuleName> graph_modules(Panels& ui);
void show_module(Panels& ui, const std::string& path);
// On how many threads the browser runs kernels, and why if on one; nothing natively.
void draw_threads(const Panels& ui);
// The measuring panel's first view: the program's own functions.
void draw_measured(Panels& ui);
// The tensors panel's second view: the values of a graph's nodes.
void draw_values(Panels& ui);

}  // namespace vt::ui
