// random: MT19937 with CPython's seeding and derived draws, so that the same seed gives
// the same numbers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/builtins/sha512.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
class MersenneTwister {
 public:
  void seed_word(uint32_t s) {
    state_[0] = s;
    for (int i = 1; i < kSize; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + static_cast<uint32_t>(i);
    at_ = kSize;
  }
  void seed_words(const std::vector<uint32_t>& key) {
    seed_word(19650218u);
    int i = 1;
    size_t j = 0;
    for (size_t k = std::max<size_t>(kSize, key.size()); k > 0; --k) {
      state_[i] =
          (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1664525u)) + key[j] + static_cast<uint32_t>(j);
      advance(i);
      if (++j >= key.size()) j = 0;
    }
    for (int k = kSize - 1; k > 0; --k) {
      state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1566083941u)) - static_cast<uint32_t>(i);
      advance(i);
    }
    state_[0] = 0x80000000u;
  }
  uint32_t next() {
    if (at_ >= kSize) refill();
    uint32_t y = state_[at_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  double uniform() {
    const uint32_t a = next() >> 5, b = next() >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
  }
  Big bits(int64_t k) {
    Big out;
    for (; k > 0; k -= 32) out.limbs.push_back(k < 32 ? next() >> (32 - k) : next());
    while (!out.limbs.empty() && out.limbs.back() == 0) out.limbs.pop_back();
    return out;
  }
  Big below(const Big& n) {
    const int64_t k = static_cast<int64_t>(big_bit_length(n));
    Big out = bits(k);
    while (big_compare(out, n) >= 0) out = bits(k);
    return out;
  }
  uint64_t below(uint64_t n) {
    int64_t small;
    big_fits_int64(below(big_from_unsigned(n)), small);
    return static_cast<uint64_t>(small);
  }
  // The words and, behind them, the place of the next one.
  static constexpr size_t kStateWords = 625;
  std::vector<uint32_t> state() const {
    std::vector<uint32_t> out(state_, state_ + kSize);
    out.push_back(static_cast<uint32_t>(at_));
    return out;
  }
  void set_state(const std::vector<uint32_t>& words) {
    std::copy_n(words.begin(), kSize, state_);
    at_ = static_cast<int>(words.back());
  }
  double spare_gauss = 0;
  bool has_spare = false;

 private:
  static constexpr int kSize = 624;
  void advance(int& i) {
    if (++i < kSize) return;
    state_[0] = state_[kSize - 1];
    i = 1;
  }
  void refill() {
    for (int i = 0; i < kSize; ++i) {
      const uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7fffffffu);
      state_[i] = state_[(i + 397) % kSize] ^ (y >> 1) ^ ((y & 1) ? 0x9908b0dfu : 0);
    }
    at_ = 0;
  }
  uint32_t state_[kSize] = {};
  int at_ = kSize;
};

// Instances of random.Random; the module's functions are methods of a hidden one.
struct RandomObject : Object {
  explicit RandomObject(Type* type) : Object(Kind::kOther, type) {}
  static bool is_kind(Kind k) { return k == Kind::kOther; }
  void traverse(Visitor& v) const override { v.visit(attributes); }
  void clear() override { attributes = Value(); }
  Value* attributes_slot() override {
    if (attributes.is_null()) attributes = make<Dict>();
    return &attributes;
  }
  MersenneTwister twister;
  Value attributes;
};
MersenneTwister& twister_of(const Value& v) { return static_cast<RandomObject*>(v.as_object())->twister; }

// The text and its SHA-512 digest, as one large integer.
Value seed_of_text(const std::string& text) {
  Big out;
  for (unsigned char c : text + sha512(text)) out = big_add(big_shift_left(out, 8), big_from(c));
  return make_int(out);
}

