#include "ops/aten_forms.h"

#include <utility>

namespace vt {
namespace {
thread_local bool forms = false;
}

bool aten_forms() { return forms; }
bool set_aten_forms(bool on) { return std::exchange(forms, on); }

}  // namespace vt
