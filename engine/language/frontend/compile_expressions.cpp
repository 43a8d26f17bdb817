// Expressions and assignment targets.
#include <algorithm>

#include "frontend/compiler.h"

namespace vt {

// Displays longer than this are built step by step, so that the stack stays shallow.
static constexpr size_t kStackGuideline = 30;

// An attribute on a line below the start of its expression is pointed at by its name alone.
SourceSpan attribute_span(SourceSpan span, const AttributeExpr& node) {
  if (span.line == node.span.end_line) return span;
  span.line = node.span.end_line;
  span.column = std::max(0, node.span.end_column - static_cast<int32_t>(node.name.size()));
  span.end_line = std::max(span.line, span.end_line);
  span.end_column = std::max(span.column, span.end_column);
  return span;
}

void Compiler::check_function(const char* what, SourceSpan span) {
  if (!unit_->scope->function_like()) fail(std::string("'") + what + "' outside function", span);
}

void Compiler::expression(Expr* node) {
  Constant constant;
  if (constant_value(node, constant)) return load_constant(std::move(constant), node->span);
  switch (node->kind) {
    case ExprKind::kName: return name_access(as<NameExpr>(node).id, Access::kLoad, node->span);
    case ExprKind::kConstant: return load_constant(literal_value(as<ConstantExpr>(node)), node->span);
    case ExprKind::kJoinedStr: return joined(as<JoinedStrExpr>(node));
    case ExprKind::kFormattedValue: return formatted(as<FormattedValueExpr>(node));
    case ExprKind::kTuple: return tuple_or_list(as<TupleExpr>(node).elements, false, node->span);
    case ExprKind::kList: return tuple_or_list(as<ListExpr>(node).elements, true, node->span);
    case ExprKind::kSet:
      return starred_sequence(as<SetExpr>(node).elements, 0, Op::BUILD_SET, Op::SET_ADD, Op::SET_UPDATE, false,
                              node->span);
    case ExprKind::kDict: return dictionary(as<DictExpr>(node));
    case ExprKind::kAttribute: return attribute(as<AttributeExpr>(node));
    case ExprKind::kSubscript: return subscript(as<SubscriptExpr>(node), Access::kLoad);
    case ExprKind::kSlice: {
      auto& range = as<SliceExpr>(node);
      slice(range);
      return emit(Op::BUILD_SLICE, node->span, range.step ? 3 : 2);
    }
    case ExprKind::kStarred: fail("can't use starred expression here", node->span);
    case ExprKind::kCall: return call(as<CallExpr>(node));
    case ExprKind::kUnaryOp: return unary(as<UnaryOpExpr>(node));
    case ExprKind::kBinOp: {
      auto& binary = as<BinOpExpr>(node);
      expression(binary.left);
      expression(binary.right);
      return emit(Op::BINARY_OP, node->span, static_cast<uint32_t>(binary.op));
    }
    case ExprKind::kBoolOp: return boolean(as<BoolOpExpr>(node));
    case ExprKind::kCompare: return comparison(as<CompareExpr>(node));
    case ExprKind::kIfExp: return conditional(as<IfExpExpr>(node));
    case ExprKind::kLambda: return lambda(as<LambdaExpr>(node));
    case ExprKind::kListComp: {
      auto& list = as<ListCompExpr>(node);
      return comprehension(node, "<listcomp>", {list.element, nullptr, list.generators, node->kind, node->span});
    }
    case ExprKind::kSetComp: {
      auto& set = as<SetCompExpr>(node);
      return comprehension(node, "<setcomp>", {set.element, nullptr, set.generators, node->kind, node->span});
    }
    case ExprKind::kDictComp: {
      auto& dict = as<DictCompExpr>(node);
      return comprehension(node, "<dictcomp>", {dict.element, dict.value, dict.generators, node->kind, node->span});
    }
    case ExprKind::kGeneratorExp: {
      auto& generator = as<GeneratorExpExpr>(node);
      return comprehension(node, "<genexpr>",
                           {generator.element, nullptr, generator.generators, node->kind, node->span});
    }
    case ExprKind::kNamedExpr: {
      auto& named = as<NamedExprExpr>(node);
      expression(named.value);
      emit(Op::COPY, node->span, 1);
      return store(named.target);
    }
    case ExprKind::kYield: return yield(as<YieldExpr>(node));
    case ExprKind::kYieldFrom: return yield_from(as<YieldFromExpr>(node).value, node->span);
    case ExprKind::kAwait: return await(as<AwaitExpr>(node));
  }
}

void Compiler::store(Expr* target) {
  switch (target->kind) {
    case ExprKind::kName: return name_access(as<NameExpr>(target).id, Access::kStore, target->span);
    case ExprKind::kAttribute: {
      auto& node = as<AttributeExpr>(target);
      expression(node.object);
      if (node.name == "__debug__") fail("cannot assign to __debug__", target->span);
      return emit(Op::STORE_ATTR, attribute_span(target->span, node), name_operand(node.name));
    }
    case ExprKind::kSubscript: return subscript(as<SubscriptExpr>(target), Access::kStore);
    case ExprKind::kTuple: return store_sequence(as<TupleExpr>(target).elements, target->span);
    case ExprKind::kList: return store_sequence(as<ListExpr>(target).elements, target->span);
    case ExprKind::kStarred: fail("starred assignment target must be in a list or tuple", target->span);
    default: fail("cannot assign to expression", target->span);
  }
}

void Compiler::store_sequence(Exprs elements, SourceSpan span) {
  size_t star = elements.size();
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i]->kind != ExprKind::kStarred) continue;
    if (star != elements.size()) fail("multiple starred expressions in assignment", span);
    star = i;
  }
  if (star == elements.size()) {
    emit(Op::UNPACK_SEQUENCE, span, static_cast<uint32_t>(elements.size()));
  } else {
    if (star >= 256) fail("too many expressions in star-unpacking assignment", span);
    emit(Op::UNPACK_EX, span, static_cast<uint32_t>(star | (elements.size() - star - 1) << 8));
  }
  for (Expr* element : elements) store(element->kind == ExprKind::kStarred ? as<StarredExpr>(element).value : element);
}

