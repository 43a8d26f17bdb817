// Generated WebAssembly, instantiated on the engine's own memory and put into its function
// table, so that a kernel is called like any C++ function.
#ifdef __EMSCRIPTEN__
#include <emscripten.h>

#include <cmath>
#include <cstdlib>

#include "runtime/backends.h"
#include "runtime/executable.h"

// clang-format off
// Instantiates a module; writes the table index of each exported name to `indices`. Returns
// null, or a message that the caller frees. Addresses come as signed numbers: above 2 GB
// they need >>> 0.
EM_JS(char*, vt_instantiate, (const uint8_t* bytes, int size, const char* names, uint32_t* indices, const void* erf, const void* erfc, const void* lgamma), {
  try {
    bytes >>>= 0;
    if (!Module.vtKernels) {
      var environment = { m: wasmMemory, fmod: (a, b) => a % b, exp2: (x) => Math.pow(2, x) };
      for (var name of ['exp', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'atan2'])
        environment[name] = Math[name];
      environment.pow = (x, y) => x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : Math.pow(x, y);  // as in C
      environment.erf = wasmTable.get(erf);
      environment.erfc = wasmTable.get(erfc);
      environment.lgamma = wasmTable.get(lgamma);
      Module.vtKernels = { environment: environment, free: [] };
    }
    var module = new WebAssembly.Module(HEAPU8.slice(bytes, bytes + size));
    var instance = new WebAssembly.Instance(module, { e: Module.vtKernels.environment });
    UTF8ToString(names).split(' ').forEach((name, i) => {
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
// A module with one f32x4.relaxed_madd: does this engine know it?
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
// A function's address is its index in the table.
const void* address(double (*f)(double)) { return reinterpret_cast<const void*>(f); }

// Gives the table's places back when the program goes.
struct TablePlaces {
  std::vector<uint32_t> indices;
  ~TablePlaces() {
    for (uint32_t index : indices) vt_release(index);
  }
};

// Instantiates the kernels that have code; the others stay null and are interpreted.
std::vector<KernelEntry> instantiate(const GeneratedCode& code, std::shared_ptr<void>& keeper, std::string& problem) {
  std::string names;
  size_t count = 0;
  for (const std::string& name : code.entry_names)
    if (!name.empty()) names += (count++ ? " " : "") + name;
  std::vector<KernelEntry> entries(code.entry_names.size(), nullptr);
  if (count == 0) return entries;
  auto places = std::make_shared<TablePlaces>();
  places->indices.resize(count);
  char* message = vt_instantiate(code.wasm.data(), static_cast<int>(code.wasm.size()), names.c_str(),
                                 places->indices.data(), address(call_erf), address(call_erfc), address(call_lgamma));
  if (message) {
    problem = std::string("the browser refused a generated kernel, so the loop interpreter runs it: ") + message;
    std::free(message);
    places->indices.clear();
    return {};
  }
  size_t next = 0;
  for (size_t i = 0; i < entries.size(); ++i)
    if (!code.entry_names[i].empty()) entries[i] = reinterpret_cast<KernelEntry>(places->indices[next++]);
  keeper = places;
  return entries;
}

std::string refusals(const GeneratedCode& code) {
  std::string text;
  for (const TaggedLine& line : code.text)
    if (line.text.starts_with(";; ")) text += (text.empty() ? "" : "; ") + line.text.substr(3);
  return text;
}

// The same kernels with more vectors a round; those that have no such loop are left out.
std::vector<KernelVariant> more_vectors(const Program& program, bool relaxed) {
  std::vector<KernelVariant> variants;
  const std::vector<KernelSource> kernels = kernel_sources(program);
  for (int vectors : {2, 4}) {
    const WasmTarget target{relaxed, vectors};
    GeneratedCode code = generate_wasm(kernels, target);
    KernelVariant variant{std::to_string(vectors) + " vectors a round", {}, nullptr};
    std::string problem;
    variant.entries = instantiate(code, variant.library, problem);
    variant.entries.resize(kernels.size(), nullptr);
    for (size_t i = 0; i < kernels.size(); ++i)
      if (generate_wasm({kernels[i]}, target).wasm == generate_wasm({kernels[i]}, WasmTarget{relaxed}).wasm)
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
    GeneratedCode code = generate_wasm(kernel_sources(program), WasmTarget{relaxed});
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

}  // namespace

Backend& wasm_backend() {
  static WasmBackend backend;
  return backend;
}

}  // namespace vt
#endif
