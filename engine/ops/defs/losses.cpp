// Losses. Those with a kernel of their own in PyTorch have a gradient of their own here,
// so that grad_fn reads the same; the rest are compositions.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/loss_reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

// --- Losses of two tensors, elementwise and then reduced ----------------------------------------
// (input, target, reduction, parameter): `value` gives the loss of one element.
using LossExpr = ExprId (*)(E e, ExprId x, ExprId y, double parameter);
double parameter_of(const Args& args) { return args.has(3) ? args.real(3) : 1; }
Metas pair_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  ResultType type;
  type.add(args[0]);
  type.add(args[1]);
  SymSizes sizes = broadcast_sizes(sizes_of(x), sizes_of(args.tensor(1)));
  if (args.text_or(2, "mean") != "none") sizes.clear();
  return {meta_like(x, sizes, type.get())};
}
ExprId mse_expr(E e, ExprId x, ExprId y, double);
ExprId huber_expr(E e, ExprId x, ExprId y, double delta);
template <LossExpr value>
Outputs pair_kernel(const Args& args) {
  std::string reduction = args.text_or(2, "mean");
  DType dtype = pair_infer(args)[0].dtype, compute = opmath_type(dtype);
  if (!is_floating(dtype)) {
    const char* name = value == mse_expr ? "mse_cpu" : value == huber_expr ? "huber_cpu" : "smooth_l1_cpu";
    tensor_error(std::string("\"") + name + "\" not implemented for '" + dtype_scalar_name(dtype) + "'",
                 "NotImplementedError");
  }
  Tensor elements =
      empty_tensor(hints_of(broadcast_sizes(sizes_of(args.tensor(0)), sizes_of(args.tensor(1)))), compute);
  ExprGraph g;
  ExprId result = value(E{g}, g.input(0, compute), g.input(1, compute), parameter_of(args));
  Tensor tensors[2] = {args.tensor(0), args.tensor(1)};
  DType dtypes[2] = {compute, compute};
  evaluate_expression(g, result, tensors, dtypes, elements);
  if (reduction == "none") return {as_dtype(elements, dtype)};
  if (reduction == "sum") return {as_dtype(op_sum.kernel({elements, Arg()})[0], dtype)};
  return {as_dtype(op_mean.kernel({elements, Arg()})[0], dtype)};
}
// Slope of the loss in the input; the target's is its negative where `antisymmetric`.
using SlopeFn = Tensor (*)(const Tensor& x, const Tensor& y, double parameter);
template <SlopeFn slope_of>
void pair_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1);
  Tensor slope = slope_of(x, y, c.attributes().has(3) ? c.attributes().real(3) : 1);
  Tensor grad = c.grad_output();
  if (c.attributes().text_or(2, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(slope)));
  Tensor result = f::mul(slope, grad);
  if (c.needs(0)) c.set(0, f::reduce_to(result, c.input_meta(0)));
  if (c.needs(1)) c.set(1, f::reduce_to(f::neg(result), c.input_meta(1)));
}

ExprId mse_expr(E e, ExprId x, ExprId y, double) {
  ExprId d = e.sub(x, y);
  return e.mul(d, d);
}
Tensor mse_slope(const Tensor& x, const Tensor& y, double) { return f::mul(f::sub(x, y), 2); }
Outputs mse_parts(const Args& a) {
  Tensor d = f::sub(a.tensor(0), a[1]);
  return {reduced(f::mul(d, d), a.text_or(2, "mean"))};
}

