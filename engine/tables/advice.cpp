// Compile-time checks of the rows of advice.def.
#include "tables/advice.h"

namespace vt {

#define ADVICE(name, text, text_zh) \
  static_assert(!std::string_view(text).empty() && is_translation(text, text_zh), #name ": no Chinese that fits");
#include "tables/advice.def"

}  // namespace vt
