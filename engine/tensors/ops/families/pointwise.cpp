#include "ops/families/pointwise.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>

#include "ops/dispatch.h"
#include "ops/families/layout.h"
#include "ops/families/pointwise_program.h"
#include "ops/families/texts.h"
#include "ops/kernels/target.h"
#include "ops/table.h"
#include "support/check.h"

namespace vt {

void ResultType::merge(int category, DType dtype) {
  types_[category] = seen_[category] ? promote_types(types_[category], dtype) : dtype;
  seen_[category] = true;
}
void ResultType::add(const Tensor& t) { merge(t.rank() > 0 ? 0 : 1, t.dtype()); }
void ResultType::add(const Scalar& s) {
  merge(2, s.is_float() ? default_dtype() : s.kind == Scalar::Kind::kBool ? DType::kBool : DType::kInt64);
}
void ResultType::add(const Arg& arg) {
  if (arg.is_scalar()) add(std::get<Scalar>(arg.value));
  else if (arg.is_tensor()) add(std::get<Tensor>(arg.value));
}
DType ResultType::get() const {
  // A lower category decides only if its kind of number is a wider one.
  DType result = DType::kBool;
  bool any = false;
  for (int category = 0; category < 3; ++category) {
    if (!seen_[category]) continue;
    if (!any) result = types_[category];
    else if (dtype_category(types_[category]) > dtype_category(result))
      result = promote_types(result, types_[category]);
    any = true;
  }
  return any ? result : default_dtype();
}

PointwiseInfo describe_pointwise(const OpDef& op) {
  PointwiseInfo info;
  info.op = &op;
  const Schema& schema = schema_of(op);
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    const Parameter& parameter = schema.parameters[i];
    const std::string& name = parameter.name;
    uint32_t bit = uint32_t{1} << i;
    if (name == "condition" || name == "mask") info.conditions |= bit;
    else if (parameter.type == ArgType::kTensor && name != "value") info.promoting |= bit;
    else if (name == "self" || name == "other" || name == "exponent" || name == "min" || name == "max")
      info.promoting |= bit;
  }
  return info;
}

namespace {
// Masks are bool; uint8 is let through, as of old.
void check_conditions(const PointwiseInfo& info, const Args& args) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (!(info.conditions >> i & 1) || !args[i].is_tensor()) continue;
    DType dtype = args.tensor(i).dtype();
    if (dtype == DType::kBool) continue;
    if (schema_of(*info.op).parameters[i].name == "mask")
      tensor_error(std::string("masked_fill_ only supports boolean masks, but got mask with dtype ") +
                   dtype_cpp_name(dtype));
    if (dtype != DType::kUInt8)
      tensor_error(std::string("where expected condition to be a boolean tensor, but got a tensor with dtype ") +
                   dtype_scalar_name(dtype));
  }
}
}  // namespace

PointwiseTypes pointwise_types(const PointwiseInfo& info, const Args& args) {
  if (info.conditions) check_conditions(info, args);
  ResultType type;
  for (size_t i = 0; i < args.size(); ++i)
    if (info.promoting >> i & 1) type.add(args[i]);
  DType common = type.get();
  uint32_t traits = info.op->traits;
  if ((traits & kFloatResult) && is_integral(common)) common = default_dtype();
  return {opmath_type(common), (traits & kBoolResult) ? DType::kBool : common};
}

PointwiseTypes pointwise_types(const OpDef& op, const Args& args) {
  return pointwise_types(describe_pointwise(op), args);
}
bool is_condition_argument(const OpDef& op, size_t argument) {
  return describe_pointwise(op).conditions >> argument & 1;
}

