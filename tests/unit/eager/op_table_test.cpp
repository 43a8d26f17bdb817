// One test for every op of the table, from the op's own samples: shape rule against
// kernel, kernel against decomposition, gradient against differences, shape
// rule over symbolic sizes against its hints.
#include <cmath>
#include <map>
#include <numeric>

#include "catch.h"
#include "eager/autograd.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"
#include "tensor/random.h"

using namespace vt;

namespace {

Tensor copy_of(const Tensor& t, DType dtype) {
  if (!t.defined()) return t;
  bool plain = true;
  for (int axis = 0; axis < t.rank(); ++axis) plain &= t.strides()[axis] > 0 || t.size(axis) <= 1;
  Tensor copy = plain && t.numel() > 0 ? empty_strided(t.sizes(), t.strides(), dtype) : empty_tensor(t.sizes(), dtype);
  copy_tensor(copy, t);
  return copy;
}

// The arguments with fresh tensors; floats become doubles if asked.
Args copy_args(const Args& args, bool to_double) {
  auto dtype = [&](DType d) { return to_double && is_floating(d) ? DType::kFloat64 : d; };
  std::vector<Arg> result;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) {
      result.push_back(copy_of(*t, dtype(t->dtype())));
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList copies;
      for (const Tensor& item : *list) copies.push_back(item.defined() ? copy_of(item, dtype(item.dtype())) : Tensor());
      result.push_back(copies);
    } else if (const DType* d = std::get_if<DType>(&arg.value)) {
      result.push_back(dtype(*d));
    } else {
      result.push_back(arg);
    }
  }
  return Args(std::move(result));
}

Outputs run(const OpDef& op, const Args& args) {
  default_generator().set_seed(0);
  GradModeScope no_grad(false);
  return op.kernel ? op.kernel(copy_args(args, false)) : op.decompose(copy_args(args, false));
}

double tolerance(DType dtype) {
  switch (dtype) {
    case DType::kFloat16: return 4e-3;
    case DType::kBFloat16: return 3e-2;
    case DType::kFloat32: return 2e-5;
    case DType::kFloat64: return 1e-9;
    default: return 0;
  }
}

Tensor flat_doubles(const Tensor& t) { return contiguous_copy(as_dtype(t, DType::kFloat64)); }

bool close(const Tensor& a, const Tensor& b, double bound, std::string& why) {
  if (!(a.sizes() == b.sizes())) {
    why = "sizes " + sizes_text(a.sizes()) + " and " + sizes_text(b.sizes());
    return false;
  }
  Tensor x = flat_doubles(a), y = flat_doubles(b);
  for (int64_t i = 0; i < x.numel(); ++i) {
    double p = x.data<double>()[i], q = y.data<double>()[i];
    if (p == q || (std::isnan(p) && std::isnan(q))) continue;
    if (std::abs(p - q) <= bound * (1 + std::abs(q))) continue;
    why = "element " + std::to_string(i) + ": " + std::to_string(p) + " and " + std::to_string(q);
    return false;
  }
  return true;
}

void check_same(const Outputs& got, const Outputs& expected, const char* what) {
  REQUIRE(got.size() == expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (!got[i].defined() || !expected[i].defined()) continue;
    INFO(what << ", output " << i);
    CHECK(std::string(dtype_name(got[i].dtype())) == dtype_name(expected[i].dtype()));
    std::string why;
    bool same = close(got[i], expected[i], tolerance(got[i].dtype()), why);
    INFO(why);
    CHECK(same);
  }
}

void check_metas(const Metas& metas, const Outputs& outputs) {
  REQUIRE(metas.size() == outputs.size());
  for (size_t i = 0; i < metas.size(); ++i) {
    if (!outputs[i].defined()) continue;
    INFO("output " << i);
    CHECK(std::string(dtype_name(metas[i].dtype)) == dtype_name(outputs[i].dtype()));
    Dims sizes;
    for (const SymInt& size : metas[i].sizes) sizes.push_back(size.hint());
    CHECK(sizes_text(sizes) == sizes_text(outputs[i].sizes()));
  }
}

