// Chooses among OpenBLAS, oneDNN (loaded when first needed) and our own kernels by size and machine.
#include "ops/kernels/gemm_bf16.h"
#include "ops/kernels/gemm_blocked.h"
#include "ops/kernels/gemv_half.h"
#include "ops/kernels/open_blas.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/widest.h"
#include "support/isa.h"

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

namespace vt {
namespace {

#ifndef __EMSCRIPTEN__
using Sgemm = int (*)(char, char, int64_t, int64_t, int64_t, float, const float*, int64_t, const float*, int64_t, float,
                      float*, int64_t);

struct Library {
  Sgemm sgemm = nullptr;
  Library() {
    // The sonames of oneDNN 3 and 2 (Debian 13's has the minor version in it); dnnl_sgemm is
    // the same in all.
    for (const char* soname : {"libdnnl.so.3", "libdnnl.so.3.7", "libdnnl.so.3.6", "libdnnl.so.2"}) {
      void* handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
      if (!handle) continue;
      sgemm = reinterpret_cast<Sgemm>(dlsym(handle, "dnnl_sgemm"));
      if (sgemm) return;
    }
  }
};
const Library& library() {
  static const Library instance;
  return instance;
}
constexpr int64_t kSmall = 48 * 48 * 48;  // loading and dispatching cost more than they save

// OpenBLAS, the BLAS of Debian's PyTorch: products below kExact come from its kernels, on one thread, and have
// PyTorch's last bit on the same processor. From there on PyTorch's has two threads share a product, which changes the
// order of its sums, and oneDNN is faster. A vector's product is the same on any number of threads.
template <class T>
using BlasGemv = void (*)(const char*, const int*, const int*, const T*, const T*, const int*, const T*, const int*,
                          const T*, T*, const int*);
template <class T>
using BlasGemm = void (*)(const char*, const char*, const int*, const int*, const int*, const T*, const T*, const int*,
                          const T*, const int*, const T*, T*, const int*);
constexpr int64_t kExact = int64_t{1} << 19, kExactVector = int64_t{1} << 21;
struct OpenBlas {
  BlasGemm<float> sgemm = nullptr;
  BlasGemm<double> dgemm = nullptr;
  BlasGemv<float> sgemv = nullptr;
  BlasGemv<double> dgemv = nullptr;
  OpenBlas() {
    sgemm = reinterpret_cast<BlasGemm<float>>(open_blas_function("sgemm_"));
    dgemm = reinterpret_cast<BlasGemm<double>>(open_blas_function("dgemm_"));
    sgemv = reinterpret_cast<BlasGemv<float>>(open_blas_function("sgemv_"));
    dgemv = reinterpret_cast<BlasGemv<double>>(open_blas_function("dgemv_"));
  }
};
const OpenBlas& open_blas() {
  static const OpenBlas instance;
  return instance;
}
// Of matrices up to three products are summed alike by every kernel.
bool is_exact(int64_t m, int64_t n, int64_t k) {
  return k > (n == 1 ? 1 : 3) && m * n * k < (m == 1 || n == 1 ? kExactVector : kExact) &&
         std::max({m, n, k}) < (int64_t{1} << 20) && open_blas().sgemm && open_blas().sgemv;
}

// Libraries want unit stride along rows or columns.
template <class T>
bool blas_layout(const MatrixView<T>& a, int64_t rows, int64_t columns, char& transposed, int64_t& leading) {
  if (a.column_stride == 1 || columns == 1) {
    transposed = 'N';
    leading = rows == 1 ? std::max<int64_t>(columns, 1) : a.row_stride;
    return leading >= columns && (columns != 1 || a.column_stride >= 0);
  }
  if (a.row_stride == 1 || rows == 1) {
    transposed = 'T';
    leading = a.column_stride;
    return leading >= rows;
  }
  return false;
}

template <class T>
struct BlasOperand {
  const T* data;
  int64_t leading;
  char transposed;
};
// BLAS counts by columns, where this is the transposed product.
template <class T>
void by_columns(BlasGemm<T> gemm, int64_t m, int64_t n, int64_t k, T alpha, const BlasOperand<T>& a,
                const BlasOperand<T>& b, T beta, T* c, int64_t c_row_stride) {
  const int rows = static_cast<int>(m), columns = static_cast<int>(n), depth = static_cast<int>(k),
            a_step = static_cast<int>(a.leading), b_step = static_cast<int>(b.leading),
            c_step = static_cast<int>(c_row_stride);
  gemm(&b.transposed, &a.transposed, &columns, &rows, &depth, &alpha, b.data, &b_step, a.data, &a_step, &beta, c,
       &c_step);
}

bool library_gemm(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<float>& a, const MatrixView<float>& b,
                  float beta, float* c, int64_t c_row_stride) {
  const bool exact = is_exact(m, n, k);
  if (!exact && (m * n * k <= kSmall || !library().sgemm)) return false;
  char a_transposed, b_transposed;
  int64_t a_leading, b_leading;
  if (!blas_layout(a, m, k, a_transposed, a_leading) || !blas_layout(b, k, n, b_transposed, b_leading)) return false;
  if (exact) {
    by_columns(open_blas().sgemm, m, n, k, alpha, {a.data, a_leading, a_transposed}, {b.data, b_leading, b_transposed},
               beta, c, c_row_stride);
    return true;
  }
  return library().sgemm(a_transposed, b_transposed, m, n, k, alpha, a.data, a_leading, b.data, b_leading, beta, c,
                         c_row_stride) == 0;
}
// A column is one for BLAS as well, whose order of sums differs by which side is the column.
template <class T>
void into_column(BlasGemm<T> gemm, int64_t m, int64_t k, T alpha, const BlasOperand<T>& a, const BlasOperand<T>& b,
                 T beta, T* c) {
  const int rows = static_cast<int>(m), columns = 1, depth = static_cast<int>(k), a_step = static_cast<int>(a.leading);
  const char left = a.transposed == 'T' ? 'N' : 'T', right = b.leading == 1 ? 'N' : 'T';
  const int b_step = b.leading == 1 ? depth : static_cast<int>(b.leading);
  gemm(&left, &right, &rows, &columns, &depth, &alpha, a.data, &a_step, b.data, &b_step, &beta, c, &rows);
}
// Those that PyTorch's BLAS computes on one thread; of larger ones our own kernel has wider vectors than Debian 12's.
bool library_gemm(int64_t m, int64_t n, int64_t k, double alpha, const MatrixView<double>& a,
                  const MatrixView<double>& b, double beta, double* c, int64_t c_row_stride) {
  if (k <= 3 || m * n * k >= kExact || !open_blas().dgemm) return false;
  BlasOperand<double> left{a.data, 0, 'N'}, right{b.data, 0, 'N'};
  if (!blas_layout(a, m, k, left.transposed, left.leading) || !blas_layout(b, k, n, right.transposed, right.leading))
    return false;
  if (n == 1 && c_row_stride == 1) into_column(open_blas().dgemm, m, k, alpha, left, right, beta, c);
  else by_columns(open_blas().dgemm, m, n, k, alpha, left, right, beta, c, c_row_stride);
  return true;
}
template <class T>
bool blas_gemv(BlasGemv<T> gemv, int64_t m, int64_t k, T alpha, const MatrixView<T>& a, const T* x, int64_t step,
               T beta, T* out) {
  char transposed;
  int64_t leading;
  if (!gemv || step < 1 || std::max({m, k, step}) >= (int64_t{1} << 20) || !blas_layout(a, m, k, transposed, leading))
    return false;
  const int rows = static_cast<int>(m), columns = static_cast<int>(k), a_step = static_cast<int>(leading),
            x_step = static_cast<int>(step), one = 1;
  if (transposed == 'N') gemv("T", &columns, &rows, &alpha, a.data, &a_step, x, &x_step, &beta, out, &one);
  else gemv("N", &rows, &columns, &alpha, a.data, &a_step, x, &x_step, &beta, out, &one);
  return true;
}
bool library_gemv(int64_t m, int64_t k, float alpha, const MatrixView<float>& a, const float* x, int64_t step,
                  float beta, float* out) {
  return is_exact(m, 1, k) && blas_gemv(open_blas().sgemv, m, k, alpha, a, x, step, beta, out);
}
bool library_gemv(int64_t m, int64_t k, double alpha, const MatrixView<double>& a, const double* x, int64_t step,
                  double beta, double* out) {
  return k > 1 && blas_gemv(open_blas().dgemv, m, k, alpha, a, x, step, beta, out);
}
#else
template <class T>
bool library_gemv(int64_t, int64_t, T, const MatrixView<T>&, const T*, int64_t, T, T*) {
  return false;
}
template <class T>
bool library_gemm(int64_t, int64_t, int64_t, T, const MatrixView<T>&, const MatrixView<T>&, T, T*, int64_t) {
  return false;
}
#endif

template <class T>
void run_plain(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a, const MatrixView<T>& b, T beta, T* c,
               int64_t c_row_stride) {
  BlockedGemm<T, 16, 4, 2>::run(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
#ifdef __x86_64__
template <class T>
VT_AVX2 void run_avx2(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a, const MatrixView<T>& b, T beta,
                      T* c, int64_t c_row_stride) {
  BlockedGemm<T, 32, 6, 2>::run(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
template <class T>
VT_AVX512 void run_avx512(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a, const MatrixView<T>& b,
                          T beta, T* c, int64_t c_row_stride) {
  BlockedGemm<T, 64, 12, 2>::run(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
#endif

template <class T>
void run_blocked(int64_t m, int64_t n, int64_t k, T alpha, const MatrixView<T>& a, const MatrixView<T>& b, T beta, T* c,
                 int64_t c_row_stride) {
#ifdef __x86_64__
  if (isa() == Isa::kAvx512) return run_avx512(m, n, k, alpha, a, b, beta, c, c_row_stride);
  if (isa() == Isa::kAvx2) return run_avx2(m, n, k, alpha, a, b, beta, c, c_row_stride);
#endif
  run_plain(m, n, k, alpha, a, b, beta, c, c_row_stride);
}

template <class C>
void run_blocked(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<BFloat16>& a,
                 const MatrixView<BFloat16>& b, float beta, C* c, int64_t c_row_stride) {
  gemm_bf16_pairs(m, n, k, alpha, a, b, beta, c, c_row_stride);
}

// Threads share the longer side of C.
template <class T, class Factor, class C>
void run_parallel(int64_t m, int64_t n, int64_t k, Factor alpha, MatrixView<T> a, MatrixView<T> b, Factor beta, C* c,
                  int64_t c_row_stride) {
  if (m == 0 || n == 0) return;
  bool by_rows = m >= n;
  int64_t side = by_rows ? m : n, other = by_rows ? n : m;
  // In pieces of 8 rows or columns and more: fewer may be summed in another order (run_thin).
  constexpr int64_t kUnit = 8;
  const int64_t units = std::max<int64_t>(side / kUnit, 1);
  const int64_t grain = std::max<int64_t>((int64_t{1} << 18) / std::max<int64_t>(other * k * kUnit, 1), 1);
  parallel_for(0, units, grain, [&](int64_t first, int64_t last) {
    const int64_t begin = first * kUnit, end = last == units ? side : last * kUnit;
    MatrixView<T> left = a, right = b;
    if (by_rows) {
      left.data += begin * a.row_stride;
      run_blocked(end - begin, n, k, alpha, left, right, beta, c + begin * c_row_stride, c_row_stride);
    } else {
      right.data += begin * b.column_stride;
      run_blocked(m, end - begin, k, alpha, left, right, beta, c + begin, c_row_stride);
    }
  });
}

// Of a column and a row: one product for each element, which is not worth panels. Beta is 0, and 0 is added to the
// products, as sums begin with it: none is -0.
template <class T>
void multiply_outer(int64_t m, int64_t n, T alpha, const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                    int64_t c_row_stride) {
  if (n == 1 && m > 1 && c_row_stride == 1)
    return multiply_outer(n, m, alpha, {b.data, b.column_stride, 1}, {a.data, 1, a.row_stride}, c, m);
  const int64_t step = b.column_stride;
  const bool scales = alpha != 1;
  parallel_for(0, m, std::max<int64_t>(kGrain / std::max<int64_t>(n, 1), 1), [&](int64_t begin, int64_t end) {
    run_widest([&]() VT_LAMBDA {
      for (int64_t i = begin; i < end; ++i) {
        const T by = a.data[i * a.row_stride];
        const T* from = b.data;
        T* to = c + i * c_row_stride;
        if (step == 1)
          for (int64_t j = 0; j < n; ++j) to[j] = T(0) + by * from[j];
        else
          for (int64_t j = 0; j < n; ++j) to[j] = T(0) + by * from[j * step];
        if (scales)
          for (int64_t j = 0; j < n; ++j) to[j] = T(0) + to[j] * alpha;
      }
    });
  });
}

// A product with a vector, by gemv(rows, depth, matrix, vector, sums).
template <class T, class Gemv>
void multiply_vector(int64_t m, int64_t n, int64_t k, float alpha, const MatrixView<T>& a, const MatrixView<T>& b,
                     float beta, float* c, int64_t c_row_stride, const Gemv& gemv) {
  const VectorProduct<T> product(m, n, a, b);
  const int64_t c_step = n == 1 ? c_row_stride : 1;
  const bool direct = alpha == 1 && beta == 0 && c_step == 1;
  const int64_t grain = std::max<int64_t>((int64_t{1} << 18) / std::max<int64_t>(k, 1), 32);
  parallel_for(0, product.count, grain, [&](int64_t begin, int64_t end) {
    MatrixView<T> part = product.rows;
    part.data += begin * part.row_stride;
    if (direct) return gemv(end - begin, k, part, product.vector, c + begin);
    std::vector<float> sums(static_cast<size_t>(end - begin));
    gemv(end - begin, k, part, product.vector, sums.data());
    float* to = c + begin * c_step;
    for (float sum : sums) {
      *to = alpha * sum + (beta == 0 ? 0 : beta * *to);
      to += c_step;
    }
  });
}

}  // namespace

void gemm_float(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<float> a, MatrixView<float> b, float beta,
                float* c, int64_t c_row_stride) {
  if (k == 1 && beta == 0) return multiply_outer(m, n, alpha, a, b, c, c_row_stride);
  if (!library_gemm(m, n, k, alpha, a, b, beta, c, c_row_stride))
    run_parallel(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
void gemv_float(int64_t m, int64_t k, float alpha, MatrixView<float> a, const float* x, int64_t step, float beta,
                float* out) {
  if (!library_gemv(m, k, alpha, a, x, step, beta, out)) gemm_float(m, 1, k, alpha, a, {x, step, 1}, beta, out, 1);
}
// Threads share the elements of the result.
void gemv_double(int64_t m, int64_t k, double alpha, MatrixView<double> a, const double* x, int64_t step, double beta,
                 double* out) {
  const int64_t grain = std::max<int64_t>((int64_t{1} << 18) / std::max<int64_t>(k, 1), 8);
  parallel_for(0, m, grain, [&](int64_t begin, int64_t end) {
    const MatrixView<double> rows{a.data + begin * a.row_stride, a.row_stride, a.column_stride};
    if (!library_gemv(end - begin, k, alpha, rows, x, step, beta, out + begin))
      run_blocked<double>(end - begin, 1, k, alpha, rows, {x, step, 1}, beta, out + begin, 1);
  });
}
void gemm_double(int64_t m, int64_t n, int64_t k, double alpha, MatrixView<double> a, MatrixView<double> b, double beta,
                 double* c, int64_t c_row_stride) {
  if (k == 1 && beta == 0) return multiply_outer(m, n, alpha, a, b, c, c_row_stride);
  if (!library_gemm(m, n, k, alpha, a, b, beta, c, c_row_stride))
    run_parallel(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
void gemm_bf16(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<BFloat16> a, MatrixView<BFloat16> b, float beta,
               float* c, int64_t c_row_stride) {
  if ((m == 1 || n == 1) && VectorProduct<BFloat16>(m, n, a, b).is_plain())
    return multiply_vector(m, n, k, alpha, a, b, beta, c, c_row_stride, gemv_bf16_pairs);
  run_parallel(m, n, k, alpha, a, b, beta, c, c_row_stride);
}
void gemm_bf16_rounded(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<BFloat16> a, MatrixView<BFloat16> b,
                       float, BFloat16* c, int64_t c_row_stride) {
  if ((m > 1 && n > 1) || !VectorProduct<BFloat16>(m, n, a, b).is_plain())
    return run_parallel(m, n, k, alpha, a, b, 0.0f, c, c_row_stride);
  std::vector<float> sums(static_cast<size_t>(m * n));
  multiply_vector(m, n, k, alpha, a, b, 0, sums.data(), n, gemv_bf16_pairs);
  const int64_t step = n == 1 ? c_row_stride : 1;
  for (size_t i = 0; i < sums.size(); ++i) c[static_cast<int64_t>(i) * step] = to_bfloat16(sums[i]);
}
void gemv_half(int64_t m, int64_t n, int64_t k, float alpha, MatrixView<Half> a, MatrixView<Half> b, float beta,
               float* c, int64_t c_row_stride) {
  multiply_vector(m, n, k, alpha, a, b, beta, c, c_row_stride, gemv_half_rows);
}
template <class T>
void gemm_integer(int64_t m, int64_t n, int64_t k, T alpha, MatrixView<T> a, MatrixView<T> b, T beta, T* c,
                  int64_t c_row_stride) {
  if (m > 1 && n > 1) return run_parallel(m, n, k, alpha, a, b, beta, c, c_row_stride);
  BlockedGemm<T, 16, 4, 2>::run_tiny(m, n, k, alpha, a, b, beta, c, c_row_stride);  // a vector fills no tile
}
template void gemm_integer(int64_t, int64_t, int64_t, uint16_t, MatrixView<uint16_t>, MatrixView<uint16_t>, uint16_t,
                           uint16_t*, int64_t);
template void gemm_integer(int64_t, int64_t, int64_t, uint32_t, MatrixView<uint32_t>, MatrixView<uint32_t>, uint32_t,
                           uint32_t*, int64_t);
template void gemm_integer(int64_t, int64_t, int64_t, uint64_t, MatrixView<uint64_t>, MatrixView<uint64_t>, uint64_t,
                           uint64_t*, int64_t);

}  // namespace vt