// How seeds of text were made into numbers before version 2.
Value old_seed_of_text(const Value& seed) {
  std::vector<uint32_t> codes;
  if (const Bytes* bytes = seed.as<Bytes>()) {
    for (unsigned char c : bytes->data) codes.push_back(c);
  } else {
    for (size_t at = 0; at < seed.as<Str>()->text.size();) codes.push_back(decode_utf8(seed.as<Str>()->text, at));
  }
  uint64_t x = codes.empty() ? 0 : static_cast<uint64_t>(codes[0]) << 7;
  for (uint32_t c : codes) x = (1000003 * x) ^ c;
  return make_int(big_from_unsigned(x ^ codes.size()));
}

bool is_float(const Value& v) { return v.is_float() || type_of(v)->is_subtype_of(types().float_); }

void seed_with(Interpreter& vm, MersenneTwister& twister, const Value& seed, int64_t version = 2) {
  Value number = seed;
  if (seed.is_null() || seed.is_none())
    number = Value::integer(static_cast<int64_t>((vm.host().wall_clock ? vm.host().wall_clock() : 0) * 1e6));
  else if (version == 1 && (seed.as<Str>() || seed.as<Bytes>())) number = old_seed_of_text(seed);
  else if (seed.as<Str>() || seed.as<Bytes>())
    number = seed_of_text(seed.as<Str>() ? seed.as<Str>()->text : seed.as<Bytes>()->data);
  else if (!is_integer(seed) && !is_float(seed))
    raise(types().TypeError, "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.");
  else if (!is_integer(seed)) number = Value::integer(static_cast<int64_t>(vm.hash(seed) & 0x7fffffffffffffff));
  Big v = to_big(number);
  std::vector<uint32_t> key = v.limbs;
  if (key.empty()) key.push_back(0);
  twister.seed_words(key);
  twister.has_spare = false;
}
Value construct(Interpreter& vm, Type* type, const Arguments& a) {
  Value out = make<RandomObject>(type);
  seed_with(vm, twister_of(out), a.size() ? a[0] : Value());
  return out;
}
Value seed(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "seed", {"self", "a", "version"}, 1);
  seed_with(vm, twister_of(a[0]), bound[1], bound[2].is_int() ? bound[2].as_int() : 2);
  return Value::none();
}
// Of numpy's legacy generator, whose seeds are single words.
Value seed_word(Interpreter& vm, const Arguments& a) {
  twister_of(a[0]).seed_word(static_cast<uint32_t>(vm.to_index(a[1])));
  return Value::none();
}
Value random(Interpreter&, const Arguments& a) {
  if (a.size() > 1)
    raise(types().TypeError, "Random.random() takes no arguments (" + std::to_string(a.size() - 1) + " given)");
  return Value::real(twister_of(a[0]).uniform());
}
Value getrandbits(Interpreter& vm, const Arguments& a) {
  const int64_t k = vm.to_index(a[1]);
  if (k < 0) raise(types().ValueError, "number of bits must be non-negative");
  check_memory(vm, static_cast<uint64_t>(k) / 8);
  return make_int(twister_of(a[0]).bits(k));
}

