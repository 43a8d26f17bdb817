#include "ops/kernels/lapack.h"

#include <algorithm>
#include <cmath>
#include <vector>

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#include <stdlib.h>
#endif

namespace vt {
namespace {

template <class T>
using Singular = void (*)(const char*, const int*, const int*, T*, const int*, T*, T*, const int*, T*, const int*, T*,
                          const int*, int*, int*);
template <class T>
using Symmetric = void (*)(const char*, const char*, const int*, T*, const int*, T*, T*, const int*, int*, const int*,
                           int*);

template <class T>
bool singular(Singular<T> gesdd, T* a, T* s, T* u, T* vh, int64_t rows, int64_t columns) {
  if (!gesdd || rows == 0 || columns == 0) return false;
  const int m = static_cast<int>(rows), n = static_cast<int>(columns), k = std::min(m, n);
  std::vector<int> places(static_cast<size_t>(8 * k));
  T size = 0;
  int info = 0, asked = -1;
  gesdd("S", &m, &n, a, &m, s, u, &m, vh, &k, &size, &asked, places.data(), &info);
  if (info != 0) return false;
  std::vector<T> work(static_cast<size_t>(size));
  asked = static_cast<int>(work.size());
  gesdd("S", &m, &n, a, &m, s, u, &m, vh, &k, work.data(), &asked, places.data(), &info);
  std::transform(s, s + k, s, [](T value) { return std::abs(value); });  // no zero is negative
  return info == 0;
}

template <class T>
bool symmetric(Symmetric<T> syevd, T* a, T* values, int64_t size, bool upper) {
  if (!syevd || size == 0) return false;
  const int n = static_cast<int>(size);
  const char* triangle = upper ? "U" : "L";
  T best = 0;
  int places = 0, info = 0, asked = -1;
  syevd("V", triangle, &n, a, &n, values, &best, &asked, &places, &asked, &info);
  if (info != 0) return false;
  std::vector<T> work(static_cast<size_t>(best));
  std::vector<int> more(static_cast<size_t>(places));
  const int work_size = static_cast<int>(work.size()), more_size = static_cast<int>(more.size());
  syevd("V", triangle, &n, a, &n, values, work.data(), &work_size, more.data(), &more_size, &info);
  return info == 0;
}

}  // namespace

void* open_blas_symbol(const char* name) {
#ifndef __EMSCRIPTEN__
  static void* library = [] {
    setenv("OPENBLAS_NUM_THREADS", "1", 0);  // read as it is loaded: no threads of its own
    return dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  }();
  return library ? dlsym(library, name) : nullptr;
#else
  static_cast<void>(name);
  return nullptr;
#endif
}

bool lapack_singular(float* a, float* s, float* u, float* vh, int64_t rows, int64_t columns) {
  static const auto gesdd = reinterpret_cast<Singular<float>>(open_blas_symbol("sgesdd_"));
  return singular(gesdd, a, s, u, vh, rows, columns);
}
bool lapack_singular(double* a, double* s, double* u, double* vh, int64_t rows, int64_t columns) {
  static const auto gesdd = reinterpret_cast<Singular<double>>(open_blas_symbol("dgesdd_"));
  return singular(gesdd, a, s, u, vh, rows, columns);
}
bool lapack_symmetric(float* a, float* values, int64_t n, bool upper) {
  static const auto syevd = reinterpret_cast<Symmetric<float>>(open_blas_symbol("ssyevd_"));
  return symmetric(syevd, a, values, n, upper);
}
bool lapack_symmetric(double* a, double* values, int64_t n, bool upper) {
  static const auto syevd = reinterpret_cast<Symmetric<double>>(open_blas_symbol("dsyevd_"));
  return symmetric(syevd, a, values, n, upper);
}

}  // namespace vt
