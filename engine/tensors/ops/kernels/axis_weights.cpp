#include "ops/kernels/axis_weights.h"

#include <algorithm>
#include <cmath>

#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"

namespace vt {

Tensor AxisWeights::matrix(int64_t in, DType dtype) const {
  std::vector<double> dense(rows_.size() * static_cast<size_t>(in));
  for (size_t i = 0; i < rows_.size(); ++i)
    for (auto [place, weight] : rows_[i]) dense[i * static_cast<size_t>(in) + static_cast<size_t>(place)] = weight;
  return tensor_of(Dims{static_cast<int64_t>(rows_.size()), in}, dtype, dense);
}

int64_t nearest_place(int64_t i, int64_t in, double scale, bool exact) {
  float position = (static_cast<float>(i) + (exact ? 0.5f : 0.0f)) * static_cast<float>(scale);
  return std::min(static_cast<int64_t>(std::floor(position)), in - 1);
}

namespace {

void adaptive_weights(int64_t out, int64_t in, bool, double, AxisWeights& w) {
  for (int64_t i = 0; i < out; ++i) {
    int64_t start = i * in / out, end = ((i + 1) * in + out - 1) / out;
    for (int64_t j = start; j < end; ++j) w.at(i, j) = 1.0 / static_cast<double>(end - start);
  }
}
template <bool exact>
void nearest_weights(int64_t out, int64_t in, bool, double scale, AxisWeights& w) {
  for (int64_t i = 0; i < out; ++i) w.at(i, nearest_place(i, in, scale, exact)) = 1;
}
// Where the output at `i` lies among the input's elements.
double place_of(int64_t i, int64_t out, int64_t in, bool align, double scale) {
  if (!align) return (static_cast<double>(i) + 0.5) * scale - 0.5;
  return out > 1 ? static_cast<double>(i * (in - 1)) / static_cast<double>(out - 1) : 0;
}
void linear_weights(int64_t out, int64_t in, bool align, double scale, AxisWeights& w) {
  for (int64_t i = 0; i < out; ++i) {
    double position = std::max(0.0, place_of(i, out, in, align, scale));
    int64_t low = std::min(static_cast<int64_t>(position), in - 1), high = std::min(low + 1, in - 1);
    double part = std::min(position - static_cast<double>(low), 1.0);
    w.at(i, low) += 1 - part;
    w.at(i, high) += part;
  }
}
// Keys' cubic convolution with a = -0.75 (-0.5 under antialiasing); edges repeat.
double cubic(double x, double a) {
  x = std::abs(x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}
void cubic_weights(int64_t out, int64_t in, bool align, double scale, AxisWeights& w) {
  for (int64_t i = 0; i < out; ++i) {
    double position = place_of(i, out, in, align, scale);
    int64_t low = static_cast<int64_t>(std::floor(position));
    for (int64_t j = low - 1; j <= low + 2; ++j)
      w.at(i, std::clamp<int64_t>(j, 0, in - 1)) += cubic(position - static_cast<double>(j), -0.75);
  }
}
// Antialiasing: the filter is as wide as the step when it shrinks.
template <bool cube>
void smooth_weights(int64_t out, int64_t in, bool align, double scale, AxisWeights& w) {
  if (align) scale = out > 1 ? static_cast<double>(in - 1) / static_cast<double>(out - 1) : 0;
  double widen = std::max(scale, 1.0), support = (cube ? 2 : 1) * widen;
  for (int64_t i = 0; i < out; ++i) {
    double centre = scale * (static_cast<double>(i) + 0.5);
    int64_t from = std::max<int64_t>(static_cast<int64_t>(centre - support + 0.5), 0);
    int64_t to = std::min<int64_t>(static_cast<int64_t>(centre + support + 0.5), in);
    double total = 0;
    for (int64_t j = from; j < to; ++j) {
      double x = (static_cast<double>(j) - centre + 0.5) / widen;
      double weight = cube ? cubic(x, -0.5) : std::max(0.0, 1 - std::abs(x));
      total += w.at(i, j) = weight;
    }
    for (int64_t j = from; total != 0 && j < to; ++j) w.at(i, j) /= total;
  }
}

}  // namespace

WeightFn weights_for(const std::string& mode) {
  if (mode == "nearest") return nearest_weights<false>;
  if (mode == "nearest-exact") return nearest_weights<true>;
  if (mode == "linear" || mode == "bilinear" || mode == "trilinear") return linear_weights;
  if (mode == "bicubic") return cubic_weights;
  if (mode == "bilinear, antialias") return smooth_weights<false>;
  if (mode == "bicubic, antialias") return smooth_weights<true>;
  if (mode == "area" || mode == "adaptive") return adaptive_weights;
  tensor_error("interpolation mode '" + mode + "' is not implemented", "NotImplementedError");
}
int quantize_weights(AxisWeights& weights) {
  double largest = 0;
  for (const auto& row : weights.rows())
    for (auto [place, weight] : row) largest = std::max(largest, weight);
  int bits = 0;
  while (bits < 22 && static_cast<int64_t>(0.5 + largest * static_cast<double>(int64_t{1} << (bits + 1))) < (1 << 15))
    ++bits;
  for (auto& row : weights.rows())
    for (auto& [place, w] : row) {
      double scaled = w * static_cast<double>(int64_t{1} << bits);
      w = std::trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    }
  return bits;
}

namespace {

// Most of the weights are zero: the others, the taps, of each row.
template <class T>
struct Taps {
  std::vector<int32_t> at;
  std::vector<T> weights;
  std::vector<size_t> first = {0};
  explicit Taps(const Tensor& matrix) {
    for (int64_t r = 0; r < matrix.size(0); ++r) {
      for (int64_t i = 0; i < matrix.size(1); ++i)
        if (T weight = matrix.data<T>()[r * matrix.strides()[0] + i * matrix.strides()[1]]; weight != 0) {
          at.push_back(static_cast<int32_t>(i));
          weights.push_back(weight);
        }
      first.push_back(at.size());
    }
  }
  explicit Taps(const AxisWeights& all) {
    for (const auto& row : all.rows()) {
      for (auto [place, weight] : row)
        if (T value = static_cast<T>(weight); value != 0) {
          at.push_back(static_cast<int32_t>(place));
          weights.push_back(value);
        }
      first.push_back(at.size());
    }
  }
  int64_t rows() const { return static_cast<int64_t>(first.size()) - 1; }
  size_t count(size_t row) const { return first[row + 1] - first[row]; }
};
// Along the last axis neighbours are computed at once: rows with as many taps, tap by tap.
template <class T>
struct RowRun {
  size_t begin, end, taps;
  std::vector<int32_t> at;  // tap by tap
  std::vector<T> weights;
};
template <class T>
std::vector<RowRun<T>> runs_of(const Taps<T>& taps) {
  std::vector<RowRun<T>> runs;
  size_t rows = taps.first.size() - 1;
  for (size_t begin = 0, end = 0; begin < rows; begin = end) {
    while (end < rows && taps.count(end) == taps.count(begin)) ++end;
    RowRun<T> run{begin, end, taps.count(begin), {}, {}};
    for (size_t k = 0; k < run.taps; ++k)
      for (size_t r = begin; r < end; ++r) {
        run.at.push_back(taps.at[taps.first[r] + k]);
        run.weights.push_back(taps.weights[taps.first[r] + k]);
      }
    runs.push_back(std::move(run));
  }
  return runs;
}
template <class T>
void weigh_last_axis(const T* in, T* out, const Taps<T>& taps, int64_t length, int64_t outer) {
  int64_t rows = taps.rows();
  const std::vector<RowRun<T>> runs = runs_of(taps);
  parallel_for(0, outer, std::max<int64_t>(1, kGrain / 4 / rows), [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o)
      for (const RowRun<T>& run : runs) {
        const T* from = in + o * length;
        T* __restrict to = out + o * rows + run.begin;
        size_t count = run.end - run.begin;
        run_widest([=, taps = run.taps, at = run.at.data(), weights = run.weights.data()]() VT_LAMBDA {
          for (size_t r = 0; r < count; ++r) to[r] = 0;
          for (size_t k = 0; k < taps; ++k)
            for (size_t r = 0; r < count; ++r) to[r] += weights[k * count + r] * from[at[k * count + r]];
        });
      }
  });
}
template <class T>
void weigh_rows(const T* in, T* out, const Taps<T>& taps, int64_t length, int64_t outer, int64_t inner) {
  if (inner == 1) return weigh_last_axis(in, out, taps, length, outer);
  int64_t rows = taps.rows();
  parallel_for(0, outer * rows, std::max<int64_t>(1, kGrain / 4 / inner), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = in + row / rows * length * inner;
      T* __restrict to = out + row * inner;
      size_t r = static_cast<size_t>(row % rows);
      run_widest([=, count = taps.count(r), at = taps.at.data() + taps.first[r],
                  weights = taps.weights.data() + taps.first[r]]() VT_LAMBDA {
        for (int64_t j = 0; j < inner; ++j) to[j] = 0;
        for (size_t k = 0; k < count; ++k) {
          const T *line = from + at[k] * inner, weight = weights[k];
          for (int64_t j = 0; j < inner; ++j) to[j] += weight * line[j];
        }
      });
    }
  });
}
template <class T>
Tensor weigh_contiguous(const Tensor& t, int axis, const Taps<T>& taps) {
  Dims sizes = t.sizes();
  int64_t outer = 1, inner = 1, length = sizes[axis];
  for (int i = 0; i < t.rank(); ++i) (i < axis ? outer : inner) *= i == axis ? 1 : sizes[i];
  sizes[axis] = taps.rows();
  Tensor out = empty_tensor(sizes, t.dtype());
  if (out.numel() > 0) weigh_rows(t.data<T>(), out.data<T>(), taps, length, outer, inner);
  return out;
}
template <class From>
Tensor weigh(const Tensor& t, int axis, const From& weights) {
  if (t.dtype() == DType::kFloat64) return weigh_contiguous(as_contiguous(t), axis, Taps<double>(weights));
  return weigh_contiguous(as_contiguous(t), axis, Taps<float>(weights));
}

}  // namespace

Tensor weigh_axis(const Tensor& t, int axis, const AxisWeights& weights) { return weigh(t, axis, weights); }
Tensor weigh_axis(const Tensor& t, int axis, const Tensor& matrix) { return weigh(t, axis, matrix); }

}  // namespace vt
