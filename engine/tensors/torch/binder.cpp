// Overload resolution: finds the overload whose parameters the arguments fit.
#include "torch/binder.h"

#include <algorithm>
#include <optional>

#include "compat/out_rules.h"
#include "compat/refused_types.h"
#include "eager/autograd.h"
#include "eager/call_watcher.h"
#include "ops/kernels/target.h"
#include "support/check.h"
#include "tensor/accelerator.h"
#include "torch/binder_errors.h"
#include "torch/call_facts.h"
#include "torch/out_arguments.h"
#include "torch/signatures.h"
#include "torch/torch_function.h"

namespace vt::torch {
// Names that NumPy users give to PyTorch's parameters.
bool is_alias(std::string_view parameter, std::string_view given) {
  if (parameter == "dim") return given == "axis";
  if (parameter == "keepdim") return given == "keepdims";
  if (parameter == "self" || parameter == "input")
    return given == "input" || given == "x" || given == "a" || given == "x1" || given == "self";
  if (parameter == "other") return given == "x2";
  if (parameter == "tensors") return given == "arrays";
  if (parameter == "dim0" || parameter == "dim1") return given.starts_with("axis") && given[4] == parameter[3];
  return false;
}

namespace {

Value without_none(const Value& v) {
  vm::Tuple* tuple = v.as<vm::Tuple>();
  if (!tuple) return v;
  std::vector<Value> items = tuple->items;
  for (Value& item : items)
    if (item.is_none()) item = Value::integer(-1);
  return vm::make_tuple(std::move(items));
}

// The dtype of real numbers that stand for tensors of a call: they have a double's digits where a tensor has.
DType dtype_of_numbers(const Arguments& a) {
  for (size_t i = 0; i < a.positional + a.keywords; ++i)
    if (const Tensor* tensor = as_tensor(a[i]); tensor && tensor->dtype() == DType::kFloat64) return DType::kFloat64;
  return default_dtype();
}

// How one value fits one parameter. With `numbers`, real numbers may stand for tensors, of this dtype.
bool convert(const Parameter& p, const Value& v, std::optional<DType> numbers, Arg* out) {
  if (v.is_none()) return p.optional || (p.has_default && p.default_value.is_none());
  switch (p.type) {
    case ArgType::kTensor: {
      if (const Tensor* tensor = as_tensor(v)) {
        *out = Arg(*tensor);
        return true;
      }
      Scalar s;
      if (!numbers || !to_scalar(v, &s)) return false;
      *out = Arg(tensor_from_number(s, *numbers));
      return true;
    }
    case ArgType::kTensorList: {
      TensorList list;
      if (!to_tensor_list(v, &list)) return false;
      // Only positions may be left out: x[:, i].
      bool holes = std::any_of(list.begin(), list.end(), [](const Tensor& t) { return !t.defined(); });
      if (holes && p.name != "indices") return false;
      *out = Arg(std::move(list));
      return true;
    }
    case ArgType::kScalar: {
      // A number of the tape stays a tensor, for an overload that takes one.
      const Tensor* tensor = as_tensor(v);
      Scalar s;
      if ((tensor && tensor->requires_grad()) || !to_scalar(v, &s)) return false;
      *out = Arg(std::move(s));
      return true;
    }
    case ArgType::kInt: {
      SymInt i;
      if (!to_int(v, &i)) return false;
      *out = Arg(std::move(i));
      return true;
    }
    case ArgType::kIntList: {
      IntList list;
      SymInt one;
      // (None, 3): None keeps the input's size, as -1 does.
      if (to_int_list(std::string_view(p.name) == "output_size" ? without_none(v) : v, &list)) {
        *out = Arg(std::move(list));
        return true;
      }
      if (p.list_size == 0 || !to_int(v, &one)) return false;
      *out = Arg(IntList(static_cast<size_t>(p.list_size), one));
      return true;
    }
    case ArgType::kFloat: {
      Scalar s;
      if (!to_scalar(v, &s)) return false;
      *out = Arg(s.to_double());
      return true;
    }
    case ArgType::kFloatList: {
      std::vector<double> list;
      std::vector<Value> items;
      if (vm::Tuple* tuple = v.as<vm::Tuple>()) items = tuple->items;
      else if (vm::List* values = v.as<vm::List>()) items = values->items;
      else items = {v};  // one factor for every dimension
      for (const Value& item : items) {
        Scalar s;
        if (!to_scalar(item, &s)) return false;
        list.push_back(s.to_double());
      }
      *out = Arg(std::move(list));
      return true;
    }
    case ArgType::kBool:
      if (!v.is_bool()) return false;
      *out = Arg(v.as_bool());
      return true;
    case ArgType::kStr:
      if (vm::Str* text = v.as<vm::Str>()) {
        *out = Arg(text->text);
        return true;
      }
      if (v.is_object() && v.as_object()->type == torch_types().memory_format) {
        *out = Arg(format_name(*static_cast<NamedConstant*>(v.as_object())));
        return true;
      }
      return false;
    case ArgType::kDType: {
      DType dtype;
      if (!to_dtype(v, &dtype)) return false;
      *out = Arg(dtype);
      return true;
    }
    case ArgType::kDevice: {
      Device device;
      if (!to_device(v, &device)) return false;
      *out = Arg(device);
      return true;
    }
  }
  return false;
}

// Keywords that every op of some kind takes without naming them in its schema.
bool take_common_keyword(const OpBinding& binding, const OpDef& op, std::string_view name, const Value& v,
                         BoundCall* call, BindFailure* failure) {
  bool function = binding.space == OpSpace::kFunction || binding.space == OpSpace::kLinalg ||
                  binding.space == OpSpace::kSpecial || binding.space == OpSpace::kAten;
  if (name == "out" && function && compat::takes_out(op)) {
    if (v.is_none()) return true;
    size_t results = std::max<size_t>(1, schema_of(op).results.size());
    if (!fits_out(v, results))
      return failure->set_type("out", -1, results > 1 ? "tuple of Tensors" : "Tensor", v), false;
    call->out = v;
    return true;
  }
  if (op.traits & (kFactory | kRandom)) {
    if (name == "generator") {
      if (!v.is_none() && !v.as<GeneratorObject>())
        return failure->set_type("generator", -1, "torch.Generator", v), false;
      if (!v.is_none()) call->generator = v;
      return true;
    }
  }
  if (op.traits & kFactory) {
    if (name == "requires_grad") {
      if (!v.is_bool()) {
        failure->set_type("requires_grad", -1, "bool", v);
        return false;
      }
      call->requires_grad = v.as_bool();
      return true;
    }
    if (name == "pin_memory" || name == "layout" || name == "names") return true;
  }
  if (name == "as_tuple" && v.is_bool() && std::string_view(op.name) == "nonzero")
    return call->as_tuple = v.as_bool(), true;
  if (binding.space == OpSpace::kFunctional) {
    if (name == "_stacklevel" || ((name == "size_average" || name == "reduce") && v.is_none())) return true;
    if (name == "inplace" && v.is_bool()) return call->inplace = v.as_bool(), true;
  }
  return false;
}

// Names of arguments that one function has in PyTorch, or one of its homes.
bool is_known_as(const OpBinding& binding, std::string_view parameter, std::string_view given) {
  if (parameter == "self" && binding.space == OpSpace::kLinalg) return given == "A";
  if (binding.space != OpSpace::kFunction || binding.name != "split") return false;
  return parameter == "self" ? given == "tensor" : parameter == "split_size" && given == "split_size_or_sections";
}
int find_parameter(const OpBinding& binding, const Schema& schema, std::string_view name) {
  for (size_t i = 0; i < schema.parameters.size(); ++i)
    if (schema.parameters[i].name == name && name != "self") return static_cast<int>(i);
  for (size_t i = 0; i < schema.parameters.size(); ++i)
    if (is_alias(schema.parameters[i].name, name) || is_known_as(binding, schema.parameters[i].name, name))
      return static_cast<int>(i);
  return -1;
}

// x.view(2, 3): when sizes are the only positional parameter they may come one by one.
bool takes_varargs(const OpBinding& binding, const Schema& schema, size_t positional) {
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  return positional == first + 1 && schema.parameters[first].type == ArgType::kIntList;
}

// Functions of PyTorch whose tensors may come as one list or as arguments of their own.
bool takes_loose_tensors(std::string_view name) {
  for (const char* known : {"einsum", "meshgrid", "broadcast_tensors", "block_diag", "cartesian_prod", "atleast_1d",
                            "atleast_2d", "atleast_3d", "chain_matmul"})
    if (name == known) return true;
  return false;
}

// "cuda" gets its number; a factory that is not told a device takes the default one.
void place_factory(const Schema& schema, std::vector<Arg>& values) {
  bool any_tensor = false;
  for (const Arg& value : values) any_tensor |= value.is_tensor();
  for (size_t i = 0; i < values.size(); ++i) {
    if (schema.parameters[i].type != ArgType::kDevice) continue;
    if (values[i].is_none() && !any_tensor && default_device().kind != DeviceKind::kCpu) values[i] = default_device();
    Device* device = std::get_if<Device>(&values[i].value);
    if (device && is_accelerator(device->kind)) *device = device_memory(*device).resolve(*device);
  }
}

bool try_overload(const OpBinding& binding, const OpDef& op, const Arguments& a, bool numbers, BoundCall* call,
                  BindFailure* failure) {
  CallFacts facts = call_facts(op);
  const Schema& schema = *facts.schema;
  size_t positional = facts.positional;
  std::vector<Arg> values(schema.parameters.size());
  const std::optional<DType> number_dtype = numbers ? std::optional(dtype_of_numbers(a)) : std::nullopt;
  uint64_t given = 0;
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  size_t count = a.positional;
  if (takes_varargs(binding, schema, positional) && a.positional > first &&
      (a.positional > positional || !a[first].is_object() || a[first].as<SymIntObject>() || a[first].as<vm::BigInt>() ||
       as_tensor(a[first]))) {
    IntList list(a.positional - first);
    bool fits = true;
    for (size_t i = first; i < a.positional && fits; ++i) fits = to_int(a[i], &list[i - first]);
    if (!fits && a.positional > positional) {
      SymInt ignored;
      if (!to_int(a[first], &ignored)) return failure->set_too_many(op, positional, a.positional), false;
      Value sizes = vm::make_tuple(std::vector<Value>(a.values + first, a.values + a.positional));
      return failure->set_type(schema.parameters[first].name, 1, "tuple of ints", sizes), false;
    }
    if (fits) {
      values[first] = Arg(std::move(list));
      given |= uint64_t{1} << first;
      count = first;
    }
  }
  // einsum("ij,jk", a, b): the tensors may come one by one.
  if (count > 0 && positional > 0 && schema.parameters[positional - 1].type == ArgType::kTensorList &&
      count >= positional && as_tensor(a[positional - 1]) && takes_loose_tensors(binding.name)) {
    TensorList list;
    for (size_t i = positional - 1; i < count; ++i) {
      const Tensor* tensor = as_tensor(a[i]);
      if (!tensor)
        return failure->set_type(schema.parameters[positional - 1].name, static_cast<int>(i + 1 - first), "Tensor",
                                 a[i]),
               false;
      list.push_back(*tensor);
    }
    values[positional - 1] = Arg(std::move(list));
    given |= uint64_t{1} << (positional - 1);
    count = positional;
  }
  // F.hardswish(x, True): a flag after the last parameter asks for the change in place.
  if (binding.space == OpSpace::kFunctional && count == positional + 1 && a[positional].is_bool())
    call->inplace = a[--count].as_bool();
  if (count > positional) return failure->set_too_many(op, positional, a.positional), false;
  for (size_t i = 0; i < count; ++i) {
    if (given & (uint64_t{1} << i)) continue;
    if (!convert(schema.parameters[i], a[i], number_dtype, &values[i]))
      return failure->set_type(schema.parameters[i].name, static_cast<int>(i + 1 - first),
                               parameter_type_text(schema.parameters[i]), a[i]),
             false;
    given |= uint64_t{1} << i;
  }
  for (size_t k = 0; k < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    const Value& v = a[a.positional + k];
    int i = find_parameter(binding, schema, name);
    if (i < 0) {
      if (take_common_keyword(binding, op, name, v, call, failure)) continue;
      if (failure->kind == BindFailure::kNone) failure->set_unexpected(name);
      return false;
    }
    if (given & (uint64_t{1} << i)) return failure->set_repeated(name), false;
    if (!convert(schema.parameters[static_cast<size_t>(i)], v, number_dtype, &values[static_cast<size_t>(i)]))
      return failure->set_type(schema.parameters[static_cast<size_t>(i)].name, -1,
                               parameter_type_text(schema.parameters[static_cast<size_t>(i)]), v),
             false;
    given |= uint64_t{1} << i;
  }
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    if (given & (uint64_t{1} << i)) continue;
    if (!schema.parameters[i].has_default) return failure->set_missing(schema, given), false;
    if (const Arg& usual = schema.parameters[i].default_value; !usual.is_none()) values[i] = usual;
  }
  // An op that takes `inplace` itself answers to the flag the same way.
  if (facts.inplace >= 0)
    if (const Scalar* flag = std::get_if<Scalar>(&values[static_cast<size_t>(facts.inplace)].value))
      call->inplace |= flag->to_bool();
  if (facts.has_device) place_factory(schema, values);
  call->op = &op;
  call->args = Args(std::move(values));
  return true;
}

bool bind_any(const OpBinding& binding, const Arguments& a, BoundCall* call, BindFailure* failure) {
  for (bool numbers : {false, true}) {
    for (const OpDef* op : binding.overloads) {
      BindFailure reason;
      if (try_overload(binding, *op, a, numbers, call, &reason)) return true;
      *call = BoundCall();
      if (failure->kind == BindFailure::kNone) *failure = std::move(reason);
    }
    // A number stands for a tensor in arithmetic, and where an overload of PyTorch's takes it.
    if (numbers || numbers_are_tensors(binding.name)) continue;
    const std::vector<ListedSignature>& listed = listed_signatures(binding);
    auto fits = [&](const ListedSignature& s) { return refusal_of(binding, s, a).kind == Refusal::kNothing; };
    if (std::none_of(listed.begin(), listed.end(), fits)) break;
  }
  return false;
}

// Runs with the given generator's state in place of the default one's.
class GeneratorScope {
 public:
  explicit GeneratorScope(const Value& generator) {
    GeneratorObject* object = generator.is_null() ? nullptr : generator.as<GeneratorObject>();
    if (!object || !object->generator) return;
    generator_ = object->generator;
    saved_ = usual().state();
    usual().set_state(generator_->state());
  }
  ~GeneratorScope() {
    if (!generator_) return;
    generator_->set_state(usual().state());
    usual().set_state(saved_);
  }

