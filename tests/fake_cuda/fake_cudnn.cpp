// cuDNN in host memory: convolutions as plain loops over strided arrays, in double. For
// fake_cuda.cpp, whose memory it may touch.
#include <cstdint>
#include <cstring>
#include <vector>

#include "fake_cuda/fake_cuda.h"

namespace {

constexpr int kBadParameter = 2000, kNotSupported = 3000;

struct Array {
  int type = 0;
  std::vector<int> sizes, strides;
};
struct Description {
  std::vector<int> padding, stride, dilation;
  int groups = 1;
};
struct Activation {
  int mode = 0;
};

// Walks over all products x[..] * w[..] that belong to y[..].
template <class F>
void for_each_product(const Array& x, const Array& w, const Array& y, const Description& d, F&& visit) {
  size_t axes = d.padding.size();
  int inner = w.sizes[1], outputs = y.sizes[1] / d.groups;
  std::vector<int> place(axes), tap(axes);
  auto next = [](std::vector<int>& at, const std::vector<int>& sizes) {
    for (size_t i = at.size(); i-- > 0;) {
      if (++at[i] < sizes[i + 2]) return true;
      at[i] = 0;
    }
    return false;
  };
  for (int n = 0; n < y.sizes[0]; ++n)
    for (int o = 0; o < y.sizes[1]; ++o)
      for (int c = 0; c < inner; ++c) do {
          do {
            int64_t at_x = int64_t{n} * x.strides[0] + int64_t{o / outputs * inner + c} * x.strides[1];
            int64_t at_w = int64_t{o} * w.strides[0] + int64_t{c} * w.strides[1];
            int64_t at_y = int64_t{n} * y.strides[0] + int64_t{o} * y.strides[1];
            bool inside = true;
            for (size_t i = 0; i < axes; ++i) {
              int position = place[i] * d.stride[i] - d.padding[i] + tap[i] * d.dilation[i];
              inside &= position >= 0 && position < x.sizes[i + 2];
              at_x += int64_t{position} * x.strides[i + 2];
              at_w += int64_t{tap[i]} * w.strides[i + 2];
              at_y += int64_t{place[i]} * y.strides[i + 2];
            }
            if (inside) visit(at_x, at_w, at_y);
          } while (next(tap, w.sizes));
        } while (next(place, y.sizes));
}
int64_t extent(const Array& a) {
  int64_t last = 0;
  for (size_t i = 0; i < a.sizes.size(); ++i) last += int64_t{a.sizes[i] - 1} * a.strides[i];
  return last + 1;
}
// The sizes fit one another, as the library checks.
bool fits(const Array& x, const Array& w, const Array& y, const Description& d) {
  if (x.sizes[0] != y.sizes[0] || x.sizes[1] != w.sizes[1] * d.groups || y.sizes[1] != w.sizes[0]) return false;
  for (size_t i = 0; i < d.padding.size(); ++i) {
    int reach = (w.sizes[i + 2] - 1) * d.dilation[i] + 1;
    if (y.sizes[i + 2] != (x.sizes[i + 2] + 2 * d.padding[i] - reach) / d.stride[i] + 1) return false;
  }
  return true;
}

void store(const Array& to, void* data, const std::vector<double>& values) {
  // Elements that no layout position names keep what is there: arrays are dense.
  for (size_t i = 0; i < values.size(); ++i)
    fake::write_number(data, to.type == 9 ? 14 : to.type, static_cast<int64_t>(i), values[i]);
}
double load(const Array& from, const void* data, int64_t at) {
  return fake::read_number(data, from.type == 9 ? 14 : from.type, at);
}

struct Performance {
  int algorithm, status;
  float milliseconds;
  size_t memory;
  int determinism, math, reserved[3];
};
// One candidate that is refused when called, then the one that works.
int offer(int wanted, int* found, void* results) {
  auto* list = static_cast<Performance*>(results);
  *found = wanted < 2 ? wanted : 2;
  for (int i = 0; i < *found; ++i) list[i] = Performance{i == 0 ? 7 : 1, 0, 0.1f, 64, 1, 0, {}};
  return 0;
}
const Array& array(void* p) { return *static_cast<Array*>(p); }
const Description& description(void* p) { return *static_cast<Description*>(p); }

// A gradient of the convolution: `add(sums, i, j, k)` for the elements of x, w and y that meet.
template <class Add>
int run_backward(int algorithm, const Array& x, const Array& w, const Array& y, const Description& d,
                 const Array& result, void* data, Add add) {
  if (algorithm == 7) return kNotSupported;
  if (!fits(x, w, y, d)) return kBadParameter;
  auto compute = [=, x = x, w = w, y = y, d = d, result = result] {
    fake::Access access;
    std::vector<double> sums(static_cast<size_t>(extent(result)));
    for_each_product(x, w, y, d, [&](int64_t i, int64_t j, int64_t k) { add(sums, i, j, k); });
    store(result, data, sums);
  };
  if (!fake::recorded(compute)) compute();
  return 0;
}

int run_forward(const Array& x, const void* x_data, const Array& w, const void* w_data, const Description& d,
                const Array& y, void* y_data, const void* bias, bool relu) {
  fake::advance_clock(60);  // slower than a kernel of a few blocks
  if (!fits(x, w, y, d)) return kBadParameter;
  auto compute = [=, x = x, w = w, y = y, d = d] {
    fake::Access access;
    std::vector<double> sums(static_cast<size_t>(extent(y)));
    for_each_product(x, w, y, d, [&](int64_t i, int64_t j, int64_t k) {
      sums[static_cast<size_t>(k)] += load(x, x_data, i) * load(w, w_data, j);
    });
    for (size_t k = 0; k < sums.size(); ++k) {
      if (bias) sums[k] += load(y, bias, static_cast<int64_t>(k) / y.strides[1] % y.sizes[1]);
      if (relu && sums[k] < 0) sums[k] = 0;
    }
    store(y, y_data, sums);
  };
  if (!fake::recorded(compute)) compute();
  return 0;
}

}  // namespace

