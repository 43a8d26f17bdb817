// Generated C++, compiled by the system's compiler, loaded with dlopen.
#ifndef __EMSCRIPTEN__
#include <algorithm>
#include <chrono>

#include "ops/kernels/parallel.h"
#include "runtime/backends.h"
#include "runtime/cpu/load.h"
#include "runtime/executable.h"
#include "support/isa.h"

namespace vt {
namespace {

// No -ffast-math: NaN and infinity keep their meaning. Products and sums may fuse.
std::string compiler_flags() {
  return "-std=c++17 -O2 " + isa_choice().march +
         " -mprefer-vector-width=512 -fPIC -shared -fopenmp -fno-math-errno "
         "-fno-trapping-math "
         "-fwrapv -fno-exceptions -fno-rtti -w -x c++";
}

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

std::string vectors_text(int bytes) { return "vectors of " + std::to_string(bytes) + " bytes"; }

bool is_elementwise(const KernelSource& source) {
  const auto* nest = std::get_if<const loop::LoopNest*>(&source);
  return nest && std::all_of((*nest)->phases.begin(), (*nest)->phases.end(),
                             [](const loop::Phase& phase) { return phase.reductions.empty(); });
}

bool divides_integers(const GeneratedCode& code) {
  return std::any_of(code.text.begin(), code.text.end(), [](const TaggedLine& line) {
    return line.text.find("_divide(") != std::string::npos || line.text.find("_remainder(") != std::string::npos;
  });
}

// The elementwise kernels with narrower vectors than the widest that the processor has; sums would come out otherwise.
std::vector<KernelVariant> narrower_vectors(const Program& program, CpuTarget target) {
  std::vector<KernelVariant> variants;
  const std::vector<KernelSource> kernels = kernel_sources(program);
  if (std::none_of(kernels.begin(), kernels.end(), is_elementwise)) return variants;
  for (int bytes = target.vector_bytes / 2; bytes >= 16; bytes /= 2) {
    CpuTarget narrow = target;
    narrow.vector_bytes = bytes;
    GeneratedCode code = generate_cpp(kernels, narrow);
    // Each library has a flag of its own for a division by zero, and the program looks at the first one's.
    if (divides_integers(code)) break;
    CompileTimes times;
    LoadedKernels loaded = compile_and_load(code, compiler_flags(), times);
    KernelVariant variant{vectors_text(bytes), std::move(loaded.entries), std::move(loaded.library)};
    variant.entries.resize(kernels.size(), nullptr);
    for (size_t i = 0; i < kernels.size(); ++i)
      if (!is_elementwise(kernels[i])) variant.entries[i] = nullptr;
    variants.push_back(std::move(variant));
  }
  return variants;
}

class CppBackend : public Backend {
 public:
  const char* name() const override { return "cpp"; }
  bool available() const override { return true; }  // falls back to the interpreter and says so

  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    double start = now_us();
    CpuTarget target = host_cpu_target();
    target.threads = thread_count();
    GeneratedCode code = generate_cpp(kernel_sources(program), target);
    times.generate_us = now_us() - start;
    start = now_us();
    LoadedKernels loaded = compile_and_load(code, compiler_flags(), times);
    times.compile_us = now_us() - start;
    auto executable = std::make_unique<ProgramExecutable>(std::move(program), std::move(code),
                                                          std::move(loaded.entries), std::move(loaded.problem));
    executable->divisions_by_zero = std::move(loaded.divisions_by_zero);
    executable->library = std::move(loaded.library);
    executable->products_in_place = true;
    executable->source_path = std::move(loaded.source_path);
    executable->variant_name = vectors_text(target.vector_bytes);
    executable->make_variants = [target](const Program& kernels) { return narrower_vectors(kernels, target); };
    return executable;
  }
};

}  // namespace

Backend& cpp_backend() {
  static CppBackend backend;
  return backend;
}

}  // namespace vt
#endif
