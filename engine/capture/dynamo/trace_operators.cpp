// Operators, subscripts, truth, iteration.
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

constexpr const char* kNames[] = {"add", "and_", "floordiv", "lshift", "matmul",  "mul", "mod",
                                  "or_", "pow",  "rshift",   "sub",    "truediv", "xor"};
constexpr const char* kInplaceNames[] = {"iadd", "iand", "ifloordiv", "ilshift", "imatmul",  "imul", "imod",
                                         "ior",  "ipow", "irshift",   "isub",    "itruediv", "ixor"};
constexpr const char* kDunders[] = {"add", "and", "floordiv", "lshift", "matmul",  "mul", "mod",
                                    "or",  "pow", "rshift",   "sub",    "truediv", "xor"};
constexpr const char* kCompareNames[] = {"lt", "le", "eq", "ne", "gt", "ge"};

bool in_graph(const Var& v) { return v.is(VarKind::kTensor) || v.is(VarKind::kSymInt) || v.is(VarKind::kSymFloat); }
bool is_symbol(const Var& v) { return v.is(VarKind::kSymInt) || v.is(VarKind::kSymFloat); }

Value operator_function(Interpreter& vm, const char* name) {
  return vm.get_attribute(vm.import_module("operator"), name);
}

bool is_sequence(const Var& v) { return v.is(VarKind::kList) || v.is(VarKind::kTuple); }

VarRef like(const VarRef& v, std::vector<VarRef> items) {
  VarRef made = sequence(v->kind, std::move(items));
  if (v->is(VarKind::kTuple) && v->type == torch::torch_types().size) made->type = v->type;
  return made;
}

bool has_tensor(const VarRef& v, Tracer& tracer) {
  VarRef real = tracer.value_of(v);
  if (in_graph(*real)) return true;
  return std::any_of(real->items.begin(), real->items.end(),
                     [&](const VarRef& item) { return has_tensor(item, tracer); });
}

// a.__add__(b) of a class of the language; null if neither side defines it.
VarRef dunder(Tracer& tracer, const std::string& name, const VarRef& left, const VarRef& right) {
  auto attempt = [&](const VarRef& self, const VarRef& other, const std::string& method) -> VarRef {
    if (!self->is(VarKind::kObject) || !self->type) return {};
    const Value* found = self->type->find(vm::intern(method));
    if (!found || !found->as<vm::Function>()) return {};
    VarRef result = tracer.value_of(tracer.call(tracer.out.from_value(*found), {self, other}));
    bool declined = result->is(VarKind::kConstant) && vm::is_not_implemented(result->value);
    return declined ? VarRef() : result;
  };
  if (VarRef result = attempt(left, right, "__" + name + "__")) return result;
  return attempt(right, left, "__r" + name + "__");
}

}  // namespace

// Operators that a class derived from a container defines itself.
VarRef Tracer::container_operator(const std::string& name, const VarRef& left, const VarRef& right, bool inplace) {
  if (inplace) {
    std::string method = "__i" + name + "__";
    if (VarRef result = overridden(left, method.c_str(), {right})) return result;
  }
  std::string plain = "__" + name + "__", reflected = "__r" + name + "__";
  VarRef result = overridden(left, plain.c_str(), {right});
  return result ? result : overridden(right, reflected.c_str(), {left});
}

double Tracer::number_now(const VarRef& v) {
  if (v->is(VarKind::kSymFloat)) return v->number;
  if (v->is(VarKind::kSymInt)) return static_cast<double>(v->value.as<torch::SymIntObject>()->value.hint());
  return vm.to_double(v->value);
}

