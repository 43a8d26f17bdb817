// From definitions and uses to scopes: local, cell, free or global.
#include <algorithm>

#include "frontend/symbols_state.h"

namespace vt {

namespace {

using Names = std::vector<std::string_view>;

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
void insert(Names& names, std::string_view name) {
  if (!contains(names, name)) names.push_back(name);
}
void erase(Names& names, std::string_view name) {
  names.erase(std::remove(names.begin(), names.end(), name), names.end());
}

// Whether a function around `scope` binds `name`, so that it is free here.
bool bound_outside(const Scope& scope, std::string_view name) {
  for (Scope* outer = scope.parent; outer; outer = outer->parent) {
    if (outer->kind == ScopeKind::kModule) return false;
    if (outer->kind == ScopeKind::kClass) {
      if (name == "__class__") return true;
      continue;
    }
    Symbol* symbol = outer->find(name);
    if (!symbol) continue;
    if (symbol->flags & kDefGlobal) return false;
    if ((symbol->flags & kBound) || (symbol->flags & kDefNonlocal)) return true;
  }
  return false;
}

SourceSpan directive_span(const Scope& scope, std::string_view name) {
  for (const auto& [declared, span] : scope.directives)
    if (declared == name) return span;
  return {};
}

void resolve_name(Scope& scope, Symbol& symbol, Names& free) {
  std::string quoted = "'" + std::string(symbol.name) + "'";
  if (symbol.flags & kDefGlobal) {
    if (symbol.flags & kDefNonlocal)
      symbol_error("name " + quoted + " is nonlocal and global", directive_span(scope, symbol.name));
    symbol.scope = NameScope::kGlobalExplicit;
  } else if (symbol.flags & kDefNonlocal) {
    if (scope.kind == ScopeKind::kModule)
      symbol_error("nonlocal declaration not allowed at module level", directive_span(scope, symbol.name));
    if (!bound_outside(scope, symbol.name))
      symbol_error("no binding for nonlocal " + quoted + " found", directive_span(scope, symbol.name));
    symbol.scope = NameScope::kFree;
    insert(free, symbol.name);
  } else if (symbol.flags & kBound) {
    symbol.scope = NameScope::kLocal;
  } else if (bound_outside(scope, symbol.name)) {
    symbol.scope = NameScope::kFree;
    insert(free, symbol.name);
  } else {
    symbol.scope = NameScope::kGlobalImplicit;
  }
}

bool free_in_any_child(const Scope& scope, std::string_view name) {
  for (Scope* child : scope.children) {
    Symbol* symbol = child->find(name);
    if (symbol && symbol->scope == NameScope::kFree) return true;
  }
  return false;
}

// Merges the names of a comprehension into the scope whose frame it will share.
void inline_comprehension(Scope& scope, Scope& comprehension, Names& comprehension_free, Names& inlined_cells) {
  for (const Symbol& inner : comprehension.symbols) {
    if (inner.flags & kDefParameter) continue;
    if (inner.scope == NameScope::kCell) insert(inlined_cells, inner.name);
    Symbol* existing = scope.find(inner.name);
    if (!existing) {
      Symbol copy = inner;
      if (copy.scope == NameScope::kFree && scope.kind == ScopeKind::kClass && copy.name == "__class__") {
        copy.scope = NameScope::kGlobalImplicit;
        erase(comprehension_free, copy.name);
      }
      copy.flags &= static_cast<uint16_t>(~kDefIteration);
      scope.get(copy.name) = copy;
    } else if ((existing->flags & kBound) && scope.kind != ScopeKind::kClass &&
               !free_in_any_child(comprehension, inner.name)) {
      // Locals of the outer scope are simply there: no cell is needed.
      erase(comprehension_free, inner.name);
    }
  }
}

void pass_free_names_on(Scope& scope, const Names& free) {
  for (std::string_view name : free) {
    if (Symbol* symbol = scope.find(name)) {
      if (scope.kind == ScopeKind::kClass && (symbol->flags & (kBound | kDefGlobal))) symbol->flags |= kFreeInClass;
      continue;
    }
    if (bound_outside(scope, name)) scope.get(name).scope = NameScope::kFree;
  }
}

void resolve(Scope& scope, Names& free) {
  Names inner_free, inlined_cells;
  for (Symbol& symbol : scope.symbols) resolve_name(scope, symbol, inner_free);
  std::vector<Scope*> children;
  for (Scope* child : scope.children) {
    Names child_free;
    resolve(*child, child_free);
    child->inlined = child->comprehension && !child->generator;
    if (child->inlined) {
      inline_comprehension(scope, *child, child_free, inlined_cells);
      children.insert(children.end(), child->children.begin(), child->children.end());
    } else {
      children.push_back(child);
    }
    for (std::string_view name : child_free) insert(inner_free, name);
  }
  scope.children = std::move(children);
  if (scope.function_like()) {
    for (Symbol& symbol : scope.symbols) {
      if (symbol.scope != NameScope::kLocal) continue;
      if (!contains(inner_free, symbol.name) && !contains(inlined_cells, symbol.name)) continue;
      symbol.scope = NameScope::kCell;
      erase(inner_free, symbol.name);
    }
  } else if (scope.kind == ScopeKind::kClass && contains(inner_free, "__class__")) {
    erase(inner_free, "__class__");
    scope.needs_class_cell = true;
  }
  pass_free_names_on(scope, inner_free);
  for (std::string_view name : inner_free) insert(free, name);
}

}  // namespace

void resolve_scopes(Scope& module) {
  Names free;
  resolve(module, free);
}

}  // namespace vt
