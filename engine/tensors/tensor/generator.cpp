// Mersenne Twister (Matsumoto and Nishimura 1998), 32-bit words.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "tensor/random.h"

namespace vt {
namespace {
constexpr size_t kWords = 624, kMiddle = 397;

// The state as PyTorch lays it out in get_rng_state().
struct SavedState {
  uint64_t seed;
  int32_t left;
  int32_t seeded;
  uint64_t next;
  uint64_t words[kWords];
  double normal_x, normal_y, normal_rho;
  int32_t normal_is_valid;
  int32_t padding;
  float next_float_normal;
  bool next_float_normal_is_valid;
};
static_assert(sizeof(SavedState) == 5056);
}  // namespace

Generator::Generator(uint64_t seed, Device device) : device_(device) { set_seed(seed); }

void Generator::set_seed(uint64_t seed) {
  seed_ = seed;
  offset_ = 0;
  words_[0] = static_cast<uint32_t>(seed);
  for (uint32_t i = 1; i < kWords; ++i) words_[i] = 1812433253u * (words_[i - 1] ^ (words_[i - 1] >> 30)) + i;
  left_ = 1;
  next_ = 0;
  next_normal_.reset();
}

void Generator::refill() {
  auto twist = [](uint32_t high, uint32_t low) {
    uint32_t mixed = (high & 0x80000000u) | (low & 0x7fffffffu);
    return (mixed >> 1) ^ (-(low & 1) & 0x9908b0dfu);
  };
  size_t i = 0;  // in three pieces, so that no index wraps inside a loop
  for (; i < kWords - kMiddle; ++i) words_[i] = words_[i + kMiddle] ^ twist(words_[i], words_[i + 1]);
  for (; i < kWords - 1; ++i) words_[i] = words_[i - (kWords - kMiddle)] ^ twist(words_[i], words_[i + 1]);
  words_[i] = words_[kMiddle - 1] ^ twist(words_[i], words_[0]);
  left_ = kWords;
  next_ = 0;
}

namespace {
inline uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}
}  // namespace

uint32_t Generator::random32() {
  if (--left_ == 0) refill();
  return temper(words_[static_cast<size_t>(next_++)]);
}
void Generator::draw(uint32_t* to, int64_t count) {
  while (count > 0) {
    int64_t ready = std::min<int64_t>(left_ - 1, count);
    if (ready == 0) {
      *to++ = random32();
      --count;
      continue;
    }
    const uint32_t* from = words_.data() + next_;
    for (int64_t i = 0; i < ready; ++i) to[i] = temper(from[i]);
    next_ += static_cast<int>(ready);
    left_ -= static_cast<int>(ready);
    to += ready;
    count -= ready;
  }
}
uint64_t Generator::random64() {
  uint64_t high = random32();
  return high << 32 | random32();
}
static double unit_of(uint64_t bits) { return static_cast<double>(bits & ((uint64_t{1} << 53) - 1)) * 0x1p-53; }
double Generator::uniform() { return unit_of(random64()); }
void Generator::draw(double* to, int64_t count) {
  constexpr int64_t kMost = 512;
  uint32_t words[2 * kMost];
  for (; count > 0; count -= kMost, to += kMost) {
    const int64_t part = std::min(kMost, count);
    draw(words, 2 * part);
    for (int64_t i = 0; i < part; ++i) to[i] = unit_of(uint64_t{words[2 * i]} << 32 | words[2 * i + 1]);
  }
}

double Generator::normal() {
  if (next_normal_) {
    double value = *next_normal_;
    next_normal_.reset();
    return value;
  }
  double u1 = uniform(), u2 = uniform();
  double radius = std::sqrt(-2.0 * std::log1p(-u2)), angle = 2.0 * 3.14159265358979323846 * u1;
  next_normal_ = radius * std::sin(angle);
  return radius * std::cos(angle);
}

uint64_t Generator::take_offsets(uint64_t count) {
  uint64_t offset = offset_;
  offset_ += (count + 3) / 4 * 4;
  return offset;
}

Tensor Generator::state() const {
  if (device_.kind == DeviceKind::kCuda) {  // as PyTorch lays it out: seed, offset
    Tensor t = empty_tensor(Dims{16}, DType::kUInt8);
    std::memcpy(t.data<uint8_t>(), &seed_, 8);
    std::memcpy(t.data<uint8_t>() + 8, &offset_, 8);
    return t;
  }
  SavedState saved{};
  saved.seed = seed_;
  saved.left = left_;
  saved.seeded = 1;
  saved.next = static_cast<uint64_t>(next_);
  for (size_t i = 0; i < kWords; ++i) saved.words[i] = words_[i];
  if (next_normal_) {
    saved.normal_y = *next_normal_;
    saved.normal_is_valid = 1;
  }
  int64_t size = sizeof saved;
  Tensor t = empty_tensor({&size, 1}, DType::kUInt8);
  std::memcpy(t.data<uint8_t>(), &saved, sizeof saved);
  return t;
}

void Generator::set_state(const Tensor& state) {
  if (device_.kind == DeviceKind::kCuda) {
    if (state.numel() != 16 && state.numel() != 8) tensor_error("RNG state is wrong size");
    std::memcpy(&seed_, state.data<uint8_t>(), 8);
    offset_ = 0;
    if (state.numel() == 16) std::memcpy(&offset_, state.data<uint8_t>() + 8, 8);
    return;
  }
  SavedState saved;
  if (state.dtype() != DType::kUInt8)
    tensor_error("expected a torch.ByteTensor, but got " + std::string(dtype_scalar_name(state.dtype())));
  if (state.numel() != static_cast<int64_t>(sizeof saved)) tensor_error("RNG state is wrong size");
  std::memcpy(&saved, state.data<uint8_t>(), sizeof saved);
  seed_ = saved.seed;
  left_ = saved.left;
  next_ = static_cast<int>(saved.next);
  for (size_t i = 0; i < kWords; ++i) words_[i] = static_cast<uint32_t>(saved.words[i]);
  next_normal_.reset();
  if (saved.normal_is_valid) next_normal_ = saved.normal_y;
}

Generator& default_generator() {
  static Generator generator;
  return generator;
}

namespace {
constexpr int kMostDevices = 64;
std::vector<std::unique_ptr<Generator>>& cuda_generators() {
  static std::vector<std::unique_ptr<Generator>> generators(kMostDevices);
  return generators;
}
uint64_t& cuda_seed() {  // of the devices that have not been used yet
  static uint64_t seed = 67280421310721ULL;
  return seed;
}
DeviceRandom* installed = nullptr;
}  // namespace

Generator& default_cuda_generator(int device) {
  std::unique_ptr<Generator>& generator = cuda_generators()[static_cast<size_t>(device) % kMostDevices];
  if (!generator)
    generator = std::make_unique<Generator>(cuda_seed(), Device{DeviceKind::kCuda, static_cast<int16_t>(device)});
  return *generator;
}
void seed_cuda_generators(uint64_t seed) {
  cuda_seed() = seed;
  for (std::unique_ptr<Generator>& generator : cuda_generators())
    if (generator) generator->set_seed(seed);
}

void install_device_random(DeviceRandom* random) { installed = random; }
DeviceRandom* device_random() { return installed; }

}  // namespace vt
