// Branches, loops and the jumps out of them.
#include "frontend/compiler.h"

namespace vt {

void Compiler::check_nesting() {
  if (unit_->frame_blocks.size() > 20) fail("too many statically nested blocks", unit_->last_span);
}

void Compiler::compare_jump(CompareExpr& node, BlockId target, bool when) {
  BlockId cleanup = new_block(), end = new_block();
  expression(node.left);
  size_t last = node.operators.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    expression(node.comparators[i]);
    emit(Op::SWAP, node.span, 2);
    emit(Op::COPY, node.span, 2);
    comparator(node.operators[i], node.span);
    emit_jump(Op::POP_JUMP_IF_FALSE, cleanup, node.span);
  }
  expression(node.comparators[last]);
  comparator(node.operators[last], node.span);
  emit_jump(when ? Op::POP_JUMP_IF_TRUE : Op::POP_JUMP_IF_FALSE, target, node.span);
  jump(end);
  place(cleanup);
  emit(Op::POP_TOP, node.span);
  if (!when) jump(target);
  place(end);
}

void Compiler::jump_if(Expr* test, BlockId target, bool when) {
  if (test->kind == ExprKind::kUnaryOp && as<UnaryOpExpr>(test).op == UnaryOperator::kNot)
    return jump_if(as<UnaryOpExpr>(test).operand, target, !when);
  if (test->kind == ExprKind::kBoolOp) {
    auto& node = as<BoolOpExpr>(test);
    BlockId early = node.is_or == when ? target : new_block();
    for (size_t i = 0; i + 1 < node.values.size(); ++i) jump_if(node.values[i], early, node.is_or);
    jump_if(node.values.back(), target, when);
    if (early != target) place(early);
    return;
  }
  if (test->kind == ExprKind::kIfExp) {
    auto& node = as<IfExpExpr>(test);
    BlockId end = new_block(), otherwise = new_block();
    jump_if(node.test, otherwise, false);
    jump_if(node.body, target, when);
    jump(end);
    place(otherwise);
    jump_if(node.orelse, target, when);
    return place(end);
  }
  if (test->kind == ExprKind::kCompare && as<CompareExpr>(test).operators.size() > 1)
    return compare_jump(as<CompareExpr>(test), target, when);
  expression(test);
  emit_jump(when ? Op::POP_JUMP_IF_TRUE : Op::POP_JUMP_IF_FALSE, target, test->span);
}

void Compiler::if_statement(IfStmt& node) {
  BlockId end = new_block();
  BlockId otherwise = node.orelse.empty() ? end : new_block();
  jump_if(node.test, otherwise, false);
  body(node.body);
  if (!node.orelse.empty()) {
    jump(end);
    place(otherwise);
    body(node.orelse);
  }
  place(end);
}

void Compiler::while_statement(WhileStmt& node) {
  BlockId loop = new_block(), inside = new_block(), anchor = new_block(), end = new_block();
  place(loop);
  unit_->last_span = node.span;
  push(FrameBlockKind::kWhile, loop, end);
  jump_if(node.test, anchor, false);
  place(inside);
  body(node.body);
  jump_if(node.test, inside, true);
  pop();
  place(anchor);
  body(node.orelse);
  place(end);
}

void Compiler::iterable(Expr* node) {
  Constant constant;
  if (constant_iterable(node, constant)) return load_constant(std::move(constant), node->span);
  if (node->kind == ExprKind::kList) {
    Exprs elements = as<ListExpr>(node).elements;
    bool starred = false;
    for (Expr* element : elements) starred |= element->kind == ExprKind::kStarred;
    if (!starred) return tuple_or_list(elements, false, node->span);
  }
  expression(node);
}

void Compiler::async_for_statement(ForStmt& node) {
  check_async("async for", node.span);
  BlockId start = new_block(), except = new_block(), end = new_block();
  unit_->last_span = node.span;
  expression(node.iterable);
  emit(Op::GET_AITER, node.iterable->span);
  place(start);
  push(FrameBlockKind::kFor, start, end);
  next_of_async(except, node.iterable->span);
  store(node.target);
  body(node.body);
  jump(start);
  pop();
  place(except);
  emit(Op::END_ASYNC_FOR, node.iterable->span);
  body(node.orelse);
  place(end);
}