void Compiler::tuple_or_list(Exprs elements, bool list, SourceSpan span) {
  starred_sequence(elements, 0, Op::BUILD_LIST, Op::LIST_APPEND, Op::LIST_EXTEND, !list, span);
}

void Compiler::starred_sequence(Exprs elements, uint32_t pushed, Op build, Op add, Op extend, bool tuple,
                                SourceSpan span) {
  size_t count = elements.size();
  auto folded = std::make_shared<ConstantTuple>();
  bool starred = false;
  for (Expr* element : elements) {
    Constant value;
    starred |= element->kind == ExprKind::kStarred;
    if (count > 2 && folded && constant_value(element, value)) folded->items.push_back(std::move(value));
    else folded = nullptr;
  }
  if (count > 2 && folded) {
    if (tuple && !pushed) return load_constant({std::move(folded)}, span);
    folded->frozen_set = add == Op::SET_ADD;
    emit(build, span, pushed);
    load_constant({std::move(folded)}, span);
    emit(extend, span, 1);
    if (tuple) emit(Op::LIST_TO_TUPLE, span);
    return;
  }
  bool big = count + pushed > kStackGuideline;
  if (!starred && !big) {
    expressions(elements);
    return emit(tuple ? Op::BUILD_TUPLE : build, span, static_cast<uint32_t>(count) + pushed);
  }
  bool built = big;
  if (big) emit(build, span, pushed);
  for (size_t i = 0; i < count; ++i) {
    if (elements[i]->kind == ExprKind::kStarred) {
      if (!built) emit(build, span, static_cast<uint32_t>(i) + pushed);
      built = true;
      expression(as<StarredExpr>(elements[i]).value);
      emit(extend, span, 1);
    } else {
      expression(elements[i]);
      if (built) emit(add, span, 1);
    }
  }
  if (tuple) emit(Op::LIST_TO_TUPLE, span);
}

void Compiler::dictionary_part(std::span<Expr*> keys, std::span<Expr*> values, SourceSpan span) {
  size_t count = keys.size();
  bool big = count * 2 > kStackGuideline;
  if (count > 1 && !big) {
    auto constants = std::make_shared<ConstantTuple>();
    for (Expr* key : keys) {
      Constant value;
      if (!constant_value(key, value)) break;
      constants->items.push_back(std::move(value));
    }
    if (constants->items.size() == count) {
      expressions(values);
      load_constant({std::move(constants)}, span);
      return emit(Op::BUILD_CONST_KEY_MAP, span, static_cast<uint32_t>(count));
    }
  }
  if (big) emit(Op::BUILD_MAP, span, 0);
  for (size_t i = 0; i < count; ++i) {
    expression(keys[i]);
    expression(values[i]);
    if (big) emit(Op::MAP_ADD, span, 1);
  }
  if (!big) emit(Op::BUILD_MAP, span, static_cast<uint32_t>(count));
}

