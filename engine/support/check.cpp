#include "support/check.h"

namespace vt {

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": internal check failed: " + condition +
                      (message.empty() ? "" : " (" + message + ")"));
}

}  // namespace vt