// The layout that all full-size inputs agree on, as TensorIterator keeps it: axes ordered
// by the strides of the first input that tells them apart.
SymSizes result_strides(const SymSizes& sizes, const std::vector<Tensor>& tensors) {
  bool all_contiguous = true;
  for (const Tensor& t : tensors)
    if (!t.is_contiguous()) all_contiguous = false;
  if (all_contiguous) return {};
  int rank = static_cast<int>(sizes.size());
  std::vector<int> order;  // innermost first
  for (int i = rank - 1; i >= 0; --i) order.push_back(i);
  auto stride_at = [&](const Tensor& t, int axis) -> int64_t {
    int own = axis - (rank - t.rank());
    return own < 0 || (t.size(own) == 1 && sizes[static_cast<size_t>(axis)].hint() != 1) ? 0 : t.strides()[own];
  };
  auto compare = [&](int a, int b) {
    for (const Tensor& t : tensors) {
      int64_t left = stride_at(t, a), right = stride_at(t, b);
      if (left == 0 || right == 0) continue;
      if (left != right) return left < right ? -1 : 1;
      if (sizes[static_cast<size_t>(a)].hint() > sizes[static_cast<size_t>(b)].hint()) return 1;
    }
    return 0;
  };
  for (int i = 1; i < rank; ++i)
    for (int j = i, k = i - 1; k >= 0; --k) {
      int relation = compare(order[static_cast<size_t>(k)], order[static_cast<size_t>(j)]);
      if (relation > 0) {
        std::swap(order[static_cast<size_t>(k)], order[static_cast<size_t>(j)]);
        j = k;
      } else if (relation < 0) break;
    }
  SymSizes strides(sizes.size());
  SymInt stride = 1;
  for (int axis : order) {
    strides[static_cast<size_t>(axis)] = stride;
    if (sizes[static_cast<size_t>(axis)].hint() > 1) stride = stride * sizes[static_cast<size_t>(axis)];
  }
  return strides;
}

namespace {

std::vector<Tensor> tensors_among(const Args& args) {
  std::vector<Tensor> tensors;
  for (const Arg& arg : args.values())
    if (arg.is_tensor()) tensors.push_back(std::get<Tensor>(arg.value));
  return tensors;
}

}  // namespace

Metas infer_pointwise(const PointwiseInfo& info, const Args& args) {
  TensorMeta meta;
  std::vector<Tensor> tensors = tensors_among(args);
  bool first = true;
  if (info.conditions) check_conditions(info, args);
  for (const Tensor& t : tensors) {
    meta.sizes = first ? sizes_of(t) : broadcast_sizes(meta.sizes, sizes_of(t));
    if (first || t.rank() > 0) meta.device = t.device();
    first = false;
  }
  meta.dtype = pointwise_types(info, args).result;
  meta.strides = result_strides(meta.sizes, tensors);
  return {meta};
}

namespace {

// Programs of recent calls, by everything that their expression may depend on.
class ProgramCache {
 public:
  // Null if an attribute is of a kind that does not go into a key.
  const PointwiseProgram* find(const std::string& key) const {
    auto found = programs_.find(key);
    return found == programs_.end() ? nullptr : found->second.get();
  }
  const PointwiseProgram& keep(const std::string& key, std::unique_ptr<PointwiseProgram> program) {
    // Numbers are part of keys, so a loop over learning rates would fill it for ever.
    if (programs_.size() >= 256) programs_.clear();
    return *(programs_[key] = std::move(program));
  }

 private:
  std::unordered_map<std::string, std::unique_ptr<PointwiseProgram>> programs_;
};

template <class T>
void append_bytes(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// False for attributes whose value is not plain (symbolic numbers).
bool append_attribute(std::string& key, const Arg& arg) {
  key += static_cast<char>(arg.value.index());
  if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
    if (s->integer.symbolic()) return false;
    key += static_cast<char>(s->kind);
    append_bytes(key, s->number);
    append_bytes(key, s->integer.hint());
    return true;
  }
  if (const std::string* text = std::get_if<std::string>(&arg.value)) {
    append_bytes(key, text->size());
    key += *text;
    return true;
  }
  if (const DType* dtype = std::get_if<DType>(&arg.value)) {
    key += static_cast<char>(*dtype);
    return true;
  }
  return arg.is_none();
}

std::unique_ptr<PointwiseProgram> build_program(const PointwiseInfo& info, const Args& args, PointwiseTypes types) {
  ExprGraph graph;
  std::vector<ExprId> inputs;
  Args attributes = args;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_tensor()) continue;
    DType dtype = info.conditions >> i & 1 ? DType::kBool : types.compute;
    inputs.push_back(graph.input(static_cast<int>(inputs.size()), dtype));
    attributes[i] = Arg();
  }
  ExprId result = graph.cast(info.op->pointwise(graph, inputs, attributes), types.result);
  return std::make_unique<PointwiseProgram>(graph, result);
}

