// operator: the operators as functions, and the getters.
#include <algorithm>
#include <string_view>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"

namespace vt::vm {
namespace {
template <BinaryOp op, bool inplace = false>
Value binary(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, current_native(vm) ? current_native(vm)->name.c_str() : "operator", 2, 2);
  return vm.binary(op, a[0], a[1], inplace);
}
template <CompareOp op>
Value compare(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, current_native(vm) ? current_native(vm)->name.c_str() : "operator", 2, 2);
  return vm.compare(op, a[0], a[1]);
}
Value neg(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.neg");
  return vm.negative(a[0]);
}
Value pos(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.pos");
  return vm.positive(a[0]);
}
Value invert(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.invert");
  return vm.invert(a[0]);
}
Value not_(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.not_");
  return Value::boolean(!vm.truth(a[0]));
}
Value truth(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.truth");
  return Value::boolean(vm.truth(a[0]));
}
Value abs(Interpreter& vm, const Arguments& a) { return vm.call(*vm.builtins()->table.find(intern("abs")), a); }
Value index(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "operator.index");
  return index_value(vm, a[0]);
}
Value call(Interpreter& vm, const Arguments& a) {
  if (a.positional == 0) raise(types().TypeError, "call() missing 1 required positional argument: 'obj'");
  return vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
}
Value length_hint(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "length_hint", 1, 2);
  if (a.size() > 1 && !is_integer(a[1]))
    raise(types().TypeError, std::string("'") + type_name(a[1]) + "' object cannot be interpreted as an integer");
  const Value hint = length_hint_of(vm, a[0]);
  if (!hint.is_null()) return hint;
  return a.size() > 1 ? a[1] : Value::integer(0);
}
Value is_(Interpreter&, const Arguments& a) {
  expect_arguments(a, "is_", 2, 2);
  return Value::boolean(a[0].same(a[1]));
}
Value is_not(Interpreter&, const Arguments& a) {
  expect_arguments(a, "is_not", 2, 2);
  return Value::boolean(!a[0].same(a[1]));
}
Value contains(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "contains", 2, 2);
  return Value::boolean(vm.contains(a[0], a[1]));
}
Value getitem(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "getitem", 2, 2);
  return vm.get_item(a[0], a[1]);
}
Value setitem(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "setitem", 3, 3);
  vm.set_item(a[0], a[1], a[2]);
  return Value::none();
}
Value delitem(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "delitem", 2, 2);
  vm.delete_item(a[0], a[1]);
  return Value::none();
}
Value concat(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "concat", 2, 2);
  const Slots& slots = type_of(a[0])->slots;
  if (!slots.binary[static_cast<int>(BinaryOp::kAdd)] || is_number(a[0]) || !slots.get_item)
    raise(types().TypeError, std::string("'") + type_name(a[0]) + "' object can't be concatenated");
  return vm.binary(BinaryOp::kAdd, a[0], a[1]);
}
Value count_of(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "countOf", 2, 2);
  int64_t n = 0;
  for_each_item(vm, a[0], [&](const Value& item) {
    n += vm.equal(item, a[1]);
    return true;
  });
  return Value::integer(n);
}
Value index_of(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "indexOf", 2, 2);
  int64_t i = 0;
  bool found = false;
  for_each_item(vm, a[0], [&](const Value& item) {
    found = vm.equal(item, a[1]);
    i += !found;
    return !found;
  });
  if (!found) raise(types().ValueError, "sequence.index(x): x not in sequence");
  return Value::integer(i);
}

// itemgetter, attrgetter and methodcaller: callables that carry their arguments.
struct Getter : Object {
  Getter(Type* type, std::vector<Value> values) : Object(Kind::kOther, type), arguments(std::move(values)) {}
  static bool is_kind(Kind k) { return k == Kind::kOther; }
  void traverse(Visitor& v) const override {
    for (const Value& a : arguments) v.visit(a);
    for (const auto& [name, value] : keywords) {
      v.visit(name);
      v.visit(value);
    }
  }
  void clear() override {
    arguments.clear();
    keywords.clear();
  }
  std::vector<Value> arguments;
  std::vector<std::pair<Value, Value>> keywords;
};
Getter& getter(const Value& v) { return *static_cast<Getter*>(v.as_object()); }
Value construct_getter(Interpreter&, Type* type, const Arguments& a) {
  if (a.size() == 0) raise(types().TypeError, type->name + " expected 1 argument, got 0");
  Value out = make<Getter>(type, std::vector<Value>(a.values, a.values + a.positional));
  for (size_t i = 0; i < a.keywords; ++i)
    getter(out).keywords.emplace_back(a.keyword_names[i], a.values[a.positional + i]);
  return out;
}
template <Value (*get)(Interpreter&, const Value&, const Value&)>
Value call_getter(Interpreter& vm, const Value& self, const Arguments& a) {
  expect_arguments(a, type_name(self), 1, 1);
  const auto& keys = getter(self).arguments;
  if (keys.size() == 1) return get(vm, a[0], keys[0]);
  std::vector<Value> out;
  for (const Value& key : keys) out.push_back(get(vm, a[0], key));
  return make_tuple(std::move(out));
}
Value item_of(Interpreter& vm, const Value& object, const Value& key) { return vm.get_item(object, key); }
Value attribute_of(Interpreter& vm, const Value& object, const Value& path) {
  const std::string_view text = expect_str(path, "attribute name");
  Value out = object;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t dot = std::min(text.find('.', begin), text.size());
    out = vm.get_attribute(out, text.substr(begin, dot - begin));
    begin = dot + 1;
  }
  return out;
}
Value call_method_of(Interpreter& vm, const Value& self, const Arguments& a) {
  expect_arguments(a, "methodcaller", 1, 1);
  const Getter& g = getter(self);
  const Value method = vm.get_attribute(a[0], expect_str(g.arguments[0], "method name"));
  std::vector<Value> values(g.arguments.begin() + 1, g.arguments.end()), names;
  for (const auto& [name, value] : g.keywords) {
    names.push_back(name);
    values.push_back(value);
  }
  return vm.call(method, Arguments{values.data(), g.arguments.size() - 1, names.data(), names.size()});
}
Value getter_repr(Interpreter& vm, const Value& self) {
  ReprGuard guard(vm, self);
  const std::string name = "operator." + type_of(self)->name;
  if (guard.recursive()) return make_str(name + "(...)");
  std::string inside = join_repr(vm, getter(self).arguments);
  for (const auto& [keyword, value] : getter(self).keywords) inside += ", " + vm.str(keyword) + "=" + vm.repr(value);
  return make_str(name + "(" + inside + ")");
}
Type* make_getter_type(const char* name, Value (*call)(Interpreter&, const Value&, const Arguments&)) {
  Type* type = make_type(name, types().object, Kind::kOther, "operator");
  type->slots.construct = construct_getter;
  type->slots.call = call;
  type->slots.repr = getter_repr;
  return type;
}
}  // namespace

