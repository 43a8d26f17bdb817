// _hashlib: digests of bytes as a whole; vm/python/hashlib.py makes it `hashlib`.
// MD5 is RFC 1321, SHA-1 and SHA-2 are FIPS 180-4.
#include <array>
#include <string>

#include "support/md5.h"
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
std::string padded(std::string_view data) {
  std::string out(data);
  out.push_back('\x80');
  while (out.size() % kBlock != kBlock - 8) out.push_back('\0');
  const uint64_t bits = uint64_t{data.size()} * 8;
  for (unsigned i = 0; i < 8; ++i) out.push_back(static_cast<char>(bits >> (56 - 8 * i)));
  return out;
}

uint32_t word_at(const std::string& text, size_t at) {
  uint32_t out = 0;
  for (unsigned i = 0; i < 4; ++i) out |= uint32_t{static_cast<unsigned char>(text[at + i])} << (24 - 8 * i);
  return out;
}

template <size_t n>
std::string text_of(const std::array<uint32_t, n>& words, bool big_endian) {
  std::string out;
  for (uint32_t word : words)
    for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>(word >> (big_endian ? 24 - 8 * i : 8 * i)));
  return out;
}

std::string sha1(std::string_view data) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string text = padded(data);
  for (size_t block = 0; block < text.size(); block += kBlock) {
    std::array<uint32_t, 80> w{};
    for (unsigned i = 0; i < 16; ++i) w[i] = word_at(text, block + 4 * i);
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
std::string md5_text(std::string_view data) { return text_of(md5(data), false); }
std::string sha256_text(std::string_view data) { return text_of(sha256(data), true); }

}  // namespace

void load_hash_natives(Interpreter&, Module& module) {
  define_function(module, "md5", hash_bytes<md5_text>);
  define_function(module, "sha1", hash_bytes<sha1>);
  define_function(module, "sha256", hash_bytes<sha256_text>);
  define_function(module, "sha512", hash_bytes<sha512>);
}

}  // namespace vt::vm
