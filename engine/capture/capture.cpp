#include "capture/capture.h"

#include "capture/dynamo/cache.h"
#include "capture/dynamo/native_module.h"
#include "capture/fx/native_module.h"
#include "library/library.h"

namespace vt {

void install_capture(vm::Interpreter& vm) {
  fx::install_fx(vm);
  dynamo::install_dynamo(vm);
  vm.add_frozen_modules(frozen_capture());
}

void release_capture() { dynamo::forget_code(); }

}  // namespace vt
