// Connectionist temporal classification: the loss of all alignments of a sequence with its labels
// (Graves et al., 2006), by the forward and backward recursions over states. States are blank,
// label, blank, label, ..., blank.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/defs/prelude.h"
#include "ops/families/shape.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "tensor/extent.h"

namespace vt {

namespace {

constexpr const char* kChecking = " (while checking arguments for ctc_loss_allocate_outputs)";

[[noreturn]] void refuse(const std::string& text) { tensor_error(text + kChecking); }
std::string size_refused(const std::string& expected, int64_t axis, int64_t given) {
  return "Expected tensor to have size " + expected + " at dimension " + std::to_string(axis) + ", but got size " +
         std::to_string(given) + " for argument #2 'targets'";
}

// Lengths as a list or as a tensor; none where the tensor has no values yet.
bool lengths_known(const Args& args, size_t i) {
  if (!args[i].is_tensor()) return true;
  const Tensor& lengths = args.tensor(i);
  return !lengths.is_fake() && lengths.device().kind == DeviceKind::kCpu;
}
std::vector<int64_t> lengths_of(const Args& args, size_t i) {
  if (!args[i].is_tensor()) return args.plain_ints(i);
  Tensor values = as_contiguous(as_dtype(args.tensor(i), DType::kInt64));
  return {values.data<int64_t>(), values.data<int64_t>() + values.numel()};
}
Arg list_of(const std::vector<int64_t>& values) { return Arg(IntList(values.begin(), values.end())); }
void check_integral(const Tensor& lengths, const char* name) {
  if (!is_integral(lengths.dtype()) || lengths.dtype() == DType::kBool)
    tensor_error(std::string(name) + " must be integral");
}

// The greatest length, each checked; `most` < 0: no bound.
int64_t check_lengths(const std::vector<int64_t>& lengths, const std::string& name, int64_t most) {
  int64_t greatest = 0;
  for (int64_t length : lengths) {
    std::string got = ", but got value " + std::to_string(length);
    if (length < 0) refuse("Expected " + name + " to have value at least 0" + got);
    if (most >= 0 && length > most) refuse("Expected " + name + " to have value at most " + std::to_string(most) + got);
    greatest = std::max(greatest, length);
  }
  return greatest;
}

// Checks (log_probs, targets, input_lengths, target_lengths, blank) at `first`; the number of states of
// the longest target, or of as many labels as there can be where lengths are not known.
SymInt checked_states(const Args& args, size_t first, int64_t blank) {
  if (const DType dtype = args.tensor(first).dtype(); dtype != DType::kFloat32 && dtype != DType::kFloat64)
    tensor_error(std::string("\"ctc_loss_cpu\" not implemented for '") + dtype_scalar_name(dtype) + "'",
                 "NotImplementedError");
  SymSizes probs = sizes_of(args.tensor(first)), targets = sizes_of(args.tensor(first + 1));
  if (count_of(probs).hint() == 0) tensor_error("log_probs tensor must not be empty");
  if (probs.size() != 3)
    refuse("Expected 3-dimensional tensor, but got " + std::to_string(probs.size()) +
           "-dimensional tensor for argument #1 'log_probs'");
  if (targets.empty() || targets.size() > 2)
    refuse("Expected 1 to 2 dimensions, but got " + std::to_string(targets.size()) +
           "-dimensional tensor for argument #2 'targets'");
  if (blank < 0 || blank >= probs[2].hint()) tensor_error("blank must be in label range");
  bool padded = targets.size() == 2;
  if (padded && targets[0].hint() != probs[1].hint())
    refuse(size_refused(std::to_string(probs[1].hint()), 0, targets[0].hint()));
  SymInt widest = targets.back() * SymInt(2) + SymInt(1);
  if (!lengths_known(args, first + 2) || !lengths_known(args, first + 3)) return widest;
  std::vector<int64_t> inputs = lengths_of(args, first + 2), labels = lengths_of(args, first + 3);
  size_t batch = static_cast<size_t>(probs[1].hint());
  if (inputs.size() != batch) tensor_error("input_lengths must be of size batch_size");
  if (labels.size() != batch) tensor_error("target_lengths must be of size batch_size");
  int64_t longest = check_lengths(labels, "target_lengths", -1), total = 0;
  if (padded && longest > targets[1].hint())
    refuse(size_refused("at least " + std::to_string(longest), 1, targets[1].hint()));
  for (size_t i = 0; !padded && i < batch; ++i) total = checked_add(total, labels[i]);
  if (!padded && total != targets[0].hint()) refuse(size_refused(std::to_string(total), 0, targets[0].hint()));
  check_lengths(inputs, "input_lengths", probs[0].hint());
  return padded || args[first + 3].is_tensor() ? widest : SymInt(2) * SymInt(longest) + SymInt(1);
}

// One sequence of the batch.
template <class T>
struct Sequence {
  const T* probs;       // of the first step
  int64_t step, label;  // strides
  int64_t inputs;
  std::vector<int64_t> states;  // their labels