ExprId smooth_expr(E e, ExprId x, ExprId y, double beta) {
  ExprId d = e.abs(e.sub(x, y));
  if (beta == 0) return d;
  return e.select(e.less(d, beta), e.div(e.mul(e.mul(d, d), 0.5), beta), e.sub(d, 0.5 * beta));
}
Tensor smooth_slope(const Tensor& x, const Tensor& y, double beta) {
  Tensor d = f::sub(x, y);
  if (beta == 0) return f::sign(d);
  return f::where(f::lt(f::abs(d), beta), f::div(d, beta), f::sign(d));
}
Outputs smooth_parts(const Args& a) {
  double beta = parameter_of(a);
  Tensor d = f::abs(f::sub(a.tensor(0), a[1]));
  if (beta == 0) return {reduced(d, a.text_or(2, "mean"))};
  return {reduced(f::where(f::lt(d, beta), f::div(f::mul(f::mul(d, d), 0.5), beta), f::sub(d, 0.5 * beta)),
                  a.text_or(2, "mean"))};
}
ExprId huber_expr(E e, ExprId x, ExprId y, double delta) {
  ExprId d = e.abs(e.sub(x, y));
  return e.select(e.less(e(delta, d), d), e.mul(e.sub(d, 0.5 * delta), delta), e.mul(e.mul(d, d), 0.5));
}
Tensor huber_slope(const Tensor& x, const Tensor& y, double delta) {
  Tensor d = f::sub(x, y);
  return f::where(f::le(f::abs(d), delta), d, f::mul(f::sign(d), delta));
}
Outputs huber_parts(const Args& a) {
  double delta = parameter_of(a);
  Tensor d = f::abs(f::sub(a.tensor(0), a[1]));
  return {reduced(f::where(f::le(d, delta), f::mul(f::mul(d, d), 0.5), f::mul(f::sub(d, 0.5 * delta), delta)),
                  a.text_or(2, "mean"))};
}

std::vector<Sample> pair_samples() {
  Tensor x = sample_tensor({2, 3}), y = sample_tensor({2, 3}, -1.5, 1.7);
  return {{Args{x, y, "mean", 1.0}}, {Args{x, y, "sum", 1.0}}, {Args{x, y, "none", 0.5}}};
}
constexpr OpDef pair_loss(const char* name, const char* signature, const char* doc, KernelFn kernel, GradFn grad,
                          const char* grad_name, DecomposeFn parts) {
  return {.name = name,
          .signature = signature,
          .doc = doc,
          .traits = kInternal,
          .samples = pair_samples,
          .infer = pair_infer,
          .kernel = kernel,
          .grad = grad,
          .grad_name = grad_name,
          .saves_inputs = 3,
          .decompose = parts};
}

std::vector<Sample> functional_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean"}}};
}