// Sizes of 2 and more become symbols, equal hints the same symbol.
class Symbols {
 public:
  explicit Symbols(ShapeEnv& env) : env_(env) {}
  Tensor fake(const Tensor& t) {
    if (!t.defined()) return t;
    std::vector<SymInt> sizes;
    for (int64_t size : t.sizes()) {
      auto found = known_.find(size);
      if (size > 1 && found == known_.end()) found = known_.emplace(size, env_.new_symbol(size, "size")).first;
      sizes.push_back(size > 1 ? found->second : SymInt(size));
    }
    std::vector<SymInt> strides =
        t.is_contiguous() ? contiguous_sym_strides(sizes) : std::vector<SymInt>(t.strides().begin(), t.strides().end());
    return fake_tensor(sizes, strides, t.dtype(), t.device(), nullptr, 0);
  }

 private:
  ShapeEnv& env_;
  std::map<int64_t, SymInt> known_;
};

Args fake_args(const Args& args, ShapeEnv& env) {
  Symbols symbols(env);
  std::vector<Arg> result;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) {
      result.push_back(symbols.fake(*t));
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList fakes;
      for (const Tensor& item : *list) fakes.push_back(symbols.fake(item));
      result.push_back(fakes);
    } else {
      result.push_back(arg);
    }
  }
  return Args(std::move(result));
}

std::vector<Tensor*> floating_tensors(Args& args) {
  std::vector<Tensor*> result;
  for (Arg& arg : args.values()) {
    if (Tensor* t = std::get_if<Tensor>(&arg.value)) {
      if (is_floating(t->dtype())) result.push_back(t);
    } else if (TensorList* list = std::get_if<TensorList>(&arg.value)) {
      for (Tensor& item : *list)
        if (item.defined() && is_floating(item.dtype())) result.push_back(&item);
    }
  }
  return result;
}

// A fixed linear functional of the floating outputs.
double weigh(const Outputs& outputs, const std::vector<Tensor>& weights) {
  double sum = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!weights[i].defined()) continue;
    Tensor values = flat_doubles(outputs[i]);
    for (int64_t j = 0; j < values.numel(); ++j) sum += values.data<double>()[j] * weights[i].data<double>()[j];
  }
  return sum;
}

// An op that reads one triangle of a symmetric matrix has its gradient spread over both, so
// only the sum of an element and its mirror can be compared.
bool reads_a_triangle(const OpDef& op) {
  return std::string_view(op.name) == "linalg__eigh" || std::string_view(op.name) == "linalg__cholesky";
}
void add_mirror(Tensor& matrix) {
  int64_t n = matrix.size(0);
  for (int64_t r = 0; r < n; ++r)
    for (int64_t c = 0; c < r; ++c) {
      double& low = matrix.data<double>()[r * n + c];
      double& high = matrix.data<double>()[c * n + r];
      low = high = low + high;
    }
}
// The gradient of a CTC loss is, as in PyTorch, that by the scores behind a log-softmax: both
// gradients are taken there.
bool takes_log_probabilities(const OpDef& op) { return std::string_view(op.name).find("ctc_loss") < 2; }
void go_behind_log_softmax(Tensor& grad, const Tensor& logs) {
  int64_t labels = logs.size(logs.rank() - 1);
  double* g = grad.data<double>();
  const double* p = logs.data<double>();
  for (int64_t row = 0; row < logs.numel(); row += labels) {
    double sum = std::accumulate(g + row, g + row + labels, 0.0);
    for (int64_t c = row; c < row + labels; ++c) g[c] -= std::exp(p[c]) * sum;
  }
}

