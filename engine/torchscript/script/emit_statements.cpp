// Statements of a script, except those that have blocks.
#include "torchscript/script/emitter.h"

namespace vt::script {

void Emitter::emit_body(Body body) {
  for (Stmt* stmt : body) {
    // Statements after an exit are unreachable.
    if (exited_.count(block())) return;
    emit_statement(stmt);
  }
}

void Emitter::emit_statement(Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::kExpr: {
      Expr* value = as<ExprStmt>(stmt).value;
      if (value->kind == ExprKind::kConstant && as<ConstantExpr>(value).type == ConstantKind::kString) return;
      SugaredPtr made = emit_sugared(value);
      if (value->kind == ExprKind::kCall && made->kind == Sugared::Kind::kValue) call_as_statement(made->value);
      return;
    }
    case StmtKind::kAssign: return emit_assign(as<AssignStmt>(stmt));
    case StmtKind::kAnnAssign: {
      const AnnAssignStmt& s = as<AnnAssignStmt>(stmt);
      if (!s.value)
        throw ScriptError{"annotated assignments without assigned value aren't supported:\n" + range(stmt).highlight(),
                          range(stmt), "UnsupportedNodeError", true};
      TypePtr type = annotation(s.annotation);
      return assign(s.target, emit_sugared(s.value, type), range(s.target), type);
    }
    case StmtKind::kAugAssign: return emit_augmented(as<AugAssignStmt>(stmt));
    case StmtKind::kReturn: {
      Expr* value = as<ReturnStmt>(stmt).value;
      Range at = range(stmt);
      Value* result = value ? emit(value, declared_result_) : graph().insert_none(at);
      return emit_return(at, result);
    }
    case StmtKind::kIf: {
      const IfStmt& s = as<IfStmt>(stmt);
      return emit_if(
          range(stmt), emit_condition(s.test), [&] { emit_body(s.body); }, [&] { emit_body(s.orelse); });
    }
    case StmtKind::kWhile: return emit_while(as<WhileStmt>(stmt));
    case StmtKind::kFor: {
      const ForStmt& s = as<ForStmt>(stmt);
      if (!s.orelse.empty())
        throw ScriptError{"else branches of for loops aren't supported:\n" + keyword_range(stmt->span, 3).highlight(),
                          range(stmt), "NotSupportedError", true};
      return emit_for([&] { return emit_sugared(s.iterable); },
                      [&](SugaredPtr item) { assign(s.target, item, range(s.target)); }, [&] { emit_body(s.body); },
                      range(stmt), range(s.iterable));
    }
    case StmtKind::kRaise: return emit_raise(as<RaiseStmt>(stmt));
    case StmtKind::kAssert: return emit_assert(as<AssertStmt>(stmt));
    case StmtKind::kPass: return;
    case StmtKind::kBreak:
    case StmtKind::kContinue: {
      const char* word = stmt->kind == StmtKind::kBreak ? "break" : "continue";
      if (loop_depth_ < 0)
        fail(
            "Because we emit iteration over modulelists or tuples as unrolled loops, we do not support break or "
            "continue inside the body of these loops",
            range(stmt));
      if (loop_depth_ == 0) fail(std::string("SyntaxError: '") + word + "' outside loop", range(stmt));
      Node* node = graph().create(stmt->kind == StmtKind::kBreak ? "prim::BreakStmt" : "prim::ContinueStmt", 0);
      node->range = range(stmt);
      graph().insert(node);
      exited_.insert(block());
      return;
    }
    case StmtKind::kDelete: return emit_delete(as<DeleteStmt>(stmt));
    case StmtKind::kWith: return emit_with(as<WithStmt>(stmt));
    case StmtKind::kGlobal: unsupported("global variables", range(stmt));
    case StmtKind::kNonlocal: unsupported("nonlocal variables", range(stmt));
    case StmtKind::kImport:
    case StmtKind::kImportFrom: unsupported("import statements", range(stmt));
    case StmtKind::kFunctionDef:
      if (as<FunctionDefStmt>(stmt).is_async) unsupported("async function definitions", keyword_range(stmt->span, 9));
      unsupported("function definitions", keyword_range(stmt->span, 3));
    case StmtKind::kClassDef: unsupported("class definitions", range(stmt));
    case StmtKind::kTry: unsupported("try blocks", range(stmt));
    case StmtKind::kTypeAlias: unsupported("TypeAlias", range(stmt));
    case StmtKind::kMatch: unsupported("Match", range(stmt));
  }
}

