// Filling tensors with random numbers, in PyTorch's order and with its formulas.
#include "tensor/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/check.h"
#include "support/isa.h"
#include "tensor/normal_blocks.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// Where elements lie, in the order of memory, as PyTorch's iterator visits a dense tensor.
class Positions {
 public:
  explicit Positions(const Tensor& t) : t_(t), contiguous_(t.is_contiguous()) {
    auto end = order_.begin() + t.rank();
    std::iota(order_.begin(), end, 0);
    std::stable_sort(order_.begin(), end, [&](int a, int b) { return t.strides()[a] > t.strides()[b]; });
  }
  bool contiguous() const { return contiguous_; }
  int64_t operator[](int64_t i) const {
    if (contiguous_) return i;
    int64_t at = 0;
    for (int k = t_.rank() - 1; k >= 0; --k) {
      int axis = order_[static_cast<size_t>(k)];
      at += i % t_.size(axis) * t_.strides()[axis];
      i /= t_.size(axis);
    }
    return at;
  }

 private:
  const Tensor& t_;
  bool contiguous_;
  std::array<int, kMaxRank> order_{};
};

template <class V>
void store(const Tensor& t, const Positions& positions, int64_t start, const V* values, int64_t count) {
  visit_dtype(t.dtype(), [&]<class T>() {
    T* out = t.data<T>();
    if (positions.contiguous())
      for (int64_t i = 0; i < count; ++i) out[start + i] = convert<T>(values[i]);
    else
      for (int64_t i = 0; i < count; ++i) out[positions[start + i]] = convert<T>(values[i]);
  });
}

// Draws are apart from stores: every distribution times every dtype is slow to compile.
constexpr int64_t kChunk = 1024;
template <class F>
void fill(const Tensor& t, const F& next) {
  Positions positions(t);
  decltype(next()) values[kChunk];
  for (int64_t start = 0; start < t.numel(); start += kChunk) {
    int64_t count = std::min(kChunk, t.numel() - start);
    std::generate_n(values, count, next);
    store(t, positions, start, values, count);
  }
}

template <class T>
using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;

// 53 random bits for doubles, 24 for what is computed in float.
template <class T>
Compute<T> uniform(Generator& generator, Compute<T> from, Compute<T> to) {
  Compute<T> x;
  if constexpr (std::is_same_v<T, double>) x = generator.uniform();
  else x = static_cast<float>(generator.random32() & ((1u << 24) - 1)) * 0x1p-24f;
  return std::fma(x, to - from, from);  // fused by PyTorch's compiler too
}

// Uniforms of [0, 1) in a row.
void fill_units(double* data, int64_t size, Generator& generator) { generator.draw(data, size); }
void fill_units(float* data, int64_t size, Generator& generator) {
  uint32_t words[kChunk];
  for (int64_t start = 0; start < size; start += kChunk) {
    int64_t count = std::min(kChunk, size - start);
    generator.draw(words, count);
    for (int64_t i = 0; i < count; ++i)
      data[start + i] = static_cast<float>(static_cast<int32_t>(words[i] & ((1u << 24) - 1))) * 0x1p-24f;
  }
}

VT_INLINE void spread(float* data, int64_t size, float from, float width) {
  for (int64_t i = 0; i < size; ++i) data[i] = std::fma(data[i], width, from);
}
#ifdef __x86_64__
VT_AVX2 void spread_avx2(float* data, int64_t size, float from, float width) { spread(data, size, from, width); }
#endif
// Uniforms of a range in a row.
void fill_range(float* data, int64_t size, float from, float to, Generator& generator) {
  fill_units(data, size, generator);
  if (from == 0 && to == 1) return;
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return spread_avx2(data, size, from, to - from);
#endif
  spread(data, size, from, to - from);
}

// Box-Muller on 16 uniforms: the first eight give radii, the others angles.
template <class T>
void normal_16(T* data, T mean, T std) {
  for (int j = 0; j < 8; ++j) {
    T u1 = T(1) - data[j], u2 = data[j + 8];
    T radius = std::sqrt(T(-2) * std::log(u1)), angle = T(2.0 * 3.14159265358979323846) * u2;
    data[j] = radius * std::cos(angle) * std + mean;
    data[j + 8] = radius * std::sin(angle) * std + mean;
  }
}

