// def, lambda, class: the code objects inside code objects.
#include <utility>

#include "frontend/compiler.h"

namespace vt {

static std::shared_ptr<ConstantTuple> name_tuple() { return std::make_shared<ConstantTuple>(); }

// Pushes tuple and dict of default values; the flags for MAKE_FUNCTION.
uint32_t Compiler::defaults(Parameters& list, SourceSpan span) {
  uint32_t flags = 0, count = 0;
  for (std::span<FormalParameter> group : {list.positional_only, list.positional})
    for (FormalParameter& parameter : group) {
      if (!parameter.default_value) continue;
      expression(parameter.default_value);
      ++count;
    }
  if (count) {
    emit(Op::BUILD_TUPLE, span, count);
    flags |= 1;
  }
  auto keys = name_tuple();
  for (FormalParameter& parameter : list.keyword_only) {
    if (!parameter.default_value) continue;
    expression(parameter.default_value);
    keys->items.push_back({std::string(mangle(parameter.name))});
  }
  if (!keys->items.empty()) {
    uint32_t size = static_cast<uint32_t>(keys->items.size());
    load_constant({std::move(keys)}, span);
    emit(Op::BUILD_CONST_KEY_MAP, span, size);
    flags |= 2;
  }
  return flags;
}

void Compiler::one_annotation(std::string_view name, Expr* node, uint32_t& count, SourceSpan span) {
  if (!node) return;
  load_string(mangle(name), span);
  if (node->kind == ExprKind::kStarred && !future_annotations_) {
    expression(as<StarredExpr>(node).value);
    emit(Op::UNPACK_SEQUENCE, span, 1);
  } else {
    annotation(node);
  }
  count += 2;
}

uint32_t Compiler::annotations(Parameters& list, Expr* returns, SourceSpan span) {
  uint32_t count = 0;
  for (std::span<FormalParameter> group : {list.positional, list.positional_only})
    for (FormalParameter& parameter : group) one_annotation(parameter.name, parameter.annotation, count, span);
  if (list.rest) one_annotation(list.rest->name, list.rest->annotation, count, span);
  for (FormalParameter& parameter : list.keyword_only)
    one_annotation(parameter.name, parameter.annotation, count, span);
  if (list.keywords) one_annotation(list.keywords->name, list.keywords->annotation, count, span);
  one_annotation("return", returns, count, span);
  if (!count) return 0;
  emit(Op::BUILD_TUPLE, span, count);
  return 4;
}

void Compiler::parameter_counts(Parameters& list) {
  Code& code = *unit_->code;
  code.positional_only_count = static_cast<int>(list.positional_only.size());
  code.argument_count = static_cast<int>(list.positional_only.size() + list.positional.size());
  code.keyword_only_count = static_cast<int>(list.keyword_only.size());
  if (list.rest) code.flags |= kHasVarArgs;
  if (list.keywords) code.flags |= kHasVarKeywords;
}

// Pushes the function of `code`; its free variables are cells here.
void Compiler::make_closure(const std::shared_ptr<const Code>& code, uint32_t flags, SourceSpan span) {
  size_t count = static_cast<size_t>(code->free_variable_count);
  if (count) {
    size_t first = code->local_names.size() - count;
    for (size_t i = first; i < code->local_names.size(); ++i) emit_cell(Op::LOAD_CLOSURE, code->local_names[i], span);
    emit(Op::BUILD_TUPLE, span, static_cast<uint32_t>(count));
    flags |= 8;
  }
  load_constant({code}, span);
  emit(Op::MAKE_FUNCTION, span, flags);
}

void Compiler::apply_decorators(Exprs list) {
  for (size_t i = list.size(); i-- > 0;) emit(Op::CALL, list[i]->span, 0);
}

void Compiler::function(FunctionDefStmt& node) {
  expressions(node.decorators);
  int first_line = node.decorators.empty() ? node.span.line : node.decorators[0]->span.line;
  if (node.type_parameters.empty()) {
    function_object(node, first_line, defaults(*node.parameters, node.span));
  } else {
    // Defaults are evaluated outside and set afterwards.
    SourceSpan span = node.span;
    uint32_t flags = defaults(*node.parameters, span);
    with_type_parameters(node.type_parameters, node.name, span, [&] {
      function_object(node, first_line, 0);
      emit(Op::COPY, span, 1);
      type_parameter_tuple(node.type_parameters, span);
      emit(Op::SWAP, span, 2);
      emit(Op::STORE_ATTR, span, name_operand("__type_params__"));
    });
    for (auto [flag, attribute] : {std::pair{2u, "__kwdefaults__"}, std::pair{1u, "__defaults__"}}) {
      if (!(flags & flag)) continue;
      emit(Op::COPY, span, 1);
      emit(Op::SWAP, span, 3);
      emit(Op::SWAP, span, 2);
      emit(Op::STORE_ATTR, span, name_operand(attribute));
    }
  }
  apply_decorators(node.decorators);
  name_access(node.name, Access::kStore, node.span);
}

void Compiler::function_object(FunctionDefStmt& node, int first_line, uint32_t flags) {
  flags |= annotations(*node.parameters, node.returns, node.span);
  enter(node.name, &node, first_line);
  parameter_counts(*node.parameters);
  Body statements = node.body;
  std::string_view text;
  if (docstring(statements, text)) {
    unit_->code->has_docstring = true;
    unit_->code->docstring = std::string(text);
    unit_->graph.constants.add({std::string(text)});
    statements = statements.subspan(1);
  } else {
    unit_->graph.constants.add({});
  }
  body(statements);
  load_none({});
  emit(Op::RETURN_VALUE, {});
  std::shared_ptr<const Code> code = leave();

  make_closure(code, flags, node.span);
}

void Compiler::lambda(LambdaExpr& node) {
  uint32_t flags = defaults(*node.parameters, node.span);
  enter("<lambda>", &node, node.span.line);
  parameter_counts(*node.parameters);
  unit_->graph.constants.add({});
  expression(node.body);
  emit(Op::RETURN_VALUE, node.body->span);
  std::shared_ptr<const Code> code = leave();
  make_closure(code, flags, node.span);
}

void Compiler::class_definition(ClassDefStmt& node) {
  expressions(node.decorators);
  int first_line = node.decorators.empty() ? node.span.line : node.decorators[0]->span.line;
  SourceSpan span = node.span;
  if (node.type_parameters.empty()) {
    class_object(node, first_line);
  } else {
    with_type_parameters(node.type_parameters, node.name, span, [&] {
      library_function("typing", "_generic_base", span);
      type_parameter_tuple(node.type_parameters, span);
      emit(Op::CALL, span, 1);
      name_access(kGenericBase, Access::kStore, span);
      class_object(node, first_line);
      emit(Op::COPY, span, 1);
      type_parameter_tuple(node.type_parameters, span);
      emit(Op::SWAP, span, 2);
      emit(Op::STORE_ATTR, span, name_operand("__type_params__"));
    });
  }
  apply_decorators(node.decorators);
  name_access(node.name, Access::kStore, span);
}

void Compiler::class_object(ClassDefStmt& node, int first_line) {
  enter(node.name, &node, first_line);
  SourceSpan start{first_line, 0, first_line, 0};
  emit(Op::LOAD_NAME, start, slot(unit_->names, "__name__"));
  emit(Op::STORE_NAME, start, slot(unit_->names, "__module__"));
  load_string(unit_->code->qualified_name, start);
  emit(Op::STORE_NAME, start, slot(unit_->names, "__qualname__"));
  module_body(node.body);
  if (unit_->scope->needs_class_cell) {
    emit_cell(Op::LOAD_CLOSURE, "__class__", {});
    emit(Op::COPY, {}, 1);
    emit(Op::STORE_NAME, {}, slot(unit_->names, "__classcell__"));
  } else {
    load_none({});
  }
  emit(Op::RETURN_VALUE, {});
  std::shared_ptr<const Code> code = leave();

  emit(Op::PUSH_NULL, node.span);
  emit(Op::LOAD_BUILD_CLASS, node.span);
  make_closure(code, 0, node.span);
  load_string(node.name, node.span);
  call_arguments(2, node.bases, node.keywords, node.span);
}

// ---- type parameters ----

// Pushes null and a function of a module of the library, ready for CALL.
void Compiler::library_function(const char* module, const char* name, SourceSpan span) {
  emit(Op::PUSH_NULL, span);
  auto names = name_tuple();
  names->items.push_back({std::string(name)});
  load_constant({int64_t{0}}, span);
  load_constant({std::move(names)}, span);
  emit(Op::IMPORT_NAME, span, slot(unit_->names, module));
  emit(Op::IMPORT_FROM, span, slot(unit_->names, name));
  emit(Op::SWAP, span, 2);
  emit(Op::POP_TOP, span);
}

void Compiler::type_parameter_tuple(std::span<TypeParameter> list, SourceSpan span) {
  for (TypeParameter& one : list) name_access(one.name, Access::kLoad, span);
  emit(Op::BUILD_TUPLE, span, static_cast<uint32_t>(list.size()));
}

template <class F>
void Compiler::with_type_parameters(std::span<TypeParameter> list, std::string_view name, SourceSpan span, F inside) {
  if (list.empty()) return inside();
  emit(Op::PUSH_NULL, span);
  enter("<generic parameters of " + std::string(name) + ">", list.data(), span.line);
  unit_->graph.constants.add({});
  for (TypeParameter& one : list) {
    library_function("typing", "_type_parameter", one.span);
    load_string(one.stars, one.span);
    load_string(one.name, one.span);
    if (one.bound) expression(one.bound);
    emit(Op::CALL, one.span, one.bound ? 3 : 2);
    name_access(one.name, Access::kStore, one.span);
  }
  inside();
  emit(Op::RETURN_VALUE, span);
  std::shared_ptr<const Code> code = leave();
  make_closure(code, 0, span);
  emit(Op::CALL, span, 0);
}

void Compiler::type_alias(TypeAliasStmt& node) {
  SourceSpan span = node.span;
  with_type_parameters(node.type_parameters, node.name->id, span, [&] {
    library_function("typing", "_type_alias", span);
    load_string(node.name->id, span);
    type_parameter_tuple(node.type_parameters, span);
    expression(node.value);
    emit(Op::CALL, span, 3);
  });
  name_access(node.name->id, Access::kStore, span);
}

}  // namespace vt
