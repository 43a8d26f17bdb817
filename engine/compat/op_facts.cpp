#include "compat/op_facts.h"

#include <string>
#include <string_view>

#include "ops/table.h"
#include "support/check.h"

namespace vt::compat {
namespace {

// "linalg_det" is det of torch.linalg.
bool is_op(std::string_view name) {
  constexpr std::string_view kLinalgPrefix = "linalg_";
  if (find_op(name) || !overloads(name).empty()) return true;
  for (const OpDef* op : all_ops()) {
    std::string_view base = op->name;
    if (base.substr(0, base.find('.')) == name) return true;  // of formulas only
  }
  return name.starts_with(kLinalgPrefix) && !overloads(name.substr(kLinalgPrefix.size())).empty();
}

}  // namespace

void check_op_facts() {
  static constexpr std::string_view kNames[] = {
#define OP_AUTOCAST(name, ...) name,
#define OP_OUT(name, ...) name,
#define OP_REFUSES(name, ...) name,
#include "tables/op_facts.def"
#undef OP_AUTOCAST
#undef OP_OUT
#undef OP_REFUSES
  };
  static const bool checked = [] {
    for (std::string_view name : kNames) VT_CHECK(is_op(name), "op_facts.def names no op: " + std::string(name));
    return true;
  }();
  (void)checked;
}

}  // namespace vt::compat
