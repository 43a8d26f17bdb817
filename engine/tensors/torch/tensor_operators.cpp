// Operators of tensors. Tensors and numbers go straight to their op; everything else goes
// through the binder, and what does not fit is NotImplemented, so that the language words
// the error.
#include "compat/refused_types.h"
#include "eager/autograd.h"
#include "frontend/opcodes.h"
#include "torch/binder.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"
#include "torch/torch_function.h"

namespace vt::torch {
namespace {

struct Operator {
  const char* name;       // op of tensor and tensor
  const char* scalar;     // op of tensor and number
  const char* reflected;  // op of (tensor, number) for number OP tensor; null: see reflect()
};
constexpr Operator kBinary[13] = {
    {"add", "add.Scalar", "add.Scalar"},
    {"bitwise_and", "bitwise_and.Scalar", "bitwise_and.Scalar"},
    {"floor_divide", "floor_divide.Scalar", nullptr},
    {"bitwise_left_shift", "bitwise_left_shift.Tensor_Scalar", nullptr},
    {"matmul", nullptr, nullptr},
    {"mul", "mul.Scalar", "mul.Scalar"},
    {"remainder", "remainder.Scalar", nullptr},
    {"bitwise_or", "bitwise_or.Scalar", "bitwise_or.Scalar"},
    {"pow", "pow.Tensor_Scalar", nullptr},
    {"bitwise_right_shift", "bitwise_right_shift.Tensor_Scalar", nullptr},
    {"sub", "sub.Scalar", "rsub.Scalar"},
    {"div", "div.Scalar", nullptr},
    {"bitwise_xor", "bitwise_xor.Scalar", "bitwise_xor.Scalar"},
};
constexpr Operator kCompare[6] = {
    {"lt", "lt.Scalar", "gt.Scalar"}, {"le", "le.Scalar", "ge.Scalar"}, {"eq", "eq.Scalar", "eq.Scalar"},
    {"ne", "ne.Scalar", "ne.Scalar"}, {"gt", "gt.Scalar", "lt.Scalar"}, {"ge", "ge.Scalar", "le.Scalar"},
};

struct Resolved {
  const OpDef *tensor = nullptr, *scalar = nullptr, *reflected = nullptr;
  size_t tensor_defaults = 0, scalar_defaults = 0, reflected_defaults = 0;
};

const OpDef* lookup(const char* name) {
  if (!name) return nullptr;
  if (const OpDef* op = find_op(name)) return op;
  std::string text = name;
  size_t dot = text.find('.');
  if (dot == std::string::npos)
    return find_op(text + ".Tensor") ? find_op(text + ".Tensor") : find_op(text + ".Tensor_Tensor");
  return find_op(text.substr(0, dot) + ".Scalar");
}

Resolved resolve(const Operator& names) { return {lookup(names.name), lookup(names.scalar), lookup(names.reflected)}; }
const Resolved& binary_operator(size_t i) {
  static Resolved* table = [] {
    auto* made = new Resolved[13];
    for (size_t k = 0; k < 13; ++k) made[k] = resolve(kBinary[k]);
    return made;
  }();
  return table[i];
}
const Resolved& compare_operator(size_t i) {
  static Resolved* table = [] {
    auto* made = new Resolved[6];
    for (size_t k = 0; k < 6; ++k) made[k] = resolve(kCompare[k]);
    return made;
  }();
  return table[i];
}

Value call_two(const OpDef& op, Arg a, Arg b) {
  std::vector<Arg> args;
  const Schema& schema = schema_of(op);
  args.reserve(schema.parameters.size());
  args.push_back(std::move(a));
  args.push_back(std::move(b));
  for (size_t i = 2; i < schema.parameters.size(); ++i) args.push_back(schema.parameters[i].default_value);
  Args given(std::move(args));
  compat::refuse_types(op, given);
  return wrap(call1(op, std::move(given)));
}

Value handle_foreign(Interpreter& vm, const char* name, const Value& left, const Value& right) {
  const OpBinding* binding = find_binding(OpSpace::kMethod, name);
  if (!binding) return {};
  Value both[2] = {left, right};
  return try_torch_function(vm, bound_function(*binding), Arguments{both, 2, nullptr, 0});
}

bool is_number(const Value& v) {
  return v.is_int() || v.is_float() || v.is_bool() || v.as<SymIntObject>() || v.as<vm::BigInt>() ||
         is_float_instance(v);
}

// The dtype as which a number stands beside a tensor.
DType reflected_dtype(const Scalar& number, DType tensor) {
  if (number.is_float()) return is_floating(tensor) ? tensor : default_dtype();
  return tensor == DType::kBool && number.kind == Scalar::Kind::kInt ? DType::kInt64 : tensor;
}

// number OP tensor where no op takes the operands that way round.
Value reflect(Interpreter& vm, BinaryOp op, const Scalar& number, const Tensor& tensor) {
  switch (op) {
    case BinaryOp::kTrueDivide: {
      Tensor reciprocal = call_op(need_op({"reciprocal"}), {Arg(tensor)});
      return call_two(*binary_operator(static_cast<size_t>(BinaryOp::kMultiply)).scalar, Arg(reciprocal), Arg(number));
    }
    case BinaryOp::kPower: return call_two(need_op({"pow.Scalar"}), Arg(number), Arg(tensor));
    case BinaryOp::kFloorDivide:
    case BinaryOp::kRemainder:
    case BinaryOp::kLshift:
    case BinaryOp::kRshift: {
      if (op == BinaryOp::kRemainder)
        if (const OpDef* direct = find_op("remainder.Scalar_Tensor"))
          return call_two(*direct, Arg(number), Arg(tensor));
      const OpBinding* binding = find_binding(OpSpace::kMethod, kBinary[static_cast<size_t>(op)].name);
      if (!binding) return vm::not_implemented();
      Tensor left = call_op(need_op({"to.dtype", "_to_copy", "to"}),
                            {Arg(tensor_from_number(number)), Arg(reflected_dtype(number, tensor.dtype()))});
      Value both[2] = {wrap(left), wrap(tensor)};
      return call_binding(vm, *binding, Arguments{both, 2, nullptr, 0});
    }
    case BinaryOp::kAdd:
    case BinaryOp::kAnd:
    case BinaryOp::kMatrixMultiply:
    case BinaryOp::kMultiply:
    case BinaryOp::kOr:
    case BinaryOp::kSubtract:
    case BinaryOp::kXor: break;
  }
  return vm::not_implemented();
}

Value apply(Interpreter& vm, const Operator& names, const Resolved& ops, BinaryOp which, bool compare,
            const Value& left, const Value& right) {
  const Tensor* a = as_tensor(left);
  const Tensor* b = as_tensor(right);
  if (has_function_mode()) {
    if (const OpBinding* binding = find_binding(OpSpace::kMethod, names.name)) {
      Value both[2] = {left, right};
      Value handled = call_function_mode(vm, bound_function(*binding), Arguments{both, 2, nullptr, 0});
      if (!handled.is_null()) return handled;
    }
  }
  if (has_custom_torch_function(left) || has_custom_torch_function(right)) {
    Value handled = handle_foreign(vm, names.name, left, right);
    if (!handled.is_null()) return handled;
  }
  Scalar number;
  if (a && b && ops.tensor) return call_two(*ops.tensor, Arg(*a), Arg(*b));
  if (a && !b && is_number(right) && to_scalar(right, &number)) {
    if (ops.scalar) return call_two(*ops.scalar, Arg(*a), Arg(std::move(number)));
    const OpBinding* binding = names.scalar ? find_binding(OpSpace::kMethod, names.name) : nullptr;
    if (!binding) return vm::not_implemented();
    Value both[2] = {left, right};
    return call_binding(vm, *binding, Arguments{both, 2, nullptr, 0});
  }
  if (b && !a && is_number(left) && to_scalar(left, &number)) {
    if (ops.reflected) return call_two(*ops.reflected, Arg(*b), Arg(std::move(number)));
    return compare || which == BinaryOp::kMatrixMultiply ? vm::not_implemented() : reflect(vm, which, number, *b);
  }
  if (a && right.is_object()) {
    Value handled = handle_foreign(vm, names.name, left, right);
    if (!handled.is_null()) return handled;
  }
  return vm::not_implemented();
}

template <BinaryOp op>
Value binary(Interpreter& vm, const Value& left, const Value& right) {
  constexpr size_t i = static_cast<size_t>(op);
  return apply(vm, kBinary[i], binary_operator(i), op, false, left, right);
}
template <CompareOp op>
Value compare(Interpreter& vm, const Value& left, const Value& right) {
  constexpr size_t i = static_cast<size_t>(op);
  return apply(vm, kCompare[i], compare_operator(i), BinaryOp::kAdd, true, left, right);
}

template <BinaryOp op>
Value inplace(Interpreter& vm, const Value& left, const Value& right) {
  constexpr size_t i = static_cast<size_t>(op);
  const Resolved& ops = binary_operator(i);
  const Tensor* a = as_tensor(left);
  if (!a) return vm::not_implemented();
  const Tensor* b = as_tensor(right);
  Scalar number;
  const OpDef* chosen = nullptr;
  Arg other;
  if (b) chosen = ops.tensor, other = Arg(*b);
  else if (is_number(right) && to_scalar(right, &number)) chosen = ops.scalar, other = Arg(std::move(number));
  if (!chosen || !(chosen->traits & kHasInplace)) {
    Value handled = handle_foreign(vm, kBinary[i].name, left, right);
    return handled.is_null() ? binary<op>(vm, left, right) : handled;
  }
  std::vector<Arg> args{Arg(*a), std::move(other)};
  const Schema& schema = schema_of(*chosen);
  for (size_t k = 2; k < schema.parameters.size(); ++k) args.push_back(schema.parameters[k].default_value);
  return wrap(call_inplace(*chosen, Args(std::move(args))));
}

template <BinaryOp op>
void set_binary(Type* type) {
  type->slots.binary[static_cast<size_t>(op)] = guarded_binary<binary<op>>;
  if (op != BinaryOp::kMatrixMultiply) type->slots.inplace[static_cast<size_t>(op)] = guarded_binary<inplace<op>>;
}

// A unary operator of a class that handles functions; null if it does not.
Value handled_alone(Interpreter& vm, const char* name, const Value& v) {
  if (!has_custom_torch_function(v)) return {};
  return try_torch_function(vm, bound_function(*find_binding(OpSpace::kMethod, name)), Arguments{&v, 1, nullptr, 0});
}
Value negative(Interpreter& vm, const Value& v) {
  if (Value handled = handled_alone(vm, "neg", v); !handled.is_null()) return handled;
  if (as_tensor(v)->dtype() == DType::kBool)
    tensor_error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead.",
        "NotImplementedError");
  return wrap(call_op(need_op({"neg"}), {Arg(*as_tensor(v))}));
}
Value positive(Interpreter&, const Value& v) {
  if (as_tensor(v)->dtype() == DType::kBool)
    tensor_error("The `+` operator, on a bool tensor is not supported.", "NotImplementedError");
  return v;
}
Value absolute(Interpreter& vm, const Value& v) {
  if (Value handled = handled_alone(vm, "abs", v); !handled.is_null()) return handled;
  return wrap(call_op(need_op({"abs"}), {Arg(*as_tensor(v))}));
}
Value invert(Interpreter& vm, const Value& v) {
  if (Value handled = handled_alone(vm, "bitwise_not", v); !handled.is_null()) return handled;
  const Tensor& t = *as_tensor(v);
  if (is_floating(t.dtype()))
    tensor_error("~ (operator.invert) is only implemented on integer and Boolean-type tensors", "TypeError");
  return wrap(call_op(need_op({"bitwise_not"}), {Arg(t)}));
}

// The element as a number, which a dispatch mode sees being read.
Value number_of(Interpreter& vm, const Value& v) {
  Value seen = seen_by_dispatch_mode(vm, "_read_number", v);
  return as_tensor(seen) ? item_of(*as_tensor(v)) : seen;
}

Value truth(Interpreter& vm, const Value& v) {
  const Tensor& t = *as_tensor(v);
  if (t.numel() == 0) tensor_error("Boolean value of Tensor with no values is ambiguous");
  if (t.numel() > 1) tensor_error("Boolean value of Tensor with more than one value is ambiguous");
  check_batched_read(BatchedRead::kTruth);
  Value item = number_of(vm, v);
  return Value::boolean(item.is_float() ? item.as_float() != 0 : item.is_int() ? item.as_int() != 0 : item.as_bool());
}
Value to_int_slot(Interpreter& vm, const Value& v) {
  const Tensor& t = *as_tensor(v);
  check_batched_read(BatchedRead::kItem);
  if (t.numel() != 1) tensor_error("only one element tensors can be converted to Python scalars", "ValueError");
  Value item = number_of(vm, v);
  if (item.is_float()) return vm.call(Value::of(vm::types().int_), {item});
  return item.is_bool() ? Value::integer(item.as_bool()) : item;
}
Value to_float_slot(Interpreter& vm, const Value& v) {
  const Tensor& t = *as_tensor(v);
  check_batched_read(BatchedRead::kItem);
  if (t.numel() != 1) tensor_error("only one element tensors can be converted to Python scalars", "ValueError");
  Value item = number_of(vm, v);
  return item.is_float() ? item : Value::real(static_cast<double>(item.is_bool() ? item.as_bool() : item.as_int()));
}
Value index_slot(Interpreter& vm, const Value& v) {
  const Tensor& t = *as_tensor(v);
  if (t.numel() != 1 || !is_integral(t.dtype()))
    tensor_error("only integer tensors of a single element can be converted to an index", "TypeError");
  Value item = number_of(vm, v);
  return item.is_bool() ? Value::integer(item.as_bool()) : item;
}
Value length(Interpreter&, const Value& v) {
  const Tensor& t = *as_tensor(v);
  if (t.rank() == 0) tensor_error("len() of a 0-d tensor", "TypeError");
  return t.is_fake() ? sym_int_value(t.sym_sizes()[0]) : Value::integer(t.size(0));
}
Value iterate(Interpreter& vm, const Value& v) {
  const Tensor& t = *as_tensor(v);
  if (t.rank() == 0) tensor_error("iteration over a 0-d tensor", "TypeError");
  static const OpDef& unbind = need_op({"unbind", "unbind.int"});
  return vm.iterate(wrap_list(call(unbind, Args{Arg(t), Arg(0)})));
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  if (!as_tensor(item) && !is_number(item))
    tensor_error("Tensor.__contains__ only supports Tensor or scalar, but you passed in a " +
                 vm.repr(Value::of(vm::type_of(item))) + ".");
  Value equal = vm.compare(CompareOp::kEqual, self, item);
  return Value::boolean(vm.truth(wrap(call_op(need_op({"any"}), {Arg(*as_tensor(equal))}))));
}
Value hash(Interpreter&, const Value& v) {
  return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(v.as_object())));
}

