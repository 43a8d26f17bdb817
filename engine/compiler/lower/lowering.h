// The state of one lowering, private to lower/. values.cpp walks the graph and creates kernels; reads.cpp determines
// what they read; emit.cpp turns a group of kernels into one nest or template; fuse.cpp chooses the groups; lower.cpp
// assembles the program.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "lower/index.h"
#include "lower/lower.h"
#include "ops/lowering.h"

namespace vt {

// A graph value during lowering: an expression per element until it is materialized in a buffer; from
// then on, every use loads from the buffer.
struct LazyValue {
  Loader element;
  int buffer = -1;
  int ops = 0;                // number of pointwise ops that `element` evaluates
  std::vector<NodeId> nodes;  // graph nodes inlined in `element`
  size_t piece_axis = 0;      // as in LowerContext::define_pieces
  std::vector<LowerContext::Piece> pieces;
};

enum class KernelKind : uint8_t { kPointwise, kReduction, kMatmul, kExtern };

struct MatmulOperand {
  int buffer = -1;
  SymExpr offset, batch_stride, row_stride, column_stride;
};

// One computation before fusion: it writes one buffer (a library call may write several).
struct Kernel {
  KernelKind kind = KernelKind::kPointwise;
  int buffer = -1;
  Loader element;              // of the result, or of the reduction's input (index: kept axes, then reduced axes)
  std::vector<SymExpr> sizes;  // pointwise: sizes of the result; reduction: of the kept axes
  std::vector<SymExpr> reduced;
  // kPointwise, optional: the result as pieces along an axis; `element` then selects the piece of each index.
  size_t piece_axis = 0;
  std::vector<LowerContext::Piece> pieces;
  bool unrolled = false;  // the pieces have equal sizes, and one loop nest writes all of them
  bool columns = false;   // kReduction: neighbours in memory belong to different results (a column sum)
  loop::Reduce reduce = loop::Reduce::kSum;
  DType accumulate = DType::kFloat32;
  // kMatmul: sizes of C[b, m, n]; `finish` maps the product at an index to the node's result.
  SymExpr batch, m, n, k;
  MatmulOperand a, b;
  std::function<loop::ExprId(loop::ExprGraph&, loop::ExprId product, const Index&)> finish;
  ExternCall call;          // kExtern
  std::vector<int> writes;  // kExtern: all outputs; else {buffer}
  std::set<int> reads;
  std::vector<NodeId> nodes;
  std::string name;  // name of the node that it computes
};

struct Refusal {
  std::string rule, detail;
};

// Result of emitting a group: a step, or the reason why the group cannot be one step.
struct Emitted {
  std::optional<Step> step;
  Refusal refusal;
};

class Emission;

class Lowering {
 public:
  Lowering(const Graph& graph, const LowerOptions& options);
  void lower_values();
  void fuse();
  Program emit_program();

  // --- values.cpp
  TensorMeta value_meta(ValueRef value) const { return graph_.meta(value); }
  Loader loader(ValueRef value);
  int realize(ValueRef value);              // the value's buffer, created if needed; contiguous unless an input
  ExternArg::View view_of(ValueRef value);  // a view of a buffer; materializes the value only if necessary
  // With `factor`, the result may be a view of a tensor of which the value is a multiple.
  std::optional<ExternArg::View> try_view(ValueRef value, double* factor = nullptr);
  int new_buffer(std::string name, DType dtype, std::vector<SymExpr> sizes, std::vector<SymExpr> strides, ItemId item);
  Loader buffer_loader(int buffer);
  Loader flat_loader(int buffer);        // by the offset of an element
  bool takes_positions(ValueRef value);  // its loader, where an index is a position that is read from memory
  void define(ValueRef value, Loader element);
  std::optional<Loader> unrolled(loop::Reduce kind, const std::vector<SymExpr>& reduced, const Loader& element) const;
  Loader add_reduction(NodeId node, loop::Reduce kind, std::vector<SymExpr> kept, std::vector<SymExpr> reduced,
                       DType accumulate, Loader element);
  const Graph& graph() const { return graph_; }
  int64_t hint(const SymExpr& e) const;

  // --- fuse.cpp
  void add_decision(FusionDecision decision);  // no-op for a duplicate

  // --- emit.cpp
  Emitted emit(const std::vector<int>& members, bool first_only = false);
  bool needed_outside(int buffer, const std::vector<int>& members) const;
  std::string kernel_name(const std::vector<int>& members, const char* prefix);

  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  std::vector<std::set<int>> readers;  // per buffer: the kernels that read it
  std::set<int> output_buffers;
  Emission* emission = nullptr;  // the emission in progress; loaders add their loads to it
  const LowerOptions& options() const { return options_; }

 private:
  friend class NodeLowering;
  LazyValue& value(ValueRef ref);
  void lower_inputs();
  void lower_node(NodeId id);
  bool lower_pointwise(const Node& node);
  bool has_product_template(DType dtype) const;
  ValueRef without_factor(ValueRef ref, double& factor);
  ExternArg::View operand_view(ValueRef ref, double& factor);
  bool lower_matmul(const Node& node);
  void lower_extern(const Node& node);
  void note_inlined(const Node& node);
  bool inline_constant(const Node& node);
  ValueRef storage_root(ValueRef value) const;
  void lower_outputs();
  double uses_through_views(const Node& node);
  bool must_materialize(const Node& node, int result);
  // --- reads.cpp
  int large_reads(ValueRef ref);
  size_t count_loads(const Kernel& kernel, size_t axis, const LowerContext::Piece* piece, SymExpr* width);
  void unroll_choices(Kernel& kernel);
  void find_reads();
  void drop_dead_kernels();
  void sort_kernels();

  void record_inlined();
  void assemble(Program& program);
  std::vector<std::string> symbols_used(const Program& program) const;

  const Graph& graph_;
  const LowerOptions options_;
  std::vector<std::vector<LazyValue>> values_;
  std::vector<ProgramOutput> outputs_;
  std::vector<std::vector<int>> groups_;
  std::vector<FusionDecision> decisions_;
  int next_kernel_ = 0;
};

// Receives the loads of kernels while they are emitted (emit.cpp) or probed (probe.h).
class Emission {
 public:
  virtual ~Emission() = default;
  virtual loop::ExprId load(loop::ExprGraph& graph, int buffer, const SymExpr& flat) = 0;
  // As many elements further as `further` says.
  virtual loop::ExprId gather(loop::ExprGraph& graph, int buffer, const SymExpr& flat, loop::ExprId further) = 0;
  // Marks what was added since `before` as coming from a node.
  virtual void mark(loop::ExprGraph& graph, size_t before, ItemId item) = 0;
};

}  // namespace vt
