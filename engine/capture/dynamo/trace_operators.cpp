// Operators: arithmetic and comparisons on values of the graph, containers, objects and constants.
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

bool is_sequence(const Var& v) { return v.is(VarKind::kList) || v.is(VarKind::kTuple); }

// Whether the operator on symbolic ints gives a symbolic expression (torch/value_types.cpp).
bool has_expression(BinaryOp op, const Var& right) {
  bool small =
      right.is(VarKind::kConstant) && right.value.is_int() && right.value.as_int() >= 1 && right.value.as_int() <= 16;
  switch (op) {
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract:
    case BinaryOp::kMultiply:
    case BinaryOp::kFloorDivide:
    case BinaryOp::kRemainder: return true;
    case BinaryOp::kPower:
    case BinaryOp::kLshift:
    case BinaryOp::kRshift: return small;
    case BinaryOp::kAnd:
    case BinaryOp::kMatrixMultiply:
    case BinaryOp::kOr:
    case BinaryOp::kTrueDivide:
    case BinaryOp::kXor: return false;
  }
  return false;
}

// Whether a method returned NotImplemented.
bool declines(const Var& result) { return !result.value.is_null() && vm::is_not_implemented(result.value); }

// a.__add__(b), then b.__radd__(a), for classes of the program; null if neither defines the operator.
VarRef dunder(Tracer& tracer, const std::string& name, const VarRef& left, const VarRef& right) {
  auto attempt = [&](const VarRef& self, const VarRef& other, const std::string& method) -> VarRef {
    if (!self->is(VarKind::kObject) || !self->type()) return {};
    const Value* found = self->type()->find(vm::intern(method));
    if (!found || !found->as<vm::Function>()) return {};
    VarRef result = tracer.value_of(tracer.call(tracer.out.from_value(*found), {self, other}));
    return declines(*result) ? VarRef() : result;
  };
  if (VarRef result = attempt(left, right, "__" + name + "__")) return result;
  return attempt(right, left, "__r" + name + "__");
}

}  // namespace

// As in PyTorch, numbers drawn from `random` may be combined only with tensors, and compared.
void refuse_drawn(Tracer& t, const std::string& name, const std::vector<VarRef>& operands) {
  std::string shown;
  bool drawn = false;
  for (const VarRef& operand : operands) {
    const VarRef& v = operand->is(VarKind::kLazy) && operand->real() ? operand->real() : operand;
    bool of_draws = v->is(VarKind::kTensor) && t.out.drawn.contains(v->node());
    if (v->is(VarKind::kTensor) && !of_draws) return;
    drawn = drawn || of_draws;
    shown += (shown.empty() ? "" : ", ") + (of_draws ? std::string("UnspecializedPythonVariable()") : describe(*v));
  }
  if (!drawn) return;
  Unsupported error =
      graph_break<Break::kTensorBuiltin>("partial tensor op: BuiltinVariable(" + name + ") [" + shown + "] {}", name);
  error.skip_frame = true;
  t.add_place(error);
  throw error;
}

// An operator that a class derived from a container overrides; null if it does not.
VarRef Tracer::container_operator(const std::string& name, const VarRef& left, const VarRef& right, bool inplace) {
  if (std::exchange(native_access, false)) return {};
  if (inplace) {
    std::string method = "__i" + name + "__";
    if (VarRef result = overridden(left, method.c_str(), {right}, true)) return result;
  }
  std::string plain = "__" + name + "__", reflected = "__r" + name + "__";
  VarRef result = overridden(left, plain.c_str(), {right}, true);
  return result ? result : overridden(right, reflected.c_str(), {left}, true);
}

Value Tracer::value_now(const VarRef& v) {
  if (v->is(VarKind::kSymFloat)) return Value::real(v->as<SymFloatVariable>().number);
  if (v->is(VarKind::kSymInt)) return Value::integer(v->example().as<torch::SymIntObject>()->value.hint());
  return v->known();
}

