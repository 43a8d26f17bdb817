// The names of the modules of CPython's standard library, including those not provided here.
#pragma once
#include <string_view>
#include <vector>

namespace vt::vm {

const std::vector<std::string_view>& library_names();
bool is_library_name(std::string_view name);

}  // namespace vt::vm
