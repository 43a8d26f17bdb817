// Operators: which slot of which operand answers, and the errors when none does.
#include "vm/builtins/helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

Value binary_once(Interpreter& vm, int op, const Value& left, const Value& right) {
  Type *left_type = type_of(left), *right_type = type_of(right);
  BinaryFn on_left = left_type->slots.binary[op];
  BinaryFn on_right = right_type == left_type ? nullptr : right_type->slots.binary[op];
  if (on_right == on_left) on_right = nullptr;
  if (on_left) {
    if (on_right && right_type->is_subtype_of(left_type)) {
      Value result = on_right(vm, left, right);
      if (!is_not_implemented(result)) return result;
      on_right = nullptr;
    }
    Value result = on_left(vm, left, right);
    if (!is_not_implemented(result)) return result;
  }
  return on_right ? on_right(vm, left, right) : not_implemented();
}

bool is_sequence(const Value& v) { return v.as<Str>() || v.as<List>() || v.as<Tuple>() || v.as<Bytes>(); }

constexpr int kSwapped[6] = {4, 5, 2, 3, 0, 1};

Value unary(Interpreter& vm, UnaryFn Slots::*slot, const char* symbol, const Value& v) {
  UnaryFn fn = type_of(v)->slots.*slot;
  if (!fn) raise(types().TypeError, std::string("bad operand type for unary ") + symbol + ": '" + type_name(v) + "'");
  return fn(vm, v);
}

[[noreturn]] void unsupported(BinaryOp op, const Value& left, const Value& right, bool inplace) {
  if (op == BinaryOp::kAdd && is_sequence(left)) {
    if (left.as<Bytes>())
      raise(types().TypeError, std::string("can't concat ") + type_name(right) + " to " + type_name(left));
    const std::string name = left.as<Str>() ? "str" : left.as<List>() ? "list" : "tuple";  // also of a subclass
    raise(types().TypeError, "can only concatenate " + name + " (not \"" + type_name(right) + "\") to " + name);
  }
  if (op == BinaryOp::kMultiply && (is_sequence(left) || is_sequence(right)))
    raise(types().TypeError, std::string("can't multiply sequence by non-int of type '") +
                                 type_name(is_sequence(left) ? right : left) + "'");
  std::string symbol = binary_op_symbol(static_cast<uint32_t>(op) + (inplace ? kInplace : 0));
  if (op == BinaryOp::kPower && !inplace) symbol = "** or pow()";
  raise(types().TypeError,
        "unsupported operand type(s) for " + symbol + ": '" + type_name(left) + "' and '" + type_name(right) + "'");
}

}  // namespace

void refuse_for_sequence(int op, const Value& self, const Value& other) {
  if (!is_sequence(self)) return;
  if (op == static_cast<int>(BinaryOp::kAdd)) unsupported(BinaryOp::kAdd, self, other, false);
  if (op == static_cast<int>(BinaryOp::kMultiply))
    raise(types().TypeError, std::string("'") + type_name(other) + "' object cannot be interpreted as an integer");
}

Value Interpreter::binary(BinaryOp op, const Value& left, const Value& right, bool inplace) {
  int index = static_cast<int>(op);
  if (inplace)
    if (BinaryFn fn = type_of(left)->slots.inplace[index]) {
      Value result = fn(*this, left, right);
      if (!is_not_implemented(result)) return result;
    }
  Value result = binary_once(*this, index, left, right);
  if (is_not_implemented(result)) unsupported(op, left, right, inplace);
  return result;
}

Value Interpreter::compare(CompareOp op, const Value& left, const Value& right) {
  NativeCallGuard guard(*this, " in comparison");
  Type *left_type = type_of(left), *right_type = type_of(right);
  int index = static_cast<int>(op);
  bool tried_right = false;
  if (left_type != right_type && right_type->is_subtype_of(left_type)) {
    if (BinaryFn fn = right_type->slots.compare[kSwapped[index]]) {
      Value result = fn(*this, right, left);
      if (!is_not_implemented(result)) return result;
      tried_right = true;
    }
  }
  if (BinaryFn fn = left_type->slots.compare[index]) {
    Value result = fn(*this, left, right);
    if (!is_not_implemented(result)) return result;
  }
  if (BinaryFn fn = tried_right ? nullptr : right_type->slots.compare[kSwapped[index]]) {
    Value result = fn(*this, right, left);
    if (!is_not_implemented(result)) return result;
  }
  if (op == CompareOp::kEqual) return Value::boolean(left.same(right));
  if (op == CompareOp::kNotEqual) return Value::boolean(!left.same(right));
  raise(types().TypeError, std::string("'") + compare_op_symbol(static_cast<uint32_t>(op)) +
                               "' not supported between instances of '" + type_name(left) + "' and '" +
                               type_name(right) + "'");
}

