// The walk over the graph: lazy values, and the kernels that fill buffers.
#include <algorithm>
#include <cstring>

#include "lower/probe.h"
#include "ops/dispatch.h"
#include "ops/families/pointwise.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {
namespace {

// Without the rule that a size of 0 counts as 1: no loop runs there, and products of sizes simplify.
std::vector<SymExpr> row_major(const std::vector<SymExpr>& sizes) {
  std::vector<SymExpr> strides(sizes.size());
  SymExpr stride = sym_constant(1);
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride = sym_mul(stride, sizes[i]);
  }
  return strides;
}

bool same_exprs(const std::vector<SymExpr>& a, const std::vector<SymExpr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sym_equal);
}

// A stride without that rule, which is left out of strides where a guard says that the size is not 0.
SymExpr without_floor(const SymExpr& e) {
  if (e->op != SymOp::kMax && e->op != SymOp::kMul && e->op != SymOp::kAdd) return e;
  if (e->op == SymOp::kMax)
    return e->operands.size() == 2 && is_one(e->operands[0])   ? e->operands[1]
           : e->operands.size() == 2 && is_one(e->operands[1]) ? e->operands[0]
                                                               : e;
  SymExpr result = without_floor(e->operands[0]);
  for (size_t i = 1; i < e->operands.size(); ++i) {
    SymExpr operand = without_floor(e->operands[i]);
    result = e->op == SymOp::kMul ? sym_mul(result, operand) : sym_add(result, operand);
  }
  return result;
}
std::vector<SymExpr> plain_strides(const TensorMeta& meta) {
  std::vector<SymExpr> strides = exprs(meta.strides);
  for (SymExpr& stride : strides) stride = without_floor(stride);
  return strides;
}

bool is_row_major(const TensorMeta& meta) { return same_exprs(plain_strides(meta), row_major(exprs(meta.sizes))); }

bool has_no_elements(const TensorMeta& meta) {
  return std::any_of(meta.sizes.begin(), meta.sizes.end(),
                     [](const SymInt& size) { return !size.symbolic() && size.hint() == 0; });
}

// Places that are read from memory stand in indices as variables until a buffer is read there.
constexpr char kOfPosition = '?';
SymExpr variable_of(loop::ExprId position) {
  return sym_variable(kOfPosition + std::to_string(static_cast<uint32_t>(position)));
}
// What such variables add to an offset, taken out of it; kNoExpr if there are none.
loop::ExprId take_positions(loop::ExprGraph& g, SymExpr& flat) {
  std::vector<std::string> names;
  sym_free_symbols(flat, names);
  std::erase_if(names, [](const std::string& name) { return name[0] != kOfPosition; });
  if (names.empty()) return loop::kNoExpr;
  flat = simplify_index(flat, {});  // as a Probe does, which has seen that it is linear
  loop::ExprId all = loop::kNoExpr;
  for (const std::string& name : names) {
    SymExpr step;
    VT_CHECK(linear_in(flat, name, &step, &flat), "takes_positions() has looked at the index");
    loop::ExprId more{static_cast<uint32_t>(std::stoul(name.substr(1)))};
    if (!is_one(step)) more = g.binary(loop::ScalarOp::kMul, more, g.index(step));
    all = all == loop::kNoExpr ? more : g.binary(loop::ScalarOp::kAdd, all, more);
  }
  return all;
}

// The index into an operand that is broadcast to the result.
Index broadcast_index(const Index& index, const std::vector<SymExpr>& operand) {
  Index result(operand.size());
  size_t skip = index.size() - operand.size();
  for (size_t i = 0; i < operand.size(); ++i) result[i] = is_one(operand[i]) ? sym_constant(0) : index[skip + i];
  return result;
}

DType compute_type(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kBFloat16 ? DType::kFloat32 : dtype;
}

loop::Reduce reduce_of(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum: return loop::Reduce::kSum;
    case ReductionKind::kProd: return loop::Reduce::kProd;
    case ReductionKind::kMax: return loop::Reduce::kMax;
    case ReductionKind::kMin: return loop::Reduce::kMin;
    case ReductionKind::kAny: return loop::Reduce::kAny;
    case ReductionKind::kAll: return loop::Reduce::kAll;
    case ReductionKind::kArgMax: return loop::Reduce::kArgMax;
    case ReductionKind::kArgMin: return loop::Reduce::kArgMin;
  }
  return loop::Reduce::kSum;
}

