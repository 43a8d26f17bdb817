// Emits events for the graphs that a program makes itself (built by hand, traced, exported, or passed to its own back
// end), each time that their module is recompiled. After graph.h and readable.h.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/fx/graph.h"

namespace vt::fx {

// One layer of a model under conversion (quantisation), or another node of its data flow.
struct LayerRow {
  std::string key;                  // identifies the layer before and after the conversion, and in `inputs`
  std::string path, type;           // "blocks.0.mlp", "Linear 64 → 32"
  std::string kind;                 // the layer's class for kind_of_work(): "Linear"; or "input", "output", "weight"
  std::vector<std::string> inputs;  // keys of the producers, where they are known
  std::vector<std::pair<std::string, std::string>> weights;  // {"weight", "i8[32, 64]"}
};
// Emits the model before and after some of its layers were converted. `title`: "quantised Sequential".
void report_modules(Interpreter& vm, const std::string& title, const std::vector<LayerRow>& before,
                    const std::vector<LayerRow>& after);

// `owner`: class name of the GraphModule; `module`: the GraphModule itself, if call_module nodes name paths in it. Does
// nothing if no event listener is attached.
void report_graph(Interpreter& vm, Graph& graph, const std::string& owner, const Value& module = {});

}  // namespace vt::fx
