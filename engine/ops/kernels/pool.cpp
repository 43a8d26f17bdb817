#include "ops/kernels/pool.h"

#include <algorithm>
#include <vector>

#include "ops/kernels/parallel.h"
#include "support/check.h"

namespace vt {
namespace {

// Where a window meets the input, and how much it covers with the padding.
struct Span {
  int64_t begin, end, covered;
};
std::vector<Span> spans_of(const PoolAxis& axis) {
  std::vector<Span> spans;
  for (int64_t i = 0; i < axis.out; ++i) {
    int64_t begin = i * axis.stride - axis.padding, end = begin + (axis.kernel - 1) * axis.dilation + 1;
    int64_t covered = std::min(end, axis.in + axis.padding) - begin;
    if (begin < 0) begin += (-begin + axis.dilation - 1) / axis.dilation * axis.dilation;
    spans.push_back({begin, std::min(end, axis.in), covered});
  }
  return spans;
}

template <class T>
void max_planes(const T* in, T* out, int64_t* places, int64_t planes, const PoolAxis& rows, const PoolAxis& columns) {
  std::vector<Span> down = spans_of(rows), across = spans_of(columns);
  int64_t area = rows.out * columns.out, width = columns.in;
  int64_t work = std::max<int64_t>(1, area * rows.kernel * columns.kernel);
  parallel_for(0, planes, std::max<int64_t>(1, kGrain / work), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      const T* from = in + plane * rows.in * width;
      int64_t at = plane * area;
      for (const Span& y : down)
        for (const Span& x : across) {
          int64_t place = y.begin * width + x.begin;
          T best = from[place];
          for (int64_t r = y.begin; r < y.end; r += rows.dilation)
            for (int64_t c = x.begin; c < x.end; c += columns.dilation) {
              T value = from[r * width + c];
              bool better = (value > best) | (value != value);
              best = better ? value : best;
              place = better ? r * width + c : place;
            }
          out[at] = best;
          places[at++] = place;
        }
    }
  });
}

// Calls f(plane, output position, spans of the three axes, divisor) for all windows, planes in parallel.
template <class F>
void for_each_window(int64_t planes, const PoolAxes& axes, const AverageRule& rule, const F& f) {
  std::vector<Span> spans[3];
  int64_t work = 1, area = 1;
  for (size_t i = 0; i < 3; ++i) {
    spans[i] = spans_of(axes[i]);
    work *= axes[i].out * axes[i].kernel;
    area *= axes[i].out;
  }
  parallel_for(0, planes, std::max<int64_t>(1, kGrain / std::max<int64_t>(work, 1)), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      int64_t at = plane * area;
      for (const Span& d : spans[0])
        for (const Span& y : spans[1])
          for (const Span& x : spans[2]) {
            int64_t count = rule.padding_counts ? d.covered * y.covered * x.covered
                                                : (d.end - d.begin) * (y.end - y.begin) * (x.end - x.begin);
            f(plane, at++, d, y, x, rule.divisor ? rule.divisor : count);
          }
    }
  });
}
int64_t plane_size(const PoolAxes& axes) { return axes[0].in * axes[1].in * axes[2].in; }

template <class T>
void average(const T* in, T* out, int64_t planes, const PoolAxes& axes, const AverageRule& rule) {
  int64_t height = axes[1].in, width = axes[2].in, size = plane_size(axes);
  for_each_window(planes, axes, rule,
                  [=](int64_t plane, int64_t at, const Span& d, const Span& y, const Span& x, int64_t by) {
                    T sum = 0;
                    for (int64_t k = d.begin; k < d.end; ++k)
                      for (int64_t r = y.begin; r < y.end; ++r) {
                        const T* row = in + plane * size + (k * height + r) * width;
                        for (int64_t c = x.begin; c < x.end; ++c) sum += row[c];
                      }
                    out[at] = sum / static_cast<T>(by);
                  });
}
template <class T>
void average_back(const T* grad, T* to, int64_t planes, const PoolAxes& axes, const AverageRule& rule) {
  int64_t height = axes[1].in, width = axes[2].in, size = plane_size(axes);
  for_each_window(planes, axes, rule,
                  [=](int64_t plane, int64_t at, const Span& d, const Span& y, const Span& x, int64_t by) {
                    T share = grad[at] / static_cast<T>(by);
                    for (int64_t k = d.begin; k < d.end; ++k)
                      for (int64_t r = y.begin; r < y.end; ++r) {
                        T* row = to + plane * size + (k * height + r) * width;
                        for (int64_t c = x.begin; c < x.end; ++c) row[c] += share;
                      }
                  });
}

}  // namespace

void max_windows(const Tensor& in, const Tensor& out, const Tensor& places, const PoolAxis& rows,
                 const PoolAxis& columns) {
  if (out.numel() == 0) return;
  int64_t planes = out.numel() / (rows.out * columns.out);
  int64_t* at = places.data<int64_t>();
  if (in.dtype() == DType::kFloat64) max_planes(in.data<double>(), out.data<double>(), at, planes, rows, columns);
  else if (in.dtype() == DType::kFloat32) max_planes(in.data<float>(), out.data<float>(), at, planes, rows, columns);
  else max_planes(in.data<int64_t>(), out.data<int64_t>(), at, planes, rows, columns);
}

void average_windows(const Tensor& in, const Tensor& out, const PoolAxes& axes, const AverageRule& rule) {
  if (out.numel() == 0) return;
  int64_t planes = out.numel() / (axes[0].out * axes[1].out * axes[2].out);
  if (in.dtype() == DType::kFloat64) average(in.data<double>(), out.data<double>(), planes, axes, rule);
  else average(in.data<float>(), out.data<float>(), planes, axes, rule);
}

void average_windows_backward(const Tensor& grad, const Tensor& grad_in, const PoolAxes& axes,
                              const AverageRule& rule) {
  if (grad_in.numel() == 0) return;
  int64_t planes = grad_in.numel() / plane_size(axes);
  if (grad.dtype() == DType::kFloat64) average_back(grad.data<double>(), grad_in.data<double>(), planes, axes, rule);
  else average_back(grad.data<float>(), grad_in.data<float>(), planes, axes, rule);
}

}  // namespace vt
