// The table of passes, one row each. They run from top to bottom, each on the graphs that its column
// *when* selects.
#include "passes/table.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "passes/fold_constants.h"
#include "passes/lay_out_convolutions.h"
#include "passes/merge_common_subexpressions.h"
#include "passes/recognise_attention.h"
#include "passes/record.h"
#include "passes/remove_dead_code.h"
#include "passes/remove_noop_views.h"
#include "passes/simplify_algebra.h"
#include "passes/simplify_sizes.h"
#include "passes/simplify_views.h"
#include "support/check.h"

namespace vt {
namespace {

constexpr auto kAnyDevice = PassWhen::Device::kAny, kCuda = PassWhen::Device::kCuda;
constexpr auto kKeepsBits = PassWhen::Bits::kKeeps, kMayRound = PassWhen::Bits::kMayRound;

std::vector<Pass> make_table() {
  using enum GraphKind;
  const std::vector<GraphKind> every = {kInference, kJoint, kForward, kBackward, kForProgram};
  const std::vector<GraphKind> halves = {kInference, kForward, kBackward};
  // Only these contain both the products of attention and, when training, their gradients.
  const std::vector<GraphKind> before_the_cut = {kInference, kJoint};
  return {
      {"simplify_sizes",
       "replaces symbols of sizes that a guard has fixed since",
       simplify_sizes,
       {halves, kAnyDevice, kKeepsBits, PassWhen::Sizes::kSymbolic},
       {}},
      {"remove_dead_code",
       "removes nodes whose results nothing uses",
       remove_dead_code,
       {every, kAnyDevice, kKeepsBits},
       {}},
      {"recognise_attention",
       "makes one op of the products around a softmax, and one of their gradients",
       recognise_attention,
       {before_the_cut, kCuda, kMayRound},
       {"remove_dead_code"}},
      {"remove_noop_views",
       "replaces views and copies that change nothing by what they show",
       remove_noop_views,
       {halves, kAnyDevice, kKeepsBits},
       {}},
      {"simplify_algebra",
       "rewrites x + 0, x * 1, x * -1, small powers, functions that undo or repeat each other",
       simplify_algebra,
       {halves, kAnyDevice, kMayRound},
       {}},
      {"simplify_views",
       "joins chains of reshapes, transposes and permutations",
       simplify_views,
       {halves, kAnyDevice, kKeepsBits},
       {"remove_noop_views"}},
      {"fold_constants",
       "computes nodes whose inputs are all constants",
       fold_constants,
       {halves, kAnyDevice, kKeepsBits},
       {"simplify_algebra"}},
      {"merge_common_subexpressions",
       "keeps one of several nodes that compute the same",
       merge_common_subexpressions,
       {halves, kAnyDevice, kKeepsBits},
       {"simplify_algebra", "simplify_views"}},
      {"lay_out_convolutions",
       "puts the channels of convolutions innermost and batch norm into their weights",
       lay_out_convolutions,
       {halves, kCuda, kMayRound},
       {"merge_common_subexpressions"}},
      {"sweep_dead_code",
       "removes nodes that no later node uses after the passes above",
       remove_dead_code,
       {halves, kAnyDevice, kKeepsBits},
       {"recognise_attention", "fold_constants", "merge_common_subexpressions", "lay_out_convolutions"}},
  };
}

bool has_symbolic_size(const Graph& graph) {
  auto symbolic = [](const SymInt& size) { return size.symbolic(); };
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id))
    for (const TensorMeta& meta : graph.at(id).metas)
      if (std::any_of(meta.sizes.begin(), meta.sizes.end(), symbolic)) return true;
  return false;
}

bool contains(const auto& list, const auto& item) { return std::find(list.begin(), list.end(), item) != list.end(); }

}  // namespace

const std::vector<Pass>& all_passes() {
  static const std::vector<Pass> table = [] {
    std::vector<Pass> rows = make_table();
    VT_CHECK(order_problem(rows).empty(), order_problem(rows));
    return rows;
  }();
  return table;
}

std::string order_problem(std::span<const Pass> table) {
  std::set<std::string_view> above;
  for (const Pass& pass : table) {
    for (const char* earlier : pass.after)
      if (!above.count(earlier)) return std::string(pass.name) + " must come after " + earlier;
    if (!above.insert(pass.name).second) return std::string("two passes are called ") + pass.name;
  }
  return {};
}

const char* kind_name(GraphKind kind) {
  switch (kind) {
    case GraphKind::kInference: return "inference";
    case GraphKind::kJoint: return "joint";
    case GraphKind::kForward: return "forward";
    case GraphKind::kBackward: return "backward";
    case GraphKind::kForProgram: return "program";
  }
  return "";
}

bool applies(const Pass& pass, const Graph& graph, const PassOptions& options) {
  if (!contains(pass.when.kinds, options.kind)) return false;
  if (options.keep_bits && pass.when.bits == PassWhen::Bits::kMayRound) return false;
  if (pass.when.sizes == PassWhen::Sizes::kSymbolic && !has_symbolic_size(graph)) return false;
  return pass.when.device == PassWhen::Device::kAny || placement_of(graph) == Placement::kCuda;
}

void run_passes(Graph& graph, const PassOptions& options, std::vector<PassRecord>* log) {
  if (log) log->push_back(record_of_input(graph));
  for (const Pass& pass : all_passes()) {
    if (!applies(pass, graph, options)) continue;
    PassObserver observer(pass.name, pass.doc, graph, log);
    if (contains(options.skipped, pass.name)) {
      observer.note_switched_off();
      continue;
    }
    const bool changed = pass.run(graph);
    observer.note_run(changed);
#ifndef NDEBUG
    if (changed) {
      std::string problem = verify_graph(graph);
      VT_CHECK(problem.empty(), std::string("after ") + pass.name + ": " + problem);
    }
#endif
  }
}

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass& pass : all_passes()) names.push_back(pass.name);
  return names;
}

}  // namespace vt