 private:
  Generator& usual() {
    Device device = generator_->device();
    return device.kind == DeviceKind::kCuda ? default_cuda_generator(device.index) : default_generator();
  }
  Ref<Generator> generator_;
  Tensor saved_;
};

// A maker that is given both a target and a dtype wants them to agree.
void check_made_dtype(const BoundCall& bound) {
  const std::vector<Parameter>& parameters = schema_of(*bound.op).parameters;
  for (size_t i = 0; i < parameters.size() && i < bound.args.size(); ++i) {
    if (parameters[i].type == ArgType::kTensor) return;
    if (parameters[i].name != "dtype" || !bound.args.has(i)) continue;
    DType asked = bound.args.dtype_or(i, DType::kFloat32), given = as_tensor(bound.out)->dtype();
    if (asked != given)
      tensor_error("dtype " + std::string(dtype_scalar_name(asked)) + " does not match dtype of out parameter (" +
                   std::string(dtype_scalar_name(given)) + ")");
  }
}

// Elements are written while others are read: a target may be a source, but not a part of one.
void check_target_overlap(const Tensor& target, const std::vector<Tensor>& sources, const Outputs& results) {
  if (results.size() != 1 || !(results[0].sizes() == target.sizes())) return;
  check_self_overlap(target);
  for (const Tensor& source : sources) check_partial_overlap(target, source);
}

// Whether an elementwise kernel may write the result where it goes instead of one that is copied there.
bool can_write_there(const Tensor& target, const std::vector<Tensor>& sources) {
  if (call_watcher() || target.requires_grad() || !target.is_contiguous() || sources.empty()) return false;
  return std::all_of(sources.begin(), sources.end(), [&](const Tensor& source) {
    return !source.is_fake() && !source.requires_grad() && source.device() == target.device() &&
           source.impl()->storage != target.impl()->storage;
  });
}

}  // namespace