bool Interpreter::equal(const Value& left, const Value& right) {
  if (left.same(right)) return true;
  if (left.is_int() && right.is_int()) return left.as_int() == right.as_int();
  const Str *a = left.as<Str>(), *b = right.as<Str>();
  if (a && b && a->type == types().str && b->type == types().str) return a->text == b->text;
  return truth(compare(CompareOp::kEqual, left, right));
}

Value Interpreter::negative(const Value& v) { return unary(*this, &Slots::negative, "-", v); }
Value Interpreter::positive(const Value& v) { return unary(*this, &Slots::positive, "+", v); }
Value Interpreter::invert(const Value& v) { return unary(*this, &Slots::invert, "~", v); }

bool Interpreter::truth(const Value& v) {
  switch (v.tag()) {
    case Tag::kNull:
    case Tag::kNone: return false;
    case Tag::kBool: return v.as_bool();
    case Tag::kInt: return v.as_int() != 0;
    case Tag::kFloat: return v.as_float() != 0;
    case Tag::kObject: break;
  }
  const Slots& slots = v.as_object()->type->slots;
  if (slots.truth) {
    Value result = slots.truth(*this, v);
    return result.is_bool() ? result.as_bool() : truth(result);
  }
  if (slots.length) return slots.length(*this, v).as_int() != 0;
  return true;
}

bool Interpreter::contains(const Value& container, const Value& item) {
  const Slots& slots = type_of(container)->slots;
  if (slots.contains) return slots.contains(*this, container, item).as_bool();
  const Value* method = slots.iter ? type_of(container)->find(names().iter_) : nullptr;
  if ((!slots.iter && !slots.get_item) || (method && method->is_none()))
    raise(types().TypeError, std::string("argument of type '") + type_name(container) + "' is not iterable");
  Value iterator = iterate(container);
  for (Value found = next(iterator); !found.is_null(); found = next(iterator)) {
    if (equal(found, item)) return true;
    charge_work(1);
  }
  return false;
}

int64_t Interpreter::length(const Value& v) {
  UnaryFn fn = type_of(v)->slots.length;
  if (!fn) raise(types().TypeError, std::string("object of type '") + type_name(v) + "' has no len()");
  return fn(*this, v).as_int();
}

Value Interpreter::get_item(const Value& container, const Value& key) {
  if (BinaryFn fn = type_of(container)->slots.get_item) return fn(*this, container, key);
  if (Type* type = container.as<Type>()) {
    // Of `type` itself too, but not of every class by way of its metaclass.
    Type* generic = type == types().type ? types().list : type;
    if (const Value* found = generic->find(names().class_getitem_)) {
      Value method = bind_descriptor(*this, Value(*found), Value(), type);
      return call(method, Arguments{&key, 1});
    }
    raise(types().TypeError, "type '" + type->name + "' is not subscriptable");
  }
  raise(types().TypeError, std::string("'") + type_name(container) + "' object is not subscriptable");
}
void Interpreter::set_item(const Value& container, const Value& key, const Value& value) {
  auto fn = type_of(container)->slots.set_item;
  if (!fn)
    raise(types().TypeError, std::string("'") + type_name(container) + "' object does not support item assignment");
  fn(*this, container, key, &value);
}
void Interpreter::delete_item(const Value& container, const Value& key) {
  const Type* type = type_of(container);
  auto fn = type->slots.set_item;
  const bool positional = type->slots.get_item || type->slots.contains || !type->is_native;
  if (!fn)
    raise(types().TypeError, std::string("'") + type_name(container) + "' object " +
                                 (positional && type_of(key)->slots.index ? "doesn't" : "does not") +
                                 " support item deletion");
  fn(*this, container, key, nullptr);
}

namespace {

// Iterates over what has only __getitem__.
struct SequenceIterator final : NativeIterator {
  explicit SequenceIterator(Value items) : sequence(std::move(items)) {}
  void traverse(Visitor& visitor) const override { visitor.visit(sequence); }
  void clear() override { sequence = Value(); }
  Value next(Interpreter& vm) override {
    if (sequence.is_null()) return Value();
    try {
      return vm.get_item(sequence, Value::integer(index++));
    } catch (Raised& raised) {
      Type* type = type_of(raised.exception);
      if (!type->is_subtype_of(types().IndexError) && !type->is_subtype_of(types().StopIteration)) throw;
      sequence = Value();
      return Value();
    }
  }
  Value sequence;
  int64_t index = 0;
};

}  // namespace

Value Interpreter::iterate(const Value& v) {
  const Slots& slots = type_of(v)->slots;
  if (slots.iter) return slots.iter(*this, v);
  if (v.is_object() && v.as_object()->kind == Kind::kIterator) return v;
  if (slots.get_item && !v.as<Dict>()) return make<SequenceIterator>(v);
  raise(types().TypeError, std::string("'") + type_name(v) + "' object is not iterable");
}

