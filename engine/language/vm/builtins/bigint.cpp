#include "vm/builtins/bigint.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vm/native.h"

namespace vt::vm {
namespace {
using Limbs = std::vector<uint32_t>;

void trim(Limbs& v) {
  while (!v.empty() && v.back() == 0) v.pop_back();
}

int compare_magnitude(const Limbs& a, const Limbs& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

Limbs add_magnitude(const Limbs& a, const Limbs& b) {
  const Limbs& longer = a.size() >= b.size() ? a : b;
  const Limbs& shorter = a.size() >= b.size() ? b : a;
  Limbs out(longer.size() + 1);
  uint64_t carry = 0;
  for (size_t i = 0; i < longer.size(); ++i) {
    carry += uint64_t{longer[i]} + (i < shorter.size() ? shorter[i] : 0);
    out[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  out[longer.size()] = static_cast<uint32_t>(carry);
  trim(out);
  return out;
}

// a >= b.
Limbs subtract_magnitude(const Limbs& a, const Limbs& b) {
  Limbs out(a.size());
  int64_t borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t d = int64_t{a[i]} - (i < b.size() ? b[i] : 0) - borrow;
    borrow = d < 0;
    out[i] = static_cast<uint32_t>(d + (borrow << 32));
  }
  trim(out);
  return out;
}

// Work on numbers of a few limbs is part of the instruction that asked for it.
void charge(uint64_t limb_steps) {
  constexpr uint64_t kFree = 64;
  if (limb_steps > kFree) charge_work(limb_steps / kFree);
}

Limbs multiply_school(const Limbs& a, const Limbs& b) {
  Limbs out(a.size() + b.size());
  charge(a.size() * b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      carry += uint64_t{a[i]} * b[j] + out[i + j];
      out[i + j] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    out[i + b.size()] += static_cast<uint32_t>(carry);
  }
  trim(out);
  return out;
}

void add_shifted(Limbs& out, const Limbs& v, size_t shift) {
  uint64_t carry = 0;
  for (size_t i = 0; i < v.size() || carry; ++i) {
    carry += uint64_t{out[i + shift]} + (i < v.size() ? v[i] : 0);
    out[i + shift] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

Limbs multiply_magnitude(const Limbs& a, const Limbs& b) {
  constexpr size_t kKaratsuba = 48;
  if (a.empty() || b.empty()) return {};
  if (std::min(a.size(), b.size()) < kKaratsuba) return multiply_school(a, b);
  const size_t half = std::max(a.size(), b.size()) / 2;
  auto low = [half](const Limbs& v) {
    Limbs r(v.begin(), v.begin() + std::min(half, v.size()));
    trim(r);
    return r;
  };
  auto high = [half](const Limbs& v) { return v.size() > half ? Limbs(v.begin() + half, v.end()) : Limbs(); };
  Limbs a0 = low(a), a1 = high(a), b0 = low(b), b1 = high(b);
  Limbs z0 = multiply_magnitude(a0, b0), z2 = multiply_magnitude(a1, b1);
  Limbs z1 =
      subtract_magnitude(subtract_magnitude(multiply_magnitude(add_magnitude(a0, a1), add_magnitude(b0, b1)), z0), z2);
  Limbs out(a.size() + b.size() + 1);
  add_shifted(out, z0, 0);
  add_shifted(out, z1, half);
  add_shifted(out, z2, 2 * half);
  trim(out);
  return out;
}

uint32_t divide_small(Limbs& v, uint32_t divisor) {
  uint64_t remainder = 0;
  charge(v.size());
  for (size_t i = v.size(); i-- > 0;) {
    remainder = (remainder << 32) | v[i];
    v[i] = static_cast<uint32_t>(remainder / divisor);
    remainder %= divisor;
  }
  trim(v);
  return static_cast<uint32_t>(remainder);
}

Limbs shift_left(const Limbs& a, uint64_t bits) {
  if (a.empty()) return {};
  const size_t words = static_cast<size_t>(bits / 32);
  const int shift = static_cast<int>(bits % 32);
  Limbs out(a.size() + words + 1);
  for (size_t i = 0; i < a.size(); ++i) {
    const uint64_t v = uint64_t{a[i]} << shift;
    out[i + words] |= static_cast<uint32_t>(v);
    out[i + words + 1] |= static_cast<uint32_t>(v >> 32);
  }
  trim(out);
  return out;
}

Limbs shift_right(const Limbs& a, uint64_t bits) {
  const uint64_t words = bits / 32;
  if (words >= a.size()) return {};
  const int shift = static_cast<int>(bits % 32);
  Limbs out(a.size() - words);
  for (size_t i = 0; i < out.size(); ++i) {
    uint64_t v = a[i + words];
    if (i + words + 1 < a.size()) v |= uint64_t{a[i + words + 1]} << 32;
    out[i] = static_cast<uint32_t>(v >> shift);
  }
  trim(out);
  return out;
}

// Knuth's algorithm D on magnitudes.
void divide_magnitude(const Limbs& a, const Limbs& b, Limbs& quotient, Limbs& remainder) {
  if (compare_magnitude(a, b) < 0) {
    quotient.clear();
    remainder = a;
    return;
  }
  if (b.size() == 1) {
    quotient = a;
    const uint32_t r = divide_small(quotient, b[0]);
    remainder.clear();
    if (r) remainder.push_back(r);
    return;
  }
  const int shift = __builtin_clz(b.back());
  Limbs u = shift_left(a, shift), v = shift_left(b, shift);
  u.resize(a.size() + 1);
  const size_t n = v.size(), m = a.size() - n;
  quotient.assign(m + 1, 0);
  for (size_t j = m + 1; j-- > 0;) {
    const uint64_t top = (uint64_t{u[j + n]} << 32) | u[j + n - 1];
    uint64_t digit = top / v[n - 1], rest = top % v[n - 1];
    while (digit >> 32 || digit * v[n - 2] > ((rest << 32) | u[j + n - 2])) {
      --digit;
      rest += v[n - 1];
      if (rest >> 32) break;
    }
    int64_t borrow = 0;
    uint64_t carry = 0;
    charge(n);
    for (size_t i = 0; i < n; ++i) {
      carry += digit * v[i];
      const int64_t d = int64_t{u[i + j]} - borrow - static_cast<int64_t>(carry & 0xffffffffu);
      u[i + j] = static_cast<uint32_t>(d);
      borrow = d < 0 ? 1 : 0;
      carry >>= 32;
    }
    const int64_t d = int64_t{u[j + n]} - borrow - static_cast<int64_t>(carry);
    u[j + n] = static_cast<uint32_t>(d);
    if (d < 0) {
      --digit;
      uint64_t sum = 0;
      for (size_t i = 0; i < n; ++i) {
        sum += uint64_t{u[i + j]} + v[i];
        u[i + j] = static_cast<uint32_t>(sum);
        sum >>= 32;
      }
      u[j + n] += static_cast<uint32_t>(sum);
    }
    quotient[j] = static_cast<uint32_t>(digit);
  }
  trim(quotient);
  u.resize(n);
  trim(u);
  remainder = shift_right(u, shift);
}

uint64_t bit_length(const Limbs& v) { return v.empty() ? 0 : uint64_t{v.size()} * 32 - __builtin_clz(v.back()); }

// The top 64 bits of v at the given shift, the rest folded into the lowest bit.
uint64_t top_bits_sticky(const Limbs& v, uint64_t bits) {
  const Limbs top = shift_right(v, bits);
  uint64_t out = top.empty() ? 0 : top[0];
  if (top.size() > 1) out |= uint64_t{top[1]} << 32;
  for (uint64_t i = 0; i < bits / 32 && i < v.size(); ++i)
    if (v[i]) return out | 1;
  if (bits % 32 && bits / 32 < v.size() && (v[bits / 32] & ((uint32_t{1} << (bits % 32)) - 1))) return out | 1;
  return out;
}

// mantissa * 2^exponent with the lowest bit sticky, rounded to nearest even once.
double round_scaled(uint64_t mantissa, int64_t exponent, bool& overflow) {
  if (mantissa == 0) return 0.0;
  const int length = 64 - __builtin_clzll(mantissa);
  int64_t keep = 53;
  if (exponent + length < -1021) keep = exponent + length + 1074;  // subnormal
  if (keep < 0) return 0.0;
  int64_t drop = length - keep;
  if (drop > 0) {
    const uint64_t rest = drop >= 64 ? mantissa : mantissa & ((uint64_t{1} << drop) - 1);
    const uint64_t half = uint64_t{1} << (drop - 1);
    mantissa = drop >= 64 ? 0 : mantissa >> drop;
    if (rest > half || (rest == half && (mantissa & 1))) ++mantissa;
    exponent += drop;
  }
  const double out =
      std::ldexp(static_cast<double>(mantissa), static_cast<int>(std::clamp<int64_t>(exponent, -3000, 3000)));
  overflow = std::isinf(out);
  return out;
}

Big signed_of(bool negative, Limbs limbs) {
  Big out{negative, std::move(limbs)};
  if (out.limbs.empty()) out.negative = false;
  return out;
}

// Two's complement with `size` limbs.
Limbs to_twos(const Big& v, size_t size) {
  Limbs out = v.limbs;
  out.resize(size);
  if (!v.negative) return out;
  uint64_t carry = 1;
  for (uint32_t& limb : out) {
    carry += static_cast<uint32_t>(~limb);
    limb = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  return out;
}

// Splits by powers of the base, so that long texts stay below quadratic cost.
void append_digits(const Limbs& v, int base, size_t width, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  if (v.size() <= 40) {
    Limbs rest = v;
    std::string text;
    uint32_t chunk = base;
    int chunk_digits = 1;
    while (uint64_t{chunk} * base <= 0xffffffffu) {
      chunk *= base;
      ++chunk_digits;
    }
    while (!rest.empty()) {
      uint32_t part = divide_small(rest, chunk);
      for (int i = 0; i < chunk_digits; ++i, part /= base) text.push_back(kDigits[part % base]);
    }
    while (!text.empty() && text.back() == '0') text.pop_back();
    while (text.size() < width) text.push_back('0');
    out.append(text.rbegin(), text.rend());
    return;
  }
  const size_t digits = static_cast<size_t>(static_cast<double>(bit_length(v)) / std::log2(base) / 2);
  Big power = big_power(big_from(base), digits);
  Limbs high, low;
  divide_magnitude(v, power.limbs, high, low);
  append_digits(high, base, width > digits ? width - digits : 0, out);
  append_digits(low, base, digits, out);
}
}  // namespace

Big big_from_unsigned(uint64_t v) {
  Big out;
  while (v) {
    out.limbs.push_back(static_cast<uint32_t>(v));
    v >>= 32;
  }
  return out;
}
Big big_from(int64_t v) {
  Big out = big_from_unsigned(v < 0 ? ~static_cast<uint64_t>(v) + 1 : static_cast<uint64_t>(v));
  out.negative = v < 0;
  return out;
}

Big big_from_double(double v) {
  int exponent;
  const double fraction = std::frexp(std::trunc(std::fabs(v)), &exponent);
  if (fraction == 0) return {};
  Big out = big_from_unsigned(static_cast<uint64_t>(std::ldexp(fraction, 53)));
  out = exponent >= 53 ? big_shift_left(out, exponent - 53) : big_shift_right(out, 53 - exponent);
  out.negative = v < 0 && !out.is_zero();
  return out;
}

bool big_fits_int64(const Big& v, int64_t& out) {
  if (v.limbs.size() > 2) return false;
  uint64_t magnitude = v.limbs.empty() ? 0 : v.limbs[0];
  if (v.limbs.size() == 2) magnitude |= uint64_t{v.limbs[1]} << 32;
  if (v.negative ? magnitude > uint64_t{1} << 63 : magnitude > uint64_t{0x7fffffffffffffff}) return false;
  out = static_cast<int64_t>(v.negative ? ~magnitude + 1 : magnitude);
  return true;
}

Value make_int(Big v) {
  int64_t small;
  if (big_fits_int64(v, small)) return Value::integer(small);
  return make<BigInt>(v.negative, std::move(v.limbs));
}
Value make_int_unsigned(uint64_t v) { return make_int(big_from_unsigned(v)); }

int big_compare(const Big& a, const Big& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int order = compare_magnitude(a.limbs, b.limbs);
  return a.negative ? -order : order;
}

Big big_add(const Big& a, const Big& b) {
  if (a.negative == b.negative) return signed_of(a.negative, add_magnitude(a.limbs, b.limbs));
  if (compare_magnitude(a.limbs, b.limbs) >= 0) return signed_of(a.negative, subtract_magnitude(a.limbs, b.limbs));
  return signed_of(b.negative, subtract_magnitude(b.limbs, a.limbs));
}
Big big_subtract(const Big& a, const Big& b) {
  Big negated = b;
  if (!negated.is_zero()) negated.negative = !negated.negative;
  return big_add(a, negated);
}
Big big_multiply(const Big& a, const Big& b) {
  return signed_of(a.negative != b.negative, multiply_magnitude(a.limbs, b.limbs));
}

void big_divmod(const Big& a, const Big& b, Big& quotient, Big& remainder) {
  Limbs q, r;
  divide_magnitude(a.limbs, b.limbs, q, r);
  Big out_quotient = signed_of(a.negative != b.negative, std::move(q));
  Big out_remainder = signed_of(a.negative, std::move(r));
  if (!out_remainder.is_zero() && a.negative != b.negative) {
    out_quotient = big_subtract(out_quotient, big_from(1));
    out_remainder = big_add(out_remainder, b);
  }
  quotient = std::move(out_quotient);
  remainder = std::move(out_remainder);
}

Big big_power(Big base, uint64_t exponent) {
  Big out = big_from(1);
  while (exponent) {
    if (exponent & 1) out = big_multiply(out, base);
    exponent >>= 1;
    if (exponent) base = big_multiply(base, base);
  }
  return out;
}

Big big_power_modulo(Big base, Big exponent, const Big& modulus) {
  Big out = big_from(1), ignored;
  big_divmod(out, modulus, ignored, out);
  big_divmod(base, modulus, ignored, base);
  const uint64_t bits = bit_length(exponent.limbs);
  for (uint64_t i = 0; i < bits; ++i) {
    if (exponent.limbs[i / 32] >> (i % 32) & 1) big_divmod(big_multiply(out, base), modulus, ignored, out);
    if (i + 1 < bits) big_divmod(big_multiply(base, base), modulus, ignored, base);
  }
  return out;
}

Big big_shift_left(const Big& a, uint64_t bits) { return signed_of(a.negative, shift_left(a.limbs, bits)); }

Big big_shift_right(const Big& a, uint64_t bits) {
  Big out = signed_of(a.negative, shift_right(a.limbs, bits));
  if (!a.negative) return out;
  const bool lost =
      compare_magnitude(shift_left(out.limbs, std::min<uint64_t>(bits, 32ull * a.limbs.size())), a.limbs) != 0;
  return lost ? big_subtract(out, big_from(1)) : out;
}

Big big_bitwise(const Big& a, const Big& b, BitOp op) {
  const size_t size = std::max(a.limbs.size(), b.limbs.size()) + 1;
  Limbs x = to_twos(a, size);
  const Limbs y = to_twos(b, size);
  for (size_t i = 0; i < size; ++i)
    x[i] = op == BitOp::kAnd ? x[i] & y[i] : op == BitOp::kOr ? x[i] | y[i] : x[i] ^ y[i];
  const bool negative = x.back() >> 31;
  if (negative) x = to_twos(Big{true, x}, size);
  trim(x);
  return signed_of(negative, std::move(x));
}

uint64_t big_bit_length(const Big& v) { return bit_length(v.limbs); }

Big big_square_root(const Big& v) {
  if (v.is_zero()) return {};
  Big guess = big_shift_left(big_from(1), (bit_length(v.limbs) + 1) / 2);
  while (true) {
    Big quotient, ignored;
    big_divmod(v, guess, quotient, ignored);
    Big next = big_shift_right(big_add(guess, quotient), 1);
    if (big_compare(next, guess) >= 0) return guess;
    guess = std::move(next);
  }
}

Big big_gcd(Big a, Big b) {
  a.negative = b.negative = false;
  Big ignored;
  while (!b.is_zero()) {
    Big remainder;
    big_divmod(a, b, ignored, remainder);
    a = std::move(b);
    b = std::move(remainder);
  }
  return a;
}

double big_to_double(const Big& v, bool& overflow) {
  overflow = false;
  const uint64_t bits = bit_length(v.limbs);
  const uint64_t drop = bits > 64 ? bits - 64 : 0;
  const double out = round_scaled(top_bits_sticky(v.limbs, drop), static_cast<int64_t>(drop), overflow);
  return v.negative ? -out : out;
}

double big_true_divide(const Big& a, const Big& b, bool& overflow) {
  overflow = false;
  if (a.is_zero()) return b.negative ? -0.0 : 0.0;
  // A quotient of at least 64 bits keeps more than double precision; the remainder is the sticky bit.
  const int64_t shift = 66 - (static_cast<int64_t>(bit_length(a.limbs)) - static_cast<int64_t>(bit_length(b.limbs)));
  Limbs numerator = a.limbs, denominator = b.limbs, quotient, remainder;
  if (shift > 0) numerator = shift_left(numerator, shift);
  if (shift < 0) denominator = shift_left(denominator, -shift);
  divide_magnitude(numerator, denominator, quotient, remainder);
  const uint64_t bits = bit_length(quotient), drop = bits > 64 ? bits - 64 : 0;
  uint64_t mantissa = top_bits_sticky(quotient, drop);
  if (!remainder.empty()) mantissa |= 1;
  const double out = round_scaled(mantissa, static_cast<int64_t>(drop) - shift, overflow);
  return a.negative != b.negative ? -out : out;
}

std::string big_to_string(const Big& v, int base) {
  if (v.is_zero()) return "0";
  std::string out;
  if (v.negative) out.push_back('-');
  append_digits(v.limbs, base, 0, out);
  return out;
}

static int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'z' ? c - 'a' + 10
         : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                : 99;
}

// Digits of whole bits, in linear time.
static bool parse_bits(std::string_view digits, int bits, Big& out) {
  uint64_t pending = 0;
  int held = 0;
  charge(digits.size());
  for (size_t i = digits.size(); i-- > 0;) {
    const int digit = digit_of(digits[i]);
    if (digit >> bits) return false;
    pending |= static_cast<uint64_t>(digit) << held;
    held += bits;
    if (held < 32) continue;
    out.limbs.push_back(static_cast<uint32_t>(pending));
    pending >>= 32;
    held -= 32;
  }
  if (held) out.limbs.push_back(static_cast<uint32_t>(pending));
  trim(out.limbs);
  return !digits.empty();
}

bool big_parse(std::string_view digits, int base, Big& out) {
  out = {};
  if ((base & (base - 1)) == 0) return parse_bits(digits, __builtin_ctz(static_cast<unsigned>(base)), out);
  for (char c : digits) {
    const int digit = digit_of(c);
    if (digit >= base) return false;
    uint64_t carry = digit;
    charge(out.limbs.size());
    for (uint32_t& limb : out.limbs) {
      carry += uint64_t{limb} * base;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) out.limbs.push_back(static_cast<uint32_t>(carry));
  }
  return !digits.empty();
}

// Modulo the Mersenne prime 2^61 - 1, so that equal numbers of any type hash alike.
uint64_t big_hash(const Big& v) {
  constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
  uint64_t hash = 0;
  for (size_t i = v.limbs.size(); i-- > 0;) {
    hash = ((hash << 32) & kModulus) | (hash >> 29);
    hash += v.limbs[i];
    if (hash >= kModulus) hash -= kModulus;
  }
  const int64_t out = v.negative ? -static_cast<int64_t>(hash) : static_cast<int64_t>(hash);
  return static_cast<uint64_t>(out == -1 ? -2 : out);
}

}  // namespace vt::vm