// Reads an element at places of which some are positions from memory.
LowerContext::Lookup at_places(Loader load, std::vector<SymExpr> sizes, bool wraps) {
  return [load = std::move(load), sizes = std::move(sizes), wraps](loop::ExprGraph& g,
                                                                   const std::vector<LowerContext::Place>& places) {
    Index index;
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i].position == loop::kNoExpr) index.push_back(places[i].index);
      else index.push_back(variable_of(g.position(places[i].position, sizes[i], static_cast<int64_t>(i), wraps)));
    }
    return load(g, index);
  };
}

}  // namespace

// What an op's `lower` works with.
class NodeLowering final : public LowerContext {
 public:
  NodeLowering(Lowering& lowering, const Node& node) : lowering_(lowering), node_(node) {}
  bool is_extern = false;

  TensorMeta input_meta(size_t argument, size_t item) const override {
    return lowering_.value_meta(at(argument, item));
  }
  Loader input(size_t argument, size_t item) override {
    const TensorMeta meta = input_meta(argument, item);
    if (!has_no_elements(meta) || (node_.op->traits & kView)) return lowering_.loader(at(argument, item));
    // Nothing can be read where nothing is. What an op looks up all the same it does not use: a pad's border.
    return [dtype = meta.dtype](loop::ExprGraph& g, const Index&) {
      return is_floating(dtype) ? g.constant(0, dtype) : g.constant_int(0, dtype);
    };
  }
  const TensorMeta& output_meta(size_t i) const override { return node_.metas[i]; }
  void define_pointwise(size_t output, Loader element) override {
    DType dtype = node_.metas[output].dtype;
    lowering_.define({node_.id, static_cast<int>(output)},
                     [element = std::move(element), dtype](loop::ExprGraph& g, const Index& index) {
                       return g.cast(element(g, index), dtype);
                     });
  }
  void define_pieces(size_t output, size_t axis, std::vector<Piece> pieces) override {
    LazyValue& lazy = lowering_.value({node_.id, static_cast<int>(output)});
    lazy.piece_axis = axis;
    lazy.pieces = std::move(pieces);
  }
  void define_extern() override { is_extern = true; }
  bool looks_up() const override { return lowering_.options().looks_up; }
  Lookup look_up(size_t argument, bool wraps) override {
    const TensorMeta meta = input_meta(argument, 0);
    // Little of a value that is in no memory is computed where it is looked up.
    const SymExpr found = product_of(exprs(node_.metas[0].sizes));
    const bool few = lowering_.hint(found) <= lowering_.hint(product_of(exprs(meta.sizes)));
    if (has_no_elements(meta) || (few && lowering_.takes_positions(at(argument, 0))))
      return at_places(input(argument, 0), exprs(meta.sizes), wraps);
    const ExternArg::View view = lowering_.view_of(at(argument, 0));
    Loader element = [load = lowering_.flat_loader(view.buffer), view](loop::ExprGraph& g, const Index& index) {
      SymExpr flat = view.offset;
      for (size_t i = 0; i < index.size(); ++i) flat = sym_add(flat, sym_mul(index[i], view.strides[i]));
      return load(g, {flat});
    };
    return at_places(std::move(element), view.sizes, wraps);
  }

  Loader reduce(ReductionKind kind, std::vector<SymExpr> kept, std::vector<SymExpr> reduced, DType accumulate,
                Loader element) override {
    Loader typed = [element = std::move(element), accumulate](loop::ExprGraph& g, const Index& index) {
      return g.cast(element(g, index), accumulate);
    };
    return lowering_.add_reduction(node_.id, reduce_of(kind), std::move(kept), std::move(reduced), accumulate,
                                   std::move(typed));
  }

 private:
  ValueRef at(size_t argument, size_t item) const { return node_.args[argument].values[item]; }

