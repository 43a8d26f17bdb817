// Random numbers on a CUDA device: PyTorch's stream of Philox 4x32-10, so that a seed gives
// the numbers that it gives there on the same GPU. Fillers of tensor/random.h come here; ops
// that read probabilities from tensors are here themselves.
#pragma once
#include <cstdint>

#include "ops/op.h"

namespace vt {

void install_cuda_random();

// bernoulli of a tensor, multinomial without replacement, randperm; false for other ops.
bool run_cuda_random(const OpDef& op, const Args& args, Outputs& outputs);

// Where a CUDA graph's kernels find the seed and the offset of a replay: two words on the
// device. While one stands, kernels that are recorded draw from there on.
struct RecordedRandom {
  uint64_t* words = nullptr;  // seed, offset
  uint64_t used = 0;          // offsets that the recorded kernels take
};
void record_random_into(RecordedRandom* recorded);  // null: no longer
// Before a replay: the seed and offset of now; the generator moves on.
void prepare_recorded_random(const RecordedRandom& recorded, int device);

}  // namespace vt
