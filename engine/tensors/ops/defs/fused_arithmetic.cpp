// Three-operand arithmetic: lerp, addcmul, addcdiv.
#include "ops/defs/prelude.h"
#include "ops/families/element_formulas.h"
#include "ops/families/texts.h"

namespace vt {

namespace {
std::vector<Sample> three_samples() {
  return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.3, 1), sample_tensor({3}, 0.3, 2), 0.5}}};
}

template <const OpDef& op>
void refuse_integers(const Args& args) {
  DType dtype = args.tensor(0).dtype();
  if (is_floating(dtype)) return;
  if (&op == &op_addcdiv) {
    if (is_floating(args.tensor(1).dtype()) || is_floating(args.tensor(2).dtype())) return;
    tensor_error(
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true "
        "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * "
        "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) "
        "for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / "
        "tensor2), for all dtypes.");
  }
  const char* kernel = &op == &op_lerp_scalar ? "lerp_kernel_scalar" : "lerp_kernel_tensor";
  tensor_error(std::string("\"") + kernel + "\" not implemented for '" + dtype_scalar_name(dtype) + "'",
               "NotImplementedError");
}
template <const OpDef& op>
void check_alike(const Args& args) {
  if (&op != &op_lerp && &op != &op_lerp_scalar) return;
  DType own = args.tensor(0).dtype();
  for (size_t i : {1, 2})
    if (args[i].is_tensor() && args.tensor(i).dtype() != own && (i == 1 || args.tensor(i).rank() > 0))
      tensor_error(std::string("expected dtype ") + dtype_cpp_name(own) + " for `" + (i == 1 ? "end" : "weight") +
                   "` but got dtype " + dtype_cpp_name(args.tensor(i).dtype()));
}
template <const OpDef& op>
Metas float_infer(const Args& args) {
  check_alike<op>(args);
  refuse_integers<op>(args);
  return pointwise_infer<op>(args);
}
template <const OpDef& op>
Outputs float_kernel(const Args& args) {
  check_alike<op>(args);
  refuse_integers<op>(args);
  return pointwise_kernel<op>(args);
}
}  // namespace

constinit const OpDef op_lerp = define({
    .name = "lerp",
    .signature = "lerp(Tensor self, Tensor end, Tensor weight) -> Tensor",
    .doc = "self + weight * (end - self), broadcast.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3}), sample_tensor({3}, 0.1, 0.9)}}};
        },
    .infer = float_infer<op_lerp>,
    .kernel =
        [](const Args& args) {
          check_alike<op_lerp>(args);
          refuse_integers<op_lerp>(args);
          return formula_kernel<op_lerp, formulas::Lerp>(args);
        },
    .grad =
        [](GradContext& c) {
          Tensor weight = c.input(2), grad = c.grad_output();
          if (c.needs(0)) c.set(0, f::reduce_to(f::mul(grad, f::rsub(weight, 1)), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::mul(grad, weight), c.input_meta(1)));
          if (c.needs(2)) c.set(2, f::reduce_to(f::mul(grad, f::sub(c.input(1), c.input(0))), c.input_meta(2)));
        },
    .grad_name = "LerpBackward1",
    .saves_inputs = 7,
    .pointwise = formula_expression<formulas::Lerp>,
});
constinit const OpDef op_lerp_scalar = define({
    .name = "lerp.Scalar",
    .signature = "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
    .doc = "self + weight * (end - self), broadcast.",
    .traits = kElementwise,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3}), 0.3}}};
        },
    .infer = float_infer<op_lerp_scalar>,
    .kernel = float_kernel<op_lerp_scalar>,
    .grad =
        [](GradContext& c) {
          double weight = c.attributes().real(2);
          if (c.needs(0)) c.set(0, f::reduce_to(f::mul(c.grad_output(), 1 - weight), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::mul(c.grad_output(), weight), c.input_meta(1)));
        },
    .grad_name = "LerpBackward0",
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          double weight = args.real(2);
          ExprId span = e.sub(in[1], in[0]);
          if (weight < 0.5 && weight > -0.5) return g.fma(span, e(weight, span), in[0]);
          return g.fma(e.neg(span), e(1 - weight, span), in[1]);
        },
});
constinit const OpDef op_addcmul = define({
    .name = "addcmul",
    .signature = "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    .doc = "self + value * tensor1 * tensor2, broadcast.",
    .traits = kElementwise,
    .samples = three_samples,
    .infer = pointwise_infer<op_addcmul>,
    .kernel = pointwise_kernel<op_addcmul>,
    .grad =
        [](GradContext& c) {
          Tensor scaled = f::mul(c.grad_output(), c.attributes()[3]);
          if (c.needs(0)) c.set(0, f::reduce_to(c.grad_output(), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::mul(scaled, c.input(2)), c.input_meta(1)));
          if (c.needs(2)) c.set(2, f::reduce_to(f::mul(scaled, c.input(1)), c.input_meta(2)));
        },
    .grad_name = "AddcmulBackward0",
    .saves_inputs = 6,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          ExprId value = scalar_constant(g, args.scalar(3), g.dtype(in[0]));
          ExprId scaled = e.mul(value, in[1]);
          if (!is_floating(g.dtype(in[0]))) return e.add(in[0], e.mul(scaled, in[2]));
          return g.fma(scaled, in[2], in[0]);
        },
});
constinit const OpDef op_addcdiv = define({
    .name = "addcdiv",
    .signature = "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    .doc = "self + value * tensor1 / tensor2, broadcast.",
    .traits = kElementwise,
    .samples = three_samples,
    .infer = float_infer<op_addcdiv>,
    .kernel = float_kernel<op_addcdiv>,
    .grad =
        [](GradContext& c) {
          Tensor scaled = f::mul(c.grad_output(), c.attributes()[3]);
          Tensor divisor = c.input(2);
          if (c.needs(0)) c.set(0, f::reduce_to(c.grad_output(), c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(f::div(scaled, divisor), c.input_meta(1)));
          if (c.needs(2))
            c.set(2,
                  f::reduce_to(f::neg(f::div(f::mul(scaled, c.input(1)), f::mul(divisor, divisor))), c.input_meta(2)));
        },
    .grad_name = "AddcdivBackward0",
    .saves_inputs = 6,
    .pointwise =
        [](ExprGraph& g, Exprs in, const Args& args) {
          E e{g};
          ExprId value = scalar_constant(g, args.scalar(3), g.dtype(in[0]));
          return e.add(in[0], e.div(e.mul(value, in[1]), in[2]));
        },
});

VT_OPS(fused_arithmetic, &op_lerp, &op_lerp_scalar, &op_addcmul, &op_addcdiv)

}  // namespace vt