  Lowering& lowering_;
  const Node& node_;
};

Lowering::Lowering(const Graph& graph, const LowerOptions& options)
    : graph_(graph), options_(options), values_(graph.capacity()) {}

int64_t Lowering::hint(const SymExpr& e) const {
  return sym_evaluate(
      e,
      [](const void* context, std::string_view name) -> int64_t {
        const ShapeEnv* shapes = static_cast<const Graph*>(context)->shapes.get();
        const ShapeEnv::SymbolInfo* symbol = shapes ? shapes->find_symbol(name) : nullptr;
        return symbol ? symbol->hint : 8192;
      },
      &graph_);
}

LazyValue& Lowering::value(ValueRef ref) {
  return values_[static_cast<uint32_t>(ref.node)][static_cast<size_t>(ref.result)];
}

int Lowering::new_buffer(std::string name, DType dtype, std::vector<SymExpr> sizes, std::vector<SymExpr> strides,
                         ItemId item) {
  Buffer buffer;
  buffer.name = name.empty() ? "buf" + std::to_string(buffers.size()) : std::move(name);
  buffer.dtype = dtype;
  buffer.strides = strides.empty() && !sizes.empty() ? row_major(sizes) : std::move(strides);
  buffer.sizes = std::move(sizes);
  buffer.item = item;
  buffers.push_back(std::move(buffer));
  readers.emplace_back();
  return static_cast<int>(buffers.size()) - 1;
}

Loader Lowering::buffer_loader(int buffer) {
  return [this, buffer, load = flat_loader(buffer)](loop::ExprGraph& g, const Index& index) {
    const Buffer& b = buffers[static_cast<size_t>(buffer)];
    SymExpr flat = sym_constant(0);
    for (size_t i = 0; i < index.size(); ++i) flat = sym_add(flat, sym_mul(index[i], b.strides[i]));
    return load(g, {flat});
  };
}

Loader Lowering::flat_loader(int buffer) {
  return [this, buffer](loop::ExprGraph& g, const Index& index) {
    SymExpr flat = index[0];
    const loop::ExprId further = take_positions(g, flat);
    return further == loop::kNoExpr ? emission->load(g, buffer, flat) : emission->gather(g, buffer, flat, further);
  };
}

// Asks at each use, so that a value realised later is loaded by everybody.
Loader Lowering::loader(ValueRef ref) {
  VT_CHECK(ref.valid(), "a lowering rule reads a tensor that is not there");
  return [this, ref](loop::ExprGraph& g, const Index& index) {
    LazyValue& lazy = value(ref);
    if (lazy.buffer >= 0) return buffer_loader(lazy.buffer)(g, index);
    size_t before = g.size();
    loop::ExprId result = lazy.element(g, index);
    emission->mark(g, before, graph_.at(ref.node).item);
    return result;
  };
}

// Is every place that the value's elements come from linear in their index, whatever the index is?
bool Lowering::takes_positions(ValueRef ref) {
  Probe probe(*this, exprs(graph_.meta(ref).sizes));
  probe.ranges.clear();
  loader(ref)(probe.graph, probe.index);
  for (size_t i = 0; i < probe.graph.size(); ++i) {
    const loop::Expr& e = probe.graph.at(loop::ExprId(i));
    if (!e.index) continue;
    std::vector<std::string> names;
    sym_free_symbols(e.index, names);
    for (const SymExpr& axis : probe.index) {
      SymExpr step, rest;
      if (axis->op != SymOp::kSymbol || std::find(names.begin(), names.end(), axis->name) == names.end()) continue;
      if (!loop::reads_buffer(e.op) || !linear_in(e.index, axis->name, &step, &rest)) return false;
    }
  }
  return true;
}

void Lowering::define(ValueRef ref, Loader element) { value(ref).element = std::move(element); }

// Memory order of the result: the strides that eager execution gives it, if they are dense.
static std::vector<SymExpr> dense_strides(const TensorMeta& meta, const Lowering& lowering) {
  std::vector<SymExpr> sizes = exprs(meta.sizes), strides = plain_strides(meta);
  std::vector<size_t> order;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!is_one(sizes[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lowering.hint(strides[a]) < lowering.hint(strides[b]); });
  SymExpr expected = sym_constant(1);
  for (size_t i : order) {
    if (!sym_equal(strides[i], expected)) return row_major(sizes);
    expected = sym_mul(expected, sizes[i]);
  }
  return strides;
}