void check_gradient(const OpDef& op, const Sample& sample) {
  Args args = copy_args(sample.args, true);
  std::vector<Tensor*> inputs = floating_tensors(args);
  if (inputs.empty()) return;
  Args plain = args;  // the same tensors without histories, for the differences
  for (Tensor* t : inputs) set_requires_grad(*t, true);
  Outputs outputs = call(op, args);
  Generator generator(1);
  TensorList roots;
  TensorList root_grads;
  std::vector<Tensor> weights;
  for (const Tensor& output : outputs) {
    weights.emplace_back();
    // A cast to a smaller type has steps where differences want a slope.
    if (!output.defined() || !output.requires_grad() || output.dtype() != DType::kFloat64) continue;
    weights.back() = empty_tensor(output.sizes(), DType::kFloat64);
    fill_normal(weights.back(), 0, 1, generator);
    roots.push_back(output);
    root_grads.push_back(as_dtype(weights.back(), output.dtype()));
  }
  if (roots.empty()) return;
  TensorList wanted;
  for (Tensor* t : inputs) wanted.push_back(*t);
  BackwardOptions options;
  options.allow_unused = true;
  TensorList grads = grad(roots, wanted, root_grads, options);
  GradModeScope no_grad(false);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor& x = *inputs[i];
    Tensor numeric = empty_tensor(x.sizes(), DType::kFloat64);
    Tensor analytic = grads[i].defined() ? flat_doubles(grads[i]) : empty_tensor(x.sizes(), DType::kFloat64);
    if (!grads[i].defined()) fill_tensor(analytic, Scalar::of(0.0));
    int64_t count = x.numel();
    for (int64_t j = 0; j < count; ++j) {
      int64_t rest = j, at = 0;
      for (int axis = x.rank() - 1; axis >= 0; --axis) {
        at += rest % x.size(axis) * x.strides()[axis];
        rest /= x.size(axis);
      }
      double& slot = x.data<double>()[at];
      double value = slot, step = 1e-6 * std::max(1.0, std::abs(value));
      slot = value + step;
      double up = weigh(call(op, plain), weights);
      slot = value - step;
      double down = weigh(call(op, plain), weights);
      slot = value;
      numeric.data<double>()[j] = (up - down) / (2 * step);
    }
    if (reads_a_triangle(op) && x.rank() == 2) add_mirror(analytic), add_mirror(numeric);
    if (takes_log_probabilities(op)) go_behind_log_softmax(analytic, x), go_behind_log_softmax(numeric, x);
    INFO("gradient of input " << i);
    std::string why;
    bool same = close(analytic, numeric, 2e-4, why);
    INFO(why << " (analytic and numeric)");
    CHECK(same);
  }
}

void check_sample(const OpDef& op, const Sample& sample) {
  Outputs outputs = run(op, sample.args);
  if (!(op.traits & kShapeDependsOnData)) {
    check_metas(infer_op(op, sample.args), outputs);
    ShapeEnv env;
    check_metas(infer_op(op, fake_args(sample.args, env)), outputs);
  }
  if (op.traits & kRandom) return;
  if (op.kernel && op.decompose)
    check_same(outputs, op.decompose(copy_args(sample.args, false)), "kernel and decomposition");
  bool refuses = op.grad_name && std::string(op.grad_name) == "NotImplemented";
  if ((op.grad || (op.decompose && !op.no_grad)) && !(op.traits & kMutates) && !refuses) check_gradient(op, sample);
}

}  // namespace

TEST_CASE("every op keeps what its definition says", "[eager]") {
  install_eager();
  for (const OpDef* op : all_ops()) {
    std::vector<Sample> samples = op->samples();
    for (size_t i = 0; i < samples.size(); ++i) {
      INFO(op->name << ", sample " << i << " " << samples[i].note);
      try {
        check_sample(*op, samples[i]);
      } catch (const TensorError& error) {
        FAIL_CHECK(error.kind << ": " << error.message);
      } catch (const std::runtime_error& error) {
        FAIL_CHECK(error.what());
      }
    }
  }
}
