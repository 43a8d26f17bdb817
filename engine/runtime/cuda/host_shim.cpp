// What CUDA text needs to run on a host, serially: the threads of a block are fibers that
// run in turn from barrier to barrier (a shuffle is one too), forwards and backwards in
// alternation, so that what depends on the order of threads shows. For
// cuda_host_backend.cpp.
#ifndef __EMSCRIPTEN__
#include "runtime/cuda/host_shim.h"

namespace vt {

const char* const kCudaHostShim = R"(#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>
#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static
#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")
struct HostIndex { int x; };
static HostIndex threadIdx, blockIdx, gridDim, blockDim;
namespace host {
constexpr int kMostThreads = 1024;
constexpr size_t kStack = 128 << 10;
struct Fiber { ucontext_t context; bool done; int stop; };
static Fiber* fibers;
static ucontext_t scheduler;
static char* stacks;
static unsigned long long exchange[2][kMostThreads][3];  // what threads hand to each other
static int rounds[kMostThreads];
static void (*body)(const void*);
static const void* body_data;
static int current;
static void run_fiber() {
  body(body_data);
  fibers[current].done = true;
  swapcontext(&fibers[current].context, &scheduler);
}
// `where` tells barriers apart: all threads must come to the same one.
static void barrier(int where) {
  fibers[current].stop = where;
  swapcontext(&fibers[current].context, &scheduler);
  threadIdx.x = current;
}
static void fail(const char* what) {
  fprintf(stderr, "CUDA host shim: %s\n", what);
  abort();
}
// When the library is closed.
static struct Release {
  ~Release() {
    if (stacks) munmap(stacks, kStack * kMostThreads);
    free(fibers);
  }
} release;
static void run_block(int threads) {
  if (!stacks) {
    stacks = (char*)mmap(0, kStack * kMostThreads, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fibers = (Fiber*)calloc(kMostThreads, sizeof(Fiber));
  }
  if (threads > kMostThreads) fail("a block has more than 1024 threads");
  for (int i = 0; i < threads; ++i) {
    Fiber& f = fibers[i];
    f.done = false;
    rounds[i] = 0;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks + kStack * i;
    f.context.uc_stack.ss_size = kStack;
    f.context.uc_link = 0;
    makecontext(&f.context, run_fiber, 0);
  }
  for (bool forwards = true;; forwards = !forwards) {
    int done = 0;
    for (int i = 0; i < threads; ++i) {
      current = forwards ? i : threads - 1 - i;
      threadIdx.x = current;
      swapcontext(&scheduler, &fibers[current].context);
      done += fibers[current].done;
    }
    if (done == threads) return;
    if (done) fail("some threads of a block end where others wait");
    for (int i = 1; i < threads; ++i)
      if (fibers[i].stop != fibers[0].stop) fail("threads of a block wait at different barriers");
  }
}
template <class... A, size_t... I>
static void call(void (*kernel)(A...), const unsigned long long* packed, std::index_sequence<I...>) {
  auto as = [](unsigned long long word, auto* type) { return *(std::remove_reference_t<decltype(*type)>*)&word; };
  kernel(as(packed[I], (std::remove_const_t<A>*)0)...);
}
// Parameters come as 8-byte words, as on the device.
template <class... A>
static void launch(void (*kernel)(A...), long long blocks, int threads, const unsigned long long* packed, int words) {
  if (words != (int)sizeof...(A)) fail("a kernel got a wrong number of parameters");
  struct Data { void (*kernel)(A...); const unsigned long long* packed; } data{kernel, packed};
  body = [](const void* d) {
    const Data& data = *(const Data*)d;
    call(data.kernel, data.packed, std::index_sequence_for<A...>());
  };
  body_data = &data;
  gridDim.x = (int)blocks, blockDim.x = threads;
  for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) run_block(threads);
}
// Zeroed memory that grows and is kept; the counters must be zero again after each kernel.
static char* memory(int which, long long bytes) {
  static struct Blocks {
    char* at[2];
    ~Blocks() { free(at[0]), free(at[1]); }
  } kept;
  char** blocks = kept.at;
  static long long sizes[2];
  if (sizes[which] < bytes) blocks[which] = (char*)realloc(blocks[which], bytes), sizes[which] = bytes, memset(blocks[which], 0, bytes);
  return blocks[which];
}
static void check_counters(const char* counters, long long count) {
  for (long long i = 0; i < count * 4; ++i)
    if (counters[i]) fail("a kernel leaves a counter that is not zero");
}
}  // namespace host
static inline void __syncthreads() { host::barrier(-1); }
static inline void __threadfence() {}
template <class T> static inline T __ldcg(const T* p) { return *p; }
static inline unsigned atomicInc(unsigned* p, unsigned limit) {
  unsigned old = *p;
  *p = old >= limit ? 0 : old + 1;
  return old;
}
template <class T> static inline T atomicAdd(T* p, T v) { T old = *p; *p = old + v; return old; }
template <class T> static inline T atomicCAS(T* p, T expected, T next) {
  T old = *p;
  if (old == expected) *p = next;
  return old;
}
template <class T> static inline T from_lane(T v, int mask) {
  int me = threadIdx.x;
  auto& slots = host::exchange[host::rounds[me]++ % 2];
  static_assert(sizeof(T) <= sizeof(slots[0]), "");
  memcpy(slots[me], &v, sizeof(T));
  host::barrier(mask);
  int other = me ^ mask;
  T r;
  memcpy(&r, slots[other], sizeof(T));
  return r;
}
static inline void __syncwarp() { host::barrier(-3); }
static inline int __popc(unsigned v) { return __builtin_popcount(v); }
// The lanes of the warp that hand over something else than 0.
static inline unsigned __ballot_sync(unsigned, int v) {
  int me = threadIdx.x, warp = me / 32 * 32;
  auto& slots = host::exchange[host::rounds[me]++ % 2];
  slots[me][0] = v != 0;
  host::barrier(-4);
  unsigned set = 0;
  for (int i = 0; i < 32; ++i) set |= (unsigned)slots[warp + i][0] << i;
  return set;
}
// A matrix instruction: each thread of a warp hands over its factors and adds up its four sums.
template <int kDepth, class Value> static inline void multiply_in_warp(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Value value) {
  int me = threadIdx.x, warp = me / 32 * 32, g = me % 32 / 4, t = me % 4;
  auto& slots = host::exchange[host::rounds[me]++ % 2];
  unsigned words[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
  memcpy(slots[me], words, sizeof words);
  host::barrier(-2);
  constexpr int kEach = kDepth / 8;  // numbers in a word
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < kDepth; ++k) {
      int lane = k / kEach % 4, half = k / (4 * kEach);
      const unsigned* left = (const unsigned*)slots[warp + g * 4 + lane];
      const unsigned* right = (const unsigned*)slots[warp + (2 * t + i % 2) * 4 + lane];
      c[i] += value(left[i / 2 + 2 * half], k % kEach) * value(right[4 + half], k % kEach);
    }
}
static inline float rounded_tf32(float v) {
  unsigned b;
  memcpy(&b, &v, 4);
  b = (b + 0x1000u) & ~0x1fffu;
  memcpy(&v, &b, 4);
  return v;
}
static inline int bits_to_i32(float a) { int r; memcpy(&r, &a, 4); return r; }
static inline float bits_to_f32(int a) { float r; memcpy(&r, &a, 4); return r; }
static inline long long bits_to_i64(double a) { long long r; memcpy(&r, &a, 8); return r; }
static inline double bits_to_f64(long long a) { double r; memcpy(&r, &a, 8); return r; }
static inline float load_f16(unsigned short h) { _Float16 f; memcpy(&f, &h, 2); return (float)f; }
static inline unsigned short store_f16(float v) { _Float16 f = (_Float16)v; unsigned short h; memcpy(&h, &f, 2); return h; }
static inline float load_bf16(unsigned short h) { return bits_to_f32((int)((unsigned)h << 16)); }
static inline unsigned short store_bf16(float f) {
  unsigned b = (unsigned)bits_to_i32(f);
  return f != f ? 0x7fff : (unsigned short)((b + 0x7fffu + ((b >> 16) & 1)) >> 16);
}
static inline void multiply_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  multiply_in_warp<8>(c, a, b, [](unsigned w, int) { return bits_to_f32((int)(w & ~0x1fffu)); });
}
static inline void multiply_bf16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  multiply_in_warp<16>(c, a, b, [](unsigned w, int i) { return load_bf16((unsigned short)(w >> 16 * i)); });
}
static inline void multiply_f16(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  multiply_in_warp<16>(c, a, b, [](unsigned w, int i) { return load_f16((unsigned short)(w >> 16 * i)); });
}
static inline float max_of(float a, float b) { return a > b || a != a ? a : b; }
static inline float min_of(float a, float b) { return a < b || a != a ? a : b; }
static inline float fast_inverse(float a) { return 1 / a; }
static inline float fast_exp2(float a) { return exp2f(a); }
static inline float rsqrtf(float a) { return 1 / sqrtf(a); }
static inline double rsqrt(double a) { return 1 / sqrt(a); }
static double erfinv(double y) {
  if (!(y > -1 && y < 1)) return y == 1 ? HUGE_VAL : y == -1 ? -HUGE_VAL : NAN;
  double w = -log((1 - y) * (1 + y)), a = 0.147, t = 2 / (M_PI * a) - w / 2;
  double x = copysign(sqrt(sqrt(t * t + w / a) - t), y);
  for (int k = 0; k < 3; ++k) x -= (erf(x) - y) / (M_2_SQRTPI * exp(-x * x));
  return x;
}
static inline float erfinvf(float y) { return (float)erfinv(y); }
)";

}  // namespace vt
#endif
