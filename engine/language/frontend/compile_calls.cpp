// Calls: plain, method, super(), starred.
#include "frontend/compiler.h"

namespace vt {

static constexpr size_t kStackGuideline = 30;

static std::shared_ptr<ConstantTuple> keyword_names(std::span<Keyword> keywords) {
  auto names = std::make_shared<ConstantTuple>();
  for (Keyword& keyword : keywords) names->items.push_back({std::string(keyword.name)});
  return names;
}

void Compiler::check_keywords(std::span<Keyword> keywords) {
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (keywords[i].name.empty()) continue;
    if (keywords[i].name == "__debug__") fail("cannot assign to __debug__", keywords[i].span);
    for (size_t j = i + 1; j < keywords.size(); ++j)
      if (keywords[j].name == keywords[i].name)
        fail("keyword argument repeated: " + std::string(keywords[i].name), keywords[j].span);
  }
}

// super().name and super(C, self).name skip the making of the super object. Pushes
// super, class and self when that is possible here.
bool Compiler::super_attribute(AttributeExpr& node) {
  if (node.object->kind != ExprKind::kCall) return false;
  auto& call = as<CallExpr>(node.object);
  if (call.callee->kind != ExprKind::kName || as<NameExpr>(call.callee).id != "super" || !call.keywords.empty())
    return false;
  Symbol* here = unit_->scope->find("super");
  if (!here || here->scope != NameScope::kGlobalImplicit) return false;
  Symbol* shadow = symbols_.scopes.front().find("super");
  if (shadow && shadow->scope != NameScope::kGlobalImplicit) return false;
  if (call.arguments.size() == 2) {
    for (Expr* argument : call.arguments)
      if (argument->kind == ExprKind::kStarred) return false;
    expression(call.callee);
    expressions(call.arguments);
    return true;
  }
  if (!call.arguments.empty() || unit_->code->argument_count == 0) return false;
  if (unit_->free.find("__class__") == unit_->free.end()) return false;
  expression(call.callee);
  name_access("__class__", Access::kLoad, call.span);
  name_access(unit_->scope->parameters[0], Access::kLoad, call.span);
  return true;
}

// obj.name(...) without stars: method and self travel apart. A module's function is no
// method, so names that the file imports are left out, as in CPython.
bool Compiler::method_call(CallExpr& node) {
  if (node.callee->kind != ExprKind::kAttribute) return false;
  auto& method = as<AttributeExpr>(node.callee);
  if (method.object->kind == ExprKind::kName) {
    Symbol* global = symbols_.scopes.front().find(as<NameExpr>(method.object).id);
    if (global && (global->flags & kDefImport)) return false;
  }
  size_t count = node.arguments.size() + node.keywords.size();
  if (count + !node.keywords.empty() >= kStackGuideline) return false;
  for (Expr* argument : node.arguments)
    if (argument->kind == ExprKind::kStarred) return false;
  for (Keyword& keyword : node.keywords)
    if (keyword.name.empty()) return false;
  SourceSpan span = attribute_span(node.span, method);
  check_keywords(node.keywords);
  emit(Op::PUSH_NULL, method.span);
  if (super_attribute(method)) {
    emit(Op::LOAD_SUPER_ATTR, method.span, name_operand(method.name));
  } else {
    unit_->graph.at(unit_->graph.order.back()).code.pop_back();
    expression(method.object);
    emit(Op::LOAD_METHOD, attribute_span(method.span, method), name_operand(method.name));
  }
  expressions(node.arguments);
  for (Keyword& keyword : node.keywords) expression(keyword.value);
  if (!node.keywords.empty())
    emit(Op::KW_NAMES, attribute_span(method.span, method), unit_->graph.constants.add({keyword_names(node.keywords)}));
  emit(Op::CALL, span, static_cast<uint32_t>(count));
  return true;
}

void Compiler::call(CallExpr& node) {
  if (method_call(node)) return;
  emit(Op::PUSH_NULL, node.callee->span);
  expression(node.callee);
  call_arguments(0, node.arguments, node.keywords, node.span);
}

void Compiler::call_arguments(uint32_t pushed, Exprs arguments, std::span<Keyword> keywords, SourceSpan span) {
  check_keywords(keywords);
  bool plain = arguments.size() + keywords.size() * 2 <= kStackGuideline;
  for (Expr* argument : arguments) plain &= argument->kind != ExprKind::kStarred;
  for (Keyword& keyword : keywords) plain &= !keyword.name.empty();
  if (!plain) return call_ex(pushed, arguments, keywords, span);
  expressions(arguments);
  for (Keyword& keyword : keywords) expression(keyword.value);
  if (!keywords.empty()) emit(Op::KW_NAMES, span, unit_->graph.constants.add({keyword_names(keywords)}));
  emit(Op::CALL, span, pushed + static_cast<uint32_t>(arguments.size() + keywords.size()));
}

void Compiler::call_ex(uint32_t pushed, Exprs arguments, std::span<Keyword> keywords, SourceSpan span) {
  if (pushed == 0 && arguments.size() == 1 && arguments[0]->kind == ExprKind::kStarred)
    expression(as<StarredExpr>(arguments[0]).value);
  else starred_sequence(arguments, pushed, Op::BUILD_LIST, Op::LIST_APPEND, Op::LIST_EXTEND, true, span);
  if (!keywords.empty()) keyword_dictionary(keywords, span);
  emit(Op::CALL_FUNCTION_EX, span, !keywords.empty());
}

void Compiler::keyword_dictionary(std::span<Keyword> keywords, SourceSpan span) {
  bool built = false;
  size_t pending = 0;
  auto flush = [&](size_t end) {
    std::span<Keyword> part = keywords.subspan(end - pending, pending);
    bool big = pending * 2 > kStackGuideline;
    if (pending > 1 && !big) {
      for (Keyword& keyword : part) expression(keyword.value);
      load_constant({keyword_names(part)}, span);
      emit(Op::BUILD_CONST_KEY_MAP, span, static_cast<uint32_t>(pending));
    } else {
      if (big) emit(Op::BUILD_MAP, {}, 0);
      for (Keyword& keyword : part) {
        load_string(keyword.name, span);
        expression(keyword.value);
        if (big) emit(Op::MAP_ADD, {}, 1);
      }
      if (!big) emit(Op::BUILD_MAP, span, static_cast<uint32_t>(pending));
    }
    if (built) emit(Op::DICT_MERGE, span, 1);
    built = true;
    pending = 0;
  };
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (!keywords[i].name.empty()) {
      ++pending;
      continue;
    }
    if (pending) flush(i);
    if (!built) emit(Op::BUILD_MAP, span, 0);
    built = true;
    expression(keywords[i].value);
    emit(Op::DICT_MERGE, span, 1);
  }
  if (pending) flush(keywords.size());
}

}  // namespace vt
