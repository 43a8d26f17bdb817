// Running sums, products and extremes along an axis.
#include "ops/defs/prelude.h"
#include "ops/families/reduction.h"
#include "ops/kernels/copy.h"

namespace vt {

namespace {

DType scan_dtype(const Args& args, size_t i) {
  DType own = args.tensor(0).dtype();
  return args.dtype_or(i, is_integral(own) ? DType::kInt64 : own);
}
int scan_axis(const Args& args) { return wrap_axis(args.integer(1), args.tensor(0).rank()); }
Metas sum_infer(const Args& args) {
  scan_axis(args);
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), scan_dtype(args, 2))};
}
Metas own_infer(const Args& args) {
  scan_axis(args);
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype())};
}
Metas pair_infer(const Args& args) {
  Metas metas = own_infer(args);
  metas.push_back(metas[0]);
  metas[1].dtype = DType::kInt64;
  return metas;
}
Outputs run(Scan kind, const Args& args, Metas metas) {
  Tensor out = empty_for(metas[0]), indices;
  if (metas.size() > 1) indices = empty_for(metas[1]);
  const Tensor& t = args.tensor(0);
  if (t.rank() == 0) {
    copy_tensor(out, t);
    if (indices.defined()) fill_tensor(indices, Scalar::of(int64_t{0}));
  } else if (t.numel() > 0) {
    scan_into(kind, out, indices, t, scan_axis(args));
  }
  return metas.size() > 1 ? Outputs{out, indices} : Outputs{out};
}
// Sums from each place to the end.
Tensor reversed_cumsum(const Tensor& t, int axis) {
  if (t.rank() == 0) return t;
  return f::flip(f::cumsum(f::flip(t, {axis}), axis), {axis});
}
int grad_axis(GradContext& c) {
  return wrap_axis(c.attributes().integer(1), static_cast<int>(c.input_meta(0).sizes.size()));
}
void pair_grad(GradContext& c) {
  const TensorMeta& meta = c.input_meta(0);
  if (meta.sizes.empty()) return c.set(0, c.grad_output());
  c.set(0, call1(op_scatter_add, {f::zeros(meta), grad_axis(c), c.output(1), c.grad_output()}));
}
std::vector<Sample> sum_samples() {
  return {{Args{sample_tensor({2, 3}), 1, Arg()}}, {Args{sample_tensor({2, 3}), 0, Arg()}}};
}
std::vector<Sample> axis_samples() { return {{Args{sample_tensor({2, 3}), 1}}, {Args{sample_tensor({4, 2}), 0}}}; }

}  // namespace

constinit const OpDef op_cumsum = define({
    .name = "cumsum",
    .signature = "cumsum(Tensor self, int dim, *, dtype? dtype=None) -> Tensor",
    .doc = "Running sums along an axis; integers sum in int64.",
    .traits = kFunction | kMethod | kHasInplace | kHasOut,
    .samples = sum_samples,
    .infer = sum_infer,
    .kernel = [](const Args& args) { return run(Scan::kSum, args, sum_infer(args)); },
    .grad =
        [](GradContext& c) {
          c.set(0, f::to_dtype(reversed_cumsum(c.grad_output(), grad_axis(c)), c.input_meta(0).dtype));
        },
    .grad_name = "CumsumBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_cumprod = define({
    .name = "cumprod",
    .signature = "cumprod(Tensor self, int dim, *, dtype? dtype=None) -> Tensor",
    .doc = "Running products along an axis.",
    .traits = kFunction | kMethod | kHasInplace | kHasOut,
    .samples = sum_samples,
    .infer = sum_infer,
    .kernel = [](const Args& args) { return run(Scan::kProd, args, sum_infer(args)); },
    .grad =
        [](GradContext& c) {
          Tensor x = c.input(0), grad = c.grad_output();
          if (x.rank() == 0) return c.set(0, grad);
          int axis = grad_axis(c);
          auto sums = [&](const Tensor& products) { return reversed_cumsum(f::mul(grad, products), axis); };
          // A product holds each element before it once. The first zero of a row is left out of the
          // products after it; elements behind it change nothing, for it stays in theirs.
          Tensor zero = f::eq(x, 0), zeros = f::cumsum(f::to_dtype(zero, DType::kInt64), axis);
          Tensor first = f::logical_and(zero, f::eq(zeros, 1));
          Tensor without = call1(op_cumprod, {f::masked_fill(x, first, 1), axis, Arg()});
          c.set(0, f::where(first, sums(without), f::div(sums(c.output()), f::masked_fill(x, zero, 1))));
        },
    .grad_name = "CumprodBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_cummax = define({
    .name = "cummax",
    .signature = "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    .doc = "Running maxima along an axis and where they are.",
    .samples = axis_samples,
    .infer = pair_infer,
    .kernel = [](const Args& args) { return run(Scan::kMax, args, pair_infer(args)); },
    .grad = pair_grad,
    .grad_name = "CummaxBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_cummin = define({
    .name = "cummin",
    .signature = "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    .doc = "Running minima along an axis and where they are.",
    .samples = axis_samples,
    .infer = pair_infer,
    .kernel = [](const Args& args) { return run(Scan::kMin, args, pair_infer(args)); },
    .grad = pair_grad,
    .grad_name = "CumminBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_logcumsumexp = define({
    .name = "logcumsumexp",
    .signature = "logcumsumexp(Tensor self, int dim) -> Tensor",
    .doc = "Running log(sum(exp(x))) along an axis.",
    .samples = axis_samples,
    .infer = own_infer,
    .kernel = [](const Args& args) { return run(Scan::kLogSumExp, args, own_infer(args)); },
    .grad =
        [](GradContext& c) {
          Tensor grad = c.grad_output(), x = c.input(0);
          if (x.rank() == 0) return c.set(0, grad);
          int axis = grad_axis(c);
          // In logarithms, so that nothing overflows; the signs apart.
          auto part = [&](const Tensor& size) {
            Tensor logs = f::sub(f::log(call1(op_clamp_min, {size, 0})), c.output());
            Tensor back = f::flip(call1(op_logcumsumexp, {f::flip(logs, {axis}), axis}), {axis});
            return f::exp(f::add(back, x));
          };
          c.set(0, f::sub(part(grad), part(f::neg(grad))));
        },
    .grad_name = "LogcumsumexpBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});

VT_OPS(scans, &op_cumsum, &op_cumprod, &op_cummax, &op_cummin, &op_logcumsumexp)

}  // namespace vt
