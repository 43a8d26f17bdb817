// The table of graph passes and how they are run: table.cpp is the page to read, one row per
// pass, in order. After the recorder and autodiff/, before lower/.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/placement.h"
#include "support/events.h"

namespace vt {

// What a graph is to the pipeline. A training graph is joint until the partition cuts it.
enum class GraphKind : uint8_t {
  kInference,
  kJoint,
  kForward,
  kBackward,
  kForProgram,  // an inference graph that a compiler written in the language gets
};
// "inference", "joint", "forward", "backward", "program".
const char* kind_name(GraphKind kind);

// The column *when* of the table: the graphs that a pass runs on.
struct PassWhen {
  enum class Device : uint8_t { kAny, kCuda };  // kCuda: every tensor is on a GPU
  enum class Bits : uint8_t { kKeeps, kMayRound };
  enum class Sizes : uint8_t { kAny, kSymbolic };  // kSymbolic: some size is a symbol

  std::vector<GraphKind> kinds;
  Device device = Device::kAny;
  Bits bits = Bits::kKeeps;  // kMayRound: may change the last bits of results
  Sizes sizes = Sizes::kAny;
};

struct Pass {
  const char* name;
  const char* doc;
  bool (*run)(Graph&);  // true if it changed the graph
  PassWhen when;
  std::vector<const char*> after;  // passes that must stand above this row
};
const std::vector<Pass>& all_passes();
// A row that stands above one that it must come after, or a name that stands twice; else empty.
std::string order_problem(std::span<const Pass> table);

struct PassOptions {
  GraphKind kind = GraphKind::kInference;
  bool keep_bits = false;            // results must equal eager execution to the last bit
  std::vector<std::string> skipped;  // names of passes that the user switched off
};
bool applies(const Pass& pass, const Graph& graph, const PassOptions& options);

// What one pass did, for the pass slider and `--dump=passes`.
struct PassRecord {
  std::string name;  // "merge_common_subexpressions"; the first record is "input"
  std::string doc;
  bool switched_off = false;  // by the user: it did not run
  bool changed = false;
  size_t nodes_after = 0;
  // Removed ids still name their nodes in the graph. Rewritten nodes kept their id and got
  // another operation, other arguments or another layout.
  std::vector<NodeId> removed, added, rewritten;
  double time_us = 0;                     // of the pass alone
  std::shared_ptr<const Artifact> after;  // the graph afterwards; of a pass that changed nothing the one before
};

// Runs the rows that apply to the graph, from top to bottom. With `log`, one record for the
// graph as it came and one per such row is appended.
void run_passes(Graph& graph, const PassOptions& options = {}, std::vector<PassRecord>* log = nullptr);
std::vector<std::string> pass_names();

}  // namespace vt
