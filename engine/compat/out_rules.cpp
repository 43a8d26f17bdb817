#include "compat/out_rules.h"

#include <unordered_map>

#include "compat/op_facts.h"
#include "eager/autograd.h"
#include "eager/modes.h"
#include "ops/families/texts.h"
#include "tensor/warning.h"

namespace vt::compat {
namespace {

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

const OutRule* find_rule(const std::string& name) {
  static const auto rules = [] {
    check_op_facts();
    using enum OutType;
    return std::unordered_map<std::string, OutRule>{
#define OP_OUT(name, type, text) {name, {type, text}},
#define OP_AUTOCAST(...)
#define OP_REFUSES(...)
#include "tables/function_facts.def"
#include "tables/op_facts.def"
#undef OP_OUT
#undef OP_AUTOCAST
#undef OP_REFUSES
    };
  }();
  auto found = rules.find(name);
  return found == rules.end() ? nullptr : &found->second;
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

void check_dtype(const std::string& name, const OutRule& rule, size_t at, DType result, DType target) {
  const OutType type = rule.type;
  std::string text = rule.text;
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

}  // namespace

bool takes_out(std::string_view name) { return find_rule(std::string(name)) != nullptr; }
bool takes_out(const OpDef& op) {
  if (without_out(op)) return false;
  return (op.traits & kHasOut) || (!(op.traits & (kMutates | kView)) && find_rule(op));
}

OutRule out_rule(std::string_view name) {
  const OutRule* rule = find_rule(std::string(name));
  return rule ? *rule : OutRule();
}
OutRule out_rule(const OpDef& op) {
  if (const OutRule* rule = find_rule(op)) return *rule;
  return {op.pointwise ? OutType::kCast : OutType::kSame};
}

void store_out(const std::string& name, const OutRule& rule, size_t at, const Tensor& target, const Tensor& result) {
  if (grad_enabled() && (target.requires_grad() || result.requires_grad()))
    tensor_error(name +
                 "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                 "arguments requires grad.");
  check_dtype(name, rule, at, result.dtype(), target.dtype());
  // A target of another size takes on the result's.
  if (!(target.sizes() == result.sizes()) && target.numel() > 0) warn_resized(target, result);
  if (!(target.sizes() == result.sizes()))
    set_data(target, empty_tensor(result.sizes(), target.dtype(), target.device()));
  if (result.same(target)) return bump_version(target);  // it was written there
  static const OpDef& copy = *find_op("copy_");
  call(copy, Args{Arg(target), Arg(result), Arg(false)});
}

}  // namespace vt::compat
