// From a graph, or from its executable, to what runs it: op by op, or generated kernels with
// the options of torch.compile's modes. Made by pipeline.cpp.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "graph/graph.h"
#include "session/compile_events.h"
#include "session/compiled_graph.h"

namespace vt {

// The graph as it is, one operation after the other.
GraphRunner op_by_op(Graph graph);

// Generated kernels under `mode`: max-autotune measures in the first run, which `report` then
// tells of; max-autotune and reduce-overhead replay: CUDA graphs, or recorded launches on the CPU and in the browser.
// `shapes` owns the size symbols of the program.
GraphRunner run_kernels(std::unique_ptr<Executable> made, const std::string& mode, std::shared_ptr<ShapeEnv> shapes,
                        CompileReporter report);

// What `compile` gives; on a GPU that cannot compile a kernel, which costs speed and not the result, the graph op by
// op, with the reason in `note`. A device in trouble is told.
GraphRunner with_fallback(const Graph& graph, Placement place, std::string& note,
                          const std::function<GraphRunner()>& compile);

}  // namespace vt
