// Random generators: on the CPU a Mersenne Twister with PyTorch's drawing
// order, so that equal seeds give equal numbers; on CUDA Philox, of which
// this holds seed and offset, and runtime/ fills the tensors (DeviceRandom).
#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "support/ref.h"
#include "tensor/tensor.h"

namespace vt {

class Generator : public RefCounted {
 public:
  explicit Generator(uint64_t seed = 67280421310721ULL, Device device = {});
  void set_seed(uint64_t seed);
  uint64_t seed() const { return seed_; }
  uint32_t random32();
  uint64_t random64();
  void draw(uint32_t* to, int64_t count);  // same sequence as `count` calls of random32
  double uniform();                        // [0, 1), 53 bits
  void draw(double* to, int64_t count);    // same sequence as `count` calls of uniform
  double normal();                         // mean 0, deviation 1; pairs by Box-Muller
  Tensor state() const;                    // uint8, for get_rng_state
  void set_state(const Tensor& state);
  Device device() const { return device_; }
  // CUDA: reserves and returns the Philox offset of a kernel whose threads draw `count` numbers each.
  uint64_t take_offsets(uint64_t count);

 private:
  Device device_;
  uint64_t offset_ = 0;
  void refill();
  uint64_t seed_;
  std::optional<double> next_normal_;  // the second of a Box-Muller pair
  std::array<uint32_t, 624> words_;
  int left_ = 1;
  int next_ = 0;
};
Generator& default_generator();
Generator& default_cuda_generator(int device);
void seed_cuda_generators(uint64_t seed);  // of all CUDA devices

// How to fill a tensor on a device.
struct Drawing {
  enum class Kind : uint8_t { kUniform, kNormal, kIntegers, kFull, kBernoulli, kDropout, kExponential } kind;
  double a = 0, b = 0;  // bounds; mean and deviation; probability; rate
  int64_t low = 0;      // kIntegers: low, and the number of values
  uint64_t range = 0;
};
class DeviceRandom {
 public:
  virtual ~DeviceRandom() = default;
  virtual bool available() = 0;
  virtual void fill(const Tensor& t, const Drawing& drawing) = 0;
};
// Installed once by runtime/; null before that. The functions below use it for CUDA tensors.
void install_device_random(DeviceRandom* random);
DeviceRandom* device_random();

// Each fills a contiguous or strided tensor in PyTorch's order for its dtype and size.
void fill_uniform(const Tensor& t, double from, double to, Generator& generator);
void fill_normal(const Tensor& t, double mean, double std, Generator& generator);
// Raises PyTorch's error if the bounds for random integers do not fit the dtype.
void check_random_range(int64_t from, int64_t to, DType dtype);
void fill_random_int(const Tensor& t, int64_t low, int64_t high, Generator& generator);
void fill_random_full(const Tensor& t, Generator& generator);  // random_() without bounds
void fill_bernoulli(const Tensor& t, double p, Generator& generator);
void fill_dropout_mask(const Tensor& t, double keep, Generator& generator);   // fill_bernoulli, drawn for dropout
void fill_bernoulli(const Tensor& t, const Tensor& p, Generator& generator);  // p of the same sizes
void fill_exponential(const Tensor& t, double rate, Generator& generator);
void fill_log_normal(const Tensor& t, double mean, double std, Generator& generator);
void fill_cauchy(const Tensor& t, double median, double sigma, Generator& generator);
void fill_geometric(const Tensor& t, double p, Generator& generator);
void fill_permutation(const Tensor& t, Generator& generator);

}  // namespace vt