// A float out of symbols: a node of the graph.
VarRef Tracer::float_node(const Value& target, const std::vector<VarRef>& operands, double number) {
  std::vector<Value> args;
  for (const VarRef& operand : operands) args.push_back(out.to_fx(operand));
  fx::Node* node =
      out.graph.create(fx::NodeOp::kCallFunction, target, vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  return out.sym_float(node, number, operands);
}

VarRef Tracer::float_arithmetic(BinaryOp op, const VarRef& left, const VarRef& right) {
  Value result;
  try {
    result = vm.binary(op, Value::real(number_now(left)), Value::real(number_now(right)), false);
  } catch (const vm::Raised&) {
  }
  if (!result.is_float())  // division by zero, a complex power: as the constants decide
    return binary(op, is_symbol(*left) ? specialise(left) : left, is_symbol(*right) ? specialise(right) : right, false);
  return float_node(operator_function(vm, kNames[static_cast<size_t>(op)]), {left, right}, result.as_float());
}

// A comparison of a float argument with a constant holds for more than one value of it.
VarRef Tracer::compare_float(CompareOp op, const VarRef& left, const VarRef& right) {
  bool direct = left->is(VarKind::kSymFloat) && left->source && right->is(VarKind::kConstant);
  if (!direct)
    return compare(op, is_symbol(*left) ? specialise(left) : left, is_symbol(*right) ? specialise(right) : right);
  ++out.size_uses;
  bool outcome = vm.truth(vm.compare(op, Value::real(left->number), right->value));
  Guard guard;
  guard.kind = GuardKind::kCompare;
  guard.source = left->source;
  guard.expected = right->value;
  guard.length = static_cast<int64_t>(op) * 2 + outcome;
  guard.span = out.span;
  out.guards.add(std::move(guard));
  return constant_bool(outcome);
}

VarRef Tracer::binary(BinaryOp op, const VarRef& l, const VarRef& r, bool inplace) {
  VarRef left = value_of(l), right = value_of(r);
  size_t index = static_cast<size_t>(op);
  if (in_graph(*left) || in_graph(*right)) {
    bool tensor = left->is(VarKind::kTensor) || right->is(VarKind::kTensor);
    bool number =
        (is_symbol(*left) || left->is(VarKind::kConstant)) && (is_symbol(*right) || right->is(VarKind::kConstant));
    bool sequences = is_sequence(*left) || is_sequence(*right);
    if (sequences && !tensor) {
      if (is_symbol(*left)) left = specialise(left);
      if (is_symbol(*right)) right = specialise(right);
      return binary(op, left, right, inplace);
    }
    if (number) {
      auto plain_number = [](const Var& v) {
        return is_symbol(v) || v.value.is_int() || v.value.is_float() || v.value.is_bool();
      };
      auto real_number = [](const Var& v) { return v.is(VarKind::kSymFloat) || v.value.is_float(); };
      if (!plain_number(*left) || !plain_number(*right))
        return binary(op, is_symbol(*left) ? specialise(left) : left, is_symbol(*right) ? specialise(right) : right,
                      false);
      if (op == BinaryOp::kTrueDivide || real_number(*left) || real_number(*right))
        return float_arithmetic(op, left, right);
    }
    if (left->is(VarKind::kObject) || right->is(VarKind::kObject)) {
      if (VarRef result = dunder(*this, kDunders[index], left, right)) return result;
    }
    bool in_place_node = inplace && left->is(VarKind::kTensor);
    Value target = operator_function(vm, in_place_node ? kInplaceNames[index] : kNames[index]);
    return out.call_function(target, {left, right}, {});
  }
  if (VarRef result = container_operator(kDunders[index], left, right, inplace)) return result;
  if (op == BinaryOp::kAdd && is_sequence(*left) && left->kind == right->kind) {
    if (inplace && left->is(VarKind::kList)) {
      for (const VarRef& item : std::vector(right->items)) left->items.push_back(item);
      trim_queue(left);
      out.note_mutation(left);
      return left;
    }
    std::vector<VarRef> items = left->items;
    items.insert(items.end(), right->items.begin(), right->items.end());
    return like(left, std::move(items));
  }
  if (op == BinaryOp::kAdd && inplace && left->is(VarKind::kList)) {
    for (const VarRef& item : unpack(right)) left->items.push_back(item);
    out.note_mutation(left);
    return left;
  }
  if (op == BinaryOp::kMultiply && (is_sequence(*left) || is_sequence(*right))) {
    VarRef list = is_sequence(*left) ? left : right;
    int64_t times = need_constant(is_sequence(*left) ? right : left, "repeat count").as_int();
    std::vector<VarRef> items;
    for (int64_t i = 0; i < times; ++i) items.insert(items.end(), list->items.begin(), list->items.end());
    if (inplace && left->is(VarKind::kList)) {
      left->items = std::move(items);
      out.note_mutation(left);
      return left;
    }
    return like(list, std::move(items));
  }
  if (left->is(VarKind::kSet) && right->is(VarKind::kSet)) {
    VarRef made = sequence(VarKind::kSet, {});
    for (const VarRef& item : left->items) {
      bool other = contains(right, item);
      bool keep = op == BinaryOp::kOr || (op == BinaryOp::kAnd && other) ||
                  ((op == BinaryOp::kSubtract || op == BinaryOp::kXor) && !other);
      if (keep) made->items.push_back(item);
    }
    if (op == BinaryOp::kOr || op == BinaryOp::kXor) {
      for (const VarRef& item : right->items) {
        if (!contains(left, item)) made->items.push_back(item);
      }
    }
    made->type = left->type;
    if (!inplace || left->type->is_subtype_of(vm::types().frozenset)) return made;
    left->items = made->items;
    out.note_mutation(left);
    return left;
  }
  if (left->is(VarKind::kDict) && right->is(VarKind::kDict) && op == BinaryOp::kOr) {
    VarRef made = inplace ? left : make_var(VarKind::kDict);
    if (!inplace) {
      made->type = left->type;
      made->entries = left->entries;
    }
    for (const auto& [key, value] : right->entries) store_subscript(made, key, value);
    return made;
  }
  if (left->is(VarKind::kObject) || right->is(VarKind::kObject)) {
    if (inplace) {
      if (left->is(VarKind::kObject)) {
        const Value* found = left->type->find(vm::intern("__i" + std::string(kDunders[index]) + "__"));
        if (found && found->as<vm::Function>()) return call(out.from_value(*found), {left, right});
      }
    }
    if (VarRef result = dunder(*this, kDunders[index], left, right)) return result;
    observe(vm::types().TypeError, std::string("unsupported operand type(s) for ") +
                                       binary_op_symbol(static_cast<uint32_t>(index)) + ": '" +
                                       type_of_var(*left)->name + "' and '" + type_of_var(*right)->name + "'");
  }
  Value a, b;
  if (!as_constant(left, &a) || !as_constant(right, &b)) {
    unsupported("GB0059", "Failed to trace builtin operator",
                "builtin " + std::string(kNames[index]) + " [" + describe(*left) + ", " + describe(*right) + "] False",
                std::string("Dynamo does not know how to trace builtin operator `") + kNames[index] +
                    "` with argument types ['" + type_of_var(*left)->name + "', '" + type_of_var(*right)->name +
                    "'] (has_kwargs False)");
  }
  try {
    return out.from_value(vm.binary(op, a, b, inplace));
  } catch (const vm::Raised& raised) {
    throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
  }
}

VarRef Tracer::compare(CompareOp op, const VarRef& l, const VarRef& r) {
  VarRef left = value_of(l), right = value_of(r);
  size_t index = static_cast<size_t>(op);
  if (left->is(VarKind::kTensor) || right->is(VarKind::kTensor)) {
    if (left->is(VarKind::kConstant) && left->value.is_none()) return constant_bool(op == CompareOp::kNotEqual);
    if (right->is(VarKind::kConstant) && right->value.is_none()) return constant_bool(op == CompareOp::kNotEqual);
    // `0 < tensor` asks the tensor: tensor > 0.
    static constexpr size_t kReflected[] = {4, 5, 2, 3, 0, 1};
    if (!left->is(VarKind::kTensor))
      return out.call_function(operator_function(vm, kCompareNames[kReflected[index]]), {right, left}, {});
    return out.call_function(operator_function(vm, kCompareNames[index]), {left, right}, {});
  }
  if (in_graph(*left) || in_graph(*right)) {
    bool plain =
        (is_symbol(*left) || left->is(VarKind::kConstant)) && (is_symbol(*right) || right->is(VarKind::kConstant));
    if (!plain) return constant_bool(op == CompareOp::kNotEqual);
    if (left->is(VarKind::kSymFloat) || right->is(VarKind::kSymFloat)) return compare_float(op, left, right);
    ++out.size_uses;
    return constant_bool(vm.truth(vm.compare(op, left->value, right->value)));
  }
  bool equality = op == CompareOp::kEqual || op == CompareOp::kNotEqual;
  if (equality && is_sequence(*left) && is_sequence(*right)) {
    bool equal = left->kind == right->kind && left->items.size() == right->items.size();
    for (size_t i = 0; equal && i < left->items.size(); ++i) {
      equal = is_same(left->items[i], right->items[i]) ||
              truth(compare(CompareOp::kEqual, left->items[i], right->items[i]));
    }
    return constant_bool(equal == (op == CompareOp::kEqual));
  }
  for (const auto& [self, other, method] :
       {std::tuple{left, right, index}, std::tuple{right, left, std::array<size_t, 6>{4, 5, 2, 3, 0, 1}[index]}}) {
    if (!self->is(VarKind::kObject)) continue;
    const Value* found = self->type->find(vm::intern("__" + std::string(kCompareNames[method]) + "__"));
    if (found && found->as<vm::Function>()) {
      VarRef result = value_of(call(out.from_value(*found), {self, other}));
      if (!result->is(VarKind::kConstant) || !vm::is_not_implemented(result->value)) return result;
    }
  }
  Value a, b;
  if (as_constant(left, &a) && as_constant(right, &b)) {
    try {
      return out.from_value(vm.compare(op, a, b));
    } catch (const vm::Raised& raised) {
      throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
    }
  }
  if (equality) return constant_bool(is_same(left, right) == (op == CompareOp::kEqual));
  unsupported("GB0059", "Failed to trace builtin operator", std::string("builtin ") + kCompareNames[index],
              "This comparison is not supported.");
}

VarRef Tracer::unary(Op op, const VarRef& o) {
  VarRef operand = value_of(o);
  if (op == Op::UNARY_NOT) {
    if (operand->is(VarKind::kTensor)) return out.call_function(operator_function(vm, "not_"), {operand}, {});
    return constant_bool(!truth(operand));
  }
  const char* name = op == Op::UNARY_NEGATIVE ? "neg" : op == Op::UNARY_INVERT ? "invert" : "pos";
  if (operand->is(VarKind::kSymFloat) && op == Op::UNARY_NEGATIVE)
    return float_node(operator_function(vm, name), {operand}, -operand->number);
  if (operand->is(VarKind::kSymFloat)) operand = specialise(operand);
  if (in_graph(*operand)) return out.call_function(operator_function(vm, name), {operand}, {});
  if (operand->is(VarKind::kObject)) return call(get_attr(operand, vm::intern("__" + std::string(name) + "__")), {});
  Value v = need_constant(operand, name);
  try {
    return out.from_value(op == Op::UNARY_NEGATIVE ? vm.negative(v)
                          : op == Op::UNARY_INVERT ? vm.invert(v)
                                                   : vm.positive(v));
  } catch (const vm::Raised& raised) {
    throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
  }
}

bool Tracer::is_same(const VarRef& l, const VarRef& r) {
  VarRef left = value_of(l), right = value_of(r);
  if (left.get() == right.get()) return true;
  bool plain_left = left->is(VarKind::kConstant) || left->is(VarKind::kValue),
       plain_right = right->is(VarKind::kConstant) || right->is(VarKind::kValue);
  if (plain_left && plain_right) {
    if (left->value.same(right->value)) return true;
    vm::Str *a = left->value.as<vm::Str>(), *b = right->value.as<vm::Str>();
    return a && b && a->text == b->text;
  }
  if (left->is(VarKind::kFunction) && right->is(VarKind::kFunction) && !left->value.is_null())
    return left->value.same(right->value);
  return left->is(VarKind::kTensor) && right->is(VarKind::kTensor) &&
         (left->node == right->node || left->value.same(right->value));
}

bool Tracer::truth(const VarRef& given) {
  VarRef v = value_of(given);
  switch (v->kind) {
    case VarKind::kConstant: return vm.truth(v->value);
    case VarKind::kTensor:
      unsupported("GB0170", "Data-dependent branching", "attempted to jump with TensorVariable()",
                  "Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing "
                  "dynamic control flow.",
                  {"For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider "
                   "making the code branchless by always applying "
                   "the transform. Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops "
                   "on well-behaved inputs and compile without "
                   "graph breaks.",
                   kFundamental, "Use `torch.cond` to express dynamic control flow."});
    case VarKind::kSymInt: return vm.truth(vm.compare(CompareOp::kNotEqual, v->value, Value::integer(0)));
    case VarKind::kSymFloat: return truth(compare(CompareOp::kNotEqual, v, constant(Value::real(0))));
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
      for (const char* name : {"__bool__", "__len__"}) {
        if (VarRef result = overridden(v, name, {})) return truth(result);
      }
      return !v->items.empty();
    case VarKind::kDict: guard_keys(v); return !v->entries.empty();
    case VarKind::kDictView: return truth(v->content);
    case VarKind::kRange: return v->value.as<vm::Range>()->length() != 0;
    case VarKind::kObject:
      for (const char* name : {"__bool__", "__len__"}) {
        const Value* found = v->type->find(vm::intern(name));
        if (found && found->as<vm::Function>()) return truth(call(out.from_value(*found), {v}));
      }
      return true;
    default: return true;
  }
}

VarRef Tracer::specialise(const VarRef& v) {
  if (v->is(VarKind::kSymFloat)) {
    if (v->source) out.guard(GuardKind::kEquals, v->source, Value::real(v->number));
    for (const VarRef& input : v->items) {
      if (is_symbol(*input)) specialise(input);
    }
    return constant(Value::real(v->number));
  }
  return constant_int(v->value.as<torch::SymIntObject>()->value.guard_int());
}

bool Tracer::as_constant(const VarRef& given, Value* value, bool specialise_ints) {
  VarRef v = value_of(given);
  auto all = [&](std::vector<Value>& items) {
    for (const VarRef& item : v->items) {
      Value part;
      if (!as_constant(item, &part, specialise_ints)) return false;
      items.push_back(std::move(part));
    }
    return true;
  };
  std::vector<Value> items;
  switch (v->kind) {
    case VarKind::kConstant:
    case VarKind::kValue:
    case VarKind::kRange: *value = v->value; return true;
    case VarKind::kSymInt:
    case VarKind::kSymFloat:
      if (!specialise_ints) return false;
      *value = specialise(v)->value;
      return true;
    case VarKind::kList:
      if (v->type != vm::types().list || !all(items)) return false;
      *value = vm::make_list(std::move(items));
      return true;
    case VarKind::kTuple:
      if (!all(items)) return false;
      *value = vm::make<vm::Tuple>(std::move(items), v->type);
      return true;
    case VarKind::kSlice:
      if (!all(items)) return false;
      *value = vm::make<vm::Slice>(items[0], items[1], items[2]);
      return true;
    case VarKind::kSet: {
      if (!all(items)) return false;
      Value set = vm::make<vm::Set>();
      if (v->type != vm::types().set) set = vm::make<vm::Set>(v->type->is_subtype_of(vm::types().frozenset), v->type);
      for (const Value& item : items) set.as<vm::Set>()->table.insert(vm, item);
      *value = set;
      return true;
    }
    case VarKind::kDict: {
      guard_keys(v);
      Value dict = vm::make<vm::Dict>();
      for (const auto& [key, entry] : v->entries) {
        Value k, e;
        if (!as_constant(key, &k) || !as_constant(entry, &e, specialise_ints)) return false;
        dict.as<vm::Dict>()->table.insert(vm, k, e);
      }
      *value = dict;
      return true;
    }
    default: return false;
  }
}

Value Tracer::need_constant(const VarRef& v, const char* what) {
  Value value;
  if (as_constant(v, &value)) return value;
  unsupported("GB0054", "Value must be known while tracing", std::string(what) + ": " + describe(*value_of(v)),
              std::string("The ") + what + " depends on tensors or unknown objects.");
}

static std::pair<int64_t, int64_t> slice_start_stop(Interpreter& vm, const Value& slice, int64_t length,
                                                    int64_t* step) {
  vm::Slice* s = slice.as<vm::Slice>();
  auto number = [&](const Value& v, int64_t fallback) { return v.is_none() ? fallback : vm.to_index(v); };
  *step = number(s->step, 1);
  int64_t low = *step < 0 ? -1 : 0, high = *step < 0 ? length - 1 : length;
  auto clip = [&](int64_t i) { return std::clamp(i < 0 ? i + length : i, low, high); };
  int64_t start = s->start.is_none() ? (*step < 0 ? high : low) : clip(vm.to_index(s->start));
  int64_t stop = s->stop.is_none() ? (*step < 0 ? low : high) : clip(vm.to_index(s->stop));
  return {start, stop};
}

static std::vector<size_t> slice_indices(Interpreter& vm, const Value& slice, size_t length) {
  int64_t step;
  auto [start, stop] = slice_start_stop(vm, slice, static_cast<int64_t>(length), &step);
  std::vector<size_t> indices;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) indices.push_back(static_cast<size_t>(i));
  return indices;
}

