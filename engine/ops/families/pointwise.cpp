#include "ops/families/pointwise.h"

#include <algorithm>

#include "ops/dispatch.h"
#include "ops/kernels/target.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {

void ResultType::merge(int category, DType dtype) {
  types_[category] = seen_[category] ? promote_types(types_[category], dtype) : dtype;
  seen_[category] = true;
}
void ResultType::add(const Tensor& t) { merge(t.rank() > 0 ? 0 : 1, t.dtype()); }
void ResultType::add(const Scalar& s) {
  merge(2, s.is_float() ? default_dtype() : s.kind == Scalar::Kind::kBool ? DType::kBool : DType::kInt64);
}
void ResultType::add(const Arg& arg) {
  if (arg.is_scalar()) add(std::get<Scalar>(arg.value));
  else if (arg.is_tensor()) add(std::get<Tensor>(arg.value));
}
DType ResultType::get() const {
  // A lower category decides only if its kind of number is a wider one.
  DType result = DType::kBool;
  bool any = false;
  for (int category = 0; category < 3; ++category) {
    if (!seen_[category]) continue;
    if (!any) result = types_[category];
    else if (dtype_category(types_[category]) > dtype_category(result)) result = promote_types(result, types_[category]);
    any = true;
  }
  return any ? result : default_dtype();
}

PointwiseInfo describe_pointwise(const OpDef& op) {
  PointwiseInfo info;
  info.op = &op;
  const Schema& schema = schema_of(op);
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    const Parameter& parameter = schema.parameters[i];
    const std::string& name = parameter.name;
    uint32_t bit = uint32_t{1} << i;
    if (name == "condition" || name == "mask") info.conditions |= bit;
    else if (parameter.type == ArgType::kTensor && name != "value") info.promoting |= bit;
    else if (name == "self" || name == "other" || name == "exponent" || name == "min" || name == "max") info.promoting |= bit;
  }
  return info;
}

PointwiseTypes pointwise_types(const PointwiseInfo& info, const Args& args) {
  ResultType type;
  for (size_t i = 0; i < args.size(); ++i)
    if (info.promoting >> i & 1) type.add(args[i]);
  DType common = type.get();
  uint32_t traits = info.op->traits;
  if ((traits & kFloatResult) && is_integral(common)) common = default_dtype();
  return {opmath_type(common), (traits & kBoolResult) ? DType::kBool : common};
}

PointwiseTypes pointwise_types(const OpDef& op, const Args& args) { return pointwise_types(describe_pointwise(op), args); }
bool is_condition_argument(const OpDef& op, size_t argument) { return describe_pointwise(op).conditions >> argument & 1; }

namespace {

// The layout that all full-size inputs agree on, as TensorIterator keeps it: axes ordered
// by the strides of the first input that tells them apart.
SymSizes result_strides(const SymSizes& sizes, const std::vector<Tensor>& tensors) {
  bool all_contiguous = true;
  for (const Tensor& t : tensors)
    if (!t.is_contiguous()) all_contiguous = false;
  if (all_contiguous) return {};
  int rank = static_cast<int>(sizes.size());
  std::vector<int> order;  // innermost first
  for (int i = rank - 1; i >= 0; --i) order.push_back(i);
  auto stride_at = [&](const Tensor& t, int axis) -> int64_t {
    int own = axis - (rank - t.rank());
    return own < 0 || (t.size(own) == 1 && sizes[static_cast<size_t>(axis)].hint() != 1) ? 0 : t.strides()[own];
  };
  auto compare = [&](int a, int b) {
    for (const Tensor& t : tensors) {
      int64_t left = stride_at(t, a), right = stride_at(t, b);
      if (left == 0 || right == 0) continue;
      if (left != right) return left < right ? -1 : 1;
      if (sizes[static_cast<size_t>(a)].hint() > sizes[static_cast<size_t>(b)].hint()) return 1;
    }
    return 0;
  };
  for (int i = 1; i < rank; ++i)
    for (int j = i, k = i - 1; k >= 0; --k) {
      int relation = compare(order[static_cast<size_t>(k)], order[static_cast<size_t>(j)]);
      if (relation > 0) { std::swap(order[static_cast<size_t>(k)], order[static_cast<size_t>(j)]); j = k; }
      else if (relation < 0) break;
    }
  SymSizes strides(sizes.size());
  SymInt stride = 1;
  for (int axis : order) {
    strides[static_cast<size_t>(axis)] = stride;
    if (sizes[static_cast<size_t>(axis)].hint() > 1) stride = stride * sizes[static_cast<size_t>(axis)];
  }
  return strides;
}

std::vector<Tensor> tensors_among(const Args& args) {
  std::vector<Tensor> tensors;
  for (const Arg& arg : args.values())
    if (arg.is_tensor()) tensors.push_back(std::get<Tensor>(arg.value));
  return tensors;
}

}  // namespace

Metas infer_pointwise(const PointwiseInfo& info, const Args& args) {
  TensorMeta meta;
  std::vector<Tensor> tensors = tensors_among(args);
  bool first = true;
  for (const Tensor& t : tensors) {
    meta.sizes = first ? sizes_of(t) : broadcast_sizes(meta.sizes, sizes_of(t));
    if (first || t.rank() > 0) meta.device = t.device();
    first = false;
  }
  meta.dtype = pointwise_types(info, args).result;
  meta.strides = result_strides(meta.sizes, tensors);
  return {meta};
}

Outputs run_pointwise(const PointwiseInfo& info, const Args& args) {
  Metas metas = infer_pointwise(info, args);
  PointwiseTypes types = pointwise_types(info, args);
  ExprGraph graph;
  std::vector<Tensor> tensors;
  std::vector<DType> dtypes;
  std::vector<ExprId> inputs;
  Args attributes = args;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    tensors.push_back(args.tensor(i));
    dtypes.push_back(info.conditions >> i & 1 ? DType::kBool : types.compute);
    inputs.push_back(graph.input(static_cast<int>(inputs.size()), dtypes.back()));
    attributes[i] = Arg();
  }
  ExprId result = graph.cast(info.op->pointwise(graph, inputs, attributes), metas[0].dtype);
  Tensor out = take_inplace_target(hints_of(metas[0].sizes), metas[0].dtype);
  if (!out.defined()) out = empty_for(metas[0]);
  evaluate_expression(graph, result, tensors, dtypes, out);
  return {out};
}

DType Operands::dtype() const {
  for (ExprId id : inputs_)
    if (graph_.dtype(id) != DType::kBool) return graph_.dtype(id);
  for (const Arg& arg : args_.values())
    if (arg.is_scalar() && inputs_.empty()) return std::get<Scalar>(arg.value).is_float() ? default_dtype() : DType::kInt64;
  return DType::kBool;
}

ExprId Operands::take(size_t argument) {
  if (argument < args_.size() && args_[argument].is_scalar()) return number(argument, dtype());
  VT_CHECK(next_ < inputs_.size(), "an expression takes one input per tensor argument");
  return inputs_[next_++];
}

ExprId Operands::number(size_t argument, DType dtype) { return scalar_constant(graph_, args_.scalar(argument), dtype); }

ExprId scalar_constant(ExprGraph& graph, const Scalar& s, DType dtype) {
  if (!s.is_float() && s.integer.symbolic()) return graph.cast(graph.index(s.integer.expr()), dtype);
  if (is_floating(dtype)) return graph.constant(s.to_double(), dtype);
  return graph.constant_int(dtype == DType::kBool ? s.to_bool() : s.to_int(), dtype);
}

}  // namespace vt
