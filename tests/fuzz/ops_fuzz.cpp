// Op calls with random shapes, strides, dtypes and arguments, made from the samples of the
// op table. A call computes or is refused; what it computes is compared with a simple
// reference: for elementwise ops one evaluation of the expression per element, for others
// the same op on contiguous copies, and its decomposition where it has both.
//
// An input is a line "OP SEED"; the seed makes the arguments.
#include <cmath>
#include <limits>

#include "eager/autograd.h"
#include "fuzz/fuzz.h"
#include "loop/evaluate.h"
#include "ops/families/pointwise.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"
#include "support/check.h"
#include "tensor/random.h"

namespace vt::fuzz {
namespace {

constexpr int64_t kMostElements = 4000;
const std::vector<DType> kDTypes = {DType::kBool,  DType::kUInt8,   DType::kInt8,     DType::kInt16,   DType::kInt32,
                                    DType::kInt64, DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};

double random_value(DType dtype, Random& random) {
  if (dtype == DType::kBool) return static_cast<double>(random.below(2));
  if (is_integral(dtype)) {
    double value = static_cast<double>(random.below(21)) - 10;
    return dtype == DType::kUInt8 ? std::abs(value) : value;
  }
  switch (random.below(24)) {
    case 0: return std::numeric_limits<double>::quiet_NaN();
    case 1: return std::numeric_limits<double>::infinity();
    case 2: return -std::numeric_limits<double>::infinity();
    case 3: return 0;
    case 4: return -0.0;
    case 5: return 1;
    default: return (static_cast<double>(random.below(4001)) - 2000) / 500;
  }
}

// A tensor of the sizes in a random layout: permuted, with steps, with an offset, broadcast.
Tensor random_layout(const std::vector<int64_t>& sizes, DType dtype, Random& random) {
  int rank = static_cast<int>(sizes.size());
  Dims order, strides;
  for (int i = 0; i < rank; ++i) order.push_back(i);
  if (random.one_in(2))
    for (int i = rank - 1; i > 0; --i)
      std::swap(order[i], order[static_cast<int>(random.below(static_cast<size_t>(i) + 1))]);
  strides.resize(rank);
  int64_t step = random.one_in(4) ? 2 : 1;
  for (int k = rank - 1; k >= 0; --k) {
    int axis = order[k];
    bool broadcast = sizes[static_cast<size_t>(axis)] > 1 && random.one_in(12);
    strides[axis] = broadcast ? 0 : step;
    if (!broadcast) step *= std::max<int64_t>(sizes[static_cast<size_t>(axis)], 1) + (random.one_in(6) ? 1 : 0);
  }
  int64_t offset = random.one_in(3) ? static_cast<int64_t>(random.below(4)) : 0;
  int64_t last = offset;
  for (int i = 0; i < rank; ++i) last += std::max<int64_t>(sizes[static_cast<size_t>(i)] - 1, 0) * strides[i];
  Tensor storage = empty_tensor(Dims{last + 1}, dtype);
  std::vector<double> values(static_cast<size_t>(last + 1));
  for (double& value : values) value = random_value(dtype, random);
  copy_tensor(storage, tensor_of(Dims{last + 1}, DType::kFloat64, values));
  return view_of(storage, Dims(sizes), strides, offset);
}

// The sample's sizes with each distinct size replaced, so that equal sizes stay equal; now
// and then one axis differs, is 1, or is missing.
class Sizes {
 public:
  explicit Sizes(Random& random) : random_(random) {}
  std::vector<int64_t> of(const Dims& sizes) {
    std::vector<int64_t> result;
    for (int64_t size : sizes)
      result.push_back(random_.one_in(25) ? static_cast<int64_t>(random_.below(4)) : mapped(size));
    if (random_.one_in(40) && !result.empty()) result.erase(result.begin());
    if (random_.one_in(40)) result.insert(result.begin(), 2);
    return result;
  }