BoundCall bind_call(Interpreter&, const OpBinding& binding, const Arguments& arguments) {
  BoundCall call;
  BindFailure failure;
  if (!bind_any(binding, arguments, &call, &failure)) raise_bind_failure(binding, arguments, failure);
  return call;
}

Value run_call(Interpreter&, const OpBinding& binding, BoundCall bound) {
  GeneratorScope generator(bound.generator);
  compat::refuse_types(*bound.op, bound.args);
  if (binding.inplace || bound.inplace) return wrap(call_inplace(*bound.op, std::move(bound.args)));
  bool first = (bound.op->traits & kMutates) && bound.args.size() > 0 && bound.args[0].is_tensor();
  Tensor self = first ? bound.args.tensor(0) : Tensor();
  // Positions in a number are those in a vector of one.
  if (bound.as_tuple && bound.args.tensor(0).rank() == 0)
    bound.args[0] = Arg(call_op(need_op({"unsqueeze"}), {bound.args[0], Arg(0)}));
  const Tensor* target = bound.out.is_null() ? nullptr : as_tensor(bound.out);
  std::vector<Tensor> sources;
  if (target) check_made_dtype(bound);
  if (target && bound.op->pointwise && !target->is_fake())
    for (size_t i = 0; i < bound.args.size(); ++i)
      if (bound.args[i].is_tensor()) sources.push_back(bound.args.tensor(i));
  Outputs outputs;
  {
    std::optional<InplaceTargetScope> wanted;
    if (target && can_write_there(*target, sources)) wanted.emplace(*target);
    outputs = call(*bound.op, std::move(bound.args));
  }
  if (first) return wrap(self);
  if (!sources.empty()) check_target_overlap(*target, sources, outputs);
  if (!bound.out.is_null()) return store_out(*bound.op, bound.out, outputs);
  if (bound.as_tuple) return wrap_list(vt::call(need_op({"unbind", "unbind.int"}), Args{Arg(outputs[0]), Arg(1)}));
  if (bound.requires_grad) {
    if (!is_floating(outputs[0].dtype()))
      tensor_error("Only Tensors of floating point and complex dtype can require gradients");
    outputs[0].impl()->requires_grad = true;
  }
  return wrap_outputs(*bound.op, outputs);
}