int Lowering::realize(ValueRef ref) {
  LazyValue& lazy = value(ref);
  if (lazy.buffer >= 0) return lazy.buffer;
  const Node& node = graph_.at(ref.node);
  const TensorMeta& meta = node.metas[static_cast<size_t>(ref.result)];
  Kernel kernel;
  kernel.sizes = exprs(meta.sizes);
  kernel.buffer = new_buffer("", meta.dtype, kernel.sizes, dense_strides(meta, *this), node.item);
  kernel.writes = {kernel.buffer};
  kernel.element = lazy.element;
  kernel.piece_axis = lazy.piece_axis;
  kernel.pieces = lazy.pieces;
  kernel.nodes = lazy.nodes;
  if (kernel.nodes.empty()) kernel.nodes = {ref.node};
  kernel.name = node.name;
  unroll_choices(kernel);
  kernels.push_back(std::move(kernel));
  value(ref).buffer = kernels.back().buffer;
  return kernels.back().buffer;
}

ValueRef Lowering::storage_root(ValueRef ref) const {
  for (;;) {
    const Node& node = graph_.at(ref.node);
    if (node.kind != NodeKind::kOp || !(node.op->traits & kView) || node.args.empty() ||
        node.args[0].kind != NodeArg::Kind::kValue)
      return ref;
    ref = node.args[0].values[0];
  }
}

namespace {
// The load in `load * number`, casts around it passed over; the expression itself if it is not one.
loop::ExprId scaled_load(const loop::ExprGraph& g, loop::ExprId id, double& factor) {
  auto peel = [&](loop::ExprId e) {
    while (g.at(e).op == loop::ScalarOp::kCast && is_floating(g.at(e).dtype)) e = g.at(e).operands[0];
    return e;
  };
  const loop::Expr& product = g.at(peel(id));
  if (product.op != loop::ScalarOp::kMul) return id;
  for (int side : {0, 1}) {
    loop::ExprId load = peel(product.operands[side]);
    const loop::Expr& number = g.at(peel(product.operands[1 - side]));
    if (g.at(load).op != loop::ScalarOp::kLoad || number.op != loop::ScalarOp::kConstant) continue;
    factor = number.number;
    return load;
  }
  return id;
}
}  // namespace

std::optional<ExternArg::View> Lowering::try_view(ValueRef ref, double* factor) {
  const TensorMeta& meta = graph_.meta(ref);
  std::vector<SymExpr> sizes = exprs(meta.sizes);
  Probe probe(*this, sizes);
  loop::ExprGraph& g = probe.graph;
  loop::ExprId element = loader(ref)(g, probe.index);
  if (factor) element = scaled_load(g, element, *factor);
  const loop::Expr e = g.at(element);
  if (e.op != loop::ScalarOp::kLoad || e.dtype != meta.dtype) return std::nullopt;
  ExternArg::View view;
  view.buffer = static_cast<int>(e.integer);
  view.sizes = sizes;
  view.strides = row_major(sizes);
  SymExpr rest = e.index;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (is_one(sizes[i])) continue;
    if (!linear_in(rest, Probe::axis_name(i), &view.strides[i], &rest)) return std::nullopt;
  }
  view.offset = rest;
  return view;
}

ExternArg::View Lowering::view_of(ValueRef ref) {
  ValueRef root = storage_root(ref);
  if (!(root == ref)) {
    if (value(root).buffer < 0) realize(root);
    if (std::optional<ExternArg::View> view = try_view(ref)) return *view;
  } else if (value(ref).buffer < 0) {
    // A copy or cast that changes nothing still reads as a plain load.
    if (std::optional<ExternArg::View> view = try_view(ref)) return *view;
  }
  ExternArg::View view;
  view.buffer = realize(ref);
  view.sizes = buffers[static_cast<size_t>(view.buffer)].sizes;
  view.strides = buffers[static_cast<size_t>(view.buffer)].strides;
  view.offset = sym_constant(0);
  return view;
}

