// The table of passes: one row each, run from top to bottom on every graph.
#include "passes/pipeline.h"

#include <algorithm>
#include <set>

#include "graph/print.h"
#include "passes/fold_constants.h"
#include "passes/lay_out_convolutions.h"
#include "passes/merge_common_subexpressions.h"
#include "passes/recognise_attention.h"
#include "passes/remove_dead_code.h"
#include "passes/remove_noop_views.h"
#include "passes/simplify_algebra.h"
#include "passes/simplify_views.h"
#include "support/check.h"

namespace vt {
namespace {

struct Pass {
  const char* name;
  const char* doc;
  bool (*run)(Graph&);
  std::vector<const char*> after;  // passes that must stand above this row
};

const std::vector<Pass>& passes() {
  static const std::vector<Pass> table = {
      {"remove_dead_code", "drops nodes whose results nobody reads", remove_dead_code, {}},
      {"recognise_attention",
       "on CUDA, makes one op of the products around a softmax (in training before the graph is cut)",
       recognise_attention,
       {"remove_dead_code"}},
      {"remove_noop_views", "replaces views and copies that change nothing by what they show", remove_noop_views, {}},
      {"simplify_algebra",
       "rewrites x + 0, x * 1, x * -1, small powers, functions that undo or repeat each other",
       simplify_algebra,
       {}},
      {"simplify_views",
       "joins chains of reshapes, transposes and permutations",
       simplify_views,
       {"remove_noop_views"}},
      {"fold_constants", "computes nodes whose inputs are all constants", fold_constants, {"simplify_algebra"}},
      {"merge_common_subexpressions",
       "keeps one of several nodes that compute the same",
       merge_common_subexpressions,
       {"simplify_algebra", "simplify_views"}},
      {"lay_out_convolutions",
       "on CUDA, puts the channels of convolutions innermost and batch norm into their weights",
       lay_out_convolutions,
       {"merge_common_subexpressions"}},
      {"sweep_dead_code",
       "drops what the passes above have left without readers",
       remove_dead_code,
       {"recognise_attention", "fold_constants", "merge_common_subexpressions", "lay_out_convolutions"}},
  };
  return table;
}

// Once per process: a row that stands too high is a mistake of ours.
void check_order() {
  static const bool checked = [] {
    std::set<std::string_view> above;
    for (const Pass& pass : passes()) {
      for (const char* earlier : pass.after)
        VT_CHECK(above.count(earlier), std::string(pass.name) + " must come after " + earlier);
      VT_CHECK(above.insert(pass.name).second, std::string("two passes are called ") + pass.name);
    }
    return true;
  }();
  (void)checked;
}

std::set<NodeId> nodes_of(const Graph& graph) {
  std::vector<NodeId> order = graph.order();
  return {order.begin(), order.end()};
}

PassRecord record_of(const char* name, const char* doc, const Graph& graph, const std::set<NodeId>& before,
                     bool changed) {
  PassRecord record;
  record.name = name;
  record.doc = doc;
  record.changed = changed;
  std::set<NodeId> after = nodes_of(graph);
  record.nodes_after = after.size();
  for (NodeId id : before) record.removed += !after.count(id);
  for (NodeId id : after) record.added += !before.count(id);
  if (event_log().active()) record.after = {print_graph(graph), graph_diagram(graph)};
  return record;
}

}  // namespace

void run_passes(Graph& graph, const PassOptions& options, std::vector<PassRecord>* log) {
  check_order();
  if (log) log->push_back(record_of("input", "the graph as captured", graph, nodes_of(graph), false));
  for (const Pass& pass : passes()) {
    if (std::find(options.skipped.begin(), options.skipped.end(), pass.name) != options.skipped.end()) continue;
    std::set<NodeId> before;
    if (log) before = nodes_of(graph);
    bool changed = pass.run(graph);
#ifndef NDEBUG
    if (changed) {
      std::string problem = verify_graph(graph);
      VT_CHECK(problem.empty(), std::string("after ") + pass.name + ": " + problem);
    }
#endif
    if (log) log->push_back(record_of(pass.name, pass.doc, graph, before, changed));
  }
}

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass& pass : passes()) names.push_back(pass.name);
  return names;
}

}  // namespace vt