  T at(int64_t t, int64_t label_of_state) const { return probs[t * step + label_of_state * label]; }
  int64_t last() const { return static_cast<int64_t>(states.size()) - 1; }
  // A state follows the one before the last if that is another label: a blank between them may be left out.
  bool skips(int64_t s) const { return s > 1 && states[s] != states[s - 2]; }
};
template <class T>
std::vector<Sequence<T>> sequences(const Args& args, size_t first, int64_t blank, const Tensor& probs) {
  Tensor targets = as_contiguous(as_dtype(args.tensor(first + 1), DType::kInt64));
  std::vector<int64_t> inputs = lengths_of(args, first + 2), lengths = lengths_of(args, first + 3);
  const Dims& strides = probs.strides();
  std::vector<Sequence<T>> all;
  const int64_t* labels = targets.data<int64_t>();
  for (size_t b = 0; b < lengths.size(); ++b) {
    Sequence<T> each{probs.data<T>() + static_cast<int64_t>(b) * strides[1], strides[0], strides[2], inputs[b], {}};
    each.states.assign(static_cast<size_t>(2 * lengths[b] + 1), blank);
    for (int64_t k = 0; k < lengths[b]; ++k) {
      if (labels[k] < 0 || labels[k] >= probs.size(2))
        tensor_error("Target " + std::to_string(labels[k]) + " is out of bounds.", "IndexError");
      each.states[static_cast<size_t>(2 * k + 1)] = labels[k];
    }
    labels += targets.rank() == 2 ? targets.size(1) : lengths[b];
    all.push_back(std::move(each));
  }
  return all;
}

template <class T>
constexpr T kNever = -std::numeric_limits<T>::infinity();

// log(exp(a) + exp(b) + exp(c)).
template <class T>
T log_sum(T a, T b, T c) {
  T most = std::max({a, b, c});
  if (most == kNever<T>) most = 0;
  return std::log(std::exp(a - most) + std::exp(b - most) + std::exp(c - most)) + most;
}
template <class T>
T log_sum(T a, T b) {
  T most = std::max(a, b);
  if (most == kNever<T>) most = 0;
  return std::log(std::exp(a - most) + std::exp(b - most)) + most;
}

// alpha[t][s]: the log-probability of all ways to be in state s after step t. Returns minus that of all
// ways to have reached the end.
template <class T>
T forward(const Sequence<T>& q, T* alpha, int64_t width) {
  int64_t last = q.last();
  if (q.inputs == 0) return last == 0 ? T(-0.0) : -kNever<T>;
  alpha[0] = q.at(0, q.states[0]);
  if (last > 0) alpha[1] = q.at(0, q.states[1]);
  for (int64_t t = 1; t < q.inputs; ++t) {
    const T* before = alpha + (t - 1) * width;
    T* now = alpha + t * width;
    for (int64_t s = 0; s <= last; ++s)
      now[s] = log_sum(before[s], s > 0 ? before[s - 1] : kNever<T>, q.skips(s) ? before[s - 2] : kNever<T>) +
               q.at(t, q.states[s]);
  }
  const T* end = alpha + (q.inputs - 1) * width;
  return last == 0 ? -end[0] : -log_sum(end[last], end[last - 1]);
}

// Turns `grad`, which holds -inf, into the gradient by the scores behind a log-softmax: the probability
// less the share of alignments with that label at that step. beta[s] is alpha read from the end.
template <class T>
void backward(const Sequence<T>& q, const T* alpha, int64_t width, T loss, T factor, T* grad, const Dims& strides,
              int64_t labels) {
  int64_t last = q.last();
  std::vector<T> beta(static_cast<size_t>(last + 1), kNever<T>), after;
  for (int64_t t = q.inputs - 1; t >= 0; --t) {
    after = beta;
    T* shares = grad + t * strides[0];
    for (int64_t s = last; s >= 0; --s) {
      T ways;
      if (t == q.inputs - 1) ways = s >= last - 1 ? 0 : kNever<T>;
      else
        ways = log_sum(after[s], s < last ? after[s + 1] : kNever<T>,
                       s + 2 <= last && q.skips(s + 2) ? after[s + 2] : kNever<T>);
      beta[s] = ways + q.at(t, q.states[s]);
      T& share = shares[q.states[s] * strides[2]];
      T both = alpha[t * width + s] + beta[s];
      share = share == kNever<T> ? both : log_sum(share, both);
    }
    for (int64_t c = 0; c < labels; ++c) {
      T& share = shares[c * strides[2]];
      T p = q.at(t, c);
      share = (std::exp(p) - std::exp(share + loss - p)) * factor;
    }
  }
}

// (log_probs, targets, input_lengths, target_lengths, blank, zero_infinity) -> (losses, alpha)
Metas states_infer(const Args& args) {
  const Tensor& x = args.tensor(0);
  SymInt states = checked_states(args, 0, args.integer_or(4, 0));
  SymSizes sizes = sizes_of(x);
  return {meta_like(x, {sizes[1]}, x.dtype()), meta_like(x, {sizes[1], sizes[0], states}, x.dtype())};
}
template <class T>
void run_forward(const std::vector<Sequence<T>>& all, Tensor& losses, Tensor& alpha) {
  int64_t width = alpha.size(2), each = alpha.size(1) * width;
  parallel_for(0, static_cast<int64_t>(all.size()), 1, [&](int64_t from, int64_t to) {
    for (int64_t b = from; b < to; ++b)
      losses.data<T>()[b] = forward(all[static_cast<size_t>(b)], alpha.data<T>() + b * each, width);
  });
}
Outputs states_kernel(const Args& args) {
  const Tensor& x = args.tensor(0);
  int64_t blank = args.integer_or(4, 0), states = checked_states(args, 0, blank).hint();
  Tensor losses = empty_tensor(Dims{x.size(1)}, x.dtype());
  Tensor alpha = empty_tensor(Dims{x.size(1), x.size(0), states}, x.dtype());
  fill_tensor(alpha, Scalar::of(kNever<double>));
  if (x.dtype() == DType::kFloat64) run_forward(sequences<double>(args, 0, blank, x), losses, alpha);
  else run_forward(sequences<float>(args, 0, blank, x), losses, alpha);
  return {losses, alpha};
}

// (grad, log_probs, targets, input_lengths, target_lengths, neg_log_likelihood, log_alpha, blank, zero_infinity)
template <class T>
Tensor run_backward(const Args& args) {
  constexpr DType dtype = std::is_same_v<T, double> ? DType::kFloat64 : DType::kFloat32;
  const Tensor& x = args.tensor(1);
  Tensor factors = as_contiguous(as_dtype(args.tensor(0), dtype)), losses = as_contiguous(args.tensor(5));
  Tensor alpha = as_contiguous(args.tensor(6)), grad = empty_tensor(x.sizes(), dtype);
  fill_tensor(grad, Scalar::of(kNever<double>));
  std::vector<Sequence<T>> all = sequences<T>(args, 1, args.integer(7), x);
  bool zero_infinity = args.boolean_or(8, false);
  int64_t width = alpha.size(2), each = alpha.size(1) * width;
  const Dims& strides = grad.strides();
  parallel_for(0, static_cast<int64_t>(all.size()), 1, [&](int64_t from, int64_t to) {
    for (int64_t b = from; b < to; ++b) {
      const Sequence<T>& q = all[static_cast<size_t>(b)];
      T loss = losses.data<T>()[b], *of = grad.data<T>() + b * strides[1];
      bool left_out = zero_infinity && loss == -kNever<T>;
      if (!left_out) backward(q, alpha.data<T>() + b * each, width, loss, factors.data<T>()[b], of, strides, x.size(2));
      for (int64_t t = left_out ? 0 : q.inputs; t < x.size(0); ++t)
        for (int64_t c = 0; c < x.size(2); ++c) of[t * strides[0] + c * strides[2]] = 0;
    }
  });
  return grad;
}
Outputs backward_kernel(const Args& args) {
  return {args.tensor(1).dtype() == DType::kFloat64 ? run_backward<double>(args) : run_backward<float>(args)};
}
Metas backward_infer(const Args& args) {
  const Tensor& x = args.tensor(1);
  return {meta_like(x, sizes_of(x), x.dtype())};
}

template <bool of_tensors>
void states_grad(GradContext& c) {
  if (!c.grad_output().defined()) return;
  const Args& a = c.attributes();
  auto lengths = [&](size_t i) { return of_tensors ? Arg(c.input(i)) : a[i]; };
  c.set(0, call1(of_tensors ? op_ctc_loss_backward_tensor : op_ctc_loss_backward,
                 {c.grad_output(), c.input(0), c.input(1), lengths(2), lengths(3), c.output(0), c.output(1),
                  a.integer_or(4, 0), a.boolean_or(5, false)}));
}

// (log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
template <bool of_tensors>
Outputs ctc_loss(const Args& args) {
  const Tensor& given = args.tensor(0);
  Arg inputs = args[2], lengths = args[3];
  if constexpr (of_tensors) {
    check_integral(args.tensor(2), "input_lengths");
    check_integral(args.tensor(3), "target_lengths");
  }
  bool known = lengths_known(args, 2) && lengths_known(args, 3);
  if (known) {
    inputs = list_of(lengths_of(args, 2));
    lengths = list_of(lengths_of(args, 3));
  }
  bool batched = given.rank() == 3, zero_infinity = args.boolean_or(6, false);
  Tensor x = batched ? given : f::unsqueeze(given, 1);
  Tensor losses = call(known ? op_ctc_loss_states : op_ctc_loss_states_tensor,
                       {x, args[1], inputs, lengths, args.integer_or(4, 0), zero_infinity})[0];
  if (zero_infinity) {
    Tensor zero = f::full({}, 0.0, losses.dtype(), losses.device());
    losses = f::where(f::eq(losses, std::numeric_limits<double>::infinity()), zero, losses);
  }
  int64_t reduction = args.integer_or(5, 0);
  if (reduction == 1) {
    Tensor counts;
    if (known) {
      std::vector<double> values;
      for (int64_t n : lengths_of(args, 3)) values.push_back(static_cast<double>(std::max<int64_t>(n, 1)));
      int64_t count = static_cast<int64_t>(values.size());
      counts = tensor_of({&count, 1}, losses.dtype(), values);
      if (losses.device().kind != DeviceKind::kCpu) counts = call1(op_to_copy, {counts, Arg(), losses.device()});
    } else {
      counts = call1(op_clamp_min, {f::to_dtype(args.tensor(3), losses.dtype()), 1});
    }
    return {f::mean(f::div(losses, counts))};
  }
  if (reduction == 2) return {f::sum(losses)};
  return {batched ? losses : f::squeeze(losses, 0)};
}

Tensor sample_log_probs() { return call1(op_log_softmax, {sample_tensor({4, 2, 3}), 2, Arg()}); }
template <bool of_tensors>
Arg sample_lengths(std::vector<int64_t> values) {
  if constexpr (of_tensors) return Arg(sample_ints({static_cast<int64_t>(values.size())}, values));
  else return list_of(values);
}
template <bool of_tensors>
std::vector<Sample> states_samples() {
  auto lengths = sample_lengths<of_tensors>;
  Tensor padded = sample_ints({2, 2}, {1, 1, 2, 1}), joined = sample_ints({3}, {2, 1, 1});
  return {{Args{sample_log_probs(), padded, lengths({4, 3}), lengths({2, 1}), 0, false}, "repeated label"},
          {Args{sample_log_probs(), joined, lengths({4, 2}), lengths({2, 1}), 2, true}, "joined targets"}};
}
template <bool of_tensors>
std::vector<Sample> backward_samples() {
  std::vector<Sample> samples;
  for (const Sample& sample : states_samples<of_tensors>()) {
    const Args& a = sample.args;
    Outputs found = states_kernel(a);
    samples.push_back({Args{sample_tensor({2}, 0.5, 2), a[0], a[1], a[2], a[3], found[0], found[1], a[4], a[5]}});
  }
  return samples;
}
template <bool of_tensors>
std::vector<Sample> loss_samples() {
  std::vector<Sample> samples;
  for (int64_t reduction = 0; reduction < 3; ++reduction) {
    const std::vector<Sample> states = states_samples<of_tensors>();
    const Args& a = states[static_cast<size_t>(reduction) % 2].args;
    samples.push_back({Args{a[0], a[1], a[2], a[3], a[4], reduction, a[5]}});
  }
  return samples;
}

constexpr OpDef kStates = {
    .name = "_ctc_loss",
    .signature =
        "_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, "
        "bool zero_infinity=False) -> (Tensor, Tensor)",
    .doc = "The CTC loss of each sequence of (steps, batch, labels), and the log-probabilities of its states.",
    .traits = kFunction,
    .samples = states_samples<false>,
    .infer = states_infer,
    .kernel = states_kernel,
    .grad = states_grad<false>,
    .grad_name = "CtcLossBackward0",
    .saves_inputs = 3,
    .saves_outputs = 3,
    .lower = extern_lower,
};
constexpr OpDef kBackward = {
    .name = "_ctc_loss_backward",
    .signature =
        "_ctc_loss_backward(Tensor grad, Tensor log_probs, Tensor targets, int[] input_lengths, int[] "
        "target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) -> "
        "Tensor",
    .doc = "The gradient of _ctc_loss's first result by the scores behind a log-softmax.",
    .traits = kInternal | kAten,
    .samples = backward_samples<false>,
    .infer = backward_infer,
    .kernel = backward_kernel,
    .grad =
        [](GradContext&) {
          tensor_error("derivative for aten::_ctc_loss_backward is not implemented", "RuntimeError");
        },
    .grad_name = "NotImplemented",
    .lower = extern_lower,
};
constexpr OpDef kLoss = {
    .name = "ctc_loss.IntList",
    .signature =
        "ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int "
        "blank=0, int reduction=0, bool zero_infinity=False) -> Tensor",
    .doc = "The CTC loss of (steps, batch, labels) or (steps, labels); reduction is 0 (none), 1 (mean) or 2 (sum).",
    .traits = kFunction,
    .samples = loss_samples<false>,
    .decompose = ctc_loss<false>,
};
constexpr OpDef over_tensors(OpDef op, const char* name, const char* signature, SamplesFn samples) {
  op.samples = samples;
  return renamed(op, name, signature);
}

}  // namespace

constinit const OpDef op_ctc_loss_states = define(kStates);
constinit const OpDef op_ctc_loss_states_tensor = define([] {
  OpDef op = over_tensors(kStates, "_ctc_loss.Tensor",
                          "_ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor "
                          "target_lengths, int blank=0, bool zero_infinity=False) -> (Tensor, Tensor)",
                          states_samples<true>);
  op.grad = states_grad<true>;
  op.saves_inputs = 15;
  return op;
}());
constinit const OpDef op_ctc_loss_backward = define(kBackward);
constinit const OpDef op_ctc_loss_backward_tensor =
    define(over_tensors(kBackward, "_ctc_loss_backward.Tensor",
                        "_ctc_loss_backward.Tensor(Tensor grad, Tensor log_probs, Tensor targets, Tensor "
                        "input_lengths, Tensor target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, "
                        "bool zero_infinity=False) -> Tensor",
                        backward_samples<true>));
constinit const OpDef op_ctc_loss = define(kLoss);
constinit const OpDef op_ctc_loss_tensor = define([] {
  OpDef op = over_tensors(kLoss, "ctc_loss.Tensor",
                          "ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor "
                          "target_lengths, int blank=0, int reduction=0, bool zero_infinity=False) -> Tensor",
                          loss_samples<true>);
  op.decompose = ctc_loss<true>;
  return op;
}());

VT_OPS(ctc_loss, &op_ctc_loss_states, &op_ctc_loss_states_tensor, &op_ctc_loss_backward, &op_ctc_loss_backward_tensor,
       &op_ctc_loss, &op_ctc_loss_tensor)

}  // namespace vt