static int64_t find_key(Tracer& tracer, const VarRef& dict, const VarRef& key) {
  for (size_t i = 0; i < dict->entries.size(); ++i) {
    const VarRef& candidate = dict->entries[i].first;
    Value a, b;
    if (tracer.is_same(candidate, key)) return static_cast<int64_t>(i);
    if (tracer.as_constant(candidate, &a) && tracer.as_constant(key, &b)) {
      if (tracer.vm.equal(a, b)) return static_cast<int64_t>(i);
      continue;
    }
    bool objects = tracer.value_of(candidate)->is(VarKind::kObject) && tracer.value_of(key)->is(VarKind::kObject);
    if (objects && tracer.truth(tracer.compare(CompareOp::kEqual, candidate, key))) return static_cast<int64_t>(i);
  }
  return -1;
}

void Tracer::guard_keys(const VarRef& given) {
  VarRef v = value_of(given);
  if (!v->is(VarKind::kDict) || !v->source || v->value.is_null()) return;
  std::vector<Value> keys;
  for (const auto& entry : v->value.as<vm::Dict>()->table.entries()) {
    if (!entry.key.is_null()) keys.push_back(entry.key);
  }
  out.guard(GuardKind::kDictKeys, v->source, vm::make_tuple(std::move(keys)));
}

