// The back end that runs loop nests in the interpreter: the reference, and the fallback on a
// machine without a compiler.
#include "runtime/backends.h"
#include "runtime/executable.h"

namespace vt {
namespace {

class InterpretBackend : public Backend {
 public:
  const char* name() const override { return "interpret"; }
  bool available() const override { return true; }
  std::unique_ptr<Executable> compile(Program program, CompileTimes&) override {
    return interpret_program(std::move(program), {});
  }
};

}  // namespace

std::unique_ptr<Executable> interpret_program(Program program, std::string note) {
  // Generate the C++ as well, because the panel shows it together with the reason why it does not run.
  GeneratedCode code = generate_cpp(kernel_sources(program), host_cpu_target());
  return std::make_unique<ProgramExecutable>(std::move(program), std::move(code), std::vector<KernelEntry>{},
                                             std::move(note));
}

Backend& interpret_backend() {
  static InterpretBackend backend;
  return backend;
}

}  // namespace vt
