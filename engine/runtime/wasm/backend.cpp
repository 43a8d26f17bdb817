// Generated WebAssembly, instantiated on the engine's own memory. Its functions are added to the engine's
// function table, so that a kernel is called like any C++ function.
#ifdef __EMSCRIPTEN__
#include <emscripten.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "runtime/backends.h"
#include "runtime/executable.h"
#include "support/web_threads.h"

// clang-format off
// Instantiates a module; writes the table index of each exported name to `indices`. Returns
// null, or a message that the caller frees. Addresses arrive as signed numbers, so those
// above 2 GB need >>> 0.
EM_JS(char*, vt_instantiate, (const uint8_t* bytes, int size, const char* names, uint32_t* indices, int parts, const void* kernels, const void* erf, const void* erfc, const void* lgamma), {
  try {
    bytes >>>= 0;
    if (!Module.vtKernels) Module.vtKernels = { imports: vitrineKernelImports(wasmMemory, wasmTable, erf, erfc, lgamma), free: [] };
    var module = new WebAssembly.Module(HEAPU8.slice(bytes, bytes + size));
    var share = (part, buffers, apart, symbols, end, step) => _vt_share(kernels, part, buffers, apart, symbols, end, step);
    var instance = new WebAssembly.Instance(module, { e: Object.assign({ share: share }, Module.vtKernels.imports) });
    names = UTF8ToString(names).split(' ');
    for (var i = 0; i < parts; ++i) names.push('part' + i);
    names.forEach((name, i) => {
      var index = Module.vtKernels.free.length ? Module.vtKernels.free.pop() : wasmTable.grow(1);
      wasmTable.set(index, instance.exports[name]);
      HEAPU32[(indices >>> 2) + i] = index;
    });
    return 0;
  } catch (error) {
    var text = String(error.message || error);
    var length = lengthBytesUTF8(text) + 1, message = _malloc(length);
    stringToUTF8(text, message, length);
    return message;
  }
});
EM_JS(void, vt_release, (uint32_t index), {
  wasmTable.set(index, null);
  Module.vtKernels.free.push(index);
});
EM_JS(int, vt_memory_is_shared, (), { return vitrineIsShared(wasmMemory); });
// Validates a module with one f32x4.relaxed_madd: does this browser support relaxed SIMD?
EM_JS(int, vt_has_relaxed_simd, (), {
  return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
    65, 0, 253, 17, 65, 0, 253, 17, 65, 0, 253, 17, 253, 133, 2, 11]));
});
// clang-format on

