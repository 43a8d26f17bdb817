// What an in-place op may not do in memory: write an element twice, or read what it writes. One rule for
// programs as they run (dispatcher.cpp) and as they are captured (capture/dynamo/fake_recorder.cpp).
#pragma once
#include "ops/op.h"

namespace vt {

// PyTorch's errors for an op that changes args[0], from where its tensors lie.
void check_memory_overlap(const OpDef& op, const Args& args);
// The fills by a mask or by positions, which PyTorch lets an expanded tensor have.
bool fills_places(const OpDef& op);

}  // namespace vt
