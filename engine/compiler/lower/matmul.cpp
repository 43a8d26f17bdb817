// Matrix products as product templates: operands are used in place (a transpose only changes strides),
// and a tensor added to the product becomes the first part of the epilogue.
#include <cstring>

#include "lower/lowering.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {
namespace {

enum class Form : uint8_t { kNone, kMm, kBmm, kAddmm, kBaddbmm, kLinear };

Form form_of(const OpDef& op) {
  if (!std::strcmp(op.name, "mm")) return Form::kMm;
  if (!std::strcmp(op.name, "bmm")) return Form::kBmm;
  if (!std::strcmp(op.name, "addmm")) return Form::kAddmm;
  if (!std::strcmp(op.name, "baddbmm")) return Form::kBaddbmm;
  if (!std::strcmp(op.name, "linear")) return Form::kLinear;
  return Form::kNone;
}

double factor(const Node& node, const char* name) {
  const Schema& schema = schema_of(*node.op);
  for (size_t i = 0; i < node.args.size(); ++i)
    if (schema.parameters[i].name == name)
      if (const Scalar* s = std::get_if<Scalar>(&node.args[i].plain.value)) return s->to_double();
  return 1;
}

// Interprets the last two axes of a view as rows and columns; the leading axes are merged into one
// batch axis if their strides allow it.
bool as_matrix(const ExternArg::View& view, bool flatten_rows, SymExpr& batch, SymExpr& rows, SymExpr& columns,
               MatmulOperand& operand) {
  size_t rank = view.sizes.size();
  if (rank < 2) return false;
  operand.buffer = view.buffer;
  operand.offset = view.offset;
  operand.column_stride = view.strides[rank - 1];
  operand.row_stride = view.strides[rank - 2];
  operand.batch_stride = sym_constant(0);
  columns = view.sizes[rank - 1];
  rows = view.sizes[rank - 2];
  batch = sym_constant(1);
  SymExpr size = flatten_rows ? rows : sym_constant(1);
  SymExpr stride = flatten_rows ? operand.row_stride : SymExpr();
  for (size_t i = rank - 2; i-- > 0;) {
    if (is_one(view.sizes[i])) continue;
    if (is_one(size)) stride = view.strides[i];
    else if (!sym_equal(view.strides[i], sym_mul(stride, size))) return false;
    size = sym_mul(size, view.sizes[i]);
  }
  if (flatten_rows) {
    rows = size;
    operand.row_stride = stride;
  } else if (stride) {
    batch = size;
    operand.batch_stride = stride;
  }
  return true;
}

}  // namespace

bool Lowering::has_product_template(DType dtype) const {
  return dtype == DType::kFloat32 ||
         (options_.products_by_library && (dtype == DType::kFloat16 || dtype == DType::kBFloat16));
}

// If `ref` is a tensor times a number: the tensor, with the number multiplied into `factor`, because scaling the
// product instead is equivalent. Otherwise `ref`. The caller materializes the result.
ValueRef Lowering::without_factor(ValueRef ref, double& factor) {
  ValueRef root = storage_root(ref);
  const Node& node = graph_.at(root.node);
  if (!options_.products_by_library || node.kind != NodeKind::kOp) return ref;
  if (std::strcmp(node.op->name, "mul") != 0 && std::strcmp(node.op->name, "mul.Scalar") != 0) return ref;
  if (value(root).buffer >= 0 || node.args[0].kind != NodeArg::Kind::kValue ||
      node.args[1].kind != NodeArg::Kind::kPlain)
    return ref;
  const Scalar* number = std::get_if<Scalar>(&node.args[1].plain.value);
  ValueRef source = node.args[0].values[0];
  if (!number || graph_.meta(source).dtype != graph_.meta(ref).dtype) return ref;
  factor *= number->to_double();
  return source;
}

// The view of a matrix operand; for a multiple of a tensor, the tensor's view, and `factor` takes the number.
ExternArg::View Lowering::operand_view(ValueRef ref, double& factor) {
  double number = 1;
  ValueRef source = without_factor(ref, number);
  if (!(source == ref)) {
    view_of(source);
    double found = 1;
    if (std::optional<ExternArg::View> view = try_view(ref, &found); view && found != 1) {
      factor *= found;
      return *view;
    }
  }
  return view_of(ref);
}