// The combination of a few elements, which needs no loop.
std::optional<Loader> Lowering::unrolled(loop::Reduce kind, const std::vector<SymExpr>& reduced,
                                         const Loader& element) const {
  loop::ScalarOp combine;
  int64_t count;
  switch (kind) {
    case loop::Reduce::kSum: combine = loop::ScalarOp::kAdd; break;
    case loop::Reduce::kProd: combine = loop::ScalarOp::kMul; break;
    case loop::Reduce::kMax: combine = loop::ScalarOp::kMax; break;
    case loop::Reduce::kMin: combine = loop::ScalarOp::kMin; break;
    case loop::Reduce::kAny:
    case loop::Reduce::kAll:
    case loop::Reduce::kArgMax:
    case loop::Reduce::kArgMin:
    case loop::Reduce::kDeviations: return std::nullopt;
  }
  if (!sym_is_constant(product_of(reduced), &count) || count < 1 || count > options_.most_unrolled) return std::nullopt;
  return [=](loop::ExprGraph& g, const Index& kept) {
    loop::ExprId result = loop::kNoExpr;
    for (int64_t i = 0; i < count; ++i) {
      Index index = kept, place = unflatten(sym_constant(i), reduced, {});
      index.insert(index.end(), place.begin(), place.end());
      loop::ExprId more = element(g, index);
      result = i == 0 ? more : g.binary(combine, result, more);
    }
    return result;
  };
}

Loader Lowering::add_reduction(NodeId node, loop::Reduce kind, std::vector<SymExpr> kept, std::vector<SymExpr> reduced,
                               DType accumulate, Loader element) {
  if (std::optional<Loader> few = unrolled(kind, reduced, element)) return *few;
  const Node& source = graph_.at(node);
  Kernel kernel;
  kernel.kind = KernelKind::kReduction;
  DType result = kind == loop::Reduce::kArgMax || kind == loop::Reduce::kArgMin ? DType::kInt64 : accumulate;
  kernel.buffer = new_buffer("", result, kept, {}, source.item);
  kernel.writes = {kernel.buffer};
  kernel.sizes = std::move(kept);
  kernel.reduced = std::move(reduced);
  kernel.reduce = kind;
  kernel.accumulate = accumulate;
  kernel.element = std::move(element);
  for (const ValueRef& input : values_of(source)) {
    const LazyValue& lazy = value(input);
    if (lazy.buffer < 0) kernel.nodes.insert(kernel.nodes.end(), lazy.nodes.begin(), lazy.nodes.end());
  }
  kernel.nodes.push_back(node);
  kernel.name = source.name;
  int buffer = kernel.buffer;
  kernels.push_back(std::move(kernel));
  return buffer_loader(buffer);
}

bool Lowering::inline_constant(const Node& node) {
  const Tensor& t = node.constant;
  if (t.rank() != 0 || !t.impl()->storage || dtype_bytes(t.dtype()) < 1) return false;
  DType dtype = t.dtype();
  double number = is_floating(dtype) ? read_element(t, {}) : 0;
  int64_t integer = is_floating(dtype) ? 0 : read_element_int(t, {});
  define({node.id, 0}, [=](loop::ExprGraph& g, const Index&) {
    return is_floating(dtype) ? g.constant(number, dtype) : g.constant_int(integer, dtype);
  });
  return true;
}

void Lowering::lower_inputs() {
  for (NodeId id = graph_.first(); id != kNoNode; id = graph_.next(id)) {
    const Node& node = graph_.at(id);
    values_[static_cast<uint32_t>(id)].resize(node.metas.size());
  }
  for (size_t i = 0; i < graph_.inputs().size(); ++i) {
    const Node& node = graph_.at(graph_.inputs()[i]);
    if (node.kind != NodeKind::kInput) continue;
    int buffer =
        new_buffer(node.name, node.metas[0].dtype, exprs(node.metas[0].sizes), exprs(node.metas[0].strides), node.item);
    buffers[static_cast<size_t>(buffer)].kind = BufferKind::kInput;
    buffers[static_cast<size_t>(buffer)].input = static_cast<int>(i);
    buffers[static_cast<size_t>(buffer)].given = i < options_.given_inputs.size() && options_.given_inputs[i];
    value({node.id, 0}).buffer = buffer;
  }
}