// Inside transforms of torch.func: the value, without its tape, in a line's depth per level.
std::string tracked_text(const Tensor& t, int levels) {
  std::string text = tensor_text(t.requires_grad() ? detach(t) : t);
  for (int level = 1; level <= levels; ++level) {
    std::string inner = "    ";
    for (char c : text) inner += c == '\n' ? std::string("\n    ") : std::string(1, c);
    text = "GradTrackingTensor(lvl=" + std::to_string(level) + ", value=\n" + inner + "\n)";
  }
  return text;
}

// The value and the tangent of a dual tensor; empty for any other.
std::string dual_text(Interpreter& vm, const Value& v) {
  Value unpack = vm.get_attribute(vm.import_module("torch.autograd.forward_ad"), "unpack_dual");
  struct Closed {  // the tangent prints as a plain tensor
    Closed() { dual_level_open() = false; }
    ~Closed() { dual_level_open() = true; }
  } closed;
  Value pair = vm.call(unpack, {v});
  const Value& tangent = pair.as<vm::Tuple>()->items[1];
  std::string text;
  if (!tangent.is_none()) {
    text = tensor_text(detach(*as_tensor(v)));
    text.back() = ',';
    std::string last = "tangent=" + vm.format(tangent, "") + ")";
    size_t line = text.size() - (text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    text += (line + last.size() > 80 ? "\n       " : " ") + last;
  }
  return text;
}

bool is_class_of_program(Type* type) {
  TorchTypes& types = torch_types();
  return type != types.tensor && !type->is_subtype_of(types.parameter) && !type->is_subtype_of(types.buffer);
}
// "Name(...)" for "tensor(...)", the lines below the first moved along.
std::string in_name_of(const std::string& name, const std::string& text) {
  constexpr std::string_view kWord = "tensor";
  if (text.compare(0, kWord.size(), kWord) != 0) return text;
  std::string result = name;
  for (size_t at = kWord.size(); at < text.size(); ++at) {
    result += text[at];
    if (text[at] != '\n' || text.compare(at, 2, "\n\n") == 0) continue;
    result.append(name.size(), ' ');
    for (size_t k = 0; k < kWord.size() && at + 1 < text.size() && text[at + 1] == ' '; ++k) ++at;
  }
  return result;
}

Value repr(Interpreter& vm, const Value& v) {
  TensorObject* object = v.as<TensorObject>();
  if (dual_level_open() && object->tensor.requires_grad())
    if (std::string text = dual_text(vm, v); !text.empty()) return vm::make_str(std::move(text));
  if (transform_depth() > 0 && object->type == torch_types().tensor)
    return vm::make_str(tracked_text(object->tensor, transform_depth()));
  if (object->tensor.is_fake()) return vm::make_str(fake_tensor_text(object->tensor));
  std::string text = tensor_text(object->tensor);
  if (is_class_of_program(object->type)) text = in_name_of(object->type->name, text);
  if (object->type == torch_types().parameter || object->type->is_subtype_of(torch_types().parameter))
    text = "Parameter containing:\n" + text;
  return vm::make_str(std::move(text));
}

Value format(Interpreter& vm, const Arguments& a) {
  const Tensor& t = *as_tensor(a[0]);
  std::string spec = a.size() > 1 && a[1].as<vm::Str>() ? a[1].as<vm::Str>()->text : "";
  if (t.rank() == 0 && !t.is_fake() && t.device().kind != DeviceKind::kMeta &&
      a[0].as_object()->type == torch_types().tensor)
    return vm::make_str(vm.format(item_of(t), spec));
  if (!spec.empty())
    vm::raise(vm::types().TypeError,
              "unsupported format string passed to " + a[0].as_object()->type->name + ".__format__");
  return vm::make_str(vm.str(a[0]));
}

}  // namespace

