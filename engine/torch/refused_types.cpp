#include "torch/refused_types.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "eager/autocast.h"
#include "eager/modes.h"
#include "ops/dispatch.h"
#include "ops/families/pointwise.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::torch {
namespace {

constexpr uint32_t bit(DType dtype) { return 1u << static_cast<uint32_t>(dtype); }
constexpr uint32_t kBools = bit(DType::kBool);
constexpr uint32_t kInts =
    bit(DType::kUInt8) | bit(DType::kInt8) | bit(DType::kInt16) | bit(DType::kInt32) | bit(DType::kInt64);
constexpr uint32_t kWhole = kBools | kInts;
constexpr uint32_t kShort = kWhole & ~bit(DType::kInt64);  // an average of int64 is one there
constexpr uint32_t kHalves = bit(DType::kFloat16) | bit(DType::kBFloat16);
constexpr uint32_t kNarrow = kWhole | kHalves;

enum class Looks : uint8_t {
  kFirst,      // at the first argument
  kFirstFull,  // at the first argument, if it has elements
  kPair,       // at the common type of the first two
};
struct Row {
  std::string_view name;  // of every overload, or of one ("median.dim"), or of a function in the language
  uint32_t types;
  Looks looks;
  std::string_view text;  // {} is the type; without a blank it is the name of a kernel
  const char* exception = "NotImplementedError";
};

// clang-format off
constexpr Row kRows[] = {
    {"ceil", kBools, Looks::kFirst, "ceil_vml_cpu"},
    {"floor", kBools, Looks::kFirst, "floor_vml_cpu"},
    {"round", kBools, Looks::kFirst, "round_vml_cpu"},
    {"round.decimals", kWhole, Looks::kFirst, "round_cpu"},
    {"trunc", kBools, Looks::kFirst, "trunc_vml_cpu"},
    {"fix", kBools, Looks::kFirst, "trunc_vml_cpu"},
    {"frac", kWhole, Looks::kFirst, "frac_cpu"},
    {"logcumsumexp", kWhole, Looks::kFirst, "logcumsumexp_out_cpu"},
    {"median", kBools, Looks::kFirstFull, "median_cpu"},
    {"nanmedian", kBools, Looks::kFirstFull, "median_cpu"},
    {"median.dim", kBools, Looks::kFirstFull, "median_out"},
    {"nanmedian.dim", kBools, Looks::kFirstFull, "median_out"},
    {"kthvalue", kBools, Looks::kFirst, "kthvalue_cpu"},
    {"topk", kBools, Looks::kFirst, "topk does not support bool dtypes on CPU", "RuntimeError"},
    {"nanmean", kWhole, Looks::kFirst, "nanmean(): expected input to have floating point or complex dtype but got {}", "RuntimeError"},
    {"trace", kBools, Looks::kFirst, "trace"},
    {"histc", kBools, Looks::kFirst, "linspace_cpu"},
    {"histc", kInts, Looks::kFirstFull, "histogram_cpu"},
    {"histogram", kNarrow, Looks::kFirstFull, "histogramdd"},
    {"cov", kBools, Looks::kFirst, "cov(): bool dtype is not supported for input"},
    {"trapezoid", kBools, Looks::kFirst, "trapezoid: received a bool input for `y`, but bool is not supported"},
    {"cumulative_trapezoid", kBools, Looks::kFirst, "cumulative_trapezoid: received a bool input for `y`, but bool is not supported"},
    {"gradient", bit(DType::kUInt8), Looks::kFirst, "torch.gradient does not support uint8 input.", "RuntimeError"},
    {"isin", kBools, Looks::kFirst, "Unsupported input type encountered for isin(): {}", "RuntimeError"},
    {"quantile", kHalves, Looks::kFirst, "quantile() input tensor must be either float or double dtype", "RuntimeError"},
    {"nanquantile", kNarrow, Looks::kFirst, "quantile() input tensor must be either float or double dtype", "RuntimeError"},
    {"dist", kInts, Looks::kPair, "norm(): input dtype should be either floating point or complex. Got {} instead.", "RuntimeError"},
    {"cdist", kWhole, Looks::kFirst, "cdist only supports floating-point dtypes, X1 got: {}", "RuntimeError"},
    {"cdist", kHalves, Looks::kFirstFull, "cdist"},
    {"pdist", kWhole, Looks::kFirst, "pdist only supports floating-point dtypes", "RuntimeError"},
    {"pdist", kHalves, Looks::kFirstFull, "pdist"},

    {"floor_divide", kBools, Looks::kPair, "div_floor_cpu"},
    {"remainder", kBools, Looks::kPair, "remainder_cpu"},
    {"fmod", kBools, Looks::kPair, "fmod_cpu"},
    {"pow", kBools, Looks::kPair, "pow"},
    {"hypot", kWhole, Looks::kPair, "hypot_cpu"},
    {"nextafter", kWhole, Looks::kPair, "nextafter_cpu"},
    {"logaddexp", kWhole, Looks::kPair, "logaddexp_cpu"},
    {"logaddexp2", kWhole, Looks::kPair, "logaddexp2_cpu"},
    {"igamma", kWhole, Looks::kPair, "igamma_cpu"},
    {"igammac", kWhole, Looks::kPair, "igammac_cpu"},
    {"special_gammainc", kWhole, Looks::kPair, "igamma_cpu"},
    {"special_gammaincc", kWhole, Looks::kPair, "igammac_cpu"},
    {"special_zeta", kHalves, Looks::kPair, "zeta_cpu"},
    {"bitwise_not", kHalves, Looks::kFirst, "bitwise_not_cpu"},
    {"bitwise_and", kHalves, Looks::kPair, "bitwise_and_cpu"},
    {"bitwise_or", kHalves, Looks::kPair, "bitwise_or_cpu"},
    {"bitwise_xor", kHalves, Looks::kPair, "bitwise_xor_cpu"},
    {"bitwise_left_shift", kHalves, Looks::kPair, "lshift_cpu"},
    {"bitwise_right_shift", kHalves, Looks::kPair, "rshift_cpu"},
    {"addcmul", kBools, Looks::kPair, "addcmul_cpu_out"},
    {"dot", kBools, Looks::kFirstFull, "dot"},
    {"vdot", kBools, Looks::kFirstFull, "dot"},
    {"linalg_cross", kBools, Looks::kFirst, "cross"},
    {"special_erfcx", kHalves, Looks::kFirst, "erfcx_cpu"},
    {"special_ndtri", kHalves, Looks::kFirst, "ndtri_cpu"},
    {"special_log_ndtr", kHalves, Looks::kFirst, "log_ndtr_cpu"},
    {"special_bessel_j0", kHalves, Looks::kFirst, "bessel_j0_cpu"},
    {"special_bessel_j1", kHalves, Looks::kFirst, "bessel_j1_cpu"},
    {"special_bessel_y0", kHalves, Looks::kFirst, "bessel_y0_cpu"},
    {"special_bessel_y1", kHalves, Looks::kFirst, "bessel_y1_cpu"},

    {"bernoulli", kWhole, Looks::kFirstFull, "bernoulli_tensor_cpu_p_"},
    {"poisson", kWhole, Looks::kFirst, "poisson_cpu"},
    {"log_normal_", kWhole, Looks::kFirstFull, "log_normal_cpu"},
    {"exponential_", kWhole, Looks::kFirst, "Exponential distribution is a continuous probability distribution. dtype must be a floating point but you specified {}", "RuntimeError"},
    {"geometric_", kBools, Looks::kFirstFull, "geometric_cpu"},

    {"hardtanh", kBools, Looks::kFirst, "Bool inputs not supported for hardtanh"},
    {"relu6", kBools, Looks::kFirst, "Bool inputs not supported for hardtanh"},
    {"elu", kWhole, Looks::kFirst, "elu_cpu"},
    {"selu", kWhole, Looks::kFirst, "elu_cpu"},
    {"celu", kWhole, Looks::kFirst, "elu_cpu"},
    {"gelu", kWhole, Looks::kFirst, "GeluKernelImpl"},
    {"silu", kWhole, Looks::kFirst, "silu_cpu"},
    {"mish", kWhole, Looks::kFirst, "mish_cpu"},
    {"softplus", kWhole, Looks::kFirst, "softplus_cpu"},
    {"hardsigmoid", kWhole, Looks::kFirst, "hardsigmoid_cpu"},
    {"hardswish", kWhole, Looks::kFirst, "hardswish_cpu"},
    {"hardshrink", kWhole, Looks::kFirst, "hardshrink_cpu"},
    {"softshrink", kWhole, Looks::kFirst, "softshrink_check"},
    {"leaky_relu", kWhole, Looks::kFirst, "leaky_relu_cpu"},
    {"rrelu", kWhole, Looks::kFirst, "leaky_relu_cpu"},
    {"logsigmoid", kWhole, Looks::kFirst, "log_sigmoid_cpu"},
    {"glu", kWhole, Looks::kFirst, "glu_cpu"},

    {"avg_pool1d", kShort, Looks::kFirstFull, "avg_pool2d"},
    {"avg_pool2d", kShort, Looks::kFirstFull, "avg_pool2d"},
    {"avg_pool3d", kShort | kHalves, Looks::kFirstFull, "avg_pool3d_out_frame"},
    {"lp_pool2d", kInts & kShort, Looks::kFirstFull, "avg_pool2d"},
    {"lp_pool", kInts & kShort, Looks::kFirstFull, "avg_pool2d"},
    {"local_response_norm", kShort, Looks::kFirstFull, "avg_pool2d"},
    {"adaptive_avg_pool1d", kWhole, Looks::kFirstFull, "adaptive_avg_pool2d"},
    {"adaptive_avg_pool2d", kWhole, Looks::kFirstFull, "adaptive_avg_pool2d"},
    {"adaptive_max_pool2d", kWhole, Looks::kFirstFull, "adaptive_max_pool2d"},
    {"max_unpool", kWhole, Looks::kFirstFull, "max_unpool2d"},
    {"unfold.functional", kInts, Looks::kFirstFull, "im2col_out_cpu"},
    {"col2im", kInts, Looks::kFirstFull, "col2im_out_cpu"},
    {"conv_transpose2d", kShort, Looks::kFirstFull, "slow_conv_transpose2d_out_cpu"},
    {"conv1d", kBools, Looks::kFirstFull, "slow_conv2d_cpu"},
    {"conv2d", kBools, Looks::kFirstFull, "slow_conv2d_cpu"},
    {"grid_sample", kWhole, Looks::kFirstFull, "grid_sampler_2d_cpu_kernel_impl"},
    {"group_norm", kWhole, Looks::kFirstFull, "GroupNormKernelImpl"},
    {"batch_norm", kWhole, Looks::kFirstFull, "batch_norm"},
    {"instance_norm", kWhole, Looks::kFirstFull, "batch_norm"},

    {"nll_loss", kWhole, Looks::kFirstFull, "nll_loss_out_frame"},
    {"binary_cross_entropy", kWhole, Looks::kFirstFull, "binary_cross_entropy"},
    {"binary_cross_entropy_with_logits", kWhole, Looks::kFirst, "log_sigmoid_cpu"},
    {"multilabel_soft_margin_loss", kWhole, Looks::kFirst, "log_sigmoid_cpu"},
    {"kl_div", kWhole, Looks::kFirst, "kl_div: Integral inputs not supported.", "RuntimeError"},
    {"multi_margin_loss", kNarrow, Looks::kFirstFull, "multi_margin_loss_cpu_kernel"},
    {"multilabel_margin_loss", kNarrow, Looks::kFirstFull, "multilabel_margin_loss_forward_out_frame"},
    {"ctc_loss", kNarrow, Looks::kFirst, "ctc_loss_cpu"},
    {"cosine_similarity", kWhole, Looks::kPair, "expected common dtype to be floating point, yet common dtype is {}", "RuntimeError"},

    {"linalg__eigh", kNarrow, Looks::kFirstFull, "linalg_eigh_cpu"},
    {"linalg_matrix_rank", kNarrow, Looks::kFirst, "This function doesn't handle types other than float and double", "RuntimeError"},
    {"linalg_lstsq", kNarrow, Looks::kFirst, "This function doesn't handle types other than float and double", "RuntimeError"},
    {"linalg_matrix_exp", kWhole, Looks::kFirst, "linalg.matrix_exp: Expected a floating point or complex tensor as input. Got {}", "RuntimeError"},
    {"matrix_norm", kWhole, Looks::kFirst, "linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {}", "RuntimeError"},
    {"linalg_vecdot", kWhole, Looks::kFirst, "linalg.vecdot: Expected a floating point or complex tensor as input. Got {}", "RuntimeError"},
    {"linalg_vander", kBools | kHalves, Looks::kFirst, "linalg.vander supports floating point, complex, and integer tensors, but got {}", "RuntimeError"},
    {"linalg__lu", kNarrow, Looks::kFirstFull, "lu_cpu"},
    {"linalg_ldl_factor_ex", kNarrow, Looks::kFirst, "ldl_factor_kernel_cpu"},
    {"linalg_solve_triangular", kNarrow, Looks::kFirst, "triangular_solve_cpu"},
    {"cholesky_solve", kNarrow, Looks::kFirst, "cholesky_solve_cpu"},
    {"det", kHalves, Looks::kFirstFull, "lu_cpu"},
    {"solve", kHalves, Looks::kFirstFull, "lu_cpu"},
    {"inv", kHalves, Looks::kFirst, "linalg.inv: Low precision dtypes not supported. Got {}", "RuntimeError"},
    {"linalg__qr", kHalves, Looks::kFirst, "geqrf_cpu"},
    {"linalg__svd", kHalves, Looks::kFirstFull, "linalg_svd_cpu"},
    {"linalg__cholesky", kHalves, Looks::kFirstFull, "cholesky_cpu"},
};
// clang-format on

[[noreturn]] void refuse(const Row& row, DType dtype) {
  std::string text;
  if (row.text.find(' ') == std::string_view::npos) {
    text = "\"" + std::string(row.text) + "\" not implemented for '" + dtype_scalar_name(dtype) + "'";
  } else {
    text = row.text;
    if (size_t at = text.find("{}"); at != std::string::npos) text.replace(at, 2, dtype_scalar_name(dtype));
  }
  tensor_error(text, row.exception);
}
// Powers to 0 and 1 are filled and copied there, whatever the type.
bool plain_power(const Row& row, const Arg* exponent) {
  if (row.name != "pow" || !exponent || !exponent->is_scalar()) return false;
  double number = std::get<Scalar>(exponent->value).to_double();
  return number == 0 || number == 1;
}
std::optional<DType> refuses(const Row& row, const Tensor& first, const Arg* second) {
  if (row.looks == Looks::kFirstFull && first.numel() == 0) return std::nullopt;
  if (plain_power(row, second)) return std::nullopt;
  DType dtype = first.dtype();
  if (row.looks == Looks::kPair && second) {
    ResultType common;
    common.add(first);
    common.add(*second);
    dtype = common.get();
  }
  return row.types & bit(dtype) ? std::optional<DType>(dtype) : std::nullopt;
}
// A call that is wrong in another way, in its sizes say, hears of that: it is tried with floats.
void raise_other_errors(const OpDef& op, const Args& args) {
  GradModeScope no_tape(false);
  try {
    Args trial = args;
    for (size_t i = 0; i < args.size() && i < 2; ++i)
      if (args[i].is_tensor() && args.tensor(i).defined() && args.tensor(i).dtype() == args.tensor(0).dtype())
        trial[i] = Arg(as_dtype(args.tensor(i), DType::kFloat32));
    call(op, std::move(trial));
  } catch (const TensorError& error) {
    std::string_view kind = error.kind;
    bool of_types = kind == "NotImplementedError" || error.message.find("type") != std::string::npos;
    // What the numbers themselves make impossible is seen after the types.
    if (!of_types && kind != "_LinAlgError") throw;
  }
}
// Floats of 32 and 64 bits are taken everywhere; a graph under construction refuses nothing.
bool may_be_refused(const Tensor& t) {
  return t.defined() && !t.is_fake() && t.device().kind == DeviceKind::kCpu && t.dtype() != DType::kFloat32 &&
         t.dtype() != DType::kFloat64;
}

// Autocast gives the op float32.
bool will_be_wide(const Tensor& t, std::string_view name) {
  return autocast_enabled() && is_floating(t.dtype()) && autocast_widens(name.substr(0, name.find('.')));
}

using Rows = std::vector<const Row*>;
const Rows* rows_of(const OpDef& op) {
  static const std::unordered_map<const OpDef*, Rows> known = [] {
    std::unordered_map<const OpDef*, Rows> rows;
    for (const OpDef* each : all_ops()) {
      std::string_view name = each->name, base = name.substr(0, name.find('.'));
      for (const Row& row : kRows)
        if (row.name == name) rows[each].push_back(&row);
      if (!rows.count(each))
        for (const Row& row : kRows)
          if (row.name == base) rows[each].push_back(&row);
    }
    return rows;
  }();
  auto found = known.find(&op);
  return found == known.end() ? nullptr : &found->second;
}

}  // namespace

