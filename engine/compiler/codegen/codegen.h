// Loop nests to code: C++ with OpenMP and SIMD, CUDA C++, WGSL, and WebAssembly bytes with SIMD. One translation
// unit (or module) per program. Code can be generated and shown on every platform, also where it cannot run.
// Neighbours: loop/ before, runtime/ after (compiles, loads, calls).
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "loop/nest.h"
#include "support/events.h"

namespace vt {

// Input of a generator: pointers to the nests and templates among a Program's steps, without library calls.
using KernelSource = std::variant<const loop::LoopNest*, const loop::MatmulTemplate*>;

// One launch of a CUDA entry point. Sizes are expressions over the kernel's symbols.
struct CudaLaunch {
  std::string entry;     // extern "C" __global__ function
  SymExpr blocks;        // gridDim.x; 0: no launch
  int threads = 256;     // blockDim.x
  SymExpr shared_bytes;  // dynamic shared memory; null: none
};

// How to run one kernel on a CUDA device: its launches in order, on one stream. All entries of
// a kernel take the same parameters, 8 bytes each, in this order: a pointer per buffer, a
// template's product, an int64 per symbol, scratch if `scratch_bytes` is set, counters if
// `counters` is set.
struct CudaKernel {
  std::vector<CudaLaunch> launches;
  // The half-open line range of GeneratedCode::text that defines the entries. Empty if an earlier kernel has
  // the same text: then the launches name that kernel's entries.
  size_t first_line = 0, end_line = 0;
  SymExpr scratch_bytes;       // contents do not matter; null: none
  SymExpr counters;            // 32-bit words that are zero before each launch and after it; null: none
  bool looks_up = false;       // a parameter after all others: where positions that are none are noted
  bool vector_access = false;  // pointers must be multiples of 16 bytes (CudaTarget::aligned)
};

// One dispatch of a WGSL entry point. Workgroups are numbered along x; more than 65535 are arranged in
// rows along y, and the surplus ones of the last row return at once.
struct WgslLaunch {
  std::string entry;
  SymExpr groups;
};

// How to run one kernel on a WebGPU device: a module and its dispatches in order. Bindings of group 0: the
// nest's buffers in order, scratch if `scratch_bytes` is set, then, if there are symbols, a uniform buffer with
// their values, 32 bits each. Every binding must extend 16 bytes beyond the last element, because a vector
// access may reach past it.
struct WgslKernel {
  std::vector<WgslLaunch> launches;
  size_t first_line = 0, end_line = 0;  // half-open line range of GeneratedCode::text
  std::string functions;                // module text that goes before these lines
  std::string refusal;                  // the feature that WGSL lacks ("float64"), with no launches; empty: supported
  SymExpr scratch_bytes;                // contents need no initialisation; null: none
  int storage_buffers = 0;
};

struct GeneratedCode {
  std::string prelude;           // C++, CUDA, WGSL: definitions that go before the text; the same for every program
  std::vector<TaggedLine> text;  // C++, CUDA, WGSL or WAT; each line with the provenance of its expression
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

// The CPU that C++ is generated for.
struct CpuTarget {
  int vector_bytes = 32;  // 16, 32 or 64
  bool fma = true;
  int threads = 1;
};
CpuTarget host_cpu_target();

struct WasmTarget {
  bool relaxed_simd = false;
  int lane_vectors = 1;  // unroll factor of pointwise loops, in vectors; does not change results
  bool shared = false;   // threads share the memory and run parts of kernels
};

// Tuning parameters of a CUDA kernel; 0: the generator chooses.
struct CudaShape {
  int threads = 0;  // threads per block
  int unroll = 0;   // vectors that a thread loads before it uses the first one
  int split = 0;    // blocks that share a reduction
};

// The device that CUDA C++ is generated for; the defaults are an H200.
struct CudaTarget {
  int architecture = 90;  // 10 * major + minor
  int multiprocessors = 132;
  int threads_per_multiprocessor = 2048;
  // Every pointer is 16-byte aligned. If a pointer is not, the caller generates the kernels again with
  // `false`, without 128-bit accesses.
  bool aligned = true;
  CudaShape shape;
  std::vector<CudaShape> shapes;                       // per kernel, if measured; empty: `shape` for all
  std::vector<std::pair<std::string, int64_t>> hints;  // expected values of size symbols
  // true: a template's launches compute the whole product. false: the library computes the product, and the
  // launches only the epilogue.
  bool whole_templates = false;
};

// The device that WGSL is generated for; the defaults are the guaranteed minimum of WebGPU.
struct WgslTarget {
  int workgroups = 512;                                // enough to occupy a device
  int workgroup_bytes = 16384;                         // shared memory of a workgroup, in bytes
  std::vector<std::pair<std::string, int64_t>> hints;  // expected values of size symbols
  // Per program buffer: whether it shares a GPU buffer with others. Such a buffer is bound read_write even if a kernel
  // only reads it, because WebGPU allows one usage of a GPU buffer per dispatch.
  std::vector<bool> shares_buffer = {};
  bool binds_for_writing(const loop::NestBuffer& buffer) const {
    const size_t at = static_cast<size_t>(buffer.program_buffer);
    return buffer.written || (at < shares_buffer.size() && shares_buffer[at]);
  }
};

// Every C++ or WASM kernel has the signature
//   void NAME(void* const* buffers, const int64_t* symbol_values)
// with buffers and symbols in the order of the nest's lists.
// For a MatmulTemplate, the C++ function is only the epilogue, which the runtime calls after the library's
// product; the WASM function is the whole tiled product with the epilogue. Both take one more pointer after
// the template's buffers: the product, or scratch memory for a panel of B.
GeneratedCode generate_cpp(const std::vector<KernelSource>& kernels, const CpuTarget& target);
// CUDA C++ for NVRTC (C++17, no includes); see CudaKernel for how entries are launched.
// Multiply-adds are contracted to fma unless the compiler is told otherwise (--fmad=false).
GeneratedCode generate_cuda(const std::vector<KernelSource>& kernels, const CudaTarget& target);
// A pointwise nest over "n" elements, applied to many tensors in one launch. The kernel's parameters are
// an array of CudaRow in device memory, the number of rows (int64), and the nest's last `shared` buffers,
// which all rows share. A row has as many blocks as the launch of its n.
struct CudaRow {
  uint64_t pointers[6];  // of the nest's unshared buffers
  int64_t n, first_block;
};
GeneratedCode generate_cuda_foreach(const loop::LoopNest& nest, size_t shared, const CudaTarget& target);
// Tuning candidates for a kernel: the generator's own choice ({}) first, without those whose text is
// the same.
std::vector<CudaShape> cuda_candidates(const KernelSource& kernel, CudaTarget target);
// WGSL, one module per kernel; WgslKernel says how to run it.
GeneratedCode generate_wgsl(const std::vector<KernelSource>& kernels, const WgslTarget& target);
// Imports "e" "m" (memory); exports each kernel by name. For a module with threads see wasm_encoder.h.
GeneratedCode generate_wasm(const std::vector<KernelSource>& kernels, const WasmTarget& target);

}  // namespace vt
