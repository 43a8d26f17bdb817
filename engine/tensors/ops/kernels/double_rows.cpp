#include "ops/kernels/double_rows.h"

#include <cmath>
#include <limits>
#include <vector>

#include "support/isa.h"

namespace vt {
namespace {

VT_INLINE void subtract_of(double* to, const double* from, double factor, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] -= factor * from[i];
}
VT_INLINE double dot_of(const double* a, const double* b, int64_t n) {
  constexpr int64_t kLanes = 16;
  double lanes[kLanes] = {}, sum = 0;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int64_t k = 0; k < kLanes; ++k) lanes[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sum += a[i] * b[i];
  for (double lane : lanes) sum += lane;
  return sum;
}
VT_INLINE void turn_of(double* x, double* y, double c, double s, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    double a = x[i], b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}
#ifdef __x86_64__
VT_AVX2 void subtract_avx2(double* to, const double* from, double factor, int64_t n) {
  subtract_of(to, from, factor, n);
}
VT_AVX2 double dot_avx2(const double* a, const double* b, int64_t n) { return dot_of(a, b, n); }
VT_AVX2 void turn_avx2(double* x, double* y, double c, double s, int64_t n) { turn_of(x, y, c, s, n); }
// Short rows round alike on every machine.
#define VT_BEST(wide, plain)                        \
  if (n >= 16 && isa() != Isa::kPlain) return wide; \
  return plain
#else
#define VT_BEST(wide, plain) return plain
#endif

}  // namespace

void subtract_row(double* to, const double* from, double factor, int64_t n) {
  VT_BEST(subtract_avx2(to, from, factor, n), subtract_of(to, from, factor, n));
}
double dot_rows(const double* a, const double* b, int64_t n) { VT_BEST(dot_avx2(a, b, n), dot_of(a, b, n)); }
void turn_rows(double* x, double* y, double c, double s, int64_t n) {
  VT_BEST(turn_avx2(x, y, c, s, n), turn_of(x, y, c, s, n));
}

// By Householder's reflections to three diagonals, then implicit QL steps, whose rotations turn
// the rows of `vectors`.
void symmetric_eigen(double* a, double* values, double* vectors, int64_t n) {
  size_t size = static_cast<size_t>(n);
  std::vector<double> off(size), v(size), w(size), q(size * size);
  for (int64_t i = 0; i < n; ++i) q[static_cast<size_t>(i * n + i)] = 1;
  for (int64_t k = 0; k + 2 < n; ++k) {
    int64_t first = k + 1, count = n - first;
    double below = 0, head = a[first * n + k];
    for (int64_t i = first + 1; i < n; ++i) below += a[i * n + k] * a[i * n + k];
    if (below == 0) continue;
    double norm = std::sqrt(below + head * head);
    for (int64_t i = first; i < n; ++i) v[static_cast<size_t>(i)] = a[i * n + k];
    v[static_cast<size_t>(first)] = head + std::copysign(norm, head);
    double lead = v[static_cast<size_t>(first)], scale = 2 / (below + lead * lead), along = 0;
    double *vs = v.data() + first, *ws = w.data() + first;
    for (int64_t i = 0; i < count; ++i) {
      ws[i] = scale * dot_rows(a + (first + i) * n + first, vs, count);
      along += ws[i] * vs[i];
    }
    subtract_row(ws, vs, scale / 2 * along, count);
    for (int64_t i = 0; i < count; ++i) {
      double* row = a + (first + i) * n + first;
      subtract_row(row, ws, vs[i], count);
      subtract_row(row, vs, ws[i], count);
    }
    a[first * n + k] = -std::copysign(norm, head);
    for (int64_t i = 0; i < n; ++i) {
      double* row = q.data() + i * n + first;
      subtract_row(row, vs, scale * dot_rows(row, vs, count), count);
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    values[i] = a[i * n + i];
    off[static_cast<size_t>(i)] = i + 1 < n ? a[(i + 1) * n + i] : 0;
    for (int64_t j = 0; j < n; ++j) vectors[j * n + i] = q[static_cast<size_t>(i * n + j)];
  }
  constexpr int kMostSteps = 80;
  double *d = values, *e = off.data();
  for (int64_t l = 0; l < n; ++l)
    for (int step = 0; step < kMostSteps; ++step) {
      int64_t m = l;
      while (m + 1 < n &&
             std::abs(e[m]) > std::numeric_limits<double>::epsilon() * (std::abs(d[m]) + std::abs(d[m + 1])))
        ++m;
      if (m == l) break;
      double half = (d[l + 1] - d[l]) / (2 * e[l]);
      double g = d[m] - d[l] + e[l] / (half + std::copysign(std::hypot(half, 1.0), half));
      double s = 1, c = 1, p = 0;
      int64_t i = m - 1;
      for (; i >= l; --i) {
        double f = s * e[i], b = c * e[i], r = std::hypot(f, g);
        e[i + 1] = r;
        if (r == 0) {
          d[i + 1] -= p;
          e[m] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        turn_rows(vectors + i * n, vectors + (i + 1) * n, c, s, n);
      }
      if (i >= l) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
}

}  // namespace vt