bool Lowering::lower_matmul(const Node& node) {
  Form form = form_of(*node.op);
  const DType dtype = node.metas[0].dtype;
  if (form == Form::kNone || !has_product_template(dtype)) return false;
  bool biased = form == Form::kAddmm || form == Form::kBaddbmm;
  auto operand_at = [&](size_t i) {
    return i < node.args.size() && node.args[i].kind == NodeArg::Kind::kValue ? node.args[i].values[0] : ValueRef{};
  };
  ValueRef left = operand_at(biased ? 1 : 0), right = operand_at(biased ? 2 : 1);
  ValueRef bias = biased ? operand_at(0) : form == Form::kLinear ? operand_at(2) : ValueRef{};
  for (ValueRef ref : {left, right})
    if (!ref.valid() || graph_.meta(ref).dtype != dtype) return false;
  if (bias.valid() && graph_.meta(bias).dtype != dtype) return false;
  Kernel kernel;
  kernel.kind = KernelKind::kMatmul;
  SymExpr other_batch, k;
  double scale = 1;
  ExternArg::View a = operand_view(left, scale), b = operand_view(right, scale);
  if (form == Form::kLinear && b.sizes.size() == 2) {
    std::swap(b.sizes[0], b.sizes[1]);
    std::swap(b.strides[0], b.strides[1]);
  }
  if (!as_matrix(a, form == Form::kLinear, kernel.batch, kernel.m, kernel.k, kernel.a)) return false;
  if (!as_matrix(b, false, other_batch, k, kernel.n, kernel.b)) return false;
  std::vector<SymExpr> sizes;
  for (const SymInt& size : node.metas[0].sizes) sizes.push_back(size.expr());
  kernel.buffer = new_buffer("", dtype, sizes, {}, node.item);
  kernel.writes = {kernel.buffer};
  kernel.sizes = sizes;
  kernel.nodes = {node.id};
  kernel.name = node.name;
  double alpha = scale * (biased ? factor(node, "alpha") : 1), beta = biased ? factor(node, "beta") : 1;
  Loader added;
  std::vector<SymExpr> bias_sizes;
  if (bias.valid() && beta != 0) {
    // A library reads the addend from memory, in the dtype of the result.
    if (dtype != DType::kFloat32) view_of(bias);
    added = loader(bias);
    for (const SymInt& size : graph_.meta(bias).sizes) bias_sizes.push_back(size.expr());
    const LazyValue& lazy = value(bias);
    if (lazy.buffer < 0) kernel.nodes.insert(kernel.nodes.begin(), lazy.nodes.begin(), lazy.nodes.end());
  }
  std::vector<SymExpr> box = {kernel.batch, kernel.m, kernel.n};
  kernel.finish = [=](loop::ExprGraph& g, loop::ExprId product, const Index& index) {
    loop::ExprId result = product;
    if (alpha != 1) result = g.binary(loop::ScalarOp::kMul, result, g.constant(alpha, DType::kFloat32));
    if (!added) return g.cast(result, dtype);
    Index full = index.size() == sizes.size()
                     ? index
                     : Index(index.begin() + static_cast<long>(index.size() - std::min(index.size(), sizes.size())),
                             index.end());
    Index at(bias_sizes.size());
    for (size_t i = 0; i < at.size(); ++i)
      at[i] = is_one(bias_sizes[i]) ? sym_constant(0) : full[full.size() - at.size() + i];
    loop::ExprId extra = g.cast(added(g, at), DType::kFloat32);
    if (beta != 1) extra = g.binary(loop::ScalarOp::kMul, extra, g.constant(beta, DType::kFloat32));
    return g.cast(g.binary(loop::ScalarOp::kAdd, result, extra), dtype);
  };
  value({node.id, 0}).buffer = kernel.buffer;
  kernels.push_back(std::move(kernel));
  return true;
}

}  // namespace vt
