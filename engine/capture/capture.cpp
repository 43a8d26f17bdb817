#include "capture/capture.h"

#include <span>

#include "capture/dynamo/cache.h"
#include "capture/dynamo/native_module.h"
#include "capture/fx/native_module.h"
#include "capture/script/function.h"
#include "capture/script/native_module.h"
#include "capture/trace/trace.h"

namespace vt {

// Written by CMake from capture/python.
std::span<const std::pair<std::string_view, std::string_view>> frozen_capture();

void install_capture(vm::Interpreter& vm) {
  fx::install_fx(vm);
  dynamo::install_dynamo(vm);
  script::install_script(vm);
  for (const auto& [module, source] : frozen_capture()) vm.add_frozen_module(std::string(module), source);
}

void release_capture() {
  script::forget_trace();
  dynamo::forget_code();
  script::forget_scripts();
}

}  // namespace vt
