#include "session/run_environment.h"

#include <algorithm>

#include "capture/capture.h"
#include "eager/autograd.h"
#include "eager/gradient_cycles.h"
#include "runtime/cuda/ops.h"
#include "session/dispatch_modes.h"
#include "torch/torch.h"
#include "torchscript/torchscript.h"

namespace vt {

RunEnvironment::Installed::Installed(vm::Interpreter& vm) {
  install_eager();
  install_cuda_ops();
  install_torch(vm);
  install_dispatch_modes(vm);
  install_capture(vm);
  install_torchscript(vm);
}

RunEnvironment::Installed::~Installed() {
  release_cycles();
  release_capture();
  release_torchscript();
}

bool imports_torch(std::string_view source) {
  while (!source.empty()) {
    std::string_view line = source.substr(0, source.find('\n'));
    source.remove_prefix(std::min(line.size() + 1, source.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    for (std::string_view words : {"import torch", "from torch"})
      if (line.starts_with(words)) return true;
  }
  return false;
}

}  // namespace vt
