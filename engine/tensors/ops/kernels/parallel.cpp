#include "ops/kernels/parallel.h"

#include <algorithm>
#include <exception>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace vt {

#ifdef _OPENMP
int thread_count() { return omp_get_max_threads(); }
void set_thread_count(int count) { omp_set_num_threads(count); }

void parallel_range(int64_t begin, int64_t end, int64_t grain, RangeFn fn, const void* context) {
  int64_t pieces = std::min<int64_t>(thread_count(), (end - begin + grain - 1) / std::max<int64_t>(grain, 1));
  if (pieces <= 1 || omp_in_parallel()) return fn(context, begin, end);
  std::exception_ptr failure;
#pragma omp parallel num_threads(static_cast <int>(pieces))
  {
    int64_t count = omp_get_num_threads();
    int64_t piece = (end - begin + count - 1) / count;
    int64_t from = begin + omp_get_thread_num() * piece;
    int64_t to = std::min(end, from + piece);
    try {
      if (from < to) fn(context, from, to);
    } catch (...) {
#pragma omp critical
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}
#else
int thread_count() { return 1; }
void set_thread_count(int) {}
void parallel_range(int64_t begin, int64_t end, int64_t, RangeFn fn, const void* context) { fn(context, begin, end); }
#endif

}  // namespace vt
