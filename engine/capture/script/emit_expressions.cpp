// Expressions of a script: literals, operators, subscripts.
#include <algorithm>

#include "capture/script/emitter.h"
#include "torch/objects.h"

namespace vt::script {

Value* Emitter::insert(const char* kind, std::vector<Value*> inputs, TypePtr type, const Range& at) {
  Node* node = graph().create(kind, std::move(inputs));
  node->output()->type = std::move(type);
  node->range = at;
  return graph().insert(node)->output();
}

Value* Emitter::emit(Expr* expr, TypePtr hint) { return as_value(emit_sugared(expr, std::move(hint)), range(expr)); }

Value* Emitter::binary(const char* op, Value* left, Value* right, const Range& at) {
  if (is(left->type, TypeKind::kClass)) {
    // Operators of objects are their special methods, by the name of the op.
    static const std::map<std::string, const char*> other = {{"div", "truediv"}, {"remainder", "mod"}};
    std::string name = std::string(op).substr(6);
    if (auto found = other.find(name); found != other.end()) name = found->second;
    if (name.rfind("__", 0) != 0) name = "__" + name + "__";
    if (SugaredPtr made = call_special(left, name.c_str(), {right}, at)) return made->value;
    if (left->type->cls->plain) no_member(*left->type->cls, name, at);
  }
  // Of tensors it is another operator.
  if (op == std::string("aten::floordiv") && is(left->type, TypeKind::kTensor)) op = "aten::floor_divide";
  return emit_builtin(graph(), op, {left, right}, at);
}

// Numbers of the source stand once, at the front of the graph.
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

namespace {
const char* operator_symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd: return "aten::add";
    case BinaryOp::kSubtract: return "aten::sub";
    case BinaryOp::kMultiply: return "aten::mul";
    case BinaryOp::kTrueDivide: return "aten::div";
    case BinaryOp::kFloorDivide: return "aten::floordiv";
    case BinaryOp::kRemainder: return "aten::remainder";
    case BinaryOp::kPower: return "aten::pow";
    case BinaryOp::kMatrixMultiply: return "aten::matmul";
    case BinaryOp::kAnd: return "aten::__and__";
    case BinaryOp::kOr: return "aten::__or__";
    case BinaryOp::kXor: return "aten::__xor__";
    case BinaryOp::kLshift: return "aten::__lshift__";
    case BinaryOp::kRshift: return "aten::__rshift__";
  }
  return "";
}
const char* comparator_op(Comparator op) {
  switch (op) {
    case Comparator::kLess: return "aten::lt";
    case Comparator::kLessEqual: return "aten::le";
    case Comparator::kEqual: return "aten::eq";
    case Comparator::kNotEqual: return "aten::ne";
    case Comparator::kGreater: return "aten::gt";
    case Comparator::kGreaterEqual: return "aten::ge";
    case Comparator::kIs:
    case Comparator::kIsNot:
    case Comparator::kIn:
    case Comparator::kNotIn: break;
  }
  return "";
}
}  // namespace

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
    case ExprKind::kBinOp: {
      const BinOpExpr& b = as<BinOpExpr>(expr);
      Value* left = emit(b.left);
      bool percent = b.op == BinaryOp::kRemainder;
      // The type of the left side tells what % means; then it is written again.
      if (percent) left = emit(b.left);
      if (percent && is(left->type, TypeKind::kString)) {
        std::vector<Value*> inputs = {left, emit(b.right)};
        Node* node = graph().create("aten::percentFormat", inputs);
        node->output()->type = simple_type(TypeKind::kString);
        node->range = at;
        return sugared(graph().insert(node)->output());
      }
      Value* right = emit(b.right);
      if (b.op == BinaryOp::kAdd && is(left->type, TypeKind::kTuple) && is(right->type, TypeKind::kTuple))
        return sugared(concatenate(left, right, at));
      return sugared(binary(operator_symbol(b.op), left, right, at));
    }
    case ExprKind::kUnaryOp: {
      const UnaryOpExpr& u = as<UnaryOpExpr>(expr);
      if (u.op == UnaryOperator::kNot) return sugared(emit_condition(expr).value);
      if (u.op == UnaryOperator::kPositive)
        throw ScriptError{"unsupported unary operator: UAdd:\n" + at.highlight(), at, "NotSupportedError", true};
      Value* operand = emit(u.operand);
      const char* special = u.op == UnaryOperator::kNegative ? "__neg__" : "__invert__";
      if (SugaredPtr made = call_special(operand, special, {}, at)) return made;
      const vm::Value* constant = constant_of(operand);
      if (u.op == UnaryOperator::kNegative && constant && (constant->is_int() || constant->is_float())) {
        vm::Value negated =
            constant->is_int() ? vm::Value::integer(-constant->as_int()) : vm::Value::real(-constant->as_float());
        emit_builtin(graph(), "aten::neg", {operand}, at);
        return sugared(graph().insert_constant(negated, operand->type, at));
      }
      return sugared(
          emit_builtin(graph(), u.op == UnaryOperator::kNegative ? "aten::neg" : "aten::bitwise_not", {operand}, at));
    }
    case ExprKind::kBoolOp: return sugared(emit_condition(expr).value);
    case ExprKind::kCompare: {
      const CompareExpr& c = as<CompareExpr>(expr);
      if (c.operators.size() == 1 && (c.operators[0] == Comparator::kIs || c.operators[0] == Comparator::kIsNot))
        return sugared(emit_condition(expr).value);
      // a < b < c is a < b and b < c.
      Expr* left = c.left;
      Value* result = nullptr;
      for (size_t i = 0; i < c.operators.size(); ++i) {
        Expr* right = c.comparators[i];
        auto one = [&]() -> Value* {
          Range here = merged(range(left), range(right));
          if (c.operators[i] == Comparator::kIn || c.operators[i] == Comparator::kNotIn) {
            Value* needle = emit(left);
            SugaredPtr container = emit_sugared(right);
            Value* found;
            if (container->kind == Sugared::Kind::kModule) {
              FunctionPtr contains = container_method(container, "__contains__", here);
              found = call_function(*contains, contains, here, {{"", needle, here}}, {}, container->value);
              return c.operators[i] == Comparator::kIn ? found : emit_builtin(graph(), "aten::__not__", {found}, here);
            }
            Value* haystack = as_value(container, range(right));
            if (is(haystack->type, TypeKind::kString) && is(needle->type, TypeKind::kString)) {
              Value* length = emit_builtin(graph(), "aten::len", {haystack}, here);
              Value* at_place =
                  emit_builtin(graph(), "aten::find", {haystack, needle, graph().insert_int(0), length}, here);
              found = emit_builtin(graph(), "aten::ne", {at_place, graph().insert_int(-1)}, here);
            } else {
              found = binary("aten::__contains__", haystack, needle, here);
            }
            return c.operators[i] == Comparator::kIn ? found : emit_builtin(graph(), "aten::__not__", {found}, here);
          }
          Value* a = emit(left);
          Value* b = emit(right);
          return binary(comparator_op(c.operators[i]), a, b, here);
        };
        if (!result) {
          result = one();
        } else {
          Condition before = plain_condition(result, at);
          result = if_expression(
              at, before, [&] { return to_bool(one(), at); }, [&] { return graph().insert_bool(false, at); });
        }
        left = right;
      }
      return sugared(result);
    }
    case ExprKind::kIfExp: {
      const IfExpExpr& e = as<IfExpExpr>(expr);
      Condition condition = emit_condition(e.test);
      if (condition.fixed) return emit_sugared(*condition.fixed ? e.body : e.orelse, hint);
      return sugared(if_expression(
          at, condition, [&] { return emit(e.body, hint); }, [&] { return emit(e.orelse, hint); }));
    }
    case ExprKind::kTuple: {
      const TupleExpr& t = as<TupleExpr>(expr);
      std::vector<Value*> items;
      for (size_t i = 0; i < t.elements.size(); ++i) {
        Expr* element = t.elements[i];
        if (element->kind == ExprKind::kStarred) {
          for (const SugaredPtr& each : unpack(emit_sugared(as<StarredExpr>(element).value), at, 0))
            items.push_back(as_value(each, at));
          continue;
        }
        TypePtr inner =
            hint && is(hint, TypeKind::kTuple) && hint->inside.size() == t.elements.size() ? hint->inside[i] : nullptr;
        items.push_back(emit(element, inner));
      }
      return sugared(emit_tuple(items));
    }
    case ExprKind::kList: return sugared(emit_list(as<ListExpr>(expr), hint));
    case ExprKind::kDict: return sugared(emit_dict(as<DictExpr>(expr), hint));
    case ExprKind::kJoinedStr: {
      std::string format;
      std::vector<Value*> inputs = {nullptr};
      for (Expr* part : as<JoinedStrExpr>(expr).values) {
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
        inputs.push_back(nullptr);
      }
      inputs[0] = graph().insert_text(format, at);
      size_t next = 1;
      for (Expr* part : as<JoinedStrExpr>(expr).values)
        if (part->kind != ExprKind::kConstant) inputs[next++] = emit(as<FormattedValueExpr>(part).value);
      std::vector<NamedValue> rest;
      for (size_t i = 1; i < inputs.size(); ++i) rest.push_back({"", inputs[i], at});
      NamedValue self{"self", inputs[0], at};
      return sugared(emit_builtin(graph(), "aten::format", rest, {}, at, &self));
    }
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
