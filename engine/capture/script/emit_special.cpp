// Calls that are part of the language of scripts: print, range, zip, isinstance, getattr,
// list and dict, annotate, fork and wait.
#include <algorithm>

#include "capture/script/emitter.h"
#include "capture/script/library.h"
#include "torch/objects.h"

namespace vt::script {

SugaredPtr Emitter::emit_fork(const CallExpr& expr, const Range& at) {
  if (expr.arguments.empty()) fail("Expected at least one argument to fork()", at);
  SugaredPtr callee = emit_sugared(expr.arguments[0]);
  std::vector<NamedValue> positional;
  for (size_t i = 1; i < expr.arguments.size(); ++i)
    positional.push_back({"", emit(expr.arguments[i]), range(expr.arguments[i])});
  std::vector<NamedValue> keywords = emit_keywords(expr);
  // The call is the block of a node until variables are values (lift_forks).
  ++graph().next_unique;
  Node* fork = graph().create("prim::fork", 0);
  fork->range = at;
  graph().insert(fork);
  Block* body = fork->add_block();
  Value* result;
  {
    InsertScope scope(body);
    result = as_value(call(callee, at, positional, keywords, nullptr), at);
  }
  body->add_output(result);
  return sugared(fork->add_output(future_of(result->type)));
}

// dict(...) of a dict, of pairs, and of keywords.
Value* Emitter::emit_dict_call(const CallExpr& expr, const Range& at, TypePtr hint) {
  Expr* given = expr.arguments.empty() ? nullptr : expr.arguments[0];
  const bool listed = given && given->kind == ExprKind::kList;
  if (!given || (listed && as<ListExpr>(given).elements.empty())) {
    if (expr.keywords.empty())
      return insert("prim::DictConstruct", {},
                    hint && is(hint, TypeKind::kDict) ? hint : dict_of(simple_type(TypeKind::kString), tensor_type()),
                    at);
  }
  auto key_of = [&](const Keyword& keyword) { return graph().insert_text(std::string(keyword.name), at); };
  if (!given || listed) {  // the keywords are more pairs
    std::vector<Value*> pairs;
    if (listed)
      for (Expr* element : as<ListExpr>(given).elements) pairs.push_back(emit(element));
    for (const Keyword& keyword : expr.keywords) {
      Value* key = key_of(keyword);
      pairs.push_back(emit_tuple({key, emit(keyword.value)}));
    }
    SugaredPtr list = sugared(insert("prim::ListConstruct", pairs, list_of(pairs[0]->type), {}));
    return emit_dict_of_pairs(list, at, hint);
  }
  SugaredPtr source = emit_sugared(given);
  const bool mapping = source->kind == Sugared::Kind::kValue && is(source->value->type, TypeKind::kDict);
  if (!mapping && !expr.keywords.empty()) fail("dict takes no keyword arguments", at);
  Value* made =
      mapping ? emit_builtin(graph(), "aten::dict", {source->value}, at) : emit_dict_of_pairs(source, at, hint);
  for (const Keyword& keyword : expr.keywords) {
    Value* key = key_of(keyword);
    emit_builtin(graph(), "aten::_set_item", {made, key, emit(keyword.value)}, at);
  }
  return made;
}

Value* Emitter::emit_dict_of_pairs(const SugaredPtr& pairs, const Range& at, TypePtr hint) {
  Value* dict = insert("prim::DictConstruct", {}, dict_of(simple_type(TypeKind::kString), tensor_type()), {});
  bool typed = hint && is(hint, TypeKind::kDict);
  if (typed) dict->type = hint;
  SugaredPtr current;
  emit_for([&] { return pairs; }, [&](SugaredPtr v) { current = v; },
           [&] {
             std::vector<SugaredPtr> parts = unpack(current, at, 2);
             if (parts.size() != 2) fail("dict takes pairs of a key and a value", at);
             Value *key = as_value(parts[0], at), *value = as_value(parts[1], at);
             check_pair(hint, key, value, at);
             if (!typed) dict->type = dict_of(key->type, value->type);
             typed = true;
             emit_builtin(graph(), "aten::_set_item", {dict, key, value}, at);
           },
           at, at);
  return dict;
}

// A dict that is declared takes keys and values of its types.
void Emitter::check_pair(const TypePtr& declared, const Value* key, const Value* value, const Range& at) {
  if (!declared || !is(declared, TypeKind::kDict)) return;
  auto refuse = [&](const char* what, const Value* given) {
    fail("Dict type annotation `" + message_text(declared) + "` did not match the type of an actual " + what +
             " type `" + message_text(given->type) + "`",
         at);
  };
  if (!is_subtype(key->type, declared->inside[0])) refuse("key", key);
  if (!is_subtype(value->type, declared->inside[1])) refuse("value", value);
}

SugaredPtr Emitter::emit_special(const SugaredPtr& callee, const CallExpr& expr, const Range& at, TypePtr hint) {
  const std::string& name = callee->name;
  auto argument = [&](size_t i) { return expr.arguments[i]; };
  size_t count = expr.arguments.size();
  auto need = [&](size_t least, size_t most) {
    if (count < least || count > most)
      fail(name + " expected " + std::to_string(least) + " arguments but found " + std::to_string(count), at);
  };
  // A range of an end alone has start and step too; nothing reads them.
  auto only_end = [&](const Range& where) {
    graph().insert_int(0, where);
    graph().insert_int(1, where);
  };
  // None, which becomes a value if something reads it.
  auto nothing = [] {
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kPython;
    made->python = vm::Value::none();
    made->constant = true;
    return made;
  };
  if (name == "print") {
    if (!emit_keywords(expr).empty()) fail("print doesn't accept any keyword arguments", at);
    std::vector<NamedValue> values = emit_arguments(expr);
    Node* node = graph().create("prim::Print", 0);
    for (const NamedValue& each : values) node->add_input(each.value);
    node->range = at;
    graph().insert(node);
    return nothing();
  }
  if (name == "range") {
    const Range whole = range(static_cast<const Expr*>(&expr));
    if (count == 0) fail("range expected at least 1 arguments, got 0", whole);
    if (count > 3) fail("range expected at most 3 arguments, got " + std::to_string(count), whole);
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kRange;
    std::vector<Value*> values;
    for (const NamedValue& each : emit_arguments(expr)) {
      Value* v = is(each.value->type, TypeKind::kBool)
                     ? each.value
                     : convert_implicitly(graph(), at, simple_type(TypeKind::kInt), each.value, true);
      if (!is(v->type, TypeKind::kInt))
        fail("all inputs of range must be ints, found " + message_text(v->type) + " in argument " +
                 std::to_string(values.size()),
             whole);
      values.push_back(v);
    }
    if (values.size() == 1) only_end(at);
    if (values.size() == 2) values.push_back(graph().insert_int(1, at));
    made->values = std::move(values);
    return made;
  }
  if (name == "enumerate") {
    need(1, 2);
    auto zip = std::make_shared<Sugared>();
    zip->kind = Sugared::Kind::kZip;
    auto counter = std::make_shared<Sugared>();
    counter->kind = Sugared::Kind::kRange;
    Value* start = count == 2 ? emit(argument(1)) : nullptr;
    for (const Keyword& keyword : expr.keywords)
      if (keyword.name == "start") start = emit(keyword.value);
    Value* end = number(INT64_MAX, at);
    if (start) counter->values = {start, end, graph().insert_int(1, at)};
    else {
      only_end(at);
      counter->values = {end};
    }
    zip->items = {counter, iterable(emit_sugared(argument(0)), at)};
    return zip;
  }
  if (name == "zip") {
    if (count == 0) fail("zip expected at least 1 arguments, got 0", at);
    auto zip = std::make_shared<Sugared>();
    zip->kind = Sugared::Kind::kZip;
    for (size_t i = 0; i < count; ++i) {
      zip->items.push_back(iterable(emit_sugared(argument(i)), at));
      if (unrolls(zip->items[0]) != unrolls(zip->items[i]))
        fail(
            "Can not iterate over a module list or tuple with a value that does not have a statically determinable "
            "length\n",
            range(static_cast<const Expr*>(&expr)));
    }
    return zip;
  }
  if (name == "reversed") fail("reversed is not supported in a script", at);
  if (name == "isinstance" || name == "jit.isinstance") return sugared(instance_check(expr).value);
  if (name == "getattr" || name == "hasattr") {
    need(2, 3);
    SugaredPtr object = emit_sugared(argument(0));
    const ConstantExpr* key = argument(1)->kind == ExprKind::kConstant ? &as<ConstantExpr>(argument(1)) : nullptr;
    if (!key || key->type != ConstantKind::kString) fail(name + "'s second argument must be a string literal", at);
    std::string field(key->text);
    bool there = false;
    if (object->kind == Sugared::Kind::kModule) {
      ClassType& cls = *object->cls;
      there = cls.find(field) >= 0 || cls.constants.count(field) || cls.method(field) ||
              (!cls.python.is_null() && !vm_.find_attribute(cls.python, vm::intern(field)).is_null());
    } else if (object->kind == Sugared::Kind::kValue) {
      try {
        Node* mark = graph().insert_point->previous;
        value_attribute(object->value, field, at);
        there = true;
        while (graph().insert_point->previous != mark) graph().insert_point->previous->destroy();
      } catch (const ScriptError&) {
      }
    }
    if (name == "hasattr") return sugared(graph().insert_bool(there, at));
    if (!there && count == 3) return emit_sugared(argument(2), hint);
    return attribute(object, field, at);
  }
  if (name == "list") {
    if (count == 0)
      return sugared(
          insert("prim::ListConstruct", {}, hint && is(hint, TypeKind::kList) ? hint : list_of(tensor_type()), at));
    SugaredPtr source = iterable(emit_sugared(argument(0)), at);
    if (source->kind == Sugared::Kind::kValue) return sugared(emit_builtin(graph(), "aten::list", {source->value}, at));
    Value* list = insert("prim::ListConstruct", {}, list_of(simple_type(TypeKind::kInt)), {});
    bool typed = false;
    SugaredPtr current;
    emit_for([&] { return source; }, [&](SugaredPtr v) { current = v; },
             [&] {
               ++graph().next_unique;  // a comprehension reads a variable here
               Value* value = as_value(current, at);
               if (!typed) list->type = list_of(value->type);
               typed = true;
               NamedValue self{"self", list, at};
               emit_builtin(graph(), "aten::append", {{"", value, at}}, {}, at, &self);
             },
             at, at);
    return sugared(list);
  }
  if (name == "tuple") {
    need(1, 1);
    auto made = std::make_shared<Sugared>();
    made->kind = Sugared::Kind::kTuple;
    made->items = unpack(emit_sugared(argument(0)), at, 0);
    return sugared(as_value(made, at));
  }
  if (name == "dict") return sugared(emit_dict_call(expr, at, hint));
  if (name == "sorted") {
    std::vector<NamedValue> positional = emit_arguments(expr);
    return sugared(emit_builtin(graph(), "aten::sorted", positional, emit_keywords(expr), at));
  }
  if (name == "jit.annotate") {
    need(2, 2);
    TypePtr type = annotation(argument(0));
    Value* value = convert_implicitly(graph(), at, type, emit(argument(1), type), true);
    if (!is_subtype(value->type, type))
      fail("expected an expression of type " + message_text(type) + " but found " + message_text(value->type), at);
    // A None keeps the type that it was given.
    if (is(type, TypeKind::kOptional) && is(value->type, TypeKind::kNone))
      value = graph().insert_constant(vm::Value::none(), type);
    return sugared(value);
  }
  if (name.rfind("module.", 0) == 0) {
    SugaredPtr module = callee->items[0];
    std::string what = name.substr(7);
    if (what == "values" || what == "keys" || what == "items") return module_items(module, what, at);
    return walk_module(module, what, at);
  }
  if (name == "jit.fork") return emit_fork(expr, at);
  if (name == "jit.wait") {
    need(1, 1);
    Value* future = emit(argument(0));
    return sugared(emit_builtin(graph(), "aten::wait", {future}, at));
  }
  if (name == "jit.is_scripting") return sugared(graph().insert_bool(true, at));
  if (name == "jit._unwrap_optional") {
    Value* value = emit(argument(0));
    return sugared(insert("aten::_unwrap_optional", {value}, without_none(value->type), at));
  }
  fail("unknown special form " + name, at);
}

}  // namespace vt::script