namespace {

// einsum(a, [0, 1], b, [1, 2], [0, 2]) is einsum("AB,BC->AC", a, b).
char subscript_letter(Interpreter& vm, const Value& v) {
  Value inside = vm.compare(CompareOp::kGreaterEqual, v, Value::integer(0));
  int64_t number = v.is_int() ? v.as_int() : -1;
  if (!vm.truth(inside) || number >= 52)
    vm::raise(vm::types().ValueError, "einsum(): subscript in subscript list is not within the valid range [0, 52)");
  return static_cast<char>(number < 26 ? 'A' + number : 'a' + number - 26);
}
std::string subscripts_text(Interpreter& vm, const Value& list) {
  std::string text;
  for (const Value& item : vm.to_vector(list))
    if (item.is_object() && item.as_object()->kind == Kind::kEllipsis) text += "...";
    else text += subscript_letter(vm, item);
  return text;
}
std::vector<Value> einsum_with_equation(Interpreter& vm, const Arguments& a) {
  std::vector<Value> values(1);
  std::string equation;
  for (size_t i = 0; i + 1 < a.positional; i += 2) {
    values.push_back(a[i]);
    equation += (i > 0 ? "," : "") + subscripts_text(vm, a[i + 1]);
  }
  if (a.positional % 2 == 1) equation += "->" + subscripts_text(vm, a[a.positional - 1]);
  values[0] = vm::make_str(equation);
  return values;
}

bool any_custom(const Value& list) {
  const std::vector<Value>& items = list.as<vm::List>() ? list.as<vm::List>()->items : list.as<vm::Tuple>()->items;
  return std::any_of(items.begin(), items.end(), has_custom_torch_function);
}

}  // namespace

