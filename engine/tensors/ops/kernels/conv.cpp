#include "ops/kernels/conv.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "ops/kernels/conv_shape.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/matmul.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/check.h"

namespace vt {
namespace {

ConvShape shape_of(const Tensor& x, const Tensor& weight, const Tensor& out, const ConvGeometry& geometry) {
  ConvShape shape{x.size(0), x.size(1), out.size(1), geometry.groups, {1, 1, 1},
                  {1, 1, 1}, {1, 1, 1}, {1, 1, 1},   {0, 0, 0},       {1, 1, 1}};
  int spatial = x.rank() - 2;
  for (int i = 0; i < spatial; ++i) {
    size_t at = static_cast<size_t>(3 - spatial + i), from = static_cast<size_t>(i);
    shape.in[at] = x.size(2 + i);
    shape.out[at] = out.size(2 + i);
    shape.kernel[at] = weight.size(2 + i);
    shape.stride[at] = geometry.stride[from];
    shape.padding[at] = geometry.padding[from];
    shape.dilation[at] = geometry.dilation[from];
  }
  return shape;
}

// The range of output positions along one axis whose input position is inside.
void inside(int64_t offset, int64_t stride, int64_t in, int64_t out, int64_t& begin, int64_t& end) {
  begin = offset >= 0 ? 0 : std::min((-offset - 1) / stride + 1, out);
  end = in - offset <= 0 ? begin : std::min((in - offset - 1) / stride + 1, out);
  end = std::max(end, begin);
}

// to[2 i] += from[i] for i from `done` on, by vectors between whose elements there are zeros; returns how far it came.
// Zeros are added up to the element behind the last one at most, which none is of the last i.
template <class T, size_t... kAt>
VT_INLINE int64_t add_apart(T* to, const T* from, int64_t done, int64_t n, std::index_sequence<kAt...>) {
  constexpr int64_t kLanes = sizeof...(kAt);
  typedef T Vector __attribute__((vector_size(kLanes * sizeof(T))));
  const Vector zeros = {};
  for (; done + kLanes < n; done += kLanes) {
    Vector values, low, high;
    T* at = to + 2 * done;
    std::memcpy(&values, from + done, sizeof values);
    std::memcpy(&low, at, sizeof low);
    std::memcpy(&high, at + kLanes, sizeof high);
    low += __builtin_shufflevector(values, zeros, (kAt % 2 == 0 ? kAt / 2 : kLanes)...);
    high += __builtin_shufflevector(values, zeros, (kAt % 2 == 0 ? kLanes / 2 + kAt / 2 : kLanes)...);
    std::memcpy(at, &low, sizeof low);
    std::memcpy(at + kLanes, &high, sizeof high);
  }
  return done;
}
template <class T>
VT_INLINE void add_every_second(T* to, const T* from, int64_t n) {
  int64_t i = add_apart(to, from, 0, n, std::make_index_sequence<16>());
  i = add_apart(to, from, i, n, std::make_index_sequence<8>());
  i = add_apart(to, from, i, n, std::make_index_sequence<4>());
  for (; i < n; ++i) to[2 * i] += from[i];
}

// A piece of the unfolded input: rows are those of a patch (channel and tap), columns output positions, of which
// whole lines (runs along the last axis) are taken.
struct Piece {
  int64_t first_row, last_row, first_line, last_line;
};
// columns[row][position in the piece] = x, 0 outside; with `back`, adds columns into x.
template <class T, bool back, int kStride>
VT_INLINE void unfold_in_steps(const ConvShape& s, std::conditional_t<back, T, const T>* x,
                               std::conditional_t<back, const T, T>* columns, const Piece& piece) {
  int64_t k12 = s.kernel[1] * s.kernel[2], width = s.out[2], stride = kStride ? kStride : s.stride[2];
  for (int64_t row = piece.first_row; row < piece.last_row; ++row) {
    int64_t channel = row / s.kernel_size(), tap = row % s.kernel_size();
    int64_t taps[3] = {tap / k12, tap / s.kernel[2] % s.kernel[1], tap % s.kernel[2]};
    int64_t offset[3], begin[3], end[3];
    for (size_t i = 0; i < 3; ++i) {
      offset[i] = taps[i] * s.dilation[i] - s.padding[i];
      inside(offset[i], s.stride[i], s.in[i], s.out[i], begin[i], end[i]);
    }
    auto* plane = x + channel * s.in_size();
    int64_t d = piece.first_line / s.out[1], h = piece.first_line % s.out[1];
    for (int64_t at = piece.first_line; at < piece.last_line; ++at, columns += width) {
      bool reached = d >= begin[0] && d < end[0] && h >= begin[1] && h < end[1] && s.in[2] > 0;
      if (reached) {
        auto* from =
            plane + ((d * s.stride[0] + offset[0]) * s.in[1] + h * s.stride[1] + offset[1]) * s.in[2] + offset[2];
        if constexpr (back && kStride == 2) {
          add_every_second(from + 2 * begin[2], columns + begin[2], end[2] - begin[2]);
        } else if constexpr (back) {
          for (int64_t w = begin[2]; w < end[2]; ++w) from[w * stride] += columns[w];
        } else {
          for (int64_t w = 0; w < begin[2]; ++w) columns[w] = 0;
          for (int64_t w = begin[2]; w < end[2]; ++w) columns[w] = from[w * stride];
          for (int64_t w = end[2]; w < width; ++w) columns[w] = 0;
        }
      } else if constexpr (!back) {
        for (int64_t w = 0; w < width; ++w) columns[w] = 0;
      }
      if (++h == s.out[1]) h = 0, ++d;
    }
  }
}
template <class T, bool back>
void unfold(const ConvShape& s, std::conditional_t<back, T, const T>* x, std::conditional_t<back, const T, T>* columns,
            const Piece& piece) {
  if (piece.first_line == piece.last_line) return;
  run_widest([&]() VT_LAMBDA {
    if (s.stride[2] == 1) return unfold_in_steps<T, back, 1>(s, x, columns, piece);
    if (s.stride[2] == 2) return unfold_in_steps<T, back, 2>(s, x, columns, piece);
    unfold_in_steps<T, back, 0>(s, x, columns, piece);
  });
}
Piece whole(const ConvShape& s) { return {0, s.patch(), 0, s.lines()}; }

template <class T>
void gemm(int64_t m, int64_t n, int64_t k, MatrixView<T> a, MatrixView<T> b, T beta, T* c, int64_t c_row) {
  if constexpr (std::is_same_v<T, float>) gemm_float(m, n, k, 1, a, b, beta, c, c_row);
  else gemm_double(m, n, k, 1, a, b, beta, c, c_row);
}

// How many groups with so many places are worth a thread: what is small is done before another one wakes.
int64_t grain_of(const ConvShape& s, int64_t places) {
  constexpr int64_t kWorth = 65536;  // multiplications
  int64_t work = std::max<int64_t>(s.group_out() * s.patch() * places, 1);
  return (kWorth + work - 1) / work;
}

// Calls f(image, group, scratch for the unfolded patches); images are shared among threads.
template <class T, class F>
void for_each_group(const ConvShape& s, bool parallel, const F& f) {
  int64_t scratch = s.pointwise() ? 0 : s.patch() * s.out_size();
  auto body = [&](int64_t begin, int64_t end) {
    std::unique_ptr<T[]> columns(new T[static_cast<size_t>(scratch)]);
    for (int64_t i = begin; i < end; ++i) f(i / s.groups, i % s.groups, columns.get());
  };
  int64_t count = s.batch * s.groups;
  if (parallel && count >= thread_count()) parallel_for(0, count, grain_of(s, s.out_size()), body);
  else body(0, count);
}

template <class T>
void forward(const ConvShape& s, const T* x, const T* weight, const T* bias, T* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (s.depthwise()) return depthwise_forward(s, x, weight, bias, out);
    if (s.direct()) return direct_forward(s, x, weight, bias, out);
  }
  // Images and groups are shared among threads, or the lines of few.
  int64_t count = s.batch * s.groups, pieces = 1;
  bool small = grain_of(s, s.out_size()) > 1;
  if (count < thread_count() && !small) pieces = std::clamp<int64_t>(s.lines(), 1, thread_count());
  int64_t lines = (s.lines() + pieces - 1) / pieces;
  auto body = [&](int64_t begin, int64_t end) {
    std::unique_ptr<T[]> columns(new T[static_cast<size_t>(s.pointwise() ? 0 : s.patch() * lines * s.out[2])]);
    for (int64_t i = begin; i < end; ++i) {
      int64_t image = i / pieces / s.groups, group = i / pieces % s.groups;
      int64_t first_line = std::min(s.lines(), i % pieces * lines);
      Piece piece{0, s.patch(), first_line, std::min(s.lines(), first_line + lines)};
      int64_t first = piece.first_line * s.out[2], width = (piece.last_line - piece.first_line) * s.out[2];
      const T* source = x + (image * s.in_channels + group * s.group_in()) * s.in_size();
      T* result = out + (image * s.out_channels + group * s.group_out()) * s.out_size() + first;
      MatrixView<T> patches{source + first, s.out_size(), 1};
      if (!s.pointwise()) {
        unfold<T, false>(s, source, columns.get(), piece);
        patches = {columns.get(), width, 1};
      }
      for (int64_t o = 0; bias && o < s.group_out(); ++o)
        std::fill_n(result + o * s.out_size(), width, bias[group * s.group_out() + o]);
      gemm<T>(s.group_out(), width, s.patch(), {weight + group * s.group_out() * s.patch(), s.patch(), 1}, patches,
              bias ? T(1) : T(0), result, s.out_size());
    }
  };
  parallel_for(0, count * pieces, small ? grain_of(s, s.out_size()) : 1, body);
}

template <class T>
void backward_input(const ConvShape& s, const T* grad, const T* weight, T* grad_x) {
  if constexpr (std::is_same_v<T, float>) {
    if (s.depthwise()) return depthwise_backward_input(s, grad, weight, grad_x);
    if (s.direct_backward_input()) return direct_backward_input(s, grad, weight, grad_x);
  }
  std::fill(grad_x, grad_x + s.batch * s.in_channels * s.in_size(), T(0));
  for_each_group<T>(s, true, [&](int64_t image, int64_t group, T* columns) {
    const T* from = grad + (image * s.out_channels + group * s.group_out()) * s.out_size();
    T* to = grad_x + (image * s.in_channels + group * s.group_in()) * s.in_size();
    MatrixView<T> transposed{weight + group * s.group_out() * s.patch(), 1, s.patch()};
    T* patches = s.pointwise() ? to : columns;
    gemm<T>(s.patch(), s.out_size(), s.group_out(), transposed, {from, s.out_size(), 1}, T(0), patches, s.out_size());
    if (!s.pointwise()) unfold<T, true>(s, to, columns, whole(s));
  });
}

template <class T>
void backward_weight(const ConvShape& s, const T* grad, const T* x, T* grad_weight) {
  if constexpr (std::is_same_v<T, float>) {
    if (s.depthwise()) return depthwise_backward_weight(s, grad, x, grad_weight);
    if (s.direct_backward_weight()) return direct_backward_weight(s, grad, x, grad_weight);
  }
  std::fill(grad_weight, grad_weight + s.out_channels * s.patch(), T(0));
  for_each_group<T>(s, false, [&](int64_t image, int64_t group, T* columns) {
    const T* source = x + (image * s.in_channels + group * s.group_in()) * s.in_size();
    const T* patches = source;
    if (!s.pointwise()) {
      parallel_for(0, s.patch(), std::max<int64_t>(kGrain / std::max<int64_t>(s.out_size(), 1), 1),
                   [&](int64_t begin, int64_t end) {
                     unfold<T, false>(s, source, columns + begin * s.out_size(), {begin, end, 0, s.lines()});
                   });
      patches = columns;
    }
    const T* from = grad + (image * s.out_channels + group * s.group_out()) * s.out_size();
    gemm<T>(s.group_out(), s.patch(), s.out_size(), {from, s.out_size(), 1}, {patches, 1, s.out_size()}, T(1),
            grad_weight + group * s.group_out() * s.patch(), s.patch());
  });
}

// Runs f<T> with contiguous float or double operands, the result cast back.
template <class F>
void in_real(const Tensor& out, const F& f) {
  if (out.dtype() == DType::kFloat64) return f.template operator()<double>(out, DType::kFloat64);
  if (out.dtype() == DType::kFloat32) return f.template operator()<float>(out, DType::kFloat32);
  Tensor wide = empty_tensor(out.sizes(), DType::kFloat32);
  f.template operator()<float>(wide, DType::kFloat32);
  copy_tensor(out, wide);
}
Tensor ready(const Tensor& t, DType dtype) { return as_contiguous(as_dtype(t, dtype)); }

ConvShape shape_of(const Tensor& x, const PatchGrid& g) {
  auto three = [](int64_t first, const std::array<int64_t, 2>& rest) {
    return std::array<int64_t, 3>{first, rest[0], rest[1]};
  };
  return {x.size(0),
          x.size(1),
          x.size(1),
          1,
          {1, x.size(2), x.size(3)},
          three(1, g.positions),
          three(1, g.kernel),
          three(1, g.stride),
          three(0, g.padding),
          three(1, g.dilation)};
}
// f(where a plane begins, where its rows among the columns begin, those rows)
template <class F>
void for_each_plane(const ConvShape& s, const F& f) {
  const int64_t work = std::max<int64_t>(s.kernel_size() * s.out_size(), 1);
  parallel_for(0, s.batch * s.in_channels, std::max<int64_t>(kGrain / work, 1), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i * s.in_size(), i * work, Piece{0, s.kernel_size(), 0, s.lines()});
  });
}

}  // namespace

