#include "vm/type_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "vm/native.h"
#include "vm/objects.h"

namespace vt::vm {
namespace {
// Classes that CPython and PyTorch write in C: their errors show the module too.
bool shows_module(const Type& type) {
  constexpr std::string_view kModules[] = {"itertools", "datetime", "operator",          "re",
                                           "time",      "types",    "torch.return_types"};
  constexpr std::pair<std::string_view, std::string_view> kClasses[] = {
      {"collections", "deque"},
      {"collections", "OrderedDict"},
      {"collections", "defaultdict"},
      {"functools", "partial"},
      {"functools", "KeyWrapper"},
      {"functools", "_lru_cache_wrapper"},
      {"weakref", "ReferenceType"},
      {"decimal", "Decimal"},
      {"decimal", "Context"},
      {"torch", "Size"},
      {"torch", "dtype"},
      {"torch", "device"},
      {"torch", "layout"},
      {"torch", "memory_format"},
      {"torch._C", "Generator"},
      {"torch", "finfo"},
      {"torch", "iinfo"},
  };
  const auto same = [&](const auto& row) { return row.first == type.module && row.second == type.name; };
  return std::find(std::begin(kModules), std::end(kModules), type.module) != std::end(kModules) ||
         std::any_of(std::begin(kClasses), std::end(kClasses), same);
}
}  // namespace

const char* shown_name(const Type& type) {
  if (type.module == "builtins" || !shows_module(type)) return type.name.c_str();
  return intern(type.module + "." + type.name)->text.c_str();
}

std::string qualified_type_name(const Value& v) {
  const Type* type = type_of(v);
  return type->is_native ? shown_name(*type) : type->qualified_name;
}

const char* argument_type_name(const Value& v) { return v.is_none() ? "None" : type_name(v); }

}  // namespace vt::vm
