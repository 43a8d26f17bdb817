// The table of panels: a new panel is one file and one row in panels.cpp.
#pragma once
#include <span>

#include "playground/core/app.h"
#include "playground/core/strings.h"

namespace vt::ui {

struct PanelRow {
  const char* id;  // in share links and lessons
  Text title;
  void (*draw)(Panels& ui);
};
std::span<const PanelRow> panels_table();

void draw_graph(Panels& ui);
void draw_bytecode(Panels& ui);
void draw_guards(Panels& ui);
void draw_loops(Panels& ui);
void draw_code(Panels& ui);
void draw_memory(Panels& ui);
void draw_steps(Panels& ui);
void draw_tensors(Panels& ui);
void draw_console(Panels& ui);
void draw_logs(Panels& ui);
void draw_timeline(Panels& ui);
void draw_bench(Panels& ui);
void draw_autotune(Panels& ui);
// The bytecode panel's third view: what dynamo does at each instruction.
void draw_capture(Panels& ui);

}  // namespace vt::ui
