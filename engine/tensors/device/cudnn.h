// Convolutions through cuDNN, loaded by soname. What to compute is a Convolution; the
// algorithm found for one is kept. A neighbour of cublaslt.h; called by runtime/.
#pragma once
#include <cstdint>
#include <vector>

#include "device/cublaslt.h"

namespace vt::device {

int64_t cudnn_version();  // 0 where the library is missing
// torch.backends.cudnn.enabled: without it there are no convolutions here.
void enable_cudnn(bool enabled);

// Whether float32 convolutions may be computed in TF32 (torch.backends.cudnn.allow_tf32).
bool tf32_convolutions_allowed();
void allow_tf32_convolutions(bool allowed);
// Whether algorithms are measured rather than looked up (torch.backends.cudnn.benchmark).
bool convolutions_are_measured();
void measure_convolutions(bool wanted);

// y = x * w, or one of the two gradients: of x from y and w, of w from x and y.
enum class ConvolutionResult : uint8_t { kOutput, kInput, kWeight };
struct Convolution {
  ConvolutionResult result = ConvolutionResult::kOutput;
  ProductType type = ProductType::kFloat32;
  bool tf32 = false;
  // All three are dense, with channels innermost or outside of the plane.
  bool channels_last = false;
  // Measured rather than looked up, where the call may wait for the device.
  bool measured = false;
  // (N, C, spatial...), (O, C / groups, kernel...), (N, O, spatial...)
  std::vector<int> x_sizes, w_sizes, y_sizes;
  std::vector<int> padding, stride, dilation;
  int groups = 1;
  void *x = nullptr, *w = nullptr, *y = nullptr;
  const void* bias = nullptr;  // kOutput only: one number per output channel
  bool relu = false;           // kOutput with a bias only
};
// On the current stream of `device`; false if the library is missing or has nothing for it.
bool run_convolution(const Convolution& convolution, int device);

}  // namespace vt::device
