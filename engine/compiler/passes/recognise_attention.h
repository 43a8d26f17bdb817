// Products around a softmax become one op, _fused_attention, where its kernel takes their type and width:
// softmax(scale * q k^T) v, and its gradients if the graph holds those too. On the joint
// graph, before it is cut, so that the weights are neither saved nor ever in memory.
#pragma once
#include "graph/graph.h"

namespace vt {

bool recognise_attention(Graph& graph);

}  // namespace vt
