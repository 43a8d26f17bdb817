// From definitions and uses to scopes: local, cell, free or global.
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontend/symbols_state.h"

namespace vt {

namespace {

// Names in the order in which they came, each once.
class Names {
 public:
  bool contains(std::string_view name) const { return present_.contains(name); }
  void insert(std::string_view name) {
    if (present_.insert(name).second) order_.push_back(name);
  }
  void erase(std::string_view name) { present_.erase(name); }  // not to be inserted again
  template <class F>
  void each(F&& visit) const {
    for (std::string_view name : order_)
      if (contains(name)) visit(name);
  }

 private:
  std::vector<std::string_view> order_;
  std::unordered_set<std::string_view> present_;
};

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
    free.insert(symbol.name);
  } else if (symbol.flags & kBound) {
    symbol.scope = NameScope::kLocal;
  } else if (bound_outside(scope, symbol.name)) {
    symbol.scope = NameScope::kFree;
    free.insert(symbol.name);
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
    if (inner.scope == NameScope::kCell) inlined_cells.insert(inner.name);
    Symbol* existing = scope.find(inner.name);
    if (!existing) {
      Symbol copy = inner;
      if (copy.scope == NameScope::kFree && scope.kind == ScopeKind::kClass && copy.name == "__class__") {
        copy.scope = NameScope::kGlobalImplicit;
        comprehension_free.erase(copy.name);
      }
      copy.flags &= static_cast<uint16_t>(~kDefIteration);
      scope.get(copy.name) = copy;
    } else if ((existing->flags & kBound) && scope.kind != ScopeKind::kClass &&
               !free_in_any_child(comprehension, inner.name)) {
      // Locals of the outer scope are simply there: no cell is needed.
      comprehension_free.erase(inner.name);
    }
  }
}

void pass_free_names_on(Scope& scope, const Names& free) {
  free.each([&](std::string_view name) {
    if (Symbol* symbol = scope.find(name)) {
      if (scope.kind == ScopeKind::kClass && (symbol->flags & (kBound | kDefGlobal))) symbol->flags |= kFreeInClass;
    } else if (bound_outside(scope, name)) {
      scope.get(name).scope = NameScope::kFree;
    }
  });
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
    child_free.each([&](std::string_view name) { inner_free.insert(name); });
  }
  scope.children = std::move(children);
  if (scope.function_like()) {
    for (Symbol& symbol : scope.symbols) {
      if (symbol.scope != NameScope::kLocal) continue;
      if (!inner_free.contains(symbol.name) && !inlined_cells.contains(symbol.name)) continue;
      symbol.scope = NameScope::kCell;
      inner_free.erase(symbol.name);
    }
  } else if (scope.kind == ScopeKind::kClass && inner_free.contains("__class__")) {
    inner_free.erase("__class__");
    scope.needs_class_cell = true;
  }
  pass_free_names_on(scope, inner_free);
  inner_free.each([&](std::string_view name) { free.insert(name); });
}

}  // namespace

void resolve_scopes(Scope& module) {
  Names free;
  resolve(module, free);
}

}  // namespace vt