Value call_binding(Interpreter& vm, const OpBinding& binding, const Arguments& a) {
  if (has_function_mode()) {
    Value handled = call_function_mode(vm, bound_function(binding), a);
    if (!handled.is_null()) return handled;
  }
  if (std::string_view(binding.name) == "einsum") {
    if (a.positional + a.keywords < 2)
      vm::raise(vm::types().ValueError,
                "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
                "subscripts list");
    if (a.positional > 0 && as_tensor(a[0])) {
      std::vector<Value> values = einsum_with_equation(vm, a);
      return call_binding(vm, binding, Arguments{values.data(), values.size(), nullptr, 0});
    }
  }
  // torch.where(condition) asks for positions.
  if (a.positional == 1 && a.keywords == 0 && as_tensor(a[0]) && std::string_view(binding.name) == "where") {
    Arg condition(*as_tensor(a[0]));
    if (as_tensor(a[0])->rank() == 0) condition = Arg(call_op(need_op({"unsqueeze"}), {condition, Arg(0)}));
    return wrap_list(
        vt::call(need_op({"unbind", "unbind.int"}), Args{Arg(call_op(need_op({"nonzero"}), {condition})), Arg(1)}));
  }
  bool declined = false;
  auto handled_by_arguments = [&] {
    Value handled = try_torch_function(vm, bound_function(binding), a, &declined);
    if (declined) raise_declined(vm, binding.full_prefix() + binding.name, binding.space == OpSpace::kFunctional, a);
    return handled;
  };
  for (size_t i = 0; i < a.positional + a.keywords; ++i) {
    bool list = a[i].as<vm::List>() || a[i].as<vm::Tuple>();
    if (!list && !has_custom_torch_function(a[i])) continue;
    if (list && !any_custom(a[i])) continue;
    Value handled = handled_by_arguments();
    if (!handled.is_null()) return handled;
    break;
  }
  BoundCall call;
  BindFailure failure;
  if (!bind_any(binding, a, &call, &failure)) {
    Value handled = handled_by_arguments();
    if (!handled.is_null()) return handled;
    raise_bind_failure(binding, a, failure);
  }
  return run_call(vm, binding, std::move(call));
}

const OpDef& need_op(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const OpDef* op = find_op(name)) return *op;
    const std::vector<const OpDef*>& found = overloads(name);
    if (!found.empty()) return *found.front();
  }
  vm::raise(vm::types().NotImplementedError, std::string("no operator named ") + *names.begin());
}

Tensor call_op(const OpDef& op, std::vector<Arg> args) {
  const Schema& schema = schema_of(op);
  for (size_t i = args.size(); i < schema.parameters.size(); ++i) args.push_back(schema.parameters[i].default_value);
  return call1(op, Args(std::move(args)));
}

}  // namespace vt::torch
