// list[int] and int | None: annotations that do nothing but remember what they say. A
// union also answers isinstance().
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
struct Alias : Object {
  Alias(Type* type, Value of, std::vector<Value> items)
      : Object(Kind::kOther, type), origin(std::move(of)), arguments(make_tuple(std::move(items))) {}
  void traverse(Visitor& v) const override {
    v.visit(origin);
    v.visit(arguments);
  }
  void clear() override { origin = Value::none(); }
  Value origin;     // null in a union
  Value arguments;  // Tuple
};
Alias& alias_of(const Value& v) { return *static_cast<Alias*>(v.as_object()); }
const std::vector<Value>& arguments_of(const Value& v) { return alias_of(v).arguments.as<Tuple>()->items; }
Type* alias_type();
Type* union_type();
bool is_union(const Value& v) { return is_exactly(v, union_type()); }

std::string shown(Interpreter& vm, const Value& v) {
  if (v.is_none() || v.same(Value::of(types().none_type))) return "None";
  if (v.same(ellipsis())) return "...";
  if (const Type* type = v.as<Type>())
    return type->module == "builtins" ? type->qualified_name : type->module + "." + type->qualified_name;
  if (const List* list = v.as<List>()) {
    std::string out;
    for (const Value& item : list->items) out += (out.empty() ? "" : ", ") + shown(vm, item);
    return "[" + out + "]";
  }
  return vm.repr(v);
}
std::string joined(Interpreter& vm, const Value& v, const char* separator) {
  NativeCallGuard guard(vm);
  std::string out;
  for (const Value& item : arguments_of(v)) out += (out.empty() ? "" : separator) + shown(vm, item);
  return out;
}

Value class_getitem(Interpreter&, const Arguments& a) {
  const Tuple* several = a[1].as<Tuple>();
  return make<Alias>(alias_type(), a[0], several ? several->items : std::vector<Value>{a[1]});
}
Value alias_construct(Interpreter& vm, Type*, const Arguments& a) {  // types.GenericAlias(list, int)
  expect_arguments(a, "GenericAlias", 2, 2);
  return class_getitem(vm, a);
}
Value alias_repr(Interpreter& vm, const Value& v) {
  const std::string inner = joined(vm, v, ", ");
  return make_str(shown(vm, alias_of(v).origin) + "[" + (arguments_of(v).empty() ? "()" : inner) + "]");
}
Value alias_call(Interpreter& vm, const Value& self, const Arguments& a) { return vm.call(alias_of(self).origin, a); }
// list[T][int]
Value alias_item(Interpreter& vm, const Value& self, const Value& items) {
  return vm.call(vm.get_attribute(vm.import_module("typing"), "_subscript_builtin"), {self, items});
}
Value alias_attribute(Interpreter& vm, const Value& self, Str* name) {
  if (name->text == "__origin__") return is_union(self) ? Value() : alias_of(self).origin;
  if (name->text == "__args__") return alias_of(self).arguments;
  if (name->text == "__parameters__")
    return vm.call(vm.get_attribute(vm.import_module("typing"), "_parameters_in"), {alias_of(self).arguments});
  if (is_union(self) || name->text.compare(0, 2, "__") == 0) return {};
  return vm.find_attribute(alias_of(self).origin, name);
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (type_of(a) != type_of(b) || (op != CompareOp::kEqual && op != CompareOp::kNotEqual)) return not_implemented();
  bool equal = is_union(a) ? arguments_of(a).size() == arguments_of(b).size()
                           : vm.equal(alias_of(a).origin, alias_of(b).origin) &&
                                 vm.equal(alias_of(a).arguments, alias_of(b).arguments);
  if (is_union(a))
    for (const Value& item : arguments_of(a)) equal = equal && vm.contains(alias_of(b).arguments, item);
  return Value::boolean(equal == (op == CompareOp::kEqual));
}
Value hash(Interpreter& vm, const Value& v) {
  uint64_t out = is_union(v) ? 1 : vm.hash(alias_of(v).origin);
  for (const Value& item : arguments_of(v)) out ^= vm.hash(item);  // unions are equal in any order
  return Value::integer(static_cast<int64_t>(out));
}
Value mro_entries(Interpreter&, const Arguments& a) { return make_tuple({alias_of(a[0]).origin}); }

// ---- unions ------------------------------------------------------------------------
bool is_type_like(const Value& v) {
  return v.is_none() || v.as<Type>() ||
         (v.is_object() && (is_union(v) || is_exactly(v, alias_type()) || type_of(v)->module == "typing"));
}
void add_member(Interpreter& vm, std::vector<Value>& members, const Value& v) {
  if (is_union(v)) {
    for (const Value& item : arguments_of(v)) add_member(vm, members, item);
    return;
  }
  const Value member = v.is_none() ? Value::of(types().none_type) : v;
  for (const Value& known : members)
    if (vm.equal(known, member)) return;
  members.push_back(member);
}
Value make_union(Interpreter& vm, const Value& a, const Value& b) {
  if (!is_type_like(a) || !is_type_like(b)) return not_implemented();
  std::vector<Value> members;
  add_member(vm, members, a);
  add_member(vm, members, b);
  if (members.size() == 1) return members[0];
  return make<Alias>(union_type(), Value(), std::move(members));
}
Value union_repr(Interpreter& vm, const Value& v) { return make_str(joined(vm, v, " | ")); }
Value instance_check(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "__instancecheck__", 1);
  for (const Value& member : arguments_of(a[0]))
    if (vm.is_instance(a[1], member)) return Value::boolean(true);
  return Value::boolean(false);
}

Type* alias_type() {
  static Type* type = [] {
    Type* made = make_type("GenericAlias", types().object, Kind::kOther, "types");
    made->slots.repr = alias_repr;
    made->slots.construct = alias_construct;
    made->slots.call = alias_call;
    made->slots.hash = hash;
    made->slots.get_attribute = alias_attribute;
    made->slots.get_item = alias_item;
    binary_slot(made, BinaryOp::kOr) = make_union;
    set_compare_slots<compare>(made->slots);
    define_method(made, "__mro_entries__", mro_entries);
    return made;
  }();
  return type;
}
Type* union_type() {
  static Type* type = [] {
    Type* made = make_type("UnionType", types().object, Kind::kOther, "types");
    made->slots.repr = union_repr;
    made->slots.hash = hash;
    made->slots.get_attribute = alias_attribute;
    made->slots.get_item = alias_item;
    binary_slot(made, BinaryOp::kOr) = make_union;
    set_compare_slots<compare>(made->slots);
    define_method(made, "__instancecheck__", instance_check);
    return made;
  }();
  return type;
}
}  // namespace

Type* generic_alias_type() { return alias_type(); }
NativeFn generic_alias_maker() { return class_getitem; }
Type* union_alias_type() { return union_type(); }

void install_generic_aliases() {
  for (Type* type : {types().list, types().dict, types().tuple, types().set, types().frozenset, types().mapping_proxy,
                     types().BaseExceptionGroup})
    define_class_method(type, "__class_getitem__", class_getitem);
  binary_slot(types().type, BinaryOp::kOr) = make_union;
}

}  // namespace vt::vm
