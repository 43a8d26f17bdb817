#include "graph/placement.h"

#include "tensor/accelerator.h"

namespace vt {

Placement placement_of(const Graph& graph) {
  bool cpu = false, cuda = false, webgpu = false;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id)) {
    const Node& node = graph.at(id);
    bool number = node.kind != NodeKind::kOp;
    for (const TensorMeta& meta : node.metas) {
      if (meta.device.kind == DeviceKind::kCuda) cuda = true;
      else if (meta.device.kind == DeviceKind::kWebGpu) webgpu = true;
      else if (!number || !meta.sizes.empty()) cpu = true;
    }
  }
  if (cpu + cuda + webgpu > 1) return Placement::kMixed;
  return cuda ? Placement::kCuda : webgpu ? Placement::kWebGpu : Placement::kCpu;
}

}  // namespace vt
