// Splits a range over the threads of the machine, in the browser those of web_threads.h; serial when nested.
#pragma once
#include <cstdint>

namespace vt {

int thread_count();
void set_thread_count(int count);

using RangeFn = void (*)(const void* context, int64_t begin, int64_t end);
void parallel_range(int64_t begin, int64_t end, int64_t grain, RangeFn fn, const void* context);

// f(begin, end) on pieces of at least `grain` elements. What f throws is thrown here.
template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain, const F& f) {
  if (begin >= end) return;
  if (end - begin <= grain) return f(begin, end);
  parallel_range(
      begin, end, grain,
      [](const void* context, int64_t from, int64_t to) { (*static_cast<const F*>(context))(from, to); }, &f);
}

// PyTorch's grain for elementwise work; dearer work asks for less.
inline constexpr int64_t kGrain = 32768;

}  // namespace vt
