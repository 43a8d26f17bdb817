// Expressions of a script: literals, operators, subscripts.
#include <algorithm>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"

namespace vt::script {

Value* Emitter::insert(const char* kind, std::vector<Value*> inputs, TypePtr type, const Range& at) {
  Node* node = graph().create(kind, std::move(inputs));
  node->output()->type = std::move(type);
  node->range = at;
  return graph().insert(node)->output();
}

Value* Emitter::emit(Expr* expr, TypePtr hint) { return as_value(emit_sugared(expr, std::move(hint)), range(expr)); }

// Number literals are emitted once per value, at the front of the graph.
Value* Emitter::front_constant(vm::Value value, TypePtr type, const Range& at) {
  for (Value* known : numbers_)
    if (known->type == type && known->node->constant.same(value)) return known;
  InsertScope scope(graph().top->first());
  numbers_.push_back(graph().insert_constant(std::move(value), std::move(type), at));
  return numbers_.back();
}
Value* Emitter::number(int64_t value, const Range& at) {
  return front_constant(vm::Value::integer(value), simple_type(TypeKind::kInt), at);
}

Value* Emitter::emit_constant(const ConstantExpr& c) {
  Range at = range(static_cast<const Expr*>(&c));
  switch (c.type) {
    case ConstantKind::kNone: return graph().insert_none(at);
    case ConstantKind::kTrue: return graph().insert_bool(true, at);
    case ConstantKind::kFalse: return graph().insert_bool(false, at);
    case ConstantKind::kInt: return number(c.integer, at);
    case ConstantKind::kFloat: return front_constant(vm::Value::real(c.real), simple_type(TypeKind::kFloat), at);
    case ConstantKind::kString: return graph().insert_text(std::string(c.text), at);
    case ConstantKind::kEllipsis: fail("Ellipsis may only stand in a subscript", at);
    case ConstantKind::kBigInt: fail("Integral constant out of range (must fit in a signed 64 bit integer)", at);
    case ConstantKind::kImaginary:
    case ConstantKind::kBytes: fail("Unknown Constant expression type", at);
  }
  return nullptr;
}

Value* Emitter::emit_tuple(const std::vector<Value*>& items) {
  Types types;
  for (Value* v : items) types.push_back(v->type);
  return insert("prim::TupleConstruct", items, tuple_of(std::move(types)), {});
}

Value* Emitter::concatenate(Value* left, Value* right, const Range& at) {
  std::vector<Value*> items;
  for (Value* each : {left, right})
    for (const SugaredPtr& item : unpack(sugared(each), at, 0)) items.push_back(item->value);
  return emit_tuple(items);
}

Value* Emitter::emit_list(const ListExpr& list, TypePtr hint) {
  Range at = range(static_cast<const Expr*>(&list));
  TypePtr wanted;
  if (hint) {
    if (is(hint, TypeKind::kUnion)) {
      for (const TypePtr& member : hint->inside)
        if (is(member, TypeKind::kList)) wanted = member->element();
    } else {
      TypePtr plain = without_none(hint);
      if (is(plain, TypeKind::kList)) wanted = plain->element();
      else if (!list.elements.empty() && !is(plain, TypeKind::kAny) && !is(plain, TypeKind::kTensor))
        fail("Expected an annotation of type List but got " + message_text(hint), at);
    }
  }
  if (list.elements.empty() && !wanted) {
    return insert("prim::EmptyListLiteral", {}, list_of(tensor_type()), at);
  }
  std::vector<Value*> items;
  for (Expr* element : list.elements) {
    if (element->kind == ExprKind::kStarred) {
      for (const SugaredPtr& each : unpack(emit_sugared(as<StarredExpr>(element).value), at, 0))
        items.push_back(as_value(each, at));
      continue;
    }
    items.push_back(emit(element, wanted));
  }
  TypePtr type = wanted;
  for (Value*& v : items) {
    if (wanted) {
      v = convert_implicitly(graph(), at, wanted, v, true);
      if (!is_subtype(v->type, wanted))
        fail("List type annotation `" + message_text(list_of(wanted)) +
                 "` did not match the types of the given list elements",
             at);
      continue;
    }
    if (!type) {
      type = v->type;
      continue;
    }
    std::optional<TypePtr> both = unify(type, v->type, true);
    type = both ? *both : type;
  }
  if (type->inferred) type = tensor_type();
  return insert("prim::ListConstruct", items, list_of(type), {});
}

Value* Emitter::emit_dict(const DictExpr& dict, TypePtr hint) {
  Range at = range(static_cast<const Expr*>(&dict));
  TypePtr key_type, value_type;
  if (hint) {
    TypePtr plain = without_none(hint);
    if (is(plain, TypeKind::kDict)) {
      key_type = plain->inside[0];
      value_type = plain->inside[1];
    }
  }
  std::vector<Value*> items;
  TypePtr key_seen, value_seen;
  for (size_t i = 0; i < dict.keys.size(); ++i) {
    if (!dict.keys[i]) fail("Dictionary unpacking is not supported", at);
    Value* key = emit(dict.keys[i], key_type);
    if (key_seen && !same_type(key_seen, key->type))
      fail("Dict keys must contain only a single type. Expected: " + message_text(key_seen) + " but found " +
               message_text(key->type) + " instead",
           range(dict.keys[i]));
    key_seen = key->type;
    Value* value = emit(dict.values[i], value_type);
    if (value_type) {
      value = convert_implicitly(graph(), at, value_type, value, true);
      if (!is_subtype(value->type, value_type))
        fail("Dict type annotation `" + message_text(hint) + "` did not match the type of an actual value type `" +
                 message_text(value->type) + "`",
             at);
    }
    std::optional<TypePtr> both = value_seen ? unify(value_seen, value->type, true) : value->type;
    value_seen = *both;
    items.push_back(key);
    items.push_back(value);
  }
  if (!key_type) key_type = key_seen ? key_seen : simple_type(TypeKind::kString);
  if (!value_type) value_type = value_seen ? (value_seen->inferred ? tensor_type() : value_seen) : tensor_type();
  return insert("prim::DictConstruct", items, dict_of(key_type, value_type), at);
}

SugaredPtr Emitter::emit_sugared(Expr* expr, TypePtr hint) {
  Range at = range(expr);
  switch (expr->kind) {
    case ExprKind::kName: return get_variable(std::string(as<NameExpr>(expr).id), at);
    case ExprKind::kConstant: return sugared(emit_constant(as<ConstantExpr>(expr)));
    case ExprKind::kAttribute: {
      const AttributeExpr& a = as<AttributeExpr>(expr);
      return attribute(emit_sugared(a.object), std::string(a.name), at);
    }
    case ExprKind::kCall: return emit_call(as<CallExpr>(expr), hint);
    case ExprKind::kSubscript: return emit_subscript(as<SubscriptExpr>(expr));
    case ExprKind::kBinOp: return emit_binary(as<BinOpExpr>(expr), at);
    case ExprKind::kUnaryOp: return emit_unary(expr, at);
    case ExprKind::kBoolOp: return sugared(emit_condition(expr).value);
    case ExprKind::kCompare: return emit_comparison(expr, at);
    case ExprKind::kIfExp: {
      const IfExpExpr& e = as<IfExpExpr>(expr);
      Condition condition = emit_condition(e.test);
      if (condition.fixed) return emit_sugared(*condition.fixed ? e.body : e.orelse, hint);
      return sugared(if_expression(
          at, condition, [&] { return emit(e.body, hint); }, [&] { return emit(e.orelse, hint); }));
    }
    case ExprKind::kTuple: return emit_tuple_display(as<TupleExpr>(expr), at, hint);
    case ExprKind::kList: return sugared(emit_list(as<ListExpr>(expr), hint));
    case ExprKind::kDict: return sugared(emit_dict(as<DictExpr>(expr), hint));
    case ExprKind::kJoinedStr: return emit_joined_text(as<JoinedStrExpr>(expr), at);
    case ExprKind::kListComp: {
      const ListCompExpr& c = as<ListCompExpr>(expr);
      if (c.generators.size() != 1)
        throw ScriptError{"Only a single generator is currently supported:\n" + at.highlight(), at, "NotSupportedError",
                          true};
      return sugared(emit_list_comprehension(c.element, c.generators[0], at, hint));
    }
    case ExprKind::kGeneratorExp: {
      const GeneratorExpExpr& c = as<GeneratorExpExpr>(expr);
      return sugared(emit_list_comprehension(c.element, c.generators[0], at, hint));
    }
    case ExprKind::kDictComp: return sugared(emit_dict_comprehension(as<DictCompExpr>(expr), hint));
    case ExprKind::kSet: unsupported("Set", at);
    case ExprKind::kSetComp: unsupported("SetComp", at);
    case ExprKind::kLambda: unsupported("Lambda", at);
    case ExprKind::kYield: unsupported("Yield", at);
    case ExprKind::kYieldFrom: unsupported("YieldFrom", at);
    case ExprKind::kAwait: unsupported("Await", at);
    case ExprKind::kNamedExpr: unsupported("NamedExpr", at);
    case ExprKind::kStarred: unsupported("Starred", at);
    case ExprKind::kSlice: unsupported("Slice", at);
    case ExprKind::kFormattedValue: break;
  }
  fail("unsupported expression", at);
}

SugaredPtr Emitter::emit_tuple_display(const TupleExpr& expr, const Range& at, const TypePtr& hint) {
  std::vector<Value*> items;
  for (size_t i = 0; i < expr.elements.size(); ++i) {
    Expr* element = expr.elements[i];
    if (element->kind == ExprKind::kStarred) {
      for (const SugaredPtr& each : unpack(emit_sugared(as<StarredExpr>(element).value), at, 0))
        items.push_back(as_value(each, at));
      continue;
    }
    bool typed = hint && is(hint, TypeKind::kTuple) && hint->inside.size() == expr.elements.size();
    items.push_back(emit(element, typed ? hint->inside[i] : nullptr));
  }
  return sugared(emit_tuple(items));
}

// f"{a} {b}" is "{} {}".format(a, b).
SugaredPtr Emitter::emit_joined_text(const JoinedStrExpr& expr, const Range& at) {
  std::string format;
  std::vector<Expr*> values;
  for (Expr* part : expr.values) {
    if (part->kind == ExprKind::kConstant) {
      format += as<ConstantExpr>(part).text;
      continue;
    }
    const FormattedValueExpr& value = as<FormattedValueExpr>(part);
    auto refuse = [&](const char* what) {
      Range here = keyword_range(value.value->span, 1);  // the brace before it
      --here.begin, --here.end;
      throw ScriptError{std::string(what) + ":\n" + here.highlight(), here, "NotSupportedError", true};
    };
    if (value.conversion) refuse("Don't support conversion in JoinedStr");
    if (value.spec) refuse("Don't support formatting in JoinedStr");
    format += "{}";
    values.push_back(value.value);
  }
  NamedValue self{"self", graph().insert_text(format, at), at};
  std::vector<NamedValue> arguments;
  for (Expr* value : values) arguments.push_back({"", emit(value), at});
  return sugared(emit_builtin(graph(), "aten::format", arguments, {}, at, &self));
}

Value* Emitter::as_value(const SugaredPtr& v, const Range& at) {
  switch (v->kind) {
    case Sugared::Kind::kValue:
    case Sugared::Kind::kModule: return v->value;
    case Sugared::Kind::kTuple: {
      std::vector<Value*> items;
      for (const SugaredPtr& each : v->items) items.push_back(as_value(each, at));
      return emit_tuple(items);
    }
    case Sugared::Kind::kRange: break;
    case Sugared::Kind::kPython: {
      if (v->constant && !v->python.is_null()) {
        std::string reason;
        std::optional<TypePtr> type = infer_type(vm_, v->python, &reason);
        if (type && !is(*type, TypeKind::kClass)) return graph().insert_constant(v->python, *type, at);
      }
      const char* hint =
          "Perhaps it is a closed over global variable? If so, please consider passing it in as an argument or use a "
          "local variable instead.";
      fail("python value of type '" + std::string(vm::type_name(v->python)) + "' cannot be used as a value. " + hint,
           at);
    }
    case Sugared::Kind::kFunction: {
      ensure_ready(*v->function);
      Node* node = graph().create("prim::Constant");
      node->function = v->function;
      node->set("name", v->function->name);
      node->output()->type = simple_type(TypeKind::kFunction);
      return graph().insert(node)->output();
    }
    case Sugared::Kind::kBuiltin:
    case Sugared::Kind::kCast:
    case Sugared::Kind::kSpecial:
    case Sugared::Kind::kMethod:
    case Sugared::Kind::kZip:
    case Sugared::Kind::kException:
    case Sugared::Kind::kRaised:
    case Sugared::Kind::kTupleType:
    case Sugared::Kind::kEnumType:
    case Sugared::Kind::kClassType:
    case Sugared::Kind::kPythonCall: break;
  }
  fail(kind_text(*v) + " cannot be used as a value", at);
}

std::vector<SugaredPtr> Emitter::unpack(const SugaredPtr& value, const Range& at, size_t count) {
  if (value->kind == Sugared::Kind::kTuple) return value->items;
  if (value->kind == Sugared::Kind::kModule) return module_items(value, "values", at)->items;
  if (value->kind == Sugared::Kind::kFunction || value->kind == Sugared::Kind::kMethod)
    fail(kind_text(*value) + " cannot be used as a tuple", at);
  Value* v = as_value(value, at);
  std::vector<SugaredPtr> items;
  if (is(v->type, TypeKind::kTuple)) {
    if (v->node->is("prim::TupleConstruct") && v->node->owner == block()) {
      for (Value* each : v->node->inputs) items.push_back(sugared(each));
      return items;
    }
    Node* node = graph().create("prim::TupleUnpack", {v}, v->type->inside.size());
    graph().insert(node);
    for (size_t i = 0; i < node->outputs.size(); ++i) {
      node->outputs[i]->type = v->type->inside[i];
      items.push_back(sugared(node->outputs[i]));
    }
    return items;
  }
  if (is(v->type, TypeKind::kList)) {
    if (count == 0) fail("cannot statically infer the expected size of a list in this context", at);
    TypePtr element = v->type->element();
    Node* node = graph().create("prim::ListUnpack", {v}, count);
    graph().insert(node);
    for (Value* each : node->outputs) {
      each->type = element;
      items.push_back(sugared(each));
    }
    return items;
  }
  fail(message_text(v->type) + " cannot be used as a tuple", at);
}

}  // namespace vt::script
