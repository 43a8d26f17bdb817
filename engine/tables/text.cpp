#include "tables/text.h"

namespace vt {

std::string filled(std::string_view text, std::span<const std::string> values) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (int hole = hole_at(text, i); hole >= 0) out += values[static_cast<size_t>(hole)], i += kHoleLength - 1;
    else out += text[i];
  }
  return out;
}

}  // namespace vt
