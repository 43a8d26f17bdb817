// Subscripts: slices, indices and masks of tensors, items of containers.
#include <algorithm>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"
namespace vt::script {

Value* Emitter::slice(Value* value, const SliceExpr& expr, Value* dim, const Range& at) {
  std::vector<NamedValue> arguments = {{"", value, at}}, bounds;
  if (dim) arguments.push_back({"", dim, at});
  if (expr.lower) bounds.push_back({"start", emit(expr.lower), at});
  if (expr.upper) bounds.push_back({"end", emit(expr.upper), at});
  bounds.push_back({"step", expr.step ? emit(expr.step) : graph().insert_int(1, at), at});
  return emit_builtin(graph(), "aten::slice", arguments, bounds, at);
}

static bool is_ellipsis(const Expr* e) {
  if (e->kind == ExprKind::kName) return as<NameExpr>(e).id == "Ellipsis";
  return e->kind == ExprKind::kConstant && as<ConstantExpr>(e).type == ConstantKind::kEllipsis;
}

// Emits ints, slices, None and ... as views; tensor indices are returned in `gathered` for the caller.
Value* Emitter::index_tensor(Value* tensor, Exprs indices, const Range& at, std::vector<Value*>* gathered) {
  int64_t dim = 0;
  bool after_ellipsis = false;
  std::vector<std::pair<int64_t, Value*>> tensors;
  // Number of dimensions that the indices after an ellipsis consume.
  auto taken_from = [&](size_t first) {
    int64_t count = 0;
    for (size_t i = first; i < indices.size(); ++i) {
      bool none = indices[i]->kind == ExprKind::kConstant && as<ConstantExpr>(indices[i]).type == ConstantKind::kNone;
      if (!none && !is_ellipsis(indices[i])) ++count;
    }
    return count;
  };
  // First pass: the types of the indices decide how many dimensions each consumes. PyTorch emits each index twice.
  std::vector<Value*> values(indices.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    if (is_ellipsis(indices[i]) || indices[i]->kind == ExprKind::kSlice) continue;
    emit(indices[i]);
    values[i] = emit(indices[i]);
    if (!is(values[i]->type, TypeKind::kList)) continue;
    Value* dtype = graph().insert_int(dtype_number(DType::kInt64));  // list of indices; floats are converted too
    values[i] = emit_builtin(graph(), "aten::tensor", {{"", values[i], {}}}, {{"dtype", dtype, {}}}, {});
  }
  for (size_t i = 0; i < indices.size(); ++i) {
    Expr* index = indices[i];
    if (is_ellipsis(index)) {
      if (after_ellipsis) fail("An index can only have a single ellipsis ('...')", at);
      after_ellipsis = true;
      dim = -taken_from(i + 1);
      continue;
    }
    if (index->kind == ExprKind::kSlice) {
      Value* axis = graph().insert_int(dim, at);
      tensor = slice(tensor, as<SliceExpr>(index), axis, at);
      ++dim;
      continue;
    }
    Value* value = values[i];
    if (is(value->type, TypeKind::kNone)) {
      tensor = emit_builtin(graph(), "aten::unsqueeze",
                            {tensor, graph().insert_int(after_ellipsis ? dim - 1 : dim, at)}, at);
      if (!after_ellipsis) ++dim;
      continue;
    }
    if (is(value->type, TypeKind::kInt)) {
      tensor = emit_builtin(graph(), "aten::select", {tensor, graph().insert_int(dim, at), value}, at);
      // select removes the dimension, so dimensions counted from the end move up by one.
      if (after_ellipsis) ++dim;
      continue;
    }
    if (!is(without_none(value->type), TypeKind::kTensor))
      fail("Unsupported operation: indexing tensor with unsupported index type '" + message_text(value->type) +
               "'. Only ints, slices, lists and tensors are supported",
           at);
    tensors.push_back({dim, value});
    ++dim;
  }
  if (tensors.empty()) return tensor;
  int64_t last = tensors.back().first;
  if (tensors.front().first < 0 || last < 0) fail("Tensor indices after an ellipsis are not supported", at);
  for (int64_t d = 0; d <= last; ++d) {
    auto found = std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.first == d; });
    gathered->push_back(found == tensors.end() ? graph().insert_none(at) : found->second);
  }
  return tensor;
}

