// Graph to Program: values become lazy expressions or buffers, buffers are computed by
// loop nests, templates and library calls, nests that share data are fused, temporaries
// get places in one arena. After passes/, before codegen/ and runtime/.
#pragma once
#include <memory>

#include "graph/graph.h"
#include "lower/program.h"

namespace vt {

struct MemoryPlanOptions {
  bool share = true;      // a place is used again once its temporary is dead
  bool overwrite = true;  // by the kernel, too, that reads the temporary for the last time
  bool in_inputs = true;  // temporaries lie in the memory of inputs that the caller gave away, too
  // What a library call returns has a place, too, and the library writes there; false: it stays where the call made it.
  bool library_results = false;
  int64_t alignment = 64;  // of every place
};

struct LowerOptions {
  bool fuse = true;
  MemoryPlanOptions memory;
  bool matmul_templates = true;
  // For a GPU, whose library does products of 16-bit numbers too, scales them, adds to them and
  // writes them in another order; what it does not do becomes a kernel of its own (epilogues.h).
  bool products_by_library = false;
  int most_unrolled = 1;  // elements whose reduction is an expression of its readers
  bool looks_up = false;  // loops read at positions that they read from memory: where the generator can
  std::vector<bool> given_inputs;  // by input: the caller has no use for it afterwards; may be short
  int max_fused_kernels = 64;
  int max_inlined_ops = 50;   // a value of more ops is materialised
  int max_inlined_uses = 4;   // so is one that is read more often
  int max_inlined_reads = 2;  // and one with several readers that reads more tensors of its size
  int max_fusion_rounds = 10;
};

LowerOptions cuda_lower_options();
// For WebGPU, which binds ranges of buffers: they begin at multiples of 256 bytes, and those of one kernel are apart.
LowerOptions webgpu_lower_options();

class Lowering;  // what the steps below share (lowering.h); it refers to the graph

// Values as lazy expressions, and a kernel for each that must be in memory.
std::shared_ptr<Lowering> lower_values(const Graph& graph, const LowerOptions& options = {});
// Groups the kernels that one nest or template can compute, and says why others stay apart.
void fuse_kernels(Lowering& lowering);
// A nest, a template or a library call per group.
Program emit_program(Lowering& lowering);
// Offsets in one arena for the temporaries by lifetime, in-place reuse included.
void plan_memory(Program& program, const MemoryPlanOptions& options = {});

// All of it.
Program lower_graph(const Graph& graph, const LowerOptions& options = {});

// The expression with each symbol at its hint.
int64_t at_hints(const Program& program, const SymExpr& e);

// The dumps of --dump=loops, fusion and memory.
std::vector<TaggedLine> print_loops(const Program& program);
std::vector<TaggedLine> print_fusion(const Program& program);
std::vector<TaggedLine> print_memory(const Program& program);
// The memory plan as rows: name, kind, type, bytes, first, last, offset, reuses, producer, last_user.
Table memory_table(const Program& program);

}  // namespace vt