void Emitter::emit_return(const Range& at, Value* value) {
  if (declared_result_) {
    if (!(is(declared_result_, TypeKind::kTensor) && is(value->type, TypeKind::kNone)))
      value = convert_implicitly(graph(), at, declared_result_, value, true);
    if (!is_subtype(value->type, declared_result_))
      fail("Return value was annotated as having type " + message_text(declared_result_) + " but is actually of type " +
               message_text(value->type),
           at);
    merged_result_ = declared_result_;
  } else {
    TypePtr before = merged_result_ ? merged_result_ : value->type;
    std::optional<TypePtr> both = unify(before, value->type);
    if (!both)
      fail("Previous return statement returned a value of type " + message_text(before) +
               " but this return statement returns a value of type " + message_text(value->type),
           at);
    merged_result_ = *both;
  }
  Node* node = graph().create("prim::ReturnStmt", {value}, 0);
  node->range = at;
  graph().insert(node);
  exited_.insert(block());
}

void Emitter::emit_assign(const AssignStmt& stmt) {
  Expr* first = stmt.targets[0];
  if (stmt.targets.size() == 1) {
    if (first->kind == ExprKind::kSubscript)
      return assign_subscript(as<SubscriptExpr>(first), emit(stmt.value), range(static_cast<const Stmt*>(&stmt)));
    if (first->kind == ExprKind::kAttribute)
      return assign_attribute(as<AttributeExpr>(first), emit_sugared(stmt.value),
                              merged(range(first), range(stmt.value)));
    bool several = first->kind == ExprKind::kTuple || first->kind == ExprKind::kList;
    return assign(first, emit_sugared(stmt.value), several ? range(stmt.value) : range(first));
  }
  const std::string all = "$assigned";
  set_variable(all, emit_sugared(stmt.value), range(stmt.value));
  for (Expr* target : stmt.targets) assign(target, get_variable(all, range(stmt.value)), range(target));
}

void Emitter::assign(Expr* target, SugaredPtr value, const Range& at, TypePtr annotated) {
  switch (target->kind) {
    case ExprKind::kName: return set_variable(std::string(as<NameExpr>(target).id), value, at, annotated);
    case ExprKind::kTuple: return assign_tuple(as<TupleExpr>(target), value, at, as<TupleExpr>(target).elements);
    case ExprKind::kList:
      return assign_tuple(*reinterpret_cast<const TupleExpr*>(target), value, at, as<ListExpr>(target).elements);
    case ExprKind::kSubscript: return assign_subscript(as<SubscriptExpr>(target), as_value(value, at), at);
    case ExprKind::kAttribute: return assign_attribute(as<AttributeExpr>(target), value, at);
    default: fail("unexpected expression on left-hand side of assignment", at);
  }
}