namespace vt {
namespace {

double call_erf(double x) { return std::erf(x); }
double call_erfc(double x) { return std::erfc(x); }
double call_lgamma(double x) { return std::lgamma(x); }
// In WebAssembly, a function pointer is an index into the function table.
const void* address(double (*f)(double)) { return reinterpret_cast<const void*>(f); }

// A loaded module. Its destructor returns the table slots.
struct KernelModule {
  uint32_t id = 0;               // never reused
  std::vector<uint8_t> bytes;    // for worker threads, each of which creates its own instance
  std::vector<uint32_t> places;  // table indices: kernels, then parts
  size_t kernels = 0;
  ~KernelModule() {
    for (uint32_t place : places) vt_release(place);
  }
};

// Instantiates the kernels that have code; the others stay null and are interpreted.
std::vector<KernelEntry> instantiate(const GeneratedCode& code, std::shared_ptr<void>& keeper, std::string& problem) {
  std::string names;
  auto module = std::make_shared<KernelModule>();
  for (const std::string& name : code.entry_names)
    if (!name.empty()) names += (module->kernels++ ? " " : "") + name;
  std::vector<KernelEntry> entries(code.entry_names.size(), nullptr);
  if (module->kernels == 0) return entries;
  static uint32_t last_id = 0;
  module->id = ++last_id;
  if (code.wasm_parts > 0) module->bytes = code.wasm;
  module->places.resize(module->kernels + static_cast<size_t>(code.wasm_parts));
  char* message =
      vt_instantiate(code.wasm.data(), static_cast<int>(code.wasm.size()), names.c_str(), module->places.data(),
                     code.wasm_parts, module.get(), address(call_erf), address(call_erfc), address(call_lgamma));
  if (message) {
    problem = std::string("the browser refused a generated kernel, so the loop interpreter runs it: ") + message;
    std::free(message);
    module->places.clear();
    return {};
  }
  size_t next = 0;
  for (size_t i = 0; i < entries.size(); ++i)
    if (!code.entry_names[i].empty()) entries[i] = reinterpret_cast<KernelEntry>(module->places[next++]);
  keeper = module;
  return entries;
}

std::string refusals(const GeneratedCode& code) {
  std::string text;
  for (const TaggedLine& line : code.text)
    if (line.text.starts_with(";; ")) text += (text.empty() ? "" : "; ") + line.text.substr(3);
  return text;
}

// The same kernels with larger unroll factors; a kernel without such a loop has no variant.
std::vector<KernelVariant> more_vectors(const Program& program, bool relaxed) {
  std::vector<KernelVariant> variants;
  const std::vector<KernelSource> kernels = kernel_sources(program);
  for (int vectors : {2, 4}) {
    const WasmTarget target{relaxed, vectors, vt_memory_is_shared() != 0};
    GeneratedCode code = generate_wasm(kernels, target);
    KernelVariant variant{std::to_string(vectors) + " vectors a round", {}, nullptr};
    std::string problem;
    variant.entries = instantiate(code, variant.library, problem);
    variant.entries.resize(kernels.size(), nullptr);
    for (size_t i = 0; i < kernels.size(); ++i)
      if (generate_wasm({kernels[i]}, target).wasm ==
          generate_wasm({kernels[i]}, WasmTarget{relaxed, 1, target.shared}).wasm)
        variant.entries[i] = nullptr;
    variants.push_back(std::move(variant));
  }
  return variants;
}

class WasmBackend : public Backend {
 public:
  const char* name() const override { return "wasm"; }
  bool available() const override { return true; }
  std::unique_ptr<Executable> compile(Program program, CompileTimes& times) override {
    static const bool relaxed = vt_has_relaxed_simd();
    double start = emscripten_get_now();
    GeneratedCode code = generate_wasm(kernel_sources(program), WasmTarget{relaxed, 1, vt_memory_is_shared() != 0});
    times.generate_us = (emscripten_get_now() - start) * 1000;
    start = emscripten_get_now();
    std::string problem = refusals(code);
    std::shared_ptr<void> keeper;
    std::vector<KernelEntry> entries = instantiate(code, keeper, problem);
    times.compile_us = (emscripten_get_now() - start) * 1000;
    auto executable = std::make_unique<ProgramExecutable>(std::move(program), std::move(code), std::move(entries),
                                                          std::move(problem));
    executable->whole_templates = true;
    executable->library = std::move(keeper);
    executable->variant_name = "1 vector a round";
    executable->make_variants = [](const Program& kernels) { return more_vectors(kernels, relaxed); };
    return executable;
  }
};

// A loop over [0, end) in steps, divided among the threads of a SharedLoop. The calls of the part are the same for any
// number of threads, and so are the results.
struct PartLoop {
  void (*part)(const void* buffers, const void* symbols, int from, int to);
  const void *buffers, *symbols;
  int end, step, pieces;
  int64_t steps() const { return (static_cast<int64_t>(end) + step - 1) / step; }
  void run(int piece) const {
    for (int64_t i = piece * steps() / pieces; i < (piece + 1) * steps() / pieces; ++i)
      part(buffers, symbols, static_cast<int>(i * step), static_cast<int>(std::min<int64_t>(end, (i + 1) * step)));
  }
};
// With fewer steps, the loop ends before another thread has woken up.
constexpr int64_t kFewestSteps = 3, kPiecesOfThread = 4;

}  // namespace

// The import "share" of generated modules.
extern "C" EMSCRIPTEN_KEEPALIVE void vt_share(const void* of, int part, const void* buffers, int apart,
                                              const void* symbols, int end, int step) {
  const KernelModule& module = *static_cast<const KernelModule*>(of);
  const uint32_t place = module.places[module.kernels + static_cast<size_t>(part)];
  PartLoop parts{reinterpret_cast<decltype(PartLoop::part)>(place), buffers, symbols, end, step, 1};
  if (end <= 0) return;
  if (parts.steps() < kFewestSteps || web_threads() == 1) return parts.run(0);
  parts.pieces = static_cast<int>(std::min<int64_t>(parts.steps(), kPiecesOfThread * web_threads()));
  SharedLoop loop;
  loop.pieces = parts.pieces;
  loop.context = &parts;
  loop.run = [](const void* context, int piece) { static_cast<const PartLoop*>(context)->run(piece); };
  loop.kernel = {module.id,
                 module.bytes.data(),
                 module.bytes.size(),
                 part,
                 buffers,
                 static_cast<size_t>(apart),
                 symbols,
                 end,
                 step,
                 address(call_erf),
                 address(call_erfc),
                 address(call_lgamma)};
  run_on_threads(loop);
}

Backend& wasm_backend() {
  static WasmBackend backend;
  return backend;
}

}  // namespace vt
#endif
