#include "vm/builtins/modules.h"

#include "vm/builtins/builtins.h"

namespace vt::vm {

void install_standard_modules(Interpreter& vm) { static_cast<void>(vm); }

}  // namespace vt::vm
