#include "eager/fused_formula.h"

#include "eager/counter.h"
#include "ops/families/shape.h"
#include "support/check.h"

namespace vt {
namespace {
constexpr int64_t kWorthwhile = 65536;  // elements; below it recording costs more than a pass
// An expression is computed before it grows beyond what a program of loops takes.
constexpr size_t kLargestGraph = 128;

bool fuses_dtype(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64 || dtype == DType::kBool; }
}  // namespace

bool FusedFormula::worthwhile(const Tensor& t) {
  return t.defined() && !t.is_fake() && t.device().kind == DeviceKind::kCpu && t.dtype() != DType::kBool &&
         fuses_dtype(t.dtype()) && t.numel() >= kWorthwhile;
}

Tensor FusedFormula::add_value(TensorMeta meta, Value value) {
  if (meta.strides.empty()) meta.strides = contiguous_sym_strides(meta.sizes);
  values_.push_back(std::move(value));
  return fake_tensor(std::move(meta.sizes), std::move(meta.strides), meta.dtype, meta.device, this, values_.size() - 1);
}

Tensor FusedFormula::stand_in(const Tensor& real) {
  if (!real.defined() || stands_in(real)) return real;
  size_t position = 0;
  while (position < inputs_.size() && !inputs_[position].same(real)) ++position;
  if (position == inputs_.size()) inputs_.push_back(real);
  return add_value(meta_of(real), {graph_.input(static_cast<int>(position), real.dtype()), real});
}

Tensor FusedFormula::value(const Tensor& t) {
  if (!t.defined() || !stands_in(t)) return t;
  Value& value = value_of(t);
  if (value.real.defined()) return value.real;
  value.real = compute(value, meta_of(t));
  inputs_.push_back(value.real);
  value.expression = graph_.input(static_cast<int>(inputs_.size()) - 1, value.real.dtype());
  return value.real;
}

Tensor FusedFormula::compute(const Value& value, const TensorMeta& meta) {
  std::vector<char> needed(graph_.size(), 0);
  needed[static_cast<size_t>(value.expression)] = 1;
  std::vector<Tensor> read(inputs_.size());
  Tensor any;
  for (size_t i = graph_.size(); i-- > 0;) {
    const loop::Expr& expr = graph_.at(ExprId(i));
    if (!needed[i]) continue;
    if (expr.op == S::kInput)
      any = read[static_cast<size_t>(expr.integer)] = inputs_[static_cast<size_t>(expr.integer)];
    for (ExprId operand : expr.operands)
      if (operand != loop::kNoExpr) needed[static_cast<size_t>(operand)] = 1;
  }
  // The places of inputs that only other expressions read are filled with one that is read.
  for (Tensor& t : read)
    if (!t.defined()) t = any;
  if (!any.defined()) read.clear();
  Tensor out = empty_for(meta);
  ++eager_op_count();
  if (EagerTraffic& traffic = eager_traffic(); traffic.wanted) {
    auto bytes = [](const Tensor& t) { return static_cast<uint64_t>(t.numel() * dtype_bytes(t.dtype())); };
    for (const Tensor& t : read) traffic.bytes += bytes(t);
    traffic.bytes += bytes(out);
  }
  evaluate_expression(graph_, value.expression, read, {}, out);
  return out;
}

bool FusedFormula::fuses(const OpDef& op, const Args& args) {
  if (!op.pointwise || graph_.size() > kLargestGraph) return false;
  for (const Arg& arg : args.values()) {
    if (std::get_if<TensorList>(&arg.value)) return false;
    if (const Tensor* t = std::get_if<Tensor>(&arg.value); t && (!t->defined() || !fuses_dtype(t->dtype())))
      return false;
  }
  PointwiseTypes types = pointwise_types(op, args);
  return fuses_dtype(types.compute) && fuses_dtype(types.result);
}

ExprId FusedFormula::expression_of(const OpDef& op, const Args& args) {
  PointwiseTypes types = pointwise_types(op, args);
  std::vector<ExprId> inputs;
  Args attributes = args;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    DType dtype = is_condition_argument(op, i) ? DType::kBool : types.compute;
    inputs.push_back(graph_.cast(value_of(args.tensor(i)).expression, dtype));
    attributes[i] = Arg();
  }
  return graph_.cast(op.pointwise(graph_, inputs, attributes), types.result);
}

// What is not elementwise is computed at once, from what it needs.
Outputs FusedFormula::record(const OpDef& op, const Args& args) {
  if (fuses(op, args)) {
    TensorMeta meta = std::move(infer_op(op, args)[0]);
    return {add_value(std::move(meta), {expression_of(op, args), {}})};
  }
  if (!op.kernel) return op.decompose(args);
  Args reals = args;
  for (Arg& arg : reals.values()) {
    if (Tensor* t = std::get_if<Tensor>(&arg.value)) *t = value(*t);
    else if (TensorList* list = std::get_if<TensorList>(&arg.value))
      for (Tensor& item : *list) item = value(item);
  }
  Outputs outputs;
  for (const Tensor& output : call(op, std::move(reals))) outputs.push_back(stand_in(output));
  return outputs;
}

void FusedFormula::record_inplace(const OpDef& op, const Args&) {
  VT_CHECK(false, std::string("the gradient of an elementwise op changes nothing in place, as ") + op.name + "_ would");
}

}  // namespace vt
