// Losses that are compositions, and similarities of vectors.
#include <cmath>
#include <optional>

#include "ops/defs/prelude.h"
#include "ops/families/loss_reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/distances.h"
#include "ops/kernels/iterate.h"
#include "tensor/warning.h"

namespace vt {

namespace {

Tensor relu(const Tensor& t) { return call1(op_clamp_min, {t, 0}); }
Tensor norm(const Tensor& t, double p, int axis, bool keepdim) {
  return call1(op_vector_norm, {t, p, IntList{axis}, keepdim, Arg()});
}
Tensor cosine(Tensor a, Tensor b, int axis, double eps) {
  // The axis is one of the joint shape.
  SymSizes joint = broadcast_sizes(sizes_of(a), sizes_of(b));
  for (Tensor* each : {&a, &b})
    if (sizes_of(*each) != joint) *each = f::expand(*each, joint);
  Tensor left = call1(op_clamp_min, {norm(a, 2, axis, true), eps}),
         right = call1(op_clamp_min, {norm(b, 2, axis, true), eps});
  return f::sum(f::mul(f::div(a, left), f::div(b, right)), {wrap_axis(axis, std::max(a.rank(), b.rank()))}, false);
}
Tensor distance(const Tensor& a, const Tensor& b, double p, double eps, bool keepdim) {
  return norm(f::add(f::sub(a, b), eps), p, -1, keepdim);
}
// cdist(x1, x2, p)
Metas pairs_infer(const Args& a) {
  for (size_t i : {0, 1})
    if (a.tensor(i).rank() < 2)
      tensor_error("cdist only supports at least 2D tensors, X" + std::to_string(i + 1) +
                   " got: " + std::to_string(a.tensor(i).rank()) + "D");
  for (size_t i : {0, 1})
    if (!is_floating(a.tensor(i).dtype()))
      tensor_error("cdist only supports floating-point dtypes, X" + std::to_string(i + 1) +
                   " got: " + dtype_scalar_name(a.tensor(i).dtype()));
  SymSizes left = sizes_of(a.tensor(0)), right = sizes_of(a.tensor(1));
  if (left.back() != right.back())
    tensor_error("X1 and X2 must have the same number of columns. X1: " + std::to_string(left.back().hint()) +
                 " X2: " + std::to_string(right.back().hint()));
  if (!(a.real(2) >= 0)) tensor_error("cdist only supports non-negative p values");
  SymInt rows = left[left.size() - 2], columns = right[right.size() - 2];
  left.resize(left.size() - 2);
  right.resize(right.size() - 2);
  SymSizes sizes = broadcast_sizes(left, right);
  sizes.push_back(rows);
  sizes.push_back(columns);
  return {meta_like(a.tensor(0), sizes, a.tensor(0).dtype())};
}
// Whether a matrix product computes the distances; nothing where their number decides.
std::optional<bool> by_product(const Args& a) {
  const std::string mode = a.text_or(3, "use_mm_for_euclid_dist_if_necessary");
  if (mode == "use_mm_for_euclid_dist_if_necessary") return std::nullopt;
  if (mode == "use_mm_for_euclid_dist") return true;
  if (mode != "donot_use_mm_for_euclid_dist")
    tensor_error(mode + " is not a valid value for compute_mode", "ValueError");
  return false;
}
Outputs pair_distances(const Args& a) {
  static_cast<void>(by_product(a));
  const TensorMeta result = pairs_infer(a)[0];
  if (sizes_of(a.tensor(0)).back().hint() == 0) return {f::zeros(result)};  // some norms of nothing are refused
  return {norm(f::sub(f::unsqueeze(a.tensor(0), -2), f::unsqueeze(a.tensor(1), -3)), a.real(2), -1, false)};
}
// Both sides with the axes of batches that they have in common, in one piece.
struct PairSides {
  Tensor x, y;
  RowPairs pairs;
};
bool has_pair_kernel(const Tensor& x, const Tensor& y, double p) {
  return has_distance_kernel(p) && x.dtype() == y.dtype() && x.device().kind == DeviceKind::kCpu && !x.is_fake() &&
         (x.dtype() == DType::kFloat32 || x.dtype() == DType::kFloat64);
}
PairSides pair_sides(const Tensor& x, const Tensor& y, const Dims& batches) {
  auto side = [&](const Tensor& t) {
    Dims sizes = batches;
    for (int axis : {t.rank() - 2, t.rank() - 1}) sizes.push_back(t.size(axis));
    return as_contiguous(view_of(t, sizes, broadcast_strides(t, sizes), t.impl()->offset));
  };
  RowPairs pairs{1, x.size(x.rank() - 2), y.size(y.rank() - 2), x.size(x.rank() - 1)};
  for (int64_t size : batches) pairs.batch *= size;
  return {side(x), side(y), pairs};
}
Dims batches_of(const Tensor& distances) {
  Dims batches;
  for (int axis = 0; axis + 2 < distances.rank(); ++axis) batches.push_back(distances.size(axis));
  return batches;
}
template <class F>
void visit_real(DType dtype, const F& f) {
  if (dtype == DType::kFloat64) f.template operator()<double>();
  else f.template operator()<float>();
}
Outputs direct_distances(const Args& a) {
  Tensor out = empty_for(pairs_infer(a)[0]);
  if (out.numel() == 0) return {out};
  const PairSides sides = pair_sides(a.tensor(0), a.tensor(1), batches_of(out));
  visit_real(out.dtype(), [&]<class T>() {
    pair_distances(sides.pairs, a.real(2), sides.x.data<T>(), sides.y.data<T>(), out.data<T>());
  });
  return {out};
}
// (grad, x1, x2, p, distances): the gradients by x1 and x2, without the axes that were broadcast.
Metas pairs_backward_infer(const Args& a) { return {meta_of(a.tensor(1)), meta_of(a.tensor(2))}; }
Tensor pair_gradient(const Tensor& difference, const Tensor& grad, const Tensor& distances, double p) {
  if (p == 0) return f::zeros_like(difference);
  Tensor wide = f::unsqueeze(distances, -1), scale = f::unsqueeze(grad, -1), none = f::eq(wide, 0);
  if (p == HUGE_VAL)
    return f::mul(f::mul(call1(op_sign, {difference}), f::eq(call1(op_abs, {difference}), wide)), scale);
  Tensor size = call1(op_abs, {difference});
  Tensor slope = f::mul(call1(op_sign, {difference}), call1(op_pow_scalar, {size, p - 1}));
  Tensor ratio = f::div(scale, call1(op_pow_scalar, {f::where(none, f::ones_like(wide), wide), p - 1}));
  return f::mul(f::where(f::eq(difference, 0), f::zeros_like(slope), slope),
                f::where(none, f::zeros_like(ratio), ratio));
}
// From one product where there are many rows, as PyTorch has it: |x|^2 - 2 x y + |y|^2.
Outputs pairs_kernel(const Args& a) {
  constexpr int64_t kMany = 25;
  pairs_infer(a);
  Tensor x = a.tensor(0), y = a.tensor(1);
  bool many = by_product(a).value_or(x.size(x.rank() - 2) > kMany || y.size(y.rank() - 2) > kMany);
  if (a.real(2) != 2 || !many || x.dtype() != y.dtype() || !is_floating(x.dtype()))
    return has_pair_kernel(x, y, a.real(2)) ? direct_distances(a) : pair_distances(a);
  Tensor left = f::sum(f::mul(x, x), {x.rank() - 1}, true), right = f::sum(f::mul(y, y), {y.rank() - 1}, true);
  Tensor wide = call1(op_cat, {TensorList{f::mul(x, -2), left, f::ones_like(left)}, -1});
  Tensor other = call1(op_cat, {TensorList{y, f::ones_like(right), right}, -1});
  return {call1(op_sqrt, {relu(f::matmul(wide, f::transpose(other, -2, -1)))})};
}
Tensor without_broadcast(const Tensor& grad, const Tensor& input) { return f::reduce_to(grad, meta_of(input)); }
Outputs pairs_backward(const Args& a) {
  const Tensor &x = a.tensor(1), &y = a.tensor(2);
  Tensor each = pair_gradient(f::sub(f::unsqueeze(x, -2), f::unsqueeze(y, -3)), a.tensor(0), a.tensor(4), a.real(3));
  Tensor by_x = f::sum(each, {each.rank() - 2}, false), by_y = f::sum(each, {each.rank() - 3}, false);
  return {without_broadcast(by_x, x), without_broadcast(f::sub(f::zeros_like(by_y), by_y), y)};
}
Outputs pairs_backward_kernel(const Args& a) {
  const Tensor &x = a.tensor(1), &y = a.tensor(2), distances = as_contiguous(a.tensor(4));
  if (!has_pair_kernel(x, y, a.real(3)) || distances.numel() == 0) return pairs_backward(a);
  const Tensor grad = as_contiguous(a.tensor(0));
  const PairSides sides = pair_sides(x, y, batches_of(distances));
  Tensor by_x = empty_tensor(sides.x.sizes(), x.dtype()), by_y = empty_tensor(sides.y.sizes(), y.dtype());
  const RowPairs p = sides.pairs;
  visit_real(x.dtype(), [&]<class T>() {
    const T *left = sides.x.data<T>(), *right = sides.y.data<T>(), *g = grad.data<T>(), *d = distances.data<T>();
    pair_gradients(p, a.real(3), g, d, false, left, right, by_x.data<T>());
    pair_gradients({p.batch, p.right, p.left, p.width}, a.real(3), g, d, true, right, left, by_y.data<T>());
  });
  return {without_broadcast(by_x, x), without_broadcast(by_y, y)};
}
// A variance for each row, with or without its axis, or one that lacks a single axis of the input.
Tensor variance_beside(const Tensor& variance, const SymSizes& sizes) {
  SymSizes own = sizes_of(variance);
  if (own == sizes) return variance;
  SymSizes rows(sizes.begin(), sizes.end() - (sizes.empty() ? 0 : 1));
  if (own == rows) return f::unsqueeze(variance, -1);
  int64_t others = 0;
  bool alike = own.size() == sizes.size();
  for (size_t i = 0; alike && i < own.size(); ++i)
    if (own[i] != sizes[i]) others += own[i].hint();
  if (!alike || others != 1) tensor_error("var is of incorrect size", "ValueError");
  return variance;
}
std::vector<Sample> row_pairs() { return {{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5)}}}; }

}  // namespace