void Tracer::guard_key(const VarRef& given, const VarRef& key) {
  VarRef v = value_of(given);
  Value plain;
  if (!v->is(VarKind::kDict) || !v->source || v->value.is_null() || !as_constant(key, &plain)) return;
  bool there = v->value.as<vm::Dict>()->table.find(vm, plain) != nullptr;
  out.guard(there ? GuardKind::kHasKey : GuardKind::kLacksKey, v->source, plain);
}

// A subclass of a container may define the protocol itself. `native_access` is set by the
// container's own method, which must not come back here.
VarRef Tracer::overridden(const VarRef& v, const char* name, std::vector<VarRef> args) {
  if (std::exchange(native_access, false)) return {};
  bool container = v->is(VarKind::kList) || v->is(VarKind::kTuple) || v->is(VarKind::kDict) || v->is(VarKind::kSet);
  if (!container || !v->type || v->type->is_native) return {};
  const Value* found = v->type->find(vm::intern(name));
  if (!found || !found->as<vm::Function>() || is_torch_code(found->as<vm::Function>()->globals)) return {};
  const std::string& file = found->as<vm::Function>()->code_object()->code->file->name();
  if (file.starts_with("<frozen")) return {};
  args.insert(args.begin(), v);
  return call(out.from_value(*found), std::move(args));
}

