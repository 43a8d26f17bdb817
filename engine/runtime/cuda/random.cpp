#include "runtime/cuda/random.h"
#ifndef __EMSCRIPTEN__

#include <algorithm>
#include <cmath>

#include "device/cuda.h"
#include "ops/device_kernels.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/routines.h"
#include "tensor/random.h"

namespace vt {

namespace {

RecordedRandom* recording = nullptr;

// The generator (Salmon et al. 2011), and numbers made from its words as cuRAND makes them.
// `seed_of` and `offset_of` add what a replay of a graph brings.
constexpr const char* kPhilox = R"(
typedef unsigned long long u64;
#ifdef __CUDACC__
INLINE void sine_and_cosine(float a, float* s, float* c) { __sincosf(a, s, c); }
INLINE void sine_and_cosine_pi(double a, double* s, double* c) { sincospi(a, s, c); }
INLINE float quick_log(float a) { return __logf(a); }
#else
INLINE void sine_and_cosine(float a, float* s, float* c) { *s = sinf(a), *c = cosf(a); }
INLINE void sine_and_cosine_pi(double a, double* s, double* c) { *s = sin(a * M_PI), *c = cos(a * M_PI); }
INLINE float quick_log(float a) { return logf(a); }
#endif
struct Four { unsigned at[4]; };
INLINE Four philox(u64 seed, u64 sequence, u64 counter) {
  unsigned c0 = (unsigned)counter, c1 = (unsigned)(counter >> 32), c2 = (unsigned)sequence, c3 = (unsigned)(sequence >> 32);
  unsigned k0 = (unsigned)seed, k1 = (unsigned)(seed >> 32);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    u64 a = (u64)0xD2511F53u * c0, b = (u64)0xCD9E8D57u * c2;
    c0 = (unsigned)(b >> 32) ^ c1 ^ k0, c1 = (unsigned)b;
    c2 = (unsigned)(a >> 32) ^ c3 ^ k1, c3 = (unsigned)a;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  Four r;
  r.at[0] = c0, r.at[1] = c1, r.at[2] = c2, r.at[3] = c3;
  return r;
}
INLINE u64 seed_of(u64 seed, const u64* replay) { return replay ? replay[0] : seed; }
INLINE u64 offset_of(u64 offset, const u64* replay) { return replay ? replay[1] + offset : offset; }
// In (0, 1].
INLINE float unit(unsigned x) { return x * 2.3283064e-10f + (2.3283064e-10f / 2); }
INLINE double unit_wide(unsigned x, unsigned y) {
  u64 z = (u64)x ^ ((u64)y << 21);
  return z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
// Two normal numbers from two uniform ones (Box and Muller 1958).
INLINE void normal_pair(unsigned x, unsigned y, float* first, float* second) {
  float u = x * 2.3283064e-10f + (2.3283064e-10f / 2);
  float v = y * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
  float s = sqrtf(-2.0f * logf(u));
  sine_and_cosine(v, first, second);
  *first *= s, *second *= s;
}
INLINE void normal_pair_wide(const Four& r, double* first, double* second) {
  u64 zx = (u64)r.at[0] ^ ((u64)r.at[1] << 21), zy = (u64)r.at[2] ^ ((u64)r.at[3] << 21);
  double u = zx * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
  double v = zy * (1.1102230246251565e-16 * 2.0) + 1.1102230246251565e-16;
  double s = sqrt(-2.0 * log(u));
  sine_and_cosine_pi(v, first, second);
  *first *= s, *second *= s;
}
)";

// One call of the generator gives UNROLL elements, a whole grid apart; `MAKE(r, v)` makes
// the UNROLL values of a call.
constexpr const char* kFill = R"(
extern "C" __global__ void fill(T* out, i64 n, u64 seed, u64 offset, const u64* replay, double a, double b, i64 low, u64 range) {
  i64 thread = (i64)blockIdx.x * blockDim.x + threadIdx.x, step = (i64)gridDim.x * blockDim.x;
  u64 counter = offset_of(offset, replay) / 4;
  seed = seed_of(seed, replay);
  for (i64 first = thread; first < n; first += step * UNROLL, ++counter) {
    Four r = philox(seed, (u64)thread, counter);
    W v[UNROLL];
    MAKE
#pragma unroll
    for (int k = 0; k < UNROLL; ++k) {
      i64 at = first + step * k;
      if (at < n) { FINISH }
    }
  }
}
)";

// dropout: VECTOR neighbours per thread and call.
constexpr const char* kDropout = R"(
extern "C" __global__ void fill(T* out, i64 n, u64 seed, u64 offset, const u64* replay, double a, double b, i64 low, u64 range) {
  i64 thread = (i64)blockIdx.x * blockDim.x + threadIdx.x, step = (i64)gridDim.x * blockDim.x;
  u64 counter = offset_of(offset, replay) / 4;
  seed = seed_of(seed, replay);
  float keep = (float)a;
  Four r;
  bool second = false;  // pairs take the two halves of a call in turn
  for (i64 first = thread * VECTOR; first < n; first += step * VECTOR) {
    if (VECTOR == 2 && second) r.at[0] = r.at[2], r.at[1] = r.at[3];
#pragma unroll
    for (int k = 0; k < VECTOR; ++k) {
      if (k % 4 == 0 && !(VECTOR == 2 && second)) r = philox(seed, (u64)thread, counter++);
      STORE_T(out + first + k, (float)(unit(r.at[k % 4]) < keep));
    }
    second = !second;
  }
}
)";

