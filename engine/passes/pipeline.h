// The table of graph passes and how they are run: pipeline.cpp is the page to read, one
// row per pass, in order. After autodiff/, before lower/.
#pragma once
#include <string>
#include <vector>

#include "graph/graph.h"
#include "support/events.h"

namespace vt {

struct PassOptions {
  std::vector<std::string> skipped;  // names of passes to leave out
};

// What one pass did, for the pass slider and `--dump=passes`.
struct PassRecord {
  std::string name;  // "merge_common_subexpressions"; the first record is "input"
  std::string doc;
  bool changed = false;
  size_t nodes_after = 0;
  size_t removed = 0, added = 0;  // nodes
  Artifact after;                 // the graph afterwards; built only while somebody listens
};

// Runs the table over the graph. With `log`, one record per pass is appended.
void run_passes(Graph& graph, const PassOptions& options = {}, std::vector<PassRecord>* log = nullptr);
std::vector<std::string> pass_names();

}  // namespace vt