void Emitter::assign_tuple(const TupleExpr&, SugaredPtr value, const Range& at, Exprs elements) {
  size_t starred = elements.size();
  for (size_t i = 0; i < elements.size(); ++i)
    if (elements[i]->kind == ExprKind::kStarred) starred = i;
  if (starred == 0 && elements.size() == 1)
    fail("A Starred expression may only appear on the lhs within the presence of another non-starred expression",
         range(elements[0]));
  std::vector<SugaredPtr> items = unpack(value, at, starred < elements.size() ? 0 : elements.size());
  if (starred == elements.size()) {
    if (items.size() < elements.size())
      fail("need " + std::to_string(elements.size()) + " values to unpack but found only " +
               std::to_string(items.size()),
           at);
    if (items.size() > elements.size())
      fail("too many values to unpack: need " + std::to_string(elements.size()) + " but found " +
               std::to_string(items.size()),
           at);
  } else if (items.size() + 1 < elements.size()) {
    fail("need " + std::to_string(elements.size() - 1) + " values to unpack but found only " +
             std::to_string(items.size()),
         at);
  }
  size_t next = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i != starred) {
      assign(elements[i], items[next++], range(elements[i]));
      continue;
    }
    std::vector<Value*> rest;
    size_t count = items.size() - (elements.size() - 1);
    for (size_t k = 0; k < count; ++k) rest.push_back(as_value(items[next++], at));
    assign(as<StarredExpr>(elements[i]).value, sugared(emit_tuple(rest)), range(elements[i]));
  }
}

// Converts a number to a tensor with the dtype and device of the tensor that it is stored into.
Value* Emitter::store_into_tensor(Value* sliced, const std::vector<Value*>& indices, Value* value, const Range& at) {
  if (!is(value->type, TypeKind::kTensor)) {
    Value* dtype = insert("prim::dtype", {sliced}, simple_type(TypeKind::kInt), {});
    Value* device = insert("prim::device", {sliced}, simple_type(TypeKind::kDevice), {});
    value =
        emit_builtin(graph(), "aten::tensor", {{"", value, at}}, {{"dtype", dtype, at}, {"device", device, at}}, {});
  }
  if (indices.empty()) return emit_builtin(graph(), "aten::copy_", {sliced, value}, at);
  Value* list = insert("prim::ListConstruct", indices, list_of(optional_of(tensor_type())), {});
  return emit_builtin(graph(), "aten::index_put_", {sliced, list, value}, at);
}

void Emitter::assign_subscript(const SubscriptExpr& target, Value* value, const Range& at) {
  SugaredPtr object = emit_sugared(target.object);
  Value* container = as_value(object, range(target.object));
  if (is(container->type, TypeKind::kTensor)) {
    Exprs indices(const_cast<Expr**>(&target.index), 1);
    if (target.index->kind == ExprKind::kTuple) indices = as<TupleExpr>(target.index).elements;
    std::vector<Value*> gathered;
    Value* sliced = index_tensor(container, indices, range(static_cast<const Expr*>(&target)), &gathered);
    store_into_tensor(sliced, gathered, value, at);
    return;
  }
  if (target.index->kind == ExprKind::kSlice) fail("slices of lists cannot be assigned to", at);
  if (is(container->type, TypeKind::kClass))
    if (call_special(container, "__setitem__", {emit(target.index), value}, at)) return;
  if (!is(container->type, TypeKind::kList) && !is(container->type, TypeKind::kDict))
    fail(message_text(container->type) + " does not support subscripted assignment",
         range(static_cast<const Expr*>(&target)));
  Value* index = emit(target.index);
  emit_builtin(graph(), "aten::_set_item", {container, index, value}, at);
}

// Emits the call of a property's setter; false if the name is no property.
bool Emitter::assign_property(const SugaredPtr& object, const std::string& name, const SugaredPtr& value,
                              const Range& at) {
  ClassType& cls = *object->cls;
  if (cls.python.is_null()) return false;
  vm::Type* type = cls.plain ? cls.python.as<vm::Type>() : vm::type_of(cls.python);
  const vm::Value* property = type ? type->find(vm::intern(name)) : nullptr;
  if (!property || vm::type_of(*property)->name != "property") return false;
  vm::Value function = vm_.get_attribute(*property, "fset");
  if (function.is_none()) fail("Tried to set read-only attribute: " + name, at);
  FunctionPtr setter = declare_getter(vm_, cls, "__" + name + "_setter", function);
  call_function(*setter, setter, at, {{"", as_value(value, at), at}}, {}, object->value);
  return true;
}