// A probability per element: four neighbours per thread.
constexpr const char* kBernoulli = R"(
extern "C" __global__ void bernoulli(T* out, const P* p, i64 n, u64 seed, u64 offset, const u64* replay) {
  i64 thread = (i64)blockIdx.x * blockDim.x + threadIdx.x, step = (i64)gridDim.x * blockDim.x;
  u64 counter = offset_of(offset, replay) / 4;
  seed = seed_of(seed, replay);
  for (i64 first = thread * 4; first < n; first += step * 4, ++counter) {
    Four r = philox(seed, (u64)thread, counter);
    for (int k = 0; k < 4 && first + k < n; ++k) {
      P_WIDE chance = LOAD_P(p + first + k);
      STORE_T(out + first + k, (T_WIDE)(unit(r.at[k]) <= chance ? 1 : 0));
    }
  }
}
)";

bool is_wide(const Tensor& t) { return t.dtype() == DType::kFloat64; }

// random_() without bounds: integers below 2 to the power of this, and as floats including it.
uint64_t full_range(DType dtype) {
  switch (dtype) {
    case DType::kBool: return 2;
    case DType::kUInt8: return 256;
    case DType::kInt8: return 128;
    case DType::kInt16: return 32768;
    case DType::kInt32: return uint64_t{1} << 31;
    case DType::kInt64: return uint64_t{1} << 63;
    case DType::kFloat16: return (1 << 11) + 1;
    case DType::kBFloat16: return (1 << 8) + 1;
    case DType::kFloat32: return (1 << 24) + 1;
    case DType::kFloat64: return (uint64_t{1} << 53) + 1;
  }
  return 1;
}

