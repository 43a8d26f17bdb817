// SHA-512 (FIPS 180-4), for seeds that are texts.
#pragma once
#include <string>
#include <string_view>

namespace vt::vm {

std::string sha512(std::string_view data);  // 64 bytes

}  // namespace vt::vm
