// A layer of an LSTM over all steps, in float32. Sizes: steps T, batch B, hidden H; gates are (T, B, 4H) in the order
// input, forget, cell, output. All contiguous.
#pragma once
#include <cstdint>

namespace vt {

struct LstmSizes {
  int64_t steps, batch, hidden;
  bool reverse;  // from the last step to the first
  int64_t step_at(int64_t turn) const { return reverse ? steps - 1 - turn : turn; }
};

struct LstmForward {
  const float* gates;   // of the input, before any activation
  const float* hidden;  // (B, H), as is the cell
  const float* cell;
  const float* weight;  // (4H, H)
  const float* bias;    // (4H), or null
  float* output;        // (T, B, H)
  float *last_hidden, *last_cell;
  float *cells, *activations;  // (T, B, H) and (T, B, 4H), for the gradient; both may be null
};
void lstm_forward(const LstmSizes& sizes, const LstmForward& layer);

struct LstmBackward {
  const float *grad_output, *grad_hidden, *grad_cell;  // null: zero
  const float *activations, *cells, *cell, *weight;
  float* gates;  // the gradient of the gates before activation
  float *first_hidden, *first_cell;
};
void lstm_backward(const LstmSizes& sizes, const LstmBackward& layer);

}  // namespace vt
