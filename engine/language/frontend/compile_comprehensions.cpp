// Comprehensions: generator expressions are functions; the others run in the frame around
// them, their variables put aside on the stack meanwhile (PEP 709).
#include <algorithm>

#include "frontend/compiler.h"

namespace vt {

struct Compiler::InlinedState {
  std::vector<std::string_view> pushed;                         // put aside, in this order
  std::vector<std::pair<std::string_view, NameScope>> changed;  // scopes as they were outside
  std::vector<std::string_view> fast_hidden;                    // of the unit, before
  BlockId cleanup = kNoBlock, end = kNoBlock;
};

void Compiler::push_inlined(SourceSpan span, Scope& scope, InlinedState& state) {
  bool in_class = unit_->scope->kind == ScopeKind::kClass && unit_->inlined_comprehensions == 0;
  ++unit_->inlined_comprehensions;
  state.fast_hidden = unit_->fast_hidden;
  for (const Symbol& symbol : scope.symbols) {
    bool bound = (symbol.flags & kDefLocal) && !(symbol.flags & kDefNonlocal) && !(symbol.flags & kDefGlobal);
    if (symbol.flags & kDefParameter) continue;
    if (!bound && !in_class) continue;
    if (bound && !unit_->scope->function_like()) unit_->fast_hidden.push_back(symbol.name);
    Symbol& outer = unit_->scope->get(symbol.name);
    NameScope outside = outer.scope;
    bool keep = symbol.scope == NameScope::kFree && outside == NameScope::kCell;
    if ((symbol.scope != outside || in_class) && !keep) {
      state.changed.push_back({symbol.name, outside});
      // Names of a class body are not seen from its comprehensions.
      outer.scope = in_class && symbol.scope == NameScope::kGlobalImplicit ? NameScope::kGlobalExplicit : symbol.scope;
    }
    if (!bound) continue;
    emit_fast(Op::LOAD_FAST_AND_CLEAR, symbol.name, span);
    if (symbol.scope == NameScope::kCell) {
      // The frame may know the name as something else so far (two comprehensions, one variable name).
      if (!unit_->free.count(symbol.name)) slot(unit_->cells, symbol.name);
      emit_cell(Op::MAKE_CELL, symbol.name, span);
    }
    state.pushed.push_back(symbol.name);
  }
  if (state.pushed.empty()) return;
  state.cleanup = new_block();
  state.end = new_block();
  emit_pseudo(Pseudo::kSetupFinally, state.cleanup, span);
  emit(Op::SWAP, span, static_cast<uint32_t>(state.pushed.size()) + 1);
}

void Compiler::restore_inlined(SourceSpan span, const InlinedState& state) {
  emit(Op::SWAP, span, static_cast<uint32_t>(state.pushed.size()) + 1);
  for (size_t i = state.pushed.size(); i-- > 0;) emit_fast(Op::STORE_FAST, state.pushed[i], span);
}

void Compiler::pop_inlined(SourceSpan span, InlinedState& state) {
  --unit_->inlined_comprehensions;
  for (auto [name, scope] : state.changed) unit_->scope->get(name).scope = scope;
  unit_->fast_hidden = std::move(state.fast_hidden);
  if (state.pushed.empty()) return;
  emit_pseudo(Pseudo::kPopBlock);
  jump(state.end);
  place(state.cleanup);
  emit(Op::SWAP, {}, 2);
  emit(Op::POP_TOP, {});
  restore_inlined(span, state);
  emit(Op::RERAISE, {}, 0);
  place(state.end);
  restore_inlined(span, state);
}

static Op comprehension_build(ExprKind kind) {
  return kind == ExprKind::kListComp ? Op::BUILD_LIST : kind == ExprKind::kSetComp ? Op::BUILD_SET : Op::BUILD_MAP;
}

void Compiler::comprehension(Expr* node, const char* name, ComprehensionParts parts) {
  Scope& scope = symbols_.of(node);
  if (scope.coroutine && !scope.generator && !unit_->scope->async_function && !unit_->scope->comprehension)
    fail("asynchronous comprehension outside of an asynchronous function", node->span);
  if (scope.inlined) return inlined_comprehension(parts, scope);
  enter(name, node, node->span.line);
  unit_->code->argument_count = 1;
  comprehension_clause(parts, 0, 0, false);
  load_none({});
  emit(Op::RETURN_VALUE, {});
  std::shared_ptr<const Code> code = leave();
  make_closure(code, 0, node->span);
  iterable(parts.generators[0].iterable);
  emit(parts.generators[0].is_async ? Op::GET_AITER : Op::GET_ITER, node->span);
  emit(Op::CALL, node->span, 0);
}

void Compiler::inlined_comprehension(const ComprehensionParts& parts, Scope& scope) {
  iterable(parts.generators[0].iterable);
  emit(parts.generators[0].is_async ? Op::GET_AITER : Op::GET_ITER, parts.span);
  InlinedState state;
  push_inlined(parts.span, scope, state);
  emit(comprehension_build(parts.kind), parts.span, 0);
  emit(Op::SWAP, parts.span, 2);
  comprehension_clause(parts, 0, 0, true);
  pop_inlined(parts.span, state);
}

void Compiler::comprehension_element(const ComprehensionParts& parts, int depth) {
  uint32_t below = static_cast<uint32_t>(depth) + 1;
  SourceSpan span = parts.element->span;
  expression(parts.element);
  switch (parts.kind) {
    case ExprKind::kListComp: return emit(Op::LIST_APPEND, span, below);
    case ExprKind::kSetComp: return emit(Op::SET_ADD, span, below);
    case ExprKind::kDictComp:
      expression(parts.value);
      span.end_line = parts.value->span.end_line;
      span.end_column = parts.value->span.end_column;
      return emit(Op::MAP_ADD, span, below);
    default: yield_top(span); return emit(Op::POP_TOP, span);
  }
}

// `for y in [f(x)]` inside a comprehension is an assignment: there is no loop to make.
static Expr* single_element(Expr* iterable) {
  Exprs elements;
  if (iterable->kind == ExprKind::kList) elements = as<ListExpr>(iterable).elements;
  if (iterable->kind == ExprKind::kTuple) elements = as<TupleExpr>(iterable).elements;
  return elements.size() == 1 && elements[0]->kind != ExprKind::kStarred ? elements[0] : nullptr;
}

void Compiler::comprehension_clause(const ComprehensionParts& parts, size_t index, int depth, bool iterator_on_stack) {
  Comprehension& clause = parts.generators[index];
  BlockId start = new_block(), skip = new_block(), anchor = new_block();
  Expr* single = index > 0 && !clause.is_async ? single_element(clause.iterable) : nullptr;
  if (single) {
    expression(single);
  } else if (index > 0) {
    iterable(clause.iterable);
    emit(clause.is_async ? Op::GET_AITER : Op::GET_ITER, parts.span);
  } else if (!iterator_on_stack) {
    emit(Op::LOAD_FAST, parts.span, 0);
  }
  if (!single) {
    ++depth;
    place(start);
    if (clause.is_async) next_of_async(anchor, parts.span);
    else emit_jump(Op::FOR_ITER, anchor, parts.span);
  }
  store(clause.target);
  for (Expr* condition : clause.conditions) jump_if(condition, skip, false);
  if (index + 1 < parts.generators.size()) comprehension_clause(parts, index + 1, depth, false);
  else comprehension_element(parts, depth);
  place(skip);
  if (single) return;
  jump(start, parts.element->span);
  place(anchor);
  emit(clause.is_async ? Op::END_ASYNC_FOR : Op::END_FOR, {});
}

}  // namespace vt
