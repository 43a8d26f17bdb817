#include "torch/out_arguments.h"

#include <algorithm>

#include "eager/autograd.h"
#include "ops/families/texts.h"
#include "tensor/warning.h"
#include "torch/binder.h"
#include "torch/return_types.h"

namespace vt::torch {
namespace {

enum class OutType : uint8_t {
  kSame,  // the result's dtype only
  kCast,  // what the result can be cast to: no integers for floats, no bool for numbers
  kAny,
};
// `text` is what a function says of another dtype: {R} and {T} stand for the result's and the
// target's as "Float", {r} and {t} for them as C++ names them; empty for the usual text.
struct OutRule {
  const char* name;
  OutType type;
  const char* text = "";
};

constexpr const char* kSameText = "Expected out tensor to have dtype {r}, but got {t} instead";
constexpr const char* kCastText = "result type {R} can't be cast to the desired output type {T}";
constexpr const char* kCatText = "torch.cat(): input types can't be cast to the desired output type {T}";
constexpr const char* kScalarTypes = "expected scalar_type {R} but found {T}";
constexpr const char* kBoolOnly = "{n} only supports bool tensor for result, got: {T}";
constexpr const char* kBoolOutput = "{n} does not support non-boolean outputs.";
constexpr const char* kMatch =
    "Expected the dtype for input and out to match, but got {R} for input's dtype and {T} for out's dtype.";
constexpr const char* kSafely =
    "linalg.{l}: Expected result to be safely castable from {R} dtype, but got result with dtype {T}";
constexpr const char* kSearch =
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on "
    "whether "
    "out_int32 flag is True, but we got output tensor's dtype {T} and out_int32 flag is False";

// clang-format off
constexpr OutRule kRules[] = {
    {"addbmm", OutType::kSame, "self and mat2 must have the same dtype, but got {T} and {R}"},
    {"addr", OutType::kCast},
    {"all", OutType::kSame, kBoolOnly},
    {"amax", OutType::kSame, kMatch},
    {"amin", OutType::kSame, kMatch},
    {"aminmax", OutType::kSame},
    {"angle", OutType::kCast},
    {"any", OutType::kSame, kBoolOnly},
    {"arange", OutType::kAny},
    {"as_strided_copy", OutType::kSame},
    {"bernoulli", OutType::kAny},
    {"bucketize", OutType::kSame, kSearch},
    {"cat", OutType::kCast, kCatText},
    {"chain_matmul", OutType::kSame, "multi_dot(): expected out tensor to have dtype {r} but got {t}"},
    {"cholesky_inverse", OutType::kSame},
    {"cholesky_solve", OutType::kCast, "cholesky_solve: Expected result to be safely castable from {R} dtype, but got result with dtype {T}"},
    {"clamp", OutType::kSame, "Found dtype {T} but expected {R}"},
    {"clamp_max", OutType::kSame, "Found dtype {T} but expected {R}"},
    {"clamp_min", OutType::kSame, "Found dtype {T} but expected {R}"},
    {"column_stack", OutType::kCast, kCatText},
    {"conj_physical", OutType::kCast},
    {"cross", OutType::kSame},
    {"cummax", OutType::kSame, kScalarTypes},
    {"cummin", OutType::kSame, kScalarTypes},
    {"cumprod", OutType::kAny},
    {"cumsum", OutType::kAny},
    {"detach_copy", OutType::kSame},
    {"diag", OutType::kSame},
    {"diagonal_copy", OutType::kSame},
    {"diff", OutType::kCast},
    {"div", OutType::kCast},
    {"divide", OutType::kCast},
    {"dot", OutType::kSame, "result dtype {T} does not match input dtype {R}"},
    {"dstack", OutType::kCast, kCatText},
    {"empty", OutType::kAny},
    {"expand_copy", OutType::kSame},
    {"eye", OutType::kAny},
    {"float_power", OutType::kSame, "the output given to float_power has dtype {T} but the operation's result requires dtype {R}"},
    {"fmax", OutType::kCast},
    {"fmin", OutType::kCast},
    {"frexp", OutType::kSame},
    {"full", OutType::kAny},
    {"gather", OutType::kSame},
    {"ger", OutType::kCast},
    {"histc", OutType::kSame, "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {r} and hist {t}"},
    {"hstack", OutType::kCast, kCatText},
    {"i0", OutType::kCast},
    {"igamma", OutType::kCast},
    {"igammac", OutType::kCast},
    {"index_add", OutType::kSame},
    {"index_copy", OutType::kSame},
    {"index_reduce", OutType::kSame},
    {"index_select", OutType::kSame, "index_select(): self and result must have the same scalar type"},
    {"inner", OutType::kSame, "tensordot: Expected the output tensor to have dtype {R}, but got an output tensor with dtype {T}"},
    {"inverse", OutType::kSame},
    {"isin", OutType::kSame},
    {"isneginf", OutType::kSame, kBoolOutput},
    {"isposinf", OutType::kSame, kBoolOutput},
    {"kron", OutType::kCast},
    {"gcd", OutType::kCast},
    {"lcm", OutType::kCast},
    {"concat", OutType::kCast, kCatText},
    {"special_i0", OutType::kCast},
    {"special_sinc", OutType::kCast},
    {"special_polygamma", OutType::kCast},
    {"kthvalue", OutType::kSame, "output values must be of same type as input\noutput indices must be of scalar type Long"},
    {"ldexp", OutType::kCast},
    {"linalg_cholesky", OutType::kSame},
    {"linalg_cholesky_ex", OutType::kSame},
    {"linalg_cond", OutType::kCast, kSafely},
    {"linalg_cross", OutType::kSame},
    {"linalg_det", OutType::kSame},
    {"linalg_eigh", OutType::kSame},
    {"linalg_eigvalsh", OutType::kSame},
    {"linalg_householder_product", OutType::kSame},
    {"linalg_inv", OutType::kSame},
    {"linalg_inv_ex", OutType::kSame},
    {"linalg_lu", OutType::kSame},
    {"linalg_lu_factor", OutType::kSame},
    {"linalg_lu_solve", OutType::kSame},
    {"linalg_matmul", OutType::kSame},
    {"linalg_matrix_norm", OutType::kSame, "linalg.matrix_norm expected out tensor dtype {R} but got: {T}"},
    {"linalg_matrix_power", OutType::kSame},
    {"linalg_matrix_rank", OutType::kCast, "torch.linalg.matrix_rank: Expected result to be safely castable from {R} dtype, but got result with dtype {T}"},
    {"linalg_multi_dot", OutType::kSame, "multi_dot(): expected out tensor to have dtype {r} but got {t}"},
    {"linalg_norm", OutType::kSame, "linalg.norm expected out tensor dtype {R} but got: {T}"},
    {"linalg_pinv", OutType::kCast, kSafely},
    {"linalg_qr", OutType::kSame},
    {"linalg_slogdet", OutType::kSame},
    {"linalg_solve", OutType::kSame},
    {"linalg_solve_triangular", OutType::kSame, "expected scalar type {R} but found {T}"},
    {"linalg_svd", OutType::kSame},
    {"linalg_svdvals", OutType::kSame},
    {"linalg_tensorinv", OutType::kCast, "tensorinv: Expected result to be safely castable from {R} dtype, but got result with dtype {T}"},
    {"linalg_tensorsolve", OutType::kCast, "tensorsolve: Expected result to be safely castable from {R} dtype, but got result with dtype {T}"},
    {"linalg_vecdot", OutType::kSame, "linalg.vecdot: Expected out of dtype{R} but found {T}"},
    {"linalg_vector_norm", OutType::kSame},
    {"linspace", OutType::kAny},
    {"log_softmax", OutType::kSame},
    {"logaddexp", OutType::kCast},
    {"logaddexp2", OutType::kCast},
    {"logcumsumexp", OutType::kSame, kScalarTypes},
    {"logspace", OutType::kAny},
    {"logsumexp", OutType::kCast, "logsumexp(): Expected floating point type for result tensor, but got: {T}"},
    {"lu_solve", OutType::kSame},
    {"masked_select", OutType::kSame, "masked_select(): self and result must have the same scalar type"},
    {"matmul", OutType::kSame},
    {"matrix_power", OutType::kSame},
    {"max", OutType::kSame},
    {"mean", OutType::kCast},
    {"median", OutType::kSame},
    {"min", OutType::kSame},
    {"mode", OutType::kSame, "expected scalar type '{R}' but got '{T}' for values output\nexpected scalar type '{R}' but got '{T}' for indices output"},
    {"msort", OutType::kSame},
    {"multinomial", OutType::kSame, "multinomial expects {R} tensor out, got: {T}"},
    {"mvlgamma", OutType::kCast, "mvlgamma: result type {R} can't be cast to the desired output type {R}"},
    {"nan_to_num", OutType::kSame, "nan_to_num: dtype of out: {T} should be same as input: {R}"},
    {"nanmean", OutType::kAny},
    {"nanmedian", OutType::kSame},
    {"nanquantile", OutType::kSame, "quantile() out tensor must be same dtype as the input tensor"},
    {"nansum", OutType::kAny},
    {"narrow_copy", OutType::kSame},
    {"nextafter", OutType::kCast},
    {"nonzero", OutType::kSame, "nonzero: Expected out tensor to have scalar type {R} but got scalar type{T}"},
    {"norm", OutType::kSame},
    {"normal", OutType::kAny},
    {"ones", OutType::kAny},
    {"outer", OutType::kCast},
    {"permute_copy", OutType::kSame},
    {"polygamma", OutType::kCast},
    {"prod", OutType::kAny},
    {"quantile", OutType::kSame, "quantile() out tensor must be same dtype as the input tensor"},
    {"rand", OutType::kAny},
    {"randint", OutType::kAny},
    {"randn", OutType::kAny},
    {"randperm", OutType::kAny},
    {"range", OutType::kAny},
    {"renorm", OutType::kSame},
    {"scatter", OutType::kSame},
    {"scatter_add", OutType::kSame},
    {"scatter_reduce", OutType::kSame},
    {"searchsorted", OutType::kSame, kSearch},
    {"select_copy", OutType::kSame},
    {"signbit", OutType::kSame, kBoolOutput},
    {"sinc", OutType::kCast},
    {"slogdet", OutType::kSame},
    {"softmax", OutType::kSame},
    {"sort", OutType::kSame},
    {"special_bessel_j0", OutType::kCast},
    {"special_bessel_j1", OutType::kCast},
    {"special_bessel_y0", OutType::kCast},
    {"special_bessel_y1", OutType::kCast},
    {"special_chebyshev_polynomial_t", OutType::kCast},
    {"special_chebyshev_polynomial_u", OutType::kCast},
    {"special_chebyshev_polynomial_v", OutType::kCast},
    {"special_chebyshev_polynomial_w", OutType::kCast},
    {"special_entr", OutType::kCast},
    {"special_erfcx", OutType::kCast},
    {"special_hermite_polynomial_h", OutType::kCast},
    {"special_hermite_polynomial_he", OutType::kCast},
    {"special_i0e", OutType::kCast},
    {"special_i1", OutType::kCast},
    {"special_i1e", OutType::kCast},
    {"special_laguerre_polynomial_l", OutType::kCast},
    {"special_legendre_polynomial_p", OutType::kCast},
    {"special_log_ndtr", OutType::kCast},
    {"special_ndtr", OutType::kCast},
    {"special_ndtri", OutType::kCast},
    {"special_xlog1py", OutType::kCast},
    {"special_zeta", OutType::kCast},
    {"square", OutType::kCast},
    {"squeeze_copy", OutType::kSame},
    {"stack", OutType::kCast, kCatText},
    {"std", OutType::kCast},
    {"sum", OutType::kAny},
    {"t_copy", OutType::kSame},
    {"take", OutType::kSame, "take(): self and out expected to have the same dtype, but got self.dtype = {R} and out.dtype = {T}"},
    {"take_along_dim", OutType::kSame},
    {"tensordot", OutType::kSame, "tensordot: Expected the output tensor to have dtype {R}, but got an output tensor with dtype {T}"},
    {"threshold", OutType::kCast},
    {"topk", OutType::kSame},
    {"transpose_copy", OutType::kSame},
    {"triangular_solve", OutType::kSame},
    {"tril", OutType::kSame},
    {"triu", OutType::kSame},
    {"true_divide", OutType::kCast},
    {"unfold_copy", OutType::kSame},
    {"unsqueeze_copy", OutType::kSame},
    {"var", OutType::kCast},
    {"vdot", OutType::kSame, "result dtype {T} does not match input dtype {R}"},
    {"view_copy", OutType::kSame},
    {"vstack", OutType::kCast, kCatText},
    {"where", OutType::kSame, "Expected out type to be {R} but got {T}"},
    {"zeros", OutType::kAny},
};
// clang-format on

const OutRule* find_rule(const std::string& name) {
  for (const OutRule& rule : kRules)
    if (name == rule.name) return &rule;
  return nullptr;
}
const OutRule* find_rule(const OpDef& op) {
  const std::string& name = schema_of(op).python_name;
  if (op.traits & kLinalg)
    if (const OutRule* rule = find_rule("linalg_" + name)) return rule;
  return find_rule(name);
}

// PyTorch lists these in one overload only.
bool without_out(const OpDef& op) {
  for (const char* name : {"sum", "prod", "argsort", "bernoulli.p", "median", "nanmedian"})
    if (std::string_view(op.name) == name) return true;
  return false;
}

bool can_cast(DType from, DType to) {
  if (is_floating(from) && !is_floating(to)) return false;
  return from == DType::kBool || to != DType::kBool;
}

std::string fill_in(std::string text, const std::string& name, DType result, DType target) {
  auto put = [&](const char* mark, const std::string& value) {
    for (size_t at; (at = text.find(mark)) != std::string::npos;) text.replace(at, 3, value);
  };
  put("{R}", dtype_scalar_name(result));
  put("{T}", dtype_scalar_name(target));
  put("{r}", dtype_cpp_name(result));
  put("{t}", dtype_cpp_name(target));
  put("{l}", name.substr(name.find('_') + 1));
  put("{n}", name);
  return text;
}

void check_dtype(const std::string& name, OutType type, std::string text, size_t at, DType result, DType target) {
  bool bytes = target == DType::kUInt8 && (name == "all" || name == "any");  // from before there was bool
  bool fits = type == OutType::kAny || (type == OutType::kCast ? can_cast(result, target) : result == target) || bytes;
  if (fits) return;
  // Where results are worded each in its own way there is a line for each.
  if (size_t line = text.find('\n'); line != std::string::npos)
    text = at == 0 ? text.substr(0, line) : text.substr(line + 1);
  if (text.empty()) text = type == OutType::kCast ? kCastText : kSameText;
  tensor_error(fill_in(text, name, result, target), text == kCatText ? "TypeError" : "RuntimeError");
}

void warn_resized(const Tensor& target, const Tensor& result) {
  tensor_warning("An output with one or more elements was resized since it had shape " + sizes_text(target.sizes()) +
                 ", which does not match the required output shape " + sizes_text(result.sizes()) +
                 ". This behavior is deprecated, and in a future PyTorch release outputs will not be resized "
                 "unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, "
                 "inplace, to zero elements with t.resize_(0). (Triggered internally at "
                 "./aten/src/ATen/native/Resize.cpp:30.)");
}

void store_one(const std::string& name, OutType type, const char* text, size_t at, const Tensor& target,
               const Tensor& result) {
  static const OpDef& copy = need_op({"copy_", "copy"});
  if (grad_enabled() && (target.requires_grad() || result.requires_grad()))
    tensor_error(name +
                 "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                 "arguments requires grad.");
  check_dtype(name, type, text, at, result.dtype(), target.dtype());
  // A target of another size takes on the result's.
  if (!(target.sizes() == result.sizes()) && target.numel() > 0) warn_resized(target, result);
  if (!(target.sizes() == result.sizes()))
    set_data(target, empty_tensor(result.sizes(), target.dtype(), target.device()));
  if (result.same(target)) return bump_version(target);  // it was written there
  call(copy, Args{Arg(target), Arg(result), Arg(false)});
}

std::vector<Value> items_of(const Value& list) {
  if (vm::Tuple* tuple = list.as<vm::Tuple>()) return tuple->items;
  if (vm::List* items = list.as<vm::List>()) return items->items;
  return {list};
}

std::vector<Value> store_all(const std::string& name, OutType type, const char* text, const Value& out,
                             const Outputs& results) {
  std::vector<Value> targets = items_of(out);
  if (targets.size() != results.size())
    vm::raise(vm::types().TypeError, "expected tuple of " + std::to_string(results.size()) + " elements but got " +
                                         std::to_string(targets.size()));
  for (size_t i = 0; i < results.size(); ++i) store_one(name, type, text, i, *as_tensor(targets[i]), results[i]);
  return targets;
}

// _takes_out(name) and _store_out(name, result, out), for functions written in the language.
Value knows_out(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_takes_out", 1, 1);
  return Value::boolean(takes_out(vm.str(a[0])));
}
Value store_result(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_store_out", 3, 3);
  std::string name = vm.str(a[0]);
  Outputs results;
  for (const Value& item : items_of(a[1])) results.push_back(*as_tensor(item));
  if (!fits_out(a[2], results.size()))
    vm::raise(vm::types().TypeError, name + "(): argument 'out' must be " +
                                         (results.size() > 1 ? "tuple of Tensors" : "Tensor") + ", not " +
                                         argument_type_text(a[2]));
  const OutRule* rule = find_rule(name);
  std::vector<Value> targets = store_all(name, rule->type, rule->text, a[2], results);
  return results.size() == 1 ? targets[0] : renamed_result(a[1], "_out", std::move(targets));
}

}  // namespace

bool takes_out(const std::string& name) { return find_rule(name) != nullptr; }
bool takes_out(const OpDef& op) {
  if (without_out(op)) return false;
  return (op.traits & kHasOut) || (!(op.traits & (kMutates | kView)) && find_rule(op));
}

bool fits_out(const Value& out, size_t results) {
  if (results == 1) return as_tensor(out);
  if (!out.as<vm::Tuple>() && !out.as<vm::List>()) return false;
  std::vector<Value> items = items_of(out);
  return std::all_of(items.begin(), items.end(), [](const Value& v) { return as_tensor(v); });
}

Value store_out(const OpDef& op, const Value& out, const Outputs& outputs) {
  const Schema& schema = schema_of(op);
  const OutRule* rule = find_rule(op);
  OutType type = rule ? rule->type : op.pointwise ? OutType::kCast : OutType::kSame;
  std::vector<Value> targets = store_all(schema.python_name, type, rule ? rule->text : "", out, outputs);
  if (outputs.size() == 1) return out;
  Schema named = schema;
  named.python_name += "_out";
  Outputs tensors;
  for (const Value& target : targets) tensors.push_back(*as_tensor(target));
  return make_return_type(named, tensors);
}

void define_out_functions(vm::Module& m) {
  function<knows_out>(m, "_takes_out");
  function<store_result>(m, "_store_out");
}

}  // namespace vt::torch