SugaredPtr Emitter::emit_subscript(const SubscriptExpr& expr) {
  Range at = range(static_cast<const Expr*>(&expr));
  SugaredPtr object = emit_sugared(expr.object);
  Value* value = object->kind == Sugared::Kind::kValue ? object->value : nullptr;
  if (value && is(value->type, TypeKind::kTensor)) {
    Exprs indices(const_cast<Expr**>(&expr.index), 1);
    if (expr.index->kind == ExprKind::kTuple) indices = as<TupleExpr>(expr.index).elements;
    // PyTorch first emits a single index as a container index.
    else if (expr.index->kind != ExprKind::kSlice && !is_ellipsis(expr.index)) emit(expr.index);
    std::vector<Value*> gathered;
    Value* sliced = index_tensor(value, indices, at, &gathered);
    if (gathered.empty()) return sugared(sliced);
    Value* list = insert("prim::ListConstruct", gathered, list_of(optional_of(tensor_type())), {});
    return sugared(emit_builtin(graph(), "aten::index", {sliced, list}, at));
  }
  if (expr.index->kind == ExprKind::kSlice) {
    const SliceExpr& s = as<SliceExpr>(expr.index);
    bool tuple = value && is(value->type, TypeKind::kTuple);
    if (tuple || !value) {
      // For a tuple value, each selected item is emitted as a read by position.
      size_t length = tuple ? value->type->inside.size() : 0;
      std::vector<SugaredPtr> items = tuple ? std::vector<SugaredPtr>() : unpack(object, at, 0);
      if (!tuple) length = items.size();
      auto bound = [&](Expr* e, int64_t fallback) {
        if (!e) return fallback;
        const vm::Value* c = constant_of(emit(e));
        if (!c || !c->is_int()) fail("tuple slice indices must be integer constants", at);
        return c->as_int();
      };
      int64_t n = static_cast<int64_t>(length), step = bound(s.step, 1);
      auto clamp = [&](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + n : i, 0, n); };
      auto picked = std::make_shared<Sugared>();
      picked->kind = Sugared::Kind::kTuple;
      auto pick = [&](int64_t i) {
        if (!tuple) return picked->items.push_back(items[static_cast<size_t>(i)]);
        TypePtr type = value->type->inside[static_cast<size_t>(i)];
        picked->items.push_back(sugared(insert("prim::TupleIndex", {value, graph().insert_int(i)}, type, {})));
      };
      if (step > 0)
        for (int64_t i = clamp(bound(s.lower, 0)), end = clamp(bound(s.upper, n)); i < end; i += step) pick(i);
      else
        for (int64_t i = s.lower ? std::min(clamp(bound(s.lower, 0)), n - 1) : n - 1,
                     end = s.upper ? clamp(bound(s.upper, 0)) : -1;
             i > end; i += step)
          pick(i);
      return tuple ? sugared(as_value(picked, at)) : picked;
    }
    if (!is(value->type, TypeKind::kList) && !is(value->type, TypeKind::kString))
      fail("'" + message_text(value->type) + "' object is not subscriptable", at);
    return sugared(slice(value, s, nullptr, at));
  }
  if (expr.index->kind == ExprKind::kTuple && value && !is(value->type, TypeKind::kDict))
    fail("Unsupported operation: attempted to use multidimensional indexing on unsupported type '" +
             message_text(value->type) + "'. Only tensors support multidimensional indexing",
         at);
  if (object->kind == Sugared::Kind::kEnumType || object->kind == Sugared::Kind::kPython) {
    vm::Value item = vm_.get_item(object->python, *constant_of(emit(expr.index)));
    return python_value(item, at, "", true);
  }
  Value* index = emit(expr.index);
  return item(object, index, at, expr.index);
}