 private:
  int64_t mapped(int64_t size) {
    for (auto [from, to] : map_)
      if (from == size) return to;
    int64_t to = size == 1 || random_.one_in(3) ? size : static_cast<int64_t>(random_.below(9));
    map_.push_back({size, to});
    return to;
  }
  Random& random_;
  std::vector<std::pair<int64_t, int64_t>> map_;
};

Arg random_number(const Scalar& like, Random& random) {
  if (like.kind == Scalar::Kind::kBool) return random.one_in(3) ? !like.to_bool() : like.to_bool();
  if (random.one_in(2)) return like;
  if (like.is_float()) return random_value(DType::kFloat64, random);
  return static_cast<int64_t>(random.below(9)) - 3;
}

// `any_dtype`: floating tensors become any type, as elementwise ops take them; else they stay
// floating. `any_sizes`: lists of numbers change; those of ops that only other ops call keep
// to what their callers compute.
Args random_args(const Args& sample, bool any_dtype, bool any_sizes, Random& random) {
  Sizes sizes(random);
  bool shift = random.one_in(2);
  const std::vector<DType> floating = {DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};
  DType common = random.pick(any_dtype ? kDTypes : floating);
  auto tensor = [&](const Tensor& t) {
    if (!t.defined()) return t;
    // Indices mostly stay integers, masks masks.
    DType dtype = t.dtype();
    if (is_floating(dtype))
      dtype = any_dtype && random.one_in(8) ? random.pick(kDTypes) : shift ? common : DType::kFloat32;
    else if (any_dtype && random.one_in(15)) dtype = random.pick(kDTypes);
    std::vector<int64_t> wanted = sizes.of(t.sizes());
    if (element_count(wanted) > kMostElements) wanted = std::vector<int64_t>(t.sizes().begin(), t.sizes().end());
    return random_layout(wanted, dtype, random);
  };
  std::vector<Arg> args;
  for (const Arg& arg : sample.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) {
      args.emplace_back(tensor(*t));
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList items;
      for (const Tensor& t : *list) items.push_back(tensor(t));
      args.emplace_back(std::move(items));
    } else if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
      args.push_back(random_number(*s, random));
    } else if (const IntList* ints = std::get_if<IntList>(&arg.value)) {
      IntList list = *ints;
      for (SymInt& i : list)
        if (any_sizes && random.one_in(4)) i = static_cast<int64_t>(random.below(6)) - 1;
      args.emplace_back(std::move(list));
    } else if (std::holds_alternative<DType>(arg.value)) {
      args.emplace_back(random.one_in(2) ? arg : Arg(random.pick(kDTypes)));
    } else {
      args.push_back(arg);
    }
  }
  return Args(std::move(args));
}

Args contiguous_args(const Args& args) {
  std::vector<Arg> result;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) {
      result.emplace_back(contiguous_copy(*t));
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList copies;
      for (const Tensor& t : *list) copies.push_back(t.defined() ? contiguous_copy(t) : t);
      result.emplace_back(std::move(copies));
    } else {
      result.push_back(arg);
    }
  }
  return Args(std::move(result));
}

// --- The reference of elementwise ops ---------------------------------------------------------
using loop::Expr;
using loop::Lanes;

Lanes evaluate(const ExprGraph& graph, ExprId id, const std::vector<Lanes>& inputs) {
  const Expr& e = graph.at(id);
  Lanes out;
  if (e.op == loop::ScalarOp::kInput) return inputs[static_cast<size_t>(e.integer)];
  if (e.op == loop::ScalarOp::kConstant) {
    loop::fill_constant(e, out, 1);
    return out;
  }
  Lanes operands[3];
  int count = loop::scalar_op_info(e.op).operands;
  for (int i = 0; i < count; ++i) operands[i] = evaluate(graph, e.operands[i], inputs);
  DType from = graph.dtype(e.op == loop::ScalarOp::kSelect ? e.operands[1] : e.operands[0]);
  if (e.op == loop::ScalarOp::kCast || e.op == loop::ScalarOp::kBitcast)
    loop::convert_lanes(operands[0], from, e.dtype, e.op == loop::ScalarOp::kBitcast, out, 1);
  else loop::evaluate_lanes(e, from, &operands[0], &operands[1], &operands[2], out, 1);
  return out;
}

// One evaluation per element, with an index computed the long way.
Tensor elementwise_reference(const OpDef& op, const Args& args, const Tensor& like) {
  PointwiseTypes types = pointwise_types(op, args);
  ExprGraph graph;
  std::vector<Tensor> tensors;
  std::vector<ExprId> inputs;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    DType dtype = is_condition_argument(op, i) ? DType::kBool : types.compute;
    inputs.push_back(graph.input(static_cast<int>(tensors.size()), dtype));
    tensors.push_back(args.tensor(i));
  }
  ExprId result = op.pointwise(graph, inputs, args);
  Tensor out = empty_tensor(like.sizes(), types.result);
  for (int64_t at = 0; at < out.numel(); ++at) {
    std::vector<Lanes> values(tensors.size());
    for (size_t k = 0; k < tensors.size(); ++k) {
      const Tensor& t = tensors[k];
      int64_t rest = at, offset = 0;
      for (int axis = out.rank() - 1; axis >= 0; --axis) {
        int64_t i = rest % out.size(axis);
        rest /= out.size(axis);
        int own = axis - (out.rank() - t.rank());
        if (own >= 0 && t.size(own) > 1) offset += i * t.strides()[own];
      }
      Lanes raw;
      loop::load_lanes(t.impl()->storage->data(), t.impl()->offset + offset, 1, t.dtype(), raw, 1);
      loop::convert_lanes(raw, t.dtype(), graph.dtype(inputs[k]), false, values[k], 1);
    }
    Lanes value = evaluate(graph, result, values), cast;
    loop::convert_lanes(value, graph.dtype(result), types.result, false, cast, 1);
    loop::store_lanes(out.impl()->storage->data(), at, 1, types.result, cast, 1);
  }
  return out;
}

