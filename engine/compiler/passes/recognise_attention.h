// Replaces softmax(scale * q k^T) v and, if the graph has them, its gradients by the op _fused_attention, where
// that op's kernel supports dtype and head width. Runs on the joint graph before the partition, so that the
// attention weights are neither saved nor materialized.
#pragma once
#include "graph/graph.h"

namespace vt {

bool recognise_attention(Graph& graph);

}  // namespace vt