struct FillText {
  int unroll = 4;
  std::string wide, make, finish;
};
FillText fill_text(const Tensor& t, const Drawing& d) {
  FillText text;
  const bool doubles = is_wide(t);
  const char* uniform = doubles ? "v[0] = unit_wide(r.at[0], r.at[1]); v[1] = unit_wide(r.at[2], r.at[3]);"
                                : "for (int k = 0; k < 4; ++k) v[k] = unit(r.at[k]);";
  const char* words = "for (int k = 0; k < 4; ++k) v[k] = r.at[k];";
  const char* long_words = "v[0] = (u64)r.at[0] << 32 | r.at[1]; v[1] = (u64)r.at[2] << 32 | r.at[3];";
  text.wide = doubles ? "double" : "float";
  text.unroll = doubles ? 2 : 4;
  text.make = uniform;
  switch (d.kind) {
    case Drawing::Kind::kUniform:  // (0, 1] becomes [from, to)
      text.finish =
          "T value, end; STORE_T(&value, v[k] * ((W)b - (W)a) + (W)a); STORE_T(&end, (W)b);"
          " if (LOAD_T(&value) == LOAD_T(&end)) STORE_T(&value, (W)a); out[at] = value;";
      break;
    case Drawing::Kind::kNormal:
      text.make = doubles ? "normal_pair_wide(r, &v[0], &v[1]);"
                          : "normal_pair(r.at[0], r.at[1], &v[0], &v[1]); normal_pair(r.at[2], r.at[3], &v[2], &v[3]);";
      text.finish = "STORE_T(out + at, v[k] * (W)b + (W)a);";
      break;
    case Drawing::Kind::kIntegers:
    case Drawing::Kind::kFull: {
      bool full = d.kind == Drawing::Kind::kFull;
      bool wide = full ? t.dtype() == DType::kInt64 || doubles : d.range >= uint64_t{1} << 28;
      text.wide = wide ? "u64" : "unsigned";
      text.unroll = wide ? 2 : 4;
      text.make = wide ? long_words : words;
      text.finish = "STORE_T(out + at, (T_WIDE)(i64)((u64)v[k] % range + (u64)low));";
      break;
    }
    case Drawing::Kind::kBernoulli: text.finish = "STORE_T(out + at, (T_WIDE)(v[k] < (W)a ? 1 : 0));"; break;
    case Drawing::Kind::kExponential:
      text.finish = doubles ? "W e = 2.220446049250313e-16 / 2; W l = v[k] >= 1 - e ? -e : log(v[k]);"
                            : "W e = 1.1920929e-7f / 2; W l = v[k] >= 1 - e ? -e : quick_log(v[k]);";
      text.finish += " STORE_T(out + at, (W)-1 / (W)a * l);";
      break;
    case Drawing::Kind::kDropout: break;
  }
  return text;
}

struct Offsets {
  uint64_t seed, offset;
  const uint64_t* replay;
};
Offsets take_offsets(uint64_t count, int device) {
  if (recording) {
    Offsets offsets{0, recording->used, recording->words};
    recording->used += (count + 3) / 4 * 4;
    return offsets;
  }
  Generator& generator = default_cuda_generator(device);
  return {generator.seed(), generator.take_offsets(count), nullptr};
}
uint64_t word(const uint64_t* p) { return reinterpret_cast<uint64_t>(p); }

// dropout takes 16 bytes at once, or the largest power of 2 that divides the count and that the
// address allows.
int64_t dropout_vector(const Tensor& t) {
  int64_t vector = 16 / dtype_bytes(t.dtype());
  while (vector > 1 &&
         (t.numel() % vector != 0 || vt::word(t) % static_cast<uint64_t>(vector * dtype_bytes(t.dtype()))))
    vector /= 2;
  return vector;
}

void fill_dense(const Tensor& t, const Drawing& d) {
  int device = t.device().index;
  int64_t n = t.numel();
  if (n == 0) return;
  bool dropout = d.kind == Drawing::Kind::kDropout;
  FillText text = fill_text(t, d);
  if (dropout) text.unroll = 4;
  // The grid is part of the stream: as many threads as the device holds at once, at most.
  const device::CudaProperties& p = device::cuda_properties(device);
  int64_t resident = int64_t{p.multiprocessors} * (p.threads_per_multiprocessor / 256);
  int64_t blocks = std::min(resident, (n + 255) / 256);
  int64_t calls = (n - 1) / (256 * blocks * text.unroll) + 1;
  Offsets at = take_offsets(static_cast<uint64_t>(calls) * 4, device);
  int64_t vector = dropout ? dropout_vector(t) : 1;
  // Without neighbours to write at once, dropout draws like everything else.
  if (dropout && vector == 1) {
    text.wide = "float";
    text.make = "for (int k = 0; k < 4; ++k) v[k] = unit(r.at[k]);";
    text.finish = "STORE_T(out + at, (float)(v[k] < (float)a ? 1 : 0));";
  }
  uint64_t range = d.kind == Drawing::Kind::kFull ? full_range(t.dtype()) : d.range;
  std::string key =
      "random " + std::to_string(static_cast<int>(d.kind)) + dtype_name(t.dtype()) + text.wide + std::to_string(vector);
  launch_library_kernel({key,
                         "fill",
                         blocks,
                         256,
                         {vt::word(t), vt::word(n), at.seed, at.offset, word(at.replay), vt::word(d.a), vt::word(d.b),
                          vt::word(d.low), range}},
                        device, [&] {
                          std::string source = type_definitions("T", t.dtype()) + kPhilox;
                          if (dropout && vector > 1)
                            return source + "#define VECTOR " + std::to_string(vector) + "\n" + kDropout;
                          source += "typedef " + text.wide + " W;\n#define UNROLL " + std::to_string(text.unroll) +
                                    "\n#define MAKE " + text.make + "\n#define FINISH " + text.finish + "\n";
                          return source + kFill;
                        });
}

