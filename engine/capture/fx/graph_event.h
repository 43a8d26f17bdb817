// Tells listeners of the graphs that a program makes itself: built by hand, traced, exported, or
// given to its back end, each time that their module is compiled. After graph.h and readable.h.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/fx/graph.h"

namespace vt::fx {

// A layer of a model that is converted without being traced.
struct LayerRow {
  std::string path, type;                                    // "blocks.0.mlp", "Linear 64 → 32"
  std::string previous;                                      // path of the layer that feeds it; "" is not known
  std::vector<std::pair<std::string, std::string>> weights;  // {"weight", "i8[32, 64]"}
};
// A model before and after the conversion of some of its layers. `title`: "quantised Sequential".
void report_modules(Interpreter& vm, const std::string& title, const std::vector<LayerRow>& before,
                    const std::vector<LayerRow>& after);

// `owner`: the class of the module. Does nothing while nobody listens.
void report_graph(Interpreter& vm, Graph& graph, const std::string& owner);

}  // namespace vt::fx