// --- Comparing --------------------------------------------------------------------------------
double tolerance(DType dtype) {
  switch (dtype) {
    case DType::kFloat16: return 2e-2;
    case DType::kBFloat16: return 1e-1;
    case DType::kFloat32: return 5e-4;
    case DType::kFloat64: return 1e-7;
    default: return 0;
  }
}
std::string difference(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) return std::string("dtypes ") + dtype_name(a.dtype()) + " and " + dtype_name(b.dtype());
  if (!(a.sizes() == b.sizes())) return "sizes " + sizes_text(a.sizes()) + " and " + sizes_text(b.sizes());
  Tensor x = contiguous_copy(as_dtype(a, DType::kFloat64)), y = contiguous_copy(as_dtype(b, DType::kFloat64));
  for (int64_t i = 0; i < x.numel(); ++i) {
    double p = x.data<double>()[i], q = y.data<double>()[i];
    if (p == q || (std::isnan(p) && std::isnan(q))) continue;
    double scale = std::max({1.0, std::abs(p), std::abs(q)});
    if (std::isfinite(p) && std::isfinite(q) && std::abs(p - q) <= tolerance(a.dtype()) * scale) continue;
    return "element " + std::to_string(i) + ": " + std::to_string(p) + " and " + std::to_string(q);
  }
  return {};
}
// "f32[2, 3]/[1, 2] 0.5 None": what a failure was called with.
std::string arguments_text(const Args& args) {
  std::string text;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value))
      text += std::string(dtype_name(t->dtype())) + sizes_text(t->sizes()) + "/" + sizes_text(t->strides());
    else if (const Scalar* s = std::get_if<Scalar>(&arg.value)) text += std::to_string(s->to_double());
    else if (const IntList* list = std::get_if<IntList>(&arg.value)) text += sizes_text(hints_of(*list));
    else text += arg.is_none() ? "None" : "...";
    text += " ";
  }
  return text;
}
void expect_same(const OpDef& op, const Args& args, const Outputs& a, const Outputs& b, const char* what) {
  std::string why = a.size() == b.size() ? "" : "numbers of results";
  for (size_t i = 0; why.empty() && i < a.size(); ++i)
    if (a[i].defined() && b[i].defined()) why = difference(a[i], b[i]);
  if (!why.empty()) fail(std::string(op.name) + ", " + what + ": " + why + "; " + arguments_text(args));
}

// Results that are not defined by the op: memory as it was, a free choice among equals or of
// signs, or values that special numbers in the data make undefined (the sign of a determinant that
// rounding alone keeps from zero: det is compared).
bool is_free(const OpDef& op) {
  std::string name = op.name;
  for (const char* part :
       {"empty", "svd", "eigh", "qr", "sort", "topk", "mode", "median", "kthvalue", "arg", "unique", "_lu", "slogdet"})
    if (name.find(part) != std::string::npos) return true;
  return (op.traits & (kRandom | kShapeDependsOnData | kView)) != 0;
}
bool all_finite(const Args& args) {
  auto finite = [](const Tensor& t) {
    if (!t.defined() || !is_floating(t.dtype())) return true;
    Tensor values = contiguous_copy(as_dtype(t, DType::kFloat64));
    for (int64_t i = 0; i < values.numel(); ++i)
      if (!std::isfinite(values.data<double>()[i])) return false;
    return true;
  };
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value); t && !finite(*t)) return false;
    if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& t : *list)
        if (!finite(t)) return false;
  }
  return true;
}