void refuse_types(const OpDef& op, const Args& args) {
  if (args.size() == 0 || !args[0].is_tensor() || !may_be_refused(args.tensor(0))) return;
  const Rows* rows = rows_of(op);
  if (!rows || will_be_wide(args.tensor(0), op.name)) return;
  bool pair = args.size() > 1 && (args[1].is_scalar() || (args[1].is_tensor() && args.tensor(1).defined()));
  for (const Row* row : *rows) {
    std::optional<DType> refused = refuses(*row, args.tensor(0), pair ? &args[1] : nullptr);
    if (!refused) continue;
    if (!(op.traits & (kRandom | kMutates))) raise_other_errors(op, args);
    refuse(*row, *refused);
  }
}

// _refuse_types(name, tensor, other=None): for functions written in the language.
Value refuse_named(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_refuse_types", 2, 3);
  const Tensor *first = as_tensor(a[1]), *other = a.positional > 2 ? as_tensor(a[2]) : nullptr;
  if (!first || !may_be_refused(*first)) return Value::none();
  std::string_view name = vm::as_str(a[0])->text;
  if (will_be_wide(*first, name)) return Value::none();
  Arg second = other ? Arg(*other) : Arg();
  for (const Row& row : kRows)
    if (row.name == name)
      if (std::optional<DType> refused = refuses(row, *first, other ? &second : nullptr)) refuse(row, *refused);
  return Value::none();
}
void define_refused_types(vm::Module& module) { function<refuse_named>(module, "_refuse_types"); }

}  // namespace vt::torch