void Emitter::assign_attribute(const AttributeExpr& target, SugaredPtr value, const Range& at) {
  SugaredPtr object = emit_sugared(target.object);
  std::string name(target.name);
  if (object->kind == Sugared::Kind::kValue && is(object->value->type, TypeKind::kClass))
    object = instance(object->value);
  if (object->kind != Sugared::Kind::kModule)
    fail("Tried to set an attribute: " + name + " on a non-class: " + message_text(as_value(object, at)->type), at);
  int slot = object->cls->find(name);
  // __init__ of a script class declares an attribute by assigning it.
  if (slot < 0 && class_ && class_->plain && object->cls == class_ && target_.name == "__init__") {
    if (frames_.size() > 1)
      fail("First assignment cannot be in a control-flow block. Initialize the field at the top level first", at);
    TypePtr type = as_value(value, at)->type;
    if (type->inferred) type = tensor_type();
    slot = static_cast<int>(class_->attributes.size());
    class_->attributes.push_back({name, type});
  }
  if (slot < 0 && assign_property(object, name, value, at)) return;
  if (slot < 0) {
    if (object->cls->constants.count(name)) fail("'" + name + "' is a constant and cannot be assigned to", at);
    fail("Tried to set nonexistent attribute: " + name + ". Did you forget to initialize it in __init__()?", at);
  }
  const TypePtr& type = object->cls->attributes[static_cast<size_t>(slot)].type;
  Value* given = as_value(value, at);
  // An empty list literal is a list of tensors, regardless of the attribute's type.
  const bool empty = given->node->is("prim::EmptyListLiteral") && !is_subtype(given->type, type);
  Value* stored = empty ? given : convert_implicitly(graph(), at, type, given, true);
  if (!is_subtype(stored->type, type))
    fail("Wrong type for attribute assignment. Expected " + message_text(type) + " but got " +
             message_text(stored->type),
         at);
  Node* node = graph().create("prim::SetAttr", {object->value, stored}, 0);
  node->set("name", name)->range = at;
  graph().insert(node);
}

namespace {
const char* operator_name(BinaryOp op, bool inplace) {
  switch (op) {
    case BinaryOp::kAdd: return inplace ? "aten::add_" : "aten::add";
    case BinaryOp::kSubtract: return inplace ? "aten::sub_" : "aten::sub";
    case BinaryOp::kMultiply: return inplace ? "aten::mul_" : "aten::mul";
    case BinaryOp::kTrueDivide: return inplace ? "aten::div_" : "aten::div";
    case BinaryOp::kFloorDivide: return inplace ? "aten::floor_divide_" : "aten::floordiv";
    case BinaryOp::kRemainder: return inplace ? "aten::fmod_" : "aten::remainder";
    case BinaryOp::kPower: return inplace ? "aten::pow_" : "aten::pow";
    case BinaryOp::kMatrixMultiply: return "aten::matmul";
    case BinaryOp::kAnd: return "aten::__and__";
    case BinaryOp::kOr: return "aten::__or__";
    case BinaryOp::kXor: return "aten::__xor__";
    case BinaryOp::kLshift: return "aten::__lshift__";
    case BinaryOp::kRshift: return "aten::__rshift__";
  }
  return "";
}
}  // namespace