// A module of a container, by a constant index or name.
SugaredPtr Emitter::module_item(const SugaredPtr& container, Value* index, const Range& at) {
  const vm::Value* key = constant_of(index);
  const vm::Str* name = key ? key->as<vm::Str>() : nullptr;
  if (name || is(index->type, TypeKind::kString)) {
    if (!name)
      fail(
          "Unable to extract string literal index. ModuleDict indexing is only supported with string literals. For "
          "example, 'i = \"a\"; self.layers[i](x)' will fail because i is not a literal. Enumeration of ModuleDict is "
          "supported, e.g. 'for k, v in self.items(): out = v(inp)'",
          at);
    const SugaredPtr pairs = module_items(container, "items", at);
    for (const SugaredPtr& pair : pairs->items)
      if (constant_of(pair->items[0]->value)->as<vm::Str>()->text == name->text) return pair->items[1];
    fail("Key Error, " + name->text, at);
  }
  const std::vector<SugaredPtr> items = module_items(container, "values", at)->items;
  if (!key || !key->is_int())
    fail(
        "Expected integer literal for index but got a variable or non-integer. ModuleList/Sequential indexing is only "
        "supported with integer literals. For example, 'i = 4; self.layers[i](x)' will fail because i is not a "
        "literal. Enumeration is supported, e.g. 'for index, v in enumerate(self): out = v(inp)'",
        at);
  const int64_t count = static_cast<int64_t>(items.size()),
                i = key->as_int() < 0 ? key->as_int() + count : key->as_int();
  if (i < 0 || i >= count)
    fail("Index " + std::to_string(key->as_int()) + " out of range of length " + std::to_string(count), at);
  return items[static_cast<size_t>(i)];
}

SugaredPtr Emitter::item(const SugaredPtr& container, Value* index, const Range& at, const Expr*) {
  auto constant_index = [&](size_t count) {
    const vm::Value* c = constant_of(index);
    if (!c || !c->is_int())
      fail(
          "Expected integer literal for index. ModuleList/Sequential and tuple indexing is only supported with integer "
          "literals. For example, 'i = 4; self.layers[i](x)' will fail because i is not a literal. Enumeration is "
          "supported, e.g. 'for index, v in enumerate(self): out = v(inp)'",
          at);
    int64_t i = c->as_int() < 0 ? c->as_int() + static_cast<int64_t>(count) : c->as_int();
    if (i < 0 || i >= static_cast<int64_t>(count))
      fail("Tuple index out of range. Tuple is length " + std::to_string(count) + " and index is " +
               std::to_string(c->as_int()),
           at);
    return static_cast<size_t>(i);
  };
  if (container->kind == Sugared::Kind::kValue)
    if (SugaredPtr own = call_special(container->value, "__getitem__", {index}, at)) return own;
  switch (container->kind) {
    case Sugared::Kind::kTuple: return container->items[constant_index(container->items.size())];
    case Sugared::Kind::kRange:
      if (container->values.size() == 1) return sugared(index);
      if (constant_of(index) && constant_of(container->values[0]) && constant_of(container->values[2]))
        return sugared(
            graph().insert_int(constant_of(container->values[0])->as_int() +
                                   constant_of(index)->as_int() * constant_of(container->values[2])->as_int(),
                               at));
      return sugared(
          emit_builtin(graph(), "aten::__derive_index", {index, container->values[0], container->values[2]}, at));
    case Sugared::Kind::kZip: {
      auto tuple = std::make_shared<Sugared>();
      tuple->kind = Sugared::Kind::kTuple;
      for (const SugaredPtr& part : container->items) tuple->items.push_back(item(part, index, at, nullptr));
      return tuple;
    }
    case Sugared::Kind::kModule: return module_item(container, index, at);
    default: break;
  }
  Value* value = as_value(container, at);
  switch (value->type->kind) {
    case TypeKind::kList: return sugared(emit_builtin(graph(), "aten::__getitem__", {value, index}, at));
    case TypeKind::kDict: return sugared(emit_builtin(graph(), "aten::__getitem__", {value, index}, at));
    case TypeKind::kString: return sugared(emit_builtin(graph(), "prim::StringIndex", {value, index}, at));
    case TypeKind::kTensor:
      return sugared(emit_builtin(graph(), "aten::select", {value, graph().insert_int(0, at), index}, at));
    case TypeKind::kTuple: {
      if (!is(index->type, TypeKind::kInt)) fail("tuple index must be an integer", at);
      if (!constant_of(index)) {
        Types kinds = value->type->inside;
        for (const TypePtr& type : kinds)
          if (!same_type(type, kinds[0]))
            fail("Cannot index into a " + message_text(value->type) +
                     " with a non-integer literal because we cannot resolve the output type",
                 at);
        return sugared(insert("prim::TupleIndex", {value, index}, kinds[0], Range()));
      }
      size_t i = constant_index(value->type->inside.size());
      return sugared(insert("prim::TupleIndex", {value, index}, value->type->inside[i], Range()));
    }
    default: fail("'" + message_text(value->type) + "' object is not subscriptable", at);
  }
}

}  // namespace vt::script
