// Makes the runner of a graph (op by op) or of an executable (kernels with the options of torch.compile's modes).
// Called by pipeline.cpp.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "graph/graph.h"
#include "session/compile_events.h"
#include "session/compiled_graph.h"

namespace vt {

// Runs the graph op by op, without code generation.
GraphRunner op_by_op(Graph graph);

// Runs generated kernels under `mode`. max-autotune measures candidates in the first run, reported by `report`;
// max-autotune and reduce-overhead replay launches: CUDA graphs, or recorded launches on the CPU and in the browser.
// `shapes` owns the program's size symbols.
GraphRunner run_kernels(std::unique_ptr<Executable> made, const std::string& mode, std::shared_ptr<ShapeEnv> shapes,
                        CompileReporter report);

// The result of `compile`. If a GPU fails to compile a kernel, the graph runs op by op instead (slower, same result),
// and `note` says why. Failures of the device itself are raised.
GraphRunner with_fallback(const Graph& graph, Placement place, std::string& note,
                          const std::function<GraphRunner()>& compile);

}  // namespace vt