Value Interpreter::next(const Value& iterator) {
  if (iterator.is_object()) {
    Object* object = iterator.as_object();
    if (object->kind == Kind::kIterator) return static_cast<NativeIterator*>(object)->next(*this);
    if (object->kind == Kind::kGenerator && object->type == types().generator)
      return resume(*this, *static_cast<Generator*>(object), Value::none());
    if (UnaryFn fn = object->type->slots.next) return fn(*this, iterator);
  }
  raise(types().TypeError, std::string("'") + type_name(iterator) + "' object is not an iterator");
}

Value Interpreter::next_or_raise(const Value& iterator) {
  state_->stop = Value();
  Value item = next(iterator);
  if (!item.is_null()) return item;
  Value stop = std::move(state_->stop);
  raise_value(stop.is_null() ? make<Exception>(types().StopIteration, make_tuple({})) : std::move(stop));
}

std::vector<Value> Interpreter::to_vector(const Value& iterable) {
  if (const List* list = iterable.as<List>(); list && !list->type->has_dunders) return list->items;
  if (const Tuple* tuple = iterable.as<Tuple>(); tuple && !tuple->type->has_dunders) return tuple->items;
  std::vector<Value> items;
  Value iterator = iterate(iterable);
  check_expected_items(*this, iterable);
  constexpr size_t kChargeEvery = 1024;
  for (Value item = next(iterator); !item.is_null(); item = next(iterator)) {
    items.push_back(std::move(item));
    if (items.size() % kChargeEvery == 0) charge_work(kChargeEvery);
  }
  return items;
}

int64_t Interpreter::to_index(const Value& v) {
  if (v.is_int()) return v.as_int();
  if (v.is_bool()) return v.as_bool();
  // A small number of a subclass of int, which is always an object.
  if (const BigInt* big = v.as<BigInt>(); big && big->limbs.size() <= 1) {
    const int64_t magnitude = big->limbs.empty() ? 0 : big->limbs[0];
    return big->negative ? -magnitude : magnitude;
  }
  UnaryFn fn = type_of(v)->slots.index;
  if (!fn) raise(types().TypeError, std::string("'") + type_name(v) + "' object cannot be interpreted as an integer");
  Value result = fn(*this, v);
  if (result.is_int()) return result.as_int();
  if (result.is_bool()) return result.as_bool();
  if (result.as<BigInt>()) raise(types().OverflowError, "Python int too large to convert to C ssize_t");
  raise(types().TypeError, std::string("__index__ returned non-int (type ") + type_name(result) + ")");
}

double Interpreter::to_double(const Value& v) {
  if (v.is_float()) return v.as_float();
  if (v.is_int()) return static_cast<double>(v.as_int());
  if (v.is_bool()) return v.as_bool();
  const Slots& slots = type_of(v)->slots;
  if (slots.to_float) {
    Value result = slots.to_float(*this, v);
    if (result.is_float()) return result.as_float();
    raise(types().TypeError,
          std::string(type_name(v)) + ".__float__ returned non-float (type " + type_name(result) + ")");
  }
  if (slots.index) {
    const Value index = slots.index(*this, v);
    if (index.is_int() || index.is_bool() || index.as<BigInt>()) return to_double(index);
    raise(types().TypeError, std::string("__index__ returned non-int (type ") + type_name(index) + ")");
  }
  raise(types().TypeError, std::string("must be real number, not ") + type_name(v));
}

// An object whose __class__ is computed (a proxy, a mock) also counts as an instance of what it names.
static bool claims_class(Interpreter& vm, const Value& v, const Type* wanted) {
  if (!v.is_object() || v.as_object()->kind != Kind::kInstance) return false;
  static Str* const class_name = intern("__class__");
  const Type* type = type_of(v);
  const bool computed = type->find(class_name) != types().object->find(class_name) ||
                        type->slots.get_attribute != types().object->slots.get_attribute;
  if (!computed) return false;
  const Type* claimed = vm.find_attribute(v, class_name).as<Type>();
  return claimed && claimed != type && claimed->is_subtype_of(wanted);
}

bool Interpreter::is_instance(const Value& v, const Value& wanted) {
  if (const Type* type = wanted.as<Type>()) {
    if (type_of(v)->is_subtype_of(type) || claims_class(*this, v, type)) return true;
  } else if (const Tuple* tuple = wanted.as<Tuple>()) {
    NativeCallGuard guard(*this, " in __instancecheck__");
    for (const Value& item : tuple->items)
      if (is_instance(v, item)) return true;
    return false;
  }
  // A hook for classes that answer themselves (unions, typing aliases, torch's type families).
  if (wanted.is_object() && type_of(wanted)->find(names().instancecheck_))
    return truth(call_dunder(*this, wanted, names().instancecheck_, &v, 1));
  if (wanted.as<Type>()) return false;
  if (!find_attribute(wanted, intern("__origin__")).is_null())
    raise(types().TypeError, "isinstance() argument 2 cannot be a parameterized generic");
  raise(types().TypeError, "isinstance() arg 2 must be a type, a tuple of types, or a union");
}

}  // namespace vt::vm
