#include "ops/kernels/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "ops/kernels/open_blas.h"

namespace vt {
namespace {

// Fortran takes everything by address, and behind the rest the lengths of texts.
template <class... A>
void call_fortran(void* function, A... arguments) {
  reinterpret_cast<void (*)(A...)>(function)(arguments...);
}
constexpr size_t kOne = 1;
int least(int n) { return std::max(n, 1); }

// Calls f(work, size of it), first to learn the size.
template <class T, class F>
void with_work(const F& f) {
  T best = 0;
  f(&best, -1);
  std::vector<T> work(static_cast<size_t>(std::max(best, T{1})));
  f(work.data(), static_cast<int>(work.size()));
}

// Of one matrix.
template <class T>
class Lapack {
 public:
  static const Lapack* find();
  int lu(int rows, int columns, T* a, int* pivots) const;
  void solve(bool transposed, int n, int count, const T* lu, const int* pivots, T* b) const;
  void substitute(bool upper, bool transposed, bool unit, int n, int count, const T* a, T* b) const;
  int cholesky(int n, T* a) const;
  void qr(int rows, int columns, T* a, T* tau) const;
  void complete(int rows, int count, int reflections, T* a, const T* tau) const;
  int eigen(bool vectors, bool upper, int n, T* a, T* values) const;
  int singular(char how, int rows, int columns, T* a, T* s, T* u, T* vh) const;