std::string fake_tensor_text(const Tensor& tensor) {
  std::string sizes;
  for (const SymInt& size : tensor.sym_sizes()) sizes += (sizes.empty() ? "" : ", ") + size.text();
  if (tensor.rank() == 1) sizes += ",";
  std::string text = "FakeTensor(..., size=(" + sizes + ")";
  if (tensor.dtype() != default_dtype()) text += ", dtype=torch." + std::string(dtype_name(tensor.dtype()));
  if (tensor.requires_grad()) text += ", requires_grad=True";
  return text + ")";
}

void install_tensor_operators(Type* type) {
  set_binary<BinaryOp::kAdd>(type);
  set_binary<BinaryOp::kAnd>(type);
  set_binary<BinaryOp::kFloorDivide>(type);
  set_binary<BinaryOp::kLshift>(type);
  set_binary<BinaryOp::kMatrixMultiply>(type);
  set_binary<BinaryOp::kMultiply>(type);
  set_binary<BinaryOp::kRemainder>(type);
  set_binary<BinaryOp::kOr>(type);
  set_binary<BinaryOp::kPower>(type);
  set_binary<BinaryOp::kRshift>(type);
  set_binary<BinaryOp::kSubtract>(type);
  set_binary<BinaryOp::kTrueDivide>(type);
  set_binary<BinaryOp::kXor>(type);
  vm::Slots& slots = type->slots;
  slots.compare[0] = guarded_binary<compare<CompareOp::kLess>>;
  slots.compare[1] = guarded_binary<compare<CompareOp::kLessEqual>>;
  slots.compare[2] = guarded_binary<compare<CompareOp::kEqual>>;
  slots.compare[3] = guarded_binary<compare<CompareOp::kNotEqual>>;
  slots.compare[4] = guarded_binary<compare<CompareOp::kGreater>>;
  slots.compare[5] = guarded_binary<compare<CompareOp::kGreaterEqual>>;
  slots.negative = guarded_unary<negative>;
  slots.positive = guarded_unary<positive>;
  slots.absolute = guarded_unary<absolute>;
  slots.invert = guarded_unary<invert>;
  slots.truth = guarded_unary<truth>;
  slots.to_int = guarded_unary<to_int_slot>;
  slots.to_float = guarded_unary<to_float_slot>;
  slots.index = guarded_unary<index_slot>;
  slots.length = guarded_unary<length>;
  slots.iter = guarded_unary<iterate>;
  slots.contains = guarded_binary<contains>;
  slots.hash = hash;
  slots.repr = guarded_unary<repr>;
  method<format>(type, "__format__");
}

}  // namespace vt::torch
