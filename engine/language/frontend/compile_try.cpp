// try, except, finally and with: the protected ranges become exception-table entries.
#include "frontend/compiler.h"

namespace vt {

void Compiler::pop_except_and_reraise(SourceSpan span) {
  emit(Op::COPY, span, 3);
  emit(Op::POP_EXCEPT, span);
  emit(Op::RERAISE, span, 1);
}

void Compiler::try_statement(TryStmt& node) {
  unit_->last_span = node.span;
  if (node.finalbody.empty()) return try_except(node);
  try_finally(node);
}

// The finally part is compiled twice, once for the normal way out and once for exceptions
// (and once more for each jump out, in unwind()).
void Compiler::try_finally(TryStmt& node) {
  BlockId inside = new_block(), end = new_block(), exit = new_block(), cleanup = new_block();
  emit_pseudo(Pseudo::kSetupFinally, end, node.span);
  place(inside);
  push(FrameBlockKind::kFinally, inside, end);
  unit_->frame_blocks.back().finally = &node;
  if (!node.handlers.empty()) try_except(node);
  else body(node.body);
  emit_pseudo(Pseudo::kPopBlock);
  pop();
  body(node.finalbody);
  jump(exit);
  place(end);
  push(FrameBlockKind::kFinallyEnd, end);
  emit_pseudo(Pseudo::kSetupCleanup, cleanup);
  emit(Op::PUSH_EXC_INFO, {});
  body(node.finalbody);
  pop();
  emit(Op::RERAISE, {}, 0);
  place(cleanup);
  pop_except_and_reraise({});
  place(exit);
}

void Compiler::except_handler(ExceptHandler& handler, BlockId end, BlockId next) {
  SourceSpan span = handler.span;
  if (handler.type) {
    expression(handler.type);
    emit(Op::CHECK_EXC_MATCH, span);
    emit_jump(Op::POP_JUMP_IF_FALSE, next, span);
  }
  BlockId inside = new_block();
  if (handler.name.empty()) {
    emit(Op::POP_TOP, span);
    place(inside);
    push(FrameBlockKind::kHandlerCleanup, inside);
    body(handler.body);
    pop();
    emit_pseudo(Pseudo::kPopBlock);
    emit(Op::POP_EXCEPT, {});
    return jump(end);
  }
  BlockId cleanup = new_block();
  name_access(handler.name, Access::kStore, span);
  emit_pseudo(Pseudo::kSetupCleanup, cleanup, span);
  place(inside);
  push(FrameBlockKind::kHandlerCleanup, inside);
  unit_->frame_blocks.back().name = handler.name;
  body(handler.body);
  pop();
  emit_pseudo(Pseudo::kPopBlock);
  emit_pseudo(Pseudo::kPopBlock);
  emit(Op::POP_EXCEPT, {});
  auto unbind = [&] {
    load_none({});
    name_access(handler.name, Access::kStore, {});
    name_access(handler.name, Access::kDelete, {});
  };
  unbind();
  jump(end);
  place(cleanup);
  unbind();
  emit(Op::RERAISE, {}, 1);
}

void Compiler::try_except(TryStmt& node) {
  if (node.groups) return try_except_groups(node);
  BlockId inside = new_block(), except = new_block(), end = new_block(), cleanup = new_block();
  emit_pseudo(Pseudo::kSetupFinally, except, node.span);
  place(inside);
  push(FrameBlockKind::kTry, inside);
  body(node.body);
  pop();
  emit_pseudo(Pseudo::kPopBlock);
  body(node.orelse);
  jump(end);
  place(except);
  emit_pseudo(Pseudo::kSetupCleanup, cleanup);
  emit(Op::PUSH_EXC_INFO, {});
  push(FrameBlockKind::kExceptionHandler, kNoBlock);
  for (size_t i = 0; i < node.handlers.size(); ++i) {
    if (!node.handlers[i].type && i + 1 < node.handlers.size())
      fail("default 'except:' must be last", node.handlers[i].span);
    BlockId next = new_block();
    except_handler(node.handlers[i], end, next);
    place(next);
  }
  pop();
  emit(Op::RERAISE, {}, 0);
  place(cleanup);
  pop_except_and_reraise({});
  place(end);
}

// One clause of except*: the stack holds what was raised, the list of what the clauses
// raised, and what is left to handle.
void Compiler::group_handler(ExceptHandler& handler, BlockId next, bool first) {
  SourceSpan span = handler.span;
  BlockId inside = new_block(), failed = new_block(), no_match = new_block(), done = new_block();
  if (first) {
    emit(Op::BUILD_LIST, span, 0);
    emit(Op::COPY, span, 2);
  }
  expression(handler.type);
  emit(Op::CHECK_EG_MATCH, span);
  emit(Op::COPY, span, 1);
  emit_jump(Op::POP_JUMP_IF_NONE, no_match, span);
  if (handler.name.empty()) emit(Op::POP_TOP, span);
  else name_access(handler.name, Access::kStore, span);
  auto unbind = [&] {
    if (handler.name.empty()) return;
    load_none({});
    name_access(handler.name, Access::kStore, {});
    name_access(handler.name, Access::kDelete, {});
  };
  emit_pseudo(Pseudo::kSetupCleanup, failed, span);
  place(inside);
  push(FrameBlockKind::kHandlerCleanup, inside);
  unit_->frame_blocks.back().name = handler.name;
  body(handler.body);
  pop();
  emit_pseudo(Pseudo::kPopBlock);
  unbind();
  jump(done);
  place(failed);
  unbind();
  emit(Op::LIST_APPEND, {}, 3);
  emit(Op::POP_TOP, {});
  jump(next);
  place(no_match);
  emit(Op::POP_TOP, span);
  jump(next);
  place(done);
  emit(Op::NOP, {});
  jump(next);
}

void Compiler::try_except_groups(TryStmt& node) {
  BlockId inside = new_block(), except = new_block(), end = new_block(), cleanup = new_block(), reraise = new_block();
  emit_pseudo(Pseudo::kSetupFinally, except, node.span);
  place(inside);
  push(FrameBlockKind::kTry, inside);
  body(node.body);
  pop();
  emit_pseudo(Pseudo::kPopBlock);
  body(node.orelse);
  jump(end);
  place(except);
  emit_pseudo(Pseudo::kSetupCleanup, cleanup);
  emit(Op::PUSH_EXC_INFO, {});
  push(FrameBlockKind::kExceptionGroupHandler, kNoBlock);
  for (size_t i = 0; i < node.handlers.size(); ++i) {
    BlockId next = new_block();
    group_handler(node.handlers[i], next, i == 0);
    place(next);
  }
  pop();
  emit(Op::LIST_APPEND, {}, 1);
  emit(Op::PREP_RERAISE_STAR, {});
  emit(Op::COPY, {}, 1);
  emit_jump(Op::POP_JUMP_IF_NOT_NONE, reraise, {});
  emit(Op::POP_TOP, {});
  emit_pseudo(Pseudo::kPopBlock);
  emit(Op::POP_EXCEPT, {});
  jump(end);
  place(reraise);
  emit_pseudo(Pseudo::kPopBlock);
  emit(Op::SWAP, {}, 2);
  emit(Op::POP_EXCEPT, {});
  emit(Op::RERAISE, {}, 0);
  place(cleanup);
  pop_except_and_reraise({});
  place(end);
}

void Compiler::call_exit_with_nones(SourceSpan span, bool is_async) {
  for (int i = 0; i < 3; ++i) load_none(span);
  emit(Op::CALL, span, 2);
  if (!is_async) return;
  emit(Op::GET_AWAITABLE, span, 2);
  delegate(span, 3);
}

void Compiler::with_statement(WithStmt& node, size_t item_index) {
  WithItem& item = node.items[item_index];
  SourceSpan span = node.span;
  BlockId inside = new_block(), final = new_block(), exit = new_block(), cleanup = new_block(), suppress = new_block();
  unit_->last_span = node.span;
  if (node.is_async) check_async("async with", span);
  expression(item.context);
  emit(node.is_async ? Op::BEFORE_ASYNC_WITH : Op::BEFORE_WITH, span);
  if (node.is_async) {
    emit(Op::GET_AWAITABLE, span, 1);
    delegate(span, 3);
  }
  emit_pseudo(Pseudo::kSetupWith, final, span);
  place(inside);
  push(FrameBlockKind::kWith, inside, final);
  unit_->frame_blocks.back().span = span;
  unit_->frame_blocks.back().is_async = node.is_async;
  if (item.target) store(item.target);
  else emit(Op::POP_TOP, span);
  if (item_index + 1 < node.items.size()) with_statement(node, item_index + 1);
  else body(node.body);
  emit_pseudo(Pseudo::kPopBlock);
  pop();
  call_exit_with_nones(span, node.is_async);
  emit(Op::POP_TOP, span);
  jump(exit, span);
  place(final);
  emit_pseudo(Pseudo::kSetupCleanup, cleanup, span);
  emit(Op::PUSH_EXC_INFO, span);
  emit(Op::WITH_EXCEPT_START, span);
  if (node.is_async) {
    emit(Op::GET_AWAITABLE, span, 2);
    delegate(span, 3);
  }
  emit_jump(Op::POP_JUMP_IF_TRUE, suppress, {});
  emit(Op::RERAISE, {}, 2);
  place(suppress);
  emit(Op::POP_TOP, {});
  emit_pseudo(Pseudo::kPopBlock);
  emit(Op::POP_EXCEPT, {});
  emit(Op::POP_TOP, {});
  emit(Op::POP_TOP, {});
  jump(exit);
  place(cleanup);
  pop_except_and_reraise({});
  place(exit);
}

}  // namespace vt
