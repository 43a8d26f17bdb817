// Attention as one operator with its gradient, as ATen's graphs for a CPU have it (contractions.cpp chooses it there).
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/dispatch.h"

namespace vt {

namespace {
// What both directions need of (query, key, value, ...): which keys a query sees, and how strongly.
struct Scores {
  Tensor scaled;
  double scale;
};
Scores scores_of(const Tensor& q, const Tensor& k, bool causal, const Arg& mask, const Arg& scale) {
  SymSizes qs = sizes_of(q), ks = sizes_of(k);
  const Scalar* given = std::get_if<Scalar>(&scale.value);
  double factor = given ? given->to_double() : 1 / std::sqrt(static_cast<double>(qs.back().hint()));
  Tensor scores = f::mul(f::matmul(q, f::transpose(k, -2, -1)), factor);
  if (causal) {
    Tensor seen = call1(op_tril, {f::full({qs[2], ks[2]}, true, DType::kBool, q.device()), 0});
    scores = f::masked_fill(scores, f::logical_not(seen), -HUGE_VAL);
  }
  if (const Tensor* t = std::get_if<Tensor>(&mask.value); t && t->defined())
    scores = t->dtype() == DType::kBool ? f::masked_fill(scores, f::logical_not(*t), -HUGE_VAL) : f::add(scores, *t);
  return {scores, factor};
}
// Lengths outside of heads, as the kernel lays its result out.
TensorMeta length_first(const Tensor& t) {
  TensorMeta meta = meta_of(t);
  SymSizes s = sizes_of(t);
  meta.strides = {s[1] * s[2] * s[3], s[3], s[1] * s[3], SymInt(1)};
  return meta;
}
Tensor as_length_first(const Tensor& t) { return f::transpose(f::contiguous(f::transpose(t, 1, 2)), 1, 2); }

// (query, key, value, dropout_p, is_causal, attn_mask, scale)
Metas flash_infer(const Args& a) {
  SymSizes sums = sizes_of(a.tensor(0));
  sums.pop_back();
  return {length_first(a.tensor(0)), meta_like(a.tensor(0), sums, DType::kFloat32)};
}
Outputs flash(const Args& a) {
  Tensor scores = scores_of(a.tensor(0), a.tensor(1), a.boolean(4), a[5], a[6]).scaled;
  Tensor sums = call1(op_logsumexp, {scores, IntList{-1}, false});
  Tensor weights = call1(op_softmax, {scores, -1, Arg()});
  return {as_length_first(f::matmul(weights, a.tensor(2))), f::to_dtype(sums, DType::kFloat32)};
}
void flash_grad(GradContext& c) {
  const Args& a = c.attributes();
  Arg mask = c.input_list_size(5) > 0 ? Arg(c.input(5)) : Arg();
  Outputs grads = call(op_flash_attention_aten_backward, {c.grad_output(), c.input(0), c.input(1), c.input(2),
                                                          c.output(0), c.output(1), a[3], a[4], mask, a[6]});
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads[i]);
}
// (grad_out, query, key, value, out, logsumexp, dropout_p, is_causal, attn_mask, scale)
Outputs flash_backward(const Args& a) {
  const Tensor &grad = a.tensor(0), &q = a.tensor(1), &k = a.tensor(2), &v = a.tensor(3);
  auto [scores, scale] = scores_of(q, k, a.boolean(7), a[8], a[9]);
  Tensor weights = f::exp(f::sub(scores, f::to_dtype(f::unsqueeze(a.tensor(5), -1), scores.dtype())));
  Tensor inner = f::sub(f::matmul(grad, f::transpose(v, -2, -1)), f::sum(f::mul(grad, a.tensor(4)), {3}, true));
  Tensor slope = f::mul(f::mul(weights, inner), scale);
  return {as_length_first(f::matmul(slope, k)), as_length_first(f::matmul(f::transpose(slope, -2, -1), q)),
          as_length_first(f::matmul(f::transpose(weights, -2, -1), grad))};
}
std::vector<Tensor> sample_heads() {
  return {sample_tensor({1, 2, 3, 4}), sample_tensor({1, 2, 3, 4}, -1, 1), sample_tensor({1, 2, 3, 4}, -1, 2)};
}
}  // namespace

constinit const OpDef op_flash_attention_aten = define({
    .name = "_scaled_dot_product_flash_attention_for_cpu",
    .signature =
        "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, bool "
        "is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)",
    .doc = "softmax(query @ key.T * scale + mask) @ value, and the logarithms of the softmax's sums.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          std::vector<Tensor> t = sample_heads();
          return std::vector<Sample>{{Args{t[0], t[1], t[2], 0.0, false, Arg(), Arg()}},
                                     {Args{t[0], t[1], t[2], 0.0, true, Arg(), 0.3}, "causal"}};
        },
    .infer = flash_infer,
    .grad = flash_grad,
    .grad_name = "ScaledDotProductFlashAttentionForCpuBackward0",
    .saves_inputs = 39,
    .saves_outputs = 3,
    .decompose = flash,
});
constinit const OpDef op_flash_attention_aten_backward = define({
    .name = "_scaled_dot_product_flash_attention_for_cpu_backward",
    .signature =
        "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, "
        "Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) "
        "-> (Tensor grad_query, Tensor grad_key, Tensor grad_value)",
    .doc = "The gradients of attention from its result and the sums.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          std::vector<Tensor> t = sample_heads();
          Outputs forward = flash({t[0], t[1], t[2], 0.0, false, Arg(), Arg()});
          return std::vector<Sample>{{Args{t[2], t[0], t[1], t[2], forward[0], forward[1], 0.0, false, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas {
      return {length_first(a.tensor(1)), length_first(a.tensor(2)), length_first(a.tensor(3))};
    },
    .decompose = flash_backward,
});

VT_OPS(flash_attention, &op_flash_attention_aten, &op_flash_attention_aten_backward)

}  // namespace vt
