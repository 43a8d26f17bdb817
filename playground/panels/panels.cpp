#include "playground/panels/panels.h"

namespace vt::ui {

std::span<const PanelRow> panels_table() {
  static constexpr PanelRow kPanels[] = {
      {"graph", Text::kGraph, draw_graph},
      {"code", Text::kCode, draw_code},
      {"loops", Text::kLoops, draw_loops},
      {"guards", Text::kGuards, draw_guards},
      {"bytecode", Text::kBytecode, draw_bytecode},
      {"memory", Text::kMemory, draw_memory},
      {"logs", Text::kLogs, draw_logs},
      {"timeline", Text::kTimeline, draw_timeline},
      {"steps", Text::kStepsPanel, draw_steps},
      {"tensors", Text::kTensors, draw_tensors},
      {"bench", Text::kBench, draw_bench},
      {"autotune", Text::kAutotune, draw_autotune},
      {"console", Text::kConsole, draw_console},
  };
  return kPanels;
}

}  // namespace vt::ui
