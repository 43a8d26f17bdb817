// What str's files and bytes.cpp share: encodings, and the installers of the parts.
#pragma once
#include <string_view>

#include "vm/value.h"

namespace vt::vm {

void install_str_case_methods();  // upper, isdigit ... (str_case.cpp)
// utf-8, ascii and latin-1, with CPython's errors.
Value encode_text(std::string_view text, std::string_view encoding, std::string_view errors);
Value decode_bytes(std::string_view data, std::string_view encoding, std::string_view errors);

}  // namespace vt::vm
