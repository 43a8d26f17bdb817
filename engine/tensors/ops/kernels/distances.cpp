#include "ops/kernels/distances.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"

namespace vt {
namespace {

constexpr int64_t kWorth = 32768;  // elements that are worth a thread

struct Taxicab {
  template <class T>
  using Lane = T;
  template <class T>
  VT_INLINE static T add(T sum, T difference) {
    return sum + std::abs(difference);
  }
  template <class T>
  VT_INLINE static T join(T a, T b) {
    return a + b;
  }
  template <class T>
  static T finish(T sum) {
    return sum;
  }
  template <class T>
  VT_INLINE static T slope(T difference, T factor, T) {
    return difference > 0 ? factor : difference < 0 ? -factor : difference * factor;  // NaN stays
  }
  template <class T>
  VT_INLINE static T factor(T grad, T) {
    return grad;
  }
};
struct Euclidean {
  template <class T>
  using Lane = T;
  template <class T>
  VT_INLINE static T add(T sum, T difference) {
    return sum + difference * difference;
  }
  template <class T>
  VT_INLINE static T join(T a, T b) {
    return a + b;
  }
  template <class T>
  static T finish(T sum) {
    return std::sqrt(sum);
  }
  template <class T>
  VT_INLINE static T slope(T difference, T factor, T) {
    return difference * factor;
  }
  template <class T>
  VT_INLINE static T factor(T grad, T distance) {
    return distance == 0 ? T(0) : grad / distance;
  }
};
struct Chebyshev {
  // The bits of numbers without a sign are in their order, NaN above all.
  template <class T>
  using Lane = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  template <class T>
  VT_INLINE static Lane<T> add(Lane<T> most, T difference) {
    return join(most, __builtin_bit_cast(Lane<T>, std::abs(difference)));
  }
  template <class L>
  VT_INLINE static L join(L a, L b) {
    return a > b ? a : b;
  }
  template <class T>
  static T finish(Lane<T> most) {
    return __builtin_bit_cast(T, most);
  }
  template <class T>
  VT_INLINE static T slope(T difference, T factor, T distance) {
    return std::abs(difference) == distance ? Taxicab::slope(difference, factor, distance) : T(0);
  }
  template <class T>
  VT_INLINE static T factor(T grad, T) {
    return grad;
  }
};

// In PyTorch's order: lanes of 64 bytes, whose halves are then joined; short rows element by element.
template <class Norm, class T>
VT_INLINE T distance_of(const T* x, const T* y, int64_t n) {
  constexpr int64_t kLanes = 64 / sizeof(T);
  using Lane = typename Norm::template Lane<T>;
  Lane lanes[kLanes] = {};
  if (n < kLanes) {
    Lane sum = 0;
    for (int64_t i = 0; i < n; ++i) sum = Norm::join(sum, Norm::template add<T>(0, x[i] - y[i]));
    return Norm::template finish<T>(sum);
  }
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int64_t lane = 0; lane < kLanes; ++lane)
      lanes[lane] = Norm::template add<T>(lanes[lane], x[i + lane] - y[i + lane]);
  for (int64_t lane = 0; i + lane < n; ++lane)
    lanes[lane] = Norm::template add<T>(lanes[lane], x[i + lane] - y[i + lane]);
  for (int64_t half = kLanes / 2; half > 0; half /= 2)
    for (int64_t lane = 0; lane < half; ++lane) lanes[lane] = Norm::join(lanes[lane], lanes[lane + half]);
  return Norm::template finish<T>(lanes[0]);
}

template <class Norm, class T>
void distances_by(const RowPairs& s, const T* x, const T* y, T* out) {
  const int64_t grain = kWorth / std::max<int64_t>(s.right * s.width, 1) + 1;
  parallel_for(0, s.batch * s.left, grain, [&](int64_t begin, int64_t end) {
    run_widest([&]() VT_LAMBDA {
      for (int64_t row = begin; row < end; ++row) {
        const T *from = x + row * s.width, *others = y + row / s.left * s.right * s.width;
        for (int64_t j = 0; j < s.right; ++j)
          out[row * s.right + j] = distance_of<Norm>(from, others + j * s.width, s.width);
      }
    });
  });
}

template <class Norm, class T>
void gradients_by(const RowPairs& s, const T* grad, const T* distances, bool transposed, const T* x, const T* y,
                  T* grad_x) {
  const int64_t step = transposed ? s.left : 1, grain = kWorth / std::max<int64_t>(s.right * s.width, 1) + 1;
  parallel_for(0, s.batch * s.left, grain, [&](int64_t begin, int64_t end) {
    run_widest([&]() VT_LAMBDA {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t batch = row / s.left,
                      first = batch * s.left * s.right + row % s.left * (transposed ? 1 : s.right);
        const T *from = x + row * s.width, *others = y + batch * s.right * s.width;
        T* to = grad_x + row * s.width;
        for (int64_t i = 0; i < s.width; ++i) to[i] = 0;
        for (int64_t j = 0; j < s.right; ++j, others += s.width) {
          const T distance = distances[first + j * step], factor = Norm::factor(grad[first + j * step], distance);
          for (int64_t i = 0; i < s.width; ++i) to[i] += Norm::slope(from[i] - others[i], factor, distance);
        }
      }
    });
  });
}

// f of the norm.
template <class F>
void with_norm(double p, const F& f) {
  if (p == 1) f(Taxicab());
  else if (p == 2) f(Euclidean());
  else f(Chebyshev());
}

}  // namespace

bool has_distance_kernel(double p) { return p == 1 || p == 2 || p == HUGE_VAL; }

template <class T>
void pair_distances(const RowPairs& pairs, double p, const T* x, const T* y, T* out) {
  with_norm(p, [&]<class Norm>(Norm) { distances_by<Norm>(pairs, x, y, out); });
}
template <class T>
void pair_gradients(const RowPairs& pairs, double p, const T* grad, const T* distances, bool transposed, const T* x,
                    const T* y, T* grad_x) {
  with_norm(p, [&]<class Norm>(Norm) { gradients_by<Norm>(pairs, grad, distances, transposed, x, y, grad_x); });
}
template void pair_distances(const RowPairs&, double, const float*, const float*, float*);
template void pair_distances(const RowPairs&, double, const double*, const double*, double*);
template void pair_gradients(const RowPairs&, double, const float*, const float*, bool, const float*, const float*,
                             float*);
template void pair_gradients(const RowPairs&, double, const double*, const double*, bool, const double*, const double*,
                             double*);

}  // namespace vt
