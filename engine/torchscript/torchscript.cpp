#include "torchscript/torchscript.h"

#include "library/library.h"
#include "torchscript/script/function.h"
#include "torchscript/script/native_module.h"
#include "torchscript/trace/trace.h"

namespace vt {

void install_torchscript(vm::Interpreter& vm) {
  script::install_script(vm);
  vm.add_frozen_modules(frozen_torchscript());
}

uint64_t& script_if_count() {
  static thread_local uint64_t count = 0;
  return count;
}

void release_torchscript() {
  script::forget_trace();
  script::forget_scripts();
}

}  // namespace vt
