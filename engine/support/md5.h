// The MD5 digest of a text (RFC 1321), as its four words, least significant byte first: hashlib
// and the names of records in structured traces.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace vt {

std::array<uint32_t, 4> md5(std::string_view text);

}  // namespace vt
