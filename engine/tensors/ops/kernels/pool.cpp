#include "ops/kernels/pool.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "support/isa.h"
#include "tensor/extent.h"

namespace vt {
namespace {

// Where a window meets the input, and how much it covers with the padding.
struct Span {
  int64_t begin, end, covered;
};
// A product of lengths that may be beyond all sizes: a window is as long as the program says.
int64_t saturating_product(std::initializer_list<int64_t> lengths) {
  int64_t result = 1;
  for (int64_t length : lengths) result = saturating_multiply(result, length);
  return result;
}
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

// Of a window the largest and its place: of equal ones the first, of NaNs the last.
template <class T, class Place>
VT_INLINE void look_at(T value, Place at, T& best, Place& place) {
  bool better = (value > best) | (value != value);
  best = better ? value : best;
  place = better ? at : place;
}

// Some windows of a row that lie inside the input from side to side. kStride 0: any.
template <bool kPlaces, class T, int kStride, int kMost>
VT_INLINE void max_windows_of(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                              int64_t first, int many, T* out, int64_t* places) {
  using Place = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;  // as wide as an element, for vectors
  const int64_t stride = kStride ? kStride : columns.stride;
  const int64_t left = first * stride - columns.padding, corner = y.begin * width + left;
  T best[kMost];
  Place place[kMost];
  for (int i = 0; i < many; ++i) {
    best[i] = plane[corner + i * stride];
    place[i] = static_cast<Place>(corner + i * stride);
  }
  for (int64_t r = y.begin; r < y.end; r += row_step)
    for (int64_t c = r == y.begin ? 1 : 0; c < columns.kernel; ++c) {  // the first is the best already
      int64_t at = r * width + left + c * columns.dilation;
      const T* from = plane + at;
      for (int i = 0; i < many; ++i) look_at(from[i * stride], static_cast<Place>(at + i * stride), best[i], place[i]);
    }
  for (int i = 0; i < many; ++i) {
    out[i] = best[i];
    if constexpr (kPlaces) places[i] = place[i];
  }
}
// A row of them, many at once: where their number is known they stay in registers, and the last ones may be some of
// those before once more.
template <bool kPlaces, class T, int kStride>
VT_INLINE void max_inner_row(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                             int64_t first, int64_t count, T* out, int64_t* places) {
  constexpr int kMany = 64;
#ifdef __x86_64__
  constexpr int kKnown = 256 / sizeof(T) / (kPlaces ? 2 : 1);
  for (int64_t start = 0; count >= kKnown && start < count; start += kKnown) {
    const int64_t at = std::min(start, count - kKnown);
    max_windows_of<kPlaces, T, kStride, kKnown>(plane, width, y, row_step, columns, first + at, kKnown, out + at,
                                                kPlaces ? places + at : nullptr);
  }
  if (count >= kKnown) return;
#endif
  for (int64_t at = 0; at < count; at += kMany)
    max_windows_of<kPlaces, T, kStride, kMany>(plane, width, y, row_step, columns, first + at,
                                               static_cast<int>(std::min<int64_t>(kMany, count - at)), out + at,
                                               kPlaces ? places + at : nullptr);
}
template <bool kPlaces, class T>
VT_INLINE void max_inner(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                         int64_t first, int64_t count, T* out, int64_t* places) {
  if (columns.stride == 1)
    return max_inner_row<kPlaces, T, 1>(plane, width, y, row_step, columns, first, count, out, places);
  if (columns.stride == 2)
    return max_inner_row<kPlaces, T, 2>(plane, width, y, row_step, columns, first, count, out, places);
  if (columns.stride == 3)
    return max_inner_row<kPlaces, T, 3>(plane, width, y, row_step, columns, first, count, out, places);
  if (columns.stride == 4)
    return max_inner_row<kPlaces, T, 4>(plane, width, y, row_step, columns, first, count, out, places);
  max_inner_row<kPlaces, T, 0>(plane, width, y, row_step, columns, first, count, out, places);
}
#ifdef __x86_64__
template <bool kPlaces, class T>
VT_AVX512 void max_inner_avx512(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                                int64_t first, int64_t count, T* out, int64_t* places) {
  max_inner<kPlaces>(plane, width, y, row_step, columns, first, count, out, places);
}
template <bool kPlaces, class T>
VT_AVX2 void max_inner_avx2(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                            int64_t first, int64_t count, T* out, int64_t* places) {
  max_inner<kPlaces>(plane, width, y, row_step, columns, first, count, out, places);
}
#endif
template <bool kPlaces, class T>
void best_max_inner(const T* plane, int64_t width, const Span& y, int64_t row_step, const PoolAxis& columns,
                    int64_t first, int64_t count, T* out, int64_t* places) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512)
    return max_inner_avx512<kPlaces>(plane, width, y, row_step, columns, first, count, out, places);
  if (isa() == Isa::kAvx2)
    return max_inner_avx2<kPlaces>(plane, width, y, row_step, columns, first, count, out, places);
#endif
  max_inner<kPlaces>(plane, width, y, row_step, columns, first, count, out, places);
}