void Emitter::emit_augmented(const AugAssignStmt& stmt) {
  Range at = range(static_cast<const Stmt*>(&stmt));
  if (stmt.op == BinaryOp::kFloorDivide || stmt.op == BinaryOp::kMatrixMultiply) {
    Range sign = range(stmt.value);
    while (sign.begin > 0 && sign.source->text[sign.begin] != '=') --sign.begin;
    sign.end = sign.begin + 1;
    --sign.begin;
    throw ScriptError{std::string("unsupported kind of augmented assignment: ") +
                          (stmt.op == BinaryOp::kFloorDivide ? "FloorDiv" : "MatMult") + ":\n" + sign.highlight(),
                      sign, "NotSupportedError", true};
  }
  auto apply = [&](Value* left, Value* right) {
    bool inplace = is(left->type, TypeKind::kTensor) || (is(left->type, TypeKind::kList) && stmt.op == BinaryOp::kAdd);
    const char* name = operator_name(stmt.op, inplace);
    if (is(left->type, TypeKind::kClass)) {
      // a += b is a.__iadd__(b) if the class defines it.
      std::string special = "__i" + std::string(name).substr(6) + "__";
      if (SugaredPtr made = call_special(left, special.c_str(), {right}, at)) return made->value;
      return binary(name, left, right, at);
    }
    if (!inplace) return emit_builtin(graph(), name, {left, right}, at);
    return emit_builtin(graph(), name, {{"", left, at}, {"", right, at}}, {}, at);
  };
  switch (stmt.target->kind) {
    case ExprKind::kName: {
      Value* left = emit(stmt.target);
      Value* right = emit(stmt.value);
      set_variable(std::string(as<NameExpr>(stmt.target).id), sugared(apply(left, right)), range(stmt.target));
      return;
    }
    case ExprKind::kAttribute: {
      Value* left = emit(stmt.target);
      Value* right = emit(stmt.value);
      Value* result = apply(left, right);
      assign_attribute(as<AttributeExpr>(stmt.target), sugared(result), at);
      return;
    }
    case ExprKind::kSubscript: {
      const SubscriptExpr& target = as<SubscriptExpr>(stmt.target);
      Value* container = as_value(emit_sugared(target.object), range(target.object));
      if (is(container->type, TypeKind::kTensor)) {
        Exprs indices(const_cast<Expr**>(&target.index), 1);
        if (target.index->kind == ExprKind::kTuple) indices = as<TupleExpr>(target.index).elements;
        std::vector<Value*> gathered;
        Value* sliced = index_tensor(container, indices, at, &gathered);
        Value* right = emit(stmt.value);
        if (gathered.empty()) {
          apply(sliced, right);
          return;
        }
        Value* list = insert("prim::ListConstruct", gathered, list_of(optional_of(tensor_type())), {});
        Value* taken = emit_builtin(graph(), "aten::index", {sliced, list}, at);
        emit_builtin(graph(), "aten::index_put_", {sliced, list, apply(taken, right)}, at);
        return;
      }
      const bool list = is(container->type, TypeKind::kList);
      if (!list && !is(container->type, TypeKind::kDict))
        fail(message_text(container->type) + " does not support augmented assignment.", range(stmt.target));
      Value* index = emit(target.index);
      Value* right = emit(stmt.value);
      // In place for lists of tensors. For dicts, PyTorch tests the key type here.
      bool inplace = is(container->type->inside[0], TypeKind::kTensor);
      bool rest = stmt.op == BinaryOp::kRemainder && !inplace;
      const char* name = rest ? "aten::fmod" : operator_name(stmt.op, inplace);
      Value* left = emit_builtin(graph(), "aten::__getitem__", {container, index}, at);
      Value* result = emit_builtin(graph(), name, {left, right}, at);
      emit_builtin(graph(), "aten::_set_item", {container, index, result}, at);
      return;
    }
    default: fail("unexpected expression on left-hand side of augmented assignment", at);
  }
}

void Emitter::emit_assert(const AssertStmt& stmt) {
  Range at = range(static_cast<const Stmt*>(&stmt));
  emit_if(
      at, emit_condition(stmt.test), [] {},
      [&] {
        Value* text = stmt.message ? emit(stmt.message) : graph().insert_text("", at);
        Value* prefix = graph().insert_text("AssertionError: ", at);
        if (!is(text->type, TypeKind::kString)) text = emit_builtin(graph(), "aten::str", {text}, at);
        Value* message = emit_builtin(graph(), "aten::add", {prefix, text}, at);
        emit_builtin(graph(), "prim::RaiseException", {message}, at);
        exited_.insert(block());
      });
}

