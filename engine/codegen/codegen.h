// Loop nests to code: C++ with OpenMP and SIMD, and WebAssembly bytes with SIMD. One
// translation unit (module) per program. The text can be viewed anywhere, also where it
// cannot run. Neighbours: loop/ above, runtime/ below (compiles, loads, calls).
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "loop/nest.h"
#include "support/events.h"

namespace vt {

// What a generator gets: pointers into a Program's steps, library calls left out.
using KernelSource = std::variant<const loop::LoopNest*, const loop::MatmulTemplate*>;

struct GeneratedCode {
  std::string prelude;                   // C++ only: definitions that go before the text, the same for every program
  std::vector<TaggedLine> text;          // C++ or WAT, each line with the items it came from
  std::vector<uint8_t> wasm;             // module bytes, wasm only
  std::vector<std::string> entry_names;  // one per kernel, in order
};

// The machine that C++ is generated for.
struct CpuTarget {
  int vector_bytes = 32;  // 16, 32 or 64
  bool fma = true;
  int threads = 1;
};
CpuTarget host_cpu_target();

struct WasmTarget {
  bool relaxed_simd = false;
};

// Every kernel has the signature
//   void NAME(void* const* buffers, const int64_t* symbol_values)
// with buffers and symbols in the order of the nest's lists.
// A MatmulTemplate's C++ is its epilogue only, called by the runtime after the library's
// product; its WASM is the whole tiled product with the epilogue inside. Both get one more
// pointer after the template's buffers: the product, or scratch for a panel of B.
GeneratedCode generate_cpp(const std::vector<KernelSource>& kernels, const CpuTarget& target);
// Imports "e" "m" (memory); exports each kernel by name.
GeneratedCode generate_wasm(const std::vector<KernelSource>& kernels, const WasmTarget& target);

}  // namespace vt
