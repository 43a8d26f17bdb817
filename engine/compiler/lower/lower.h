// Graph to Program: values become lazy expressions or buffers; buffers are computed by loop nests,
// product templates and library calls; nests that share data are fused; temporaries get offsets in
// one arena. After passes/, before codegen/ and runtime/.
#pragma once
#include <memory>

#include "graph/graph.h"
#include "lower/program.h"

namespace vt {

struct MemoryPlanOptions {
  bool share = true;      // buffer reuse: memory of a dead temporary is assigned to later ones
  bool overwrite = true;  // the last kernel that reads a temporary may write its result into the same memory
  bool in_inputs = true;  // temporaries may also reuse the memory of inputs that the caller gave away
  // Results of library calls have a place in the arena, where the library writes them; false: they stay where the call
  // allocated them.
  bool library_results = false;
  int64_t alignment = 64;  // of every arena offset, in bytes
};

struct LowerOptions {
  bool fuse = true;
  MemoryPlanOptions memory;
  bool matmul_templates = true;
  // For a GPU, whose library also multiplies 16-bit matrices, scales the product, adds to it and writes
  // it with other strides; the rest of an epilogue becomes a kernel of its own (epilogues.h).
  bool products_by_library = false;
  int most_unrolled = 1;           // elements whose reduction is an expression of its readers
  bool looks_up = false;           // loops read at positions that they read from memory: where the generator can
  std::vector<bool> given_inputs;  // by input: the caller has no use for it afterwards; may be short
  int max_fused_kernels = 64;
  int max_inlined_ops = 50;   // a value that takes more ops is materialized
  int max_inlined_uses = 4;   // a value with more uses is materialized
  int max_inlined_reads = 2;  // a value with several uses that reads more tensors of its own size is materialized
  int max_fusion_rounds = 10;
};

LowerOptions cuda_lower_options();
// For WebGPU, which binds ranges of buffers: they begin at multiples of 256 bytes, and those of one kernel are apart.
LowerOptions webgpu_lower_options();

class Lowering;  // state shared by the steps below (lowering.h); refers to the graph, which must outlive it

// Lowers graph values to lazy expressions, and to one kernel per value that must be materialized.
std::shared_ptr<Lowering> lower_values(const Graph& graph, const LowerOptions& options = {});
// Groups kernels that one nest or template can compute; records why others stay apart.
void fuse_kernels(Lowering& lowering);
// Emits one nest, template or library call per group.
Program emit_program(Lowering& lowering);
// Assigns arena offsets to the temporaries by their live ranges; includes in-place reuse.
void plan_memory(Program& program, const MemoryPlanOptions& options = {});

// Runs all steps above.
Program lower_graph(const Graph& graph, const LowerOptions& options = {});

// The value of the expression when each symbol has its hint.
int64_t at_hints(const Program& program, const SymExpr& e);

// The dumps of --dump=loops, fusion and memory.
std::vector<TaggedLine> print_loops(const Program& program);
std::vector<TaggedLine> print_fusion(const Program& program);
std::vector<TaggedLine> print_memory(const Program& program);
// The memory plan as a table: name, kind, type, bytes, first, last, offset, reuses, producer, last_user.
Table memory_table(const Program& program);

}  // namespace vt