template <class T>
T lowest() {
  using Limits = std::numeric_limits<T>;
  return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}

template <bool kPlaces, class T>
void max_planes(const T* in, T* out, int64_t* places, int64_t planes, const PoolAxis& rows, const PoolAxis& columns) {
  std::vector<Span> down = spans_of(rows), across = spans_of(columns);
  int64_t area = rows.out * columns.out, width = columns.in;
  int64_t work = std::max<int64_t>(1, saturating_product({area, rows.kernel, columns.kernel}));
  // The windows that padding does not cut off.
  int64_t length = (columns.kernel - 1) * columns.dilation + 1, inner = 0;
  while (inner < columns.out && inner * columns.stride < columns.padding) ++inner;
  int64_t inner_end = inner;
  while (inner_end < columns.out && inner_end * columns.stride - columns.padding <= width - length) ++inner_end;
  if (rows.in * width > INT32_MAX) inner_end = inner;
  parallel_for(0, planes, std::max<int64_t>(1, kGrain / work), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      const T* from = in + plane * rows.in * width;
      int64_t at = plane * area;
      for (const Span& y : down) {
        if (y.begin >= y.end) {  // dilation steps over the input: nothing is largest
          for (int64_t i = 0; i < columns.out; ++i, ++at) {
            out[at] = lowest<T>();
            if constexpr (kPlaces) places[at] = y.begin * width + across[static_cast<size_t>(i)].begin;
          }
          continue;
        }
        best_max_inner<kPlaces>(from, width, y, rows.dilation, columns, inner, inner_end - inner, out + at + inner,
                                kPlaces ? places + at + inner : nullptr);
        for (int64_t i = 0; i < columns.out; ++i) {
          if (i == inner) i = inner_end;
          if (i == columns.out) break;
          const Span& x = across[static_cast<size_t>(i)];
          int64_t place = y.begin * width + x.begin;
          T best = x.begin < x.end ? from[place] : lowest<T>();
          for (int64_t r = y.begin; r < y.end; r += rows.dilation)
            for (int64_t c = x.begin; c < x.end; c += columns.dilation)
              look_at(from[r * width + c], r * width + c, best, place);
          out[at + i] = best;
          if constexpr (kPlaces) places[at + i] = place;
        }
        at += columns.out;
      }
    }
  });
}

// Of many channels side by side.
template <bool kPlaces, class T>
VT_INLINE void max_of_channels(const T* in, int64_t width, const Span& y, int64_t row_step, const Span& x,
                               int64_t column_step, int64_t channels, T* out, int64_t* places) {
  constexpr int64_t kMany = 64;
  using Place = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  for (int64_t first = 0; first < channels; first += kMany) {
    const int64_t many = std::min(kMany, channels - first), corner = y.begin * width + x.begin;
    T best[kMany];
    Place place[kMany];
    for (int64_t i = 0; i < many; ++i)
      best[i] = in[corner * channels + first + i], place[i] = static_cast<Place>(corner);
    for (int64_t r = y.begin; r < y.end; r += row_step)
      for (int64_t c = x.begin; c < x.end; c += column_step) {
        const int64_t at = r * width + c;
        const T* from = in + at * channels + first;
        for (int64_t i = 0; i < many; ++i) look_at(from[i], static_cast<Place>(at), best[i], place[i]);
      }
    for (int64_t i = 0; i < many; ++i) {
      out[first + i] = best[i];
      if constexpr (kPlaces) places[first + i] = place[i];
    }
  }
}
template <bool kPlaces, class T>
void max_planes_of_channels(const T* in, T* out, int64_t* places, int64_t planes, const PoolAxis& rows,
                            const PoolAxis& columns, int64_t channels) {
  const std::vector<Span> down = spans_of(rows), across = spans_of(columns);
  int64_t work =
      std::max<int64_t>(1, saturating_product({rows.out, columns.out, rows.kernel, columns.kernel, channels}));
  parallel_for(0, planes, std::max<int64_t>(1, kGrain / work), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      const T* from = in + plane * rows.in * columns.in * channels;
      int64_t at = plane * rows.out * columns.out * channels;
      for (const Span& y : down)
        for (const Span& x : across) {
          if (y.begin < y.end && x.begin < x.end) {
            run_widest([=, &y, &x]() VT_LAMBDA {
              max_of_channels<kPlaces>(from, columns.in, y, rows.dilation, x, columns.dilation, channels, out + at,
                                       kPlaces ? places + at : nullptr);
            });
          } else {  // dilation steps over the input: nothing is largest
            std::fill_n(out + at, channels, lowest<T>());
            if constexpr (kPlaces) std::fill_n(places + at, channels, y.begin * columns.in + x.begin);
          }
          at += channels;
        }
    }
  });
}

