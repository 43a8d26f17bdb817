// Element types that PyTorch's CPU kernels do not take where ours would compute: rows of
// tables/op_facts.def say what each function refuses, and in which words. Asked once per call from the
// language, so that the ops inside a composition stay free to use what they like.
#pragma once
#include <string_view>

#include "ops/op.h"

namespace vt::compat {

// Raises if `op` refuses the element type of these arguments.
void refuse_types(const OpDef& op, const Args& args);
// The same for a function that the library writes in the language.
void refuse_types(std::string_view function, const Tensor& first, const Tensor* other);

}  // namespace vt::compat
