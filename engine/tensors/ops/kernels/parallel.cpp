#include "ops/kernels/parallel.h"

#include <algorithm>
#include <exception>

#ifdef _OPENMP
#include <omp.h>
#else
#include "support/web_threads.h"
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
int thread_count() { return web_threads(); }
void set_thread_count(int count) { set_web_threads(count); }

void parallel_range(int64_t begin, int64_t end, int64_t grain, RangeFn fn, const void* context) {
  struct Range {
    RangeFn fn;
    const void* context;
    int64_t begin, end, piece;
  };
  const int64_t pieces = std::min<int64_t>(thread_count(), (end - begin + grain - 1) / std::max<int64_t>(grain, 1));
  if (pieces <= 1 || on_threads()) return fn(context, begin, end);
  const Range range{fn, context, begin, end, (end - begin + pieces - 1) / pieces};
  SharedLoop loop;
  loop.pieces = static_cast<int>((end - begin + range.piece - 1) / range.piece);
  loop.context = &range;
  loop.run = [](const void* given, int number) {
    const Range& r = *static_cast<const Range*>(given);
    const int64_t from = r.begin + number * r.piece;
    r.fn(r.context, from, std::min(r.end, from + r.piece));
  };
  run_on_threads(loop);
}
#endif

}  // namespace vt