Value randrange(Interpreter& vm, const Arguments& given) {
  std::vector<Value> bound = bind_arguments(given, "randrange", {"self", "start", "stop", "step"}, 2);
  while (bound.size() > 2 && bound.back().is_null()) bound.pop_back();
  if (bound.size() == 4 && bound[2].is_null()) bound[2] = Value::none();
  const Arguments a{bound.data(), bound.size(), nullptr, 0};
  Value start = Value::integer(0), stop = index_value(vm, a[1]), step = Value::integer(1);
  if (a.size() > 2 && !a[2].is_none()) {
    start = stop;
    stop = index_value(vm, a[2]);
  }
  if (a.size() > 3) step = index_value(vm, a[3]);
  const Big s = to_big(step), first = to_big(start), width = big_subtract(to_big(stop), first);
  if (s.is_zero()) raise(types().ValueError, "zero step for randrange()");
  Big n, ignored;
  const Big one = big_from(1);
  // Number of values: ceil(width / step).
  big_divmod(s.negative ? big_add(big_add(width, s), one) : big_subtract(big_add(width, s), one), s, n, ignored);
  if (n.is_zero() || n.negative) {
    const std::string range =
        "(" + vm.repr(start) + ", " + vm.repr(stop) + (a.size() > 3 ? ", " + vm.repr(step) : "") + ")";
    raise(types().ValueError, a.size() == 2 ? "empty range for randrange()" : "empty range in randrange" + range);
  }
  return make_int(big_add(first, big_multiply(s, twister_of(a[0]).below(n))));
}
Value randint(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "randint", {"self", "a", "b"}, 3);
  const Value arguments[] = {a[0], bound[1], vm.binary(BinaryOp::kAdd, bound[2], Value::integer(1))};
  return randrange(vm, Arguments{arguments, 3, nullptr, 0});
}
Value choice(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "choice", 1);
  const int64_t n = vm.length(a[1]);
  if (n == 0) raise(types().IndexError, "Cannot choose from an empty sequence");
  return vm.get_item(a[1], Value::integer(static_cast<int64_t>(twister_of(a[0]).below(static_cast<uint64_t>(n)))));
}
Value shuffle(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "shuffle", 1);
  for (int64_t i = vm.length(a[1]) - 1; i > 0; --i) {
    const Value x = Value::integer(i),
                y = Value::integer(static_cast<int64_t>(twister_of(a[0]).below(static_cast<uint64_t>(i) + 1)));
    const Value item = vm.get_item(a[1], x);
    vm.set_item(a[1], x, vm.get_item(a[1], y));
    vm.set_item(a[1], y, item);
  }
  return Value::none();
}
// Where each item's repetitions end, counted through.
std::vector<int64_t> ends_of_counts(Interpreter& vm, const Value& counts, int64_t population) {
  std::vector<int64_t> ends;
  int64_t total = 0;
  for (const Value& count : vm.to_vector(counts)) {
    if (!is_integer(count)) raise(types().TypeError, "Counts must be integers");
    ends.push_back(total += vm.to_index(count));
  }
  if (static_cast<int64_t>(ends.size()) != population)
    raise(types().ValueError, "The number of counts does not match the population");
  if (ends.empty()) raise(types().IndexError, "pop from empty list");
  if (total <= 0) raise(types().ValueError, "Total of counts must be greater than zero");
  return ends;
}
Value sample(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "sample", {"self", "population", "k", "*", "counts"}, 3);
  const Value& population = bound[1];
  if (population.as<Set>() || population.as<Dict>() || !type_of(population)->find(intern("__getitem__")))
    raise(types().TypeError, "Population must be a sequence.  For dicts or sets, use sorted(d).");
  const int64_t length = vm.length(population);
  std::vector<int64_t> ends;  // with counts, places are drawn among all repetitions
  if (!bound[3].is_null() && !bound[3].is_none()) ends = ends_of_counts(vm, bound[3], length);
  const int64_t k = vm.to_index(bound[2]), n = ends.empty() ? length : ends.back();
  const auto item = [&](uint64_t place) {
    int64_t at = static_cast<int64_t>(place);
    if (!ends.empty()) at = std::upper_bound(ends.begin(), ends.end() - 1, at) - ends.begin();
    return vm.get_item(population, Value::integer(at));
  };
  if (k < 0 || k > n) raise(types().ValueError, "Sample larger than population or is negative");
  MersenneTwister& twister = twister_of(a[0]);
  std::vector<Value> out;
  // CPython takes from a pool while that is smaller than a set of the drawn indices.
  double set_size = 21;
  if (k > 5) set_size += std::pow(4, std::ceil(std::log(k * 3.0) / std::log(4.0)));
  if (static_cast<double>(n) <= set_size) {
    std::vector<uint64_t> pool(static_cast<size_t>(n));
    std::iota(pool.begin(), pool.end(), uint64_t{0});
    for (int64_t i = 0; i < k; ++i) {
      const uint64_t j = twister.below(static_cast<uint64_t>(n - i));
      out.push_back(item(pool[j]));
      pool[j] = pool[n - i - 1];
    }
    return make_list(std::move(out));
  }
  std::unordered_set<uint64_t> taken;
  for (int64_t i = 0; i < k; ++i) {
    uint64_t j = twister.below(static_cast<uint64_t>(n));
    while (!taken.insert(j).second) j = twister.below(static_cast<uint64_t>(n));
    out.push_back(item(j));
  }
  return make_list(std::move(out));
}