template <class T>
void normal_blocks(T* data, int64_t blocks, T mean, T std) {
  if constexpr (std::is_same_v<T, float>)
    if (fill_normal_blocks(data, blocks, mean, std)) return;
  for (; blocks > 0; --blocks, data += 16) normal_16(data, mean, std);
}

// Elements that do not fill a block get one of their own, which overlaps the one before.
// `drawn`: so many of the uniforms are drawn first.
template <class T>
void fill_normals(T* data, int64_t size, int64_t drawn, T mean, T std, Generator& generator) {
  fill_units(data, drawn, generator);
  normal_blocks(data, size / 16, mean, std);
  if (size % 16 == 0) return;
  T* tail = data + size - 16;
  fill_units(tail, 16, generator);
  normal_blocks(tail, 1, mean, std);
}

template <class F>
void visit_floating(const Tensor& t, const char* what, const F& f) {
  visit_dtype(t.dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Half> ||
                  std::is_same_v<T, BFloat16>)
      f.template operator()<T>();
    else
      tensor_error(std::string("\"") + what + "\" not implemented for '" + dtype_scalar_name(t.dtype()) + "'",
                   "NotImplementedError");
  });
}

}  // namespace

static bool drawn_on_device(const Tensor& t, const Drawing& drawing) {
  if (t.device().kind != DeviceKind::kCuda) return false;
  device_random()->fill(t, drawing);
  return true;
}

void fill_uniform(const Tensor& t, double from, double to, Generator& generator) {
  if (drawn_on_device(t, {Drawing::Kind::kUniform, from, to})) return;
  visit_floating(t, "check_uniform_bounds", [&]<class T>() {
    T* out = t.data<T>();
    using C = Compute<T>;
    C low = static_cast<C>(from), high = static_cast<C>(to);
    if constexpr (std::is_same_v<T, float>)
      if (t.is_contiguous()) return fill_range(out, t.numel(), low, high, generator);
    T first = convert<T>(low), end = convert<T>(high);
    Positions positions(t);
    for (int64_t i = 0, count = t.numel(); i < count; ++i) {
      T& element = out[positions[i]];
      element = convert<T>(uniform<T>(generator, low, high));
      // What a 16-bit float rounds up to the end, which is not in the range, begins again.
      if constexpr (!std::is_same_v<T, C>)
        if (convert<C>(element) == convert<C>(end)) element = first;
    }
  });
}

void fill_normal(const Tensor& t, double mean, double std, Generator& generator) {
  if (drawn_on_device(t, {Drawing::Kind::kNormal, mean, std})) return;
  visit_floating(t, "normal_kernel_cpu", [&]<class T>() {
    using C = Compute<T>;
    if (t.numel() >= 16 && t.is_contiguous()) {
      if constexpr (std::is_same_v<T, C>) {
        fill_normals(t.data<T>(), t.numel(), t.numel(), static_cast<C>(mean), static_cast<C>(std), generator);
      } else {
        std::vector<C> wide(static_cast<size_t>(t.numel()));
        fill_normals(wide.data(), t.numel(), t.numel() / 16 * 16, static_cast<C>(mean), static_cast<C>(std), generator);
        std::transform(wide.begin(), wide.end(), t.data<T>(), [](C v) { return convert<T>(v); });
      }
      return;
    }
    fill(t, [&] { return generator.normal() * std + mean; });
  });
}

void check_random_range(int64_t from, int64_t to, DType dtype) {
  struct Bounds {
    int64_t low, high;
    const char* name;
  };
  Bounds bounds = {INT64_MIN, INT64_MAX, "long"};
  switch (dtype) {
    case DType::kBool: bounds = {0, 1, "bool"}; break;
    case DType::kUInt8: bounds = {0, UINT8_MAX, "unsigned char"}; break;
    case DType::kInt8: bounds = {INT8_MIN, INT8_MAX, "signed char"}; break;
    case DType::kInt16: bounds = {INT16_MIN, INT16_MAX, "short int"}; break;
    case DType::kInt32: bounds = {INT32_MIN, INT32_MAX, "int"}; break;
    case DType::kFloat16: bounds = {-65504, 65504, "c10::Half"}; break;
    case DType::kInt64:
    case DType::kBFloat16:
    case DType::kFloat32:
    case DType::kFloat64: return;
  }
  if (from < bounds.low || from > bounds.high) tensor_error(std::string("from is out of bounds for ") + bounds.name);
  if (to - 1 < bounds.low || to - 1 > bounds.high)
    tensor_error(std::string("to - 1 is out of bounds for ") + bounds.name);
}

