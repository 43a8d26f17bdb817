// Dropout of elements and of whole channels, and the draws behind it.
#include "ops/aten_forms.h"
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "tensor/random.h"
#include "tensor/warning.h"

namespace vt {

namespace {

Outputs dropout_decompose(const Args& args) {
  const Tensor& x = args.tensor(0);
  double p = args.real(1);
  if (p < 0 || p > 1)
    tensor_error("dropout probability has to be between 0 and 1, but got " + number_text(p), "ValueError");
  if (!args.boolean_or(2, true) || p == 0) return {x};
  bool inplace = args.boolean_or(3, false);
  if (p != 1 && !is_floating(x.dtype())) refuse_cast(default_dtype(), x.dtype());
  if (p == 1) return {inplace ? call_inplace(op_mul_scalar, {x, 0}) : f::mul(x, 0)};
  if (aten_forms() && !inplace && x.is_fake()) return {call(op_native_dropout, {x, p, true})[0]};
  if (aten_forms() && !x.is_fake()) {
    Tensor kept = call1(op_empty_like, {x});
    call(op_bernoulli_inplace, {kept, 1 - p});
    call_inplace(op_div_number, {kept, 1 - p});
    return {inplace ? call_inplace(op_mul, {x, kept}) : f::mul(x, kept)};
  }
  Tensor mask = f::div(call1(op_dropout_mask, {x, 1 - p}), 1 - p);
  return {inplace ? call_inplace(op_mul, {x, mask}) : f::mul(x, mask)};
}

// Whole channels at once: axes after the second share a draw.
Outputs feature_dropout(const Args& args) {
  const Tensor& x = args.tensor(0);
  double p = args.real(1);
  if (p < 0 || p > 1)
    tensor_error("dropout probability has to be between 0 and 1, but got " + number_text(p), "ValueError");
  if (!args.boolean_or(2, true) || p == 0) return {x};
  SymSizes sizes = sizes_of(x);
  for (size_t i = 2; i < sizes.size(); ++i) sizes[i] = 1;
  if (p == 1) return {f::mul(x, f::zeros(meta_like(x, sizes, x.dtype())))};
  Tensor shape = call1(op_empty, {sizes, x.dtype(), x.device()});
  return {f::mul(x, f::div(call1(op_bernoulli_like, {shape, 1 - p}), 1 - p))};
}
// Dropout of whole channels of planes or volumes; too few axes are told of.
void warn_of_axes(const Tensor& x, int planes) {
  if (x.is_fake()) return;
  const std::string name = "dropout" + std::to_string(planes) + "d", rank = std::to_string(x.rank());
  if (x.rank() != planes + 1 && x.rank() != planes + 2)
    tensor_warning(name + ": Received a " + rank + "-D input to " + name +
                   ", which is deprecated and will result in an error in a future release. To retain the behavior and "
                   "silence this warning, please use dropout instead. Note that " +
                   name + " exists to provide channel-wise dropout on inputs with " + std::to_string(planes) +
                   " spatial dimensions, a channel dimension, and an optional batch dimension (i.e. " +
                   std::to_string(planes + 1) + "D or " + std::to_string(planes + 2) + "D inputs).");
  if (planes == 2 && x.rank() == 3)
    tensor_warning(
        "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - "
        "input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a future "
        "release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D "
        "channel-wise dropout behavior, please switch to using dropout1d instead.");
}
Outputs plane_dropout(const Args& args) {
  warn_of_axes(args.tensor(0), 2);
  return feature_dropout(args);
}
Outputs line_dropout(const Args& args) {
  int rank = args.tensor(0).rank();
  if (rank != 2 && rank != 3)
    tensor_error("dropout1d: Expected 2D or 3D input, but received a " + std::to_string(rank) +
                 "D input. Note that dropout1d exists to provide channel-wise dropout on inputs with 1 spatial "
                 "dimension, a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs).");
  return feature_dropout(args);
}

}  // namespace

constinit const OpDef op_bernoulli_like = define({
    .name = "bernoulli.p",
    .signature = "bernoulli.p(Tensor self, float p) -> Tensor",
    .doc = "1 with a probability, else 0, in the sizes of a tensor.",
    .traits = kFunction | kMethod | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_preserving(a.tensor(0), a.tensor(0).dtype())}; },
    .kernel = [](const Args& a) -> Outputs {
      Tensor out = empty_for(meta_preserving(a.tensor(0), a.tensor(0).dtype()));
      return op_bernoulli_inplace.kernel({out, a.real(1)});
    },
    .grad = zero_gradient,
    .grad_name = "BernoulliBackward2",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_dropout_mask = define({
    .name = "_dropout_mask",
    .signature = "_dropout_mask(Tensor self, float keep) -> Tensor",
    .doc = "1 with a probability, else 0, as dropout draws it.",
    .traits = kInternal | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_preserving(a.tensor(0), a.tensor(0).dtype())}; },
    .kernel = [](const Args& a) -> Outputs {
      Tensor out = empty_for(meta_preserving(a.tensor(0), a.tensor(0).dtype()));
      fill_dropout_mask(out, a.real(1), default_generator());
      return {out};
    },
    .no_grad = "noise",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_native_dropout_backward = define({
    .name = "native_dropout_backward",
    .signature = "native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor",
    .doc = "The gradient of what was kept, scaled.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), sample_tensor({3}), 2.0}}};
        },
    .infer = [](const Args& a) -> Metas { return {meta_of(a.tensor(0))}; },
    .decompose = [](const Args& a) -> Outputs {
      return {f::mul(a.tensor(0), f::mul(f::to_dtype(a.tensor(1), a.tensor(0).dtype()), a.real(2)))};
    },
});
constinit const OpDef op_native_dropout = define({
    .name = "native_dropout",
    .signature = "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)",
    .doc = "dropout in training, and what it kept.",
    .traits = kInternal | kAten | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5, true}}};
        },
    .infer = [](const Args& a) -> Metas {
      TensorMeta kept = meta_preserving(a.tensor(0), DType::kBool);
      return {meta_preserving(a.tensor(0), a.tensor(0).dtype()), kept};
    },
    .grad =
        [](GradContext& c) {
          double scale = 1 / (1 - c.attributes().real(1));
          c.set(0, call1(op_native_dropout_backward, {c.grad_output(), c.output(1), scale}));
        },
    .grad_name = "NativeDropoutBackward0",
    .saves_outputs = 2,
    .decompose = [](const Args& a) -> Outputs {
      double keep = 1 - a.real(1);
      Tensor drawn = call1(op_dropout_mask, {a[0], keep});
      return {f::mul(a.tensor(0), f::div(drawn, keep)), f::ne(drawn, 0)};
    },
});
constinit const OpDef op_dropout = define({
    .name = "dropout",
    .signature = "dropout(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor",
    .doc = "Zeroes elements with probability p and scales the rest by 1 / (1 - p), in training only.",
    .traits = kFunctional | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5, true, false}}};
        },
    .decompose = dropout_decompose,
});
constinit const OpDef op_dropout_train = define({
    .name = "dropout.train",
    .signature = "dropout.train(Tensor input, float p, bool train) -> Tensor",
    .doc = "Zeroes elements with probability p and scales the rest by 1 / (1 - p), in training only.",
    .traits = kFunction | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5, true}}};
        },
    .decompose = dropout_decompose,
});
constinit const OpDef op_dropout2d = define({
    .name = "dropout2d",
    .signature = "dropout2d(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor",
    .doc = "dropout of whole channels.",
    .traits = kFunctional | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 2, 2}), 0.5, true, false}}};
        },
    .decompose = plane_dropout,
});
constinit const OpDef op_dropout1d = define({
    .name = "dropout1d",
    .signature = "dropout1d(Tensor input, float p=0.5, bool training=True, bool inplace=False) -> Tensor",
    .doc = "dropout of whole channels.",
    .traits = kFunctional | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 2}), 0.5, true, false}}};
        },
    .decompose = line_dropout,
});

VT_OPS(dropout, &op_bernoulli_like, &op_dropout_mask, &op_native_dropout_backward, &op_native_dropout, &op_dropout,
       &op_dropout_train, &op_dropout2d, &op_dropout1d)

}  // namespace vt