 private:
  Lapack();
  bool found_ = true;
  void* getrf_;
  void* getrs_;
  void* trsm_;
  void* potrf_;
  void* geqrf_;
  void* orgqr_;
  void* syevd_;
  void* gesdd_;
  void* load(const char* name);
};

template <class T>
void* Lapack<T>::load(const char* name) {
  void* function = open_blas_function(((std::is_same_v<T, float> ? "s" : "d") + std::string(name)).c_str());
  found_ = found_ && function;
  return function;
}
template <class T>
Lapack<T>::Lapack()
    : getrf_(load("getrf_")),
      getrs_(load("getrs_")),
      trsm_(load("trsm_")),
      potrf_(load("potrf_")),
      geqrf_(load("geqrf_")),
      orgqr_(load("orgqr_")),
      syevd_(load("syevd_")),
      gesdd_(load("gesdd_")) {}
template <class T>
const Lapack<T>* Lapack<T>::find() {
  static const Lapack instance;
  return instance.found_ ? &instance : nullptr;
}

template <class T>
int Lapack<T>::lu(int rows, int columns, T* a, int* pivots) const {
  int info = 0, step = least(rows);
  call_fortran(getrf_, &rows, &columns, a, &step, pivots, &info);
  return info;
}
template <class T>
void Lapack<T>::solve(bool transposed, int n, int count, const T* lu, const int* pivots, T* b) const {
  int info = 0, step = least(n);
  call_fortran(getrs_, transposed ? "T" : "N", &n, &count, lu, &step, pivots, b, &step, &info, kOne);
}
template <class T>
void Lapack<T>::substitute(bool upper, bool transposed, bool unit, int n, int count, const T* a, T* b) const {
  int step = least(n);
  T one = 1;
  call_fortran(trsm_, "L", upper ? "U" : "L", transposed ? "T" : "N", unit ? "U" : "N", &n, &count, &one, a, &step, b,
               &step, kOne, kOne, kOne, kOne);
}
template <class T>
int Lapack<T>::cholesky(int n, T* a) const {
  int info = 0, step = least(n);
  call_fortran(potrf_, "L", &n, a, &step, &info, kOne);
  return info;
}
template <class T>
void Lapack<T>::qr(int rows, int columns, T* a, T* tau) const {
  int info = 0, step = least(rows);
  with_work<T>([&](T* work, int size) { call_fortran(geqrf_, &rows, &columns, a, &step, tau, work, &size, &info); });
}
template <class T>
void Lapack<T>::complete(int rows, int count, int reflections, T* a, const T* tau) const {
  int info = 0, step = least(rows);
  with_work<T>(
      [&](T* work, int size) { call_fortran(orgqr_, &rows, &count, &reflections, a, &step, tau, work, &size, &info); });
}
template <class T>
int Lapack<T>::eigen(bool vectors, bool upper, int n, T* a, T* values) const {
  int info = 0, step = least(n), places = 0;
  const int ask = -1;
  const char *job = vectors ? "V" : "N", *triangle = upper ? "U" : "L";
  T best = 0;
  call_fortran(syevd_, job, triangle, &n, a, &step, values, &best, &ask, &places, &ask, &info, kOne, kOne);
  std::vector<T> work(static_cast<size_t>(std::max(best, T{1})));
  std::vector<int> numbers(static_cast<size_t>(least(places)));
  int size = static_cast<int>(work.size()), count = static_cast<int>(numbers.size());
  call_fortran(syevd_, job, triangle, &n, a, &step, values, work.data(), &size, numbers.data(), &count, &info, kOne,
               kOne);
  return info;
}
template <class T>
int Lapack<T>::singular(char how, int rows, int columns, T* a, T* s, T* u, T* vh) const {
  // LAPACK notices NaNs; with infinities it may never end.
  const int64_t count = int64_t{rows} * columns;
  if (std::any_of(a, a + count, [](T x) { return std::isinf(x); }) &&
      std::none_of(a, a + count, [](T x) { return std::isnan(x); })) {
    const int64_t k = std::min(rows, columns);
    const T nan = std::numeric_limits<T>::quiet_NaN();
    std::fill_n(s, k, nan);
    if (how != 'N') {
      std::fill_n(u, rows * (how == 'A' ? int64_t{rows} : k), nan);
      std::fill_n(vh, columns * (how == 'A' ? int64_t{columns} : k), nan);
    }
    return 0;
  }
  int info = 0, step = least(rows), short_side = std::min(rows, columns);
  int vh_step = least(how == 'A' ? columns : short_side);
  std::vector<int> numbers(static_cast<size_t>(8 * least(short_side)));
  with_work<T>([&](T* work, int size) {
    call_fortran(gesdd_, &how, &rows, &columns, a, &step, s, u, &step, vh, &vh_step, work, &size, numbers.data(), &info,
                 kOne);
  });
  return info;
}
// f(lapack, matrix number) for all of a batch.
template <class F>
void for_each_matrix(const Tensor& a, const F& f) {
  const int64_t area = a.sizes().back() * a.size(a.rank() - 2);
  const int64_t count = area ? a.numel() / area : 0;
  auto all = [&](const auto& lapack) {
    for (int64_t i = 0; i < count; ++i) f(lapack, i);
  };
  if (a.dtype() == DType::kFloat32) all(*Lapack<float>::find());
  else all(*Lapack<double>::find());
}
int rows_of(const Tensor& t) { return static_cast<int>(t.size(t.rank() - 2)); }
int columns_of(const Tensor& t) { return static_cast<int>(t.sizes().back()); }
Infos infos_for(const Tensor& a) {
  int64_t count = 1;
  for (int i = 0; i < a.rank() - 2; ++i) count *= a.size(i);
  return Infos(static_cast<size_t>(count), 0);
}
// Number i of a batch of matrices, or of rows of `length`.
template <class T>
T* matrix_at(const Lapack<T>&, const Tensor& t, int64_t i) {
  return t.data<T>() + i * rows_of(t) * columns_of(t);
}
template <class T>
T* row_at(const Lapack<T>&, const Tensor& t, int64_t i) {
  return t.data<T>() + i * columns_of(t);
}

}  // namespace

bool has_lapack(DType dtype) {
  return dtype == DType::kFloat32 ? Lapack<float>::find() != nullptr
                                  : dtype == DType::kFloat64 && Lapack<double>::find() != nullptr;
}

Infos lapack_lu(const Tensor& a, const Tensor& pivots) {
  Infos infos = infos_for(a);
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    infos[static_cast<size_t>(i)] =
        lapack.lu(rows_of(a), columns_of(a), matrix_at(lapack, a, i), pivots.data<int32_t>() + i * columns_of(pivots));
  });
  return infos;
}
void lapack_solve(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool transposed) {
  for_each_matrix(lu, [&](const auto& lapack, int64_t i) {
    lapack.solve(transposed, rows_of(lu), columns_of(b), matrix_at(lapack, lu, i),
                 pivots.data<int32_t>() + i * columns_of(pivots), matrix_at(lapack, b, i));
  });
}
void lapack_substitute(const Tensor& a, const Tensor& b, bool upper, bool transposed, bool unit) {
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    lapack.substitute(upper, transposed, unit, rows_of(a), columns_of(b), matrix_at(lapack, a, i),
                      matrix_at(lapack, b, i));
  });
}
Infos lapack_cholesky(const Tensor& a) {
  Infos infos = infos_for(a);
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    infos[static_cast<size_t>(i)] = lapack.cholesky(rows_of(a), matrix_at(lapack, a, i));
  });
  return infos;
}
void lapack_qr(const Tensor& a, const Tensor& tau) {
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    lapack.qr(rows_of(a), columns_of(a), matrix_at(lapack, a, i), row_at(lapack, tau, i));
  });
}
void lapack_complete(const Tensor& q, const Tensor& tau) {
  for_each_matrix(q, [&](const auto& lapack, int64_t i) {
    lapack.complete(rows_of(q), columns_of(q), columns_of(tau), matrix_at(lapack, q, i), row_at(lapack, tau, i));
  });
}
Infos lapack_eigen(const Tensor& a, const Tensor& values, bool vectors, bool upper) {
  Infos infos = infos_for(a);
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    infos[static_cast<size_t>(i)] =
        lapack.eigen(vectors, upper, rows_of(a), matrix_at(lapack, a, i), row_at(lapack, values, i));
  });
  return infos;
}
Infos lapack_singular(const Tensor& a, const Tensor& u, const Tensor& s, const Tensor& vh, char how) {
  Infos infos = infos_for(a);
  for_each_matrix(a, [&](const auto& lapack, int64_t i) {
    auto part = [&](const Tensor& t) { return how == 'N' ? nullptr : matrix_at(lapack, t, i); };
    infos[static_cast<size_t>(i)] = lapack.singular(how, rows_of(a), columns_of(a), matrix_at(lapack, a, i),
                                                    row_at(lapack, s, i), part(u), part(vh));
  });
  return infos;
}

}  // namespace vt