// What is not laid out row by row is filled in that order elsewhere and copied.
void fill(const Tensor& t, const Drawing& drawing) {
  if (t.is_contiguous()) return fill_dense(t, drawing);
  Tensor dense = empty_tensor(t.sizes(), t.dtype(), t.device());
  fill_dense(dense, drawing);
  copy_tensor(t, dense);
}

class CudaRandom final : public DeviceRandom {
 public:
  bool available() override { return cuda_kernels_available(); }
  void fill(const Tensor& t, const Drawing& drawing) override { vt::fill(t, drawing); }
};

void draw_bernoulli(const Tensor& out, const Tensor& probabilities) {
  Tensor p = as_contiguous(probabilities);
  int device = out.device().index;
  int64_t n = out.numel(), blocks = (n + 2047) / 2048;
  if (n == 0) return;
  Offsets at = take_offsets(10, device);
  launch_library_kernel(
      {std::string("bernoulli ") + dtype_name(out.dtype()) + dtype_name(p.dtype()),
       "bernoulli",
       blocks,
       512,
       {vt::word(out), vt::word(p), vt::word(n), at.seed, at.offset, word(at.replay)}},
      device,
      [&] { return type_definitions("T", out.dtype()) + type_definitions("P", p.dtype()) + kPhilox + kBernoulli; });
}

// Random keys in order; among equal keys, which are few, a shuffle of its own.
constexpr const char* kPermutation = R"(
extern "C" __global__ void mask_keys(const K* keys, i64* masked, i64 n, i64 mask) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < n; e += step) masked[e] = (i64)keys[e] & mask;
}
extern "C" __global__ void shuffle_equal(const i64* keys, i64* places, i64 n, u64 seed, u64 offset, const u64* replay) {
  i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n - 1 || keys[e] != keys[e + 1] || (e > 0 && keys[e] == keys[e - 1])) return;
  i64 count = 2;
  while (e + count < n && keys[e + count] == keys[e]) ++count;
  u64 counter = offset_of(offset, replay) / 4;
  Four r;
  int used = 4;
  for (i64 i = count - 1; i > 0; --i) {
    if (used == 4) r = philox(seed_of(seed, replay), (u64)e, counter++), used = 0;
    i64 j = r.at[used++] % (unsigned)(i + 1), held = places[e + i];
    places[e + i] = places[e + j];
    places[e + j] = held;
  }
}
)";
Tensor draw_permutation(int64_t n, DType dtype, Device place) {
  if (n == 0) return empty_tensor(Dims{0}, dtype, place);
  // As few bits as keep equal keys rare.
  double count = static_cast<double>(n);
  int bits =
      std::min(64, static_cast<int>(std::ceil(std::log2(count - (6 * count * count + 1) / (std::log(0.9) * 12)))));
  bool wide = bits > 32;
  Tensor keys = empty_tensor(Dims{n}, wide ? DType::kInt64 : DType::kInt32, place);
  Tensor masked = empty_tensor(Dims{n}, DType::kInt64, place), order;
  Drawing all{Drawing::Kind::kIntegers};
  all.low = wide ? INT64_MIN : INT32_MIN;
  all.range = wide ? UINT64_MAX : UINT32_MAX;
  fill_dense(keys, all);
  LibraryLaunch launch;
  launch.key = wide ? "permutation of 64" : "permutation of 32";
  auto text = [&] { return type_definitions("K", keys.dtype()) + kPhilox + kPermutation; };
  launch.entry = "mask_keys";
  launch.blocks = blocks_for(n, 256, place.index);
  launch.words = {vt::word(keys), vt::word(masked), vt::word(n), bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1};
  launch_library_kernel(launch, place.index, text);
  Tensor sorted;
  sort_rows_on_cuda(masked, false, n, sorted, order);
  Offsets at = take_offsets(static_cast<uint64_t>(n), place.index);
  launch.entry = "shuffle_equal";
  launch.blocks = (n + 255) / 256;
  launch.words = {vt::word(sorted), vt::word(order), vt::word(n), at.seed, at.offset, word(at.replay)};
  launch_library_kernel(launch, place.index, text);
  return as_dtype(order, dtype);
}