void Compiler::dictionary(DictExpr& node) {
  size_t count = node.keys.size(), pending = 0;
  bool built = false;
  SourceSpan span = node.span;
  auto flush = [&](size_t end) {
    dictionary_part(node.keys.subspan(end - pending, pending), node.values.subspan(end - pending, pending), span);
    if (built) emit(Op::DICT_UPDATE, span, 1);
    built = true;
    pending = 0;
  };
  for (size_t i = 0; i < count; ++i) {
    if (node.keys[i]) {
      ++pending;
      if ((pending - 1) * 2 > kStackGuideline) flush(i + 1);
      continue;
    }
    if (pending) flush(i);
    if (!built) emit(Op::BUILD_MAP, span, 0);
    built = true;
    expression(node.values[i]);
    emit(Op::DICT_UPDATE, span, 1);
  }
  if (pending) flush(count);
  if (!built) emit(Op::BUILD_MAP, span, 0);
}

void Compiler::boolean(BoolOpExpr& node) {
  BlockId end = new_block();
  for (size_t i = 0; i + 1 < node.values.size(); ++i) {
    expression(node.values[i]);
    emit(Op::COPY, node.span, 1);
    emit_jump(node.is_or ? Op::POP_JUMP_IF_TRUE : Op::POP_JUMP_IF_FALSE, end, node.span);
    emit(Op::POP_TOP, node.span);
  }
  expression(node.values.back());
  place(end);
}

void Compiler::comparator(Comparator op, SourceSpan span) {
  switch (op) {
    case Comparator::kLess:
    case Comparator::kLessEqual:
    case Comparator::kEqual:
    case Comparator::kNotEqual:
    case Comparator::kGreater:
    case Comparator::kGreaterEqual: return emit(Op::COMPARE_OP, span, static_cast<uint32_t>(op));
    case Comparator::kIs: return emit(Op::IS_OP, span, 0);
    case Comparator::kIsNot: return emit(Op::IS_OP, span, 1);
    case Comparator::kIn: return emit(Op::CONTAINS_OP, span, 0);
    case Comparator::kNotIn: return emit(Op::CONTAINS_OP, span, 1);
  }
}

void Compiler::comparison(CompareExpr& node) {
  size_t last = node.operators.size() - 1;
  auto operand = [&](size_t i) {
    bool membership = node.operators[i] == Comparator::kIn || node.operators[i] == Comparator::kNotIn;
    if (membership) iterable(node.comparators[i]);
    else expression(node.comparators[i]);
  };
  expression(node.left);
  if (last == 0) {
    operand(0);
    return comparator(node.operators[0], node.span);
  }
  BlockId cleanup = new_block(), end = new_block();
  for (size_t i = 0; i < last; ++i) {
    operand(i);
    emit(Op::SWAP, node.span, 2);
    emit(Op::COPY, node.span, 2);
    comparator(node.operators[i], node.span);
    emit(Op::COPY, node.span, 1);
    emit_jump(Op::POP_JUMP_IF_FALSE, cleanup, node.span);
    emit(Op::POP_TOP, node.span);
  }
  operand(last);
  comparator(node.operators[last], node.span);
  jump(end);
  place(cleanup);
  emit(Op::SWAP, node.span, 2);
  emit(Op::POP_TOP, node.span);
  place(end);
}

void Compiler::conditional(IfExpExpr& node) {
  BlockId end = new_block(), otherwise = new_block();
  jump_if(node.test, otherwise, false);
  expression(node.body);
  jump(end);
  place(otherwise);
  expression(node.orelse);
  place(end);
}

bool Compiler::two_element_slice(Expr* index) const {
  return index->kind == ExprKind::kSlice && !as<SliceExpr>(index).step;
}

void Compiler::slice(SliceExpr& node) {
  for (Expr* part : {node.lower, node.upper}) {
    if (part) expression(part);
    else load_none(node.span);
  }
  if (node.step) expression(node.step);
}

void Compiler::subscript(SubscriptExpr& node, Access access) {
  expression(node.object);
  if (two_element_slice(node.index) && access != Access::kDelete) {
    slice(as<SliceExpr>(node.index));
    return emit(access == Access::kLoad ? Op::BINARY_SLICE : Op::STORE_SLICE, node.span);
  }
  expression(node.index);
  static constexpr Op kOps[] = {Op::BINARY_SUBSCR, Op::STORE_SUBSCR, Op::DELETE_SUBSCR};
  emit(kOps[static_cast<size_t>(access)], node.span);
}

