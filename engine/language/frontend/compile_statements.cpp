// Simple statements, and the dispatch to all.
#include <algorithm>

#include "frontend/compiler.h"

namespace vt {

void Compiler::body(Body statements) {
  for (Stmt* node : statements) statement(node);
}

bool Compiler::docstring(Body statements, std::string_view& text) const {
  if (statements.empty() || statements[0]->kind != StmtKind::kExpr) return false;
  const Expr* value = as<ExprStmt>(statements[0]).value;
  if (value->kind != ExprKind::kConstant || as<ConstantExpr>(value).type != ConstantKind::kString) return false;
  text = as<ConstantExpr>(value).text;
  return true;
}

// Whether a module or class body annotates a name, however deeply nested in its blocks.
bool Compiler::has_annotations(Body statements) const {
  for (const Stmt* node : statements) {
    switch (node->kind) {
      case StmtKind::kAnnAssign: return true;
      case StmtKind::kFor:
        if (has_annotations(as<ForStmt>(node).body) || has_annotations(as<ForStmt>(node).orelse)) return true;
        break;
      case StmtKind::kWhile:
        if (has_annotations(as<WhileStmt>(node).body) || has_annotations(as<WhileStmt>(node).orelse)) return true;
        break;
      case StmtKind::kIf:
        if (has_annotations(as<IfStmt>(node).body) || has_annotations(as<IfStmt>(node).orelse)) return true;
        break;
      case StmtKind::kWith:
        if (has_annotations(as<WithStmt>(node).body)) return true;
        break;
      case StmtKind::kTry: {
        const auto& attempt = as<TryStmt>(node);
        if (has_annotations(attempt.body) || has_annotations(attempt.orelse) || has_annotations(attempt.finalbody))
          return true;
        for (const ExceptHandler& handler : attempt.handlers)
          if (has_annotations(handler.body)) return true;
        break;
      }
      default: break;
    }
  }
  return false;
}

// The body of a module or class: annotations and docstring go into its namespace.
void Compiler::module_body(Body statements) {
  if (!statements.empty() && has_annotations(statements)) {
    int line = unit_->scope->kind == ScopeKind::kModule ? statements[0]->span.line : unit_->code->first_line;
    emit(Op::SETUP_ANNOTATIONS, {line, 0, line, 0});
  }
  std::string_view text;
  if (!interactive_ && docstring(statements, text)) {
    unit_->code->has_docstring = true;
    unit_->code->docstring = std::string(text);
    load_string(text, as<ExprStmt>(statements[0]).value->span);
    name_access("__doc__", Access::kStore, {});
    statements = statements.subspan(1);
  }
  for (Stmt* node : statements) {
    future_allowed_ = future_allowed_ && unit_->scope->kind == ScopeKind::kModule &&
                      node->kind == StmtKind::kImportFrom && as<ImportFromStmt>(node).module == "__future__";
    statement(node);
  }
}

void Compiler::statement(Stmt* node) {
  switch (node->kind) {
    case StmtKind::kExpr: return expression_statement(as<ExprStmt>(node));
    case StmtKind::kAssign: return assign(as<AssignStmt>(node));
    case StmtKind::kAugAssign: return augmented(as<AugAssignStmt>(node));
    case StmtKind::kAnnAssign: return annotated(as<AnnAssignStmt>(node));
    case StmtKind::kReturn: return return_statement(as<ReturnStmt>(node));
    case StmtKind::kDelete:
      for (Expr* target : as<DeleteStmt>(node).targets) delete_target(target);
      return;
    case StmtKind::kIf: return if_statement(as<IfStmt>(node));
    case StmtKind::kWhile: return while_statement(as<WhileStmt>(node));
    case StmtKind::kFor: return for_statement(as<ForStmt>(node));
    case StmtKind::kTry: return try_statement(as<TryStmt>(node));
    case StmtKind::kWith: return with_statement(as<WithStmt>(node), 0);
    case StmtKind::kRaise: return raise(as<RaiseStmt>(node));
    case StmtKind::kAssert: return assertion(as<AssertStmt>(node));
    case StmtKind::kPass: return emit(Op::NOP, node->span);
    case StmtKind::kBreak: return break_statement(node->span);
    case StmtKind::kContinue: return continue_statement(node->span);
    case StmtKind::kImport: return import_names(as<ImportStmt>(node));
    case StmtKind::kImportFrom: return import_from(as<ImportFromStmt>(node));
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal: return;
    case StmtKind::kFunctionDef: return function(as<FunctionDefStmt>(node));
    case StmtKind::kClassDef: return class_definition(as<ClassDefStmt>(node));
    case StmtKind::kTypeAlias: return type_alias(as<TypeAliasStmt>(node));
    case StmtKind::kMatch: return match_statement(as<MatchStmt>(node));
  }
}

void Compiler::expression_statement(ExprStmt& node) {
  if (interactive_ && unit_->scope->kind == ScopeKind::kModule) {
    library_function("sys", "displayhook", node.span);
    expression(node.value);
    emit(Op::CALL, node.span, 1);
    return emit(Op::POP_TOP, {});
  }
  Constant ignored;
  if (constant_value(node.value, ignored)) return emit(Op::NOP, node.span);
  expression(node.value);
  emit(Op::POP_TOP, {});
}

void Compiler::assign(AssignStmt& node) {
  expression(node.value);
  for (size_t i = 0; i < node.targets.size(); ++i) {
    if (i + 1 < node.targets.size()) emit(Op::COPY, node.span, 1);
    store(node.targets[i]);
  }
}

void Compiler::augmented(AugAssignStmt& node) {
  Expr* target = node.target;
  SourceSpan span = target->span;
  uint32_t op = static_cast<uint32_t>(node.op) + kInplace;
  if (target->kind == ExprKind::kName) {
    name_access(as<NameExpr>(target).id, Access::kLoad, span);
    expression(node.value);
    emit(Op::BINARY_OP, node.span, op);
    return name_access(as<NameExpr>(target).id, Access::kStore, span);
  }
  if (target->kind == ExprKind::kAttribute) {
    auto& attribute = as<AttributeExpr>(target);
    expression(attribute.object);
    emit(Op::COPY, span, 1);
    SourceSpan name_span = attribute_span(span, attribute);
    emit(Op::LOAD_ATTR, name_span, name_operand(attribute.name));
    expression(node.value);
    emit(Op::BINARY_OP, node.span, op);
    emit(Op::SWAP, name_span, 2);
    return emit(Op::STORE_ATTR, name_span, name_operand(attribute.name));
  }
  auto& item = as<SubscriptExpr>(target);
  expression(item.object);
  bool slices = two_element_slice(item.index);
  if (slices) {
    slice(as<SliceExpr>(item.index));
    for (int i = 0; i < 3; ++i) emit(Op::COPY, span, 3);
    emit(Op::BINARY_SLICE, span);
  } else {
    expression(item.index);
    emit(Op::COPY, span, 2);
    emit(Op::COPY, span, 2);
    emit(Op::BINARY_SUBSCR, span);
  }
  expression(node.value);
  emit(Op::BINARY_OP, node.span, op);
  if (slices) emit(Op::SWAP, span, 4);
  emit(Op::SWAP, span, 3);
  emit(Op::SWAP, span, 2);
  emit(slices ? Op::STORE_SLICE : Op::STORE_SUBSCR, span);
}

void Compiler::annotation(Expr* node) {
  if (!future_annotations_) return expression(node);
  std::string text;
  for (int line = node->span.line; line <= node->span.end_line; ++line) {
    std::string_view whole = ast_.file->line(line);
    size_t begin = line == node->span.line ? static_cast<size_t>(node->span.column) : whole.find_first_not_of(" \t");
    size_t end = line == node->span.end_line ? static_cast<size_t>(node->span.end_column) : whole.size();
    if (begin < end) text += whole.substr(begin, end - begin);
  }
  load_string(text, node->span);
}

void Compiler::check_annotation_target(Expr* target) {
  auto discard = [&](Expr* part) {
    if (!part) return;
    expression(part);
    emit(Op::POP_TOP, part->span);
  };
  if (target->kind == ExprKind::kAttribute) return discard(as<AttributeExpr>(target).object);
  if (target->kind != ExprKind::kSubscript) return;
  discard(as<SubscriptExpr>(target).object);
  Expr* index = as<SubscriptExpr>(target).index;
  if (index->kind != ExprKind::kSlice) return discard(index);
  discard(as<SliceExpr>(index).lower);
  discard(as<SliceExpr>(index).upper);
  discard(as<SliceExpr>(index).step);
}

void Compiler::annotated(AnnAssignStmt& node) {
  if (node.value) {
    expression(node.value);
    store(node.target);
  } else {
    check_annotation_target(node.target);
  }
  if (unit_->scope->function_like()) return;
  if (node.simple) {
    annotation(node.annotation);
    emit(Op::LOAD_NAME, node.span, slot(unit_->names, "__annotations__"));
    load_string(mangle(as<NameExpr>(node.target).id), node.span);
    return emit(Op::STORE_SUBSCR, node.span);
  }
  if (future_annotations_) return;
  expression(node.annotation);
  emit(Op::POP_TOP, node.annotation->span);
}

void Compiler::delete_target(Expr* target) {
  switch (target->kind) {
    case ExprKind::kName: return name_access(as<NameExpr>(target).id, Access::kDelete, target->span);
    case ExprKind::kAttribute: {
      auto& node = as<AttributeExpr>(target);
      expression(node.object);
      return emit(Op::DELETE_ATTR, attribute_span(target->span, node), name_operand(node.name));
    }
    case ExprKind::kSubscript: return subscript(as<SubscriptExpr>(target), Access::kDelete);
    case ExprKind::kTuple:
      for (Expr* element : as<TupleExpr>(target).elements) delete_target(element);
      return;
    case ExprKind::kList:
      for (Expr* element : as<ListExpr>(target).elements) delete_target(element);
      return;
    default: fail("cannot delete expression", target->span);
  }
}

void Compiler::raise(RaiseStmt& node) {
  uint32_t count = 0;
  for (Expr* part : {node.exception, node.cause}) {
    if (!part) break;
    expression(part);
    ++count;
  }
  emit(Op::RAISE_VARARGS, node.span, count);
}

void Compiler::assertion(AssertStmt& node) {
  BlockId end = new_block();
  jump_if(node.test, end, true);
  emit(Op::LOAD_ASSERTION_ERROR, node.span);
  if (node.message) {
    expression(node.message);
    emit(Op::CALL, node.span, 0);
  }
  emit(Op::RAISE_VARARGS, node.span, 1);
  place(end);
}

// `import a.b.c as d` binds the last module, so each part is fetched in turn.
void Compiler::import_as(ImportAlias& alias, SourceSpan span) {
  size_t dot = alias.name.find('.');
  if (dot == std::string_view::npos) return name_access(alias.alias, Access::kStore, span);
  std::string_view rest = alias.name.substr(dot + 1);
  while (true) {
    dot = rest.find('.');
    emit(Op::IMPORT_FROM, span, slot(unit_->names, rest.substr(0, dot)));
    if (dot == std::string_view::npos) break;
    emit(Op::SWAP, span, 2);
    emit(Op::POP_TOP, span);
    rest = rest.substr(dot + 1);
  }
  name_access(alias.alias, Access::kStore, span);
  emit(Op::POP_TOP, span);
}

void Compiler::import_names(ImportStmt& node) {
  for (ImportAlias& alias : node.names) {
    load_constant({int64_t{0}}, node.span);
    load_none(node.span);
    emit(Op::IMPORT_NAME, node.span, slot(unit_->names, alias.name));
    if (!alias.alias.empty()) import_as(alias, node.span);
    else name_access(alias.name.substr(0, alias.name.find('.')), Access::kStore, node.span);
  }
}

// Features may be named by the first statements of a file only, behind its docstring.
void Compiler::check_future(ImportFromStmt& node) {
  static constexpr std::string_view kFeatures[] = {
      "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
      "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
  if (!future_allowed_) fail("from __future__ imports must occur at the beginning of the file", node.span);
  SourceSpan start = node.span;  // one mark, as CPython gives
  start.end_line = start.line;
  start.end_column = start.column + 1;
  for (ImportAlias& alias : node.names) {
    if (alias.name == "braces") fail("not a chance", start);
    if (std::find(std::begin(kFeatures), std::end(kFeatures), alias.name) == std::end(kFeatures))
      fail("future feature " + std::string(alias.name) + " is not defined", start);
    future_annotations_ |= alias.name == "annotations";
  }
}

void Compiler::import_from(ImportFromStmt& node) {
  if (node.module == "__future__" && node.level == 0) {
    check_future(node);
  }
  auto names = std::make_shared<ConstantTuple>();
  for (ImportAlias& alias : node.names) names->items.push_back({std::string(alias.name)});
  load_constant({int64_t{node.level}}, node.span);
  load_constant({std::move(names)}, node.span);
  emit(Op::IMPORT_NAME, node.span, slot(unit_->names, node.module));
  for (ImportAlias& alias : node.names) {
    if (alias.name == "*") {
      emit(Op::IMPORT_STAR, node.span);
      return;  // IMPORT_STAR took the module
    }
    emit(Op::IMPORT_FROM, node.span, slot(unit_->names, alias.name));
    name_access(alias.alias.empty() ? alias.name : alias.alias, Access::kStore, node.span);
  }
  emit(Op::POP_TOP, node.span);
}

}  // namespace vt