// Sums of the weights so far, for `count` items.
std::vector<double> cumulative_weights(Interpreter& vm, const Value& weights, bool summed, int64_t count) {
  if (!summed && is_integer(weights))
    raise(types().TypeError, "The number of choices must be a keyword argument: k=" + vm.repr(weights));
  std::vector<double> sums;
  double total = 0;
  for (const Value& weight : vm.to_vector(weights)) {
    const double x = vm.to_double(weight);
    sums.push_back(total = summed ? x : total + x);
  }
  if (static_cast<int64_t>(sums.size()) != count)
    raise(types().ValueError, "The number of weights does not match the population");
  if (sums.empty()) raise(types().IndexError, "list index out of range");
  if (total <= 0) raise(types().ValueError, "Total of weights must be greater than zero");
  if (!std::isfinite(total)) raise(types().ValueError, "Total of weights must be finite");
  return sums;
}
Value choices(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "choices", {"self", "population", "weights", "*", "cum_weights", "k"}, 2);
  const Value& population = bound[1];
  const int64_t n = vm.length(population);
  const bool summed = !bound[3].is_null() && !bound[3].is_none(), weighted = !bound[2].is_null() && !bound[2].is_none();
  if (summed && weighted) raise(types().TypeError, "Cannot specify both weights and cumulative weights");
  std::vector<double> sums;
  if (summed || weighted) sums = cumulative_weights(vm, summed ? bound[3] : bound[2], summed, n);
  const int64_t k = bound[4].is_null() ? 1 : vm.to_index(bound[4]);
  MersenneTwister& twister = twister_of(a[0]);
  std::vector<Value> out;
  for (int64_t i = 0; i < k; ++i) {
    const double u = twister.uniform();
    const int64_t at = sums.empty() ? static_cast<int64_t>(u * static_cast<double>(n))
                                    : std::upper_bound(sums.begin(), sums.end() - 1, u * sums.back()) - sums.begin();
    out.push_back(vm.get_item(population, Value::integer(at)));
  }
  return make_list(std::move(out));
}