void load_operator(Interpreter&, Module& module) {
  const std::pair<const char*, NativeFn> functions[] = {{"add", binary<BinaryOp::kAdd>},
                                                        {"sub", binary<BinaryOp::kSubtract>},
                                                        {"mul", binary<BinaryOp::kMultiply>},
                                                        {"truediv", binary<BinaryOp::kTrueDivide>},
                                                        {"floordiv", binary<BinaryOp::kFloorDivide>},
                                                        {"mod", binary<BinaryOp::kRemainder>},
                                                        {"pow", binary<BinaryOp::kPower>},
                                                        {"matmul", binary<BinaryOp::kMatrixMultiply>},
                                                        {"lshift", binary<BinaryOp::kLshift>},
                                                        {"rshift", binary<BinaryOp::kRshift>},
                                                        {"and_", binary<BinaryOp::kAnd>},
                                                        {"or_", binary<BinaryOp::kOr>},
                                                        {"xor", binary<BinaryOp::kXor>},
                                                        {"iadd", binary<BinaryOp::kAdd, true>},
                                                        {"isub", binary<BinaryOp::kSubtract, true>},
                                                        {"imul", binary<BinaryOp::kMultiply, true>},
                                                        {"itruediv", binary<BinaryOp::kTrueDivide, true>},
                                                        {"ifloordiv", binary<BinaryOp::kFloorDivide, true>},
                                                        {"imod", binary<BinaryOp::kRemainder, true>},
                                                        {"ipow", binary<BinaryOp::kPower, true>},
                                                        {"imatmul", binary<BinaryOp::kMatrixMultiply, true>},
                                                        {"ilshift", binary<BinaryOp::kLshift, true>},
                                                        {"irshift", binary<BinaryOp::kRshift, true>},
                                                        {"iand", binary<BinaryOp::kAnd, true>},
                                                        {"ior", binary<BinaryOp::kOr, true>},
                                                        {"ixor", binary<BinaryOp::kXor, true>},
                                                        {"lt", compare<CompareOp::kLess>},
                                                        {"le", compare<CompareOp::kLessEqual>},
                                                        {"eq", compare<CompareOp::kEqual>},
                                                        {"ne", compare<CompareOp::kNotEqual>},
                                                        {"gt", compare<CompareOp::kGreater>},
                                                        {"ge", compare<CompareOp::kGreaterEqual>},
                                                        {"neg", neg},
                                                        {"pos", pos},
                                                        {"invert", invert},
                                                        {"inv", invert},
                                                        {"not_", not_},
                                                        {"truth", truth},
                                                        {"abs", abs},
                                                        {"index", index},
                                                        {"call", call},
                                                        {"length_hint", length_hint},
                                                        {"is_", is_},
                                                        {"is_not", is_not},
                                                        {"contains", contains},
                                                        {"getitem", getitem},
                                                        {"setitem", setitem},
                                                        {"delitem", delitem},
                                                        {"concat", concat},
                                                        {"countOf", count_of},
                                                        {"indexOf", index_of}};
  for (const auto& [name, fn] : functions) {
    NativeFunction* made = define_function(module, name, fn);
    made->module = "_operator";  // where CPython says they live
    // Operators have the name of their method too: `__add__`, `__not__`.
    std::string_view plain = name;
    if (plain.back() == '_') plain.remove_suffix(1);
    constexpr std::string_view kNoMethods[] = {"truth", "is", "is_not", "length_hint", "countOf", "indexOf"};
    if (std::find(std::begin(kNoMethods), std::end(kNoMethods), plain) == std::end(kNoMethods))
      set_attribute(module, "__" + std::string(plain) + "__", Value::of(made));
  }
  static Type* item = make_getter_type("itemgetter", call_getter<item_of>);
  static Type* attribute = make_getter_type("attrgetter", call_getter<attribute_of>);
  static Type* method = make_getter_type("methodcaller", call_method_of);
  for (Type* type : {item, attribute, method}) set_attribute(module, type->name, Value::of(type));
}

}  // namespace vt::vm