// How often a value is read, through its views too: each counts as the part of the value that it shows, at most once.
double Lowering::uses_through_views(const Node& node) {
  const double whole = static_cast<double>(hint(product_of(exprs(node.metas[0].sizes))));
  double uses = 0;
  for (NodeId user : node.users) {
    const Node& reader = graph_.at(user);
    const bool view = reader.kind == NodeKind::kOp && (reader.op->traits & kView) && !reader.metas.empty();
    const double shown = view ? static_cast<double>(hint(product_of(exprs(reader.metas[0].sizes)))) : 0;
    uses += view ? std::min(shown / std::max(whole, 1.0), 1.0) * uses_through_views(reader) : 1;
  }
  return uses;
}

bool Lowering::must_materialize(const Node& node, int result) {
  ValueRef ref{node.id, result};
  const LazyValue& lazy = values_[static_cast<uint32_t>(node.id)][static_cast<size_t>(result)];
  if (lazy.buffer >= 0 || (node.op->traits & kView) || lazy.ops == 0) return false;
  if (lazy.ops > options_.max_inlined_ops) return true;
  if (static_cast<int>(node.users.size()) > options_.max_inlined_uses) return true;
  if (node.metas.size() == 1 && uses_through_views(node) > options_.max_inlined_uses) return true;
  // A sum that goes on from layer to layer would be added up again by everybody who reads it.
  return node.users.size() > 1 && large_reads(ref) > options_.max_inlined_reads;
}

void Lowering::note_inlined(const Node& node) {
  bool view = node.op->traits & kView;
  for (LazyValue& lazy : values_[static_cast<uint32_t>(node.id)]) {
    if (lazy.buffer >= 0) continue;
    lazy.ops = view ? 0 : 1;
    for (const ValueRef& input : values_of(node)) {
      const LazyValue& source = value(input);
      if (source.buffer >= 0) continue;
      lazy.ops += source.ops;
      for (NodeId inlined : source.nodes)
        if (std::find(lazy.nodes.begin(), lazy.nodes.end(), inlined) == lazy.nodes.end()) lazy.nodes.push_back(inlined);
    }
    lazy.nodes.push_back(node.id);
  }
}

bool Lowering::lower_pointwise(const Node& node) {
  const OpDef& op = *node.op;
  Args args = meta_args(graph_, node);
  PointwiseTypes types = pointwise_types(op, args);
  struct Operand {
    Loader load;
    std::vector<SymExpr> sizes;
    DType dtype;
  };
  std::vector<Operand> operands;
  for (size_t i = 0; i < node.args.size(); ++i) {
    if (node.args[i].kind == NodeArg::Kind::kValueList) return false;
    if (node.args[i].kind != NodeArg::Kind::kValue) continue;
    ValueRef ref = node.args[i].values[0];
    DType dtype = is_condition_argument(op, i) ? DType::kBool : compute_type(types.compute);
    operands.push_back({loader(ref), exprs(graph_.meta(ref).sizes), dtype});
  }
  DType result = node.metas[0].dtype;
  const OpDef* definition = &op;
  define({node.id, 0}, [operands = std::move(operands), args = std::move(args), definition, result](
                           loop::ExprGraph& g, const Index& index) {
    std::vector<loop::ExprId> inputs;
    inputs.reserve(operands.size());
    for (const Operand& operand : operands)
      inputs.push_back(g.cast(operand.load(g, broadcast_index(index, operand.sizes)), operand.dtype));
    return g.cast(definition->pointwise(g, inputs, args), result);
  });
  return true;
}

