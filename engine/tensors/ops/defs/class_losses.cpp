// Losses of labels: minus the log-probability of a class, and cross entropy.
#include <array>
#include <cmath>
#include <numeric>

#include "ops/defs/prelude.h"
#include "ops/families/loss_reduction.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/kept.h"

namespace vt {

namespace {

// nll_loss: (input, target, weight, reduction, ignore_index) -> (loss, total weight)
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
// Labels with other axes than the input without its classes: PyTorch's images have three, all others are flattened.
void refuse_target_rank(size_t expected, size_t given) {
  if (expected == given || expected == 2) return;
  if (expected < 2) tensor_error("0D or 1D target tensor expected, multi-target not supported");
  if (expected == 3)
    tensor_error("only batches of spatial targets supported (3D tensors) but got targets of dimension: " +
                 std::to_string(given));
}
NllShape nll_shape(const Args& args) {
  const Tensor &x = args.tensor(0), &target = args.tensor(1);
  SymSizes sizes = sizes_of(x);
  if (sizes.empty()) tensor_error("Expected 1 or more dimensions (got 0)", "ValueError");
  int axis = sizes.size() == 1 ? 0 : 1;
  SymSizes expected = sizes;
  expected.erase(expected.begin() + axis);
  SymSizes given = sizes_of(target);
  if (sizes.size() == 1 && given.size() == 1) {
    if (given[0] != SymInt(1))
      tensor_error("For 1D input, 1D target must have size 1, but got target size: " + std::to_string(given[0].hint()),
                   "ValueError");
    return {given, axis};
  }
  check_class_weight(args, sizes[axis]);
  if (!given.empty() && sizes.size() > 1 && given[0] != sizes[0])
    tensor_error("Expected input batch_size (" + std::to_string(sizes[0].hint()) + ") to match target batch_size (" +
                     std::to_string(given[0].hint()) + ").",
                 "ValueError");
  if (!same_sizes(expected, given)) {
    refuse_target_rank(expected.size(), given.size());
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
// A sum in levels like the hexadecimal digits of a counter, as PyTorch's nll_loss has it: after the k-th term a
// level joins the next one where the digit of k is 0. Levels are of the losses' type.
template <class T>
class CascadeSum {
 public:
  explicit CascadeSum(DType dtype) : dtype_(dtype) {}
  void add(T value, int64_t k) {
    sums_[0] = sum(sums_[0], value);
    for (size_t j = 0; j + 1 < kLevels && k % 16 == 0; ++j, k /= 16) {
      sums_[j + 1] = sum(sums_[j + 1], sums_[j]);
      sums_[j] = 0;
    }
  }
  T total() const {
    return std::accumulate(sums_.begin(), sums_.end(), T(0), [this](T a, T b) { return sum(a, b); });
  }

 private:
  T sum(T a, T b) const { return as_kept(a + b, dtype_); }
  static constexpr size_t kLevels = 8;
  DType dtype_;
  std::array<T, kLevels> sums_{};
};
template <class T>
Outputs nll_of(const Args& args, const NllShape& shape) {
  constexpr DType dtype = std::is_same_v<T, double> ? DType::kFloat64 : DType::kFloat32;
  const Tensor& input = args.tensor(0);
  int64_t classes = input.size(shape.axis), ignored = args.integer_or(4, -100);
  Tensor x = as_contiguous(as_dtype(input, dtype)), target = as_contiguous(as_dtype(args.tensor(1), DType::kInt64));
  Tensor weight = args.has(2) ? as_contiguous(as_dtype(args.tensor(2), dtype)) : Tensor();
  Tensor losses = empty_tensor(hints_of(shape.target), dtype);
  int64_t inner = 1;  // the stride of an axis of one element may be anything
  for (int axis = static_cast<int>(shape.axis) + 1; axis < x.rank(); ++axis) inner *= x.size(axis);
  const int64_t outer = inner == 0 ? 0 : target.numel() / inner;
  const int64_t* labels = target.data<int64_t>();
  const T *scores = x.data<T>(), *factors = weight.defined() ? weight.data<T>() : nullptr;
  T* to = losses.data<T>();
  int64_t counted = 0, k = 0;
  CascadeSum<T> total(input.dtype()), weights(input.dtype());
  for (int64_t row = 0; row < outer; ++row, scores += inner * classes)
    for (int64_t i = 0; i < inner; ++i, ++k) {
      const int64_t label = labels[k];
      to[k] = 0;
      if (label == ignored) continue;
      if (label < 0 || label >= classes)
        tensor_error("Target " + std::to_string(label) + " is out of bounds.", "IndexError");
      const T w = factors ? factors[label] : 1;
      total.add(to[k] = as_kept(-scores[label * inner + i] * w, input.dtype()), k);
      if (factors) weights.add(w, k);
      ++counted;
    }
  std::string reduction = args.text_or(3, "mean");
  const T all_weights = weight.defined() ? weights.total() : as_kept(static_cast<T>(counted), input.dtype());
  Tensor weight_sum = scalar_tensor(Scalar::of(static_cast<double>(all_weights)), input.dtype());
  if (reduction == "none") return {as_dtype(losses, input.dtype()), weight_sum};
  const T sum = reduction == "mean" ? total.total() / all_weights : total.total();
  return {scalar_tensor(Scalar::of(static_cast<double>(sum)), input.dtype()), weight_sum};
}
Outputs nll_kernel(const Args& args) {
  NllShape shape = nll_shape(args);
  return opmath_type(args.tensor(0).dtype()) == DType::kFloat64 ? nll_of<double>(args, shape)
                                                                : nll_of<float>(args, shape);
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
  if (!c.grad_output().defined()) return;
  Arg weight = c.input_list_size(2) > 0 ? Arg(c.input(2)) : Arg();
  const Args& a = c.attributes();
  c.set(0, call1(op_nll_loss_backward, {c.grad_output(), c.input(0), c.input(1), weight, a[3], a[4], c.output(1)}));
}
// (grad_output, self, target, weight, reduction, ignore_index, total_weight)
Outputs nll_backward(const Args& a) {
  TensorMeta meta = meta_of(a.tensor(1));
  int axis = meta.sizes.size() == 1 ? 0 : 1;
  NllParts parts = nll_parts(a.tensor(2), a[3], a.integer_or(5, -100), axis, meta.dtype);
  std::string reduction = a.text_or(4, "mean");
  Tensor grad = a.tensor(0);
  if (reduction == "mean") grad = f::div(grad, a.tensor(6));
  if (reduction == "none") grad = f::unsqueeze(grad, axis);
  Tensor values = f::neg(f::mul(parts.weight, grad));
  meta.strides.clear();
  return {call1(op_scatter, {f::zeros(meta), axis, parts.safe, values})};
}

// Whatever has more axes than classes and a batch is an image there.
Tensor nll_of(const Tensor& logs, const Args& args) {
  return call(logs.rank() > 2 ? op_nll_loss_2d_forward : op_nll_loss_forward, args)[0];
}

// cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)
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
    if (args.has(4) && ignored >= 0) tensor_error("ignore_index is not supported for floating point target");
    if (args.has(2)) product = f::mul(product, channel_weight());
    if (reduction == "none") return {f::neg(f::sum(product, {axis}, false))};
    Tensor total = f::neg(f::sum(product));
    return {reduction == "mean" ? call1(op_per_item, {total, batch}) : total};
  }
  if (same_sizes(sizes_of(target), sizes))
    tensor_error(std::string("Expected floating point type for target with class probabilities, got ") +
                 dtype_scalar_name(target.dtype()));
  Tensor nll = nll_of(logs, {logs, target, args[2], reduction, ignored});
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

}  // namespace

constinit const OpDef op_nll_loss_backward = define({
    .name = "nll_loss_backward",
    .signature = "nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, str reduction, int "
                 "ignore_index, Tensor total_weight) -> Tensor",
    .doc = "The gradient of nll_loss_forward's first result.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Tensor x = sample_tensor({3, 4}), labels = sample_ints({3}, {1, 0, 3}), weight = sample_tensor({4}, 0.5, 1.5);
          Tensor total = sample_tensor({}, 2, 3);
          return std::vector<Sample>{
              {Args{sample_tensor({}), x, labels, weight, "mean", -100, total}},
              {Args{sample_tensor({3}), x, labels, Arg(), "none", 1, total}, "one label ignored"}};
        },
    .infer = [](const Args& a) -> Metas {
      return {meta_like(a.tensor(1), sizes_of(a.tensor(1)), a.tensor(1).dtype())};
    },
    .grad_name = "NllLossBackwardBackward0",
    .decompose = nll_backward,
});
namespace {
constexpr OpDef nll_forward(const char* name, const char* signature, const char* grad_name) {
  return {.name = name,
          .signature = signature,
          .doc = "Minus the log-probabilities of labels, weighted; also the sum of weights.",
          .traits = kInternal,
          .samples = label_samples,
          .infer = nll_infer,
          .kernel = nll_kernel,
          .grad = nll_grad,
          .grad_name = grad_name,
          .saves_inputs = 7,
          .saves_outputs = 2,
          .decompose = nll_decompose};
}
}  // namespace
constinit const OpDef op_nll_loss_forward = define(
    nll_forward("nll_loss_forward",
                "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, str reduction, int ignore_index) -> "
                "(Tensor output, Tensor total_weight)",
                "NllLossBackward0"));
constinit const OpDef op_nll_loss_2d_forward = define(
    nll_forward("nll_loss2d_forward",
                "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, str reduction, int ignore_index) -> "
                "(Tensor output, Tensor total_weight)",
                "NllLoss2DBackward0"));
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
      return {nll_of(a.tensor(0), {a[0], a[1], a[2], reduction_of(a, 6, 3, 5), a.integer_or(4, -100)})};
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

constinit const OpDef op_per_item = define({
    .name = "_per_item",
    .signature = "_per_item(Tensor self, Scalar count) -> Tensor",
    .doc = "A total over a number of items.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), 2}}};
        },
    .grad_name = "DivBackward1",
    .decompose = [](const Args& a) -> Outputs {
      return {call1(op_div_scalar, {a[0], a[1]})};
    },
});

VT_OPS(class_losses, &op_per_item, &op_nll_loss_backward, &op_nll_loss_forward, &op_nll_loss_2d_forward, &op_nll_loss,
       &op_cross_entropy)

}  // namespace vt