// --- nll_loss: (input, target, weight, reduction, ignore_index) -> (loss, total weight) ----------
struct NllShape {
  SymSizes target;
  int axis;
};
void check_class_weight(const Args& args, const SymInt& classes) {
  if (!args.has(2)) return;
  SymSizes weight = sizes_of(args.tensor(2));
  if (weight.size() == 1 && weight[0].hint() == classes.hint()) return;
  tensor_error("weight tensor should be defined either for all " + std::to_string(classes.hint()) +
               " classes or no classes but got weight tensor of shape: " + sizes_text(weight));
}
NllShape nll_shape(const Args& args) {
  const Tensor &x = args.tensor(0), &target = args.tensor(1);
  SymSizes sizes = sizes_of(x);
  if (sizes.empty()) tensor_error("input tensor should be 1D or 2D");
  int axis = sizes.size() == 1 ? 0 : 1;
  SymSizes expected = sizes;
  expected.erase(expected.begin() + axis);
  SymSizes given = sizes_of(target);
  check_class_weight(args, sizes[axis]);
  if (!given.empty() && sizes.size() > 1 && given[0] != sizes[0])
    tensor_error("Expected input batch_size (" + std::to_string(sizes[0].hint()) + ") to match target batch_size (" +
                     std::to_string(given[0].hint()) + ").",
                 "ValueError");
  if (!same_sizes(expected, given)) {
    if (expected.size() != given.size()) tensor_error("0D or 1D target tensor expected, multi-target not supported");
    SymSizes shown = expected;
    tensor_error("Expected target size " + sizes_text(shown) + ", got " + sizes_text(given));
  }
  if (target.dtype() != DType::kInt64 && target.dtype() != DType::kUInt8)
    tensor_error(std::string("expected target dtype to be Long or Byte, but got ") + dtype_scalar_name(target.dtype()));
  return {given, axis};
}
Metas nll_infer(const Args& args) {
  NllShape shape = nll_shape(args);
  const Tensor& x = args.tensor(0);
  SymSizes sizes = args.text_or(3, "mean") == "none" ? shape.target : SymSizes{};
  return {meta_like(x, sizes, x.dtype()), meta_like(x, {}, x.dtype())};
}
Outputs nll_kernel(const Args& args) {
  NllShape shape = nll_shape(args);
  Metas metas = nll_infer(args);
  const Tensor& input = args.tensor(0);
  int64_t classes = input.size(shape.axis), ignored = args.integer_or(4, -100);
  Tensor x = as_contiguous(as_dtype(input, opmath_type(input.dtype()))),
         target = as_contiguous(as_dtype(args.tensor(1), DType::kInt64));
  auto value = [&](int64_t at) {
    return x.dtype() == DType::kFloat64 ? x.data<double>()[at] : static_cast<double>(x.data<float>()[at]);
  };
  Tensor weight = args.has(2) ? as_contiguous(as_dtype(args.tensor(2), DType::kFloat64)) : Tensor();
  Tensor losses = empty_tensor(hints_of(shape.target), DType::kFloat64);
  int64_t inner = x.strides()[shape.axis];
  double total = 0, weights = 0;
  for (int64_t k = 0; k < target.numel(); ++k) {
    int64_t label = target.data<int64_t>()[k];
    double& loss = losses.data<double>()[k];
    loss = 0;
    if (label == ignored) continue;
    if (label < 0 || label >= classes)
      tensor_error("Target " + std::to_string(label) + " is out of bounds.", "IndexError");
    double w = weight.defined() ? weight.data<double>()[label] : 1;
    loss = -value(k / inner * inner * classes + label * inner + k % inner) * w;
    total += loss;
    weights += w;
  }
  std::string reduction = args.text_or(3, "mean");
  Tensor weight_sum = scalar_tensor(Scalar::of(weights), input.dtype());
  if (reduction == "none") return {as_dtype(losses, input.dtype()), weight_sum};
  return {scalar_tensor(Scalar::of(reduction == "mean" ? total / weights : total), input.dtype()), weight_sum};
}
// The same by gathering, for graphs.
struct NllParts {
  Tensor safe, keep, weight;
  int axis;
};
NllParts nll_parts(const Tensor& target, const Arg& weight, int64_t ignored, int axis, DType dtype) {
  NllParts parts;
  parts.axis = axis;
  Tensor wide = f::unsqueeze(f::to_dtype(target, DType::kInt64), axis);
  parts.keep = f::ne(wide, ignored);
  parts.safe = f::where(parts.keep, wide, 0);
  Tensor ones = f::to_dtype(parts.keep, dtype);
  if (weight.is_tensor()) {
    SymSizes sizes = sizes_of(parts.safe);
    Tensor picked = call1(op_index_select, {weight, 0, f::reshape(parts.safe, {count_of(sizes)})});
    ones = f::mul(ones, f::reshape(picked, sizes));
  }
  parts.weight = ones;
  return parts;
}
Outputs nll_decompose(const Args& args) {
  NllShape shape = nll_shape(args);
  const Tensor& x = args.tensor(0);
  NllParts parts = nll_parts(args.tensor(1), args[2], args.integer_or(4, -100), shape.axis, x.dtype());
  Tensor picked = f::neg(f::gather(x, shape.axis, parts.safe));
  Tensor losses = f::squeeze(f::where(parts.keep, f::mul(picked, parts.weight), 0), shape.axis);
  Tensor weights = f::sum(parts.weight);
  std::string reduction = args.text_or(3, "mean");
  if (reduction == "none") return {losses, weights};
  Tensor total = f::sum(losses);
  return {reduction == "mean" ? f::div(total, weights) : total, weights};
}
void nll_grad(GradContext& c) {
  Tensor grad = c.grad_output();
  if (!grad.defined()) return;
  const TensorMeta& meta = c.input_meta(0);
  int axis = meta.sizes.size() == 1 ? 0 : 1;
  bool weighted = c.input_list_size(2) > 0;
  NllParts parts =
      nll_parts(c.input(1), weighted ? Arg(c.input(2)) : Arg(), c.attributes().integer_or(4, -100), axis, meta.dtype);
  std::string reduction = c.attributes().text_or(3, "mean");
  if (reduction == "mean") grad = f::div(grad, c.output(1));
  if (reduction == "none") grad = f::unsqueeze(grad, axis);
  Tensor values = f::neg(f::mul(parts.weight, grad));
  c.set(0, call1(op_scatter, {f::zeros(meta), axis, parts.safe, values}));
}

