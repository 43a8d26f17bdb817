// Definitions that every generated CUDA text uses. What is inside `#ifdef __CUDACC__` is
// the machine's: a host that runs kernels serially (the tests do) supplies its own.
#include "codegen/cuda_text.h"
#include "loop/one_plus_erf.h"

namespace vt::codegen {

namespace {
const char* const kText = R"(typedef long long i64;
#define INLINE static __device__ __forceinline__
#ifdef __CUDACC__
#define INFINITE __int_as_float(0x7f800000)
#define NOT_A_NUMBER __int_as_float(0x7fc00000)
INLINE float load_f16(unsigned short h) { float f; asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h)); return f; }
INLINE unsigned short store_f16(float f) { unsigned short h; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f)); return h; }
INLINE float load_bf16(unsigned short h) { return __uint_as_float((unsigned)h << 16); }
INLINE unsigned short store_bf16(float f) { unsigned short h; asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(f)); return h; }
INLINE float max_of(float a, float b) { float r; asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; }
INLINE float min_of(float a, float b) { float r; asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; }
INLINE float fast_inverse(float a) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a)); return r; }
INLINE float fast_exp2(float a) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a)); return r; }
INLINE int bits_to_i32(float a) { return __float_as_int(a); }
INLINE float bits_to_f32(int a) { return __int_as_float(a); }
INLINE i64 bits_to_i64(double a) { return __double_as_longlong(a); }
INLINE double bits_to_f64(i64 a) { return __longlong_as_double(a); }
template <class T> INLINE T from_lane(T v, int mask) {
  union { T value; int words[(sizeof(T) + 3) / 4]; } a, b;
  a.value = v;
#pragma unroll
  for (int i = 0; i < (int)((sizeof(T) + 3) / 4); ++i) b.words[i] = __shfl_xor_sync(0xffffffffu, a.words[i], mask);
  return b.value;
}
#endif
// A quotient of indices: never negative, and mostly short enough for 32 bits.
INLINE i64 quotient(i64 a, i64 b) {
  return ((a | b) >> 32) == 0 ? (i64)((unsigned)a / (unsigned)b) : a / b;
}
INLINE int quotient(int a, int b) { return (int)((unsigned)a / (unsigned)b); }
INLINE i64 quotient(i64 a, int b) { return quotient(a, (i64)b); }
// The first position that is none, for the host: what it is, of which extent and axis.
INLINE void note_position(unsigned long long* problem, i64 position, i64 extent, i64 axis) {
  if (atomicCAS(problem, 0ull, 1ull) != 0ull) return;
  problem[1] = (unsigned long long)position, problem[2] = (unsigned long long)extent, problem[3] = (unsigned long long)axis;
}
INLINE i64 position_in(i64 given, i64 extent, i64 axis, bool wraps, unsigned long long* problem) {
  const i64 place = wraps && given < 0 ? given + extent : given;
  if (place >= 0 && place < extent) return place;
  note_position(problem, given, extent, axis);
  return 0;
}
// Neighbouring elements that move as one access of up to 16 bytes.
template <class T, int N> struct alignas(sizeof(T) * N) Pack { T at[N]; };
template <int N, class T> INLINE Pack<T, N> load_pack(const T* p) { return *(const Pack<T, N>*)p; }
template <int N, class T> INLINE void store_pack(T* p, const Pack<T, N>& v) { *(Pack<T, N>*)p = v; }
// At the end, where only `count` elements are left.
template <int N, class T> INLINE Pack<T, N> load_part(const T* p, i64 count) {
  if (count >= N) return load_pack<N>(p);
  Pack<T, N> v;
#pragma unroll
  for (int l = 0; l < N; ++l) v.at[l] = l < count ? p[l] : (T)0;
  return v;
}
template <int N, class T> INLINE void store_part(T* p, const Pack<T, N>& v, i64 count) {
  if (count >= N) return store_pack<N>(p, v);
#pragma unroll
  for (int l = 0; l < N; ++l) if (l < count) p[l] = v.at[l];
}
template <class T> INLINE T choose(bool c, T a, T b) { return c ? a : b; }
template <class T> INLINE T max_of(T a, T b) { return a > b || a != a ? a : b; }
template <class T> INLINE T min_of(T a, T b) { return a < b || a != a ? a : b; }
INLINE float absolute(float a) { return fabsf(a); }
INLINE double absolute(double a) { return fabs(a); }
template <class T> INLINE T absolute(T a) { return a < 0 ? -a : a; }
template <class T> INLINE T sign_of(T a) { return (T)((a > 0) - (a < 0)); }
template <class T> INLINE bool is_infinite(T a) { return absolute(a) == INFINITE; }
INLINE float sigmoid_of(float a) { return fast_inverse(1.0f + fast_exp2(a * -1.44269504f)); }
// The correctly rounded a / b from the inverse of a number that is known: one step of Newton's.
INLINE float divide_by(float a, float b, float inverse) {
  float q = a * inverse, rest = fmaf(-q, b, a);
  return absolute(q) < INFINITE ? fmaf(rest, inverse, q) : q;
}
INLINE double sigmoid_of(double a) { return 1.0 / (1.0 + exp(-a)); }
template <class T> INLINE T truncating_divide(T a, T b) { return b == 0 ? 0 : (T)-1 < 0 && b == (T)-1 ? (T)-a : (T)(a / b); }
template <class T> INLINE T truncating_remainder(T a, T b) { return b == 0 || ((T)-1 < 0 && b == (T)-1) ? 0 : (T)(a % b); }
template <class T> INLINE T floor_remainder(T a, T b) { T r = truncating_remainder(a, b); return r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r; }
template <class T> INLINE T floor_divide(T a, T b) { T r = truncating_remainder(a, b), q = truncating_divide(a, b); return r != 0 && (r < 0) != (b < 0) ? (T)(q - 1) : q; }
template <class T> INLINE T integer_power(T a, T n) { if (n < 0) return a == 1 ? 1 : a == (T)-1 ? (n & 1 ? a : 1) : 0; T r = 1; for (; n > 0; n >>= 1) { if (n & 1) r *= a; a *= a; } return r; }
INLINE float c_remainder(float a, float b) { return fmodf(a, b); }
INLINE double c_remainder(double a, double b) { return fmod(a, b); }
template <class T> INLINE T float_remainder(T a, T b) { T r = c_remainder(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
template <class T> INLINE T float_floor_divide(T a, T b) {
  T r = c_remainder(a, b), q = (a - r) / b - (T)(r != 0 && (r < 0) != (b < 0)), whole = (T)floor(q);
  return b == 0 ? a / b : q == 0 ? a / b * 0 : whole + (T)(q - whole > (T)0.5);
}
INLINE float inverse_erf(float y) { return erfinvf(y); }
INLINE double inverse_erf(double y) { return erfinv(y); }
INLINE float round_f16(float f) { return load_f16(store_f16(f)); }
INLINE float round_bf16(float f) { return load_bf16(store_bf16(f)); }

template <class T> struct Bounds;  // the least and the greatest value
#define BOUNDS(T, low, high) template <> struct Bounds<T> { INLINE T least() { return low; } INLINE T greatest() { return high; } };
BOUNDS(bool, false, true) BOUNDS(unsigned char, 0, 255) BOUNDS(signed char, -128, 127) BOUNDS(short, -32768, 32767)
BOUNDS(int, -2147483647 - 1, 2147483647) BOUNDS(i64, -9223372036854775807LL - 1, 9223372036854775807LL)
BOUNDS(float, -INFINITE, INFINITE) BOUNDS(double, -(double)INFINITE, (double)INFINITE)
struct Sum { template <class T> INLINE T identity() { return 0; } template <class T> INLINE T combine(T a, T b) { return a + b; } };
struct Product { template <class T> INLINE T identity() { return 1; } template <class T> INLINE T combine(T a, T b) { return a * b; } };
struct Largest { template <class T> INLINE T identity() { return Bounds<T>::least(); } template <class T> INLINE T combine(T a, T b) { return max_of(a, b); } };
struct Smallest { template <class T> INLINE T identity() { return Bounds<T>::greatest(); } template <class T> INLINE T combine(T a, T b) { return min_of(a, b); } };
struct Any { template <class T> INLINE T identity() { return 0; } template <class T> INLINE T combine(T a, T b) { return a | b; } };
struct All { template <class T> INLINE T identity() { return (T)1; } template <class T> INLINE T combine(T a, T b) { return a & b; } };
template <class T> struct At { T value; i64 at; };  // at < 0: nothing yet
// The element that comes first among equals; a NaN is more extreme than any number.
template <bool kLargest, class T> INLINE At<T> first_extreme(At<T> a, At<T> b) {
  if (a.at < 0) return b;
  if (b.at < 0) return a;
  bool a_nan = a.value != a.value, b_nan = b.value != b.value;
  bool same = (a_nan && b_nan) || a.value == b.value;
  bool better = a_nan ? false : b_nan ? true : kLargest ? b.value > a.value : b.value < a.value;
  return (same ? b.at < a.at : better) ? b : a;
}
struct FirstLargest {
  template <class T> INLINE T identity() { T r; r.value = 0; r.at = -1; return r; }
  template <class T> INLINE T combine(T a, T b) { return first_extreme<true>(a, b); }
};
struct FirstSmallest {
  template <class T> INLINE T identity() { T r; r.value = 0; r.at = -1; return r; }
  template <class T> INLINE T combine(T a, T b) { return first_extreme<false>(a, b); }
};
// Sums of squared distances from the mean: Welford's recurrence, and Chan's for two parts.
// Everything is measured from the first element, so that little cancels far from zero.
template <class T> struct Deviations { T count, origin, mean, sum; };
INLINE double fast_inverse(double a) { return 1 / a; }
struct Spread {
  template <class T> INLINE T identity() { T r; r.count = 0; r.origin = 0; r.mean = 0; r.sum = 0; return r; }
  template <class T> INLINE Deviations<T> add(Deviations<T> a, T v) {
    a.origin = a.count == 0 ? v : a.origin;
    a.count += 1;
    T x = v - a.origin, d = x - a.mean;
    a.mean += d * fast_inverse(a.count);
    a.sum += d * (x - a.mean);
    return a;
  }
  // The first `taken` of several values: their own mean and deviations, then Chan's formula.
  template <class T, int N> INLINE Deviations<T> add(Deviations<T> a, const T (&v)[N], int taken) {
    if (taken < N) {
#pragma unroll
      for (int i = 0; i < N; ++i) if (i < taken) a = add(a, v[i]);
      return a;
    }
    a.origin = a.count == 0 ? v[0] : a.origin;
    T mean = 0, sum = 0;
#pragma unroll
    for (int i = 0; i < N; ++i) mean += v[i] - a.origin;
    mean *= (T)1 / N;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      T d = v[i] - a.origin - mean;
      sum += d * d;
    }
    T d = mean - a.mean, share = N * fast_inverse(a.count + N);
    a.mean += d * share;
    a.sum += sum + d * d * a.count * share;
    a.count += N;
    return a;
  }
  template <class T> INLINE Deviations<T> combine(Deviations<T> a, Deviations<T> b) {
    a.origin = a.count == 0 ? b.origin : a.origin;
    T count = a.count + b.count;
    T d = (b.origin - a.origin) + (b.mean - a.mean), share = b.count * fast_inverse(count == 0 ? (T)1 : count);
    a.mean += d * share;
    a.sum += b.sum + d * d * a.count * share;
    a.count = count;
    return a;
  }
};
// Over groups of kLanes neighbouring threads, each of which gets the result.
template <class Op, int kLanes, class T> INLINE T warp_reduce(T v) {
#pragma unroll
  for (int mask = kLanes / 2; mask > 0; mask /= 2) v = Op::combine(v, from_lane(v, mask));
  return v;
}
// Over a block, all of whose threads get the result; `place` has an element per warp.
template <class Op, int kThreads, class T> INLINE T block_reduce(T v, T* place) {
  v = warp_reduce<Op, 32>(v);
  if (threadIdx.x % 32 == 0) place[threadIdx.x / 32] = v;
  __syncthreads();
  T r = place[threadIdx.x % (kThreads / 32)];
  return warp_reduce<Op, kThreads / 32>(r);
}
// The first of `rows` rows of kTile values each becomes the combination of all, two at a time.
// Not unrolled: the compiler takes as long for these few steps as for the pass over the data.
template <class Op, int kTile, class T> INLINE void fold_rows(T* place, int rows) {
  __syncthreads();
#pragma unroll 1
  while (rows > 1) {
    rows /= 2;
#pragma unroll 1
    for (int at = threadIdx.x; at < rows * kTile; at += blockDim.x)
      place[at] = Op::combine(place[at], place[at + rows * kTile]);
    __syncthreads();
  }
}
// The first row, for the block that comes last.
template <int kTile, class T> INLINE void leave_row(T* parts, const T* place) {
#pragma unroll 1
  for (int at = threadIdx.x; at < kTile; at += blockDim.x) parts[at] = place[at];
}
// Past the first-level cache, which does not see what other blocks write.
template <class T> INLINE T load_fresh(const T* p) {
  if constexpr (sizeof(T) % 4 != 0) {
    return *(const volatile T*)p;
  } else {
    union { T value; unsigned words[sizeof(T) / 4]; } v;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) / 4); ++i) v.words[i] = __ldcg((const unsigned*)p + i);
    return v.value;
  }
}
// What `splits` blocks left for the columns of a tile; kRows threads share a column.
template <class Op, int kRows, int kTile, class T>
INLINE void column_combine(T* place, const T* parts, int splits) {
#pragma unroll 1
  for (int slot = threadIdx.x; slot < kRows * kTile; slot += blockDim.x) {
    T sum = Op::template identity<T>();
#pragma unroll 1
    for (int i = slot; i < splits * kTile; i += kRows * kTile) sum = Op::combine(sum, load_fresh(parts + i));
    place[slot] = sum;
  }
  fold_rows<Op, kTile>(place, kRows);
}
// True in all threads of the block that comes last of `blocks`; the counter is 0 again then.
// What the other blocks wrote before their calls can be read with load_fresh.
INLINE bool is_last_block(unsigned* counter, unsigned blocks) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(counter, blocks - 1) == blocks - 1;
  __syncthreads();
  __threadfence();
  return last;
}
)";

std::string float_text(float value) {
  loop::Expr e;
  e.number = static_cast<double>(value);
  return c_constant(e, CStyle::kCuda);
}

// loop/one_plus_erf.h; what is too small for a normal float is zero here.
std::string one_plus_erf_text() {
  std::string text =
      "INLINE float one_plus_erf(float a) {\n  float t = absolute(a), p = " + float_text(loop::kErfcPowers[0]) + ";\n";
  for (float power : std::span(loop::kErfcPowers).subspan(1)) text += "  p = p * t + " + float_text(power) + ";\n";
  return text + "  return 1.0f + copysignf(1.0f - fast_exp2(-p * t), a);\n}\n";
}
}  // namespace

const std::string& cuda_prelude() {
  static const std::string text = kText + one_plus_erf_text();
  return text;
}

}  // namespace vt::codegen
