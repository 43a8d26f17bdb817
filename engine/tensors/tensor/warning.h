// What a program should hear of without being refused; warnings.warn of the language gets it.
#pragma once
#include <string>

namespace vt {

using WarningSink = void (*)(const std::string& text, bool once);
void set_warning_sink(WarningSink sink);
// `once`: the first time only, as PyTorch's TORCH_WARN_ONCE has it.
void tensor_warning(const std::string& text, bool once = false);

}  // namespace vt
