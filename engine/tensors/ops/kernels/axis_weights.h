// AxisWeights along an axis, for interpolation and adaptive pooling: what each mode gives, and the sums that they
// weigh.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tensor/tensor.h"

namespace vt {

// The weights of a row of input positions for each output position; most are zero and not kept.
class AxisWeights {
 public:
  explicit AxisWeights(int64_t out) : rows_(static_cast<size_t>(out)) {}
  // In ascending order of j.
  double& at(int64_t i, int64_t j) {
    auto& row = rows_[static_cast<size_t>(i)];
    for (auto& [place, weight] : row)
      if (place == j) return weight;
    return row.emplace_back(j, 0.0).second;
  }
  std::vector<std::vector<std::pair<int64_t, double>>>& rows() { return rows_; }
  const std::vector<std::vector<std::pair<int64_t, double>>>& rows() const { return rows_; }
  // [out, in], zeros among them.
  Tensor matrix(int64_t in, DType dtype) const;

 private:
  std::vector<std::vector<std::pair<int64_t, double>>> rows_;
};
using WeightFn = void (*)(int64_t out, int64_t in, bool align, double scale, AxisWeights& weights);
// Of a mode as F.interpolate names it, with ", antialias" behind it, or "adaptive".
WeightFn weights_for(const std::string& mode);
// The position whose element the output at `i` takes.
int64_t nearest_place(int64_t i, int64_t in, double scale, bool exact);
// Bytes are blended as in PyTorch: in fixed point, the weights in 16 bits. Returns the bits after the point.
int quantize_weights(AxisWeights& weights);

// float32 or float64: the weighted sums along an axis; `matrix` has the weights of an output position in a row.
Tensor weigh_axis(const Tensor& t, int axis, const AxisWeights& weights);
Tensor weigh_axis(const Tensor& t, int axis, const Tensor& matrix);

}  // namespace vt
