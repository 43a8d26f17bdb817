#include "passes/simplify_sizes.h"

namespace vt {
namespace {

bool simplify(ShapeEnv& shapes, std::vector<SymInt>& list) {
  bool changed = false;
  for (SymInt& size : list) {
    if (!size.symbolic()) continue;
    SymInt simpler(size.hint(), shapes.simplify(size.expr()));
    if (simpler.text() == size.text()) continue;
    size = std::move(simpler);
    changed = true;
  }
  return changed;
}

}  // namespace

bool simplify_sizes(Graph& graph) {
  if (!graph.shapes) return false;
  bool changed = false;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id))
    for (TensorMeta& meta : graph.at(id).metas) {
      changed |= simplify(*graph.shapes, meta.sizes);
      changed |= simplify(*graph.shapes, meta.strides);
    }
  return changed;
}

}  // namespace vt
