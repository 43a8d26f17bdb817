// Recurrent networks through cuDNN: all layers, directions and steps in one call. The algorithm is measured once for
// each kind of network and kept. A neighbour of cudnn.h; called by torch/recurrent_functions.cpp.
#pragma once
#include <cstdint>
#include <vector>

#include "device/cublaslt.h"

namespace vt::device {

enum class RecurrentCell : uint8_t { kRelu, kTanh, kLstm, kGru };  // as the library numbers them
struct Recurrent {
  RecurrentCell cell = RecurrentCell::kLstm;
  ProductType type = ProductType::kFloat32;
  bool bidirectional = false, biased = true;
  bool trains = false;  // keeps what the gradient needs
  int input = 0, hidden = 0, layers = 1, steps = 0, batch = 0;
  int directions() const { return bidirectional ? 2 : 1; }
  int gates() const { return cell == RecurrentCell::kLstm ? 4 : cell == RecurrentCell::kGru ? 3 : 1; }
};
// Where each layer's tensors lie in the one buffer that the library reads, in bytes: of each layer and direction the
// weights of the input and of the state and, with biases, the two biases.
struct RecurrentMemory {
  int64_t weight_bytes = 0, reserve_bytes = 0;
  std::vector<int64_t> places;
};
// Contiguous all of them: x (steps, batch, input), y (steps, batch, directions * hidden), states (layers * directions,
// batch, hidden). States that are null are zero, their results not asked for; `cell_` is an LSTM's.
struct RecurrentData {
  const void *x = nullptr, *hidden = nullptr, *cell = nullptr, *weights = nullptr;
  void *y = nullptr, *last_hidden = nullptr, *last_cell = nullptr, *reserve = nullptr;
};
struct RecurrentGradients {
  const void *y = nullptr, *last_hidden = nullptr, *last_cell = nullptr;
  void *x = nullptr, *hidden = nullptr, *cell = nullptr;
  void* weights = nullptr;  // zero before; laid out like the weights
};
// False if the library is missing or has nothing for it. The first call for a network measures.
bool recurrent_memory(const Recurrent& network, int device, RecurrentMemory& memory);
bool run_recurrent(const Recurrent& network, int device, const RecurrentData& data);
// `data` as it was after run_recurrent; the reserve serves one backward pass.
bool run_recurrent_backward(const Recurrent& network, int device, const RecurrentData& data,
                            const RecurrentGradients& gradients);

}  // namespace vt::device
