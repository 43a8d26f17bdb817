// The table of graph passes and how to run it; the rows are in table.cpp, in the order in which they
// run. After the recorder and autodiff/, before lower/.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/placement.h"
#include "support/events.h"

namespace vt {

// The role of a graph in the pipeline. A training graph is joint until the partition splits it.
enum class GraphKind : uint8_t {
  kInference,
  kJoint,
  kForward,
  kBackward,
  kForProgram,  // an inference graph that is passed to a user's compiler written in Python
};
// "inference", "joint", "forward", "backward", "program".
const char* kind_name(GraphKind kind);

// The column *when* of the table: selects the graphs that a pass runs on.
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
// Describes a row above one of its `after` passes, or a duplicate name; empty if the table is in order.
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
  // A removed id still finds its (erased) node in the graph. A rewritten node kept its id and got another
  // op, other arguments or another layout.
  std::vector<NodeId> removed, added, rewritten;
  double time_us = 0;                     // of the pass alone
  std::shared_ptr<const Artifact> after;  // the graph afterwards; shared with the previous record if nothing changed
};

// Runs the rows that apply to the graph, from top to bottom. Appends to `log` one record for the
// input graph and one per row that applies.
void run_passes(Graph& graph, const PassOptions& options = {}, std::vector<PassRecord>* log = nullptr);
std::vector<std::string> pass_names();

}  // namespace vt