Value uniform(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "uniform", 2, 2, 1);
  const auto is_number = [](const Value& v) { return v.is_float() || v.is_int(); };
  if (!is_number(a[1]) || !is_number(a[2])) {  // what a class of the program says that its numbers do
    const Value width = vm.binary(BinaryOp::kSubtract, a[2], a[1]);
    const Value part = vm.binary(BinaryOp::kMultiply, width, Value::real(twister_of(a[0]).uniform()));
    return vm.binary(BinaryOp::kAdd, a[1], part);
  }
  const double low = vm.to_double(a[1]), high = vm.to_double(a[2]);
  return Value::real(low + (high - low) * twister_of(a[0]).uniform());
}
Value gauss(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "gauss", {"self", "mu", "sigma"}, 1);
  const double mu = bound[1].is_null() ? 0 : vm.to_double(bound[1]),
               sigma = bound[2].is_null() ? 1 : vm.to_double(bound[2]);
  MersenneTwister& twister = twister_of(a[0]);
  double z = twister.spare_gauss;
  if (!twister.has_spare) {
    const double angle = twister.uniform() * (2 * M_PI), radius = std::sqrt(-2.0 * std::log(1.0 - twister.uniform()));
    z = std::cos(angle) * radius;
    twister.spare_gauss = std::sin(angle) * radius;
  }
  twister.has_spare = !twister.has_spare;
  return Value::real(mu + z * sigma);
}
// Kinderman and Monahan's ratio of uniforms.
Value normalvariate(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "normalvariate", {"self", "mu", "sigma"}, 1);
  const double mu = bound[1].is_null() ? 0 : vm.to_double(bound[1]),
               sigma = bound[2].is_null() ? 1 : vm.to_double(bound[2]);
  const double magic = 4 * std::exp(-0.5) / std::sqrt(2.0);
  MersenneTwister& twister = twister_of(a[0]);
  while (true) {
    const double u1 = twister.uniform(), u2 = 1.0 - twister.uniform(), z = magic * (u1 - 0.5) / u2;
    if (z * z / 4.0 <= -std::log(u2)) return Value::real(mu + z * sigma);
  }
}
Value expovariate(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "expovariate", {"self", "lambd"}, 1);
  const double lambda = bound[1].is_null() ? 1.0 : vm.to_double(bound[1]), u = twister_of(a[0]).uniform();
  if (lambda == 0) raise(types().ZeroDivisionError, "float division by zero");
  return Value::real(-std::log(1.0 - u) / lambda);
}
Value triangular(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "triangular", {"self", "low", "high", "mode"}, 1);
  double low = bound[1].is_null() ? 0 : vm.to_double(bound[1]), high = bound[2].is_null() ? 1 : vm.to_double(bound[2]);
  double u = twister_of(a[0]).uniform(),
         c = bound[3].is_null() || bound[3].is_none() ? 0.5 : (vm.to_double(bound[3]) - low) / (high - low);
  if (u > c) {
    u = 1 - u;
    c = 1 - c;
    std::swap(low, high);
  }
  return Value::real(low + (high - low) * std::sqrt(u * c));
}
Value lognormvariate(Interpreter& vm, const Arguments& a) {
  const Value normal = normalvariate(vm, a);
  return Value::real(std::exp(normal.as_float()));
}
// Cheng (1977) for alpha above 1, Ahrens and Dieter (1974, GS) below.
double gamma(MersenneTwister& twister, double alpha, double beta) {
  if (alpha <= 0 || beta <= 0) raise(types().ValueError, "gammavariate: alpha and beta must be > 0.0");
  if (alpha == 1) return -std::log(1.0 - twister.uniform()) * beta;
  if (alpha > 1) {
    const double scale = std::sqrt(2.0 * alpha - 1.0), shift = alpha - std::log(4.0), sum = alpha + scale;
    while (true) {
      const double u1 = twister.uniform();
      if (!(1e-7 < u1 && u1 < 0.9999999)) continue;
      const double u2 = 1.0 - twister.uniform(), v = std::log(u1 / (1.0 - u1)) / scale, x = alpha * std::exp(v),
                   z = u1 * u1 * u2, r = shift + sum * v - x;
      if (r + 1.0 + std::log(4.5) - 4.5 * z >= 0.0 || r >= std::log(z)) return x * beta;
    }
  }
  while (true) {
    const double b = (M_E + alpha) / M_E, p = b * twister.uniform();
    const double x = p <= 1.0 ? std::pow(p, 1.0 / alpha) : -std::log((b - p) / alpha);
    const double u1 = twister.uniform();
    if (p > 1.0 ? u1 <= std::pow(x, alpha - 1.0) : u1 <= std::exp(-x)) return x * beta;
  }
}
Value gammavariate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "gammavariate", 2, 2, 1);
  return Value::real(gamma(twister_of(a[0]), vm.to_double(a[1]), vm.to_double(a[2])));
}
Value betavariate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "betavariate", 2, 2, 1);
  const double y = gamma(twister_of(a[0]), vm.to_double(a[1]), 1.0);
  return Value::real(y ? y / (y + gamma(twister_of(a[0]), vm.to_double(a[2]), 1.0)) : 0.0);
}
// Fisher, Statistical Analysis of Circular Data (1993), 3.3.6.
Value vonmisesvariate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "vonmisesvariate", 2, 2, 1);
  const double mu = vm.to_double(a[1]), kappa = vm.to_double(a[2]), whole = 2 * M_PI;
  MersenneTwister& twister = twister_of(a[0]);
  if (kappa <= 1e-6) return Value::real(whole * twister.uniform());
  const double s = 0.5 / kappa, r = s + std::sqrt(1.0 + s * s);
  double z;
  while (true) {
    z = std::cos(M_PI * twister.uniform());
    const double d = z / (r + z), u = twister.uniform();
    if (u < 1.0 - d * d || u <= (1.0 - d) * std::exp(d)) break;
  }
  const double q = 1.0 / r, f = (q + z) / (1.0 + q * z);
  const double angle = twister.uniform() > 0.5 ? mu + std::acos(f) : mu - std::acos(f);
  const double out = std::fmod(angle, whole);
  return Value::real(out != 0 && (out < 0) != (whole < 0) ? out + whole : out);
}
Value paretovariate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "paretovariate", 1, 1, 1);
  const double alpha = vm.to_double(a[1]), u = 1.0 - twister_of(a[0]).uniform();
  if (alpha == 0) raise(types().ZeroDivisionError, "float division by zero");
  return Value::real(std::pow(u, -1.0 / alpha));
}
Value weibullvariate(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "weibullvariate", 2, 2, 1);
  const double u = 1.0 - twister_of(a[0]).uniform();
  const double alpha = vm.to_double(a[1]), beta = vm.to_double(a[2]);
  if (beta == 0) raise(types().ZeroDivisionError, "float division by zero");
  return Value::real(alpha * std::pow(-std::log(u), 1.0 / beta));
}
// Small means by the gaps between successes (Devroye), larger ones by Hormann's BTRS (1993).
Value binomialvariate(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "binomialvariate", {"self", "n", "p"}, 1);
  const int64_t n = bound[1].is_null() ? 1 : vm.to_index(bound[1]);
  double p = bound[2].is_null() ? 0.5 : vm.to_double(bound[2]);
  if (n < 0) raise(types().ValueError, "n must be non-negative");
  if (p <= 0.0 || p >= 1.0) {
    if (p == 0.0) return Value::integer(0);
    if (p == 1.0) return Value::integer(n);
    raise(types().ValueError, "p must be in the range 0.0 <= p <= 1.0");
  }
  MersenneTwister& twister = twister_of(a[0]);
  if (n == 1) return Value::integer(twister.uniform() < p);
  const bool mirrored = p > 0.5;
  if (mirrored) p = 1.0 - p;
  const double count = static_cast<double>(n);
  const auto answer = [&](int64_t k) { return Value::integer(mirrored ? n - k : k); };
  if (count * p < 10.0) {
    const double c = std::log2(1.0 - p);
    if (c == 0) return answer(0);
    int64_t successes = 0;
    for (double at = 0;; ++successes) {
      at += std::floor(std::log2(twister.uniform()) / c) + 1;
      if (at > count) return answer(successes);
    }
  }
  const double spread = std::sqrt(count * p * (1.0 - p)), b = 1.15 + 2.53 * spread,
               aa = -0.0873 + 0.0248 * b + 0.01 * p, c = count * p + 0.5, vr = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spread, odds = std::log(p / (1.0 - p));
  const double mode = std::floor((count + 1) * p), h = std::lgamma(mode + 1) + std::lgamma(count - mode + 1);
  while (true) {
    const double u = twister.uniform() - 0.5, us = 0.5 - std::fabs(u), k = std::floor((2.0 * aa / us + b) * u + c);
    if (k < 0 || k > count) continue;
    double v = twister.uniform();
    if (us >= 0.07 && v <= vr) return answer(static_cast<int64_t>(k));
    v *= alpha / (aa / (us * us) + b);
    if (std::log(v) <= h - std::lgamma(k + 1) - std::lgamma(count - k + 1) + (k - mode) * odds)
      return answer(static_cast<int64_t>(k));
  }
}
Value randbytes(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "randbytes", 1, 1, 1);
  const int64_t count = vm.to_index(a[1]);
  if (count < 0) raise(types().ValueError, "number of bits must be non-negative");
  const Value bits[] = {a[0], Value::integer(8 * count)};
  const Value number = getrandbits(vm, {bits, 2, nullptr, 0});
  return vm.call_method(number, "to_bytes", {Value::integer(count), make_str("little")});
}
constexpr int64_t kStateVersion = 3;
// (version, (624 words and a place), the second of a pair of normals or None)
Value getstate(Interpreter&, const Arguments& a) {
  const MersenneTwister& twister = twister_of(a[0]);
  std::vector<Value> words;
  for (const uint32_t word : twister.state()) words.push_back(Value::integer(word));
  return make_tuple({Value::integer(kStateVersion), make_tuple(std::move(words)),
                     twister.has_spare ? Value::real(twister.spare_gauss) : Value::none()});
}
Value setstate(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "setstate", 1);
  const Value version = vm.get_item(a[1], Value::integer(0));
  if (!version.is_int() || version.as_int() != kStateVersion)
    raise(types().ValueError, "state with version " + vm.str(version) + " passed to Random.setstate() of version " +
                                  std::to_string(kStateVersion));
  const std::vector<Value> parts = vm.to_vector(a[1]);
  if (parts.size() != 3)
    raise(types().ValueError, parts.size() < 3
                                  ? "not enough values to unpack (expected 3, got " + std::to_string(parts.size()) + ")"
                                  : "too many values to unpack (expected 3)");
  std::vector<uint32_t> words;
  for (const Value& word : vm.to_vector(parts[1])) words.push_back(static_cast<uint32_t>(vm.to_index(word)));
  if (words.size() != MersenneTwister::kStateWords) raise(types().ValueError, "state vector is the wrong size");
  if (words.back() >= MersenneTwister::kStateWords) raise(types().ValueError, "invalid state");
  MersenneTwister& twister = twister_of(a[0]);
  twister.set_state(words);
  twister.has_spare = !parts[2].is_none();
  if (twister.has_spare) twister.spare_gauss = vm.to_double(parts[2]);
  return Value::none();
}