void conv_forward(const Tensor& out, const Tensor& x, const Tensor& weight, const Tensor& bias,
                  const ConvGeometry& geometry) {
  ConvShape shape = shape_of(x, weight, out, geometry);
  in_real(out, [&]<class T>(const Tensor& to, DType dtype) {
    Tensor sources = ready(x, dtype), weights = ready(weight, dtype);
    Tensor offsets = bias.defined() ? ready(bias, dtype) : Tensor();
    forward<T>(shape, sources.data<T>(), weights.data<T>(), offsets.defined() ? offsets.data<T>() : nullptr,
               to.data<T>());
  });
}

void conv_backward_input(const Tensor& grad_x, const Tensor& grad_out, const Tensor& weight,
                         const ConvGeometry& geometry) {
  if (grad_x.numel() == 0) return;
  ConvShape shape = shape_of(grad_x, weight, grad_out, geometry);
  in_real(grad_x, [&]<class T>(const Tensor& to, DType dtype) {
    backward_input<T>(shape, ready(grad_out, dtype).data<T>(), ready(weight, dtype).data<T>(), to.data<T>());
  });
}

void take_patches(const Tensor& columns, const Tensor& x, const PatchGrid& grid) {
  const ConvShape shape = shape_of(x, grid);
  in_real(columns, [&]<class T>(const Tensor& to, DType dtype) {
    const Tensor planes = ready(x, dtype);
    for_each_plane(shape, [&](int64_t plane, int64_t rows, const Piece& piece) {
      unfold<T, false>(shape, planes.data<T>() + plane, to.data<T>() + rows, piece);
    });
  });
}
void add_patches(const Tensor& x, const Tensor& columns, const PatchGrid& grid) {
  const ConvShape shape = shape_of(x, grid);
  in_real(x, [&]<class T>(const Tensor& to, DType dtype) {
    const Tensor from = ready(columns, dtype);
    for_each_plane(shape, [&](int64_t plane, int64_t rows, const Piece& piece) {
      std::fill_n(to.data<T>() + plane, shape.in_size(), T(0));
      unfold<T, true>(shape, to.data<T>() + plane, from.data<T>() + rows, piece);
    });
  });
}

void conv_backward_weight(const Tensor& grad_weight, const Tensor& grad_out, const Tensor& x,
                          const ConvGeometry& geometry) {
  if (grad_weight.numel() == 0) return;
  ConvShape shape = shape_of(x, grad_weight, grad_out, geometry);
  in_real(grad_weight, [&]<class T>(const Tensor& to, DType dtype) {
    backward_weight<T>(shape, ready(grad_out, dtype).data<T>(), ready(x, dtype).data<T>(), to.data<T>());
  });
}

}  // namespace vt
