// Compile-time checks of the rows of breaks.def.
#include "tables/breaks.h"

namespace vt {
namespace {

// "GB" and four digits; empty for a break that PyTorch's registry does not contain.
constexpr bool is_registry_id(std::string_view id) {
  if (id.empty()) return true;
  if (id.size() != 6 || !id.starts_with("GB")) return false;
  for (char digit : id.substr(2))
    if (digit < '0' || digit > '9') return false;
  return true;
}

#define HINT(name, text, text_zh)                                       \
  static_assert(!std::string_view(text).empty(), #name " has no text"); \
  static_assert(is_translation(text, text_zh), #name ": no Chinese that fits");
#include "tables/breaks.def"

#define BREAK(name, id, title, title_zh, explanation, explanation_zh, ...)                  \
  static_assert(is_registry_id(id), #name ": an id of the registry is GB and four digits"); \
  static_assert(!std::string_view(title).empty(), #name " has no title");                   \
  static_assert(is_translation(title, title_zh), #name ": no Chinese that fits the title"); \
  static_assert(is_translation(explanation, explanation_zh), #name ": no Chinese that fits the explanation");
#include "tables/breaks.def"

}  // namespace
}  // namespace vt