// --- Binary cross entropy ------------------------------------------------------------------------
void check_same_size(const Args& args, const char* what) {
  SymSizes x = sizes_of(args.tensor(0)), y = sizes_of(args.tensor(1));
  auto text = [](const SymSizes& s) { return "torch.Size(" + sizes_text(s) + ")"; };
  if (same_sizes(x, y)) return;
  if (std::string(what) == "logits")
    tensor_error("Target size (" + text(y) + ") must be the same as input size (" + text(x) + ")", "ValueError");
  tensor_error("Using a target size (" + text(y) + ") that is different to the input size (" + text(x) +
                   ") is deprecated. Please ensure they have the same size.",
               "ValueError");
}
Metas weighted_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  SymSizes sizes = args.text_or(3, "mean") == "none" ? sizes_of(x) : SymSizes{};
  return {meta_like(x, sizes, x.dtype())};
}
// (input, target, weight, reduction); logs are held above -100, as PyTorch holds them.
Tensor entropy_elements(const Tensor& x, const Tensor& y, const Arg& weight) {
  Tensor on = call1(op_clamp_min, {f::log(x), -100.0}),
         off = call1(op_clamp_min, {call1(op_log1p, {f::neg(x)}), -100.0});
  Tensor loss = f::sub(f::mul(f::sub(y, 1), off), f::mul(y, on));
  return weight.is_tensor() ? f::mul(loss, weight) : loss;
}
Outputs entropy_kernel(const Args& args) {
  const Tensor &x = args.tensor(0), &y = args.tensor(1);
  DType compute = opmath_type(x.dtype());
  Tensor elements = empty_tensor(x.sizes(), compute);
  ExprGraph g;
  E e{g};
  ExprId p = g.input(0, compute), t = g.input(1, compute);
  ExprId result = e.sub(e.mul(e.sub(t, 1), e.max(e.log1p(e.neg(p)), -100)), e.mul(t, e.max(e.log(p), -100)));
  Tensor tensors[2] = {x, y};
  DType dtypes[2] = {compute, compute};
  Tensor wide = as_contiguous(as_dtype(x, DType::kFloat64));
  for (int64_t i = 0; i < wide.numel(); ++i)
    if (!(wide.data<double>()[i] >= 0 && wide.data<double>()[i] <= 1))
      tensor_error("all elements of input should be between 0 and 1");
  evaluate_expression(g, result, tensors, dtypes, elements);
  if (args.has(2)) elements = op_mul.kernel({elements, args[2]})[0];
  std::string reduction = args.text_or(3, "mean");
  if (reduction == "none") return {as_dtype(elements, x.dtype())};
  return {as_dtype((reduction == "sum" ? op_sum : op_mean).kernel({elements, Arg()})[0], x.dtype())};
}
void entropy_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1), grad = c.grad_output();
  if (c.attributes().text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(x)));
  if (c.input_list_size(2) > 0) grad = f::mul(grad, c.input(2));
  if (c.needs(0)) {
    Tensor spread = call1(op_clamp_min, {f::mul(f::rsub(x, 1), x), 1e-12});
    c.set(0, f::mul(grad, f::div(f::sub(x, y), spread)));
  }
  if (c.needs(1)) c.set(1, f::mul(grad, f::sub(call1(op_log1p, {f::neg(x)}), f::log(x))));
}
// (input, target, weight, reduction, pos_weight)
Tensor logits_elements(const Tensor& x, const Tensor& y, const Arg& weight, const Arg& pos_weight) {
  Tensor log_sigmoid = call1(op_logsigmoid, {x});
  Tensor loss;
  if (pos_weight.is_tensor()) {
    Tensor factor = f::add(f::mul(f::sub(std::get<Tensor>(pos_weight.value), 1), y), 1);
    loss = f::sub(f::mul(f::rsub(y, 1), x), f::mul(factor, log_sigmoid));
  } else {
    loss = f::sub(f::mul(f::rsub(y, 1), x), log_sigmoid);
  }
  return weight.is_tensor() ? f::mul(loss, weight) : loss;
}
Outputs logits_decompose(const Args& a) {
  return {reduced(logits_elements(a.tensor(0), a.tensor(1), a[2], a[4]), a.text_or(3, "mean"))};
}
Outputs logits_kernel(const Args& a) {
  auto k = [](const OpDef& op, Args args) { return op.kernel(args)[0]; };
  const Tensor& x = a.tensor(0);
  Tensor left = k(op_mul, {k(op_rsub_scalar, {a[1], 1, 1}), x}), right = k(op_logsigmoid, {x});
  if (a.has(4)) {
    Tensor factor = k(op_add_scalar, {k(op_mul, {k(op_sub_scalar, {a[4], 1, 1}), a[1]}), 1, 1});
    right = k(op_mul, {factor, right});
  }
  Tensor loss = k(op_sub, {left, right, 1});
  if (a.has(2)) loss = k(op_mul, {loss, a[2]});
  std::string reduction = a.text_or(3, "mean");
  if (reduction == "none") return {loss};
  return {k(reduction == "sum" ? op_sum : op_mean, {loss, Arg()})};
}
void logits_grad(GradContext& c) {
  Tensor x = c.input(0), y = c.input(1), grad = c.grad_output();
  if (c.attributes().text_or(3, "mean") == "mean") grad = f::div(grad, count_of(sizes_of(x)));
  if (c.input_list_size(2) > 0) grad = f::mul(grad, c.input(2));
  bool positive = c.input_list_size(4) > 0;
  if (c.needs(0)) {
    Tensor s = f::sigmoid(x);
    if (positive) {
      Tensor t = f::mul(c.input(4), y);
      c.set(0, f::mul(grad, f::sub(f::mul(f::sub(f::add(t, 1), y), s), t)));
    } else {
      c.set(0, f::mul(grad, f::sub(s, y)));
    }
  }
  if (c.needs(1)) {
    if (positive)
      c.set(1, f::mul(grad, f::sub(call1(op_logsigmoid, {f::neg(x)}), f::mul(c.input(4), call1(op_logsigmoid, {x})))));
    else c.set(1, f::neg(f::mul(grad, x)));
  }
}

