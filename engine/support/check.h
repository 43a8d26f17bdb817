// Checks of internal invariants. A failed check throws InternalError. The session catches it at its boundary: the run
// ends with a report, but the process continues.
#pragma once
#include <stdexcept>
#include <string>

namespace vt {

struct InternalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& message);

}  // namespace vt

#define VT_CHECK(condition, message)                                                 \
  do {                                                                               \
    if (!(condition)) ::vt::check_failed(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
#define VT_UNREACHABLE(message) ::vt::check_failed(__FILE__, __LINE__, "unreachable", (message))
