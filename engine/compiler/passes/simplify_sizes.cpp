#include "passes/simplify_sizes.h"

namespace vt {
namespace {

bool simplify(const ShapeEnv& shapes, SymInt& size) {
  if (!size.symbolic()) return false;
  SymInt simpler(size.hint(), shapes.simplify(size.expr()));
  if (simpler.text() == size.text()) return false;
  size = std::move(simpler);
  return true;
}

bool simplify(const ShapeEnv& shapes, std::vector<SymInt>& list) {
  bool changed = false;
  for (SymInt& size : list) changed |= simplify(shapes, size);
  return changed;
}

bool simplify(const ShapeEnv& shapes, Arg& plain) {
  if (Scalar* number = std::get_if<Scalar>(&plain.value)) return simplify(shapes, number->integer);
  IntList* list = std::get_if<IntList>(&plain.value);
  return list && simplify(shapes, *list);
}

}  // namespace

bool simplify_sizes(Graph& graph) {
  if (!graph.shapes) return false;
  // Replace a symbol in the whole graph at once: after an input lost it, the symbol could not be bound any more.
  const ShapeEnv& shapes = *graph.shapes;
  bool changed = false;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    Node& node = graph.at(id);
    for (TensorMeta& meta : node.metas) {
      changed |= simplify(shapes, meta.sizes);
      changed |= simplify(shapes, meta.strides);
    }
    for (NodeArg& arg : node.args) changed |= simplify(shapes, arg.plain);
  }
  for (GraphOutput& output : graph.outputs) changed |= simplify(shapes, output.number);
  return changed;
}

}  // namespace vt