void Compiler::formatted(FormattedValueExpr& node) {
  expression(node.value);
  uint32_t flags = node.conversion == 's' ? 1 : node.conversion == 'r' ? 2 : node.conversion == 'a' ? 3 : 0;
  if (node.spec) {
    expression(node.spec);
    flags |= 4;
  }
  emit(Op::FORMAT_VALUE, node.span, flags);
}

void Compiler::joined(JoinedStrExpr& node) {
  uint32_t count = static_cast<uint32_t>(node.values.size());
  if (count == 0) return load_string("", node.span);
  if (count > kStackGuideline) {
    load_string("", node.span);
    emit(Op::LOAD_METHOD, node.span, name_operand("join"));
    emit(Op::BUILD_LIST, node.span, 0);
    for (Expr* value : node.values) {
      expression(value);
      emit(Op::LIST_APPEND, node.span, 1);
    }
    return emit(Op::CALL, node.span, 1);
  }
  expressions(node.values);
  if (count != 1) emit(Op::BUILD_STRING, node.span, count);
}

void Compiler::unary(UnaryOpExpr& node) {
  static constexpr Op kOps[] = {Op::UNARY_NOT, Op::UNARY_NEGATIVE, Op::UNARY_POSITIVE, Op::UNARY_INVERT};
  // `not a in b` is one comparison the other way round.
  if (node.op == UnaryOperator::kNot && node.operand->kind == ExprKind::kCompare) {
    auto& compare = as<CompareExpr>(node.operand);
    Comparator op = compare.operators[0];
    bool flips = op == Comparator::kIs || op == Comparator::kIsNot || op == Comparator::kIn || op == Comparator::kNotIn;
    if (compare.operators.size() == 1 && flips) {
      static constexpr Comparator kFlipped[] = {Comparator::kIsNot, Comparator::kIs, Comparator::kNotIn,
                                                Comparator::kIn};
      compare.operators[0] = kFlipped[static_cast<size_t>(op) - static_cast<size_t>(Comparator::kIs)];
      SourceSpan whole = compare.span;
      compare.span = node.span;
      comparison(compare);
      compare.span = whole;
      compare.operators[0] = op;
      return;
    }
  }
  expression(node.operand);
  emit(kOps[static_cast<size_t>(node.op)], node.span);
}

// Hands the top of the stack to the caller.
void Compiler::yield_top(SourceSpan span) {
  if (unit_->code->flags & kIsAsyncGenerator) emit(Op::ASYNC_GEN_WRAP, span);
  emit(Op::YIELD_VALUE, span);
  emit(Op::RESUME, span, 1);
}

void Compiler::yield(YieldExpr& node) {
  check_function("yield", node.span);
  if (node.value) expression(node.value);
  else load_none(node.span);
  yield_top(node.span);
}

// Yields what the iterator on top yields, and leaves what it returns.
void Compiler::delegate(SourceSpan span, uint32_t resume) {
  BlockId send = new_block(), exit = new_block();
  load_none(span);
  place(send);
  emit_jump(Op::SEND, exit, span);
  emit(Op::YIELD_VALUE, span);
  emit(Op::RESUME, span, resume);
  jump(send, span);
  place(exit);
  emit(Op::END_SEND, span);
}

void Compiler::yield_from(Expr* value, SourceSpan span) {
  check_function("yield", span);
  if (unit_->scope->async_function) fail("'yield from' inside async function", span);
  expression(value);
  emit(Op::GET_YIELD_FROM_ITER, span);
  delegate(span, 2);
}

void Compiler::check_async(const char* what, SourceSpan span) {
  if (!unit_->scope->async_function && !unit_->scope->comprehension)
    fail(std::string("'") + what + "' outside async function", span);
}

void Compiler::await(AwaitExpr& node) {
  check_function("await", node.span);
  check_async("await", node.span);
  expression(node.value);
  emit(Op::GET_AWAITABLE, node.span, 0);
  delegate(node.span, 3);
}

// The next item of the asynchronous iterator on top; its end goes to `except`.
void Compiler::next_of_async(BlockId except, SourceSpan span) {
  BlockId inside = new_block();
  emit_pseudo(Pseudo::kSetupFinally, except, span);
  place(inside);
  emit(Op::GET_ANEXT, span);
  delegate(span, 3);
  emit_pseudo(Pseudo::kPopBlock);
}

void Compiler::attribute(AttributeExpr& node) {
  if (super_attribute(node)) return emit(Op::LOAD_SUPER_ATTR, node.span, name_operand(node.name));
  expression(node.object);
  emit(Op::LOAD_ATTR, attribute_span(node.span, node), name_operand(node.name));
}

}  // namespace vt