// Where the result goes: the in-place target, or a new tensor. The common case of equal
// sizes, all contiguous, needs no symbolic shape rule.
Tensor result_tensor(const PointwiseInfo& info, const Args& args, std::span<const Tensor> tensors, DType dtype) {
  bool plain = !tensors.empty();
  for (const Tensor& t : tensors)
    plain = plain && t.sizes() == tensors[0].sizes() && t.is_contiguous() && t.device() == tensors[0].device();
  if (plain) {
    Tensor target = take_inplace_target(tensors[0].sizes(), dtype);
    return target.defined() ? target : empty_tensor(tensors[0].sizes(), dtype, tensors[0].device());
  }
  TensorMeta meta = std::move(infer_pointwise(info, args)[0]);
  Tensor target = take_inplace_target(hints_of(meta.sizes), meta.dtype);
  return target.defined() ? target : empty_for(meta);
}

}  // namespace

namespace {

// The tensors of the call in progress, and the key of its program: kept between calls for their memory.
struct CallScratch {
  std::vector<Tensor> tensors;
  std::string key;
  bool busy = false;
};
class ScratchScope {
 public:
  ScratchScope() : shared_(kept().busy ? nullptr : &kept()) {
    if (shared_) shared_->busy = true;
  }
  ~ScratchScope() {
    if (!shared_) return;
    shared_->tensors.clear();
    shared_->key.clear();
    shared_->busy = false;
  }
  ScratchScope(const ScratchScope&) = delete;
  CallScratch* operator->() { return shared_ ? shared_ : &own_; }

 private:
  static CallScratch& kept() {
    static thread_local CallScratch scratch;
    return scratch;
  }
  CallScratch* shared_;
  CallScratch own_;
};

}  // namespace

Outputs run_pointwise(const PointwiseInfo& info, const Args& args) {
  PointwiseTypes types = pointwise_types(info, args);
  ScratchScope scratch;
  std::vector<Tensor>& tensors = scratch->tensors;
  std::string& key = scratch->key;
  append_bytes(key, &info);
  key += static_cast<char>(types.compute);
  key += static_cast<char>(types.result);
  bool keyed = true;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) {
      tensors.push_back(*t);
      key += 't';
    } else {
      keyed = append_attribute(key, arg) && keyed;
    }
  }
  Outputs outputs;
  outputs.push_back(result_tensor(info, args, tensors, types.result));
  static thread_local ProgramCache cache;
  const PointwiseProgram* program = keyed ? cache.find(key) : nullptr;
  if (program) {
    program->run(tensors, outputs[0]);
  } else {
    std::unique_ptr<PointwiseProgram> built = build_program(info, args, types);
    if (keyed) program = &cache.keep(key, std::move(built));
    (program ? program : built.get())->run(tensors, outputs[0]);
  }
  return outputs;
}

DType Operands::dtype() const {
  for (ExprId id : inputs_)
    if (graph_.dtype(id) != DType::kBool) return graph_.dtype(id);
  for (const Arg& arg : args_.values())
    if (arg.is_scalar() && inputs_.empty())
      return std::get<Scalar>(arg.value).is_float() ? default_dtype() : DType::kInt64;
  return DType::kBool;
}

ExprId Operands::take(size_t argument) {
  if (argument < args_.size() && args_[argument].is_scalar()) return number(argument, dtype());
  VT_CHECK(next_ < inputs_.size(), "an expression takes one input per tensor argument");
  return inputs_[next_++];
}

ExprId Operands::number(size_t argument, DType dtype) { return scalar_constant(graph_, args_.scalar(argument), dtype); }

ExprId scalar_constant(ExprGraph& graph, const Scalar& s, DType dtype) {
  if (!s.is_float() && s.integer.symbolic()) return graph.cast(graph.index(s.integer.expr()), dtype);
  if (is_floating(dtype)) return graph.constant(s.to_double(), dtype);
  return graph.constant_int(dtype == DType::kBool ? s.to_bool() : s.to_int(), dtype);
}

}  // namespace vt
