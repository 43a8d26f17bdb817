// SHA-256 (FIPS 180-4). PyTorch names the symbol of a size by the hash of its source, and tensor/shape_env.cpp does the
// same. Files in the kernel cache are authenticated by HMAC-SHA-256.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace vt {

std::array<uint32_t, 8> sha256(std::string_view text);  // most significant word first
// The hash, read as one large integer, modulo `divisor`.
uint64_t sha256_modulo(std::string_view text, uint32_t divisor);
// HMAC-SHA-256 (RFC 2104) as 64 hex digits. The key has at most 64 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);

}  // namespace vt