extern "C" {
#define EXPORT __attribute__((visibility("default")))
EXPORT size_t cudnnGetVersion() { return 90000; }
EXPORT int cudnnCreate(void** handle) { return *handle = new int(0), 0; }
EXPORT int cudnnSetStream(void*, void*) { return 0; }
EXPORT int cudnnCreateTensorDescriptor(void** made) { return *made = new Array, 0; }
EXPORT int cudnnSetTensorNdDescriptor(void* layout, int type, int rank, const int* sizes, const int* strides) {
  if (rank < 4) return kNotSupported;
  *static_cast<Array*>(layout) = {type, {sizes, sizes + rank}, {strides, strides + rank}};
  return 0;
}
EXPORT int cudnnCreateFilterDescriptor(void** made) { return *made = new Array, 0; }
EXPORT int cudnnSetFilterNdDescriptor(void* layout, int type, int format, int rank, const int* sizes) {
  if (rank < 4) return kNotSupported;
  Array& a = *static_cast<Array*>(layout);
  a = {type, {sizes, sizes + rank}, std::vector<int>(static_cast<size_t>(rank), 1)};
  int step = format == 1 ? sizes[1] : 1;
  for (int i = rank; i-- > 2;) {
    a.strides[static_cast<size_t>(i)] = step;
    step *= sizes[i];
  }
  a.strides[1] = format == 1 ? 1 : step;
  a.strides[0] = format == 1 ? step : step * sizes[1];
  return 0;
}
EXPORT int cudnnCreateConvolutionDescriptor(void** made) { return *made = new Description, 0; }
EXPORT int cudnnSetConvolutionNdDescriptor(void* description, int axes, const int* padding, const int* stride,
                                           const int* dilation, int mode, int) {
  if (mode != 1) return kNotSupported;
  *static_cast<Description*>(description) = {
      {padding, padding + axes}, {stride, stride + axes}, {dilation, dilation + axes}, 1};
  return 0;
}
EXPORT int cudnnSetConvolutionGroupCount(void* d, int groups) {
  return static_cast<Description*>(d)->groups = groups, 0;
}
EXPORT int cudnnSetConvolutionMathType(void*, int) { return 0; }
EXPORT int cudnnCreateActivationDescriptor(void** made) { return *made = new Activation, 0; }
EXPORT int cudnnSetActivationDescriptor(void* activation, int mode, int, double) {
  return static_cast<Activation*>(activation)->mode = mode, 0;
}
EXPORT int cudnnGetConvolutionForwardAlgorithm_v7(void*, void*, void*, void*, void*, int wanted, int* found,
                                                  void* results) {
  return offer(wanted, found, results);
}
EXPORT int cudnnGetConvolutionBackwardDataAlgorithm_v7(void*, void*, void*, void*, void*, int wanted, int* found,
                                                       void* results) {
  return offer(wanted, found, results);
}
EXPORT int cudnnGetConvolutionBackwardFilterAlgorithm_v7(void*, void*, void*, void*, void*, int wanted, int* found,
                                                         void* results) {
  return offer(wanted, found, results);
}
EXPORT int cudnnFindConvolutionForwardAlgorithmEx(void*, void*, const void*, void*, const void*, void*, void*, void*,
                                                  int wanted, int* found, void* results, void*, size_t) {
  return offer(wanted, found, results);
}
EXPORT int cudnnFindConvolutionBackwardDataAlgorithmEx(void*, void*, const void*, void*, const void*, void*, void*,
                                                       void*, int wanted, int* found, void* results, void*, size_t) {
  return offer(wanted, found, results);
}
EXPORT int cudnnFindConvolutionBackwardFilterAlgorithmEx(void*, void*, const void*, void*, const void*, void*, void*,
                                                         void*, int wanted, int* found, void* results, void*, size_t) {
  return offer(wanted, found, results);
}
EXPORT int cudnnConvolutionForward(void*, const void*, void* x, const void* x_data, void* w, const void* w_data,
                                   void* d, int algorithm, void* workspace, size_t, const void*, void* y,
                                   void* y_data) {
  if (algorithm == 7 || !workspace) return kNotSupported;
  return run_forward(array(x), x_data, array(w), w_data, description(d), array(y), y_data, nullptr, false);
}
EXPORT int cudnnConvolutionBiasActivationForward(void*, const void*, void* x, const void* x_data, void* w,
                                                 const void* w_data, void* d, int algorithm, void* workspace, size_t,
                                                 const void*, void*, const void*, void* bias, const void* bias_data,
                                                 void* activation, void* y, void* y_data) {
  int mode = static_cast<Activation*>(activation)->mode;
  if (algorithm == 7 || !workspace || array(bias).sizes[1] != array(y).sizes[1]) return kNotSupported;
  return run_forward(array(x), x_data, array(w), w_data, description(d), array(y), y_data, bias_data, mode == 1);
}
EXPORT int cudnnConvolutionBackwardData(void*, const void*, void* w_layout, const void* w_data, void* y_layout,
                                        const void* y_data, void* d_layout, int algorithm, void*, size_t, const void*,
                                        void* x_layout, void* x_data) {
  const Array &x = array(x_layout), &w = array(w_layout), &y = array(y_layout);
  return run_backward(algorithm, x, w, y, description(d_layout), x, x_data,
                      [=](std::vector<double>& sums, int64_t i, int64_t j, int64_t k) {
                        sums[static_cast<size_t>(i)] += load(y, y_data, k) * load(w, w_data, j);
                      });
}
EXPORT int cudnnConvolutionBackwardFilter(void*, const void*, void* x_layout, const void* x_data, void* y_layout,
                                          const void* y_data, void* d_layout, int algorithm, void*, size_t, const void*,
                                          void* w_layout, void* w_data) {
  const Array &x = array(x_layout), &w = array(w_layout), &y = array(y_layout);
  return run_backward(algorithm, x, w, y, description(d_layout), w, w_data,
                      [=](std::vector<double>& sums, int64_t i, int64_t j, int64_t k) {
                        sums[static_cast<size_t>(j)] += load(x, x_data, i) * load(y, y_data, k);
                      });
}
}