void fill_random_int(const Tensor& t, int64_t low, int64_t high, Generator& generator) {
  if (drawn_on_device(t,
                      {Drawing::Kind::kIntegers, 0, 0, low, static_cast<uint64_t>(high) - static_cast<uint64_t>(low)}))
    return;
  uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  bool wide = range >= uint64_t{1} << 28;
  fill(t, [&] {
    uint64_t drawn = wide ? generator.random64() : generator.random32();
    return static_cast<int64_t>(static_cast<uint64_t>(low) + drawn % range);
  });
}

void fill_random_full(const Tensor& t, Generator& generator) {
  if (drawn_on_device(t, {Drawing::Kind::kFull})) return;
  auto below = [&](uint64_t range) {
    fill(t, [&] {
      return static_cast<int64_t>((range > UINT32_MAX ? generator.random64() : generator.random32()) % range);
    });
  };
  switch (t.dtype()) {
    case DType::kBool: return below(2);
    case DType::kUInt8: return below(256);
    case DType::kInt8: return below(128);
    case DType::kInt16: return below(32768);
    case DType::kInt32: return below(uint64_t{1} << 31);
    case DType::kInt64: return below(uint64_t{1} << 63);
    case DType::kFloat16: return below((1 << 11) + 1);
    case DType::kBFloat16: return below((1 << 8) + 1);
    case DType::kFloat32: return below((1 << 24) + 1);
    case DType::kFloat64: return below((uint64_t{1} << 53) + 1);
  }
}

void fill_bernoulli(const Tensor& t, double p, Generator& generator) {
  if (drawn_on_device(t, {Drawing::Kind::kBernoulli, p})) return;
  const Positions positions(t);
  double units[kChunk];
  int64_t drawn[kChunk];
  for (int64_t start = 0, size = t.numel(); start < size; start += kChunk) {
    const int64_t count = std::min(kChunk, size - start);
    generator.draw(units, count);
    for (int64_t i = 0; i < count; ++i) drawn[i] = units[i] < p;
    store(t, positions, start, drawn, count);
  }
}

void fill_dropout_mask(const Tensor& t, double keep, Generator& generator) {
  if (!drawn_on_device(t, {Drawing::Kind::kDropout, keep})) fill_bernoulli(t, keep, generator);
}

void fill_bernoulli(const Tensor& t, const Tensor& p, Generator& generator) {
  VT_CHECK(t.sizes() == p.sizes() && is_floating(p.dtype()), "one probability for each element");
  Positions from(p);
  int64_t next = 0;
  visit_floating(p, "bernoulli_tensor_cpu_p_", [&]<class P>() {
    using C = Compute<P>;
    fill(t, [&] { return int64_t{uniform<P>(generator, 0, 1) < convert<C>(p.data<P>()[from[next++]])}; });
  });
}

void fill_exponential(const Tensor& t, double rate, Generator& generator) {
  if (drawn_on_device(t, {Drawing::Kind::kExponential, rate})) return;
  fill(t, [&] { return -1.0 / rate * std::log1p(-generator.uniform()); });
}
void fill_log_normal(const Tensor& t, double mean, double std, Generator& generator) {
  fill(t, [&] { return std::exp(generator.normal() * std + mean); });
}
void fill_cauchy(const Tensor& t, double median, double sigma, Generator& generator) {
  fill(t, [&] { return median + sigma * std::tan(3.14159265358979323846 * (generator.uniform() - 0.5)); });
}
void fill_geometric(const Tensor& t, double p, Generator& generator) {
  fill(t, [&] { return std::ceil(std::log(generator.uniform()) / std::log1p(-p)); });
}

void fill_permutation(const Tensor& t, Generator& generator) {
  int64_t n = t.numel();
  visit_dtype(t.dtype(), [&]<class T>() {
    T* out = t.data<T>();
    for (int64_t i = 0; i < n; ++i) out[i] = convert<T>(i);
    for (int64_t i = 0; i + 1 < n; ++i) {
      int64_t other = static_cast<int64_t>(generator.random32() % static_cast<uint64_t>(n - i));
      std::swap(out[i], out[i + other]);
    }
  });
}

}  // namespace vt
