// ExceptionGroup and what except* asks of it: splitting a tree of exceptions by type or
// condition, and putting what no clause took together again.
#include <algorithm>
#include <functional>

#include "vm/bootstrap.h"
#include "vm/builtins/builtins.h"
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/type_names.h"

namespace vt::vm {
namespace {

bool is_group(const Value& v) { return v.as<Exception>() && type_of(v)->is_subtype_of(types().BaseExceptionGroup); }

Value& field(const Value& group, const char* name) {
  Value* found = group.as<Exception>()->attributes_slot()->as<Dict>()->table.find(intern(name));
  if (!found) raise(types().AttributeError, std::string("this group has no ") + name);
  return *found;
}
const std::vector<Value>& members(const Value& group) { return field(group, "exceptions").as<Tuple>()->items; }

Value construct_group(Interpreter& vm, Type* type, const Arguments& a) {
  if (a.keywords) raise(types().TypeError, type->name + "() takes no keyword arguments");
  if (a.positional != 2)
    raise(types().TypeError,
          "BaseExceptionGroup.__new__() takes exactly 2 arguments (" + std::to_string(a.positional) + " given)");
  if (!a[0].as<Str>())
    raise(types().TypeError,
          std::string("BaseExceptionGroup.__new__() argument 1 must be str, not ") + argument_type_name(a[0]));
  if (!a[1].as<List>() && !a[1].as<Tuple>() && !type_of(a[1])->slots.get_item)
    raise(types().TypeError, "second argument (exceptions) must be a sequence");
  std::vector<Value> inside = vm.to_vector(a[1]);
  if (inside.empty()) raise(types().ValueError, "second argument (exceptions) must be a non-empty sequence");
  bool plain = true;
  for (size_t i = 0; i < inside.size(); ++i) {
    if (!inside[i].as<Exception>())
      raise(types().ValueError, "Item " + std::to_string(i) + " of second argument (exceptions) is not an exception");
    plain = plain && type_of(inside[i])->is_subtype_of(types().Exception);
  }
  if (type == types().BaseExceptionGroup && plain) type = types().ExceptionGroup;
  if (!plain && type->is_subtype_of(types().Exception))
    raise(types().TypeError, type == types().ExceptionGroup ? "Cannot nest BaseExceptions in an ExceptionGroup"
                                                            : "Cannot nest BaseExceptions in '" + type->name + "'");
  Value made = make<Exception>(type, make_tuple({a[0], a[1]}));
  HashTable& fields = made.as<Exception>()->attributes_slot()->as<Dict>()->table;
  fields.insert(intern("message"), a[0]);
  fields.insert(intern("exceptions"), make_tuple(std::move(inside)));
  return made;
}

// A subclass may take other arguments in __init__; the group is complete by then.
void initialize_group(Interpreter&, const Value&, const Arguments&) {}

Value group_str(Interpreter& vm, const Value& self) {
  size_t count = members(self).size();
  return make_str(vm.str(field(self, "message")) + " (" + std::to_string(count) + " sub-exception" +
                  (count == 1 ? ")" : "s)"));
}

Value derive(Interpreter& vm, const Arguments& a) {
  check_count(a, "derive", 1, 1, true);
  return vm.call(Value::of(types().BaseExceptionGroup), {field(a[0], "message"), a[1]});
}

// A group like `group` of other exceptions: its class decides, the circumstances stay.
Value derived(Interpreter& vm, const Value& group, std::vector<Value> inside) {
  if (inside.empty()) return Value::none();
  Value made = vm.call_method(group, "derive", {make_list(std::move(inside))});
  if (!is_group(made)) raise(types().TypeError, "derive must return an instance of BaseExceptionGroup");
  const Exception* from = group.as<Exception>();
  Exception* to = made.as<Exception>();
  to->traceback = from->traceback;
  to->cause = from->cause;
  to->context = from->context;
  to->suppress_context = true;  // as where a cause is set, if only to none
  if (const List* notes = from->notes.as<List>()) to->notes = make_list(notes->items);
  return made;
}

using Test = std::function<bool(const Value&)>;

// What of the tree `test` accepts, and the rest; None for nothing.
std::pair<Value, Value> split(Interpreter& vm, const Value& exception, const Test& test) {
  NativeCallGuard guard(vm, "");
  if (test(exception)) return {exception, Value::none()};
  if (!is_group(exception)) return {Value::none(), exception};
  std::vector<Value> matching, rest;
  for (const Value& inner : std::vector<Value>(members(exception))) {
    auto [yes, no] = split(vm, inner, test);
    if (!yes.is_none()) matching.push_back(std::move(yes));
    if (!no.is_none()) rest.push_back(std::move(no));
  }
  Value first = derived(vm, exception, std::move(matching));
  return {std::move(first), derived(vm, exception, std::move(rest))};
}

bool is_exception_type(const Value& v) {
  if (const Type* type = v.as<Type>()) return type->is_subtype_of(types().BaseException);
  const Tuple* tuple = v.as<Tuple>();
  return tuple && std::all_of(tuple->items.begin(), tuple->items.end(), is_exception_type);
}

Test condition(Interpreter& vm, const Value& given) {
  if (is_exception_type(given)) return [&vm, given](const Value& e) { return vm.is_instance(e, given); };
  if (given.as<Function>()) return [&vm, given](const Value& e) { return vm.truth(vm.call(given, {e})); };
  raise(types().TypeError, "expected a function, exception type or tuple of exception types");
}

Value group_split(Interpreter& vm, const Arguments& a) {
  check_count(a, "split", 1, 1, true);
  auto [match, rest] = split(vm, a[0], condition(vm, a[1]));
  return make_tuple({match, rest});
}

Value group_subgroup(Interpreter& vm, const Arguments& a) {
  check_count(a, "subgroup", 1, 1, true);
  return split(vm, a[0], condition(vm, a[1])).first;
}

void check_wanted(const Value& wanted) {
  if (const Tuple* tuple = wanted.as<Tuple>()) {
    for (const Value& item : tuple->items) check_wanted(item);
    return;
  }
  const Type* type = wanted.as<Type>();
  if (!type || !type->is_subtype_of(types().BaseException))
    raise(types().TypeError, "catching classes that do not inherit from BaseException is not allowed");
  if (type->is_subtype_of(types().BaseExceptionGroup))
    raise(types().TypeError, "catching ExceptionGroup with except* is not allowed. Use except instead.");
}

void collect_leaves(const Value& exception, std::vector<const Object*>& out) {
  if (!is_group(exception)) return out.push_back(exception.as_object());
  for (const Value& inner : members(exception)) collect_leaves(inner, out);
}

// Parts of the same raised group carry the same circumstances.
bool same_origin(const Value& left, const Value& right) {
  const Exception *a = left.as<Exception>(), *b = right.as<Exception>();
  return a->traceback.size() == b->traceback.size() && a->cause.same(b->cause) && a->context.same(b->context);
}

}  // namespace

std::pair<Value, Value> split_group(Interpreter& vm, const Value& exception, const Value& wanted) {
  check_wanted(wanted);
  if (exception.is_none()) return {Value::none(), Value::none()};
  Test test = [&](const Value& e) { return vm.is_instance(e, wanted); };
  if (!is_group(exception)) {
    if (!test(exception)) return {exception, Value::none()};
    return {Value::none(), vm.call(Value::of(types().BaseExceptionGroup), {make_str(""), make_tuple({exception})})};
  }
  auto [match, rest] = split(vm, exception, test);
  return {rest, match};
}

Value unhandled_groups(Interpreter& vm, const Value& original, const Value& raised) {
  std::vector<Value> anew;
  std::vector<const Object*> kept;
  for (const Value& e : raised.as<List>()->items) {
    if (e.is_none()) continue;
    if (!is_group(original)) return e;
    if (is_group(e) && same_origin(e, original)) collect_leaves(e, kept);
    else anew.push_back(e);
  }
  Value left = Value::none();
  if (!kept.empty()) {
    left = split(vm, original, [&](const Value& e) {
             return !is_group(e) && std::find(kept.begin(), kept.end(), e.as_object()) != kept.end();
           }).first;
  }
  if (anew.empty()) return left;
  if (!left.is_none()) anew.push_back(left);
  if (anew.size() == 1) return anew[0];
  return vm.call(Value::of(types().BaseExceptionGroup), {make_str(""), make_list(std::move(anew))});
}

void install_exception_groups() {
  Type* type = types().BaseExceptionGroup;
  type->slots.construct = construct_group;
  type->slots.initialize = initialize_group;
  type->slots.str = group_str;
  define_class_method(type, "__class_getitem__", generic_alias_maker());
  define_method(type, "derive", derive);
  define_method(type, "split", group_split);
  define_method(type, "subgroup", group_subgroup);
}

}  // namespace vt::vm
