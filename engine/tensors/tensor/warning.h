// Warnings of tensor code; the sink passes them to Python's warnings.warn.
#pragma once
#include <string>

namespace vt {

using WarningSink = void (*)(const std::string& text, bool once);
void set_warning_sink(WarningSink sink);
// `once`: print the text only the first time, as PyTorch's TORCH_WARN_ONCE does.
void tensor_warning(const std::string& text, bool once = false);

}  // namespace vt
