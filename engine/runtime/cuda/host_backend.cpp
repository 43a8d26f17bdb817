// CUDA text run serially on the CPU, so that kernels can be tested where there is no GPU:
// compiled by the system's compiler after a shim. Chosen by name only.
#ifndef __EMSCRIPTEN__
#include "codegen/c_text.h"
#include "runtime/backends.h"
#include "runtime/cpu/load.h"
#include "runtime/cuda/host_shim.h"
#include "runtime/executable.h"

namespace vt {
namespace {

// A device with few processors: reductions are split, but not among hundreds of blocks.
CudaTarget small_device(const Program& program) {
  CudaTarget target;
  target.hints = size_hints(program);
  target.multiprocessors = 2;
  target.threads_per_multiprocessor = 1024;
  target.whole_templates = true;
  return target;
}

struct KernelArguments {
  size_t buffers;
  std::vector<std::string> symbols;
};

KernelArguments arguments_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return {(*nest)->buffers.size(), (*nest)->symbols};
  const loop::MatmulTemplate& product = *std::get<const loop::MatmulTemplate*>(source);
  return {product.buffers.size(), product.symbols};
}

// A function of the form of KernelEntry that launches the kernel's entries in order.
std::string entry_text(const std::string& name, const CudaKernel& kernel, const KernelArguments& arguments) {
  std::string text = "extern \"C\" void " + name + "(void* const* buffers, const i64* symbols) {\n";
  std::string words;
  for (size_t i = 0; i < arguments.buffers; ++i) words += "(unsigned long long)buffers[" + std::to_string(i) + "], ";
  for (size_t i = 0; i < arguments.symbols.size(); ++i) {
    text += "  const i64 " + arguments.symbols[i] + " = symbols[" + std::to_string(i) + "];\n";
    words += "(unsigned long long)" + arguments.symbols[i] + ", ";
  }
  size_t count = arguments.buffers + arguments.symbols.size();
  if (kernel.scratch_bytes) {
    words += "(unsigned long long)host::memory(0, " + codegen::c_index(kernel.scratch_bytes) + "), ";
    ++count;
  }
  if (kernel.counters) {
    text += "  const i64 count = " + codegen::c_index(kernel.counters) + ";\n";
    text += "  char* counters = host::memory(1, count * 4);\n";
    words += "(unsigned long long)counters, ";
    ++count;
  }
  text += "  const unsigned long long words[] = {" + words + "0};\n";
  for (const CudaLaunch& launch : kernel.launches) {
    text += "  host::launch(" + launch.entry + ", " + codegen::c_index(launch.blocks) + ", " +
            std::to_string(launch.threads) + ", words, " + std::to_string(count) + ");\n";
    if (kernel.counters) text += "  host::check_counters(counters, count);\n";
  }
  return text + "}\n";
}

class CudaHostBackend : public Backend {
 public:
  const char* name() const override { return "cuda-host"; }
  bool available() const override { return false; }

  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    std::vector<KernelSource> sources = kernel_sources(program);
    GeneratedCode code = generate_cuda(sources, small_device(program));
    std::string text = kCudaHostShim + code.prelude;
    for (const TaggedLine& line : code.text) text += line.text + "\n";
    std::vector<std::string> names;
    for (size_t i = 0; i < sources.size(); ++i) {
      names.push_back("host_" + code.entry_names[i]);
      text += entry_text(names.back(), code.cuda[i], arguments_of(sources[i]));
    }
    LoadedKernels loaded;
    if (!names.empty())
      loaded = compile_and_load(text, "-std=c++17 -O1 -fPIC -shared -fno-strict-aliasing -w -x c++", names, times);
    auto executable = std::make_unique<ProgramExecutable>(std::move(program), std::move(code),
                                                          std::move(loaded.entries), std::move(loaded.problem));
    executable->whole_templates = true;
    executable->library = std::move(loaded.library);
    return executable;
  }
};

}  // namespace

Backend& cuda_host_backend() {
  static CudaHostBackend backend;
  return backend;
}

}  // namespace vt
#endif
