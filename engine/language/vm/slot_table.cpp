#include "vm/slot_table.h"

#include <array>

#include "support/check.h"
#include "vm/builtins/bigint.h"
#include "vm/native.h"
#include "vm/state.h"
#include "vm/type_slots.h"

namespace vt::vm {

const Names& names() {
  static const Names table = {
#define X(name) intern("__" #name "__"),
      VT_NAMES(X)
#undef X
  };
  return table;
}

namespace {

// The name of each operator's dunder, by BinaryOp.
constexpr const char* kBinaryNames[13] = {"add", "and", "floordiv", "lshift", "matmul",  "mul", "mod",
                                          "or",  "pow", "rshift",   "sub",    "truediv", "xor"};
constexpr const char* kCompareNames[6] = {"lt", "le", "eq", "ne", "gt", "ge"};

Str* binary_name(int op, const char* prefix) {
  static std::array<std::array<Str*, 13>, 3> table;
  int kind = *prefix == 'r' ? 1 : *prefix == 'i' ? 2 : 0;
  Str*& name = table[kind][op];
  if (!name) name = intern(std::string("__") + prefix + kBinaryNames[op] + "__");
  return name;
}
Str* compare_name(int op) {
  static std::array<Str*, 6> table;
  if (!table[op]) table[op] = intern(std::string("__") + kCompareNames[op] + "__");
  return table[op];
}

// Calls the dunder on the type of `self` if there is one, else answers NotImplemented.
Value try_dunder(Interpreter& vm, const Value& self, Str* name, const Value& other) {
  const Value* found = type_of(self)->find(name);
  if (!found || found->is_none()) return not_implemented();
  return call_dunder(vm, self, name, &other, 1);
}

template <int op>
Value binary_dispatch(Interpreter& vm, const Value& left, const Value& right) {
  Type *left_type = type_of(left), *right_type = type_of(right);
  bool try_right = left_type != right_type && right_type->slots.binary[op] == binary_dispatch<op>;
  if (left_type->slots.binary[op] == binary_dispatch<op>) {
    if (try_right && right_type->is_subtype_of(left_type) &&
        right_type->find(binary_name(op, "r")) != left_type->find(binary_name(op, "r"))) {
      Value result = try_dunder(vm, right, binary_name(op, "r"), left);
      if (!is_not_implemented(result)) return result;
      try_right = false;
    }
    Value result = try_dunder(vm, left, binary_name(op, ""), right);
    if (!is_not_implemented(result) || !try_right) return result;
  }
  return try_right ? try_dunder(vm, right, binary_name(op, "r"), left) : not_implemented();
}

template <int op>
Value inplace_dispatch(Interpreter& vm, const Value& left, const Value& right) {
  return try_dunder(vm, left, binary_name(op, "i"), right);
}

template <int op>
Value compare_dispatch(Interpreter& vm, const Value& left, const Value& right) {
  if (op == 3) {  // != without __ne__ in the language inverts ==
    const Value* found = type_of(left)->find(compare_name(3));
    if (!found || found == types().object->find(compare_name(3))) {
      Value equal = try_dunder(vm, left, compare_name(2), right);
      return is_not_implemented(equal) ? equal : Value::boolean(!vm.truth(equal));
    }
  }
  return try_dunder(vm, left, compare_name(op), right);
}

template <Str* Names::*name>
Value unary_dispatch(Interpreter& vm, const Value& self) {
  return call_dunder(vm, self, names().*name, nullptr, 0);
}

struct UnaryNames {
  Str *neg, *pos, *invert, *abs;
};
const UnaryNames& unary_names() {
  static const UnaryNames table = {intern("__neg__"), intern("__pos__"), intern("__invert__"), intern("__abs__")};
  return table;
}
template <Str* UnaryNames::*name>
Value sign_dispatch(Interpreter& vm, const Value& self) {
  return call_dunder(vm, self, unary_names().*name, nullptr, 0);
}

[[noreturn]] void wrong_result(const char* method, const char* wanted, const Value& result) {
  raise(types().TypeError, std::string(method) + " returned non-" + wanted + " (type " + type_name(result) + ")");
}

template <Str* Names::*name>
Value text_dispatch(Interpreter& vm, const Value& self) {
  Value result = call_dunder(vm, self, names().*name, nullptr, 0);
  if (!result.as<Str>()) wrong_result((names().*name)->text.c_str(), "string", result);
  return result;
}
Value length_dispatch(Interpreter& vm, const Value& self) {
  Value result = call_dunder(vm, self, names().len_, nullptr, 0);
  if (const BigInt* big = result.as<BigInt>(); big && big->limbs.size() > 2 && !big->negative)
    raise(types().OverflowError, "cannot fit 'int' into an index-sized integer");
  int64_t length = result.is_int() ? result.as_int() : vm.to_index(result);
  if (length < 0) raise(types().ValueError, "__len__() should return >= 0");
  return Value::integer(length);
}
Value truth_dispatch(Interpreter& vm, const Value& self) {
  Value result = call_dunder(vm, self, names().bool_, nullptr, 0);
  if (!result.is_bool())
    raise(types().TypeError, std::string("__bool__ should return bool, returned ") + type_name(result));
  return result;
}
Value hash_dispatch(Interpreter& vm, const Value& self) {
  Value result = call_dunder(vm, self, names().hash_, nullptr, 0);
  if (result.is_bool()) return Value::integer(result.as_bool());
  if (result.is_int()) return result.as_int() == -1 ? Value::integer(-2) : result;
  if (!result.as<BigInt>()) raise(types().TypeError, "__hash__ method should return an integer");
  return Value::integer(static_cast<int64_t>(vm.hash(result)));
}
Value iter_dispatch(Interpreter& vm, const Value& self) {
  const Value* found = type_of(self)->find(names().iter_);
  if (found && found->is_none())
    raise(types().TypeError, std::string("'") + type_name(self) + "' object is not iterable");
  Value result = call_dunder(vm, self, names().iter_, nullptr, 0);
  if (!type_of(result)->slots.next)
    raise(types().TypeError, std::string("iter() returned non-iterator of type '") + type_name(result) + "'");
  return result;
}
// Ends by the exception in the language, by null in the engine.
Value next_dispatch(Interpreter& vm, const Value& self) {
  try {
    return call_dunder(vm, self, names().next_, nullptr, 0);
  } catch (Raised& raised) {
    if (!type_of(raised.exception)->is_subtype_of(types().StopIteration)) throw;
    vm.state().stop = std::move(raised.exception);
    return Value();
  }
}
Value get_item_dispatch(Interpreter& vm, const Value& self, const Value& key) {
  return call_dunder(vm, self, names().getitem_, &key, 1);
}
Value contains_dispatch(Interpreter& vm, const Value& self, const Value& item) {
  const Value* found = type_of(self)->find(names().contains_);
  if (found && found->is_none())
    raise(types().TypeError, std::string("'") + type_name(self) + "' object is not a container");
  return Value::boolean(vm.truth(call_dunder(vm, self, names().contains_, &item, 1)));
}
void set_item_dispatch(Interpreter& vm, const Value& self, const Value& key, const Value* value) {
  Str* name = value ? names().setitem_ : names().delitem_;
  if (!type_of(self)->find(name)) raise(types().AttributeError, name->text);
  Value arguments[2] = {key, value ? *value : Value()};
  call_dunder(vm, self, name, arguments, value ? 2 : 1);
}
Value call_dispatch(Interpreter& vm, const Value& self, const Arguments& a) {
  const Value* found = type_of(self)->find(names().call_);
  std::vector<Value> values;
  values.reserve(a.positional + a.keywords + 1);
  values.push_back(self);
  values.insert(values.end(), a.values, a.values + a.positional + a.keywords);
  if (found->as<Function>() || found->as<NativeFunction>())
    return vm.call(*found, Arguments{values.data(), a.positional + 1, a.keyword_names, a.keywords});
  return vm.call(vm.get_attribute(self, names().call_), a);
}

// Wrappers: native slots as methods. Each works on the slots of the type that it was made
// for (its data), so super().__len__() reaches the native behaviour.
const Slots& own_slots(Interpreter& vm) { return static_cast<const Type*>(current_native(vm)->data)->slots; }

// Slots shown as methods word wrong counts in their own way.
void check_slot_count(const Arguments& a, size_t minimum, size_t maximum) {
  if (a.keywords)
    raise(types().TypeError,
          "wrapper " + current_native(*Interpreter::current())->name + "() takes no keyword arguments");
  const size_t given = a.positional - 1;
  if (given >= minimum && given <= maximum) return;
  const size_t wanted = given < minimum ? minimum : maximum;
  raise(types().TypeError, std::string("expected ") +
                               (minimum == maximum ? ""
                                : given < minimum  ? "at least "
                                                   : "at most ") +
                               std::to_string(wanted) + " argument" + (wanted == 1 ? "" : "s") + ", got " +
                               std::to_string(given));
}

template <int op>
Value binary_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, op == static_cast<int>(BinaryOp::kPower) ? 2 : 1);
  if (op == static_cast<int>(BinaryOp::kPower) && a.size() == 3 && !a[2].is_none())
    return vm.call(*vm.builtins()->table.find(intern("pow")), a);
  BinaryFn fn = own_slots(vm).binary[op];
  const Value result = fn ? fn(vm, a[0], a[1]) : not_implemented();
  if (is_not_implemented(result)) refuse_for_sequence(op, a[0], a[1]);
  return result;
}
template <int op>
Value reflected_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, op == static_cast<int>(BinaryOp::kPower) ? 2 : 1);
  BinaryFn fn = own_slots(vm).binary[op];
  const Value result = fn ? fn(vm, a[1], a[0]) : not_implemented();
  if (is_not_implemented(result)) refuse_for_sequence(op, a[0], a[1]);
  return result;
}
template <int op>
Value inplace_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, 1);
  return own_slots(vm).inplace[op](vm, a[0], a[1]);
}
template <int op>
Value compare_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, 1);
  BinaryFn fn = own_slots(vm).compare[op];
  return fn ? fn(vm, a[0], a[1]) : not_implemented();
}
template <UnaryFn Slots::*slot>
Value unary_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 0, 0);
  UnaryFn fn = own_slots(vm).*slot;
  Value result = fn(vm, a[0]);
  if (result.is_null()) raise_value(make<Exception>(types().StopIteration, make_tuple({})));
  return result;
}
Value get_item_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, 1);
  return own_slots(vm).get_item(vm, a[0], a[1]);
}
Value contains_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, 1);
  return own_slots(vm).contains(vm, a[0], a[1]);
}
Value set_item_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 2, 2);
  own_slots(vm).set_item(vm, a[0], a[1], &a[2]);
  return Value::none();
}
Value delete_item_wrapper(Interpreter& vm, const Arguments& a) {
  check_slot_count(a, 1, 1);
  own_slots(vm).set_item(vm, a[0], a[1], nullptr);
  return Value::none();
}
Value call_wrapper(Interpreter& vm, const Arguments& a) {
  return own_slots(vm).call(vm, a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
}
Value init_wrapper(Interpreter& vm, const Arguments& a) {
  own_slots(vm).initialize(vm, a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  return Value::none();
}

template <class Fn>
const void* address(Fn fn) {
  return reinterpret_cast<const void*>(fn);
}

template <int op>
void add_binary_rows(std::vector<SlotRow>& rows) {
  rows.push_back({binary_name(op, ""), [](Slots& s) { s.binary[op] = binary_dispatch<op>; },
                  [](const Slots& s) { return address(s.binary[op]); }, binary_wrapper<op>});
  rows.push_back({binary_name(op, "r"), [](Slots& s) { s.binary[op] = binary_dispatch<op>; },
                  [](const Slots& s) { return address(s.binary[op]); }, reflected_wrapper<op>});
  rows.push_back({binary_name(op, "i"), [](Slots& s) { s.inplace[op] = inplace_dispatch<op>; },
                  [](const Slots& s) { return address(s.inplace[op]); }, inplace_wrapper<op>});
}
template <int op>
void add_compare_row(std::vector<SlotRow>& rows) {
  rows.push_back({compare_name(op),
                  [](Slots& s) {
                    s.compare[op] = compare_dispatch<op>;
                    if (op == 2) s.compare[3] = compare_dispatch<3>;
                  },
                  [](const Slots& s) { return address(s.compare[op]); }, compare_wrapper<op>});
}
template <UnaryFn Slots::*slot, UnaryFn dispatch>
SlotRow unary_row(Str* name) {
  return {name, [](Slots& s) { s.*slot = dispatch; }, [](const Slots& s) { return address(s.*slot); },
          unary_wrapper<slot>};
}

void add_unary_rows(std::vector<SlotRow>& rows) {
  const Names& n = names();
  const UnaryNames& u = unary_names();
  rows.push_back(unary_row<&Slots::repr, text_dispatch<&Names::repr_>>(n.repr_));
  rows.push_back(unary_row<&Slots::str, text_dispatch<&Names::str_>>(n.str_));
  rows.push_back(unary_row<&Slots::iter, iter_dispatch>(n.iter_));
  rows.push_back(unary_row<&Slots::next, next_dispatch>(n.next_));
  rows.push_back(unary_row<&Slots::length, length_dispatch>(n.len_));
  rows.back().install = [](Slots& s) {
    if (s.length) s.truth = nullptr;  // a container is true by its length; __bool__ comes after this
    s.length = length_dispatch;
  };
  rows.push_back(unary_row<&Slots::truth, truth_dispatch>(n.bool_));
  rows.push_back(unary_row<&Slots::hash, hash_dispatch>(n.hash_));
  rows.push_back(unary_row<&Slots::negative, sign_dispatch<&UnaryNames::neg>>(u.neg));
  rows.push_back(unary_row<&Slots::positive, sign_dispatch<&UnaryNames::pos>>(u.pos));
  rows.push_back(unary_row<&Slots::invert, sign_dispatch<&UnaryNames::invert>>(u.invert));
  rows.push_back(unary_row<&Slots::absolute, sign_dispatch<&UnaryNames::abs>>(u.abs));
  rows.push_back(unary_row<&Slots::to_int, unary_dispatch<&Names::int_>>(n.int_));
  rows.push_back(unary_row<&Slots::to_float, unary_dispatch<&Names::float_>>(n.float_));
  rows.push_back(unary_row<&Slots::index, unary_dispatch<&Names::index_>>(n.index_));
}

void add_container_rows(std::vector<SlotRow>& rows) {
  const Names& n = names();
  rows.push_back({n.getitem_, [](Slots& s) { s.get_item = get_item_dispatch; },
                  [](const Slots& s) { return address(s.get_item); }, get_item_wrapper});
  rows.push_back({n.contains_, [](Slots& s) { s.contains = contains_dispatch; },
                  [](const Slots& s) { return address(s.contains); }, contains_wrapper});
  rows.push_back({n.setitem_, [](Slots& s) { s.set_item = set_item_dispatch; },
                  [](const Slots& s) { return address(s.set_item); }, set_item_wrapper});
  rows.push_back({n.delitem_, [](Slots& s) { s.set_item = set_item_dispatch; },
                  [](const Slots& s) { return address(s.set_item); }, delete_item_wrapper});
  rows.push_back({n.call_, [](Slots& s) { s.call = call_dispatch; }, [](const Slots& s) { return address(s.call); },
                  call_wrapper});
  rows.push_back({n.init_, [](Slots&) {}, [](const Slots& s) { return address(s.initialize); }, init_wrapper});
}

template <int... op>
void add_all_binary(std::vector<SlotRow>& rows, std::integer_sequence<int, op...>) {
  (add_binary_rows<op>(rows), ...);
}
template <int... op>
void add_all_compare(std::vector<SlotRow>& rows, std::integer_sequence<int, op...>) {
  (add_compare_row<op>(rows), ...);
}

}  // namespace

const std::vector<SlotRow>& slot_rows() {
  static const std::vector<SlotRow> rows = [] {
    std::vector<SlotRow> made;
    add_all_binary(made, std::make_integer_sequence<int, 13>{});
    add_all_compare(made, std::make_integer_sequence<int, 6>{});
    add_unary_rows(made);
    add_container_rows(made);
    return made;
  }();
  return rows;
}

}  // namespace vt::vm
