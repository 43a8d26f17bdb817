// Tells listeners of the graphs that a program makes itself: built by hand, traced, exported, or
// given to its back end, each time that their module is compiled. After graph.h and readable.h.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/fx/graph.h"

namespace vt::fx {

// A layer of a model that is converted, or another node on the way of its data.
struct LayerRow {
  std::string key;                  // the same before and after; others name it by this
  std::string path, type;           // "blocks.0.mlp", "Linear 64 → 32"
  std::string kind;                 // what kind of work it is goes by this name: "Linear"; or "input", "output", "weight"
  std::vector<std::string> inputs;  // keys of what feeds it, where that is known
  std::vector<std::pair<std::string, std::string>> weights;  // {"weight", "i8[32, 64]"}
};
// A model before and after the conversion of some of its layers. `title`: "quantised Sequential".
void report_modules(Interpreter& vm, const std::string& title, const std::vector<LayerRow>& before,
                    const std::vector<LayerRow>& after);

// `owner`: the class of the module; `module`: itself, if the graph calls others by their paths in it. Does nothing
// while nobody listens.
void report_graph(Interpreter& vm, Graph& graph, const std::string& owner, const Value& module = {});

}  // namespace vt::fx