void Lowering::lower_extern(const Node& node) {
  Kernel kernel;
  kernel.kind = KernelKind::kExtern;
  kernel.call.op = node.op;
  kernel.call.name = node.name;
  kernel.call.item = node.item;
  for (const NodeArg& arg : node.args) {
    ExternArg lowered;
    lowered.plain = arg.plain;
    if (arg.kind != NodeArg::Kind::kPlain)
      lowered.kind = arg.kind == NodeArg::Kind::kValue ? ExternArg::Kind::kBuffer : ExternArg::Kind::kBufferList;
    for (const ValueRef& ref : arg.values) lowered.views.push_back(ref.valid() ? view_of(ref) : ExternArg::View());
    for (const ExternArg::View& view : lowered.views)
      if (view.buffer >= 0) kernel.reads.insert(view.buffer);
    kernel.call.args.push_back(std::move(lowered));
  }
  for (size_t i = 0; i < node.metas.size(); ++i) {
    int buffer =
        new_buffer("", node.metas[i].dtype, exprs(node.metas[i].sizes), dense_strides(node.metas[i], *this), node.item);
    value({node.id, static_cast<int>(i)}).buffer = buffer;
    kernel.call.outputs.push_back(buffer);
  }
  kernel.writes = kernel.call.outputs;
  kernel.buffer = kernel.writes.empty() ? -1 : kernel.writes[0];
  kernel.nodes = {node.id};
  kernel.name = node.name;
  kernels.push_back(std::move(kernel));
}

void Lowering::lower_node(NodeId id) {
  const Node& node = graph_.at(id);
  if (node.kind == NodeKind::kConstant) {
    if (inline_constant(node)) return;
    int buffer =
        new_buffer(node.name, node.metas[0].dtype, exprs(node.metas[0].sizes), exprs(node.metas[0].strides), node.item);
    buffers[static_cast<size_t>(buffer)].kind = BufferKind::kConstant;
    buffers[static_cast<size_t>(buffer)].constant = node.constant;
    value({id, 0}).buffer = buffer;
    return;
  }
  if (node.kind != NodeKind::kOp) return;
  bool done = false;
  if (node.op->traits & kRandom) {
    // Drawn by the op's own kernel, so that the generator gives eager execution's stream.
  } else if (options_.matmul_templates && lower_matmul(node)) {
    return;
  } else if (node.op->pointwise && node.metas.size() == 1) {
    done = lower_pointwise(node);
  } else if (node.op->lower) {
    NodeLowering context(*this, node);
    node.op->lower(context, meta_args(graph_, node));
    done = !context.is_extern;
    for (size_t i = 0; done && i < node.metas.size(); ++i)
      done = static_cast<bool>(value({id, static_cast<int>(i)}).element);
  }
  if (!done) {
    lower_extern(node);
    return;
  }
  note_inlined(node);
  for (size_t i = 0; i < node.metas.size(); ++i)
    if (must_materialize(node, static_cast<int>(i))) realize({id, static_cast<int>(i)});
}

void Lowering::lower_outputs() {
  for (const GraphOutput& output : graph_.outputs) {
    ProgramOutput result;
    if (output.kind == GraphOutput::Kind::kNumber) {
      result.dtype = DType::kInt64;
      result.offset = output.number.expr();
    }
    if (output.kind == GraphOutput::Kind::kValue) {
      ValueRef root = storage_root(output.value);
      const TensorMeta& meta = graph_.meta(output.value);
      if (value(root).buffer < 0) realize(root);
      std::optional<ExternArg::View> view = try_view(output.value);
      if (!view) {
        realize(output.value);
        view = try_view(output.value);
      }
      result = {view->buffer, meta.dtype, view->sizes, view->strides, view->offset};
      // Strides that address nothing, of axes of one element and of tensors without any, are those that
      // eager execution reports.
      bool dense = is_row_major(meta) && same_exprs(result.strides, row_major(result.sizes));
      for (size_t i = 0; i < result.sizes.size(); ++i)
        if (dense || has_no_elements(meta) || is_one(result.sizes[i])) result.strides[i] = meta.strides[i].expr();
      Buffer& buffer = buffers[static_cast<size_t>(result.buffer)];
      if (buffer.kind == BufferKind::kTemporary) buffer.kind = BufferKind::kOutput;
      output_buffers.insert(result.buffer);
    }
    outputs_.push_back(std::move(result));
  }
}

}  // namespace vt