void Compiler::for_statement(ForStmt& node) {
  if (node.is_async) return async_for_statement(node);
  BlockId start = new_block(), cleanup = new_block(), end = new_block();
  unit_->last_span = node.span;
  push(FrameBlockKind::kFor, start, end);
  iterable(node.iterable);
  emit(Op::GET_ITER, node.span);
  place(start);
  emit_jump(Op::FOR_ITER, cleanup, node.span);
  emit(Op::NOP, node.target->span);
  store(node.target);
  body(node.body);
  jump(start);
  place(cleanup);
  emit(Op::END_FOR, {});
  pop();
  body(node.orelse);
  place(end);
}

// ---- leaving nested statements ----

void Compiler::unwind(FrameBlock block, bool preserve_top, SourceSpan& span) {
  switch (block.kind) {
    case FrameBlockKind::kWhile: return;
    case FrameBlockKind::kExceptionHandler: return;
    case FrameBlockKind::kExceptionGroupHandler:
      fail("'break', 'continue' and 'return' cannot appear in an except* block", span);
    case FrameBlockKind::kFor:
    case FrameBlockKind::kPopValue:
      if (preserve_top) emit(Op::SWAP, span, 2);
      return emit(Op::POP_TOP, span);
    case FrameBlockKind::kTry: return emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
    case FrameBlockKind::kFinally:
      emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
      if (preserve_top) push(FrameBlockKind::kPopValue, kNoBlock);
      body(block.finally->finalbody);
      if (preserve_top) pop();
      span = {};  // what follows happens after the finally block, on no line of its own
      return;
    case FrameBlockKind::kFinallyEnd:
      if (preserve_top) emit(Op::SWAP, span, 2);
      emit(Op::POP_TOP, span);
      if (preserve_top) emit(Op::SWAP, span, 2);
      emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
      return emit(Op::POP_EXCEPT, span);
    case FrameBlockKind::kWith:
      span = block.span;
      emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
      if (preserve_top) emit(Op::SWAP, span, 2);
      call_exit_with_nones(span, block.is_async);
      emit(Op::POP_TOP, span);
      span = {};
      return;
    case FrameBlockKind::kHandlerCleanup:
      if (!block.name.empty()) emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
      if (preserve_top) emit(Op::SWAP, span, 2);
      emit_pseudo(Pseudo::kPopBlock, kNoBlock, span);
      emit(Op::POP_EXCEPT, span);
      if (!block.name.empty()) {
        load_none(span);
        name_access(block.name, Access::kStore, span);
        name_access(block.name, Access::kDelete, span);
      }
      return;
  }
}

// While a block is being undone it is off the stack: what its finally part does belongs
// to the statements around it.
bool Compiler::unwind_stack(SourceSpan& span, bool preserve_top, bool to_loop, FrameBlock& loop) {
  if (unit_->frame_blocks.empty()) return false;
  FrameBlock top = unit_->frame_blocks.back();
  if (to_loop && (top.kind == FrameBlockKind::kWhile || top.kind == FrameBlockKind::kFor)) {
    loop = top;
    return true;
  }
  pop();
  unwind(top, preserve_top, span);
  bool found = unwind_stack(span, preserve_top, to_loop, loop);
  unit_->frame_blocks.push_back(top);
  return found;
}

void Compiler::break_statement(SourceSpan span) {
  SourceSpan origin = span;
  emit(Op::NOP, span);
  FrameBlock loop;
  if (!unwind_stack(span, false, true, loop)) fail("'break' outside loop", origin);
  unwind(loop, false, span);
  jump(loop.exit, span);
}

void Compiler::continue_statement(SourceSpan span) {
  SourceSpan origin = span;
  emit(Op::NOP, span);
  FrameBlock loop;
  if (!unwind_stack(span, false, true, loop)) fail("'continue' not properly in loop", origin);
  jump(loop.block, span);
}

void Compiler::return_statement(ReturnStmt& node) {
  if (!unit_->scope->function_like()) fail("'return' outside function", node.span);
  if (node.value && (unit_->code->flags & kIsAsyncGenerator)) fail("'return' with value in async generator", node.span);
  SourceSpan span = node.span;
  Constant constant;
  bool is_constant = node.value && constant_value(node.value, constant);
  bool preserve_top = node.value && !is_constant;
  if (preserve_top) {
    expression(node.value);
  } else if (node.value) {
    span = node.value->span;
    emit(Op::NOP, span);
  }
  if (!node.value || node.value->span.line != node.span.line) {
    span = node.span;
    emit(Op::NOP, span);
  }
  FrameBlock none;
  unwind_stack(span, preserve_top, false, none);
  if (!preserve_top) load_constant(std::move(constant), span);
  emit(Op::RETURN_VALUE, span);
}

}  // namespace vt
