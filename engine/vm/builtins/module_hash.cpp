// _hashlib: digests of bytes as a whole; vm/python/hashlib.py makes it `hashlib`.
// MD5 is RFC 1321, SHA-1 and SHA-2 are FIPS 180-4.
#include <array>
#include <cmath>
#include <string>

#include "support/sha256.h"
#include "vm/builtins/bytes.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/builtins/sha512.h"

namespace vt::vm {
namespace {

constexpr size_t kBlock = 64;

uint32_t rotate_left(uint32_t v, unsigned n) { return v << n | v >> (32 - n); }

// The message with a one bit, zeros and its length in bits in the last eight bytes.
std::string padded(std::string_view data, bool big_endian) {
  std::string out(data);
  out.push_back('\x80');
  while (out.size() % kBlock != kBlock - 8) out.push_back('\0');
  const uint64_t bits = uint64_t{data.size()} * 8;
  for (unsigned i = 0; i < 8; ++i) out.push_back(static_cast<char>(bits >> (big_endian ? 56 - 8 * i : 8 * i)));
  return out;
}

uint32_t word_at(const std::string& text, size_t at, bool big_endian) {
  uint32_t out = 0;
  for (unsigned i = 0; i < 4; ++i)
    out |= uint32_t{static_cast<unsigned char>(text[at + i])} << (big_endian ? 24 - 8 * i : 8 * i);
  return out;
}

template <size_t n>
std::string text_of(const std::array<uint32_t, n>& words, bool big_endian) {
  std::string out;
  for (uint32_t word : words)
    for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>(word >> (big_endian ? 24 - 8 * i : 8 * i)));
  return out;
}

std::string md5(std::string_view data) {
  static const std::array<uint32_t, 64> kSines = [] {
    std::array<uint32_t, 64> made{};
    for (unsigned i = 0; i < 64; ++i)
      made[i] = static_cast<uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    return made;
  }();
  constexpr unsigned kTurns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  std::array<uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::string text = padded(data, false);
  for (size_t block = 0; block < text.size(); block += kBlock) {
    auto [a, b, c, d] = state;
    for (unsigned i = 0; i < 64; ++i) {
      uint32_t mixed = 0;
      unsigned word = 0;
      switch (i / 16) {
        case 0: mixed = (b & c) | (~b & d), word = i; break;
        case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
        case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
        default: mixed = c ^ (b | ~d), word = 7 * i % 16; break;
      }
      mixed += a + kSines[i] + word_at(text, block + 4 * word, false);
      a = d, d = c, c = b;
      b += rotate_left(mixed, kTurns[i / 16][i % 4]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  }
  return text_of(state, false);
}

std::string sha1(std::string_view data) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string text = padded(data, true);
  for (size_t block = 0; block < text.size(); block += kBlock) {
    std::array<uint32_t, 80> w{};
    for (unsigned i = 0; i < 16; ++i) w[i] = word_at(text, block + 4 * i, true);
    for (unsigned i = 16; i < 80; ++i) w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = state;
    for (unsigned i = 0; i < 80; ++i) {
      const uint32_t mixed = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
      constexpr uint32_t kRounds[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
      const uint32_t next = rotate_left(a, 5) + mixed + e + kRounds[i / 20] + w[i];
      e = d, d = c, c = rotate_left(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
  }
  return text_of(state, true);
}

template <std::string (*digest)(std::string_view)>
Value hash_bytes(Interpreter&, const Arguments& a) {
  exactly_one(a, "digest");
  const Bytes* data = a[0].as<Bytes>();
  if (!data) raise(types().TypeError, "object supporting the buffer API required");
  charge_work(data->data.size());
  return make<Bytes>(digest(data->data));
}
std::string sha256_text(std::string_view data) { return text_of(sha256(data), true); }

}  // namespace

void load_hash_natives(Interpreter&, Module& module) {
  define_function(module, "md5", hash_bytes<md5>);
  define_function(module, "sha1", hash_bytes<sha1>);
  define_function(module, "sha256", hash_bytes<sha256_text>);
  define_function(module, "sha512", hash_bytes<sha512>);
}

}  // namespace vt::vm