// Calls f(plane, output position, spans of the three axes, divisor) for all windows, planes in parallel.
template <class F>
void for_each_window(int64_t planes, const PoolAxes& axes, const AverageRule& rule, int64_t channels, const F& f) {
  std::vector<Span> spans[3];
  int64_t work = channels, area = 1;
  for (size_t i = 0; i < 3; ++i) {
    spans[i] = spans_of(axes[i]);
    work = saturating_product({work, axes[i].out, axes[i].kernel});
    area *= axes[i].out;
  }
  parallel_for(0, planes, std::max<int64_t>(1, kGrain / std::max<int64_t>(work, 1)), [&](int64_t first, int64_t last) {
    for (int64_t plane = first; plane < last; ++plane) {
      int64_t at = plane * area;
      for (const Span& d : spans[0])
        for (const Span& y : spans[1])
          for (const Span& x : spans[2]) {
            int64_t count = rule.padding_counts ? saturating_product({d.covered, y.covered, x.covered})
                                                : (d.end - d.begin) * (y.end - y.begin) * (x.end - x.begin);
            f(plane, at++, d, y, x, rule.divisor ? rule.divisor : count);
          }
    }
  });
}
int64_t plane_size(const PoolAxes& axes) { return axes[0].in * axes[1].in * axes[2].in; }