// --- cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)
Outputs cross_entropy(const Args& args) {
  const Tensor &x = args.tensor(0), &target = args.tensor(1);
  int64_t ignored = args.integer_or(4, -100);
  double smoothing = args.has(7) ? args.real(7) : 0;
  if (smoothing < 0 || smoothing > 1)
    tensor_error("label_smoothing must be between 0.0 and 1.0. Got: " + number_text(smoothing));
  std::string reduction = reduction_of(args, 6, 3, 5);
  int axis = x.rank() == 1 ? 0 : 1;
  Tensor logs = call1(op_log_softmax, {x, axis, Arg()});
  SymSizes sizes = sizes_of(x);
  auto channel_weight = [&]() {
    SymSizes wide(sizes.size(), SymInt(1));
    wide[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(axis)];
    return f::reshape(args.tensor(2), wide);
  };
  SymInt classes = sizes[static_cast<size_t>(axis)];
  SymInt batch = floor_div(count_of(sizes), classes);
  if (same_sizes(sizes_of(target), sizes) && is_floating(target.dtype())) {
    Tensor labels = target;
    if (smoothing > 0)
      labels = f::add(f::mul(labels, 1 - smoothing), f::div(f::full({}, smoothing, x.dtype(), x.device()), classes));
    check_class_weight(args, classes);
    Tensor product = f::mul(logs, labels);
    if (args.has(2)) product = f::mul(product, channel_weight());
    if (reduction == "none") return {f::neg(f::sum(product, {axis}, false))};
    Tensor total = f::neg(f::sum(product));
    return {reduction == "mean" ? f::div(total, batch) : total};
  }
  Tensor nll = call(op_nll_loss_forward, {logs, target, args[2], reduction, ignored})[0];
  if (smoothing <= 0) return {nll};
  Tensor smooth =
      args.has(2) ? f::neg(f::sum(f::mul(logs, channel_weight()), {axis}, false)) : f::neg(f::sum(logs, {axis}, false));
  Tensor keep = f::ne(target, ignored);
  smooth = f::where(keep, smooth, 0);
  if (reduction == "mean") {
    Tensor count = args.has(2) ? f::sum(nll_parts(target, args[2], ignored, axis, x.dtype()).weight)
                               : f::sum(f::to_dtype(keep, x.dtype()));
    smooth = f::div(f::sum(smooth), count);
  } else if (reduction == "sum") {
    smooth = f::sum(smooth);
  }
  return {f::add(f::mul(nll, 1 - smoothing),
                 f::mul(smooth, f::div(f::full({}, smoothing, x.dtype(), x.device()), classes)))};
}
std::vector<Sample> label_samples() {
  Tensor logs = sample_tensor({3, 4}, -3, -0.1), labels = sample_ints({3}, {0, 3, 1});
  return {{Args{logs, labels, Arg(), "mean", -100}},
          {Args{logs, labels, sample_ints({4}, {1, 2, 1, 3}), "sum", 3}, "weights"},
          {Args{logs, labels, Arg(), "none", -100}}};
}
std::vector<Sample> entropy_samples() {
  return {{Args{sample_tensor({3, 4}), sample_ints({3}, {0, 3, 1}), Arg(), Arg(), -100, Arg(), "mean", 0.1}}};
}
std::vector<Sample> binary_loss_samples() {
  return {{Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "mean"}},
          {Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "none"}}};
}
std::vector<Sample> logits_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "mean", Arg()}},
          {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), "sum", sample_ints({3}, {1, 3, 2})}}};
}

}  // namespace

