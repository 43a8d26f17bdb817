// Branches and loops, conditions and the type refinements that they imply, comprehensions.
#include "torchscript/script/emitter.h"
#include "torchscript/script/run_node.h"

namespace vt::script {

// PyTorch inserts a zero before every conversion (to compare the length of a container with); so do we.
Value* Emitter::to_bool(Value* value, const Range& at) {
  Value* zero = graph().insert_int(0);
  if (is(value->type, TypeKind::kBool)) return value;
  if (is(value->type, TypeKind::kList) || is(value->type, TypeKind::kString) || is(value->type, TypeKind::kDict)) {
    Value* count = emit_builtin(graph(), "aten::len", {value}, at);
    return emit_builtin(graph(), "aten::gt", {count, zero}, at);
  }
  if (SugaredPtr own = call_special(value, "__bool__", {}, at)) return own->value;
  if (schemas("aten::Bool").empty() ||
      !(is(value->type, TypeKind::kTensor) || is(value->type, TypeKind::kInt) || is(value->type, TypeKind::kFloat)))
    fail("Could not cast value of type " + message_text(value->type) + " to bool", at);
  return emit_builtin(graph(), "aten::Bool", {value}, at);
}

Emitter::Condition Emitter::plain_condition(Value* value, const Range& at) {
  Condition condition;
  condition.value = to_bool(value, at);
  const vm::Value* constant = constant_of(condition.value);
  if (constant && constant->is_bool()) condition.fixed = constant->as_bool();
  // String comparisons of constants (attributes of library modules) are evaluated here.
  Node& node = *condition.value->node;
  if (!condition.fixed && (node.is("aten::eq") || node.is("aten::ne")) && constant_of(node.input(0)) &&
      constant_of(node.input(1)) && is(node.input(0)->type, TypeKind::kString)) {
    std::optional<vm::Value> result = try_run_node(node, {*constant_of(node.input(0)), *constant_of(node.input(1))});
    if (result && result->is_bool()) condition.fixed = result->as_bool();
  }
  return condition;
}

Emitter::Condition Emitter::none_check(const CompareExpr& expr, bool negated) {
  Range at = range(static_cast<const Expr*>(&expr));
  Value* left = emit(expr.left);
  Value* right = emit(expr.comparators[0]);
  auto none = [](const Value* v) { return is(v->type, TypeKind::kNone); };
  Condition condition;
  Value* other = none(right) ? left : right;
  Expr* name = none(right) ? expr.left : expr.comparators[0];
  if (none(left) || none(right)) {
    if (!may_be_none(other->type)) condition.fixed = negated;
    else if (none(other)) condition.fixed = !negated;
    if (condition.fixed) {
      condition.value = graph().insert_bool(*condition.fixed, at);
      return condition;
    }
    if (name->kind == ExprKind::kName) {
      std::string variable(as<NameExpr>(name).id);
      Refinements &present = negated ? condition.when_true : condition.when_false,
                  &absent = negated ? condition.when_false : condition.when_true;
      present[variable] = without_none(other->type);
      (void)absent;
    }
  }
  bool bools = is(left->type, TypeKind::kBool) && is(right->type, TypeKind::kBool);
  const char* op = bools ? (negated ? "aten::ne" : "aten::eq") : negated ? "aten::__isnot__" : "aten::__is__";
  condition.value = emit_builtin(graph(), op, {left, right}, at);
  return condition;
}

Emitter::Condition Emitter::instance_check(const CallExpr& expr) {
  Range at = range(static_cast<const Expr*>(&expr));
  if (expr.arguments.size() != 2) fail("isinstance expects 2 arguments", at);
  SugaredPtr object = emit_sugared(expr.arguments[0]);
  Types wanted;
  bool any_list = false, any_tuple = false, any_dict = false, none = false;
  auto add = [&](Expr* type) {
    if (type->kind == ExprKind::kName) {
      std::string_view id = as<NameExpr>(type).id;
      if (id == "list") return void(any_list = true);
      if (id == "tuple") return void(any_tuple = true);
      if (id == "dict") return void(any_dict = true);
    }
    if (type->kind == ExprKind::kCall) return void(none = true);  // type(None)
    wanted.push_back(annotation(type));
  };
  if (expr.arguments[1]->kind == ExprKind::kTuple)
    for (Expr* type : as<TupleExpr>(expr.arguments[1]).elements) add(type);
  else add(expr.arguments[1]);
  if (none) wanted.push_back(simple_type(TypeKind::kNone));
  size_t refining = wanted.size();
  for (auto [asked, name] : {std::pair(any_list, "list"), std::pair(any_tuple, "tuple"), std::pair(any_dict, "dict")})
    if (asked) wanted.push_back(other_type(name));
  Value* value = as_value(object, range(expr.arguments[0]));
  auto matches = [&](const TypePtr& type) {
    if (any_list && is(type, TypeKind::kList)) return true;
    if (any_tuple && is(type, TypeKind::kTuple)) return true;
    if (any_dict && is(type, TypeKind::kDict)) return true;
    for (const TypePtr& each : wanted)
      if (is_subtype(type, each)) return true;
    return false;
  };
  Types members;
  if (is(value->type, TypeKind::kUnion)) members = value->type->inside;
  else if (is(value->type, TypeKind::kOptional)) members = {value->type->element(), simple_type(TypeKind::kNone)};
  else members = {value->type};
  Types yes, no;
  for (const TypePtr& member : members) (matches(member) ? yes : no).push_back(member);
  Condition condition;
  if (!is(value->type, TypeKind::kAny) && (yes.empty() || no.empty())) {
    condition.fixed = no.empty();
    condition.value = graph().insert_bool(*condition.fixed, at);
    return condition;
  }
  Node* node = graph().create("prim::isinstance", {value});
  node->output()->type = simple_type(TypeKind::kBool);
  node->attributes["types"].kind = Attribute::Kind::kTypes;
  node->attributes["types"].types = is(value->type, TypeKind::kAny) ? wanted : yes;
  condition.value = graph().insert(node)->output();
  if (expr.arguments[0]->kind == ExprKind::kName) {
    std::string variable(as<NameExpr>(expr.arguments[0]).id);
    if (is(value->type, TypeKind::kAny)) {
      if (wanted.size() == 1 && refining == 1) condition.when_true[variable] = wanted[0];
    } else {
      condition.when_true[variable] = union_of(yes);
      condition.when_false[variable] = union_of(no);
    }
  }
  return condition;
}

Emitter::Condition Emitter::emit_condition(Expr* expr) {
  Range at = range(expr);
  if (expr->kind == ExprKind::kBoolOp) return logical(as<BoolOpExpr>(expr), as<BoolOpExpr>(expr).values.size());
  if (expr->kind == ExprKind::kUnaryOp && as<UnaryOpExpr>(expr).op == UnaryOperator::kNot) {
    Condition inner = emit_condition(as<UnaryOpExpr>(expr).operand);
    Condition negated;
    negated.value = emit_builtin(graph(), "aten::__not__", {inner.value}, at);
    if (inner.fixed) negated.fixed = !*inner.fixed;
    negated.when_true = inner.when_false;
    negated.when_false = inner.when_true;
    return negated;
  }
  if (expr->kind == ExprKind::kCompare && as<CompareExpr>(expr).operators.size() == 1) {
    Comparator op = as<CompareExpr>(expr).operators[0];
    if (op == Comparator::kIs || op == Comparator::kIsNot)
      return none_check(as<CompareExpr>(expr), op == Comparator::kIsNot);
  }
  if (expr->kind == ExprKind::kCall && as<CallExpr>(expr).callee->kind == ExprKind::kName) {
    std::string_view callee = as<NameExpr>(as<CallExpr>(expr).callee).id;
    if (callee == "isinstance" && !defined("isinstance")) return instance_check(as<CallExpr>(expr));
  }
  // Emit the callee to find out whether the call is jit.isinstance; any other call is then emitted as a whole.
  if (expr->kind == ExprKind::kCall) {
    SugaredPtr callee = emit_sugared(as<CallExpr>(expr).callee);
    if (callee->kind == Sugared::Kind::kSpecial && callee->name == "jit.isinstance")
      return instance_check(as<CallExpr>(expr));
  }
  return plain_condition(emit(expr), at);
}

// `a and b and c`, left to right; the refinements of the left side hold on the right side.
Emitter::Condition Emitter::logical(const BoolOpExpr& expr, size_t count) {
  if (count == 1) return emit_condition(expr.values[0]);
  Condition left = logical(expr, count - 1);
  Range at = merged(range(expr.values[0]), range(expr.values[count - 1]));
  if (left.fixed) {
    if (*left.fixed == expr.is_or) return left;
    return emit_condition(expr.values[count - 1]);
  }
  Condition result, right;
  auto decided = [&] { return graph().insert_bool(expr.is_or, at); };
  auto rest = [&] {
    right = emit_condition(expr.values[count - 1]);
    return right.value;
  };
  result.value = expr.is_or ? if_expression(at, left, decided, rest) : if_expression(at, left, rest, decided);
  if (expr.is_or) {
    result.when_false = left.when_false;
    result.when_false.insert(right.when_false.begin(), right.when_false.end());
  } else {
    result.when_true = left.when_true;
    for (auto& [name, type] : right.when_true) result.when_true[name] = type;
  }
  return result;
}

void Emitter::refine(const Refinements& refinements, const Range& at) {
  for (const auto& [name, type] : refinements) {
    SugaredPtr variable = get_variable(name, at);
    if (variable->kind != Sugared::Kind::kValue || same_type(variable->value->type, type)) continue;
    Value* cast = insert("prim::unchecked_cast", {variable->value}, type, {});
    // The refined type can be narrower than that of the variable in an outer block.
    if (cast->node->owner == block()) cast->set_name(name);
    look_up(name, at, frames_.size() - 1);
    Node* store = graph().create("prim::Store", {cast}, 0);
    store->set("name", name);
    graph().insert(store);
    frames_.back()->types[name] = type;
  }
}

void Emitter::emit_if(const Range& at, Condition condition, const std::function<void()>& on_true,
                      const std::function<void()>& on_false) {
  if (condition.fixed) {
    refine(*condition.fixed ? condition.when_true : condition.when_false, at);
    (*condition.fixed ? on_true : on_false)();
    return;
  }
  Node* node = graph().create("prim::If", 0);
  node->range = at;
  graph().insert(node);
  node->add_input(condition.value);
  Block* blocks[2] = {node->add_block(), node->add_block()};
  std::unique_ptr<Frame> frames[2];
  for (int side = 0; side < 2; ++side) {
    push(blocks[side]);
    InsertScope scope(blocks[side]);
    refine(side == 0 ? condition.when_true : condition.when_false, at);
    (side == 0 ? on_true : on_false)();
    frames[side] = pop();
  }
  bool exits[2] = {exited_.count(blocks[0]) > 0, exited_.count(blocks[1]) > 0};
  if (exits[0] && exits[1]) {
    exited_.insert(block());
    return;
  }
  auto known = [&](int side, const std::string& name) { return defined_in(*frames[side], name) || defined(name); };
  std::set<std::string> names;
  auto within = [&](int side, const std::string& name) {
    InsertScope scope(blocks[side]);
    frames_.push_back(std::move(frames[side]));
    SugaredPtr variable = look_up(name, at, frames_.size());
    frames[side] = pop();
    return variable;
  };
  for (int side = 0; side < 2; ++side)
    for (const auto& [name, type] : frames[side]->types) {
      names.insert(name);
      within(1 - side, name);
    }
  for (const std::string& name : names) {
    bool in[2] = {known(0, name), known(1, name)};
    bool set[2] = {defined_in(*frames[0], name), defined_in(*frames[1], name)};
    bool merged_here = (set[0] && (in[1] || exits[1])) || (set[1] && (in[0] || exits[0]));
    if (!merged_here) {
      int missing = set[0] ? 1 : 0;
      frames_.back()->errors[name] = [name, missing, at] {
        return ScriptError{name + " is not defined in the " + (missing ? "false" : "true") + " branch", at}.text();
      };
      continue;
    }
    Value* values[2] = {nullptr, nullptr};
    for (int side = 0; side < 2; ++side) {
      if (exits[side]) continue;
      SugaredPtr variable = within(side, name);
      values[side] = variable && variable->kind == Sugared::Kind::kValue ? variable->value : nullptr;
    }
    for (int side = 0; side < 2; ++side) {
      if (!exits[side] || !values[1 - side]) continue;
      Node* nothing = graph().create("prim::Uninitialized");
      nothing->output()->type = values[1 - side]->type;
      // Insert before the exit that ends the block, because later nodes are unreachable.
      nothing->insert_before(blocks[side]->result);
      Node* store = graph().create("prim::Store", {nothing->output()}, 0);
      store->set("name", name);
      store->insert_before(blocks[side]->result);
      frames[side]->types[name] = nothing->output()->type;
      values[side] = nothing->output();
    }
    if (!values[0] || !values[1]) continue;
    look_up(name, at, frames_.size());
    std::optional<TypePtr> both = unify(values[0]->type, values[1]->type);
    if (!both) {
      ScriptError error{"Type mismatch: " + name + " is set to type " + message_text(values[0]->type) +
                            " in the true branch and type " + message_text(values[1]->type) + " in the false branch",
                        at};
      if (defined(name)) throw error;
      frames_.back()->errors[name] = [error] { return error.text(); };
      continue;
    }
    frames_.back()->types[name] = *both;
    frames_.back()->values.erase(name);
  }
}

Value* Emitter::if_expression(const Range& at, const Condition& condition, const std::function<Value*()>& on_true,
                              const std::function<Value*()>& on_false) {
  Node* node = graph().create("prim::If", 0);
  node->range = at;
  graph().insert(node);
  node->add_input(condition.value);
  Block* blocks[2] = {node->add_block(), node->add_block()};
  Value* values[2];
  for (int side = 0; side < 2; ++side) {
    push(blocks[side]);
    InsertScope scope(blocks[side]);
    refine(side == 0 ? condition.when_true : condition.when_false, at);
    values[side] = (side == 0 ? on_true : on_false)();
    blocks[side]->add_output(values[side]);
    pop();
  }
  std::optional<TypePtr> both = unify(values[0]->type, values[1]->type);
  if (!both)
    fail("if-expression's true branch has type " + message_text(values[0]->type) + " but false branch has type " +
             message_text(values[1]->type),
         at);
  return node->add_output(*both);
}

void Emitter::loop(const Range& at, const SugaredPtr& iterated, const std::function<void(SugaredPtr)>& bind, Expr* test,
                   const std::function<void()>& body) {
  Value* trips = iterated ? length(iterated, at) : number(INT64_MAX, at);
  Node* node = graph().create("prim::Loop", 0);
  node->range = at;
  graph().insert(node);
  Block* inside = node->add_block();
  Block* condition = node->add_block();
  push(condition);
  if (test) {
    InsertScope scope(condition);
    condition->add_output(emit_condition(test).value);
  } else {
    InsertScope scope(node);
    condition->add_output(graph().insert_bool(true, at));
  }
  pop();
  node->add_input(trips);
  int outer = loop_depth_;
  loop_depth_ = outer < 0 ? 1 : outer + 1;
  Value* trip = inside->add_input(simple_type(TypeKind::kInt));
  push(inside);
  {
    InsertScope scope(inside);
    if (iterated) {
      SugaredPtr element = item(iterated, trip, at, nullptr);
      bind(element->kind == Sugared::Kind::kTuple ? sugared(as_value(element, at)) : element);
    }
    body();
  }
  pop();
  loop_depth_ = outer;
}

void Emitter::emit_for(const std::function<SugaredPtr()>& make, const std::function<void(SugaredPtr)>& bind,
                       const std::function<void()>& body, const Range& at, const Range&) {
  SugaredPtr iterated = iterable(make(), at);
  if (!unrolls(iterated)) return loop(at, iterated, bind, nullptr, body);
  int outer = loop_depth_;
  loop_depth_ = -1;
  int64_t count = *static_length(iterated);
  for (int64_t i = 0; i < count && !exited_.count(block()); ++i) {
    bind(item(iterated, number(i, at), at, nullptr));
    body();
  }
  loop_depth_ = outer;
}

void Emitter::emit_while(const WhileStmt& stmt) {
  Range at = range(static_cast<const Stmt*>(&stmt));
  if (!stmt.orelse.empty())
    throw ScriptError{"else branches of while loops aren't supported:\n" + keyword_range(stmt.span, 5).highlight(), at,
                      "NotSupportedError", true};
  loop(at, nullptr, nullptr, stmt.test, [&] { emit_body(stmt.body); });
}

Value* Emitter::emit_list_comprehension(Expr* element, Comprehension& part, const Range& at, TypePtr hint) {
  if (!part.conditions.empty())
    throw ScriptError{"Comprehension ifs are not supported yet:\n" + Range{at.source, at.begin, at.begin}.highlight(),
                      at, "NotSupportedError", true};
  Value* list = insert("prim::ListConstruct", {}, list_of(tensor_type()), {});
  bool typed = hint && is(without_none(hint), TypeKind::kList);
  if (typed) list->type = without_none(hint);
  Node* scope_node = graph().create("prim::ComprehensionScope", 0);
  scope_node->range = at;
  graph().insert(scope_node);
  Block* inside = scope_node->add_block();
  push(inside);
  {
    InsertScope scope(inside);
    emit_for([&] { return emit_sugared(part.iterable); },
             [&](SugaredPtr value) { assign(part.target, value, range(part.target)); },
             [&] {
               Value* value = emit(element);
               if (!typed) list->type = list_of(value->type);
               typed = true;
               NamedValue self{"self", list, at};
               emit_builtin(graph(), "aten::append", {{"", value, at}}, {}, at, &self);
             },
             at, range(part.iterable));
  }
  pop();
  return list;
}

Value* Emitter::emit_dict_comprehension(const DictCompExpr& expr, TypePtr hint) {
  Range at = range(static_cast<const Expr*>(&expr));
  Value* dict = insert("prim::DictConstruct", {}, dict_of(simple_type(TypeKind::kString), tensor_type()), {});
  bool typed = hint && is(hint, TypeKind::kDict);
  if (typed) dict->type = hint;
  Node* scope_node = graph().create("prim::ComprehensionScope", 0);
  graph().insert(scope_node);
  Block* inside = scope_node->add_block();
  push(inside);
  {
    InsertScope scope(inside);
    Comprehension& part = expr.generators[0];
    emit_for([&] { return emit_sugared(part.iterable); },
             [&](SugaredPtr value) { assign(part.target, value, range(part.target)); },
             [&] {
               Value* key = emit(expr.element);
               Value* value = emit(expr.value);
               if (!typed) dict->type = dict_of(key->type, value->type);
               typed = true;
               emit_builtin(graph(), "aten::_set_item", {dict, key, value}, at);
             },
             at, range(part.iterable));
  }
  pop();
  return dict;
}

}  // namespace vt::script
