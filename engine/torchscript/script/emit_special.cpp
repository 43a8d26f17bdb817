// Special forms of the script language: print, range, zip, isinstance, getattr, list and dict, annotate,
// fork and wait.
#include <unordered_map>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"

namespace vt::script {

SugaredPtr Emitter::emit_fork(const CallExpr& expr, const Range& at) {
  if (expr.arguments.empty()) fail("Expected at least one argument to fork()", at);
  SugaredPtr callee = emit_sugared(expr.arguments[0]);
  std::vector<NamedValue> positional;
  for (size_t i = 1; i < expr.arguments.size(); ++i)
    positional.push_back({"", emit(expr.arguments[i]), range(expr.arguments[i])});
  std::vector<NamedValue> keywords = emit_keywords(expr);
  // The call becomes a block of the fork node; lift_forks turns it into a graph after SSA conversion.
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

// dict(...) of a dict, of a list of pairs, and of keywords.
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
  if (!given || listed) {  // keywords are additional pairs
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

// Checks key and value against the declared dict type.
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

namespace {

// None, which is emitted as a constant only if it is used.
SugaredPtr nothing() {
  SugaredPtr made = make_sugared(Sugared::Kind::kPython);
  made->python = vm::Value::none();
  made->constant = true;
  return made;
}

}  // namespace

// The arguments of a special form.
struct Emitter::SpecialCall {
  const std::string& name;
  const CallExpr& expr;
  const Range& at;
  const TypePtr& hint;
  const SugaredPtr& callee;
  Expr* argument(size_t i) const { return expr.arguments[i]; }
  size_t count() const { return expr.arguments.size(); }
};

void Emitter::check_count(const SpecialCall& call, size_t least, size_t most) {
  if (call.count() >= least && call.count() <= most) return;
  fail(call.name + " expected " + std::to_string(least) + " arguments but found " + std::to_string(call.count()),
       call.at);
}

// range(end) also emits its default start and step, as in PyTorch; they have no uses.
void Emitter::insert_unread_range(const Range& at) {
  graph().insert_int(0, at);
  graph().insert_int(1, at);
}

SugaredPtr Emitter::special_print(const SpecialCall& call) {
  if (!emit_keywords(call.expr).empty()) fail("print doesn't accept any keyword arguments", call.at);
  std::vector<NamedValue> values = emit_arguments(call.expr);
  Node* node = graph().create("prim::Print", 0);
  for (const NamedValue& each : values) node->add_input(each.value);
  node->range = call.at;
  graph().insert(node);
  return nothing();
}

SugaredPtr Emitter::special_range(const SpecialCall& call) {
  const Range whole = range(static_cast<const Expr*>(&call.expr));
  if (call.count() == 0) fail("range expected at least 1 arguments, got 0", whole);
  if (call.count() > 3) fail("range expected at most 3 arguments, got " + std::to_string(call.count()), whole);
  SugaredPtr made = make_sugared(Sugared::Kind::kRange);
  std::vector<Value*> values;
  for (const NamedValue& each : emit_arguments(call.expr)) {
    Value* v = is(each.value->type, TypeKind::kBool)
                   ? each.value
                   : convert_implicitly(graph(), call.at, simple_type(TypeKind::kInt), each.value, true);
    if (!is(v->type, TypeKind::kInt))
      fail("all inputs of range must be ints, found " + message_text(v->type) + " in argument " +
               std::to_string(values.size()),
           whole);
    values.push_back(v);
  }
  if (values.size() == 1) insert_unread_range(call.at);
  if (values.size() == 2) values.push_back(graph().insert_int(1, call.at));
  made->values = std::move(values);
  return made;
}

SugaredPtr Emitter::special_enumerate(const SpecialCall& call) {
  check_count(call, 1, 2);
  SugaredPtr zip = make_sugared(Sugared::Kind::kZip), counter = make_sugared(Sugared::Kind::kRange);
  Value* start = call.count() == 2 ? emit(call.argument(1)) : nullptr;
  for (const Keyword& keyword : call.expr.keywords)
    if (keyword.name == "start") start = emit(keyword.value);
  Value* end = number(INT64_MAX, call.at);
  if (start) {
    counter->values = {start, end, graph().insert_int(1, call.at)};
  } else {
    insert_unread_range(call.at);
    counter->values = {end};
  }
  zip->items = {counter, iterable(emit_sugared(call.argument(0)), call.at)};
  return zip;
}

SugaredPtr Emitter::special_zip(const SpecialCall& call) {
  if (call.count() == 0) fail("zip expected at least 1 arguments, got 0", call.at);
  SugaredPtr zip = make_sugared(Sugared::Kind::kZip);
  for (size_t i = 0; i < call.count(); ++i) {
    zip->items.push_back(iterable(emit_sugared(call.argument(i)), call.at));
    if (unrolls(zip->items[0]) != unrolls(zip->items[i]))
      fail(
          "Can not iterate over a module list or tuple with a value that does not have a statically determinable "
          "length\n",
          range(static_cast<const Expr*>(&call.expr)));
  }
  return zip;
}

SugaredPtr Emitter::special_reversed(const SpecialCall& call) {
  fail("reversed is not supported in a script", call.at);
}

SugaredPtr Emitter::special_isinstance(const SpecialCall& call) { return sugared(instance_check(call.expr).value); }

bool Emitter::has_attribute(const SugaredPtr& object, const std::string& name, const Range& at) {
  if (object->kind == Sugared::Kind::kModule) {
    ClassType& cls = *object->cls;
    return cls.find(name) >= 0 || cls.constants.count(name) || cls.method(name) ||
           (!cls.python.is_null() && !vm_.find_attribute(cls.python, vm::intern(name)).is_null());
  }
  if (object->kind != Sugared::Kind::kValue) return false;
  try {  // try to read it, then remove the nodes that this inserted
    Node* mark = graph().insert_point->previous;
    value_attribute(object->value, name, at);
    while (graph().insert_point->previous != mark) graph().insert_point->previous->destroy();
    return true;
  } catch (const ScriptError&) {
    return false;
  }
}

// getattr and hasattr; the name must be a string literal.
SugaredPtr Emitter::special_getattr(const SpecialCall& call) {
  check_count(call, 2, 3);
  SugaredPtr object = emit_sugared(call.argument(0));
  Expr* given = call.argument(1);
  const ConstantExpr* key = given->kind == ExprKind::kConstant ? &as<ConstantExpr>(given) : nullptr;
  if (!key || key->type != ConstantKind::kString)
    fail(call.name + "'s second argument must be a string literal", call.at);
  std::string field(key->text);
  bool there = has_attribute(object, field, call.at);
  if (call.name == "hasattr") return sugared(graph().insert_bool(there, call.at));
  if (!there && call.count() == 3) return emit_sugared(call.argument(2), call.hint);
  return attribute(object, field, call.at);
}

SugaredPtr Emitter::special_list(const SpecialCall& call) {
  const TypePtr& hint = call.hint;
  if (call.count() == 0)
    return sugared(
        insert("prim::ListConstruct", {}, hint && is(hint, TypeKind::kList) ? hint : list_of(tensor_type()), call.at));
  SugaredPtr source = iterable(emit_sugared(call.argument(0)), call.at);
  if (source->kind == Sugared::Kind::kValue)
    return sugared(emit_builtin(graph(), "aten::list", {source->value}, call.at));
  Value* list = insert("prim::ListConstruct", {}, list_of(simple_type(TypeKind::kInt)), {});
  bool typed = false;
  SugaredPtr current;
  emit_for([&] { return source; }, [&](SugaredPtr v) { current = v; },
           [&] {
             ++graph().next_unique;  // a comprehension loads a variable here; keeps value numbers equal
             Value* value = as_value(current, call.at);
             if (!typed) list->type = list_of(value->type);
             typed = true;
             NamedValue self{"self", list, call.at};
             emit_builtin(graph(), "aten::append", {{"", value, call.at}}, {}, call.at, &self);
           },
           call.at, call.at);
  return sugared(list);
}

SugaredPtr Emitter::special_tuple(const SpecialCall& call) {
  check_count(call, 1, 1);
  SugaredPtr made = make_sugared(Sugared::Kind::kTuple);
  made->items = unpack(emit_sugared(call.argument(0)), call.at, 0);
  return sugared(as_value(made, call.at));
}

SugaredPtr Emitter::special_dict(const SpecialCall& call) {
  return sugared(emit_dict_call(call.expr, call.at, call.hint));
}

SugaredPtr Emitter::special_sorted(const SpecialCall& call) {
  std::vector<NamedValue> positional = emit_arguments(call.expr);
  return sugared(emit_builtin(graph(), "aten::sorted", positional, emit_keywords(call.expr), call.at));
}

SugaredPtr Emitter::special_annotate(const SpecialCall& call) {
  check_count(call, 2, 2);
  TypePtr type = annotation(call.argument(0));
  Value* value = convert_implicitly(graph(), call.at, type, emit(call.argument(1), type), true);
  if (!is_subtype(value->type, type))
    fail("expected an expression of type " + message_text(type) + " but found " + message_text(value->type), call.at);
  // None keeps the annotated type.
  if (is(type, TypeKind::kOptional) && is(value->type, TypeKind::kNone))
    value = graph().insert_constant(vm::Value::none(), type);
  return sugared(value);
}

SugaredPtr Emitter::special_fork(const SpecialCall& call) { return emit_fork(call.expr, call.at); }

SugaredPtr Emitter::special_wait(const SpecialCall& call) {
  check_count(call, 1, 1);
  Value* future = emit(call.argument(0));
  return sugared(emit_builtin(graph(), "aten::wait", {future}, call.at));
}

SugaredPtr Emitter::special_is_scripting(const SpecialCall& call) {
  return sugared(graph().insert_bool(true, call.at));
}

SugaredPtr Emitter::special_unwrap_optional(const SpecialCall& call) {
  Value* value = emit(call.argument(0));
  return sugared(insert("aten::_unwrap_optional", {value}, without_none(value->type), call.at));
}

// module.values(), module.children() and similar.
SugaredPtr Emitter::special_walk(const SpecialCall& call) {
  return walk_module(call.callee->items[0], call.name.substr(kModuleForm.size()), call.at);
}
SugaredPtr Emitter::special_items(const SpecialCall& call) {
  return module_items(call.callee->items[0], call.name.substr(kModuleForm.size()), call.at);
}

const std::unordered_map<std::string_view, Emitter::SpecialForm>& Emitter::special_forms() {
  static const std::unordered_map<std::string_view, SpecialForm> kForms = {
      {"print", &Emitter::special_print},
      {"range", &Emitter::special_range},
      {"enumerate", &Emitter::special_enumerate},
      {"zip", &Emitter::special_zip},
      {"reversed", &Emitter::special_reversed},
      {"isinstance", &Emitter::special_isinstance},
      {"getattr", &Emitter::special_getattr},
      {"hasattr", &Emitter::special_getattr},
      {"list", &Emitter::special_list},
      {"tuple", &Emitter::special_tuple},
      {"dict", &Emitter::special_dict},
      {"sorted", &Emitter::special_sorted},
      {"jit.isinstance", &Emitter::special_isinstance},
      {"jit.annotate", &Emitter::special_annotate},
      {"jit.fork", &Emitter::special_fork},
      {"jit.wait", &Emitter::special_wait},
      {"jit.is_scripting", &Emitter::special_is_scripting},
      {"jit._unwrap_optional", &Emitter::special_unwrap_optional},
      {"module.values", &Emitter::special_items},
      {"module.keys", &Emitter::special_items},
      {"module.items", &Emitter::special_items},
      {"module.children", &Emitter::special_walk},
      {"module.named_children", &Emitter::special_walk},
      {"module.modules", &Emitter::special_walk},
      {"module.named_modules", &Emitter::special_walk},
      {"module.named_buffers", &Emitter::special_walk},
  };
  return kForms;
}

bool Emitter::is_special_form(std::string_view name) { return special_forms().contains(name); }

SugaredPtr Emitter::emit_special(const SugaredPtr& callee, const CallExpr& expr, const Range& at, TypePtr hint) {
  auto form = special_forms().find(callee->name);
  if (form == special_forms().end()) fail("unknown special form " + callee->name, at);
  return (this->*form->second)({callee->name, expr, at, hint, callee});
}

}  // namespace vt::script
