#include "session/run_environment.h"

#include "capture/capture.h"
#include "eager/autograd.h"
#include "eager/gradient_cycles.h"
#include "frontend/frontend.h"
#include "runtime/cuda/ops.h"
#include "runtime/webgpu/ops.h"
#include "session/dispatch_modes.h"
#include "session/session.h"
#include "support/heap.h"
#include "tensor/accelerator.h"
#include "tensor/print.h"
#include "torch/torch.h"
#include "torchscript/torchscript.h"
#include "vm/state.h"

namespace vt {
namespace {

struct Ready {
  std::unique_ptr<RunEnvironment> environment;
  std::string conditions;
  std::string imports;  // the lines that have been run
  int64_t heap_bytes = 0;
};

Ready& ready() {
  static Ready one;
  return one;
}

// --device=cuda: factories make CUDA tensors and they print as PyTorch prints them where
// the default tensor type is one of CUDA.
DeviceKind home_device(const RunRequest& request) {
  for (const auto& [key, value] : request.options) {
    if (key != "device") continue;
    if (value == "cuda") return DeviceKind::kCuda;
    if (value == "webgpu" && webgpu_available()) return kWebGpu;
  }
  return DeviceKind::kCpu;
}

// What imports may read of a request.
std::string conditions_of(const RunRequest& request) {
  std::string text = request.files ? "files" : "";
  for (const std::string& argument : arguments_of(request)) text += '\n' + argument;
  for (const auto* pairs : {&request.environment, &request.options})
    for (const auto& [name, value] : *pairs) text += '\n' + name + '=' + value;
  return text;
}

// The lines up to the last import that only imports, comments and empty lines come before. They are whole statements,
// whatever follows them.
std::string_view leading_imports(std::string_view source) {
  size_t taken = 0;
  for (size_t at = 0, end; (end = source.find('\n', at)) != std::string_view::npos; at = end + 1) {
    const std::string_view line = source.substr(at, end - at);
    const bool import = (line.starts_with("import ") || line.starts_with("from ")) &&
                        line.find_first_of("(;\\\r\f") == std::string_view::npos;
    if (import) taken = end + 1;
    else if (!line.empty() && line[0] != '#') break;
  }
  return source.substr(0, taken);
}

}  // namespace

RunEnvironment::RunEnvironment(const RunRequest& request, vm::Host host)
    : interpreter(std::move(host), request.limits), front_ends_(request, interpreter) {}

RunEnvironment::FrontEnds::FrontEnds(const RunRequest& request, vm::Interpreter& vm) {
  install_eager();
  install_cuda_ops();
  install_webgpu_ops();
  print_options().home = home_device(request);
  install_torch(vm);
  install_dispatch_modes(vm);
  install_capture(vm);
  install_torchscript(vm);
}

RunEnvironment::FrontEnds::~FrontEnds() {
  release_cycles();
  release_capture();
  release_torchscript();
}

std::vector<std::string> arguments_of(const RunRequest& request) {
  std::vector<std::string> argv{request.name};
  argv.insert(argv.end(), request.argv.begin(), request.argv.end());
  return argv;
}

void drop_ready_environment() { ready() = {}; }

void make_environment_ready(const RunRequest& request, vm::Host host) {
  if (!request.folder.empty()) return;  // an import may run a module of the program, which may change
  std::string conditions = conditions_of(request), imports(leading_imports(request.source));
  Ready& kept = ready();
  if (kept.environment && kept.conditions == conditions && kept.imports == imports) return;
  drop_ready_environment();
  try {
    auto made = std::make_unique<RunEnvironment>(request, std::move(host));
    made->interpreter.state().argv = arguments_of(request);
    auto code = compile_source(std::make_shared<SourceFile>(request.name, imports));
    if (!code.ok()) return;
    vm::run_module_code(made->interpreter, vm::make<vm::CodeObject>(code.value()), vm::make<vm::Dict>());
    kept = {std::move(made), std::move(conditions), std::move(imports), heap_bytes()};
  } catch (...) {
    // The run itself does the imports then and tells what is wrong.
  }
}

std::unique_ptr<RunEnvironment> take_environment(const RunRequest& request, vm::Host host) {
  Ready kept = std::move(ready());
  drop_ready_environment();
  const bool fits = kept.environment && request.folder.empty() && request.source.starts_with(kept.imports) &&
                    kept.conditions == conditions_of(request);
  if (!fits) {
    kept = {};  // before another is made
    return std::make_unique<RunEnvironment>(request, std::move(host));
  }
  vm::Interpreter::State& state = kept.environment->interpreter.state();
  state.host = std::move(host);
  state.limits = request.limits;
  state.heap_at_start += heap_bytes() - kept.heap_bytes;  // what others have allocated since is not the program's
  return std::move(kept.environment);
}

}  // namespace vt
