// Loop nests to code: C++ with OpenMP and SIMD, CUDA C++, WGSL, and WebAssembly bytes with SIMD.
// One translation unit (module) per program. The text can be viewed anywhere, also where it
// cannot run. Neighbours: loop/ above, runtime/ below (compiles, loads, calls).
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "loop/nest.h"
#include "support/events.h"

namespace vt {

// What a generator gets: pointers into a Program's steps, library calls left out.
using KernelSource = std::variant<const loop::LoopNest*, const loop::MatmulTemplate*>;

// One launch of a CUDA entry point. Sizes are expressions over the kernel's symbols.
struct CudaLaunch {
  std::string entry;     // extern "C" __global__ function
  SymExpr blocks;        // gridDim.x; nothing is launched where it is 0
  int threads = 256;     // blockDim.x
  SymExpr shared_bytes;  // dynamic shared memory; null: none
};

// What a kernel of the list needs on a CUDA device: its launches in order, on one stream.
// All entries of a kernel take the same parameters, 8 bytes each, in this order: a pointer
// per buffer, a template's product, an int64 per symbol, scratch if `scratch_bytes` is set,
// counters if `counters` is set.
struct CudaKernel {
  std::vector<CudaLaunch> launches;
  // The lines of GeneratedCode::text that define its entries, from the first to one past the
  // last; none where an earlier kernel has the same text, whose entries are launched instead.
  size_t first_line = 0, end_line = 0;
  SymExpr scratch_bytes;       // contents do not matter; null: none
  SymExpr counters;            // 32-bit words that are zero before each launch and after it; null: none
  bool looks_up = false;       // a parameter after all others: where positions that are none are noted
  bool vector_access = false;  // pointers must be multiples of 16 bytes (CudaTarget::aligned)
};

// One dispatch of a WGSL entry point. Workgroups are numbered along x; where there are more than
// 65535 they are rows of as many as fit, and those beyond the last return at once.
struct WgslLaunch {
  std::string entry;
  SymExpr groups;
};

// What a kernel of the list needs on a WebGPU device: a module, and dispatches of it in order.
// Bindings of group 0: the nest's buffers in order, scratch if `scratch_bytes` is set, then the
// values of the symbols, 32 bits each, as a uniform buffer if there are any. Buffers are bound
// with 16 bytes of room at their end: a vector may reach beyond the last element.
struct WgslKernel {
  std::vector<WgslLaunch> launches;
  size_t first_line = 0, end_line = 0;  // of GeneratedCode::text
  std::string functions;                // what goes before these lines in the module
  std::string refusal;                  // what it has that WGSL lacks ("float64"): no launches then
  SymExpr scratch_bytes;                // contents do not matter; null: none
  int storage_buffers = 0;
};

struct GeneratedCode {
  std::string prelude;           // C++, CUDA, WGSL: definitions that go before the text, the same for every program
  std::vector<TaggedLine> text;  // C++, CUDA, WGSL or WAT, each line with the items it came from
  std::vector<uint8_t> wasm;     // module bytes, wasm only
  int wasm_parts = 0;            // exported for threads
  std::vector<std::string> entry_names;  // one per kernel, in order; kernels may share their code
  // C++: the lines of each function, by the name of its entry.
  struct Function {
    std::string entry;
    size_t first_line, end_line;
  };
  std::vector<Function> functions;
  std::vector<CudaKernel> cuda;  // one per kernel, in order; CUDA only
  std::vector<WgslKernel> wgsl;  // one per kernel, in order; WGSL only
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
  int lane_vectors = 1;  // vectors per round of an elementwise loop; the results are the same
  bool shared = false;   // threads share the memory and take parts of kernels
};

// How a kernel is cut into blocks and threads; 0: the generator chooses.
struct CudaShape {
  int threads = 0;  // of a block
  int unroll = 0;   // vectors that a thread loads before it uses the first
  int split = 0;    // blocks that share a reduction
};

// The device that CUDA C++ is generated for; the defaults are an H200.
struct CudaTarget {
  int architecture = 90;  // 10 * major + minor
  int multiprocessors = 132;
  int threads_per_multiprocessor = 2048;
  // Every pointer is a multiple of 16 bytes. Where one is not, the caller generates the
  // kernels again without 128-bit accesses.
  bool aligned = true;
  CudaShape shape;
  std::vector<CudaShape> shapes;                       // by kernel, where they were measured; empty: `shape` for all
  std::vector<std::pair<std::string, int64_t>> hints;  // values of size symbols to expect
  // A template's launches compute the whole product; otherwise they are its epilogue, and
  // the product is the library's.
  bool whole_templates = false;
};

// The device that WGSL is generated for; the defaults are what every WebGPU device has.
struct WgslTarget {
  int workgroups = 512;                                // enough to keep a device busy
  int workgroup_bytes = 16384;                         // of memory that a workgroup shares
  std::vector<std::pair<std::string, int64_t>> hints;  // values of size symbols to expect
  // By program buffer: those that share a GPU buffer with others. They are bound read_write even where they are only
  // read, because WebGPU allows a buffer one usage per dispatch.
  std::vector<bool> shares_buffer = {};
  bool binds_for_writing(const loop::NestBuffer& buffer) const {
    const size_t at = static_cast<size_t>(buffer.program_buffer);
    return buffer.written || (at < shares_buffer.size() && shares_buffer[at]);
  }
};

// Every C++ or WASM kernel has the signature
//   void NAME(void* const* buffers, const int64_t* symbol_values)
// with buffers and symbols in the order of the nest's lists.
// A MatmulTemplate's C++ is its epilogue only, called by the runtime after the library's
// product; its WASM is the whole tiled product with the epilogue inside. Both get one more
// pointer after the template's buffers: the product, or scratch for a panel of B.
GeneratedCode generate_cpp(const std::vector<KernelSource>& kernels, const CpuTarget& target);
// CUDA C++ for NVRTC (C++17, no includes); see CudaKernel for how entries are launched.
// Products and sums contract unless the compiler is told otherwise (--fmad=false).
GeneratedCode generate_cuda(const std::vector<KernelSource>& kernels, const CudaTarget& target);
// A pointwise nest over "n" elements for many tensors in one launch. The kernel's parameters are
// an array of CudaRow in device memory, the number of rows (int64), and the last `shared`
// buffers of the nest, which serve all rows; blocks of a row: the launch's, with the row's n.
struct CudaRow {
  uint64_t pointers[6];  // of the nest's other buffers
  int64_t n, first_block;
};
GeneratedCode generate_cuda_foreach(const loop::LoopNest& nest, size_t shared, const CudaTarget& target);
// Shapes worth measuring for a kernel, the generator's own choice ({}) first, no two of which
// give the same text.
std::vector<CudaShape> cuda_candidates(const KernelSource& kernel, CudaTarget target);
// WGSL, a module per kernel; see WgslKernel for how it is run.
GeneratedCode generate_wgsl(const std::vector<KernelSource>& kernels, const WgslTarget& target);
// Imports "e" "m" (memory); exports each kernel by name. wasm_encoder.h says what a module for threads has beside that.
GeneratedCode generate_wasm(const std::vector<KernelSource>& kernels, const WasmTarget& target);

}  // namespace vt