VarRef Tracer::subscript(const VarRef& c, const VarRef& k) {
  VarRef container = value_of(c), key = value_of(k);
  if (VarRef result = overridden(container, "__getitem__", {key})) return result;
  switch (container->kind) {
    case VarKind::kTensor: return out.call_function(operator_function(vm, "getitem"), {container, key}, {});
    case VarKind::kList:
    case VarKind::kTuple: {
      Value index = need_constant(key, "index");
      size_t count = container->items.size();
      if (index.as<vm::Slice>()) {
        std::vector<VarRef> items;
        for (size_t i : slice_indices(vm, index, count)) items.push_back(container->items[i]);
        return like(container, std::move(items));
      }
      if (!index.is_int() && !index.is_bool())
        observe(vm::types().TypeError, std::string(container->is(VarKind::kList) ? "list" : "tuple") +
                                           " indices must be integers or slices, not " + vm::type_name(index));
      int64_t at = index.as_int() < 0 ? index.as_int() + static_cast<int64_t>(count) : index.as_int();
      if (at < 0 || at >= static_cast<int64_t>(count))
        observe(vm::types().IndexError,
                container->is(VarKind::kList) ? "list index out of range" : "tuple index out of range");
      return container->items[static_cast<size_t>(at)];
    }
    case VarKind::kDict: {
      int64_t at = find_key(*this, container, key);
      guard_key(container, key);
      if (at >= 0) return container->entries[static_cast<size_t>(at)].second;
      const Value* missing = container->type ? container->type->find(vm::intern("__missing__")) : nullptr;
      if (missing && missing->as<vm::Function>()) return call(out.from_value(*missing), {container, key});
      VarRef exception = make_var(VarKind::kException);
      exception->type = vm::types().KeyError;
      exception->items.push_back(key);
      throw Observed{exception, nullptr};
    }
    case VarKind::kObject: return call(get_attr(container, vm::intern("__getitem__")), {key});
    case VarKind::kValue:
      if (container->value.as<vm::Type>()) {
        Value result = vm.get_item(container->value, need_constant(key, "type argument"));
        return out.from_value(result);
      }
      [[fallthrough]];
    default: {
      Value a, b;
      if (as_constant(container, &a) && as_constant(key, &b)) {
        try {
          return out.from_value(vm.get_item(a, b));
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      unsupported("GB0156", "Unsupported method call", "call_method " + describe(*container) + " __getitem__",
                  "Dynamo does not know how to index this object.");
    }
  }
}

void Tracer::store_subscript(const VarRef& c, const VarRef& k, const VarRef& value) {
  VarRef container = value_of(c), key = value_of(k);
  if (overridden(container, "__setitem__", {key, value})) return;
  switch (container->kind) {
    case VarKind::kTensor: out.call_function(operator_function(vm, "setitem"), {container, key, value}, {}); return;
    case VarKind::kList: {
      Value index = need_constant(key, "index");
      if (index.as<vm::Slice>()) {
        int64_t step;
        auto [start, stop] = slice_start_stop(vm, index, static_cast<int64_t>(container->items.size()), &step);
        std::vector<VarRef> items = unpack(value);
        if (step != 1) {
          std::vector<size_t> places = slice_indices(vm, index, container->items.size());
          if (places.size() != items.size())
            observe(vm::types().ValueError, "attempt to assign sequence of size " + std::to_string(items.size()) +
                                                " to extended slice of size " + std::to_string(places.size()));
          for (size_t i = 0; i < places.size(); ++i) container->items[places[i]] = items[i];
          out.note_mutation(container);
          return;
        }
        auto begin = container->items.begin();
        container->items.erase(begin + start, begin + std::max(start, stop));
        container->items.insert(container->items.begin() + start, items.begin(), items.end());
      } else {
        int64_t count = static_cast<int64_t>(container->items.size()),
                at = index.as_int() < 0 ? index.as_int() + count : index.as_int();
        if (at < 0 || at >= count) observe(vm::types().IndexError, "list assignment index out of range");
        container->items[static_cast<size_t>(at)] = value;
      }
      out.note_mutation(container);
      return;
    }
    case VarKind::kDict: {
      int64_t at = find_key(*this, container, key);
      guard_keys(container);
      if (at >= 0) container->entries[static_cast<size_t>(at)].second = value;
      else container->entries.emplace_back(key, value);
      out.note_mutation(container);
      return;
    }
    case VarKind::kObject: call(get_attr(container, vm::intern("__setitem__")), {key, value}); return;
    case VarKind::kTuple: observe(vm::types().TypeError, "'tuple' object does not support item assignment");
    default:
      unsupported("GB0156", "Unsupported method call", "call_method " + describe(*container) + " __setitem__",
                  "Dynamo does not know how to store an item of this object.");
  }
}

void Tracer::delete_subscript(const VarRef& c, const VarRef& k) {
  VarRef container = value_of(c), key = value_of(k);
  if (overridden(container, "__delitem__", {key})) return;
  if (container->is(VarKind::kDict)) {
    int64_t at = find_key(*this, container, key);
    guard_keys(container);
    if (at < 0) {
      VarRef exception = make_var(VarKind::kException);
      exception->type = vm::types().KeyError;
      exception->items.push_back(key);
      throw Observed{exception, nullptr};
    }
    container->entries.erase(container->entries.begin() + at);
    out.note_mutation(container);
  } else if (container->is(VarKind::kList)) {
    Value index = need_constant(key, "index");
    std::vector<size_t> gone;
    if (index.as<vm::Slice>()) gone = slice_indices(vm, index, container->items.size());
    else
      gone.push_back(static_cast<size_t>(
          index.as_int() < 0 ? index.as_int() + static_cast<int64_t>(container->items.size()) : index.as_int()));
    std::sort(gone.rbegin(), gone.rend());
    for (size_t i : gone) {
      if (i >= container->items.size()) observe(vm::types().IndexError, "list assignment index out of range");
      container->items.erase(container->items.begin() + static_cast<int64_t>(i));
    }
    out.note_mutation(container);
  } else if (container->is(VarKind::kObject)) {
    call(get_attr(container, vm::intern("__delitem__")), {key});
  } else {
    unsupported("GB0156", "Unsupported method call", "call_method " + describe(*container) + " __delitem__",
                "Dynamo does not know how to delete an item of this object.");
  }
}

bool Tracer::contains(const VarRef& c, const VarRef& i) {
  VarRef container = value_of(c), item = value_of(i);
  if (VarRef result = overridden(container, "__contains__", {item})) return truth(result);
  switch (container->kind) {
    case VarKind::kDict: guard_key(container, item); return find_key(*this, container, item) >= 0;
    case VarKind::kDictView:
      if (container->view == 0) return contains(container->content, item);
      [[fallthrough]];
    case VarKind::kIterator:
    case VarKind::kGenerator:
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet: {
      bool by_identity = container->is(VarKind::kSet);  // tensors hash by identity
      for (const VarRef& candidate : unpack(container)) {
        if (is_same(candidate, item)) return true;
        VarRef real = value_of(candidate);
        if (real->is(VarKind::kTensor) != item->is(VarKind::kTensor)) continue;
        if (by_identity && real->is(VarKind::kTensor)) continue;
        if (truth(compare(CompareOp::kEqual, real, item))) return true;
      }
      return false;
    }
    case VarKind::kObject: {
      const Value* method = container->type->find(vm::intern("__contains__"));
      if (method) return truth(call(get_attr(container, vm::intern("__contains__")), {item}));
      for (const VarRef& candidate : unpack(container)) {
        if (is_same(candidate, item) || truth(compare(CompareOp::kEqual, candidate, item))) return true;
      }
      return false;
    }
    case VarKind::kTensor:
      unsupported("GB0170", "Data-dependent branching", "item in TensorVariable()",
                  "Whether a tensor contains a value depends on its data.");
    default: {
      Value a, b;
      if (as_constant(container, &a) && as_constant(item, &b)) {
        try {
          return vm.contains(a, b);
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      unsupported("GB0156", "Unsupported method call", "call_method " + describe(*container) + " __contains__",
                  "Dynamo does not know how to search this object.");
    }
  }
}

static VarRef iterator_over(std::vector<VarRef> items) {
  VarRef v = make_var(VarKind::kIterator);
  v->items = std::move(items);
  return v;
}

VarRef Tracer::iterate(const VarRef& given) {
  VarRef v = value_of(given);
  if (VarRef result = overridden(v, "__iter__", {})) return value_of(result);
  switch (v->kind) {
    case VarKind::kIterator:
    case VarKind::kGenerator: return v;
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet: return iterator_over(v->items);
    case VarKind::kDict: {
      guard_keys(v);
      std::vector<VarRef> keys;
      for (const auto& entry : v->entries) keys.push_back(entry.first);
      return iterator_over(std::move(keys));
    }
    case VarKind::kDictView: {
      guard_keys(v->content);
      std::vector<VarRef> items;
      for (const auto& [key, value] : v->content->entries) {
        items.push_back(v->view == 0 ? key : v->view == 1 ? value : sequence(VarKind::kTuple, {key, value}));
      }
      return iterator_over(std::move(items));
    }
    case VarKind::kRange: {
      const vm::Range& range = *v->value.as<vm::Range>();
      if (range.length() > 100000)
        unsupported("GB0008", "Loop too long to unroll", vm.repr(v->value), "The loop has more than 100000 rounds.");
      std::vector<VarRef> items;
      for (int64_t i = 0; i < range.length(); ++i) items.push_back(constant_int(range.start + i * range.step));
      return iterator_over(std::move(items));
    }
    case VarKind::kTensor: {
      const Tensor& tensor = *torch::as_tensor(v->value);
      if (tensor.rank() == 0) observe(vm::types().TypeError, "iteration over a 0-d tensor");
      int64_t count = tensor.sym_sizes()[0].guard_int();
      std::vector<VarRef> items;
      for (int64_t i = 0; i < count; ++i) items.push_back(subscript(v, constant_int(i)));
      return iterator_over(std::move(items));
    }
    case VarKind::kObject: {
      const Value* method = v->type->find(vm::intern("__iter__"));
      if (method) {
        VarRef iterator = value_of(call(get_attr(v, vm::intern("__iter__")), {}));
        return iterator;
      }
      const Value* getitem = v->type->find(vm::intern("__getitem__"));
      if (!getitem) observe(vm::types().TypeError, "'" + v->type->name + "' object is not iterable");
      std::vector<VarRef> items;
      for (int64_t i = 0;; ++i) {
        try {
          items.push_back(subscript(v, constant_int(i)));
        } catch (Observed& observed) {
          if (!observed.exception->type->is_subtype_of(vm::types().IndexError)) throw;
          break;
        }
      }
      return iterator_over(std::move(items));
    }
    default: {
      Value plain;
      if (as_constant(v, &plain) && !is_stateful(plain)) {
        try {
          std::vector<VarRef> items;
          for (const Value& item : vm.to_vector(plain)) items.push_back(out.from_value(item));
          return iterator_over(std::move(items));
        } catch (const vm::Raised& raised) {
          throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
        }
      }
      unsupported("GB0156", "Unsupported iteration", describe(*v),
                  "Dynamo does not know how to iterate over this object.");
    }
  }
}

std::vector<VarRef> Tracer::unpack(const VarRef& given) {
  VarRef v = value_of(given);
  bool plain = v->type && v->type->is_native;
  if (plain && (v->is(VarKind::kList) || v->is(VarKind::kTuple))) return v->items;
  VarRef iterator = iterate(v);
  std::vector<VarRef> items;
  while (VarRef item = next(iterator)) {
    items.push_back(item);
    if (items.size() > 100000)
      unsupported("GB0008", "Loop too long to unroll", describe(*v), "The iterable has more than 100000 items.");
  }
  return items;
}

}  // namespace vt::dynamo
