// The modules of CPython's library, whether or not there is one of that name here.
#pragma once
#include <string_view>
#include <vector>

namespace vt::vm {

const std::vector<std::string_view>& library_names();
bool is_library_name(std::string_view name);

}  // namespace vt::vm