void Emitter::emit_raise(const RaiseStmt& stmt) {
  Range at = range(static_cast<const Stmt*>(&stmt));
  if (!stmt.exception) fail("exceptions must derive from BaseException", at);
  SugaredPtr raised = emit_sugared(stmt.exception);
  if (raised->kind != Sugared::Kind::kRaised && raised->kind != Sugared::Kind::kException)
    fail("exceptions must derive from BaseException", at);
  Value* message = raised->kind == Sugared::Kind::kRaised ? raised->values[0] : graph().insert_text("", at);
  Value* cls = raised->kind == Sugared::Kind::kRaised ? raised->values[1] : graph().insert_none(at);
  if (!is(message->type, TypeKind::kString)) message = emit_builtin(graph(), "aten::str", {message}, at);
  emit_builtin(graph(), "prim::RaiseException", {message, cls}, at);
  exited_.insert(block());
}

void Emitter::emit_delete(const DeleteStmt& stmt) {
  for (Expr* target : stmt.targets) {
    if (target->kind == ExprKind::kName) {
      get_variable(std::string(as<NameExpr>(target).id), range(target));
      forget_variable(std::string(as<NameExpr>(target).id));
    }
    if (target->kind != ExprKind::kSubscript) continue;
    const SubscriptExpr& s = as<SubscriptExpr>(target);
    if (s.index->kind == ExprKind::kSlice)
      fail(
          "del statements only support deletion at a single index, slicing is not supported (see "
          "https://github.com/pytorch/pytorch/issues/31430)",
          range(target));
    Value* container = emit(s.object);
    Value* index = emit(s.index);
    emit_builtin(graph(), "aten::Delete", {container, index}, range(target));
  }
}

// The type that `with ... as` binds for a script class object; checks __enter__ and __exit__.
TypePtr Emitter::entered_type(ClassType& cls, const Range& at) {
  FunctionPtr enter = declare_method(vm_, cls, "__enter__"), leave = declare_method(vm_, cls, "__exit__");
  if (!enter || !leave)
    fail("Object returned by with item expression does not define __enter__ and __exit__ methods", at);
  ensure_ready(*enter);
  ensure_ready(*leave);
  if (enter->arguments.size() != 1) fail("__enter__ must have only one argument and one return value", at);
  if (leave->arguments.size() != 4) fail("__exit__ must have four arguments", at);
  for (size_t i = 1; i < 4; ++i)
    if (!is(leave->arguments[i].type, TypeKind::kAny))
      fail("argument " + std::to_string(i) +
               " of __exit__ must have Any type; TorchScript does not currently support passing exception type, "
               "value, or traceback to the __exit__ function.",
           at);
  return enter->result;
}

// `as` binds the manager itself for library managers, except for the grad modes, which bind None.
static bool gives_itself(const Node& made) {
  const vm::Type* type = made.constant.as<vm::Type>();
  return type && type->module.rfind("torch.autograd.grad_mode", 0) != 0;
}

void Emitter::emit_with(const WithStmt& stmt) {
  std::vector<Value*> managers;
  for (const WithItem& part : stmt.items) {
    SugaredPtr manager = emit_sugared(part.context);
    Value* object = as_value(manager, range(part.context));
    bool own = is(object->type, TypeKind::kClass) && object->type->cls->plain;
    if (!own && !is(object->type, TypeKind::kOther))
      fail("With item expression must return an object", range(part.context));
    Value* entered = insert("prim::Enter", {object}, simple_type(TypeKind::kNone), Range());
    if (own) entered->type = entered_type(*object->type->cls, range(part.context));
    else if (gives_itself(*object->node)) entered->type = object->type;
    if (part.target) assign(part.target, sugared(entered), range(part.target));
    managers.push_back(object);
  }
  emit_body(stmt.body);
  for (size_t i = managers.size(); i-- > 0;) insert("prim::Exit", {managers[i]}, tensor_type(), Range());
}

}  // namespace vt::script