bool repeats_elements(const Tensor& t) {
  for (int axis = 0; axis < t.rank(); ++axis)
    if (t.strides()[axis] == 0 && t.size(axis) > 1) return true;
  return false;
}
// A variance of equal numbers is zero or a rounding error: without an eps that is larger than either, which of
// them it is decides the whole result.
bool has_eps(const OpDef& op, const Args& args) {
  const double least = args[0].is_tensor() && repeats_elements(args.tensor(0)) ? 1e-3 : 0;
  for (size_t i = 0; i < args.size(); ++i) {
    const Scalar* s = std::get_if<Scalar>(&args[i].value);
    if (s && schema_of(op).parameters[i].name == "eps" && !(s->to_double() > least)) return false;
  }
  return true;
}

// The same where a variance is divided by nothing: as many elements as the correction takes off, or fewer.
bool has_divisor(const OpDef& op, const Args& args, const Outputs& outputs) {
  for (size_t i = 0; i < args.size(); ++i) {
    const Scalar* s = std::get_if<Scalar>(&args[i].value);
    if (!s || schema_of(op).parameters[i].name != "correction") continue;
    const auto elements = static_cast<double>(args.tensor(0).numel());
    return outputs[0].numel() > 0 && elements > s->to_double() * static_cast<double>(outputs[0].numel());
  }
  return true;
}

Outputs call_quietly(const OpDef& op, const Args& args, bool* refused) {
  default_generator().set_seed(0);
  try {
    return call(op, args);
  } catch (const TensorError&) {
    *refused = true;
    return {};
  }
}

void run_call(const OpDef& op, uint64_t seed) {
  Random random(seed);
  std::vector<Sample> samples = op.samples();
  const Sample& sample = samples[random.below(samples.size())];
  GradModeScope no_grad(false);
  Args args = random_args(sample.args, op.pointwise != nullptr, true, random);
  // inplace=True changes the arguments, which are used again below.
  for (size_t i = 0; i < args.size(); ++i)
    if (schema_of(op).parameters[i].name == "inplace") args[i] = false;
  bool refused = false;
  // What changes its argument works on a copy, or on the layout itself where it may.
  if (op.traits & kMutates) {
    call_quietly(op, args, &refused);
    return;
  }
  Outputs outputs = call_quietly(op, args, &refused);
  if (refused) return;
  if (!(op.traits & kShapeDependsOnData)) {
    Metas metas;
    try {
      metas = infer_op(op, args);
    } catch (const TensorError& error) {
      fail(std::string(op.name) + ": infer refuses what was computed: " + error.message + "; " + arguments_text(args));
    }
    if (metas.size() != outputs.size() && metas.size() > 1) fail(std::string(op.name) + ": infer names other results");
    for (size_t i = 0; i < std::min(metas.size(), outputs.size()); ++i) {
      if (!outputs[i].defined()) continue;
      if (metas[i].dtype != outputs[i].dtype() || !(hints_of(metas[i].sizes) == outputs[i].sizes()))
        fail(std::string(op.name) + ": infer says " + dtype_name(metas[i].dtype) + sizes_text(metas[i].sizes) +
             ", the kernel " + dtype_name(outputs[i].dtype()) + sizes_text(outputs[i].sizes()));
    }
  }
  if (op.pointwise && op.kernel) {
    expect_same(op, args, outputs, {elementwise_reference(op, args, outputs[0])}, "kernel and reference");
    return;
  }
  if (is_free(op) || !all_finite(args) || !has_eps(op, args) || !has_divisor(op, args, outputs)) return;
  Outputs again = call_quietly(op, contiguous_args(args), &refused);
  if (refused) fail(std::string(op.name) + ": contiguous copies of the arguments are refused");
  expect_same(op, args, outputs, again, "this layout and contiguous copies");
  if (op.kernel && op.decompose) {
    Outputs parts;
    try {
      parts = op.decompose(args);
    } catch (const TensorError& error) {
      fail(std::string(op.name) + ": the decomposition refuses what the kernel takes: " + error.message);
    }
    expect_same(op, args, outputs, parts, "kernel and decomposition");
  }
}

}  // namespace

std::string make_input(const std::vector<std::string>&, Random& random) {
  install_eager();
  // Internal ops have callers that keep their contracts; programs do not see them.
  std::vector<const OpDef*> ops;
  for (const OpDef* op : all_ops())
    if (!(op->traits & kInternal)) ops.push_back(op);
  return std::string(ops[random.below(ops.size())]->name) + " " + std::to_string(random.below(size_t{1} << 40)) + "\n";
}

void run_input(const std::string& input) {
  install_eager();
  size_t space = input.find(' ');
  const OpDef* op = space == std::string::npos ? nullptr : find_op(input.substr(0, space));
  if (!op) fail("no op in: " + input);
  run_call(*op, std::strtoull(input.c_str() + space, nullptr, 10));
}

}  // namespace vt::fuzz
