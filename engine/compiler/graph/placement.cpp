#include "graph/placement.h"

namespace vt {

Placement placement_of(const Graph& graph) {
  bool cpu = false, cuda = false;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    bool number = node.kind != NodeKind::kOp;
    for (const TensorMeta& meta : node.metas) {
      if (meta.device.kind == DeviceKind::kCuda) cuda = true;
      else if (!number || !meta.sizes.empty()) cpu = true;
    }
  }
  return !cuda ? Placement::kCpu : cpu ? Placement::kMixed : Placement::kCuda;
}

}  // namespace vt