const std::pair<const char*, NativeFn> kMethods[] = {{"seed", seed},
                                                     {"_seed_word", seed_word},
                                                     {"random", random},
                                                     {"getrandbits", getrandbits},
                                                     {"randrange", randrange},
                                                     {"randint", randint},
                                                     {"choice", choice},
                                                     {"shuffle", shuffle},
                                                     {"sample", sample},
                                                     {"choices", choices},
                                                     {"uniform", uniform},
                                                     {"gauss", gauss},
                                                     {"normalvariate", normalvariate},
                                                     {"expovariate", expovariate},
                                                     {"triangular", triangular},
                                                     {"lognormvariate", lognormvariate},
                                                     {"gammavariate", gammavariate},
                                                     {"betavariate", betavariate},
                                                     {"paretovariate", paretovariate},
                                                     {"weibullvariate", weibullvariate},
                                                     {"vonmisesvariate", vonmisesvariate},
                                                     {"binomialvariate", binomialvariate},
                                                     {"randbytes", randbytes},
                                                     {"getstate", getstate},
                                                     {"setstate", setstate}};

Type* random_type() {
  static Type* type = [] {
    Type* made = make_type("Random", types().object, Kind::kOther, "random");
    made->slots.construct = construct;
    for (const auto& [name, fn] : kMethods) define_method(made, name, fn);
    return made;
  }();
  return type;
}
// Starts from the clock each time: here no other entropy is to be had. A seed changes nothing.
Value no_state(Interpreter&, const Arguments&) {
  raise(types().NotImplementedError, "System entropy source does not have state.");
}
Type* system_random_type() {
  static Type* type = [] {
    Type* made = make_type("SystemRandom", random_type(), Kind::kOther, "random");
    made->slots.construct = [](Interpreter& vm, Type* of, const Arguments&) { return construct(vm, of, Arguments{}); };
    define_method(made, "seed", [](Interpreter&, const Arguments&) { return Value::none(); });
    define_method(made, "getstate", no_state);
    define_method(made, "setstate", no_state);
    return made;
  }();
  return type;
}
}  // namespace

void load_random(Interpreter& vm, Module& module) {
  set_attribute(module, "Random", Value::of(random_type()));
  set_attribute(module, "SystemRandom", Value::of(system_random_type()));
  const Value hidden = vm.call(Value::of(random_type()), {});
  for (const auto& [name, fn] : kMethods) {
    static_cast<void>(fn);
    set_attribute(module, name, vm.get_attribute(hidden, name));
  }
}

}  // namespace vt::vm