template <class T>
VT_INLINE void add_to(T* __restrict to, const T* __restrict from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += from[i];
}
template <class T>
void average(const T* in, T* out, int64_t planes, const PoolAxes& axes, const AverageRule& rule, int64_t channels) {
  int64_t height = axes[1].in, width = axes[2].in, size = plane_size(axes);
  if (channels > 1)
    return for_each_window(planes, axes, rule, channels,
                           [=](int64_t plane, int64_t at, const Span& d, const Span& y, const Span& x, int64_t by) {
                             const T* from = in + plane * size * channels;
                             run_widest([=, &d, &y, &x, to = out + at * channels]() VT_LAMBDA {
                               for (int64_t i = 0; i < channels; ++i) to[i] = 0;
                               for (int64_t k = d.begin; k < d.end; ++k)
                                 for (int64_t r = y.begin; r < y.end; ++r)
                                   for (int64_t c = x.begin; c < x.end; ++c)
                                     add_to(to, from + ((k * height + r) * width + c) * channels, channels);
                               for (int64_t i = 0; i < channels; ++i) to[i] /= static_cast<T>(by);
                             });
                           });
  for_each_window(planes, axes, rule, 1,
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
void average_back(const T* grad, T* to, int64_t planes, const PoolAxes& axes, const AverageRule& rule,
                  int64_t channels) {
  int64_t height = axes[1].in, width = axes[2].in, size = plane_size(axes);
  if (channels > 1)
    return for_each_window(planes, axes, rule, channels,
                           [=](int64_t plane, int64_t at, const Span& d, const Span& y, const Span& x, int64_t by) {
                             T* into = to + plane * size * channels;
                             constexpr int64_t kMany = 64;
                             run_widest([=, &d, &y, &x, from = grad + at * channels]() VT_LAMBDA {
                               for (int64_t first = 0; first < channels; first += kMany) {
                                 const int64_t many = std::min(kMany, channels - first);
                                 T share[kMany];
                                 for (int64_t i = 0; i < many; ++i) share[i] = from[first + i] / static_cast<T>(by);
                                 for (int64_t k = d.begin; k < d.end; ++k)
                                   for (int64_t r = y.begin; r < y.end; ++r)
                                     for (int64_t c = x.begin; c < x.end; ++c)
                                       add_to(into + ((k * height + r) * width + c) * channels + first, share, many);
                               }
                             });
                           });
  for_each_window(planes, axes, rule, 1,
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
                 const PoolAxis& columns, int64_t channels) {
  if (out.numel() == 0) return;
  int64_t planes = out.numel() / (rows.out * columns.out * channels);
  auto run = [&]<class T>(T*) {
    const T* from = in.data<T>();
    int64_t* at = places.defined() ? places.data<int64_t>() : nullptr;
    if (channels > 1 && at)
      return max_planes_of_channels<true>(from, out.data<T>(), at, planes, rows, columns, channels);
    if (channels > 1) return max_planes_of_channels<false>(from, out.data<T>(), at, planes, rows, columns, channels);
    if (at) return max_planes<true>(from, out.data<T>(), at, planes, rows, columns);
    max_planes<false>(from, out.data<T>(), at, planes, rows, columns);
  };
  if (in.dtype() == DType::kFloat64) run(static_cast<double*>(nullptr));
  else if (in.dtype() == DType::kFloat32) run(static_cast<float*>(nullptr));
  else run(static_cast<int64_t*>(nullptr));
}
bool max_windows_backward(const Tensor& grad, const Tensor& places, const Tensor& grad_in, int64_t size,
                          int64_t channels) {
  const int64_t *at = places.data<int64_t>(), count = places.numel();
  const bool inside = run_widest([=]() VT_LAMBDA {
    uint64_t outside = 0;
    for (int64_t i = 0; i < count; ++i) outside |= static_cast<uint64_t>(at[i]) >= static_cast<uint64_t>(size) ? 1 : 0;
    return outside == 0;
  });
  if (!inside) return false;
  const int64_t planes = grad_in.numel() / (size * channels), area = count / (planes * channels);
  auto run = [&]<class T>(const T* from, T* into) {
    parallel_for(0, planes, std::max<int64_t>(1, kGrain / (size * channels)), [&](int64_t first, int64_t last) {
      for (int64_t plane = first; plane < last; ++plane) {
        T* to = into + plane * size * channels;
        std::fill_n(to, size * channels, T(0));
        const int64_t begin = plane * area * channels;
        if (channels == 1)
          for (int64_t i = begin; i < begin + area; ++i) to[at[i]] += from[i];
        else
          for (int64_t i = begin; i < begin + area * channels; i += channels)
            for (int64_t c = 0; c < channels; ++c) to[at[i + c] * channels + c] += from[i + c];
      }
    });
  };
  if (grad.dtype() == DType::kFloat64) run(static_cast<const double*>(grad.data<double>()), grad_in.data<double>());
  else run(static_cast<const float*>(grad.data<float>()), grad_in.data<float>());
  return true;
}
void max_lines(const Tensor& in, const Tensor& out, const PoolAxis& columns) {
  PoolAxis line = columns, one;
  // Windows that fill their lines without overlap are those of one long line.
  int64_t reach = (columns.kernel - 1) * columns.dilation + 1, lines = columns.in ? in.numel() / columns.in : 0;
  constexpr int64_t kLine = 4096;  // in pieces for the threads
  if (columns.padding == 0 && reach <= columns.stride && columns.out * columns.stride == columns.in) {
    int64_t pieces = std::max<int64_t>(1, std::min(lines, kLine / std::max<int64_t>(columns.out, 1)));
    while (lines % pieces) --pieces;
    line.in *= pieces;
    line.out *= pieces;
  }
  max_windows(in, out, Tensor(), one, line);
}

void average_windows(const Tensor& in, const Tensor& out, const PoolAxes& axes, const AverageRule& rule,
                     int64_t channels) {
  if (out.numel() == 0) return;
  int64_t planes = out.numel() / (axes[0].out * axes[1].out * axes[2].out * channels);
  if (in.dtype() == DType::kFloat64) average(in.data<double>(), out.data<double>(), planes, axes, rule, channels);
  else average(in.data<float>(), out.data<float>(), planes, axes, rule, channels);
}

void average_windows_backward(const Tensor& grad, const Tensor& grad_in, const PoolAxes& axes, const AverageRule& rule,
                              int64_t channels) {
  if (grad_in.numel() == 0) return;
  int64_t planes = grad_in.numel() / (plane_size(axes) * channels);
  if (grad.dtype() == DType::kFloat64)
    average_back(grad.data<double>(), grad_in.data<double>(), planes, axes, rule, channels);
  else average_back(grad.data<float>(), grad_in.data<float>(), planes, axes, rule, channels);
}

}  // namespace vt