constinit const OpDef op_mse_loss_base = define(pair_loss(
    "mse_loss_base", "mse_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
    "Squared differences.", pair_kernel<mse_expr>, pair_grad<mse_slope>, "MseLossBackward0", mse_parts));
constinit const OpDef op_smooth_l1_base = define(
    pair_loss("smooth_l1_loss_base",
              "smooth_l1_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
              "Absolute differences, rounded off below beta.", pair_kernel<smooth_expr>, pair_grad<smooth_slope>,
              "SmoothL1LossBackward0", smooth_parts));
constinit const OpDef op_huber_base = define(
    pair_loss("huber_loss_base",
              "huber_loss_base(Tensor input, Tensor target, str reduction='mean', float parameter=1.0) -> Tensor",
              "Squared differences, straight beyond delta.", pair_kernel<huber_expr>, pair_grad<huber_slope>,
              "HuberLossBackward0", huber_parts));

constinit const OpDef op_mse_loss = define({
    .name = "mse_loss",
    .signature = "mse_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', Tensor? weight=None) -> Tensor",
    .doc = "Mean squared difference.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean", Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          std::string reduction = reduction_of(a, 4);
          if (!a.has(5)) return call(op_mse_loss_base, {a[0], a[1], reduction, 1.0});
          if (!same_sizes(sizes_of(a.tensor(0)), sizes_of(a.tensor(5))))
            tensor_error("Inputs and weights must have the same size.", "ValueError");
          Tensor weighted = f::mul(call1(op_mse_loss_base, {a[0], a[1], "none", 1.0}), a[5]);
          if (reduction != "mean") return Outputs{reduced(weighted, reduction)};
          return Outputs{f::div(f::sum(weighted), f::sum(a.tensor(5)))};
        },
});
constinit const OpDef op_l1_loss = define({
    .name = "l1_loss",
    .signature = "l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean') -> Tensor",
    .doc = "Mean absolute difference.",
    .traits = kFunctional,
    .samples = functional_samples,
    .decompose = [](const Args& a) -> Outputs {
      return {reduced(f::abs(f::sub(a.tensor(0), a[1])), reduction_of(a, 4))};
    },
});
constinit const OpDef op_smooth_l1_loss = define({
    .name = "smooth_l1_loss",
    .signature = "smooth_l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', float beta=1.0) -> Tensor",
    .doc = "Absolute differences, squared below beta.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), Arg(), Arg(), "mean", 0.5}}};
        },
    .decompose =
        [](const Args& a) {
          if (a.real(5) < 0) tensor_error("smooth_l1_loss does not support negative values for beta.");
          if (a.real(5) == 0) return Outputs{reduced(f::abs(f::sub(a.tensor(0), a[1])), reduction_of(a, 4))};
          return call(op_smooth_l1_base, {a[0], a[1], reduction_of(a, 4), a.real(5)});
        },
});
constinit const OpDef op_huber_loss = define({
    .name = "huber_loss",
    .signature = "huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0) -> Tensor",
    .doc = "Squared differences, straight beyond delta.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1.5, 1.7), "mean", 0.5}}};
        },
    .decompose =
        [](const Args& a) {
          if (a.real(3) <= 0) tensor_error("huber_loss does not support non-positive values for delta.");
          return call(op_huber_base, {a[0], a[1], valid_reduction(a.text_or(2, "mean")), a.real(3)});
        },
});
constinit const OpDef op_nll_loss_forward = define({
    .name = "nll_loss_forward",
    .signature = "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, str reduction, int ignore_index) -> "
                 "(Tensor output, Tensor total_weight)",
    .doc = "Minus the log-probabilities of labels, weighted; also the sum of weights.",
    .traits = kInternal,
    .samples = label_samples,
    .infer = nll_infer,
    .kernel = nll_kernel,
    .grad = nll_grad,
    .grad_name = "NllLossBackward0",
    .saves_inputs = 6,
    .saves_outputs = 2,
    .decompose = nll_decompose,
});
constinit const OpDef op_nll_loss = define({
    .name = "nll_loss",
    .signature = "nll_loss(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, int "
                 "ignore_index=-100, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "Minus the log-probabilities of labels.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3, 4}), sample_ints({3}, {0, 3, 1}), Arg(), Arg(), -100, Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      return {call(op_nll_loss_forward, {a[0], a[1], a[2], reduction_of(a, 6, 3, 5), a.integer_or(4, -100)})[0]};
    },
});
constinit const OpDef op_cross_entropy = define({
    .name = "cross_entropy",
    .signature = "cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, int "
                 "ignore_index=-100, bool? reduce=None, str reduction='mean', float label_smoothing=0.0) -> Tensor",
    .doc = "log_softmax and nll_loss; targets are labels or probabilities.",
    .traits = kFunctional,
    .samples = entropy_samples,
    .decompose = cross_entropy,
});
constinit const OpDef op_bce_base = define({
    .name = "bce_base",
    .signature = "bce_base(Tensor input, Tensor target, Tensor? weight, str reduction) -> Tensor",
    .doc = "Cross entropy of probabilities.",
    .traits = kInternal,
    .samples = binary_loss_samples,
    .infer = weighted_infer,
    .kernel = entropy_kernel,
    .grad = entropy_grad,
    .grad_name = "BinaryCrossEntropyBackward0",
    .saves_inputs = 7,
    .decompose = [](const Args& a) -> Outputs {
      return {reduced(entropy_elements(a.tensor(0), a.tensor(1), a[2]), a.text_or(3, "mean"))};
    },
});
constinit const OpDef op_binary_cross_entropy = define({
    .name = "binary_cross_entropy",
    .signature = "binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, "
                 "bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "Cross entropy of probabilities between 0 and 1.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}, 0.1, 0.9), sample_tensor({2, 3}, 0.2, 0.8), Arg(), Arg(), Arg(), "mean"}}};
        },
    .decompose =
        [](const Args& a) {
          check_same_size(a, "probabilities");
          if (a.tensor(1).dtype() != a.tensor(0).dtype() && !is_floating(a.tensor(1).dtype()))
            tensor_error(std::string("Found dtype ") + dtype_scalar_name(a.tensor(1).dtype()) + " but expected " +
                         dtype_scalar_name(a.tensor(0).dtype()));
          return call(op_bce_base, {a[0], a[1], a[2], reduction_of(a, 5)});
        },
});
constinit const OpDef op_bce_logits_base = define({
    .name = "bce_with_logits_base",
    .signature = "bce_with_logits_base(Tensor input, Tensor target, Tensor? weight, str reduction, Tensor? pos_weight) "
                 "-> Tensor",
    .doc = "Cross entropy of sigmoids, without overflow.",
    .traits = kInternal,
    .samples = logits_samples,
    .infer = weighted_infer,
    .kernel = logits_kernel,
    .grad = logits_grad,
    .grad_name = "BinaryCrossEntropyWithLogitsBackward0",
    .saves_inputs = 23,
    .decompose = logits_decompose,
});
constinit const OpDef op_bce_with_logits = define({
    .name = "binary_cross_entropy_with_logits",
    .signature = "binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, bool? "
                 "size_average=None, bool? reduce=None, str reduction='mean', Tensor? pos_weight=None) -> Tensor",
    .doc = "Cross entropy of sigmoids, without overflow.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.2, 0.8), Arg(), Arg(), Arg(), "mean", Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          check_same_size(a, "logits");
          // The target's own type holds the product, in place.
          DType type = a.tensor(1).dtype();
          if (!is_floating(type) && type != DType::kBool)
            tensor_error(std::string("result type ") + dtype_scalar_name(a.tensor(0).dtype()) +
                         " can't be cast to the desired output type " + dtype_scalar_name(type));
          return call(op_bce_logits_base, {a[0], a[1], a[2], reduction_of(a, 5), a[6]});
        },
});

VT_OPS(losses, &op_mse_loss_base, &op_smooth_l1_base, &op_huber_base, &op_mse_loss, &op_l1_loss, &op_smooth_l1_loss,
       &op_huber_loss, &op_nll_loss_forward, &op_nll_loss, &op_cross_entropy, &op_bce_base, &op_binary_cross_entropy,
       &op_bce_logits_base, &op_bce_with_logits)

}  // namespace vt