constinit const OpDef op_kl_div = define({
    .name = "kl_div",
    .signature = "kl_div(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean', bool log_target=False) -> Tensor",
    .doc = "Kullback-Leibler divergence of log-probabilities from a target.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.1, 0.9), Arg(), Arg(), "batchmean", false}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &x = a.tensor(0), &y = a.tensor(1);
      if (a.text_or(4, "mean") == "mean" && !a.has(2) && !a.has(3) && !x.is_fake())
        tensor_warning(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides "
            "only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the "
            "same as 'batchmean' in the next major release.");
      if (!is_floating(y.dtype())) tensor_error("kl_div: Integral inputs not supported.");
      Tensor loss =
          a.boolean_or(5, false) ? f::mul(f::exp(y), f::sub(y, x)) : f::sub(call1(op_xlogy, {y, y}), f::mul(y, x));
      if (a.text_or(4, "mean") == "batchmean") {
        Tensor total = f::sum(loss);
        return {x.rank() == 0 ? total : f::div(total, sizes_of(x)[0])};
      }
      return {reduced(loss, reduction_of(a, 4))};
    },
});
constinit const OpDef op_margin_ranking_loss = define({
    .name = "margin_ranking_loss",
    .signature = "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, bool? "
                 "size_average=None, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "max(0, -target * (input1 - input2) + margin).",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), sample_tensor({3}, -1, 1.5), sample_tensor({3}, 0.5, 1),
                                           0.1, Arg(), Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      auto text = [](const Tensor& t) { return "torch.Size(" + sizes_text(sizes_of(t)) + ")"; };
      if (a.tensor(0).rank() != a.tensor(1).rank() || a.tensor(0).rank() != a.tensor(2).rank())
        tensor_error("margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: " +
                     text(a.tensor(0)) + ", input2: " + text(a.tensor(1)) + ", target: " + text(a.tensor(2)) + " ");
      Tensor difference = f::mul(f::neg(a.tensor(2)), f::sub(a.tensor(0), a[1]));
      return {reduced(relu(f::add(difference, a.real(3))), reduction_of(a, 6))};
    },
});
constinit const OpDef op_hinge_embedding_loss = define({
    .name = "hinge_embedding_loss",
    .signature = "hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, bool? size_average=None, bool? "
                 "reduce=None, str reduction='mean') -> Tensor",
    .doc = "The input where the target is 1, max(0, margin - input) where it is -1.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3}), sample_ints({3}, {1, -1, 1}), 1.0, Arg(), Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &x = a.tensor(0), &y = a.tensor(1);
      Tensor apart = f::where(f::ne(y, 1), relu(f::rsub(x, a.real(2))), 0);
      Tensor together = f::where(f::ne(y, -1), x, 0);
      return {reduced(f::add(apart, together), reduction_of(a, 5))};
    },
});
constinit const OpDef op_poisson_nll_loss = define({
    .name = "poisson_nll_loss",
    .signature = "poisson_nll_loss(Tensor input, Tensor target, bool log_input=True, bool full=False, bool? "
                 "size_average=None, float eps=1e-08, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "Negative log-likelihood of a Poisson distribution.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3}), sample_tensor({3}, 0.5, 3), true, false, Arg(), 1e-8, Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &x = a.tensor(0), &y = a.tensor(1);
      Tensor loss =
          a.boolean_or(2, true) ? f::sub(f::exp(x), f::mul(y, x)) : f::sub(x, f::mul(y, f::log(f::add(x, a.real(5)))));
      if (a.boolean_or(3, false)) {
        Tensor stirling = f::add(f::sub(f::mul(y, f::log(y)), y), f::mul(f::log(f::mul(y, 2 * M_PI)), 0.5));
        loss = f::add(loss, f::masked_fill(stirling, f::le(y, 1), 0));
      }
      return {reduced(loss, reduction_of(a, 7, 4, 6))};
    },
});
constinit const OpDef op_gaussian_nll_loss = define({
    .name = "gaussian_nll_loss",
    .signature = "gaussian_nll_loss(Tensor input, Tensor target, Tensor var, bool full=False, float eps=1e-06, str "
                 "reduction='mean') -> Tensor",
    .doc = "Negative log-likelihood of a normal distribution.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3}), sample_tensor({3}, 0.5, 3), sample_tensor({3}, 0.5, 1), false, 1e-6, "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Tensor given = a.tensor(2);
      bool readable = !given.is_fake() && given.device().kind == DeviceKind::kCpu;
      if (readable && *call1(op_any, {f::lt(given, 0)}).data<bool>())
        tensor_error("var has negative entry/entries", "ValueError");
      std::string reduction = a.text_or(5, "mean");
      given = variance_beside(given, sizes_of(a.tensor(0)));
      if (reduction != "mean" && reduction != "sum" && reduction != "none")
        tensor_error(reduction + " is not valid", "ValueError");
      Tensor variance = call1(op_clamp_min, {given, a.real(4)});
      Tensor difference = f::sub(a.tensor(0), a[1]);
      Tensor loss = f::mul(f::add(f::log(variance), f::div(f::pow(difference, 2), variance)), 0.5);
      if (a.boolean_or(3, false)) loss = f::add(loss, 0.5 * std::log(2 * M_PI));
      return {reduced(loss, reduction)};
    },
});
constinit const OpDef op_soft_margin_loss = define({
    .name = "soft_margin_loss",
    .signature = "soft_margin_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                 "reduction='mean') -> Tensor",
    .doc = "log(1 + exp(-target * input)).",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), sample_ints({3}, {1, -1, 1}), Arg(), Arg(), "mean"}}};
        },
    .grad_name = "SoftMarginLossBackward0",
    .decompose = [](const Args& a) -> Outputs {
      Tensor target = target_as_input(a.tensor(0), a.tensor(1));
      Tensor negative = f::neg(target);  // a bool is refused here
      if (!is_floating(a.tensor(0).dtype())) refuse_cast(default_dtype(), a.tensor(0).dtype());
      return {reduced(call1(op_log1p, {f::exp(f::mul(negative, a[0]))}), reduction_of(a, 4))};
    },
});
constinit const OpDef op_multilabel_soft_margin_loss = define({
    .name = "multilabel_soft_margin_loss",
    .signature = "multilabel_soft_margin_loss(Tensor input, Tensor target, Tensor? weight=None, bool? "
                 "size_average=None, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "Binary cross entropy of every class, averaged over classes.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0, 1), Arg(), Arg(), Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &x = a.tensor(0), &y = a.tensor(1);
      Tensor on = f::mul(y, call1(op_logsigmoid, {x})), off = f::mul(f::rsub(y, 1), call1(op_logsigmoid, {f::neg(x)}));
      Tensor loss = f::neg(f::add(on, off));
      if (a.has(2)) loss = f::mul(loss, a[2]);
      SymInt classes = sizes_of(loss).back();
      return {reduced(f::div(f::sum(loss, {loss.rank() - 1}, false), Arg(classes)), reduction_of(a, 5))};
    },
});
constinit const OpDef op_cosine_similarity = define({
    .name = "cosine_similarity",
    .signature = "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
    .doc = "The cosine of the angle between vectors along an axis.",
    .traits = kFunction | kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5), 1, 1e-8}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      Tensor x = a.tensor(0), y = a.tensor(1);
      DType common = promote_types(x.dtype(), y.dtype());
      if (!is_floating(common))
        tensor_error(std::string("expected common dtype to be floating point, yet common dtype is ") +
                     dtype_scalar_name(common));
      for (Tensor* each : {&x, &y})
        if (!is_floating(each->dtype())) *each = f::to_dtype(*each, common);
      return {cosine(x, y, static_cast<int>(a.integer(2)), a.real(3))};
    },
});
constinit const OpDef op_cosine_embedding_loss = define({
    .name = "cosine_embedding_loss",
    .signature = "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, bool? "
                 "size_average=None, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "1 - cosine where the target is 1, max(0, cosine - margin) where it is -1.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5),
                                           sample_ints({2}, {1, -1}), 0.1, Arg(), Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &x = a.tensor(0), &y = a.tensor(1), &target = a.tensor(2);
      int axis = target.rank() == 0 ? 0 : 1;
      if (target.rank() > 1) tensor_error("0D or 1D target tensor expected, multi-target not supported");
      if (x.rank() != axis + 1)
        tensor_error(std::to_string(axis) + "D target tensor expects " + std::to_string(axis + 1) +
                     "D input tensors, but found inputs with sizes " + sizes_text(sizes_of(x)) + " and " +
                     sizes_text(sizes_of(y)) + ".");
      constexpr double kEps = 1e-12;
      Tensor product = f::sum(f::mul(x, y), {axis}, false);
      Tensor lengths = f::sqrt(
          f::mul(f::add(f::sum(f::mul(x, x), {axis}, false), kEps), f::add(f::sum(f::mul(y, y), {axis}, false), kEps)));
      Tensor cos = f::div(product, lengths);
      Tensor loss = f::add(f::where(f::eq(target, 1), f::rsub(cos, 1), 0),
                           f::where(f::eq(target, -1), relu(f::sub(cos, a.real(3))), 0));
      return {reduced(loss, reduction_of(a, 6))};
    },
});
constinit const OpDef op_pairwise_distance = define({
    .name = "pairwise_distance",
    .signature = "pairwise_distance(Tensor x1, Tensor x2, float p=2.0, float eps=1e-06, bool keepdim=False) -> Tensor",
    .doc = "The p-norm of x1 - x2 + eps along the last axis.",
    .traits = kFunction | kFunctional,
    .samples = row_pairs,
    .grad_name = "NormBackward1",
    .decompose = [](const Args& a) -> Outputs {
      return {distance(a.tensor(0), a.tensor(1), a.has(2) ? a.real(2) : 2, a.has(3) ? a.real(3) : 1e-6,
                       a.boolean_or(4, false))};
    },
});
constinit const OpDef op_triplet_margin_loss = define({
    .name = "triplet_margin_loss",
    .signature =
        "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2.0, float "
        "eps=1e-06, bool swap=False, bool? size_average=None, bool? reduce=None, str reduction='mean') -> Tensor",
    .doc = "max(0, distance to positive - distance to negative + margin).",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({2, 3}, -1, 1.5), sample_tensor({2, 3}, -1.2, 1), 1.0, 2.0,
                    1e-6, false, Arg(), Arg(), "mean"}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (a.real(3) <= 0) tensor_error("margin must be greater than 0, got " + number_text(a.real(3)), "ValueError");
      auto rank = [&](size_t i) { return std::to_string(a.tensor(i).rank()) + "D"; };
      if (rank(0) != rank(1) || rank(1) != rank(2))
        tensor_error(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            "anchor " +
            rank(0) + ", positive " + rank(1) + ", and negative " + rank(2) + " inputs");
      double p = a.real(4), eps = a.real(5);
      Tensor near = distance(a.tensor(0), a.tensor(1), p, eps, false),
             far = distance(a.tensor(0), a.tensor(2), p, eps, false);
      if (a.boolean_or(6, false)) far = call1(op_minimum, {far, distance(a.tensor(1), a.tensor(2), p, eps, false)});
      return {reduced(relu(f::add(f::sub(near, far), a.real(3))), reduction_of(a, 9))};
    },
});
constinit const OpDef op_cdist = define({
    .name = "cdist",
    .signature = "cdist(Tensor x1, Tensor x2, float p=2.0, str? compute_mode=None) -> Tensor",
    .doc = "Distances between all pairs of rows.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({4, 3}, -1, 1.5), 2.0, Arg()}}};
        },
    .infer = pairs_infer,
    .kernel = pairs_kernel,
    .grad =
        [](GradContext& c) {
          Outputs grads =
              call(op_cdist_backward, {c.grad_output(), c.input(0), c.input(1), c.attributes()[2], c.output()});
          for (size_t i : {0, 1})
            if (c.needs(i)) c.set(i, grads[i]);
        },
    .grad_name = "CdistBackward0",
    .saves_inputs = 3,
    .saves_outputs = 1,
    .decompose = pair_distances,
});
constinit const OpDef op_cdist_backward = define({
    .name = "_cdist_backward",
    .signature = "_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> (Tensor, Tensor)",
    .doc = "The gradients of distances by the rows between which they are.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 4}), sample_tensor({2, 3}), sample_tensor({4, 3}, -1, 1.5),
                                           2.0, sample_tensor({2, 4}, 0.5, 2)}}};
        },
    .infer = pairs_backward_infer,
    .kernel = pairs_backward_kernel,
    .decompose = pairs_backward,
});
constinit const OpDef op_normalize = define({
    .name = "normalize",
    .signature = "normalize(Tensor input, float p=2.0, int dim=1, float eps=1e-12) -> Tensor",
    .doc = "Divides vectors along an axis by their p-norm, held above eps.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 2.0, 1, 1e-12}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& x = a.tensor(0);
      Tensor length = call1(op_clamp_min, {norm(x, a.real(1), static_cast<int>(a.integer(2)), true), a.real(3)});
      return {f::div(x, f::expand(length, sizes_of(x)))};
    },
});

VT_OPS(losses_composite, &op_kl_div, &op_margin_ranking_loss, &op_hinge_embedding_loss, &op_poisson_nll_loss,
       &op_gaussian_nll_loss, &op_soft_margin_loss, &op_multilabel_soft_margin_loss, &op_cosine_similarity,
       &op_cosine_embedding_loss, &op_pairwise_distance, &op_triplet_margin_loss, &op_cdist, &op_cdist_backward,
       &op_normalize)

}  // namespace vt