VarRef Tracer::symbol_node(const Value& target, const std::vector<VarRef>& operands, const Value& now) {
  std::vector<Value> args;
  std::string key = fx::qualified_name(vm, target);
  for (const VarRef& operand : operands) {
    args.push_back(out.to_fx(operand));
    fx::Node* from = args.back().as<fx::Node>();
    key += " " + (from ? from->name : vm.repr(args.back()));
  }
  // The same call on the same operands reuses its node.
  VarRef& known = out.number_result(key);
  if (known && known->node()) return known;
  fx::Node* node =
      out.graph.create(fx::NodeOp::kCallFunction, target, vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  return known = now.is_float() ? out.sym_float(node, now.as_float(), operands) : out.sym_value(node, now, operands);
}

VarRef Tracer::symbol_arithmetic(BinaryOp op, const VarRef& left, const VarRef& right) {
  Value result;
  try {
    result = vm.binary(op, value_now(left), value_now(right), false);
  } catch (const vm::Raised&) {
  }
  bool number = result.is_float() || result.is_int() || result.is_bool();
  if (!number)  // division by zero, a complex power, a large int: specialise the operands
    return binary(op, is_symbol(*left) ? specialise(left) : left, is_symbol(*right) ? specialise(right) : right, false);
  return symbol_node(operator_function(vm, kNames[static_cast<size_t>(op)]), {left, right}, result);
}

// Comparing symbols adds a node; a guard is installed only when the program branches on the outcome.
VarRef Tracer::compare_symbols(CompareOp op, const VarRef& left, const VarRef& right) {
  Value now = vm.compare(op, value_now(left), value_now(right));
  VarRef v = symbol_node(operator_function(vm, kCompareNames[static_cast<size_t>(op)]), {left, right}, now);
  if (!left->is(VarKind::kSymValue) && !right->is(VarKind::kSymValue)) v->as<SymValueVariable>().comparison = op;
  return v;
}

void Tracer::settle(const VarRef& argument) {
  VarRef v = value_of(argument);
  if (v->is(VarKind::kSymValue)) specialise(v);
  if (!is_sequence(*v)) return;
  for (const VarRef& item : v->items()) settle(item);
}

// Comparing a float argument with a constant guards only the outcome, which holds for other values too.
VarRef Tracer::compare_float(CompareOp op, const VarRef& left, const VarRef& right) {
  if (rests_on_run(*this, *left) || rests_on_run(*this, *right)) return compare_symbols(op, left, right);
  const SymFloatVariable* number = left->get_if<SymFloatVariable>();
  SourceRef source = left->source || !number ? left->source : number->read_from;
  bool direct = number && source && right->is(VarKind::kConstant);
  if (!direct)
    return compare(op, is_symbol(*left) ? specialise(left) : left, is_symbol(*right) ? specialise(right) : right);
  out.note_size_use();
  bool outcome = vm.truth(vm.compare(op, Value::real(number->number), right->value));
  Guard guard;
  guard.kind = GuardKind::kCompare;
  guard.source = source;
  guard.expected = right->value;
  guard.length = static_cast<int64_t>(op) * 2 + outcome;
  guard.place = out.here();
  out.guards.add(std::move(guard));
  return constant_bool(outcome);
}

namespace {
// A sum, difference or product with an unread (lazy) number or string stays lazy: if the frame only returns it, the
// residual bytecode computes it from the operands, and no guard is needed. Null if an operand is not of this kind.
VarRef lazy_arithmetic(Interpreter& vm, BinaryOp op, const VarRef& l, const VarRef& r) {
  constexpr int kMostOperations = 64;
  VarRef left = l->real() ? l->real() : l, right = r->real() ? r->real() : r;
  if (op != BinaryOp::kAdd && op != BinaryOp::kSubtract && op != BinaryOp::kMultiply) return {};
  auto unseen = [](const Var& v) { return v.is(VarKind::kLazy) && !v.real(); };
  auto plain = [&](const Var& v) {
    if (!unseen(v) && !v.is(VarKind::kConstant)) return false;
    return v.value.is_int() || v.value.is_float() || v.value.is_bool() || vm::type_of(v.value) == vm::types().str;
  };
  if (!plain(*left) || !plain(*right) || !(unseen(*left) || unseen(*right))) return {};
  auto operations = [&](const Var& v) {
    return v.is_lazy_arithmetic() ? v.as<LazyVariable>().arithmetic->operations : 0;
  };
  int count = 1 + operations(*left) + operations(*right);
  if (count > kMostOperations) return {};
  VarRef v = make_var(LazyVariable{{}, LazyArithmetic{op, {left, right}, count}});
  try {
    v->value = vm.binary(op, left->value, right->value, false);
  } catch (const vm::Raised&) {
    return {};
  }
  return plain(*v) ? v : VarRef();
}
}  // namespace

namespace {

VarRef known_number(Tracer& t, const VarRef& v) { return is_symbol(*v) ? t.specialise(v) : v; }

bool is_plain_number(const Var& v) {
  return is_symbol(v) || v.value.is_int() || v.value.is_float() || v.value.is_bool();
}

// An operator on numbers that has no symbolic expression: becomes a node. Null if it has one.
VarRef symbol_operator(Tracer& t, BinaryOp op, const VarRef& left, const VarRef& right) {
  auto number = [](const Var& v) { return is_symbol(v) || v.is(VarKind::kConstant); };
  if (!number(*left) || !number(*right)) return {};
  bool text = op == BinaryOp::kRemainder && left->is(VarKind::kConstant) && left->value.as<vm::Str>();
  if (text) percent_format(t, left, right);
  if (!is_plain_number(*left) || !is_plain_number(*right))
    return t.binary(op, known_number(t, left), known_number(t, right), false);
  auto real = [](const Var& v) { return v.is(VarKind::kSymFloat) || v.value.is_float(); };
  bool opaque = left->is(VarKind::kSymValue) || right->is(VarKind::kSymValue);
  if (opaque || !has_expression(op, *right) || real(*left) || real(*right)) return t.symbol_arithmetic(op, left, right);
  return {};
}

// An operator with an operand that the graph computes: becomes a node.
VarRef graph_operator(Tracer& t, BinaryOp op, const VarRef& left, const VarRef& right, bool inplace) {
  const size_t index = static_cast<size_t>(op);
  bool tensor = left->is(VarKind::kTensor) || right->is(VarKind::kTensor);
  if ((is_sequence(*left) || is_sequence(*right)) && !tensor)
    return t.binary(op, known_number(t, left), known_number(t, right), inplace);
  if (VarRef result = symbol_operator(t, op, left, right)) return result;
  if (left->is(VarKind::kObject) || right->is(VarKind::kObject)) {
    if (tensor) unsupported<Break::kNoProxyOperand>("call_function args: " + describe(*left) + " " + describe(*right));
    if (VarRef result = dunder(t, kDunders[index], left, right)) return result;
  }
  bool in_place_node = inplace && left->is(VarKind::kTensor);
  Value target = operator_function(t.vm, in_place_node ? kInplaceNames[index] : kNames[index]);
  return t.out.call_function(target, {left, right}, {});
}

// A sequence like `left` with other items; for an in-place operator, `left` itself.
VarRef with_items(Tracer& t, const VarRef& left, std::vector<VarRef> items, bool inplace) {
  if (!inplace) return like(left, std::move(items));
  left->items() = std::move(items);
  t.out.effects.note_mutation(left);
  return left;
}

VarRef concatenate(Tracer& t, const VarRef& left, const VarRef& right, bool inplace) {
  inplace = inplace && left->is(VarKind::kList);
  std::vector<VarRef> items = left->items();
  const std::vector<VarRef> added = left->kind() == right->kind() ? right->items() : t.unpack(right);
  items.insert(items.end(), added.begin(), added.end());
  VarRef made = with_items(t, left, std::move(items), inplace);
  if (inplace && left->kind() == right->kind()) trim_queue(made);
  return made;
}

VarRef repeat(Tracer& t, const VarRef& left, const VarRef& right, bool inplace) {
  const VarRef& list = is_sequence(*left) ? left : right;
  Value count = t.need_constant(is_sequence(*left) ? right : left, "repeat count");
  if (!count.is_int() && !count.is_bool())
    observe(vm::types().TypeError, "can't multiply sequence by non-int of type '" + vm::type_of(count)->name + "'");
  int64_t times = t.vm.to_index(count);
  std::vector<VarRef> items;
  for (int64_t i = 0; i < times; ++i) items.insert(items.end(), list->items().begin(), list->items().end());
  inplace = inplace && left->is(VarKind::kList);
  return with_items(t, inplace ? left : list, std::move(items), inplace);
}

VarRef set_operator(Tracer& t, BinaryOp op, const VarRef& left, const VarRef& right, bool inplace) {
  VarRef made = sequence(VarKind::kSet, {}, left->type());
  for (const VarRef& item : left->items()) {
    bool other = t.contains(right, item);
    bool keep = op == BinaryOp::kOr || (op == BinaryOp::kAnd && other) ||
                ((op == BinaryOp::kSubtract || op == BinaryOp::kXor) && !other);
    if (keep) made->items().push_back(item);
  }
  if (op == BinaryOp::kOr || op == BinaryOp::kXor) {
    for (const VarRef& item : right->items())
      if (!t.contains(left, item)) made->items().push_back(item);
  }
  if (!inplace || left->type()->is_subtype_of(vm::types().frozenset)) return made;
  return with_items(t, left, std::move(made->items()), true);
}

VarRef merge_dicts(Tracer& t, const VarRef& left, const VarRef& right, bool inplace) {
  VarRef made = inplace ? left : make_dict(left->type());
  if (!inplace) made->entries() = left->entries();
  for (const auto& [key, value] : right->entries()) t.store_subscript(made, key, value);
  return made;
}

// Operators of builtin containers (concatenate, repeat, merge); null if the operands have none.
VarRef builtin_operator(Tracer& t, BinaryOp op, const VarRef& left, const VarRef& right, bool inplace) {
  if (op == BinaryOp::kAdd) {
    bool same = is_sequence(*left) && left->kind() == right->kind();
    if (same || (inplace && left->is(VarKind::kList))) return concatenate(t, left, right, inplace);
  }
  if (op == BinaryOp::kMultiply && (is_sequence(*left) || is_sequence(*right))) return repeat(t, left, right, inplace);
  bool of_sets = op == BinaryOp::kAnd || op == BinaryOp::kOr || op == BinaryOp::kXor || op == BinaryOp::kSubtract;
  auto is_view = [](const Var& v) {
    return v.is(VarKind::kDictView) && v.as<DictViewVariable>().view != DictViewVariable::kValues;
  };
  if (of_sets && (is_view(*left) || is_view(*right))) {
    auto as_set = [&](const VarRef& v) { return is_view(*v) ? sequence(VarKind::kSet, t.unpack(v)) : v; };
    return t.binary(op, as_set(left), as_set(right), false);
  }
  if (left->is(VarKind::kSet) && right->is(VarKind::kSet)) return set_operator(t, op, left, right, inplace);
  if (left->is(VarKind::kDict) && right->is(VarKind::kDict) && op == BinaryOp::kOr)
    return merge_dicts(t, left, right, inplace);
  return {};
}

// Operators defined by a class of the program; null if neither operand's class has it.
VarRef object_operator(Tracer& t, BinaryOp op, const VarRef& left, const VarRef& right, bool inplace) {
  const size_t index = static_cast<size_t>(op);
  if (inplace && left->is(VarKind::kObject)) {
    const Value* found = left->type()->find(vm::intern("__i" + std::string(kDunders[index]) + "__"));
    if (found && found->as<vm::Function>()) {
      VarRef result = t.value_of(t.call(t.out.from_value(*found), {left, right}));
      if (!declines(*result)) return result;
    }
  }
  if (VarRef result = dunder(t, kDunders[index], left, right)) return result;
  observe(vm::types().TypeError, std::string("unsupported operand type(s) for ") +
                                     binary_op_symbol(static_cast<uint32_t>(index)) + ": '" + type_of_var(*left)->name +
                                     "' and '" + type_of_var(*right)->name + "'");
}

}  // namespace

VarRef Tracer::binary(BinaryOp op, const VarRef& l, const VarRef& r, bool inplace) {
  if (VarRef lazy = lazy_arithmetic(vm, op, l, r)) return lazy;
  VarRef left = value_of(l), right = value_of(r);
  size_t index = static_cast<size_t>(op);
  bool array = left->is(VarKind::kArray) || right->is(VarKind::kArray);
  refuse_drawn(*this, kNames[index], {left, right});
  if (array && !left->is(VarKind::kTensor) && !right->is(VarKind::kTensor))
    return call_numpy("operator", inplace ? kInplaceNames[index] : kNames[index], {left, right});
  if (in_graph(*left) || in_graph(*right)) return graph_operator(*this, op, left, right, inplace);
  if (VarRef result = container_operator(kDunders[index], left, right, inplace)) return result;
  if (VarRef result = builtin_operator(*this, op, left, right, inplace)) return result;
  if (left->is(VarKind::kObject) || right->is(VarKind::kObject))
    return object_operator(*this, op, left, right, inplace);
  Value a, b;
  if (!as_constant(left, &a) || !as_constant(right, &b)) {
    unsupported<Break::kOperator>(
        "builtin " + std::string(kNames[index]) + " [" + describe(*left) + ", " + describe(*right) + "] False",
        kNames[index], "'" + type_of_var(*left)->name + "', '" + type_of_var(*right)->name + "'", "False");
  }
  try {
    return out.from_value(vm.binary(op, a, b, inplace));
  } catch (const vm::Raised& raised) {
    throw Observed{exception_var(out.from_value(raised.exception)), nullptr};
  }
}

// Compares sequences that contain sizes: nodes compare the sizes, and the outcome is guarded when it is read.
static VarRef compare_sequences(Tracer& t, CompareOp op, const VarRef& left, const VarRef& right) {
  bool equal = left->kind() == right->kind() && left->items().size() == right->items().size(), alike = equal;
  VarRef symbolic;
  for (size_t i = 0; alike && i < left->items().size(); ++i) {
    if (t.is_same(left->items()[i], right->items()[i])) continue;
    VarRef a = t.value_of(left->items()[i]), b = t.value_of(right->items()[i]);
    VarRef same = t.value_of(t.compare(CompareOp::kEqual, left->items()[i], right->items()[i]));
    if (!same->is(VarKind::kSymValue)) {
      if (t.truth(same)) continue;
      equal = false;
      symbolic = {};
      break;
    }
    equal = equal && t.vm.truth(same->example());
    symbolic =
        symbolic ? t.symbol_node(operator_function(t.vm, "and_"), {symbolic, same}, Value::boolean(equal)) : same;
    if (!equal && a->is(VarKind::kSymInt) && b->is(VarKind::kSymInt)) break;  // two different symbols decide it
  }
  if (!symbolic) return constant_bool(equal == (op == CompareOp::kEqual));
  if (op == CompareOp::kEqual) return symbolic;
  VarRef result = t.symbol_node(operator_function(t.vm, "not_"), {symbolic}, Value::boolean(!equal));
  t.out.keep_number(result->node());  // stays although it is unused, as in PyTorch
  return result;
}

// Two OrderedDicts are unequal if their orders differ.
static bool equal_dicts(Tracer& t, const VarRef& left, const VarRef& right) {
  t.guard_keys(left);
  t.guard_keys(right);
  if (left->entries().size() != right->entries().size()) return false;
  vm::Type* ordered = t.vm.get_attribute(t.vm.import_module("collections"), vm::intern("OrderedDict")).as<vm::Type>();
  bool in_order = left->type()->is_subtype_of(ordered) && right->type()->is_subtype_of(ordered);
  for (size_t i = 0; i < left->entries().size(); ++i) {
    const auto& [key, value] = left->entries()[i];
    int64_t at = find_key(t, right, key);
    if (at < 0 || (in_order && at != static_cast<int64_t>(i))) return false;
    const VarRef& other = right->entries()[static_cast<size_t>(at)].second;
    if (!t.is_same(value, other) && !t.truth(t.compare(CompareOp::kEqual, value, other))) return false;
  }
  return true;
}

// `<` and the like on sequences: the first pair of unequal items decides, then the lengths.
static VarRef order_sequences(Tracer& t, CompareOp op, const VarRef& left, const VarRef& right) {
  size_t common = std::min(left->items().size(), right->items().size());
  for (size_t i = 0; i < common; ++i) {
    const VarRef &a = left->items()[i], &b = right->items()[i];
    if (!t.is_same(a, b) && !t.truth(t.compare(CompareOp::kEqual, a, b))) return t.compare(op, a, b);
  }
  return t.compare(op, constant_int(static_cast<int64_t>(left->items().size())),
                   constant_int(static_cast<int64_t>(right->items().size())));
}

VarRef Tracer::compare(CompareOp op, const VarRef& l, const VarRef& r) {
  VarRef left = value_of(l), right = value_of(r);
  size_t index = static_cast<size_t>(op);
  bool array = left->is(VarKind::kArray) || right->is(VarKind::kArray);
  if (array && !left->is(VarKind::kTensor) && !right->is(VarKind::kTensor))
    return call_numpy("operator", kCompareNames[index], {left, right});
  if (left->is(VarKind::kTensor) || right->is(VarKind::kTensor)) {
    if (left->is(VarKind::kConstant) && left->value.is_none()) return constant_bool(op == CompareOp::kNotEqual);
    if (right->is(VarKind::kConstant) && right->value.is_none()) return constant_bool(op == CompareOp::kNotEqual);
    // `0 < tensor` is evaluated by the tensor, reflected: tensor > 0.
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
    auto whole = [](const Var& v) { return is_symbol(v) || v.value.is_int() || v.value.is_bool(); };
    if (whole(*left) && whole(*right)) return compare_symbols(op, left, right);
    return constant_bool(vm.truth(vm.compare(op, left->known(), right->known())));
  }
  bool equality = op == CompareOp::kEqual || op == CompareOp::kNotEqual;
  std::string method = "__" + std::string(kCompareNames[index]) + "__";
  if (VarRef result = overridden(left, method.c_str(), {right}); result && !declines(*value_of(result))) return result;
  if (equality && left->is(VarKind::kDict) && right->is(VarKind::kDict))
    return constant_bool(equal_dicts(*this, left, right) == (op == CompareOp::kEqual));
  if (equality && is_sequence(*left) && is_sequence(*right)) return compare_sequences(*this, op, left, right);
  if (!equality && is_sequence(*left) && left->kind() == right->kind()) return order_sequences(*this, op, left, right);
  auto keys = [](const Var& v) {
    return v.is(VarKind::kDictView) && v.as<DictViewVariable>().view != DictViewVariable::kValues;
  };
  if (keys(*left) || keys(*right)) {
    auto as_set = [&](const VarRef& v) { return keys(*v) ? sequence(VarKind::kSet, unpack(v)) : v; };
    return compare(op, as_set(left), as_set(right));
  }
  for (const auto& [self, other, method] :
       {std::tuple{left, right, index}, std::tuple{right, left, std::array<size_t, 6>{4, 5, 2, 3, 0, 1}[index]}}) {
    if (!self->is(VarKind::kObject)) continue;
    const Value* found = self->type()->find(vm::intern("__" + std::string(kCompareNames[method]) + "__"));
    // If a class defines only __eq__, `!=` negates it.
    const Value* equal = op == CompareOp::kNotEqual && !(found && found->as<vm::Function>())
                             ? self->type()->find(vm::intern("__eq__"))
                             : nullptr;
    if (equal) found = equal;
    if (found && found->as<vm::Function>()) {
      VarRef result = value_of(call(out.from_value(*found), {self, other}));
      if (declines(*result)) continue;
      return equal ? unary(Op::UNARY_NOT, result) : result;
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
  unsupported<Break::kComparison>(std::string("builtin ") + kCompareNames[index]);
}

VarRef Tracer::unary(Op op, const VarRef& o) {
  VarRef operand = value_of(o);
  if (op == Op::UNARY_NOT) {
    if (operand->is(VarKind::kTensor)) return out.call_function(operator_function(vm, "not_"), {operand}, {});
    if (operand->is(VarKind::kSymInt) || operand->is(VarKind::kSymValue)) {
      VarRef made =
          symbol_node(operator_function(vm, "not_"), {operand}, Value::boolean(!vm.truth(value_now(operand))));
      if (operand->is(VarKind::kSymInt)) {  // `not n` is the comparison n == 0
        SymValueVariable& outcome = made->as<SymValueVariable>();
        outcome.comparison = CompareOp::kEqual;
        outcome.operands = {operand, constant_int(0)};
      }
      return made;
    }
    return constant_bool(!truth(operand));
  }
  const char* name = op == Op::UNARY_NEGATIVE ? "neg" : op == Op::UNARY_INVERT ? "invert" : "pos";
  if (operand->is(VarKind::kSymInt) && op == Op::UNARY_INVERT) {
    unsupported_frame<Break::kSymbolInvert>("SymNodeVariable has nb_invert slot but no nb_invert_impl override");
  }
  if (operand->is(VarKind::kArray)) return call_numpy("operator", name, {operand});
  if (operand->is(VarKind::kSymFloat) && op == Op::UNARY_NEGATIVE)
    return symbol_node(operator_function(vm, name), {operand}, Value::real(-operand->as<SymFloatVariable>().number));
  if (operand->is(VarKind::kSymInt) && op == Op::UNARY_POSITIVE) return operand;
  if (is_symbol(*operand) && !(operand->is(VarKind::kSymInt) && op == Op::UNARY_NEGATIVE))
    operand = specialise(operand);
  refuse_drawn(*this, name, {operand});
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

}  // namespace vt::dynamo
