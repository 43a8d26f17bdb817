#include "tensor/warning.h"

namespace vt {
namespace {
WarningSink installed = nullptr;
}

void set_warning_sink(WarningSink sink) { installed = sink; }
void tensor_warning(const std::string& text, bool once) {
  if (installed) installed(text, once);
}

}  // namespace vt