// The largest quotients by exponential noise.
Tensor draw_multinomial(const Args& args) {
  const Tensor& p = args.tensor(0);
  Tensor noise = empty_tensor(p.sizes(), p.dtype(), p.device());
  fill(noise, {Drawing::Kind::kExponential, 1});
  Tensor scores = run_on_device(op_div, {p, noise})[0];
  int64_t draws = args.integer(1);
  if (draws == 1) return run_on_device(op_argmax, {scores, -1, true})[0];
  return run_on_device(op_topk, {scores, draws, -1, true, true})[1];
}

}  // namespace

bool run_cuda_random(const OpDef& op, const Args& args, Outputs& outputs) {
  if (!(op.traits & kRandom) || !cuda_kernels_available()) return false;
  if (&op == &op_bernoulli) {
    const Tensor& p = args.tensor(0);
    Tensor out = empty_tensor(p.sizes(), p.dtype(), p.device());
    draw_bernoulli(out, p);
    outputs = {std::move(out)};
    return true;
  }
  if (&op == &op_bernoulli_tensor_inplace) {
    const Tensor &t = args.tensor(0), &p = args.tensor(1);
    if (!(t.sizes() == p.sizes()) || p.device() != t.device()) return false;
    Tensor out = t.is_contiguous() ? t : empty_tensor(t.sizes(), t.dtype(), t.device());
    draw_bernoulli(out, p);
    if (!out.same(t)) copy_tensor(t, out);
    outputs = {t};
    return true;
  }
  if (&op == &op_randperm) {
    TensorMeta meta = infer_op(op, args)[0];
    if (meta.device.kind != DeviceKind::kCuda) return false;
    if (meta.device.index < 0) meta.device.index = static_cast<int16_t>(device::current_cuda_device());
    outputs = {draw_permutation(meta.sizes[0].hint(), meta.dtype, meta.device)};
    return true;
  }
  if (&op == &op_multinomial) {
    static_cast<void>(infer_op(op, args));
    bool replacement = args.boolean_or(2, false);
    if (!is_floating(args.tensor(0).dtype()) || (replacement && args.integer(1) != 1)) return false;
    outputs = {draw_multinomial(args)};
    return true;
  }
  return false;
}

void record_random_into(RecordedRandom* recorded) { recording = recorded; }
void prepare_recorded_random(const RecordedRandom& recorded, int device) {
  if (recorded.used == 0) return;
  Generator& generator = default_cuda_generator(device);
  uint64_t words[2] = {generator.seed(), generator.take_offsets(recorded.used)};
  device::copy_to_device(recorded.words, words, sizeof words, device);
}

void install_cuda_random() {
  static auto* random = new CudaRandom;
  install_device_random(random);
}

}  // namespace vt
#else
namespace vt {
void install_cuda_random() {}
}  // namespace vt
#endif
